"""build/test's own parts: no way for a test to end is taken for a pass."""

import pathlib
import sys
import textwrap

from rt_run import ROOT, RtTest

sys.path.insert(0, str(ROOT / "build/testing"))
import gtest  # noqa: E402
import integration  # noqa: E402
import process  # noqa: E402


def statuses(outcomes):
    return {outcome.name: outcome.status for outcome in outcomes}


class Integration(RtTest):
    def run_module(self, body):
        lines = textwrap.indent(textwrap.dedent(body), "    ")
        module = self.write("test_it.py", "import os, time, unittest\n"
                            f"class T(unittest.TestCase):\n{lines}")
        tests = integration.list_tests(module, self.folder)
        return integration.run(module, self.folder, tests)[0]

    def test_tells_the_ways_to_end_apart(self):
        odd = "@unittest.expected" + "Failure"  # which build/check refuses
        outcomes = self.run_module(f"""\
            def test_good(self): pass
            def test_wrong(self): self.assertEqual(1, 2)
            def test_error(self): raise OSError("disk")
            def test_part(self):
                with self.subTest("a"): self.fail("part")
            def test_skip(self): self.skipTest("no perf here")
            {odd}
            def test_odd(self): self.fail()
            """)
        self.assertEqual(statuses(outcomes), {
            "integration/test_it.T.test_good": "passed",
            "integration/test_it.T.test_wrong": "failed",
            "integration/test_it.T.test_error": "failed",
            "integration/test_it.T.test_part": "failed",
            "integration/test_it.T.test_skip": "skipped",
            "integration/test_it.T.test_odd": "failed",
        })
        details = {o.name.rpartition("_")[2]: o.detail for o in outcomes}
        self.assertEqual(details["skip"], "no perf here")
        self.assertIn("OSError: disk", details["error"])

    def test_a_process_that_ends_early_has_not_passed(self):
        for ending in ("os._exit(0)", "os.abort()"):
            with self.subTest(ending):
                outcomes = self.run_module(f"""\
                    def test_1(self): pass
                    def test_2(self): {ending}
                    def test_3(self): pass
                    """)
                self.assertEqual(statuses(outcomes), {
                    "integration/test_it.T.test_1": "passed",
                    "integration/test_it.T.test_2": "failed",
                    "integration/test_it.T.test_3": "failed",
                })

    def test_a_module_that_can_not_be_loaded_fails(self):
        module = self.write("test_it.py", "import nothing_of_this_name\n")
        tests = integration.list_tests(module, self.folder)
        (outcome,), _ = integration.run(module, self.folder, tests)
        self.assertEqual(outcome.status, "failed")
        self.assertIn("nothing_of_this_name", outcome.detail)

    def test_a_module_may_ask_to_run_alone(self):
        self.write("test_b.py", "SERIAL = True\n")
        self.write("test_a.py", "")
        beside, alone = integration.modules(self.folder)
        self.assertEqual([p.stem for p in beside], ["test_a"])
        self.assertEqual([p.stem for p in alone], ["test_b"])


class GoogleTest(RtTest):
    """With a script that prints what a GoogleTest program prints up to a crash."""

    def run_script(self, end):
        program = self.write("program", textwrap.dedent("""\
            #!/usr/bin/env bash
            echo "[ RUN      ] Suite.First"
            echo "[       OK ] Suite.First (0 ms)"
            echo "[ RUN      ] Suite.Second"
            """) + end)
        program.chmod(0o755)
        tests = ["Suite.First", "Suite.Second", "Suite.Third"]
        return gtest.run(program, "unit", tests, {})[0]

    def test_a_crash_fails_the_running_test_and_those_behind(self):
        outcomes = self.run_script("echo broken; kill -SEGV $$\n")
        self.assertEqual(statuses(outcomes), {
            "unit/Suite.First": "passed",
            "unit/Suite.Second": "failed",
            "unit/Suite.Third": "failed",
        })
        self.assertIn("SIGSEGV", outcomes[1].detail)
        self.assertIn("broken", outcomes[1].detail)

    def test_an_exit_without_a_report_is_no_pass(self):
        outcomes = self.run_script("exit 0\n")
        self.assertEqual(statuses(outcomes)["unit/Suite.Second"], "failed")

    def test_runs_and_counts_the_tests_of_a_real_program(self):
        program = pathlib.Path(ROOT / "out/release/unit_tests")
        tests = [t for t in gtest.list_tests(program) if t.startswith("Clock")]
        self.assertNotEqual(tests, [])
        outcomes, _ = gtest.run(program, "unit", tests, {})
        self.assertEqual(statuses(outcomes), {f"unit/{t}": "passed" for t in tests})


class Process(RtTest):
    def test_past_its_time_a_program_is_killed_with_its_children(self):
        ended = process.run(
            ["bash", "-c", f"echo early; (sleep 30; touch {self.folder}/late) & wait"],
            timeout=1,
        )
        self.assertTrue(ended.timed_out)
        self.assertEqual(ended.output, "early\n")
        self.assertIn("timed out", ended.how())
