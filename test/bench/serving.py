"""The HTTP half of test/bench: servers of one program each under wrk, in turns.

What counts is CPU time of the server for a request: the machine's cores are shared
with the client, so that requests per second depend on both.
"""

import dataclasses
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import socket
import subprocess
import tempfile

import measure
import peers

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs" / "http"
BARE_HTTP = peers.ROOT / "out/release/bare_http"
NAMES = ["rt", "deno", "bun", "node"]
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGESIZE")


@dataclasses.dataclass
class Load:
    """What a server did in a round."""

    cpu_us: float  # of the server, for a request
    rate: float  # requests a second
    p99_ms: float


class Server:
    def __init__(self, name: str, mode: str, flags=()):
        if name == "bare":
            command = [str(BARE_HTTP)]
        else:
            command = peers.command(name, str(PROGRAMS / f"{name}.js"), flags)
        self.folder = tempfile.TemporaryDirectory(prefix="rt-bench-http-")
        self.process = subprocess.Popen(
            [*command, mode], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, cwd=self.folder.name, env={**os.environ, **peers.ENV})
        ready, _, _ = select.select([self.process.stdout], [], [], 30)
        line = self.process.stdout.readline() if ready else ""
        if not line.strip().isdigit():
            raise measure.Failed(f"{name}: no port, but {line!r}")
        self.port = int(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()

    def cpu(self) -> float:
        """Seconds, of all its threads."""
        stat = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        statm = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii")
        return int(statm.split()[1]) * _PAGE


def _milliseconds(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def _wrk(server: Server, path: str, connections: int, seconds: int,
         script: str | None) -> subprocess.CompletedProcess:
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout",
               "30s"]
    if script is not None:
        command += ["-s", script]
    return subprocess.run([*command, f"http://127.0.0.1:{server.port}{path}"],
                          capture_output=True, text=True, check=True)


def warm_up(server: Server, path: str, connections: int, script: str | None = None) -> None:
    _wrk(server, path, connections, 1, script)


def load(server: Server, path: str, connections: int, seconds: int,
         script: str | None = None) -> Load:
    before = server.cpu()
    run = _wrk(server, path, connections, seconds, script)
    cpu = server.cpu() - before
    count, took = re.search(r"(\d+) requests in ([\d.]+\w+)", run.stdout).groups()
    failed = re.search(r"Non-2xx.*|Socket errors:.*", run.stdout)
    if failed or int(count) == 0:
        raise measure.Failed(f"{path}: {run.stdout}")
    p99 = re.search(r"99%\s+([\d.]+\w+)", run.stdout).group(1)
    return Load(cpu_us=cpu / int(count) * 1e6,
                rate=int(count) / _milliseconds(took) * 1000,
                p99_ms=_milliseconds(p99))


_POST = """wrk.method = "POST"
wrk.body = {body}
wrk.headers["Content-Type"] = "application/json"
"""

ECHO = '\'{"items":[\' .. string.rep(\'{"id":12345,"name":"an item"},\', 66) .. \'{"id":1}]}\''
UPLOAD = 'string.rep("x", 1048576)'

# Title: path, connections, the body of a POST as Lua has it, mode, who takes part.
CASES = {
    "hello": ("/", 100, None, "hello", ["bare", *NAMES]),
    "JSON echo, 2 KB": ("/echo", 100, ECHO, "app", NAMES),
    "upload, 1 MB": ("/upload", 8, UPLOAD, "app", NAMES),
    "streamed download, 10 MB": ("/download", 8, None, "app", NAMES),
}


def compare(title: str, rounds: int, seconds: int) -> dict[str, list[Load]]:
    path, connections, body, mode, names = CASES[title]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(_POST.format(body=body) if body else "")
        script.flush()

        def variant(name: str):
            def run() -> Load:
                with Server(name, mode) as server:
                    warm_up(server, path, connections, script.name)
                    return load(server, path, connections, seconds, script.name)
            return run

        return measure.interleave({name: variant(name) for name in names}, rounds)


def profiled(rounds: int, seconds: int) -> dict[str, list[Load]]:
    def variant(flags):
        def run() -> Load:
            with Server("rt", "hello", flags) as server:
                warm_up(server, "/", 100)
                return load(server, "/", 100, seconds)
        return run

    return measure.interleave(
        {"rt": variant([]), "rt --profile": variant(["--profile"])}, rounds)


def idle_memory(name: str, count: int) -> float:
    """Bytes of the server for each idle connection that has had a request."""
    # A descriptor for each, here and in the server, which inherits the limit.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    clients: list[socket.socket] = []

    def add(number: int) -> None:
        for _ in range(number):
            client = socket.create_connection(("127.0.0.1", server.port))
            client.sendall(request)
            client.recv(4096)
            clients.append(client)

    with Server(name, "hello") as server:
        try:
            # What the first ones bring is not of each.
            add(count // 10)
            before = server.memory()
            add(count - count // 10)
            return (server.memory() - before) / (count - count // 10)
        finally:
            for client in clients:
                client.close()


def _show(title: str, results: dict[str, list[Load]], table) -> None:
    names = list(results)
    rows = []
    for what, value, form in (
            ("CPU for a request", lambda load: load.cpu_us, "{:.1f} us"),
            ("requests a second", lambda load: load.rate, "{:.0f}"),
            ("p99", lambda load: load.p99_ms, "{:.2f} ms")):
        values = {name: [value(each) for each in results[name]] for name in names}
        rows.append([what, *(form.format(measure.median(values[name])) for name in names)])
        rows.append(["", *(
            "" if name == "rt" else
            f"rt: {measure.ratio(values['rt'], values[name]):.2f} times"
            for name in names)])
    table(title, ["", *names], rows, "Ratios are medians of those of the rounds.")


def measure_all(rounds: int, table) -> None:
    if shutil.which("wrk") is None:
        raise measure.Failed("wrk is not installed: build/sync brings it")
    for title in CASES:
        _show(title, compare(title, rounds, 4), table)
    _show("hello, profiled at 1 ms", profiled(rounds, 4), table)
    memory = {name: idle_memory(name, 10_000) for name in NAMES}
    table("10,000 idle connections", ["", *NAMES],
          [["bytes each", *(f"{memory[name]:.0f}" for name in NAMES)]],
          "Wanted: no more than the least.")
