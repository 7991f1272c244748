"""HTTP servers by hand, for tests of clients: they record what they get, byte by byte,
and answer what a test says, however wrong.

    with RawServer(lambda peer: peer.answer(b"hi")) as server:
        ...  # fetch(server.url)
    server.heads[0]  # what the client sent

`serve` runs for each request, on a thread of the connection's own; when it returns
False the connection is closed, else the next request is awaited.
"""

import socket
import ssl
import threading
from collections.abc import Callable


class Peer:
    """The server's end of a connection, when a request's head has come."""

    def __init__(self, server: "RawServer", connection: socket.socket, rest: bytes):
        self.server = server
        self.connection = connection
        self.rest = rest
        self.head = ""
        self.method = ""
        self.target = ""
        self.headers: dict[str, str] = {}

    def read_head(self) -> bool:
        while b"\r\n\r\n" not in self.rest:
            data = self._receive()
            if not data:
                return False
            self.rest += data
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1")
        first, *lines = self.head.split("\r\n")
        self.method, self.target, _ = first.split(" ", 2)
        self.headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        return True

    def read_size(self, size: int) -> bytes:
        while len(self.rest) < size:
            data = self._receive()
            if not data:
                break
            self.rest += data
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def read_body(self) -> bytes:
        """By its length, or in chunks."""
        if self.headers.get("transfer-encoding") != "chunked":
            return self.read_size(int(self.headers.get("content-length", "0")))
        body = b""
        while size := int(self._read_line(), 16):
            body += self.read_size(size)
            self._read_line()
        self._read_line()
        return body

    def send(self, data: bytes) -> None:
        try:
            self.connection.sendall(data)
        except OSError:
            pass

    def answer(self, body: bytes = b"", status: str = "200 OK", **headers: str) -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    def wait_for_close(self) -> None:
        """Until the client has closed its end."""
        while self._receive():
            pass

    def reset(self) -> None:
        """Has the close be a reset."""
        self.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")

    def _read_line(self) -> bytes:
        while b"\r\n" not in self.rest:
            data = self._receive()
            if not data:
                raise EOFError
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\r\n")
        return line

    def _receive(self) -> bytes:
        try:
            return self.connection.recv(65536)
        except OSError:
            return b""


class RawServer:
    def __init__(self, serve: Callable[[Peer], bool | None], *,
                 tls: tuple[str, str] | None = None, unix: str = "", alpn: tuple[str, ...] = ()):
        self.heads: list[str] = []
        self.connections = 0
        self._serve = serve
        self._tls = None
        if tls:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(*tls)
            if alpn:
                self._tls.set_alpn_protocols(list(alpn))
        self._listener = socket.socket(socket.AF_UNIX if unix else socket.AF_INET)
        self._listener.bind(unix or ("127.0.0.1", 0))
        self._listener.listen(128)
        self.port = 0 if unix else self._listener.getsockname()[1]
        self.url = f"http{'s' if tls else ''}://{'localhost' if tls else '127.0.0.1'}:{self.port}"
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "RawServer":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        self._listener.close()
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with self._lock:
                self._open.add(connection)
            threading.Thread(target=self._talk, args=[connection], daemon=True).start()

    def _talk(self, raw: socket.socket) -> None:
        connection = raw
        try:
            if self._tls:
                connection = self._tls.wrap_socket(raw, server_side=True)
            peer = Peer(self, connection, b"")
            while peer.read_head():
                self.heads.append(peer.head)
                if self._serve(peer) is False:
                    break
        except (OSError, EOFError, ValueError):
            pass
        finally:
            with self._lock:
                self._open.discard(raw)
            connection.close()
