"""However a profiled program ends, the profile is whole: five times of five.

`test/survival/run` does it fifty times.
"""

import sys
import unittest

from rt_run import ROOT

sys.path.insert(0, str(ROOT / "test/survival"))

from scenarios import SCENARIOS, Scenario  # noqa: E402
from survival import run  # noqa: E402


class Survival(unittest.TestCase):
    """A test for each scenario."""


def _test(scenario: Scenario):
    def test(_: Survival) -> None:
        for number in range(5):
            run(scenario, number)

    return test


for _name, _scenario in SCENARIOS.items():
    setattr(Survival, f"test_{_name}", _test(_scenario))
