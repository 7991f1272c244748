"""Sixteen realms of all kinds that allocate, compile, end each other and themselves,
under --profile: the program comes to its end, and the profile is right."""

import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile

from profile_checker import Profile, describe, load
from rt_run import rt_path

HERE = pathlib.Path(__file__).resolve().parent

# What each realm compiles has the realm's name in its own: r12_0, r12_1 ...
_COMPILED = re.compile(r"(r\d+)_\d+")

# For an end to be late, rather than never to come.
_PATIENCE_S = 120


class Wrong(AssertionError):
    """What a storm left behind is not as it should be."""


def run(seconds: int, seed: int) -> str:
    """One storm; returns what to say about it. Raises Wrong."""
    with tempfile.TemporaryDirectory(prefix="rt-stress-") as folder:
        path = pathlib.Path(folder) / "profile.pb"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            result = subprocess.run(
                [rt_path(), "run", f"--profile-out={path}", "storm_main.js",
                 str(seconds), str(seed)],
                cwd=HERE, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                timeout=seconds + _PATIENCE_S, env={**os.environ, "NO_COLOR": "1"},
                check=False)
        except subprocess.TimeoutExpired:
            raise Wrong(f"seed {seed}: still there {_PATIENCE_S} s late") from None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = f"seed {seed}: exit {result.returncode}\n{result.stdout}{result.stderr}"
        if result.returncode != 0:
            raise Wrong(told)
        storm = json.loads(result.stdout)
        profile = load(path)
        cpu_s = sum(getattr(after, name) - getattr(before, name)
                    for name in ("ru_utime", "ru_stime"))
        _check(profile, storm["started"], cpu_s, told)
    return f"{result.stdout.strip()}\n{result.stderr.splitlines()[-1]}"


def _check(profile: Profile, started: int, cpu_s: float, told: str) -> None:
    # Those that are ended before they begin are in no profile; no other is missing.
    realms = set(profile.threads()) - {"main"}
    if not realms <= {f"r{number + 1}" for number in range(started)}:
        raise Wrong(f"threads that never were\n{told}{describe(profile)}")
    for sample in profile.samples:
        thread = sample.labels["thread"]
        for frame in sample.stack:
            owner = _COMPILED.fullmatch(frame.name)
            if owner and owner[1] != thread:
                raise Wrong(f"{thread} has {frame.name} of another realm\n{told}")
    owners = {owner[1] for sample in profile.samples for frame in sample.stack
              if (owner := _COMPILED.fullmatch(frame.name))}
    if len(owners) < 8:
        raise Wrong(f"only {sorted(owners)} compiled anything\n{told}")
    # V8's own threads and the samplers have the rest.
    if profile.total("cpu") > 1.02 * cpu_s * 1e9:
        raise Wrong(f"more CPU than the process had, {cpu_s:.2f} s\n"
                    f"{told}{describe(profile)}")
