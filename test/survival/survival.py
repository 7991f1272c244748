"""Runs a scenario once and says what is wrong with what it left."""

import contextlib
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from pipes import await_full
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
                took, code = _to_its_end(scenario, number, folder, process)
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
    # Unbuffered: what follows on a line is read from the descriptor.
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, bufsize=0,
                            stdout=subprocess.PIPE, stderr=stderr)


def _to_its_end(
    scenario: Scenario, number: int, folder: pathlib.Path, process: subprocess.Popen
) -> tuple[float, int]:
    """The seconds from the signal to the end, and the exit code there should be."""
    if scenario.broken == "stdout":
        process.stdout.close()
    if not scenario.signals and not scenario.asked:
        process.wait(PATIENCE_S)
        return 0, scenario.code
    if scenario.serves:
        line = process.stdout.readline()
        if not line.startswith(b"port "):
            raise Lost(f"it has no port, but {line!r}")
        with _load(int(line.split()[1])):
            return _from_up(scenario, number, folder, process)
    return _from_up(scenario, number, folder, process)


@contextlib.contextmanager
def _load(port: int):
    """A hundred clients that do not stop."""
    command = ["wrk", "-t1", "-c100", f"-d{PATIENCE_S}s", f"http://127.0.0.1:{port}/"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as load_process:
        try:
            yield
        finally:
            load_process.kill()


def _from_up(
    scenario: Scenario, number: int, folder: pathlib.Path, process: subprocess.Popen
) -> tuple[float, int]:
    # A realm that fills the output may have written before.
    printed = b""
    while b"up\n" not in printed:
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            raise Lost("it ended before it was up")
        printed = printed[-2:] + more
    if scenario.fills_output:
        await_full(process.stdout.fileno(), PATIENCE_S)
    for _ in range(scenario.asked):
        process.send_signal(signal.SIGUSR2)
    if not scenario.signals:
        process.wait(PATIENCE_S)
        return 0, scenario.code
    if scenario.asked:
        _await_file(folder / "profile.1.pb")
    if scenario.checkpoint:
        # The first one that comes now may have been asked for before.
        _await_new_file(folder / "profile.pb")
        _await_new_file(folder / "profile.pb")
    number = scenario.signals[number % len(scenario.signals)]
    start = time.monotonic()
    for _ in range(scenario.times):
        process.send_signal(number)
    process.wait(PATIENCE_S)
    return time.monotonic() - start, -number


def _await_file(path: pathlib.Path, other_than: int | None = None) -> None:
    """Until it is there, which it is whole, and has another inode."""
    deadline = time.monotonic() + PATIENCE_S
    while not path.exists() or path.stat().st_ino == other_than:
        if time.monotonic() > deadline:
            raise Lost(f"there is no new {path.name}")
        time.sleep(0.005)


def _await_new_file(path: pathlib.Path) -> None:
    """Until another one takes the place of what is there."""
    _await_file(path, path.stat().st_ino if path.exists() else None)


def _check(scenario: Scenario, folder: pathlib.Path, told: str) -> None:
    left = {path.name for path in folder.iterdir()} - {*scenario.files, "stderr"}
    if scenario.times > 1 and not left:
        return
    parts = {f"profile.{i + 1}.pb" for i in range(scenario.asked)}
    if "profile.pb" not in left or not left <= {"profile.pb", *parts}:
        raise Lost(f"it left {sorted(left)}:\n{told}")
    for name in left:
        _check_profile(scenario, folder / name, told)


def _check_profile(scenario: Scenario, path: pathlib.Path, told: str) -> None:
    try:
        profile = load(path)
    except ProfileError as error:
        raise Lost(f"{path.name}: {error}") from None
    text = f"\n{told}{describe(profile)}"
    threads = set(profile.threads())
    if scenario.stuck and scenario.stuck not in threads:
        if not any(comment.startswith(f"{scenario.stuck}: its last ")
                   for comment in profile.comments):
            raise Lost(f"{path.name} does not say what it lacks{text}")
    elif scenario.stuck:
        threads.remove(scenario.stuck)
    if not {*scenario.threads} <= threads <= {*scenario.threads, *scenario.late_threads}:
        raise Lost(f"{path.name} has the realms {sorted(threads)}{text}")
    for thread in scenario.threads:
        if not any(sample.has("burn") for sample in profile.samples
                   if sample.labels["thread"] == thread):
            raise Lost(f"what {thread} burned is not in {path.name}{text}")
    if f"realms: {len(threads) + bool(scenario.stuck)}" not in profile.comments:
        raise Lost(f"the comments of {path.name} miss a realm{text}")
    for thread in threads:
        if not any(comment.startswith(f"{thread}: ") and "ticks" in comment
                   for comment in profile.comments):
            raise Lost(f"{thread} has no ticks{text}")
    if scenario.checkpoint:
        if told:
            raise Lost(f"it says{text}")
    elif not any(line.startswith(f"{path.name}: ") for line in told.splitlines()):
        raise Lost(f"it does not say that it wrote {path.name}{text}")
