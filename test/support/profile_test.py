"""What the tests of profiles share: a program in, a checked profile out.

    class Lines(ProfileTest):
        def test_a_loop(self):
            profile = self.profile(LOOP)
            self.assertShare(profile, lambda sample: sample.has("loop"), 0.97)
"""

import pathlib
from collections.abc import Callable

import pprof_tool
from profile_checker import Frame, Profile, Sample, describe, load
from rt_run import Result, RtTest

# JavaScript that works for a given amount, not for a time: so the ratio of two calls
# is known whatever the machine does meanwhile.
WORK = """
export function work(amount) {
  let x = amount;
  for (let i = 0; i < amount * 1000; i++) x = (x * 31 + i) | 0;
  return x;
}
"""

# What is no code of the program: kept out where shares of the program are compared.
ENGINE = ("(garbage collector)", "(program)", "(idle)", "(ready)")


class ProfileTest(RtTest):
    result: Result  # of the last run

    def profile(
        self, program: str, *args: str, name: str = "main.js", code: int = 0,
        flags: tuple[str, ...] = (), timeout: float = 60,
    ) -> Profile:
        """Runs `program` under --profile and reads what was written.

        The profile holds to the rules, and pprof has nothing to say about it.
        """
        self.write(name, program)
        self.result = self.rt("run", "--profile", *flags, name, *args, timeout=timeout)
        self.assertCode(self.result, code)
        pprof_tool.raw(self.path)
        return load(self.path)

    @property
    def path(self) -> pathlib.Path:
        return self.folder / "profile.pb"

    def assertShare(
        self, profile: Profile, chosen: Callable[[Sample], bool], share: float,
        *, of: Callable[[Sample], bool] = lambda sample: True,
    ) -> None:
        """At least `share` of the CPU of the program's own samples in `of` is in
        samples that are chosen; less by chance where there are few of them."""
        samples = [
            s for s in profile.samples
            if s.stack[-1].name not in ENGINE and of(s)
        ]
        total = sum(s.values["cpu"] for s in samples)
        part = sum(s.values["cpu"] for s in samples if chosen(s))
        self.assertGreater(total, 0, describe(profile))
        count = sum(s.values["samples"] for s in samples)
        chance = 3 * (share * (1 - share) / max(count, 1)) ** 0.5
        self.assertGreaterEqual(part / total, share - chance, describe(profile))

    def assertNear(
        self, value: float, expected: float, share: float, message: str = "",
        *, slack: float = 0,
    ) -> None:
        """`value` differs from `expected` by at most the given share of it, and
        `slack`."""
        self.assertLessEqual(
            abs(value - expected), share * abs(expected) + slack,
            f"{value} is not {expected} within {share:.1%} and {slack} {message}",
        )


def tick_distance(profile: Profile) -> float:
    """The mean wall time between two ticks, in nanoseconds: the interval, or more
    where the machine was too busy for the sampler. What begins and ends between two
    ticks can't be told more exactly."""
    return profile.total("wall") / max(profile.total("samples"), 1)


def cpu_of(profile: Profile, name: str) -> int:
    """The CPU in the function `name` and in all that it called."""
    return sum(s.values["cpu"] for s in profile.samples if s.has(name))


def frames(sample: Sample) -> list[tuple[str, int]]:
    """The stack as (name, line), outermost first, without the module's top level."""
    return [
        (frame.name, frame.line)
        for frame in reversed(sample.stack)
        if not frame.name.startswith("(module)")
    ]


def lines_of(program: str, *marks: str) -> list[int]:
    """The lines, from 1, of the program that have the marks in them."""
    return [
        next(i for i, line in enumerate(program.split("\n"), 1) if mark in line)
        for mark in marks
    ]


def frame_named(profile: Profile, name: str) -> Frame:
    """Some frame of the function `name`."""
    for sample in profile.samples:
        for frame in sample.stack:
            if frame.name == name:
                return frame
    raise AssertionError(f"no frame of {name} in\n{describe(profile)}")
