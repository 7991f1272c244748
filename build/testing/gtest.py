"""GoogleTest programs: which tests they have, and how those end."""

import json
import pathlib
import re
import tempfile

import process
from outcome import FAILED, PASSED, SKIPPED, Outcome, tail

# For all tests of one program.
_TIMEOUT = 600


def list_tests(program: pathlib.Path) -> list[str]:
    """The names of the program's tests, "Suite.Name"."""
    ended = process.run([str(program), "--gtest_list_tests"], timeout=60)
    if ended.code != 0:
        raise RuntimeError(f"{program} --gtest_list_tests: {ended.how()}\n"
                           f"{ended.output}")
    names, suite = [], ""
    for line in ended.output.splitlines():
        word = line.partition("#")[0].rstrip()
        if not word.startswith(" ") and word.endswith("."):
            suite = word
        elif word.startswith("  "):
            names.append(suite + word.strip())
    return names


def run(program: pathlib.Path, group: str, tests: list[str],
        env: dict[str, str]) -> tuple[list[Outcome], float]:
    """Runs these tests; returns their outcomes and the seconds they took. A
    crash or a time-out fails the test that was running, and the tests behind it
    fail as not run."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        ended = process.run(
            [str(program), f"--gtest_filter={':'.join(tests)}",
             f"--gtest_output=json:{report}"],
            timeout=_TIMEOUT, env=env,
        )
        if ended.code in (0, 1) and report.exists():
            outcomes = _from_report(json.loads(report.read_text()), group)
        else:
            outcomes = _from_output(ended.output, group, tests, ended.how())
    if ended.code != 0 and not any(o.status == FAILED for o in outcomes):
        # Such as a leak that a sanitizer finds after the last test.
        outcomes.append(Outcome(f"{group}/{program.name}", FAILED,
                                f"{ended.how()}\n{tail(ended.output)}"))
    return outcomes, ended.seconds


def _from_report(report: dict, group: str) -> list[Outcome]:
    outcomes = []
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{group}/{test['classname']}.{test['name']}"
            if test["result"] == "SKIPPED":
                why = " ".join(s["message"] for s in test.get("skipped", []))
                outcomes.append(Outcome(name, SKIPPED, why))
            elif failures := test.get("failures"):
                detail = "\n".join(failure["failure"] for failure in failures)
                outcomes.append(Outcome(name, FAILED, detail))
            elif test["result"] == "COMPLETED":
                outcomes.append(Outcome(name, PASSED))
    return outcomes


def _from_output(output: str, group: str, tests: list[str],
                 how: str) -> list[Outcome]:
    """What a program that did not end well had said by then."""
    said = dict.fromkeys(tests)
    for mark, name in re.findall(
        r"\[ *(RUN|OK|FAILED|SKIPPED) *\] ([\w/]+\.[\w/]+)", output
    ):
        if name in said:
            said[name] = mark
    status = {"OK": PASSED, "SKIPPED": SKIPPED}
    detail = {"RUN": f"{how}\n{tail(output)}", None: f"not run: {how} before"}
    return [
        Outcome(f"{group}/{name}", status.get(mark, FAILED),
                detail.get(mark, "see the output of the test that ended the program"))
        for name, mark in said.items()
    ]
