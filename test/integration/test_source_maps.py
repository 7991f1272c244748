"""Places in JavaScript that a tool made are shown as its source map has them."""

import json
import os
import re

import bundler
from rt_run import Result, RtTest

LIB = """export interface Options {
  deep: boolean;
}

export class Failure extends Error {}

export function failing(
  options: Options,
): never {
  const name: string = 'lib';
  throw new Failure(name + options.deep);
}
"""

MAIN = """import {failing} from './lib.ts';

type Callback = () => void;

function outermost(then: Callback): void {
  then();
}

outermost(
  () => {
    failing({deep: true});
  },
);
"""

# What V8's own frames of these are, innermost first.
PLACES = [("lib.ts", 11, 9), ("main.ts", 11, 5), ("main.ts", 6, 3), ("main.ts", 9, 1)]
EXCERPT = "/src/lib.ts:11\n  throw new Failure(name + options.deep);\n        ^\n"

# Throws at its end, on its third line, at column 7.
THROWER = "const x = 1;\n\nthrow new Error('here');\n"


def places(text: str) -> list[tuple[str, int, int]]:
    return [(file, int(line), int(column)) for file, line, column in re.findall(
        r"^    at (?:.* \()?file://\S*/([\w.]+):(\d+):(\d+)\)?$", text, re.MULTILINE)]


class SourceMapTest(RtTest):
    def make(self, *options: str, name: str = "main.js") -> None:
        self.write("src/lib.ts", LIB)
        self.write("src/main.ts", MAIN)
        bundler.build(self.folder / "src/main.ts", self.folder / "dist" / name, "--bundle",
                      *options)

    def assertMapped(self, result: Result) -> None:
        self.assertCode(result, 1)
        self.assertIn(f"{self.folder}{EXCERPT}", result.stderr, str(result))
        self.assertEqual(places(result.stderr), PLACES, str(result))
        self.assertNotIn("source map", result.stderr)


class Bundles(SourceMapTest):
    def test_errors_are_in_the_original_files(self):
        for options in ([], ["--minify"], ["--sourcemap=inline"],
                        ["--minify", "--sourcemap=inline"],
                        ["--sources-content=false"],
                        ["--source-root=../dist/", "--sources-content=false"]):
            with self.subTest(options):
                self.make(*options)
                self.assertMapped(self.rt("run", "dist/main.js"))

    def test_without_source_maps_places_are_those_of_the_script(self):
        self.make("--minify")
        for flags in (["--no-enable-source-maps"],
                      ["--enable-source-maps", "--no-enable-source-maps"]):
            result = self.rt("run", *flags, "dist/main.js")
            self.assertCode(result, 1)
            self.assertEqual({place[0] for place in places(result.stderr)}, {"main.js"})
        self.assertMapped(self.rt(
            "run", "--no-enable-source-maps", "--enable-source-maps", "dist/main.js"))

    def test_a_programs_own_stack_traces_have_the_places(self):
        self.make("--minify")
        self.write("own.js", """
            Error.prepareStackTrace = (error, sites) => sites.map((site) =>
                `${site.getFileName().split('/').pop()}:${site.getLineNumber()}:${
                    site.getColumnNumber()}`).join(' ');
            await import('./dist/main.js').catch((error) => console.log(error.stack));
            """)
        result = self.rt("run", "own.js")
        self.assertEqual(result.stdout.split()[:4],
                         [f"{file}:{line}:{column}" for file, line, column in PLACES],
                         str(result))

    def test_a_thread_realm_and_a_process_realm_map_too(self):
        self.make("--minify")
        for kind in ("thread", "process"):
            self.write("realm.js", f"""
                import {{Realm}} from 'rt:realm';
                const entry = new URL('./dist/main.js', import.meta.url);
                const {{error}} = await new Realm({{entry, {kind}: true}}).exited;
                console.log(error.stack);
                """)
            result = self.rt("run", "realm.js")
            self.assertEqual(places(result.stdout), PLACES, str(result))
            result = self.rt("run", "--no-enable-source-maps", "realm.js")
            self.assertEqual({place[0] for place in places(result.stdout)}, {"main.js"})

    def test_a_failed_import_is_placed(self):
        self.write("src/main.ts", "type A = 1;\n\nimport './missing.js';\n")
        bundler.build(self.folder / "src/main.ts", self.folder / "dist/main.js")
        result = self.rt("run", "dist/main.js")
        self.assertCode(result, 1)
        self.assertIn(f"{self.folder}/src/main.ts:3\nimport './missing.js';\n",
                      result.stderr, str(result))


class MapTest(RtTest):
    """A program that throws, and a map for it, made by hand."""

    def setUp(self):
        super().setUp()
        # The third line's first thing is line 20, column 4 of the first source.
        self.map = {"version": 3, "sources": ["first.ts", "second.ts"], "names": [],
                    "mappings": ";;AAmBI"}

    def thrown(self, comment: str = "//# sourceMappingURL=main.js.map\n",
               source_map: dict | bytes | None = None) -> Result:
        if source_map is not None:
            text = (source_map if isinstance(source_map, bytes)
                    else json.dumps(source_map).encode())
            self.write("main.js.map", text)
        self.write("main.js", THROWER + comment)
        result = self.rt("run", "main.js")
        self.assertCode(result, 1)
        return result

    def assertPlace(self, result: Result, place: tuple[str, int, int]) -> None:
        self.assertEqual(places(result.stderr), [place], str(result))


class Maps(MapTest):
    def test_an_index_map(self):
        sections = [{"offset": {"line": 0, "column": 0},
                     "map": {"version": 3, "sources": ["x.ts"], "mappings": "AAAA"}},
                    {"offset": {"line": 2, "column": 0},
                     "map": {**self.map, "mappings": "ACmBI"}}]
        self.assertPlace(self.thrown(source_map={"version": 3, "sections": sections}),
                         ("second.ts", 20, 5))

    def test_a_map_in_percent_encoding(self):
        self.write("main.js", THROWER)
        bundler.inline(self.folder / "main.js", self.map, encode=False)
        result = self.rt("run", "main.js")
        self.assertPlace(result, ("first.ts", 20, 5))

    def test_sources_are_relative_to_the_map_behind_their_root(self):
        for root, source, path in (
                ("", "../a/x.ts", "a/x.ts"), ("../src", "x.ts", "src/x.ts"),
                ("../src/", "sub/x.ts", "src/sub/x.ts"),
                (f"file://{self.folder}/abs", "x.ts", "abs/x.ts"),
                ("", f"{self.folder}/y/x.ts", "y/x.ts")):
            with self.subTest(root=root, source=source):
                text = "\n" * 19 + "the twentieth line\n"
                self.write(path, text)
                self.write("maps/m.json", json.dumps(
                    {**self.map, "sourceRoot": root, "sources": [source]}))
                result = self.thrown("//# sourceMappingURL=maps/m.json\n")
                self.assertIn(f"{self.folder}/{path}:20\nthe twentieth line\n    ^\n",
                              result.stderr, str(result))

    def test_a_source_that_is_no_file_is_named_as_it_is(self):
        result = self.thrown(source_map={**self.map, "sources": ["webpack://app/./x.ts"]})
        self.assertIn("at webpack://app/./x.ts:20:5\n", result.stderr, str(result))
        # There is no line to show, and that of the script is another.
        self.assertNotIn("throw new Error", result.stderr)

    def test_the_content_in_the_map_counts_before_the_file(self):
        self.write("first.ts", "\n" * 19 + "changed since\n")
        content = "\n" * 19 + "as it was\n"
        result = self.thrown(source_map={**self.map, "sourcesContent": [content]})
        self.assertIn(":20\nas it was\n", result.stderr, str(result))


class Unusable(MapTest):
    """Maps that can't be used are told of once; the script's places stand."""

    def assertIgnored(self, result: Result, why: str) -> None:
        self.assertPlace(result, ("main.js", 3, 7))
        self.assertIn("main.js:3\nthrow new Error('here');\n      ^\n", result.stderr)
        warnings = [line for line in result.stderr.splitlines() if "source map" in line]
        self.assertEqual(len(warnings), 1, str(result))
        self.assertIn(f"rt: the source map of {self.folder}/main.js is ignored: ",
                      warnings[0], str(result))
        self.assertIn(why, warnings[0], str(result))

    def test_a_missing_map(self):
        self.assertIgnored(self.thrown(), "main.js.map")

    def test_a_broken_map(self):
        for text, why in ((b"{", "incomplete"), (b"[]", "no object"),
                          (b'{"version": 2}', "version is not 3"),
                          (json.dumps({**self.map, "mappings": "!"}).encode(), "column"),
                          (b"\xff\xfe", "no source map"), (b"", "incomplete")):
            with self.subTest(text):
                self.assertIgnored(self.thrown(source_map=text), why)

    def test_a_broken_inline_map(self):
        for url, why in (("data:application/json;base64,%%%", "base64"),
                         ("data:application/json", "no data"),
                         ("data:application/json,{}", "version")):
            self.assertIgnored(self.thrown(f"//# sourceMappingURL={url}\n"), why)

    def test_a_huge_map(self):
        with open(self.folder / "main.js.map", "wb") as file:
            file.truncate((128 << 20) + 1)
        self.assertIgnored(self.thrown(), "larger than the limit of 128 MB")

    def test_a_map_that_names_itself(self):
        section = {"offset": {"line": 0, "column": 0}, "url": "main.js.map"}
        self.assertIgnored(
            self.thrown(source_map={"version": 3, "sections": [section]}),
            "a section is in another file")
        self.assertIgnored(self.thrown("//# sourceMappingURL=main.js\n"), "no source map")
        nested = {"version": 3, "sections": []}
        for _ in range(100):
            nested = {"version": 3, "sections": [
                {"offset": {"line": 0, "column": 0}, "map": nested}]}
        self.assertIgnored(self.thrown(source_map=nested), "no source map")
        os.remove(self.folder / "main.js.map")
        os.symlink("main.js.map", self.folder / "main.js.map")
        self.assertIgnored(self.thrown(), "main.js.map")

    def test_a_map_that_would_keep_waiting(self):
        os.mkfifo(self.folder / "main.js.map")
        self.assertIgnored(self.thrown(), "main.js.map")

    def test_a_map_on_the_network(self):
        self.assertIgnored(self.thrown("//# sourceMappingURL=https://x.test/m.map\n"),
                           "'https://x.test/m.map' is no file of this machine")

    def test_a_file_that_changed_since_it_was_loaded(self):
        self.write("main.js", "")
        bundler.inline(self.folder / "main.js", self.map)
        comment = (self.folder / "main.js").read_text()
        self.write("main.js", f"""
            import {{DiskFileSystem}} from 'rt:file';
            await new DiskFileSystem().writeFile('main.js', 'another');
            throw new Error('here');\n{comment}""")
        result = self.rt("run", "main.js")
        self.assertPlace(result, ("main.js", 4, 19))
        self.assertIn("the file has changed since it was loaded", result.stderr)

    def test_one_warning_over_many_errors_and_realms(self):
        self.write("worker.js", """
            for (let i = 0; i < 3; i++) new Error('x').stack;
            //# sourceMappingURL=worker.js.map
            """)
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            const entry = new URL('./worker.js', import.meta.url);
            await Promise.all([1, 2, 3, 4].map((i) =>
                new Realm({entry, thread: i % 2 === 0}).exited));
            """)
        result = self.rt("run", "main.js")
        self.assertCode(result, 0)
        self.assertEqual(result.stderr.count("is ignored"), 1, str(result))

    def test_a_script_that_is_gone(self):
        self.write("main.js", f"""
            import {{DiskFileSystem}} from 'rt:file';
            await new DiskFileSystem().remove('main.js');
            {THROWER}//# sourceMappingURL=main.js.map""")
        self.write("main.js.map", json.dumps(self.map))
        result = self.rt("run", "main.js")
        self.assertIn("main.js:6:7", result.stderr, str(result))
        self.assertIn("main.js is ignored: ", result.stderr)

    def test_a_script_that_never_fails_never_asks_for_its_map(self):
        self.write("main.js", "console.log('fine');\n//# sourceMappingURL=missing.map\n")
        self.assertOutput(self.rt("run", "main.js"), stdout="fine\n")


class Sandboxes(MapTest):
    def run_sandbox(self, source: str, source_map: str = "box/main.js.map") -> Result:
        self.write("secret/x.ts", "\n" * 19 + "a secret\n")
        self.write(source_map, json.dumps({**self.map, "sources": [source]}))
        relative = os.path.relpath(self.folder / source_map, self.folder / "box")
        self.write("box/main.js", THROWER + f"//# sourceMappingURL={relative}\n")
        self.write("outer.js", """
            import {Realm} from 'rt:realm';
            const entry = new URL('./box/main.js', import.meta.url);
            const realm = new Realm({entry, sandbox: {read: ['./box']}});
            throw (await realm.exited).error;
            """)
        return self.rt("run", "outer.js")

    def test_a_map_that_may_be_read(self):
        self.write("box/x.ts", "\n" * 19 + "the line\n")
        result = self.run_sandbox("x.ts")
        self.assertIn("box/x.ts:20:5\n", result.stderr, str(result))

    def test_a_map_outside_is_not_read(self):
        result = self.run_sandbox("x.ts", "secret/main.js.map")
        self.assertIn("box/main.js:3:7\n", result.stderr, str(result))
        self.assertIn("main.js is ignored: ", result.stderr, str(result))
        self.assertEqual(result.stderr.count("is ignored"), 1, str(result))

    def test_a_source_outside_is_named_and_not_read(self):
        result = self.run_sandbox("../secret/x.ts")
        self.assertIn("secret/x.ts:20:5\n", result.stderr, str(result))
        self.assertNotIn("a secret", result.stderr)
