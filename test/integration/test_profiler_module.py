"""rt:profiler: profiles that a program takes of itself."""

import json

import pprof_tool
from profile_checker import Profile, describe, load
from profile_test import WORK, ProfileTest, cpu_of, lines_of
from watched_run import WatchedTest

SERIAL = True

PRELUDE = WORK + """
import {startProfiling, stopProfiling} from 'rt:profiler';
import {DiskFileSystem} from 'rt:file';
const fs = new DiskFileSystem();
const stop = (name) => fs.writeFile(`${name}.pb`, stopProfiling(name));
"""

# Each letter works in a function of its own, while these profiles run:
#   a: outer   b: outer, inner   c: outer, late   d: late
OVERLAPPING = PRELUDE + """
function a() { work(20000); }
function b() { work(20000); }
function c() { work(20000); }
function d() { work(20000); }
startProfiling('outer');
a();
startProfiling('inner', {interval: 500});
b();
const inner = stopProfiling('inner');
startProfiling('late');
c();
const outer = stopProfiling('outer');
d();
const late = stopProfiling('late');
await fs.writeFile('inner.pb', inner);
await fs.writeFile('outer.pb', outer);
await fs.writeFile('late.pb', late);
"""


# In each round one function is new, and one is old and was recompiled.
ROUNDS = 50
FUNCTION = """
function NAME(n) {  // begin of NAME
  let x = n;
  for (let i = 0; i < n; i++) {  // head of NAME
    x = (x * 31 + i) | 0;  // body of NAME
  }
  return x;
}
"""
MANY_ROUNDS = PRELUDE + "".join(
    FUNCTION.replace("NAME", f"f{i}") for i in range(ROUNDS)
) + f"""
const functions = [{", ".join(f"f{i}" for i in range(ROUNDS))}];
for (const [i, f] of functions.entries()) {{
  startProfiling('round', {{interval: 200}});
  f(2e6);
  f0(2e6);
  await fs.writeFile(`${{i}}.pb`, stopProfiling('round'));
}}
"""


class ProfilerTest(WatchedTest):
    def read(self, name: str) -> Profile:
        path = self.folder / f"{name}.pb"
        pprof_tool.raw(path)
        return load(path)

    def check_overlapping(self) -> None:
        work = {name: self.read(name) for name in ("outer", "inner", "late")}
        cpu = {(name, letter): cpu_of(profile, letter)
               for name, profile in work.items() for letter in "abcd"}
        expected = {"outer": "abc", "inner": "b", "late": "cd"}
        for (name, letter), value in cpu.items():
            if letter not in expected[name]:
                self.assertEqual(value, 0, f"{letter} in {describe(work[name])}")
        for letter, names in (("b", ("outer", "inner")), ("c", ("outer", "late"))):
            first, second = (cpu[name, letter] for name in names)
            # The same work, seen twice: they differ by where it begins and ends.
            ticks = sum(profile.total("cpu") / profile.total("samples")
                        for profile in (work[name] for name in names))
            self.assertNear(first, second, 0.05, str(cpu), slack=5 * ticks)
        for name, profile in work.items():
            self.assertEqual(profile.threads(), ["main"])
            total = sum(cpu[name, letter] for letter in expected[name])
            self.assertGreater(total, 0.85 * profile.total("cpu"), describe(profile))
        self.assertEqual(work["inner"].period, 500_000)


class Overlapping(ProfilerTest):
    def test_profiles_nest_and_overlap(self):
        result = self.rt("run", "main.js", files={"main.js": OVERLAPPING})
        self.assertOutput(result)
        self.check_overlapping()
        # V8 had compiled the module before there was a profiler, and does not tell on
        # which line it was: the first stands for it, and not another one.
        [call] = [i for i, line in enumerate(OVERLAPPING.split("\n"), 1) if line == "b();"]
        for sample in self.read("inner").samples:
            if sample.has("b"):
                module = sample.stack[-1]
                self.assertEqual(module.name, "(module) main.js")
                self.assertIn(module.line, (1, call))

    def test_they_and_the_profile_of_the_run_do_not_disturb_each_other(self):
        run = self.watch("await look();" + OVERLAPPING + "await look();")
        self.check_overlapping()
        self.assertCpuIsTheKernels(run, "main")
        whole = run.profile
        parts = {letter: cpu_of(whole, letter) for letter in "abcd"}
        total = sum(parts.values())
        spread = 0.5 / whole.total("samples") ** 0.5
        for letter, cpu in parts.items():
            self.assertLess(abs(cpu / total - 0.25), max(0.03, 3 * spread),
                            f"{letter}: {parts}\n{describe(whole)}")

    def test_each_realm_has_its_own(self):
        self.write("child.js", PRELUDE + """
            function childs() { work(20000); }
            startProfiling('same');
            childs();
            await fs.writeFile('child.pb', stopProfiling('same'));
            startProfiling('left running');
            """)
        result = self.rt("run", "main.js", files={"main.js": PRELUDE + """
            import {Realm} from 'rt:realm';
            function mains() { work(20000); }
            startProfiling('same');
            const realm = new Realm({entry: './child.js', thread: true});
            mains();
            const {reason} = await realm.exited;
            await fs.writeFile('main.pb', stopProfiling('same'));
            startProfiling('left running');
            console.log(reason);
            """})
        self.assertOutput(result, stdout="completed\n")
        for name, mine, other, thread in (
            ("main", "mains", "childs", "main"), ("child", "childs", "mains", "1 child.js"),
        ):
            profile = self.read(name)
            self.assertEqual(profile.threads(), [thread])
            self.assertEqual(cpu_of(profile, other), 0, describe(profile))
            self.assertGreater(
                cpu_of(profile, mine), 0.8 * profile.total("cpu"), describe(profile))


class FiftyRounds(ProfilerTest):
    def run_rounds(self, *flags: str) -> list[Profile]:
        result = self.rt("run", *flags, "main.js", files={"main.js": MANY_ROUNDS})
        self.assertOutput(result)
        self.read("0")
        return [load(self.folder / f"{i}.pb") for i in range(ROUNDS)]

    def check(self, profiles: list[Profile], *allowed: str) -> None:
        """Each round's CPU is in the functions that it called, on allowed lines."""
        right = new = old = 0
        for i, profile in enumerate(profiles):
            for sample in profile.samples:
                leaf = sample.stack[0]
                if not (leaf.file.endswith("main.js") and leaf.name.startswith("f")):
                    continue
                self.assertIn(leaf.name, (f"f{i}", "f0"), describe(profile))
                cpu = sample.values["cpu"]
                if leaf.name == "f0":
                    old += cpu
                else:
                    new += cpu
                if leaf.line in self.lines(*(f"{mark} of {leaf.name}" for mark in allowed)):
                    right += cpu
        self.assertGreater(right, 0.97 * (new + old))
        # Of two functions that do the same. A round alone may have few ticks.
        every = sum(profile.total("cpu") for profile in profiles)
        self.assertGreater(new, 0.25 * every)
        self.assertGreater(old, 0.25 * every)

    def lines(self, *marks: str) -> list[int]:
        return lines_of(MANY_ROUNDS, *marks)

    def test_names_stay_right(self):
        # Maglev's code has no lines: the function's first stands for them.
        self.check(self.run_rounds(), "begin", "head", "body")

    def test_lines_stay_right(self):
        self.check(self.run_rounds("--v8-flag=--no-maglev"), "head", "body")


class Errors(ProfileTest):
    def test_a_wrong_call_is_told_and_disturbs_nothing(self):
        result = self.rt("run", "main.js", files={"main.js": PRELUDE + """
            const tell = (call) => {
              try { call(); } catch ({name, message}) {
                console.log(JSON.stringify([name, message]));
              }
            };
            function burn() { work(20000); }
            startProfiling('breakfast');
            burn();
            tell(() => startProfiling('breakfast'));
            tell(() => stopProfiling('lunch'));
            tell(() => stopProfiling('breakfasts'));
            for (const wrong of [undefined, 5, {}, '']) {
              tell(() => startProfiling(wrong));
              tell(() => stopProfiling(wrong));
            }
            for (const interval of [99, 1000001, 100.5, NaN, '1000']) {
              tell(() => startProfiling('other', {interval}));
            }
            await stop('breakfast');
            tell(() => stopProfiling('breakfast'));
            startProfiling('breakfast');
            stopProfiling('breakfast');
            """})
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        told = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(len(told), 3 + 8 + 5 + 1, str(result))
        running, unknown, near = told[:3]
        for (name, message), profile in (
            (running, "'breakfast'"), (unknown, "'lunch'"), (near, "'breakfasts'"),
            (told[-1], "'breakfast'"),
        ):
            self.assertEqual(name, "Error")
            self.assertIn(profile, message)
        self.assertIn("'breakfast'?", near[1])
        self.assertEqual([name for name, _ in told[3:11]], ["TypeError"] * 8)
        self.assertEqual(
            [name for name, _ in told[11:16]], ["RangeError"] * 4 + ["TypeError"])
        profile = load(self.folder / "breakfast.pb")
        self.assertGreater(cpu_of(profile, "burn"), 0.8 * profile.total("cpu"))
