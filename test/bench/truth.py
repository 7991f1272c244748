"""What profilers tell of programs of which the right answer is known."""

import os
import pathlib
import shutil
import signal
import subprocess
from collections.abc import Callable

import measure
import peers
import told_profiles
from told_profiles import Told

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs/truth"
NAMES = ["rt", "node", "deno", "bun", "@datadog/pprof"]
INTERVAL_US = 1000


def _share(told: list[Told], right: Callable[[Told], bool], *names: str) -> float:
    """How much of the time in stacks that have one of `names` is in right ones."""
    among = [t for t in told if any(t.has(name) for name in names)]
    total = sum(t.cpu_ms for t in among)
    if total == 0:
        raise measure.Failed(f"no time in {names}")
    return sum(t.cpu_ms for t in among if right(t)) / total


def _line_of(script: str, text: str) -> int:
    lines = (PROGRAMS / script).read_text().splitlines()
    [line] = [i for i, line in enumerate(lines, 1) if text in line]
    return line


class Truth:
    """Each question has a program, and what to make of what its profile tells."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _command(self, name: str, script: str, out: pathlib.Path, mode: str):
        path = str(PROGRAMS / script)
        if name == "@datadog/pprof":
            runner = str(PROGRAMS / "datadog.js")
            return [*peers.command("node", runner), str(out / "profile.pb"), mode, path]
        return peers.command(name, path, peers.profiler(name, INTERVAL_US, str(out)))

    def _out(self) -> pathlib.Path:
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        return out

    def _told(self, name: str, script: str, mode: str = "lines") -> list[Told]:
        out = self._out()
        command = self._command(name, script, out, mode)
        measure.run(command, cwd=self.folder, env=peers.ENV)
        return told_profiles.read(out)

    # Each returns a number.

    def _work(self, name: str) -> float:
        told = self._told(name, "wait.js", "cpu")
        return sum(t.cpu_ms for t in told if t.has("spin"))

    def _waiting(self, name: str) -> float:
        told = self._told(name, "wait.js", "cpu")
        return sum(t.cpu_ms for t in told if t.has("block"))

    def _inlined(self, name: str) -> float:
        told = self._told(name, "inlined.js")
        return 1 - _share(told, lambda t: t.names[0] == "leaf", "outer", "leaf")

    def _shapes(self, name: str) -> float:
        told = self._told(name, "shapes.js")
        return 1 - _share(told, lambda t: t.has("leaf"), "outer", "leaf")

    def _lines(self, name: str) -> float:
        told = self._told(name, "lines.js")
        one, three = (_line_of("lines.js", text) for text in ("// one", "// three"))

        def on(line: int) -> float:
            return _share(told, lambda t: t.names[0] == "work" and t.line == line, "work")

        # What is on the wrong line of the two, or on neither.
        return (abs(on(one) - 0.25) + abs(on(three) - 0.75) +
                1 - on(one) - on(three)) / 2

    def _workers(self, name: str) -> float:
        told = self._told(name, "workers.js")
        return sum(t.cpu_ms for t in told if t.has("burn"))

    def _interrupted(self, name: str) -> float:
        """Milliseconds told of a program that Ctrl-C ended after a second."""
        out = self._out()
        child = subprocess.Popen(
            self._command(name, "spin.js", out, "lines"), cwd=self.folder,
            env={**os.environ, **peers.ENV}, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, process_group=0)
        child.stdout.readline()
        try:
            child.wait(1)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGINT)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()
        return sum(t.cpu_ms for t in told_profiles.read(out) if t.has("spin"))

    def measure(self, rounds: int) -> list[list[str]]:
        def ms(value: float) -> str:
            return f"{value:.0f} ms"

        def percent(value: float) -> str:
            return f"{value:.1%}"

        questions = [
            ("500 ms of work", "500 ms", self._work, ms),
            ("500 ms in `Atomics.wait`", "0 ms", self._waiting, ms),
            ("inlined calls: on the wrong function", "0%", self._inlined, percent),
            ("objects of many shapes: on the wrong function", "0%", self._shapes,
             percent),
            ("two loops: on the wrong line", "0%", self._lines, percent),
            ("two workers, 500 ms each", "1000 ms", self._workers, ms),
            ("1 s of work, ended by Ctrl-C", "1000 ms", self._interrupted, ms),
        ]
        rows = []
        for title, right, ask, form in questions:
            variants = {name: lambda name=name, ask=ask: ask(name) for name in NAMES}
            found = measure.interleave(variants, rounds)
            rows.append(
                [title, right]
                + [form(measure.median(found[name])) for name in NAMES])
        return rows
