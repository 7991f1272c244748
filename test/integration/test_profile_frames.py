"""Names, files and lines of a profile's frames."""

from profile_checker import describe
from profile_test import ProfileTest, frame_named, frames, lines_of


class Lines(ProfileTest):
    def test_a_busy_loop_is_on_its_lines(self):
        program = """
            const numbers = new Float64Array(1000);
            function loop(rounds) {
              for (let round = 0; round < rounds; round++) {
                for (let i = 1; i < 1000; i++) {
                  numbers[i] = Math.sqrt(numbers[i - 1] + round);  // the work
                }
              }
            }

            loop(400000);
            """
        profile = self.profile(program)
        [start, inner, work, call] = lines_of(
            program, "function loop", "let i = 1", "// the work", "loop(400000)")
        self.assertEqual(frame_named(profile, "loop").start_line, start)
        self.assertShare(
            profile,
            lambda s: frames(s)[-1:] in ([("loop", work)], [("loop", inner)]), 0.97)
        self.assertShare(
            profile, lambda s: frames(s)[-1:] == [("loop", work)], 0.8)
        self.assertShare(
            profile, lambda s: s.stack[-1].line == call, 0.97,
            of=lambda s: s.has("loop"))

    def test_a_call_that_runs_once_is_on_its_line(self):
        # What V8's interpreter would run, and place on the line before.
        program = """
            function burn() {
              let x = 0;
              for (let i = 0; i < 1e7; i++) x = (x * 31 + i) | 0;
              return x;
            }
            burn();  // 0
            const one = 1;
            burn();  // 1
            function once() {
              burn();  // 2
            }
            once();
            const list = [
              burn(),  // 3
              burn(),  // 4
            ];
            class Shape {
              static area = burn();  // 5
            }
            if (one === 1)
              burn();  // 6
            """
        profile = self.profile(program)
        calls = lines_of(program, *(f"burn();  // {i}" if i not in (3, 4)
                                    else f"burn(),  // {i}" for i in range(7)))

        def callers(s):
            return [frame.line for frame in s.stack[1:2]]

        def burns(s):
            return s.stack[0].name == "burn"

        self.assertShare(
            profile, lambda s: callers(s) in [[line] for line in calls], 0.97, of=burns)
        for line in calls:
            self.assertShare(
                profile, lambda s, line=line: callers(s) == [line], 1 / 7 - 0.03, of=burns)

    def chain(self, body: str, depth: int = 7) -> tuple[str, list[tuple[str, int]]]:
        """A program in which f1 calls f2 and so on; each passes through `body`. And
        the stack that it spends its time in."""
        lines = ["let sink = 0;"]
        stack = []
        for level in range(1, depth):
            lines += [f"function f{level}(n) {{", *body.splitlines(),
                      f"  return f{level + 1}(n) + 1;", "}", ""]
            stack.append((f"f{level}", len(lines) - 2))
        lines += [f"function f{depth}(n) {{", "  let x = 0;",
                  "  for (let i = 0; i < n; i++) {",
                  "    x += Math.sqrt(i) * 0.5;", "  }", "  return x;", "}"]
        stack.append((f"f{depth}", len(lines) - 3))
        lines += ["for (let k = 0; k < 10000; k++) {", "  sink += f1(50000);", "}",
                  "console.log(sink > 0);"]
        return "\n".join(lines), stack

    def check_chain(self, body: str, share: float) -> None:
        program, stack = self.chain(body)
        profile = self.profile(program)
        names = [name for name, _ in stack]
        self.assertShare(
            profile, lambda s: [name for name, _ in frames(s)] == names, share)
        # The callers' lines, and the leaf's loop: its head or its body.
        self.assertShare(profile, lambda s: frames(s)[:-1] == stack[:-1], share)
        leaf_line = stack[-1][1]
        self.assertShare(
            profile,
            lambda s: frames(s)[-1:] in ([(names[-1], leaf_line - 1)], stack[-1:]),
            share)

    def test_a_chain_of_inlined_calls_has_all_its_frames(self):
        self.check_chain("  n |= 0;", 0.97)

    def test_a_chain_of_calls_that_are_not_inlined_has_all_its_frames(self):
        # V8 inlines no function of this size.
        body = "\n".join(f"  if (n === -{i}) sink += n * {i} + {i};"
                         for i in range(1, 60))
        self.check_chain(body, 0.97)

    def check_builtin(self, work: str, before: str = "") -> None:
        """A function's time in what V8 does by built-ins that have no frame is on
        the line that it does it on, and not on the function's caller."""
        program = f"""
            {before}
            function leaf(n) {{
              let x = 0;
              for (let i = 0; i < n; i++) {{
                {work}  // the work
              }}
              return x;
            }}
            function outer(rounds) {{
              let x = 0;
              for (let i = 0; i < rounds; i++) x += leaf(100000);
              return x;
            }}
            const end = performance.now() + 400;
            while (performance.now() < end) outer(10);
            """
        profile = self.profile(program)
        [inner, line, call] = lines_of(
            program, "i < n", "// the work", "i < rounds")

        def in_outer(s):
            return s.has("outer")

        self.assertShare(
            profile, lambda s: ("leaf", line) in frames(s) or
            ("leaf", inner) in frames(s), 0.97, of=in_outer)
        self.assertShare(
            profile, lambda s: ("leaf", line) in frames(s), 0.8, of=in_outer)
        self.assertShare(
            profile, lambda s: ("outer", call) in frames(s), 0.97,
            of=lambda s: s.has("leaf"))

    # Objects whose properties V8 finds by a built-in, not by code of its own.
    MANY_SHAPES = """
            const shapes = [];
            for (let i = 0; i < 64; i++) {
              const shape = {};
              for (let k = 0; k < i; k++) shape["p" + i + "_" + k] = k;
              shape.value = i;
              shapes.push(shape);
            }
            """

    def test_reading_objects_of_many_shapes_is_on_its_line(self):
        self.check_builtin("x += shapes[i & 63].value;", self.MANY_SHAPES)

    def test_writing_objects_of_many_shapes_is_on_its_line(self):
        self.check_builtin("shapes[i & 63].value = i;", self.MANY_SHAPES)

    def test_reading_by_many_names_is_on_its_line(self):
        self.check_builtin(
            "x += shapes[i & 63][names[i & 7]] === undefined ? 1 : 2;",
            self.MANY_SHAPES + "const names = [...'abcdefgh'];")

    def test_calling_a_built_in_is_on_its_line(self):
        self.check_builtin(
            "x += map.get(i & 63);",
            self.MANY_SHAPES + "const map = new Map(shapes.map((s, i) => [i, i]));")

    def test_calling_a_native_function_is_on_its_line(self):
        self.check_builtin("x += atob('aGVsbG8=').length;")


class Names(ProfileTest):
    def test_functions_have_the_names_that_they_were_given(self):
        loop = "{ let x = 0; for (let i = 0; i < n; i++) x += i % 7; return x; }"
        program = f"""
            class Shape {{
              constructor(n) {{ this.area = (() => {loop})(); }}
              measure(n) {loop}
              get half() {{ const n = 100000; {loop} }}
              static make(n) {loop}
              #secret(n) {loop}
              reveal(n) {{ return this.#secret(n); }}
            }}
            const holder = {{ method(n) {loop}, arrow: (n) => {loop} }};
            function Old() {{}}
            Old.prototype.run = function(n) {loop};
            async function wait(n) {{ await null; {loop} }}
            function* generate(n) {{ yield 1; yield (() => {loop})(); }}
            let sum = 0;
            for (let k = 0; k < 100; k++) {{
              const shape = new Shape(100000);
              sum += shape.measure(100000) + shape.half + Shape.make(100000);
              sum += shape.reveal(100000) + holder.method(100000);
              sum += holder.arrow(100000) + new Old().run(100000);
              sum += await wait(100000) + [...generate(100000)][1];
              sum += [100000].map((n) => {loop})[0];  // nameless
            }}
            console.log(sum > 0);
            """
        profile = self.profile(program)
        names = {f.name for f in profile.functions if f.file.endswith("main.js")}
        [nameless] = lines_of(program, "// nameless")
        self.assertLessEqual(
            {"measure", "get half", "make", "#secret", "method", "Old.run", "wait",
             "(module) main.js", f"(anonymous) main.js:{nameless}"},
            names, describe(profile))
        self.assertEqual(
            {f.file for f in profile.functions if f.name == "measure"},
            {str(self.folder / "main.js")})
