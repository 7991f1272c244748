"""Where CPU and wall time of a profile go, and what their sums are."""

import re

from profile_checker import describe
from profile_test import ProfileTest, cpu_of, tick_distance

SERIAL = True


class Shares(ProfileTest):
    def test_work_of_one_two_and_four_is_a_seventh_two_and_four(self):
        # The functions are alike but separate, so that each is compiled by itself.
        program = "".join(
            f"""
            function {name}(amount) {{
              let x = amount;
              for (let i = 0; i < amount * 1000; i++) x = (x * 31 + i) | 0;
              return x;
            }}
            """
            for name in ("one", "two", "four")
        ) + """
            let x = 0;
            for (let round = 0; round < 100; round++) {
              x += one(1000) + two(2000) + four(4000);
            }
            console.log(x !== 0.5);
            """
        profile = self.profile(program)
        parts = {name: cpu_of(profile, name) for name in ("one", "two", "four")}
        total = sum(parts.values())
        # A share that is counted by samples has this standard deviation at most.
        spread = 0.5 / profile.total("samples") ** 0.5
        for name, share in (("one", 1 / 7), ("two", 2 / 7), ("four", 4 / 7)):
            self.assertLess(
                abs(parts[name] / total - share), max(0.03, 3 * spread),
                f"{name}: {parts}\n{describe(profile)}",
            )
        self.assertGreater(total, 0.9 * profile.total("cpu"), describe(profile))

    def test_a_synchronous_wait_has_wall_time_and_no_cpu(self):
        profile = self.profile("""
            // Returns for how long the machine let it not run, at most.
            function spin() {
              let before = performance.now();
              const end = before + 500;
              let longest = 0;
              while (before < end) {
                const now = performance.now();
                longest = Math.max(longest, now - before);
                before = now;
              }
              return longest;
            }
            function block() {
              const cell = new Int32Array(new SharedArrayBuffer(4));
              return Atomics.wait(cell, 0, 0, 500);
            }
            function later() {}
            console.log(spin(), block());
            setTimeout(later, 500);
            """)

        def value(kind: str, name: str) -> float:
            return sum(s.values[kind] for s in profile.samples if s.has(name))

        text = describe(profile)
        longest = float(self.result.stdout.split()[0])
        slack = 3 * tick_distance(profile) + 2e6 * longest
        half = 500e6
        self.assertNear(value("wall", "spin"), half, 0.05, text, slack=slack)
        self.assertNear(value("wall", "block"), half, 0.05, text, slack=slack)
        self.assertNear(value("wall", "(idle)"), half, 0.05, text, slack=slack)
        self.assertLess(value("cpu", "block"), 10e6, text)
        # It is woken for two ticks, which stand for all.
        self.assertGreater(value("samples", "block"), 400, text)
        self.assertEqual(value("cpu", "(idle)"), 0, text)
        # What it says that it used it did use, and spinning is no waiting.
        self.assertLess(value("cpu", "spin"), 525e6 + slack, text)
        self.assertGreater(value("cpu", "spin"), 2 * value("cpu", "block"), text)


class Sums(ProfileTest):
    def test_the_wall_times_of_a_realm_are_its_life(self):
        # The realm's own clock starts with it, a moment after the recording.
        profile = self.profile("""
            setTimeout(() => console.log(performance.now()), 3000);
            """)
        wall = profile.total("wall") / 1e6
        lived = float(self.result.stdout)
        self.assertGreaterEqual(wall, lived)
        self.assertLessEqual(wall, profile.duration_nanos / 1e6)
        setup = sum(s.values["wall"] for s in profile.samples
                    if s.stack[-1].name == "(program)") / 1e6
        self.assertNear(wall - setup, lived, 0.02, describe(profile))

    def test_an_idle_program_uses_next_to_no_cpu(self):
        profile = self.profile("setTimeout(() => {}, 1000);")
        idle = [s for s in profile.samples if s.stack[0].name == "(idle)"]
        self.assertEqual(len(idle), 1, describe(profile))
        self.assertNear(idle[0].values["wall"] / 1e6, 1000, 0.05, describe(profile))
        self.assertEqual(idle[0].values["cpu"], 0)
        self.assertLess(profile.total("cpu") / 1e6, 100, describe(profile))


class Ticks(ProfileTest):
    def test_the_comments_say_how_many_ticks_were_expected(self):
        profile = self.profile("setTimeout(() => {}, 500);",
                               flags=("--profile-interval", "10000"))
        lines = [re.fullmatch(r"main: (\d+) ticks expected, (\d+) lost", comment)
                 for comment in profile.comments]
        [line] = filter(None, lines)
        self.assertNear(int(line[1]), profile.total("wall") / 10e6, 0.1)
        self.assertEqual(profile.period, 10_000_000)
