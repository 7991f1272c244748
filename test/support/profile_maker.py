"""Makes profiles by hand, right or wrong in any place, to test what reads them.

    profile = valid()                     # messages as lists of (field name, value)
    profile.sample[0].set("value", [1])   # wrong: three sample types
    data = profile.gzip()

A message is written field by field, in the order given.
"""

import gzip

from profile_reader import SCHEMA


class Maker:
    """One message: its fields by name, each a value or a list of them."""

    def __init__(self, kind: str, **fields) -> None:
        self.kind = kind
        self.fields = fields

    def __getattr__(self, name: str):
        return self.fields[name]

    def set(self, name: str, value) -> None:
        self.fields[name] = value

    def encode(self) -> bytes:
        numbers = {
            name: (number, kind) for number, (name, kind) in SCHEMA[self.kind].items()
        }
        out = b""
        for name, value in self.fields.items():
            number, kind = numbers[name]
            values = value if isinstance(value, list) else [value]
            if kind in ("int[]", "uint[]"):
                packed = b"".join(varint(v) for v in values)
                out += delimited(number, packed)
                continue
            for v in values:
                if isinstance(v, Maker):
                    out += delimited(number, v.encode())
                elif isinstance(v, bytes):
                    out += delimited(number, v)
                elif isinstance(v, str):
                    out += delimited(number, v.encode())
                else:
                    out += varint(number << 3) + varint(v)
        return out

    def gzip(self) -> bytes:
        return gzip.compress(self.encode(), mtime=0)


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def delimited(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


STRINGS = [
    *("", "samples", "count", "cpu", "nanoseconds", "wall", "/bin/rt", "a comment"),
    *("outer", "inner", "/app/a.ts", "thread", "main", "thread_id", "realm_kind"),
]


def string(text: str) -> int:
    """The index of one of STRINGS."""
    return STRINGS.index(text)


def valid(file: str = "/app/a.ts") -> Maker:
    """A profile that breaks no rule: `outer` (line 3) calls `inner` (line 7)."""
    strings = [file if text == "/app/a.ts" else text for text in STRINGS]

    def kind(name: str, unit: str) -> Maker:
        return Maker("ValueType", type=string(name), unit=string(unit))

    def labels() -> list[Maker]:
        main = string("main")
        return [
            Maker("Label", key=string("thread"), str=main),
            Maker("Label", key=string("thread_id"), num=4711),
            Maker("Label", key=string("realm_kind"), str=main),
        ]

    def function(number: int, name: str, line: int) -> Maker:
        name_index = string(name)
        return Maker(
            "Function",
            id=number,
            name=name_index,
            system_name=name_index,
            filename=string("/app/a.ts"),
            start_line=line,
        )

    def location(number: int, function_id: int, line: int) -> Maker:
        place = Maker("Line", function_id=function_id, line=line)
        return Maker("Location", id=number, mapping_id=1, line=[place])

    return Maker(
        "Profile",
        sample_type=[
            kind("samples", "count"),
            kind("cpu", "nanoseconds"),
            kind("wall", "nanoseconds"),
        ],
        sample=[
            Maker("Sample", location_id=[2, 1], value=[3, 3000, 3100], label=labels()),
            Maker("Sample", location_id=[1], value=[1, 900, 1000], label=labels()),
        ],
        mapping=[
            Maker(
                "Mapping",
                id=1,
                filename=string("/bin/rt"),
                has_functions=1,
                has_filenames=1,
                has_line_numbers=1,
                has_inline_frames=1,
            )
        ],
        location=[location(1, 1, 3), location(2, 2, 7)],
        function=[function(1, "outer", 2), function(2, "inner", 6)],
        string_table=strings,
        time_nanos=1_700_000_000_000_000_000,
        duration_nanos=5_000_000,
        period_type=kind("cpu", "nanoseconds"),
        period=1_000_000,
        comment=[string("a comment")],
        default_sample_type=string("cpu"),
    )
