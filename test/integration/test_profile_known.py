"""Every frame of programs whose frames are known is where it is, whatever the program is
written in and made by; and each line has its share of the time."""

import re
from collections import Counter

import bundler
import known_programs
import wasm_module
from known_programs import BODIES, Known
from profile_checker import Frame, Profile
from profile_test import ProfileTest

SERIAL = True

# The files run again after this many profiles of the program's own.
CYCLES = 100

# V8 puts two lines before the body of a function that is made of text; the text for
# eval() has two empty ones.
EVAL_LINE = 3

MAIN = """
import {startProfiling, stopProfiling} from 'rt:profiler';
IMPORTS
WARMS
for (let i = 0; i < CYCLES; i++) {
  startProfiling('p');
  await run0();
  stopProfiling('p');
}
for (let i = 0; i < ROUNDS; i++) {
RUNS}
"""

# What a minifier takes the name of, or gives one that no map has an original for: V8
# calls them by what they are assigned to, if by anything.
UNNAMED = {"mapped", "compare", "replacer", "reviver", "target", "trap", "hasTrap", "valued",
           "Shape", "Made"}


def shares(what: str, units: Counter, got: Counter, ticks: float) -> list[str]:
    """Where the parts of `got` are not those of `units` within 3 points; or, where there
    are too few ticks to tell that, within what is chance."""
    errors = []
    for place, count in units.items():
        share = count / units.total()
        chance = 3.5 * (share * (1 - share) / max(ticks, 1)) ** 0.5
        part = got[place] / max(got.total(), 1)
        if abs(part - share) > max(0.03, chance):
            errors.append(f"{what} {place}: {part:.1%}, not {share:.1%}, of {ticks} ticks")
    return errors


class Programs(ProfileTest):
    """Files of several kinds, each with all the constructs, profiled in one run."""

    def setUp(self):
        super().setUp()
        self.known: dict[str, Known] = {}  # by path
        self.entries: list[str] = []  # what is run
        # Over all kinds: by body, and function.
        self.cpu: dict[str, Counter] = {}
        self.ticks: Counter = Counter()

    def add_kind(self, kind: str, ending: str, change=str, *, typed: bool = False,
                 before: str = "") -> None:
        texts = {"burn": known_programs.burn_module(typed)}
        for name, body in BODIES.items():
            texts[name] = change(known_programs.script(
                before + body, typed=typed, module=f"burn.{ending}"))
            self.entries.append(f"{kind}/{name}.{ending}")
        for name, text in texts.items():
            path = self.write(f"{kind}/{name}.{ending}", text)
            self.known[str(path)] = Known.of(text)

    def add_bundles(self, kind: str, *options: str) -> None:
        """Made of transform TypeScript by esbuild."""
        self.add_kind(kind, "ts", typed=True, before=known_programs.SHIFT)
        for name in BODIES:
            self.entries.remove(f"{kind}/{name}.ts")
            out = f"{kind}/dist/{name}.js"
            bundler.build(self.folder / kind / f"{name}.ts", self.folder / out,
                          "--bundle", *options)
            self.entries.append(out)

    def run_all(self, rounds: int) -> Profile:
        program = MAIN.replace("IMPORTS", "\n".join(
            f"import {{run as run{i}, warm as warm{i}}} from './{name}';"
            for i, name in enumerate(self.entries)))
        program = program.replace("RUNS", "".join(
            f"  await run{i}();\n" for i in range(len(self.entries))))
        program = program.replace("WARMS", "".join(
            f"warm{i}(2);\n" for i in range(len(self.entries))))
        program = program.replace("ROUNDS", str(rounds)).replace("CYCLES", str(CYCLES))
        return self.profile(program, flags=("--profile-interval", "100"))

    def function_at(self, frame: Frame, minified: bool) -> str | None:
        """The function that the frame is one of; None where its place is wrong."""
        known = self.known[frame.file]
        name = re.sub(r"^\(anonymous\).*", "(anonymous)", frame.name)
        if not minified:
            return name if frame.line in known.lines.get(name, ()) else None
        # All is on one line: the function's start is what can be known.
        for started, lines in known.starts.items():
            if frame.line in lines and (name == started or started in UNNAMED):
                return started
        return None

    def check(self, profile: Profile, kind: str) -> list[str]:
        """What is wrong with the kind's frames and shares."""
        minified = kind.startswith("minified")
        folder = f"{self.folder}/{kind}/"
        total, right = 0, 0
        wrong: Counter = Counter()
        ticks: dict[str, Counter] = {}
        for sample in profile.samples:
            frames = [f for f in sample.stack if f.file in self.known]
            if sample.stack[0].name != "burn" or not frames[-1].file.startswith(folder):
                continue
            cpu = sample.values["cpu"]
            total += cpu
            if len(sample.stack) == 1:
                wrong["no caller", "", 0] += cpu
                continue
            bad = [f for f in frames if self.function_at(f, minified) is None]
            bad += [f for f in sample.stack if f.name == "(eval)" and f.line != EVAL_LINE]
            right += 0 if bad else cpu
            for frame in bad:
                wrong[frame.file.removeprefix(folder), frame.name, frame.line] += cpu
            caller = sample.stack[1]
            if caller.file in self.known:
                name = self.function_at(caller, minified)
                if name == "warm":
                    continue
                place = (name, 0) if minified else (name, caller.line)
                ticks.setdefault(caller.file, Counter())[place] += sample.values["samples"]
                body = caller.file.rpartition("/")[2].partition(".")[0]
                if name is not None:
                    name = name.removesuffix("é日𝒳")
                    self.cpu.setdefault(body, Counter())[name] += cpu
                    self.ticks[body] += sample.values["samples"]
        errors = []
        if right < 0.97 * total or total == 0:
            errors.append(f"{kind}: {right} of {total} right; wrong: {wrong.most_common(9)}")
        for path, known in self.known.items():
            if not path.startswith(folder) or not known.burned:
                continue
            units: Counter = Counter()
            for (name, line), count in known.burned.items():
                units[name, 0 if minified else line] += count
            errors += shares(path, units, ticks.get(path, Counter()),
                             ticks.get(path, Counter()).total())
        return errors

    def check_cpu(self) -> list[str]:
        """What is wrong with the shares of CPU that each construct has over all kinds. A
        tick is worth what was used since the one before: where the sampler had to wait,
        that is much, so that it takes more of them to tell shares than to count ticks."""
        errors = []
        for body, got in self.cpu.items():
            units: Counter = Counter()
            for (name, _), count in Known.of(known_programs.script(BODIES[body])).burned.items():
                units[name] += count
            errors += shares(body, units, got, self.ticks[body] / 4)
        return errors

    def test_every_frame_is_where_it_is_and_has_its_share(self):
        self.add_kind("plain", "js")
        self.add_kind("mark", "js", lambda text: "\ufeff" + text)
        self.add_kind("crlf", "js", lambda text: text.replace("\n", "\r\n"))
        self.add_kind("größe", "js", known_programs.renamed)
        self.add_kind("strip", "ts", typed=True)
        self.add_kind("transform", "ts", typed=True, before=known_programs.SHIFT)
        # Each function starts behind a million columns.
        comment = f"/*{'x' * 1_000_000}*/ "
        self.add_kind("wide", "js", lambda text: re.sub(
            r"(?m)^(?=function (recurse|define|tag))", comment, text))
        self.add_bundles("bundle")
        self.add_bundles("inline", "--sourcemap=inline")
        self.add_bundles("minified", "--minify")
        self.add_bundles("minified-inline", "--minify", "--sourcemap=inline")
        self.assertGreaterEqual(len(self.entries), 30)
        profile = self.run_all(100)
        kinds = dict.fromkeys(name.split("/")[0] for name in self.entries)
        errors = [e for kind in kinds for e in self.check(profile, kind)]
        self.assertEqual(errors + self.check_cpu(), [])


class WebAssembly(ProfileTest):
    def test_functions_have_the_names_of_the_name_section(self):
        self.write("module.wasm", wasm_module.named("outer_step", "inner_spin"))
        profile = self.profile("""
            import {DiskFileSystem} from 'rt:file';
            const bytes = await new DiskFileSystem().readFile('module.wasm');
            const {instance} = await WebAssembly.instantiate(bytes);
            function calls() { for (let i = 0; i < 300; i++) instance.exports.run(1e6); }
            calls();
            """)
        # What V8 calls its way from JavaScript stands between the two.
        stack = ["inner_spin", "outer_step", "js-to-wasm", "calls"]
        self.assertShare(
            profile, lambda s: [f.name for f in s.stack[:4]] == stack, 0.97,
            of=lambda s: s.has("calls"))
