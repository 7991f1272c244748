"""The part of test/bench that compares realms with the peers' threads."""

import json
import pathlib

import measure
import peers

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs/realms"
NAMES = ["rt", "node", "deno", "bun"]
PEERS = NAMES[1:]
MB = 1 << 20


class Realms:
    """What it takes to start 100 realms (rt's are pooled) or workers of the peers, and
    between threads: values that go there and back, and calls."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _run(self, name: str, program: str):
        command = peers.command(name, str(PROGRAMS / program))
        return measure.run(command, cwd=self.folder, env=peers.ENV)

    def _samples(self, program: str, rounds: int):
        variants = {
            name: lambda name=name: self._run(name, program) for name in NAMES
        }
        return measure.interleave(variants, rounds)

    def measure(self, rounds: int) -> list:
        return [*self._starts(rounds), *self._rates(rounds), self._calls(rounds)]

    def _starts(self, rounds: int) -> list:
        found = self._samples("start.js", rounds)
        cpu = {name: [s.cpu for s in found[name]] for name in NAMES}
        peak = {name: [s.peak for s in found[name]] for name in NAMES}
        best = min(PEERS, key=lambda name: measure.median(cpu[name]))
        return [
            ["100 started, CPU"]
            + [f"{measure.median(cpu[name]):.2f} s" for name in NAMES]
            + [f"{measure.ratio(cpu['rt'], cpu[best]):.2f}"],
            ["100 started, peak memory"]
            + [f"{measure.median(peak[name]) / MB:.0f} MB" for name in NAMES]
            + [""],
        ]

    def _rates(self, rounds: int) -> list:
        """rounds.js prints one rate a line, in this order."""
        titles = [
            "small object, one at a time",
            "small object, 100 at a time",
            "1 MB ArrayBuffer, moved",
        ]
        found = {
            name: [[float(line) for line in s.stdout.split()] for s in samples]
            for name, samples in self._samples("rounds.js", rounds).items()
        }
        rows = []
        for i, title in enumerate(titles):
            rates = {name: [each[i] for each in found[name]] for name in NAMES}
            best = max(PEERS, key=lambda name: measure.median(rates[name]))
            rows.append(
                [f"{title}, round trips a second"]
                + [f"{measure.median(rates[name]):,.0f}" for name in NAMES]
                + [f"{measure.ratio(rates['rt'], rates[best]):.2f}"]
            )
        return rows

    def _calls(self, rounds: int) -> list:
        micros = {
            name: [json.loads(s.stdout) for s in samples]
            for name, samples in self._samples("call.js", rounds).items()
        }
        best = min(PEERS, key=lambda name: measure.median(micros[name]))
        return (
            ["a call and its answer"]
            + [f"{measure.median(micros[name]):.1f} us" for name in NAMES]
            + [f"{measure.ratio(micros['rt'], micros[best]):.2f}"]
        )


# Realms started of each kind; a process is a kind that one has few of.
KINDS = {"pooled": 200, "thread": 200, "sandbox": 200, "process": 20}


def kinds(folder: pathlib.Path, rounds: int) -> list:
    """What a realm of each kind of rt's costs: see programs/kinds.js."""

    def run(kind: str) -> list[float]:
        command = peers.command("rt", str(PROGRAMS.parent / "kinds.js"))
        sample = measure.run([*command, kind, str(KINDS[kind])], cwd=folder)
        return [float(word) for word in sample.stdout.split()]

    found = measure.interleave(
        {kind: lambda kind=kind: run(kind) for kind in KINDS}, rounds
    )
    rows = []
    for kind, runs in found.items():
        start, held, rate = (measure.median(values) for values in zip(*runs))
        rows.append([kind, f"{start:.1f} ms", f"{held / 1024:.2f} MB", f"{rate:,.0f}"])
    return rows
