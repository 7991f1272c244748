"""WebSockets by hand (RFC 6455): frames as they are on the wire, right or wrong, for
tests of either side."""

import base64
import hashlib
import struct
from typing import NamedTuple

from http_server import Client
from raw_http import Peer

TEXT, BINARY, CONTINUATION = 1, 2, 0
CLOSE, PING, PONG = 8, 9, 10

# The example of RFC 6455, 1.3.
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

MASK = b"\x37\xfa\x21\x3d"


def masked(payload: bytes, mask: bytes = MASK) -> bytes:
    whole = mask * (len(payload) // 4 + 1)
    number = int.from_bytes(payload, "big") ^ int.from_bytes(whole[:len(payload)], "big")
    return number.to_bytes(len(payload), "big")


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, mask: bytes | None = MASK,
          rsv: int = 0, length: bytes | None = None) -> bytes:
    """A frame; masked as a client's, unless `mask` is None. `length` stands in for the
    right one."""
    if length is None:
        if len(payload) < 126:
            length = bytes([len(payload)])
        elif len(payload) < 1 << 16:
            length = b"\x7e" + struct.pack(">H", len(payload))
        else:
            length = b"\x7f" + struct.pack(">Q", len(payload))
    first = (0x80 if fin else 0) | rsv << 4 | opcode
    if mask is None:
        return bytes([first]) + length + payload
    return bytes([first, length[0] | 0x80]) + length[1:] + mask + masked(payload, mask)


def close_payload(code: int, reason: str = "") -> bytes:
    return struct.pack(">H", code) + reason.encode()


class Frame(NamedTuple):
    fin: bool
    opcode: int
    payload: bytes
    is_masked: bool

    @property
    def code(self) -> int | None:
        """Of a close."""
        return struct.unpack(">H", self.payload[:2])[0] if self.payload else None


class _Frames:
    """What both sides have. `_take(n)` brings bytes, `send(bytes)` takes them away."""

    def next_frame(self) -> Frame:
        first, second = self._take(2)
        size = second & 0x7f
        if size == 126:
            size, = struct.unpack(">H", self._take(2))
        elif size == 127:
            size, = struct.unpack(">Q", self._take(8))
        mask = self._take(4) if second & 0x80 else None
        payload = self._take(size)
        if mask is not None:
            payload = masked(payload, mask)
        return Frame(bool(first & 0x80), first & 0x7f, payload, mask is not None)

    def next_message(self) -> Frame:
        """A whole message, or a control frame."""
        frame = self.next_frame()
        if frame.fin or frame.opcode >= CLOSE:
            return frame
        parts = [frame.payload]
        while True:
            more = self.next_frame()
            if more.opcode != CONTINUATION:
                raise AssertionError(f"{more} in the middle of a message")
            parts.append(more.payload)
            if more.fin:
                return frame._replace(fin=True, payload=b"".join(parts))


class FrameClient(_Frames):
    """A client of a program of http_server.Server."""

    def __init__(self, client: Client, target: str = "/", *headers: str):
        self.client = client
        client.get(target, "Upgrade: websocket", "Connection: Upgrade",
                   f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", *headers)
        self.answer = client.answer(of_head=True)

    def __enter__(self) -> "FrameClient":
        return self

    def __exit__(self, *_):
        self.client.socket.close()

    def send(self, data: bytes) -> None:
        self.client.send(data)

    def send_frame(self, *args, **options) -> None:
        self.send(frame(*args, **options))

    def _take(self, size: int) -> bytes:
        return self.client.exactly(size)

    def is_at_end(self) -> bool:
        """Waits for the other side's end, without another byte."""
        return self.client.rest() == b""


class FrameServer(_Frames):
    """The server's side, on a Peer of raw_http whose request is read."""

    def __init__(self, peer: Peer, *headers: str, accept: str | None = None):
        self.peer = peer
        key = peer.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        right = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        peer.send("\r\n".join([
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Accept: {right if accept is None else accept}", *headers, "", ""
        ]).encode())

    def send(self, data: bytes) -> None:
        self.peer.send(data)

    def send_frame(self, *args, **options) -> None:
        self.send(frame(*args, mask=None, **options))

    def _take(self, size: int) -> bytes:
        taken = self.peer.read_size(size)
        if len(taken) < size:
            raise EOFError
        return taken
