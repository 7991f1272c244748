"""Twenty seconds of storm; `test/stress/run` has three minutes."""

import sys
import unittest

from rt_run import ROOT

sys.path.insert(0, str(ROOT / "test/stress"))

import storm  # noqa: E402


class Stress(unittest.TestCase):
    def test_a_storm_of_realms_ends_with_a_right_profile(self):
        storm.run(20, seed=1)
