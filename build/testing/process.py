"""Runs test programs with a limit of time, and leaves nothing of them behind."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import tempfile
import time


@dataclasses.dataclass(frozen=True)
class Ended:
    output: str  # stdout and stderr as they came
    code: int  # -N when signal N ended it
    seconds: float
    timed_out: bool

    def how(self) -> str:
        """The ending in words, for a message."""
        if self.timed_out:
            return f"timed out after {self.seconds:.0f} s"
        if self.code < 0:
            return f"ended by {signal.Signals(-self.code).name}"
        return f"exit code {self.code}"


def run(
    words: list[str],
    *,
    timeout: float,
    cwd: pathlib.Path | None = None,
    env: dict[str, str] | None = None,
) -> Ended:
    """Runs a program without input; past `timeout` seconds it is killed with all
    that it started."""
    start = time.monotonic()
    # A file, not a pipe: a child that outlives the program can't hold it open.
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            words,
            cwd=cwd,
            env=dict(os.environ) | (env or {}),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        timed_out = False
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            _kill_group(process.pid)
            process.wait()
        out.seek(0)
        output = out.read().decode(errors="replace")
    seconds = time.monotonic() - start
    return Ended(output, process.returncode, seconds, timed_out)


def _kill_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
