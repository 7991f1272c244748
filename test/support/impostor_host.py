"""Realm hosts that break the rules: WebSocket servers by hand (RFC 6455).

    def cuts(caller: Caller) -> None:
        caller.accept()
        caller.send(frame(Type.MESSAGE, b"")[:5])

    with Impostor(cuts) as host:
        ...  # new Realm({remote: host.url, ...})

`behave` runs for each connection, on a thread of its own; when it returns, the
connection is cut, without a word.
"""

import base64
import enum
import hashlib
import os
import socket
import ssl
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator


class Type(enum.IntEnum):
    """Of runtime/realm/realm_frames.h."""

    START = 1
    MESSAGE = 2
    DELIVERED = 3
    CLOSED = 4
    ASK_USAGE = 5
    USAGE = 6
    END = 7
    ASK_FILES = 8
    FILES = 9
    ENFORCEMENT = 10
    TERMINATE = 11


def frame(kind: int, payload: bytes = b"", *, length: int | None = None) -> bytes:
    """As of runtime/frames/frame.h; `length` is a lie, where it is given."""
    size = len(payload) if length is None else length
    return struct.pack("<IBBH", size, 1, kind, 0) + payload + b"\x9eend"


def number(value: int) -> bytes:
    return struct.pack("<I", value)


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


# That the host holds the realm with nothing but its bindings.
ENFORCEMENT = frame(Type.ENFORCEMENT, number(0) + number(0) + text("no reason"))

# A farewell: the realm had nothing left to do.
COMPLETED = frame(
    Type.END, number(0) + number(0) + struct.pack("<Q", 0) + number(0) + text("") + text(""))

_BINARY, _CLOSE, _PING, _PONG = 2, 8, 9, 10


class Gone(Exception):
    """The caller closed the connection, or cut it."""


class Caller:
    """The other side of a connection."""

    def __init__(self, connection: socket.socket, over: threading.Event):
        self._connection = connection
        self._over = over
        self.head = b""
        self._bytes = b""
        self._has_closed = False

    def read_head(self) -> bytes:
        while b"\r\n\r\n" not in self.head:
            self.head += self._receive()
        return self.head

    def accept(self) -> None:
        """Opens the WebSocket."""
        lines = self.read_head().split(b"\r\n")
        key = next(line.split(b": ", 1)[1] for line in lines
                   if line.lower().startswith(b"sec-websocket-key:"))
        magic = key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(magic).digest())
        self.send_raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                      b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept
                      + b"\r\n\r\n")

    def start(self) -> None:
        """Opens the WebSocket, waits for the realm's start, and says what holds it."""
        self.accept()
        kind, _ = self.receive()
        assert kind == Type.START, kind
        self.send(ENFORCEMENT)

    def send_raw(self, data: bytes) -> None:
        self._connection.sendall(data)

    def send(self, data: bytes, opcode: int = _BINARY) -> None:
        """One message with these bytes of rt's frames."""
        size = len(data)
        if size < 126:
            head = struct.pack(">BB", 0x80 | opcode, size)
        elif size < 1 << 16:
            head = struct.pack(">BBH", 0x80 | opcode, 126, size)
        else:
            head = struct.pack(">BBQ", 0x80 | opcode, 127, size)
        self.send_raw(head + data)

    def close(self, reason: str = "") -> None:
        """Closes in order, and waits for the caller to do so."""
        self._has_closed = True
        self.send(struct.pack(">H", 1000) + reason.encode(), _CLOSE)
        self.wait()

    def receive(self) -> tuple[int, bytes]:
        """The next of rt's frames: its type and payload."""
        size, _, kind, _ = struct.unpack("<IBBH", self._take(8))
        payload = self._take(size)
        assert self._take(4) == b"\x9eend"
        return kind, payload

    def frames(self) -> Iterator[tuple[int, bytes]]:
        while True:
            yield self.receive()

    def wait(self) -> None:
        """Until the caller is gone; answers its pings."""
        try:
            for _ in self.frames():
                pass
        except Gone:
            pass

    def hang(self) -> None:
        """Reads nothing, and says nothing, until the test is over."""
        self._over.wait()

    def receive_raw(self) -> bytes:
        """What comes next, as it comes."""
        return self._receive()

    def _take(self, size: int) -> bytes:
        while len(self._bytes) < size:
            self._read_message()
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken

    def _read_message(self) -> None:
        first, second = self._exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._exactly(8))
        assert second & 0x80, "a client's messages are masked"
        mask = self._exactly(4)
        masked = self._exactly(size)
        repeated = (mask * (size // 4 + 1))[:size]
        data = (int.from_bytes(masked) ^ int.from_bytes(repeated)).to_bytes(size)
        opcode = first & 0x0F
        if opcode == _PING:
            self.send(data, _PONG)
        elif opcode == _CLOSE:
            if not self._has_closed:
                self.send(data, _CLOSE)
            raise Gone
        else:
            self._bytes += data

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            data += self._receive(size - len(data))
        return data

    def _receive(self, size: int = 1 << 16) -> bytes:
        try:
            data = self._connection.recv(size)
        except OSError as error:
            raise Gone from error
        if not data:
            raise Gone
        return data


class Impostor:
    """Listens on a free port of this machine."""

    def __init__(self, behave: Callable[[Caller], None], *, tls: str | None = None):
        """`tls`: a folder as of make_certificate()."""
        self._behave = behave
        self._context = None
        if tls is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(f"{tls}/cert.pem", f"{tls}/key.pem")
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.url = f"{'ws' if tls is None else 'wss'}://127.0.0.1:{self.port}"
        self._over = threading.Event()
        self._problems: list[BaseException] = []
        self._threads: list[threading.Thread] = []
        self._connections: list[socket.socket] = []

    def __enter__(self) -> "Impostor":
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # Also wakes accept().
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._thread.join()
        self._over.set()
        for connection in self._connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        for thread in self._threads:
            thread.join()
        for problem in self._problems:
            raise problem

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            self._connections.append(connection)
            thread = threading.Thread(target=self._meet, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _meet(self, connection: socket.socket) -> None:
        try:
            if self._context is not None:
                connection = self._context.wrap_socket(connection, server_side=True)
            self._behave(Caller(connection, self._over))
        except (Gone, OSError):
            pass
        except BaseException as error:  # noqa: BLE001 - for the test's thread
            self._problems.append(error)
        finally:
            connection.close()


def make_certificate(folder: str | os.PathLike, name: str) -> None:
    """cert.pem, which signs itself, and key.pem, for what `name` says: "IP:127.0.0.1"
    or "DNS:localhost"."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=rt test",
         "-addext", f"subjectAltName={name}", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=folder, check=True, capture_output=True)
