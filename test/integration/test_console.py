"""console shows values as Node's documentation and console.spec.whatwg.org say.

The texts are what Node prints for the same program.
"""

import os
import pty
import unittest

from rt_run import RtTest, rt_path

# Expressions and how console.log shows them.
SHOWN = [
    # A string by itself has no quotes, one inside of a value does.
    ("'plain', 'a\\nb'", "plain a\nb"),
    ("""['a\\nb', "it's", 'q"\\'']""", """[ 'a\\nb', "it's", `q"'` ]"""),
    ("1, -0, 1.5, NaN, 12345678901234567890n", "1 -0 1.5 NaN 12345678901234567890n"),
    ("true, null, undefined, Symbol('s')", "true null undefined Symbol(s)"),
    ("[1, -0, 'x', null, undefined, [], {}]",
     "[ 1, -0, 'x', null, undefined, [], {} ]"),
    ("[, 1,, 2]", "[ <1 empty item>, 1, <1 empty item>, 2 ]"),
    ("Object.assign([1, 2], {x: 1})", "[ 1, 2, x: 1 ]"),
    ("Array.from({length: 101}, () => 0).slice(0, 101).length", "101"),
    ("{a: 1, 'b-c': 2, 4: 5, f() {}, g: () => {}}",
     "{ '4': 5, a: 1, 'b-c': 2, f: [Function: f], g: [Function: g] }"),
    ("{get h() {}, get i() {}, set i(v) {}, set j(v) {}}",
     "{ h: [Getter], i: [Getter/Setter], j: [Setter] }"),
    ("{a: {b: {c: {d: 1}}}}, [[[[1]]]]", "{ a: { b: { c: [Object] } } } [ [ [ [Array] ] ] ]"),
    ("Object.create(null), Object.create({a: 1})", "[Object: null prototype] {} {}"),
    ("new (class Foo { #p = 1; x = 1 })", "Foo { x: 1 }"),
    ("class A {}, class B extends Array {}, class {}",
     "[class A] [class B extends Array] [class (anonymous)]"),
    ("function () {}, function f() {}, async () => {}, function* g() {}",
     "[Function (anonymous)] [Function: f] [AsyncFunction (anonymous)] "
     "[GeneratorFunction: g]"),
    ("new Map([['a', {b: 1}]]), new Set([1, 'x']), new Map(), new Set()",
     "Map(1) { 'a' => { b: 1 } } Set(2) { 1, 'x' } Map(0) {} Set(0) {}"),
    ("new Map([['a', 1]]).keys(), new Map([['a', 1]]).entries(), new Set([1]).values()",
     "[Map Iterator] { 'a' } [Map Entries] { [ 'a', 1 ] } [Set Iterator] { 1 }"),
    ("new WeakMap(), new WeakSet()",
     "WeakMap { <items unknown> } WeakSet { <items unknown> }"),
    ("new Uint8Array([1, 2]), new BigInt64Array(1)",
     "Uint8Array(2) [ 1, 2 ] BigInt64Array(1) [ 0n ]"),
    ("Promise.resolve({a: 1}), new Promise(() => {})",
     "Promise { { a: 1 } } Promise { <pending> }"),
    ("(() => { const p = Promise.reject(3); p.catch(() => {}); return p; })()",
     "Promise { <rejected> 3 }"),
    ("new Date(0), new Date(NaN), /re/gi", "1970-01-01T00:00:00.000Z Invalid Date /re/gi"),
    ("Object(1), Object('s'), Object(1n), Object(Symbol('b'))",
     "[Number: 1] [String: 's'] [BigInt: 1n] [Symbol: Symbol(b)]"),
    ("(function () { return arguments; })(1, 'a'), (function* () {})()",
     "[Arguments] { '0': 1, '1': 'a' } Object [Generator] {}"),
    ("(() => { const c = {n: 1}; c.self = c; return c; })()",
     "<ref *1> { n: 1, self: [Circular *1] }"),
    ("Object.assign(new Error('e'), {stack: 'Error: e\\n    at y', code: 'E1'})",
     "Error: e\n    at y {\n  code: 'E1'\n}"),
    ("Object.assign(new Error('o', {cause: 1}), {stack: 'Error: o\\n    at y'})",
     "Error: o\n    at y {\n  [cause]: 1\n}"),
    ("'\\x1b[31mred', ['\\x1b[31m', '\\u0000', '\\ud800']",
     "\x1b[31mred [ '\\x1B[31m', '\\x00', '\\ud800' ]"),
    ("{aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbbbbbb: 2, cccccccccccccccccccccc: 3}",
     "{\n  aaaaaaaaaaaaaaaaaaaa: 1,\n  bbbbbbbbbbbbbbbbbbbbbbbb: 2,\n"
     "  cccccccccccccccccccccc: 3\n}"),
    # A class of the program may say how it is shown.
    ("{[Symbol.for('nodejs.util.inspect.custom')]: () => 'mine'}", "mine"),
    ("new URLSearchParams('a=1&a=2'), new AbortController()",
     "URLSearchParams { 'a' => '1', 'a' => '2' } "
     "AbortController { signal: AbortSignal { aborted: false } }"),
    ("{deep: {er: {params: new URLSearchParams()}}}",
     "{ deep: { er: { params: [URLSearchParams] } } }"),
    ("{deep: {er: {still: {signal: AbortSignal.abort()}}}}",
     "{ deep: { er: { still: [Object] } } }"),
    # Format specifiers, https://console.spec.whatwg.org/#formatter.
    ("'%s|%s|%s|%s', 'a', 1, -0, 5n, 'extra', {a: 1}", "a|1|-0|5n extra { a: 1 }"),
    ("'%s %s', null, undefined", "null undefined"),
    ("'%d|%d|%i|%i|%f|%f', '42', 5n, 42.9, '0x10', '1.25', 'abc'",
     "42|5n|42|16|1.25|NaN"),
    ("'%j|%O|%%|%c|%x', {a: [1]}, {b: {c: {d: {e: {}}}}}, 'css', 'rest'",
     "{\"a\":[1]}|{ b: { c: { d: [Object] } } }|%||%x rest"),
    ("'%s'", "%s"),
    ("'100%', 5", "100% 5"),
    ("5, '%s', 'x'", "5 %s x"),
    ("", ""),
    ("'a', '', 'b'", "a  b"),
]

TABLES = [
    ("[{a: 1, b: 'x'}, {a: 2, c: {d: 1}}]", """\
┌─────────┬───┬─────┬──────────┐
│ (index) │ a │ b   │ c        │
├─────────┼───┼─────┼──────────┤
│ 0       │ 1 │ 'x' │          │
│ 1       │ 2 │     │ { d: 1 } │
└─────────┴───┴─────┴──────────┘
"""),
    ("[{a: 1, b: 2}, {a: 3, b: 4}], ['b']", """\
┌─────────┬───┐
│ (index) │ b │
├─────────┼───┤
│ 0       │ 2 │
│ 1       │ 4 │
└─────────┴───┘
"""),
    ("[1, {q: 2}]", """\
┌─────────┬───┬────────┐
│ (index) │ q │ Values │
├─────────┼───┼────────┤
│ 0       │   │ 1      │
│ 1       │ 2 │        │
└─────────┴───┴────────┘
"""),
    ("new Map([['a', {x: 1}]])", """\
┌───────────────────┬─────┬──────────┐
│ (iteration index) │ Key │ Values   │
├───────────────────┼─────┼──────────┤
│ 0                 │ 'a' │ { x: 1 } │
└───────────────────┴─────┴──────────┘
"""),
    ("new Set([{q: 1}])", """\
┌───────────────────┬──────────┐
│ (iteration index) │ Values   │
├───────────────────┼──────────┤
│ 0                 │ { q: 1 } │
└───────────────────┴──────────┘
"""),
    # A wide character takes two columns.
    ("[{name: '日本'}]", """\
┌─────────┬────────┐
│ (index) │ name   │
├─────────┼────────┤
│ 0       │ '日本' │
└─────────┴────────┘
"""),
    ("5", "5\n"),
]


class ConsoleShows(RtTest):
    def test_values_and_formats(self):
        program = "".join(f"console.log({code});\n" for code, _ in SHOWN)
        self.write("main.js", program)
        result = self.rt("run", "main.js")
        self.assertOutput(result, stdout="".join(f"{text}\n" for _, text in SHOWN))

    def test_tables(self):
        program = "".join(f"console.table({code});\n" for code, _ in TABLES)
        self.write("main.js", program)
        result = self.rt("run", "main.js")
        self.assertOutput(result, stdout="".join(text for _, text in TABLES))

    def test_dir_takes_options_and_no_format(self):
        self.write("main.js", """
            console.dir({a: {b: {c: {d: {e: 1}}}}}, {depth: null});
            console.dir({a: {b: 1}}, {depth: 0});
            console.dir('%s');
        """)
        result = self.rt("run", "main.js")
        self.assertOutput(result, stdout=(
            "{\n  a: {\n    b: { c: { d: { e: 1 } } }\n  }\n}\n{ a: [Object] }\n'%s'\n"))


class ConsoleState(RtTest):
    def test_groups_indent_every_line_of_both_streams(self):
        self.write("main.js", """
            console.group('one');
            console.log('two\\nlines');
            console.groupCollapsed();
            console.error('deep');
            console.groupEnd();
            console.groupEnd();
            console.groupEnd();
            console.log('out');
        """)
        self.assertOutput(
            self.rt("run", "main.js"),
            stdout="one\n  two\n  lines\nout\n", stderr="    deep\n")

    def test_counts(self):
        self.write("main.js", """
            console.count();
            console.count('x');
            console.count(undefined);
            console.countReset();
            console.count();
            console.countReset('none');
        """)
        self.assertOutput(
            self.rt("run", "main.js"),
            stdout="default: 1\nx: 1\ndefault: 2\ndefault: 1\n",
            stderr="Warning: Count for 'none' does not exist\n")

    def test_timers(self):
        self.write("main.js", """
            console.time('t');
            console.time('t');
            console.timeLog('t', {a: 1});
            console.timeEnd('t');
            console.timeEnd('t');
        """)
        result = self.rt("run", "main.js")
        self.assertCode(result, 0)
        duration = r"t: \d+(\.\d{1,3})?m?s"
        self.assertRegex(
            result.stdout, rf"\A{duration} \{{ a: 1 \}}\n{duration}\n\Z")
        self.assertEqual(result.stderr, (
            "Warning: Label 't' already exists for console.time()\n"
            "Warning: No such label 't' for console.time()\n"))

    def test_assert(self):
        self.write("main.js", """
            console.assert(true, 'never');
            console.assert(false);
            console.assert(0, 'text %s', 'formatted');
            console.assert('', {a: 1}, 2);
        """)
        self.assertOutput(self.rt("run", "main.js"), stderr=(
            "Assertion failed\n"
            "Assertion failed: text formatted\n"
            "Assertion failed { a: 1 } 2\n"))

    def test_trace_shows_the_stack_of_its_caller(self):
        self.write("main.js", "function f() {\n  console.trace('at %d', 1);\n}\nf();\n")
        result = self.rt("run", "main.js")
        self.assertCode(result, 0)
        lines = result.stderr.splitlines()
        self.assertEqual(lines[0], "Trace: at 1")
        self.assertRegex(lines[1], r"^    at f \(.*main\.js:2:11\)$")
        self.assertRegex(lines[2], r"^    at .*main\.js:4:1\)?$")


class ConsoleColors(RtTest):
    PROGRAM = "console.log({a: 1, b: 'x'});\n"
    PLAIN = "{ a: 1, b: 'x' }\n"
    COLORED = "{ a: \x1b[33m1\x1b[39m, b: \x1b[32m'x'\x1b[39m }\n"

    def run_on_terminal(self, **environment: str) -> str:
        """What the program prints when standard output is a terminal."""
        path = self.write("main.js", self.PROGRAM)
        pid, terminal = pty.fork()
        if pid == 0:
            for name in ("NO_COLOR", "NODE_DISABLE_COLORS"):
                os.environ.pop(name, None)
            os.environ.update(environment)
            os.execv(rt_path(), [rt_path(), "run", path])
        output = b""
        try:
            while chunk := os.read(terminal, 4096):
                output += chunk
        except OSError:  # Linux's way to say that the other side is closed.
            pass
        os.close(terminal)
        self.assertEqual(os.waitpid(pid, 0)[1], 0, output)
        return output.decode().replace("\r\n", "\n")

    def test_no_colors_in_a_pipe(self):
        self.write("main.js", self.PROGRAM)
        self.assertOutput(self.rt("run", "main.js"), stdout=self.PLAIN)

    def test_colors_on_a_terminal(self):
        self.assertEqual(self.run_on_terminal(), self.COLORED)

    def test_no_color_is_honored(self):
        self.assertEqual(self.run_on_terminal(NO_COLOR="1"), self.PLAIN)

    def test_an_empty_no_color_does_not_count(self):
        self.assertEqual(self.run_on_terminal(NO_COLOR=""), self.COLORED)


class ConsoleWrites(RtTest):
    def test_a_full_disk_ends_the_program_only_at_its_end(self):
        self.write("main.js", "console.log('lost'); console.error('still here');\n")
        result = self.rt_to_full_disk("main.js")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(
            result.stderr, rb"\Astill here\n.*standard output: No space left")

    def test_a_large_text_arrives_whole(self):
        self.write("main.js", "console.log('é'.repeat(1_000_000));\n")
        result = self.rt("run", "main.js")
        self.assertEqual(result.code, 0)
        self.assertEqual(result.stdout, "é" * 1_000_000 + "\n")


if __name__ == "__main__":
    unittest.main()
