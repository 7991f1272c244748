"""Profiles by any of the runtimes that test/bench compares, as one kind of thing."""

import dataclasses
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

from profile_reader import Profile, gunzip, parse_message  # noqa: E402


@dataclasses.dataclass
class Told:
    """What a profile tells of one stack: names, the innermost first; the innermost
    one's line, 0 where it is not told; and what its reader takes for its CPU time,
    in milliseconds."""

    names: list[str]
    line: int
    cpu_ms: float

    def has(self, name: str) -> bool:
        return name in self.names


def read(folder: pathlib.Path) -> list[Told]:
    """What all profiles in a folder tell."""
    told = []
    for path in sorted(folder.iterdir()):
        told += _cpuprofile(path) if path.suffix == ".cpuprofile" else _pprof(path)
    return told


def _pprof(path: pathlib.Path) -> list[Told]:
    profile = Profile(parse_message("Profile", gunzip(path.read_bytes())))
    told = []
    for sample in profile.samples:
        nanos = sample.values.get("cpu", sample.values.get("wall"))
        names = [frame.name for frame in sample.stack]
        told.append(Told(names, sample.stack[0].line, nanos / 1e6))
    return told


def _cpuprofile(path: pathlib.Path) -> list[Told]:
    """Chrome's format, which has one kind of time: between two samples."""
    profile = json.loads(path.read_text())
    nodes = {node["id"]: node for node in profile["nodes"]}
    parents = {
        child: node["id"]
        for node in profile["nodes"]
        for child in node.get("children", [])
    }
    times = dict.fromkeys(nodes, 0.0)
    for node, delta in zip(profile["samples"], profile["timeDeltas"], strict=True):
        times[node] += delta / 1000
    told = []
    for node, time in times.items():
        names = []
        at = node
        while at is not None:
            names.append(nodes[at]["callFrame"]["functionName"])
            at = parents.get(at)
        told += [
            Told(names, line, time * share) for line, share in _lines(nodes[node])
        ]
    return told


def _lines(node) -> list[tuple[int, float]]:
    ticks = node.get("positionTicks") or []
    total = sum(tick["ticks"] for tick in ticks)
    if total == 0:
        return [(0, 1.0)]
    return [(tick["line"], tick["ticks"] / total) for tick in ticks]
