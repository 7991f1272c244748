"""The reader and checker of profiles: what is right passes, what is wrong is named."""

import gzip
import pathlib
import tempfile
import unittest

import pprof_tool
from profile_checker import ProfileError, decode, load
from profile_maker import Maker, delimited, string, valid, varint


class Right(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rt-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_valid_profile_is_read_as_it_was_made(self) -> None:
        path = self.folder / "profile.pb"
        path.write_bytes(valid().gzip())
        profile = load(path)
        self.assertEqual(profile.comments, ["a comment"])
        self.assertEqual(profile.program, "/bin/rt")
        self.assertEqual(profile.threads(), ["main"])
        self.assertEqual(profile.total("cpu"), 3900)
        self.assertEqual(profile.total("wall", thread="main"), 4100)
        self.assertEqual(profile.total("wall", thread="other"), 0)
        first = profile.samples[0]
        self.assertEqual(
            [(f.name, f.file, f.line, f.start_line) for f in first.stack],
            [("inner", "/app/a.ts", 7, 6), ("outer", "/app/a.ts", 3, 2)],
        )
        self.assertEqual(first.values, {"samples": 3, "cpu": 3000, "wall": 3100})
        self.assertEqual(
            first.labels, {"thread": "main", "thread_id": 4711, "realm_kind": "main"}
        )
        self.assertTrue(first.has("outer"))
        self.assertFalse(profile.samples[1].has("inner"))

    def test_repeated_numbers_may_stand_alone(self) -> None:
        # protobuf: a parser accepts packed and unpacked numbers alike.
        profile = valid()
        sample = profile.sample[0]
        unpacked = b"".join(varint(1 << 3) + varint(i) for i in (2, 1))
        del sample.fields["location_id"]
        data = profile.encode()
        tail = delimited(2, unpacked + sample.encode())
        profile.fields["sample"] = [profile.sample[1]]
        data = profile.encode() + tail
        self.assertEqual(len(decode(gzip.compress(data)).samples[1].stack), 2)

    def test_go_tool_pprof_reads_the_same(self) -> None:
        source = self.folder / "a.ts"
        source.write_text("".join(f"line {i};\n" for i in range(1, 10)))
        path = self.folder / "profile.pb"
        path.write_bytes(valid(file=str(source)).gzip())
        self.assertEqual(
            [(row.name, row.flat, row.cum) for row in pprof_tool.top(path)],
            [("inner", 3000, 3000), ("outer", 900, 3900)],
        )
        self.assertEqual(
            [(r.name, r.flat) for r in pprof_tool.top(path, value="samples")],
            [("inner", 3), ("outer", 1)],
        )
        self.assertEqual(
            pprof_tool.tags(path),
            {
                "thread": {"main": 3900},
                "thread_id": {"4711": 3900},
                "realm_kind": {"main": 3900},
            },
        )
        self.assertEqual(
            [
                (line.function, line.line, line.flat, line.cum, line.text.strip())
                for line in pprof_tool.source_lines(path, "^(inner|outer)$")
            ],
            [
                ("inner", 7, 3000, 3000, "line 7;"),
                ("outer", 3, 900, 3900, "line 3;"),
            ],
        )
        self.assertEqual(pprof_tool.comments(path), ["a comment"])

    def test_pprofs_complaints_are_errors(self) -> None:
        profile = valid()
        profile.set("mapping", [])
        for location in profile.location:
            location.set("mapping_id", 0)
        path = self.folder / "profile.pb"
        path.write_bytes(profile.gzip())
        with self.assertRaisesRegex(AssertionError, "complains"):
            pprof_tool.top(path)


class Wrong(unittest.TestCase):
    def reject(self, data: bytes, message: str) -> None:
        with self.assertRaisesRegex(ProfileError, message):
            decode(data)

    def test_gzip(self) -> None:
        data = valid().gzip()
        self.reject(valid().encode(), "gzip")
        self.reject(data[:-1], "ends too early")
        self.reject(data + b"\0", "1 bytes behind the end")
        self.reject(data + data, "bytes behind the end")
        broken = bytearray(data)
        broken[-5] ^= 1  # in the checksum
        self.reject(bytes(broken), "gzip: .*incorrect data check")

    def test_wire_format(self) -> None:
        data = valid().encode()
        for extra, message in [
            (varint(16 << 3) + b"\0", "unknown field 16"),
            (varint(2 << 3) + b"\0", "wire type 0 for Sample"),
            (varint(12 << 3 | 1) + b"\0" * 8, "wire type 1 for int"),
            (varint(12 << 3) + b"\1", "period: given twice"),
            (varint(15 << 3) + b"\x81\x00", "in more bytes than it needs"),
            (varint(15 << 3) + b"\xff" * 9 + b"\x02", "more than 64 bits"),
            (varint(15 << 3) + b"\xff", "ends within a number"),
            (varint(6 << 3 | 2) + b"\x05abc", "5 bytes, 3 left"),
            (delimited(6, b"\xff"), "not UTF-8"),
            (delimited(3, varint(7 << 3) + b"\2"), "2 is not a bool"),
        ]:
            with self.subTest(message):
                self.reject(gzip.compress(data + extra), message)

    def broken(self, change, message: str) -> None:
        """The valid profile, after `change`, is rejected with `message`."""
        with self.subTest(message):
            profile = valid()
            change(profile)
            self.reject(profile.gzip(), message)

    def test_strings(self) -> None:
        strings = valid().string_table
        self.broken(lambda p: p.set("string_table", []), "string_table: missing")
        self.broken(
            lambda p: p.set("string_table", ["x", *strings[1:]]), r"string_table\[0\]"
        )
        self.broken(
            lambda p: p.set("string_table", [*strings, "main"]), "'main' 2 times"
        )
        self.broken(lambda p: p.function[1].set("name", 99), "no string 99")
        self.broken(lambda p: p.function[1].set("filename", -1), "no string -1")
        self.broken(lambda p: p.sample[0].label[0].set("str", 99), "no string 99")
        self.broken(lambda p: p.set("comment", [99]), r"comment\[0\]")
        self.broken(lambda p: p.set("doc_url", 99), "doc_url: no string 99")

    def test_types(self) -> None:
        self.broken(lambda p: p.set("sample_type", []), "sample_type: missing")
        self.broken(lambda p: p.sample_type[1].set("unit", 0), "has no unit")
        self.broken(lambda p: p.sample_type[2].set("type", string("cpu")), "2 times")
        self.broken(
            lambda p: p.set("default_sample_type", string("main")), "no sample type"
        )
        self.broken(
            lambda p: p.set("sample_type", p.sample_type[::-1]), "sample types"
        )
        self.broken(lambda p: p.set("period", -1), "period: -1 is negative")

    def test_ids(self) -> None:
        self.broken(lambda p: p.function[0].set("id", 0), r"function\[0\]: its id is 0")
        self.broken(lambda p: p.function[1].set("id", 1), "id 1 again")
        self.broken(lambda p: p.location[1].set("id", 1), "id 1 again")
        self.broken(lambda p: p.mapping[0].set("id", 0), "its id is 0")

    def test_references(self) -> None:
        self.broken(lambda p: p.location[0].set("mapping_id", 9), "no mapping 9")
        self.broken(
            lambda p: p.location[0].line[0].set("function_id", 9), "no function 9"
        )
        self.broken(lambda p: p.sample[0].set("location_id", [9]), "no location 9")
        self.broken(lambda p: p.sample[0].set("location_id", [0]), "no location 0")
        self.broken(lambda p: p.sample[0].set("location_id", []), "has no stack")

    def test_functions_and_locations(self) -> None:
        self.broken(lambda p: p.function[0].set("name", 0), "has no name")
        self.broken(lambda p: p.function[0].set("start_line", -1), "is negative")
        self.broken(lambda p: p.location[0].line[0].set("line", -3), "is negative")
        self.broken(lambda p: p.location[0].set("line", []), "neither line")

        def same_function(p: Maker) -> None:
            p.function[1].fields = {**p.function[0].fields, "id": 2}

        def same_location(p: Maker) -> None:
            p.location[1].fields = {**p.location[0].fields, "id": 2}

        def column_alone(p: Maker) -> None:
            p.location[0].line[0].fields = {"function_id": 1, "column": 3}

        self.broken(same_function, "function: .* 2 times")
        self.broken(same_location, "location .* 2 times")
        self.broken(column_alone, "a column but no line")

    def test_samples(self) -> None:
        def sample(p: Maker) -> Maker:
            return p.sample[0]

        self.broken(lambda p: sample(p).set("value", [1, 2]), "2 values for 3")
        self.broken(lambda p: sample(p).set("value", [1, -2, 3]), "-2 is negative")
        self.broken(lambda p: sample(p).set("value", [0, 0, 0]), "all values are 0")
        self.broken(
            lambda p: p.sample[1].set("location_id", [2, 1]),
            r"the stack and labels of sample\[0\] again",
        )

    def test_labels(self) -> None:
        def label(p: Maker, i: int = 0) -> Maker:
            return p.sample[0].label[i]

        self.broken(lambda p: label(p).set("key", 0), "without a key")
        self.broken(lambda p: label(p, 2).set("key", string("thread")), "twice")
        self.broken(lambda p: label(p).set("num", 1), "with a text and a number")
        self.broken(
            lambda p: label(p, 1).set("num_unit", string("count")),
            "label 'thread_id': is count and number",
        )
        self.broken(lambda p: p.sample[0].label.pop(), "labels")
        self.broken(
            lambda p: label(p, 2).set("str", string("outer")), "thread 'main': is of"
        )
        for text, message in [
            ("a,b", "has"),
            ("a.*", "has"),
            ("42", "is a quantity"),
            ("10ms", "is a quantity"),
        ]:
            self.broken(
                lambda p, t=text: p.string_table.__setitem__(string("main"), t),
                f"thread {text!r}: {message}".replace("*", r"\*"),
            )

    def test_mapping(self) -> None:
        self.broken(lambda p: p.mapping[0].set("filename", 0), "no file name")
        self.broken(lambda p: p.mapping[0].set("has_functions", 0), "has_functions")
        self.broken(lambda p: p.location[0].set("mapping_id", 0), "is in no mapping")
        self.broken(lambda p: p.mapping[0].set("memory_start", 9), "before it begins")
        self.broken(lambda p: p.set("drop_frames", string("outer")), "drop_frames")


if __name__ == "__main__":
    unittest.main()
