"""Runs the programs of test/conformance, each of which proves what a standard says.

A program ends with "N passed, 0 failed" (test/conformance/harness.js).
"""

import re
import unittest

from rt_run import ROOT, run_rt

PROGRAMS = ROOT / "test/conformance"


class Conformance(unittest.TestCase):
    """One test for each program, by its path."""

    def run_program(self, path) -> None:
        result = run_rt(["run", path])
        self.assertEqual(result.code, 0, str(result))
        self.assertRegex(
            result.stdout, r"(?m)^[1-9]\d* passed, 0 failed$", str(result)
        )
        self.assertEqual(result.stderr, "", str(result))


def _add_programs() -> None:
    for path in sorted(PROGRAMS.glob("*/*.js")):
        name = re.sub(r"\W", "_", str(path.relative_to(PROGRAMS).with_suffix("")))
        setattr(
            Conformance,
            f"test_{name}",
            lambda self, path=path: self.run_program(path),
        )


_add_programs()

if __name__ == "__main__":
    unittest.main()
