"""The part of test/bench that says what a profile costs, by what a program does."""

import pathlib

import measure
import peers

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"

# Title, rt's flags, program and arguments, microseconds, what is wanted at most.
CASES = [
    ("computes, at 1 ms", [], ["cpu_bound.js"], 1000, 1.03),
    ("computes, at 100 us", [], ["cpu_bound.js"], 100, 1.15),
    (
        "1,000 pooled realms, 10 of them work",
        [],
        ["busy.js", "pooled", "1000", "10", "5000"],
        1000,
        1.05,
    ),
    (
        "100 pooled realms, turns of 50 us on one reactor",
        ["--reactors", "1"],
        ["busy.js", "ring", "100", "0", "50000"],
        1000,
        1.15,
    ),
    (
        "64 thread realms compute",
        [],
        ["busy.js", "thread", "64", "64", "2000"],
        1000,
        1.05,
    ),
    (
        "64 thread realms compute, their code optimized",
        [],
        ["busy.js", "thread", "64", "64", "2000", "3000"],
        1000,
        1.05,
    ),
]


class Cheap:
    """CPU time with a profile against none, and against none with the same V8 flags:
    of the whole program where nothing is started, else of the realms' work. And what
    a profile adds to the CPU time of a pooled realm's start."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _run(self, flags: list[str], program: list[str]) -> list[float]:
        """CPU seconds: of the work, and of the start of all realms."""
        script, *arguments = program
        command = peers.command("rt", str(PROGRAMS / script), flags)
        sample = measure.run([*command, *arguments], cwd=self.folder)
        if script != "busy.js":
            return [sample.cpu, 0]
        start, work = (float(ms) / 1000 for ms in sample.stdout.split())
        return [work, start]

    def measure(self, rounds: int) -> list:
        rows = []
        for title, flags, program, interval, wanted in CASES:
            folder = str(self.folder)
            found = measure.interleave(
                {
                    name: lambda all_flags=all_flags, program=program: self._run(
                        all_flags, program
                    )
                    for name, all_flags in {
                        "without": flags,
                        "flags": [*flags, *peers.PROFILING_FLAGS["rt"]],
                        "with": [*flags, *peers.profiler("rt", interval, folder)],
                    }.items()
                },
                rounds,
            )
            work = {name: [run[0] for run in runs] for name, runs in found.items()}
            row = [title]
            row += [f"{measure.median(work[name]):.2f} s" for name in work]
            row += [
                f"{measure.ratio(work['with'], work['flags']):.2f}",
                f"{measure.ratio(work['with'], work['without']):.2f}",
                f"{wanted:.2f}",
            ]
            alive = int(program[2]) if len(program) > 1 else 0
            more = [
                (b[1] - a[1]) * 1000 / alive if alive else 0
                for a, b in zip(found["without"], found["with"], strict=True)
            ]
            row.append(f"{measure.median(more):.1f} ms" if alive else "")
            rows.append(row)
        return rows
