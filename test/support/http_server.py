"""A program that serves HTTP, and raw sockets to it, for the tests of rt:http."""

import os
import pathlib
import socket
import subprocess

from rt_run import RtTest, rt_path


class Server:
    """Runs `program` with rt; it prints the port, or the path, where it listens, as
    its first line. Ended by the test's end at the latest."""

    def __init__(self, test: RtTest, program: str, *flags: str):
        test.write("server.mjs", program)
        self.process = subprocess.Popen(
            [rt_path(), "run", *flags, "server.mjs"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, cwd=test.folder)
        test.addCleanup(self._clean_up)
        self.at = self.process.stdout.readline().strip()
        if not self.at:
            raise AssertionError(f"no server: {self.process.communicate()[1]}")

    @property
    def port(self) -> int:
        return int(self.at)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def line(self) -> str:
        """The next line that the program prints."""
        return self.process.stdout.readline().rstrip("\n")

    def end(self) -> tuple[int, str, str]:
        """Waits until it ends by itself: its exit code, and the rest of its output."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def kill(self) -> tuple[str, str]:
        self.process.kill()
        return self.process.communicate()

    def connect(self) -> "Client":
        return Client(self.at)

    def exchange(self, request: str | bytes) -> bytes:
        """All that comes back when `request` is sent on a connection of its own."""
        with self.connect() as client:
            client.send(request)
            return client.rest()

    def _clean_up(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


class Client:
    """A raw connection. Nothing waits for longer than a minute."""

    def __init__(self, at: str):
        if at.isdigit():
            self.socket = socket.create_connection(("127.0.0.1", int(at)), timeout=60)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(60)
            self.socket.connect(at)
        self.read = b""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data: str | bytes) -> None:
        self.socket.sendall(data.encode("latin-1") if isinstance(data, str) else data)

    def get(self, target: str = "/", *headers: str) -> None:
        lines = [f"GET {target} HTTP/1.1", "Host: a", *headers, "", ""]
        self.send("\r\n".join(lines))

    def more(self) -> bool:
        """Receives something; False at the end, or where the connection is reset."""
        try:
            part = self.socket.recv(1 << 16)
        except ConnectionResetError:
            return False
        self.read += part
        return bool(part)

    def rest(self) -> bytes:
        """What comes up to the end."""
        while self.more():
            pass
        taken, self.read = self.read, b""
        return taken

    def until(self, mark: bytes) -> bytes:
        """What comes up to `mark` and with it."""
        while mark not in self.read:
            if not self.more():
                raise AssertionError(f"ended without {mark!r}: {self.read!r}")
        taken, _, self.read = self.read.partition(mark)
        return taken + mark

    def exactly(self, size: int) -> bytes:
        taken = bytearray()
        while True:
            part = self.read[:size - len(taken)]
            self.read = self.read[len(part):]
            taken += part
            if len(taken) == size:
                return bytes(taken)
            if not self.more():
                raise AssertionError(f"ended early, after {len(taken)} bytes")

    def answer(self, *, of_head: bool = False) -> "Answer":
        """The next answer, whole."""
        head = self.until(b"\r\n\r\n").decode("latin-1")
        lines = head.split("\r\n")
        status = int(lines[0].split(" ")[1])
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        if of_head or status in (100, 204, 304):
            body = b""
        elif headers.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(self.until(b"\r\n"), 16):
                parts.append(self.exactly(size))
                self.exactly(2)
            self.exactly(2)
            body = b"".join(parts)
        elif "content-length" in headers:
            body = self.exactly(int(headers["content-length"]))
        else:
            body = self.rest()
        return Answer(status, headers, body)


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes):
        self.status = status
        self.headers = headers
        self.body = body


def memory_of(pid: int) -> int:
    """Bytes of a process that are in memory."""
    text = pathlib.Path(f"/proc/{pid}/statm").read_text(encoding="ascii")
    return int(text.split()[1]) * os.sysconf("SC_PAGESIZE")
