"""The part of test/bench that compares fetch: CPU time of the client alone, against one
server for all."""

import pathlib
import subprocess

import measure
import peers

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
NAMES = ["rt", "node", "deno", "bun"]

# Title, path, calls, at once, bytes sent.
CASES = [
    ("2 bytes, 1 at once", "/2", 20000, 1, 0),
    ("2 bytes, 50 at once", "/2", 40000, 50, 0),
    ("2 KB sent and got, 10 at once", "/2048", 20000, 10, 2048),
    ("10 MB got, 1 at once", f"/{10 << 20}", 40, 1, 0),
]


class Fetches:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def _run(self, name: str, url: str, arguments: list) -> float:
        command = peers.command(name, str(PROGRAMS / "fetch_client.js"))
        words = [url, *map(str, arguments)]
        sample = measure.run([*command, *words], cwd=self.folder, env=peers.ENV)
        return float(sample.stdout)

    def measure(self, rounds: int) -> list:
        server = subprocess.Popen(
            [peers.NODE, PROGRAMS / "fetch_server.js"], stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().strip()
            rows = []
            for title, path, *arguments in CASES:
                found = measure.interleave(
                    {name: lambda name=name: self._run(name, url + path, arguments)
                     for name in NAMES}, rounds)
                best = min(NAMES[1:], key=lambda name: measure.median(found[name]))
                rows.append(
                    [title]
                    + [f"{measure.median(found[name]):.0f} us" for name in NAMES]
                    + [f"{measure.ratio(found['rt'], found[best]):.2f} ({best})"])
            return rows
        finally:
            server.terminate()
            server.wait()
