"""Functions and lines of TypeScript that is no JavaScript with types: enum, namespace
and parameter properties, which move everything that follows them.

In these programs a function burns CPU or calls on one line only, which says so: a line
that ends in `// @area` is the only one that a frame of `area` can be on.
"""

import re

import pprof_tool
from profile_checker import Frame, describe
from profile_test import ProfileTest, cpu_of

SERIAL = True

BURN = "for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;"

LIB = f"""
export enum Level {{
  Low = 1,
  High = Low << 3,
  Text = 'text',
}}
export interface Sized {{
  size: number;
  name?: string;
}}
export class Shape implements Sized {{
  filler = 0;
  constructor(
    public size: number,
    private readonly level: Level = Level.Low,
  ) {{
    let x = 0, n = size;
    {BURN}  // @Shape
    this.filler = x;
  }}
  get half(): number {{
    let x = this.level as number, n = this.size;
    {BURN}  // @get half
    return x;
  }}
  static make(size: number): Shape {{
    return new Shape(size, Level.High);  // @make
  }}
}}
"""

MAIN = f"""// Nothing here is where a compiler puts it.
import {{Shape, type Sized}} from './lib.ts';
const enum Color {{ Red, Green = 5 }}
enum Mixed {{
  One,
  Two = Color.Green,
}}
type Callback<T> = (
  value: T,
) => number;

namespace Work {{
  export const factor: number = 31;
  export namespace Inner {{
    export function area(n: number): number {{
      let x = Mixed.Two as number;
      {BURN}  // @area
      return x;
    }}
  }}
  export function twice<T extends Sized>(
    sized: T,
    then: Callback<T>,
  ): number {{
    return Inner.area(sized.size) + then(sized);  // @twice
  }}
}}

class Account {{
  constructor(private owner: string, protected readonly rounds: number) {{}}
  drain(n: number): number {{
    let x: number = this.rounds;
    {BURN}  // @drain
    return x;
  }}
  close(): number {{
    return this.drain(this.rounds) + this.owner.length;  // @close
  }}
}}

const arrow = (sized: Sized): number => {{
  let x = 0, n = sized.size satisfies number;
  {BURN}  // @arrow
  return x;
}};

function round(n: number): number {{
  return shapes(n) + works(n) + accounts(n);  // @round
}}
function shapes(n: number): number {{
  return Shape.make(n).half;  // @shapes
}}
function works(n: number): number {{
  return Work.twice({{size: n}}, arrow);  // @works
}}
function accounts(n: number): number {{
  return new Account('me', n).close();  // @accounts
}}
let total = 0;
for (let i = 0; i < 30; i++) total += round(500000);  // @(module) main.ts
console.log(total !== 0.5);
"""

BURNERS = ["Shape", "get half", "area", "arrow", "drain"]


class Lines(ProfileTest):
    def test_every_frame_is_on_its_line(self):
        self.write("lib.ts", LIB)
        profile = self.profile(MAIN, name="main.ts")
        texts = {str(self.folder / name): text.split("\n")
                 for name, text in (("lib.ts", LIB), ("main.ts", MAIN))}

        def is_right(frame: Frame) -> bool:
            lines = texts.get(frame.file)
            if lines is None:
                return frame.file == "" or frame.file.startswith("rt:")
            return lines[frame.line - 1].endswith(f"// @{frame.name}")

        # Before that comes the compiler from TypeScript.
        self.assertShare(
            profile, lambda s: all(is_right(frame) for frame in s.stack), 0.97,
            of=lambda s: s.has("round"))

        burned = {
            name: sum(s.values["cpu"] for s in profile.samples if s.stack[0].name == name)
            for name in BURNERS
        }
        total = sum(burned.values())
        self.assertGreater(total, 0.9 * cpu_of(profile, "round"), describe(profile))
        samples = sum(s.values["samples"] for s in profile.samples if s.has("round"))
        spread = 0.4 / samples ** 0.5
        for name, cpu in burned.items():
            self.assertLess(abs(cpu / total - 0.2), max(0.03, 3 * spread),
                            f"{name}: {burned}\n{describe(profile)}")

        for name in BURNERS:
            function = name.removeprefix("get ")
            listed = pprof_tool.source_lines(self.path, rf"^(get )?{function}$")
            at_work = max(listed, key=lambda line: line.flat)
            self.assertEqual(at_work.text.strip(), f"{BURN}  // @{name}")
        first_lines = {f.name: texts[f.file][f.start_line - 1].strip()
                       for f in profile.functions if f.file in texts}
        for name, line in {
            "area": "export function area(n: number): number {",
            "twice": "export function twice<T extends Sized>(",
            "drain": "drain(n: number): number {",
            "get half": "get half(): number {",
            "make": "static make(size: number): Shape {",
            "arrow": "const arrow = (sized: Sized): number => {",
            "round": "function round(n: number): number {",
        }.items():
            self.assertEqual(first_lines[name], line)

    def test_a_stack_trace_names_the_same_lines(self):
        # Each function that burned throws instead.
        for name in BURNERS:
            text = MAIN, LIB
            main, lib = (re.sub(rf"(.*){re.escape(BURN)}(  // @{name}\n)",
                                r"\1throw new Error('here');\2", t) for t in text)
            self.assertNotEqual((main, lib), text)
            main = main.replace(
                "let total = 0;\nfor (let i = 0; i < 30; i++) total += round(500000);",
                "let total = 0;\ntry { round(9); } catch (e) { console.log(e.stack); }"
                "  // @(module) main.ts\n//")
            result = self.rt("run", "main.ts", files={"main.ts": main, "lib.ts": lib})
            self.assertCode(result, 0)
            lines = {"main.ts": main.split("\n"), "lib.ts": lib.split("\n")}
            places = re.findall(
                r"^    at (?:(.*) \()?file://.*/(\w+\.ts):(\d+):\d+\)?$",
                result.stdout, re.MULTILINE)
            self.assertGreaterEqual(len(places), 4, str(result))
            self.assertEqual(len(places), result.stdout.count("\n    at "), str(result))
            for function, file, line in places:
                marked = lines[file][int(line) - 1].partition("// @")[2]
                called = re.sub(r"^(new|get|Function) |.*\.", "", function)
                marked = marked.removeprefix("get ")
                if marked.startswith("("):
                    self.assertEqual(called, "", str(result))
                else:
                    self.assertEqual(called, marked, str(result))
