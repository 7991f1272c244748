"""Measures rt against node, deno and bun; prints tables in Markdown.

    test/bench/run [start|profile|cheap|stop|realms|truth|fetches|http ...] [--rounds N]

Installs the peers beside itself on first use. Every line compares what ran in
turns in this one run; times are of CPU (user and system), as medians.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

import cheap
import fetches
import measure
import peers
import realms
import serving
import truth

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
NAMES = ["rt", "node", "deno", "bun"]
MB = 1 << 20


def _table(title: str, head: list[str], rows: list[list[str]], goal: str) -> None:
    print(f"\n**{title}**\n")
    for row in [head, ["---"] * len(head), *rows]:
        print("| " + " | ".join(row) + " |")
    print(f"\n{goal}", flush=True)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


class Start:
    """The start of a program that does nothing: hello.js, hello.ts for the first
    time (every cache of the runtime empty), hello.ts again."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _run(self, name: str, script: str, cache: str):
        cached = self.folder / cache
        env = {
            **peers.ENV,
            "RT_CACHE_DIR": str(cached / "rt"),
            "DENO_DIR": str(cached / "deno"),
            "XDG_CACHE_HOME": str(cached),
        }
        command = peers.command(name, str(PROGRAMS / script))
        return measure.run(command, cwd=self.folder, env=env)

    def _first(self, name: str):
        shutil.rmtree(self.folder / "first", ignore_errors=True)
        return self._run(name, "hello.ts", "first")

    def measure(self, rounds: int) -> None:
        cases = {
            "hello.js": lambda n: lambda: self._run(n, "hello.js", "kept"),
            "hello.ts, first": lambda n: lambda: self._first(n),
            "hello.ts, again": lambda n: lambda: self._run(n, "hello.ts", "kept"),
        }
        rows = []
        for case, make in cases.items():
            variants = {name: make(name) for name in NAMES}
            measure.interleave(variants, 1)  # warms the page cache and `kept`
            found = measure.interleave(variants, rounds)
            cpu = {name: [s.cpu for s in found[name]] for name in NAMES}
            rows.append(
                [case]
                + [_ms(measure.median(cpu[name])) for name in NAMES]
                + [f"{measure.ratio(cpu['rt'], cpu['deno']):.2f}"]
            )
        _table(
            "Start, CPU time",
            ["", *NAMES, "rt / deno"],
            rows,
            "Wanted: hello.js and hello.ts again at most 0.6, hello.ts first at most 1.5.",
        )


class Profile:
    """What a profile at 1 ms costs a program that only computes; and what a bare
    tick costs here, which is the least that a profile can cost."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _run(self, command):
        return measure.run(command, cwd=self.folder, env=peers.ENV)

    def measure(self, rounds: int) -> None:
        script = str(PROGRAMS / "cpu_bound.js")
        variants = {}
        for name in NAMES:
            off = peers.command(name, script)
            flags = peers.profiler(name, 1000, str(self.folder))
            on = peers.command(name, script, flags)
            variants[name, "off"] = lambda off=off: self._run(off)
            variants[name, "on"] = lambda on=on: self._run(on)
        found = measure.interleave(variants, rounds)
        rows = []
        for name in NAMES:
            off, on = ([s.cpu for s in found[name, mode]] for mode in ("off", "on"))
            rows.append(
                [
                    name,
                    f"{measure.median(off):.2f} s",
                    f"{measure.median(on):.2f} s",
                    f"{measure.ratio(on, off):.3f}",
                ]
            )
        _table(
            "A profile at 1 ms of a program that computes, CPU time",
            ["", "without", "with", "ratio"],
            rows,
            "Wanted of rt: at most 1.05.",
        )
        ticks = measure.run([peers.BARE_TICK, str(3 * rounds)], cwd=self.folder)
        timer, elsewhere, here, kernel = ticks.stdout.split()
        _table(
            "A tick each millisecond that samples nothing, CPU time",
            ["ticker", "ratio"],
            [
                ["a timer of the thread, as rt's", timer],
                ["another thread, as V8's", elsewhere],
                ["another thread on the same CPU", here],
                ["the kernel's sampling event, without a signal", kernel],
            ],
            "What the machine takes of the ratios above (bare_tick.cc).",
        )


class Stop:
    """From the end of a program's body to the time at which its profile was
    written, with 20,000 functions sampled at 100 us; and the peak memory that the
    profile added. V8 runs without Maglev, with and without a profile: with so many
    functions, its memory swings by a gigabyte."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _run(self, name: str, script: str, flags):
        command = peers.command(name, script, [*peers.PROFILING_FLAGS[name], *flags])
        return measure.run(command, cwd=self.folder, env=peers.ENV)

    def _profile(self, name: str, script: str):
        """The run, and the seconds from the body's end to the profile's last write."""
        out = self.folder / name
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        sample = self._run(name, script, peers.profiler(name, 100, str(out)))
        written = [file.stat().st_mtime for file in out.iterdir()]
        if len(written) != 1:
            raise measure.Failed(f"{name} wrote {len(written)} profiles")
        return sample, written[0] - float(sample.stdout.split()[-1]) / 1000

    def measure(self, rounds: int) -> None:
        script = str(PROGRAMS / "many_functions.js")
        variants = {}
        for name in NAMES:
            variants[name, "off"] = lambda name=name: self._run(name, script, [])
            variants[name, "on"] = lambda name=name: self._profile(name, script)
        found = measure.interleave(variants, rounds)
        rows = []
        for name in NAMES:
            off, on = found[name, "off"], found[name, "on"]
            more = measure.median(
                [b.peak - a.peak for a, (b, _) in zip(off, on, strict=True)]
            )
            took = measure.median([seconds for _, seconds in on])
            size = max(file.stat().st_size for file in (self.folder / name).iterdir())
            rows.append(
                [name, _ms(took), f"{more / MB:.0f} MB", f"{size / MB:.1f} MB"]
            )
        _table(
            "20,000 functions, no Maglev: from the body's end to the written profile",
            ["", "time", "more memory", "file"],
            rows,
            "Wanted of rt: at most 150 ms and 40 MB more.",
        )


class Realms:
    """See realms.py."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def measure(self, rounds: int) -> None:
        _table(
            "Realms and workers",
            ["", *NAMES, "rt / best peer"],
            realms.Realms(self.folder).measure(rounds),
            "Wanted: CPU to start at most 0.5, round trips at least 1.5.",
        )
        _table(
            "One realm of each kind",
            ["", "start", "memory while idle", "round trips a second"],
            realms.kinds(self.folder, rounds),
            "Memory is of this process; a process realm has as much as an rt besides.",
        )


class Cheap:
    """See cheap.py."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def measure(self, rounds: int) -> None:
        head = ["a program that", "without", "its V8 flags", "with a profile"]
        head += ["with : flags", "with : without", "wanted", "more for each start"]
        _table(
            "What a profile costs, CPU time",
            head,
            cheap.Cheap(self.folder).measure(rounds),
            "Wanted of a start: 0.3 ms more.",
        )


class Truth:
    """See truth.py."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def measure(self, rounds: int) -> None:
        _table(
            "CPU time, as the profile tells it",
            ["", "in truth", *truth.NAMES],
            truth.Truth(self.folder).measure(rounds),
            "Wanted of rt: the truth within 3 points.",
        )


class Fetches:
    """See fetches.py."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def measure(self, rounds: int) -> None:
        _table(
            "A fetch from a server that keeps connections, CPU time of the client",
            ["", *NAMES, "rt / best peer"],
            fetches.Fetches(self.folder).measure(rounds),
            "Wanted: at most 1.",
        )


class Http:
    """See serving.py."""

    def __init__(self, folder: pathlib.Path):
        del folder

    def measure(self, rounds: int) -> None:
        serving.measure_all(rounds, _table)


PARTS = {
    "start": (Start, 15),
    "profile": (Profile, 7),
    "cheap": (Cheap, 3),
    "stop": (Stop, 3),
    "realms": (Realms, 5),
    "truth": (Truth, 3),
    "fetches": (Fetches, 5),
    "http": (Http, 5),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="test/bench/run", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("parts", nargs="*", metavar="|".join(PARTS))
    parser.add_argument("--rounds", type=int)
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"no part '{part}'; there are {', '.join(PARTS)}")
    peers.install()
    print(f"{peers.versions()}\n{measure.machine()}", flush=True)
    try:
        for part in options.parts or PARTS:
            kind, rounds = PARTS[part]
            with tempfile.TemporaryDirectory(prefix="rt-bench-") as folder:
                kind(pathlib.Path(folder)).measure(options.rounds or rounds)
    except measure.Failed as error:
        print(f"test/bench/run: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
