"""Builds and runs the tests; started by build/test.

A test's name starts with its group:

    check/NAME                     a part of build/check
    unit/Suite.Name                C++ without V8, out/release
    engine/Suite.Name              C++ with V8, out/release
    asan/Suite.Name                the unit tests again, under asan and ubsan
    fuzz/TARGET                    some seconds of a fuzzer
    integration/test_x.Class.test  the built rt

With arguments, those tests run whose name contains one of them; asan and fuzz,
which need a build of their own, only if an argument starts with that word.
"""

import os
import pathlib
import subprocess
import sys
import time

import fuzz
import gtest
import integration
from outcome import FAILED, PASSED, Outcome, Tally, say

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUPPORT = ROOT / "test/support"

# A sanitizer's finding is an error even where it could go on.
_SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
}


class Runner:
    """One run of build/test: what was asked for, and what came of it."""

    def __init__(self, wanted: list[str]):
        self.wanted = wanted
        self.tally = Tally()
        self.ran_any = False

    def choose(self, group: str, names: list[str]) -> list[str]:
        """Those of a group's tests that were asked for."""
        chosen = [
            name
            for name in names
            if not self.wanted
            or any(word in f"{group}/{name}" for word in self.wanted)
        ]
        self.ran_any |= bool(chosen)
        return chosen

    def wants_own_build(self, group: str) -> bool:
        return not self.wanted or any(w.startswith(group) for w in self.wanted)

    def build(self, config: str, *targets: str) -> bool:
        """Builds out/CONFIG; its failure is the failure of a test."""
        say(f"--- building out/{config}")
        start = time.monotonic()
        done = subprocess.run([ROOT / "build/build", config, *targets], check=False)
        if done.returncode != 0:
            self.ran_any = True
            failure = Outcome(f"build/{config}", FAILED, "see the compiler's output")
            self.tally.add([failure], f"build {config}", time.monotonic() - start)
        return done.returncode == 0

    def checks(self) -> None:
        say("--- build/check")
        main = ROOT / "build/checks/main.py"
        listed = subprocess.run([sys.executable, main, "--list"], check=True,
                                capture_output=True, text=True).stdout.split()
        for name in self.choose("check", listed):
            start = time.monotonic()
            done = subprocess.run([sys.executable, main, name], check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True)
            status = PASSED if done.returncode == 0 else FAILED
            self.tally.add([Outcome(f"check/{name}", status, done.stdout)],
                           f"check/{name}", time.monotonic() - start)

    def gtests(self, group: str, program: pathlib.Path, env=None) -> None:
        names = self.choose(group, gtest.list_tests(program))
        if names:
            outcomes, seconds = gtest.run(program, group, names, env or {})
            self.tally.add(outcomes, f"{group} ({program.name})", seconds)

    def fuzzers(self, out: pathlib.Path) -> None:
        def run_one(name: str) -> None:
            outcomes, seconds = fuzz.run(ROOT, name, _SANITIZERS)
            self.tally.add(outcomes, f"fuzz/{name}", seconds)

        targets = self.choose("fuzz", fuzz.list_targets(ROOT, out))
        integration.run_beside(targets, _workers(), run_one)

    def integration(self) -> None:
        def run_one(module: pathlib.Path) -> None:
            names = self.choose("integration", integration.list_tests(module, SUPPORT))
            if names:
                outcomes, seconds = integration.run(module, SUPPORT, names)
                self.tally.add(outcomes, f"integration/{module.stem}", seconds)

        beside, alone = integration.modules(ROOT / "test/integration")
        integration.run_beside(beside, _workers(), run_one)
        integration.run_beside(alone, 1, run_one)

    def run(self) -> int:
        if self.build("release", "default"):
            out = ROOT / "out/release"
            self.checks()
            say("--- unit tests")
            self.gtests("unit", out / "unit_tests")
            self.gtests("engine", out / "engine_tests")
            say("--- integration tests")
            self.integration()
        asan, fuzzing = self.wants_own_build("asan"), self.wants_own_build("fuzz")
        if (asan or fuzzing) and self.build("asan", "asan_tests"):
            out = ROOT / "out/asan"
            if asan:
                self.gtests("asan", out / "unit_tests", _SANITIZERS)
            if fuzzing:
                self.fuzzers(out)
        if not self.ran_any:
            say(f"no test's name contains {' or '.join(self.wanted)}")
            return 1
        return self.tally.finish()


def _workers() -> int:
    return max(2, len(os.sched_getaffinity(0)))


if __name__ == "__main__":
    sys.exit(Runner(sys.argv[1:]).run())
