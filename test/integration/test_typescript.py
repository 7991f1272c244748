"""TypeScript: what runs, where its errors are, and the cache of what was made."""

import concurrent.futures
import os
import pathlib

import bundler
from rt_run import Result, RtTest

ENUM = """// The numbers of these lines are in the tests.
enum Color { Red, Green = 5 }
interface Unused {
  shape: string;
}
function fail(color: Color): never {
  throw new Error(Color[color]);
}
fail(Color.Green);
"""


class TypeScriptTest(RtTest):
    """Its cache is its own, and empty at first."""

    def setUp(self) -> None:
        super().setUp()
        self.cache = self.folder / "cache"

    def run_ts(self, text: str | None = None, *, cache: str | None = None) -> Result:
        if text is not None:
            self.write("main.ts", text)
        folder = str(self.cache) if cache is None else cache
        return self.rt("run", "main.ts", env={"RT_CACHE_DIR": folder})

    def entries(self) -> list[pathlib.Path]:
        return sorted((self.cache / "transpiled").glob("*"))


class Running(TypeScriptTest):
    def test_types_are_erased(self) -> None:
        result = self.run_ts("""
            import type {Missing} from './missing.ts';
            type Pair<T> = [T, T];
            abstract class Base<T> { declare x: T; abstract f(this: Base<T>): Pair<T>; }
            class Derived extends Base<number> {
                override f(): Pair<number> { return [1 as number, 2!]; }
            }
            const g = <T,>(value: T) => value satisfies T;
            console.log(g(new Derived().f())[1]);
        """)
        self.assertOutput(result, stdout="2\n")

    def test_enums_namespaces_and_parameter_properties_run(self) -> None:
        result = self.run_ts("""
            enum Level { Low = 1, High = Low << 3, Text = 'text' }
            namespace Shapes.Round {
                export const pi: number = 3;
                export function area(r: number): number { return pi * r * r; }
            }
            class Point { constructor(readonly x: number, private y = 2) {}
                          sum(): number { return this.x + this.y; } }
            import area = Shapes.Round.area;
            console.log(Level.High, Level[1], Level.Text, area(2), new Point(1).sum());
        """)
        self.assertOutput(result, stdout="8 Low text 12 3\n")

    def test_modules_import_each_other(self) -> None:
        self.write("lib/a.mts", "export enum A { X = 7 }")
        self.write("lib/b.js", "export {A} from './a.mts';")
        result = self.run_ts("""
            import {A} from './lib/b.js';
            const {A: again}: {A: typeof A} = await import('./lib/a.mts');
            console.log(A.X, again === A);
        """)
        self.assertOutput(result, stdout="7 true\n")

    def test_realms_run_the_same_file_without_a_cache(self) -> None:
        self.write(
            "worker.ts",
            "enum E { A = 3 }\nconsole.log(E.A as number);\nthrow new Error('x');\n",
        )
        result = self.run_ts(
            """
            import {Realm} from 'rt:realm';
            const entry = new URL('./worker.ts', import.meta.url);
            const ends = await Promise.all(
                [1, 2, 3].map(() => new Realm({entry, thread: true}).exited));
            for (const {reason, error} of ends) {
                console.log(reason, (error as Error).stack.split('worker.ts:')[1]);
            }
            """,
            cache="",
        )
        self.assertEqual(
            sorted(result.stdout.split("\n")),
            ["", "3", "3", "3", *["error 3:7"] * 3],
            str(result),
        )

    def test_jsx_is_refused_by_name(self) -> None:
        self.write("page.tsx", "export const page = <p>hi</p>;")
        result = self.run_ts("import './page.tsx';")
        self.assertCode(result, 1)
        self.assertIn(f"JSX is not supported: {self.folder}/page.tsx", result.stderr)


class Decorators(TypeScriptTest):
    """V8 can't parse them, and amaro leaves them: whoever has some is told what to do."""

    TEXT = """function logged(value: any, context: any) {
  console.log(context.kind, context.name);
}

class Shape {
  @logged
  area(): number { return 1; }
}
class Fails { @logged() field = 1; }
new Shape().area();
"""
    HELP = "decorators are not supported"

    def test_a_decorator_is_shown_with_what_to_do(self) -> None:
        # An enum makes the file one that moves when it is made JavaScript of.
        for before in ("", "enum E { A }\ninterface I {\n  x: E;\n}\n"):
            result = self.run_ts(before + self.TEXT)
            self.assertCode(result, 1)
            line = before.count("\n") + 6
            self.assertIn(f"{self.folder}/main.ts:{line}\n  @logged\n  ^\n",
                          result.stderr, str(result))
            self.assertIn(f"SyntaxError: {self.HELP}", result.stderr)
            self.assertIn("--target=es2022", result.stderr)

    def test_so_is_one_in_javascript_and_behind_an_import(self) -> None:
        self.write("lib.js", "export class A { @(x => x) m() {} }")
        result = self.run_ts("await import('./lib.js').catch(e => console.log(e.message));"
                             "\nimport('./lib.js');")
        self.assertCode(result, 1)
        self.assertIn(self.HELP, result.stdout)
        self.assertIn(f"{self.folder}/lib.js:1\nexport class A {{ @(x => x) m() {{}} }}\n"
                      "                 ^\n", result.stderr, str(result))

    def test_any_other_character_that_is_wrong_is_not(self) -> None:
        for text in ("const a = 1 @ 2;", "const a = 1 # 2;", "'@x"):
            self.assertNotIn(self.HELP, self.run_ts(text).stderr)

    def test_what_the_help_says_works(self) -> None:
        self.write("main.ts", self.TEXT.replace("class Fails { @logged() field = 1; }", "")
                   .replace("return 1", "throw new Error('here')"))
        bundler.build(self.folder / "main.ts", self.folder / "out.js", "--bundle",
                      "--target=es2022")
        result = self.rt("run", "out.js")
        self.assertEqual(result.stdout, "method area\n", str(result))
        self.assertIn(f"{self.folder}/main.ts:7\n", result.stderr, str(result))


class Errors(TypeScriptTest):
    def test_a_syntax_error_shows_its_line(self) -> None:
        result = self.run_ts("const fine: number = 1;\nlet broken: = 2;\n")
        self.assertCode(result, 1)
        self.assertIn(
            f"{self.folder}/main.ts:2\nlet broken: = 2;\n            ^\n", result.stderr
        )
        self.assertIn("SyntaxError: ", result.stderr)

    def test_an_error_in_transformed_code_is_at_its_place(self) -> None:
        for run in ("made", "from the cache"):
            with self.subTest(run):
                result = self.run_ts(ENUM)
                self.assertCode(result, 1)
                main = f"{self.folder}/main.ts"
                self.assertIn(
                    f"{main}:7\n  throw new Error(Color[color]);\n        ^\n",
                    result.stderr,
                )
                self.assertIn("Error: Green\n", result.stderr)
                self.assertIn(f"at fail (file://{main}:7:9)\n", result.stderr)
                self.assertIn(f"at file://{main}:9:1\n", result.stderr)

    def test_an_error_in_stripped_code_shows_the_line_with_its_types(self) -> None:
        result = self.run_ts(
            "\nconst f = (x: string): never => { throw new Error(x as string); };\n"
            "f('oops');\n"
        )
        self.assertIn(
            f"{self.folder}/main.ts:2\n"
            "const f = (x: string): never => { throw new Error(x as string); };\n"
            "                                        ^\n",
            result.stderr,
        )
        self.assertIn(f"at f (file://{self.folder}/main.ts:2:41)", result.stderr)

    def test_places_in_classes_and_namespaces(self) -> None:
        result = self.run_ts("""
            class Account {
              constructor(
                private readonly owner: string,
              ) {}
              close(): void { throw new TypeError(this.owner); }
            }
            namespace Bank {
              export function close(account: Account) {
                account.close();
              }
            }
            try { Bank.close(new Account('x')); } catch (error) {
              console.log((error as Error).stack);
            }
        """)
        places = [line.split("main.ts:")[-1].rstrip(")")
                  for line in result.stdout.splitlines()[1:]]
        self.assertEqual(places, ["6:37", "10:25", "13:24"], str(result))

    def test_the_programs_own_stack_traces_have_the_places(self) -> None:
        result = self.run_ts("""
            enum E { A, B, C }
            interface Unused { a: string; }
            Error.prepareStackTrace = (error, sites) => sites.map((site) => [
                site.getFunctionName(), site.getFileName()?.split('/').pop(),
                site.getLineNumber(), site.getColumnNumber(),
                site.isToplevel(),
                String(site).split('/').pop(),
            ].join());
            class K {
                constructor(private readonly e: E) {}
                make(): string[] { return new Error('x').stack as any; }
            }
            for (const line of new K(E.A).make()) console.log(line);
        """)
        self.assertOutput(result, stdout=(
            "make,main.ts,12,43,false,main.ts:12:43)\n"
            ",main.ts,14,43,true,main.ts:14:43\n"))

    def test_the_programs_own_stack_traces_still_work(self) -> None:
        result = self.run_ts("""
            enum E { A }
            Error.prepareStackTrace = (error, sites) =>
                `${error.message} in ${sites[0].getFunctionName()}`;
            function f() { return new Error('x').stack; }
            console.log(f());
            Error.prepareStackTrace = undefined;
            Error.stackTraceLimit = 0;
            console.log(f());
        """)
        self.assertOutput(result, stdout="x in f\nError: x\n")


class Cache(TypeScriptTest):
    def test_what_was_made_is_found_again(self) -> None:
        text = "const x: number = 1; console.log(x);"
        self.assertOutput(self.run_ts(text), stdout="1\n")
        (entry,) = self.entries()
        # The proof that it is read: another entry under the same key would be
        # refused, so the time at which it was last used is what changes.
        os.utime(entry, (0, 0))
        self.assertOutput(self.run_ts(), stdout="1\n")
        self.assertGreater(entry.stat().st_mtime, 0)
        self.assertEqual(self.entries(), [entry])

    def test_another_text_is_another_entry(self) -> None:
        self.run_ts("const x: number = 1;")
        self.run_ts("const x: number = 2;")
        self.assertEqual(len(self.entries()), 2)

    def test_a_corrupt_or_short_entry_is_made_again(self) -> None:
        text = "const x: string = 'right'; console.log(x);"
        self.run_ts(text)
        (entry,) = self.entries()
        whole = entry.read_bytes()
        for broken in (b"", whole[:-1], whole.replace(b"right", b"wrong"), whole * 2):
            with self.subTest(broken=broken[:20]):
                entry.write_bytes(broken)
                self.assertOutput(self.run_ts(), stdout="right\n")
                self.assertEqual(entry.read_bytes(), whole)

    def test_a_cache_that_cannot_be_written_is_no_error(self) -> None:
        text = "const x: number = 1; console.log(x);"
        (self.folder / "file").write_text("")
        for cache in ("/proc/rt", str(self.folder / "file"), "/dev/null/rt"):
            with self.subTest(cache=cache):
                self.assertOutput(self.run_ts(text, cache=cache), stdout="1\n")

    def test_an_empty_name_turns_it_off(self) -> None:
        result = self.run_ts("const x: number = 1; console.log(x);", cache="")
        self.assertOutput(result, stdout="1\n")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["main.ts"])

    def test_processes_share_it_at_the_same_time(self) -> None:
        self.write("main.ts", ENUM.replace("fail(Color.Green);", "console.log(Color.Red);"))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _: self.run_ts(), range(8)))
        for result in results:
            self.assertOutput(result, stdout="0\n")
        self.assertEqual(len(self.entries()), 1)

    def test_tests_leave_the_users_cache_alone(self) -> None:
        # What rt_run.py promises to tests that say nothing of a cache.
        home = {"HOME": str(self.folder), "XDG_CACHE_HOME": None}
        result = self.rt("run", "main.ts", env=home, files={"main.ts": "enum E { A }"})
        self.assertOutput(result)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["main.ts"])
        self.assertTrue(any(pathlib.Path(os.environ["RT_CACHE_DIR"]).rglob("*")))
