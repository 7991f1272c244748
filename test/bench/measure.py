"""Runs commands and measures them as whole processes, interleaved, for test/bench.

What is compared is measured in one run, in turns, so that a machine that gets
busier or slower meanwhile does so for all; the figures of worth are ratios.
"""

import dataclasses
import os
import platform
import statistics
import subprocess
import time


@dataclasses.dataclass
class Sample:
    """One run of a command: seconds of CPU (user and system, its children
    included) and of wall time, peak memory in bytes, and what it printed."""

    cpu: float
    wall: float
    peak: int
    ended_at: float  # seconds since 1970
    stdout: str


class Failed(Exception):
    """A command that was measured ended with an error; the message has its output."""


def run(command, *, cwd, env=None) -> Sample:
    start = time.monotonic()
    child = subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # The pipes hold what these programs print, so that nobody waits for a reader.
    _, status, usage = os.wait4(child.pid, 0)
    ended_at = time.time()
    wall = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    stdout, stderr = child.stdout.read(), child.stderr.read()
    child.stdout.close()
    child.stderr.close()
    if child.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: {child.returncode}\n{stderr}")
    return Sample(
        cpu=usage.ru_utime + usage.ru_stime,
        wall=wall,
        peak=usage.ru_maxrss * 1024,
        ended_at=ended_at,
        stdout=stdout,
    )


def interleave(variants: dict, rounds: int) -> dict[str, list]:
    """Calls each function of `variants` once a round, in an order that turns with
    the rounds, and returns what they returned, by name."""
    results = {name: [] for name in variants}
    names = list(variants)
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            results[name].append(variants[name]())
    return results


def median(values) -> float:
    return statistics.median(values)


def ratio(values, base) -> float:
    """The median of the ratios of the rounds: each compares neighbours in time."""
    return statistics.median(a / b for a, b in zip(values, base, strict=True))


def machine() -> str:
    """This machine, in a line."""
    model = "unknown CPU"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    with open("/proc/meminfo", encoding="utf-8") as info:
        memory = int(info.readline().split()[1]) / (1 << 20)
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    kernel = os.uname().release
    return (
        f"{os.cpu_count()} cores of {model}, {memory:.0f} GiB, {system}, Linux {kernel}"
    )
