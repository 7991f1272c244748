"""The fuzzers: some seconds of each, by test/fuzz/run."""

import pathlib
import subprocess
import sys

import process
from outcome import FAILED, PASSED, Outcome, tail

_SECONDS = 5


def list_targets(root: pathlib.Path, out: pathlib.Path) -> list[str]:
    """The names of the fuzzers that out/asan builds."""
    return sorted(
        subprocess.run(
            ["gn", "ls", f"--root={root}", str(out), "//test/fuzz:*",
             "--type=executable", "--as=output"],
            capture_output=True, text=True, check=True,
        ).stdout.split()
    )


def run(root: pathlib.Path, target: str,
        env: dict[str, str]) -> tuple[list[Outcome], float]:
    ended = process.run(
        [sys.executable, str(root / "test/fuzz/run"), f"--seconds={_SECONDS}", target],
        timeout=_SECONDS * 12, env=env,
    )
    name = f"fuzz/{target}"
    if ended.code == 0:
        return [Outcome(name, PASSED)], ended.seconds
    detail = f"{ended.how()}\n{tail(ended.output)}"
    return [Outcome(name, FAILED, detail)], ended.seconds
