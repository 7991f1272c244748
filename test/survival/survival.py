"""Runs a scenario once and says what is wrong with what it left."""

import array
import fcntl
import os
import pathlib
import subprocess
import tempfile
import termios
import time

from profile_checker import ProfileError, describe, load
from rt_run import rt_path, run_rt, write_files
from scenarios import Scenario

# From the cause to the end of the process.
LIMIT_S = 2

# Past it a run counts as one that never ends.
PATIENCE_S = 60


class Lost(AssertionError):
    """A program did not end as it should, or its profile is not whole."""


def run(scenario: Scenario, number: int) -> float:
    """The run of this number, from 0. Returns the seconds from the cause to the end,
    where a signal is the cause, else 0. Raises Lost."""
    with tempfile.TemporaryDirectory(prefix="rt-survival-") as name:
        folder = pathlib.Path(name).resolve()
        write_files(folder, scenario.files)
        with (
            open(folder / "stderr", "w+", encoding="utf-8") as stderr,
            _start(scenario, folder, stderr) as process,
        ):
            try:
                took, code = _to_its_end(scenario, number, process)
            except subprocess.TimeoutExpired:
                raise Lost(f"still there after {PATIENCE_S} s") from None
            finally:
                process.kill()
        told = (folder / "stderr").read_text()
        if process.returncode != code:
            raise Lost(f"exit {process.returncode} instead of {code}:\n{told}")
        _check(scenario, folder, told)
    if took > LIMIT_S:
        # Is it the program, or is the machine too busy for any?
        start = time.monotonic()
        run_rt(["run", "--profile", "main.js"], files={"main.js": ""})
        if took > LIMIT_S + 10 * (time.monotonic() - start):
            raise Lost(f"took {took:.1f} s from the signal to its end")
    return took


def _start(scenario: Scenario, folder: pathlib.Path, stderr) -> subprocess.Popen:
    command = [rt_path(), "run", "--profile", *scenario.flags, "main.js"]
    if scenario.broken == "stdin":
        command = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=stderr)


def _to_its_end(
    scenario: Scenario, number: int, process: subprocess.Popen
) -> tuple[float, int]:
    """The seconds from the signal to the end, and the exit code there should be."""
    if scenario.broken == "stdout":
        process.stdout.close()
    if not scenario.signals:
        process.wait(PATIENCE_S)
        return 0, scenario.code
    # A realm that fills the output may have written before.
    printed = b""
    while b"up\n" not in printed:
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            raise Lost("it ended before it was up")
        printed = printed[-2:] + more
    if scenario.fills_output:
        _await_full(process)
    number = scenario.signals[number % len(scenario.signals)]
    start = time.monotonic()
    for _ in range(scenario.times):
        process.send_signal(number)
    process.wait(PATIENCE_S)
    return time.monotonic() - start, -number


def _await_full(process: subprocess.Popen) -> None:
    """Until the pipe of its output takes no more: no event tells."""
    pipe = process.stdout.fileno()
    size = fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ)
    waiting = array.array("i", [0])
    deadline = time.monotonic() + PATIENCE_S
    while waiting[0] < size:
        if time.monotonic() > deadline:
            raise Lost(f"it wrote {waiting[0]} of {size} bytes")
        time.sleep(0.005)
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)


def _check(scenario: Scenario, folder: pathlib.Path, told: str) -> None:
    left = {path.name for path in folder.iterdir()} - {*scenario.files, "stderr"}
    if scenario.times > 1 and not left:
        return
    if left != {"profile.pb"}:
        raise Lost(f"it left {sorted(left)}:\n{told}")
    try:
        profile = load(folder / "profile.pb")
    except ProfileError as error:
        raise Lost(f"profile.pb: {error}") from None
    text = f"\n{told}{describe(profile)}"
    threads = set(profile.threads())
    if not {*scenario.threads} <= threads <= {*scenario.threads, *scenario.late_threads}:
        raise Lost(f"the profile has the realms {sorted(threads)}{text}")
    for thread in scenario.threads:
        if not any(sample.has("burn") for sample in profile.samples
                   if sample.labels["thread"] == thread):
            raise Lost(f"what {thread} burned is not in the profile{text}")
    if f"realms: {len(threads)}" not in profile.comments:
        raise Lost(f"its comments miss a realm{text}")
    for thread in threads:
        if not any(comment.startswith(f"{thread}: ") and "ticks" in comment
                   for comment in profile.comments):
            raise Lost(f"{thread} has no ticks{text}")
    if not any(line.startswith("profile.pb: ") for line in told.splitlines()):
        raise Lost(f"it does not say that it wrote the profile{text}")
