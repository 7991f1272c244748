"""WebSockets for the mixed load of an HTTP server: clients that behave, leave, stall,
break the protocol and close, on a path that sends back what comes."""

import random
import socket

from http_server import Client
from websocket_frames import BINARY, CLOSE, TEXT, FrameClient, close_payload, frame

HANDLER = """
    (request) => {
      const {socket, response} = upgradeWebSocket(request, {
        idleTimeout: 2000, maxMessageBytes: 1 << 20, maxBufferedBytes: 1 << 20,
      });
      socket.onmessage = ({data}) => {
        socket.send(data);
        if (data === 'close') socket.close(3000, 'as asked');
      };
      return response;
    }
"""


def one(port: int, chance: random.Random) -> int:
    """One client. How many messages came back, right."""
    with FrameClient(Client(str(port)), "/socket") as client:
        if client.answer.status != 101:
            raise AssertionError(f"{client.answer.status} instead of an upgrade")
        try:
            return chance.choice(
                [_talks, _talks, _closes, _is_closed, _leaves, _stalls, _breaks])(client, chance)
        except (ConnectionResetError, BrokenPipeError):
            # Of those that do not behave.
            return 0


def _talks(client: FrameClient, chance: random.Random) -> int:
    count = chance.randrange(1, 20)
    for _ in range(count):
        payload = chance.randbytes(chance.choice([0, 10, 1000, 70_000]))
        client.send_frame(BINARY, payload)
        got = client.next_message()
        if (got.opcode, got.payload) != (BINARY, payload):
            raise AssertionError(f"{got.opcode}, {len(got.payload)} bytes came back")
    return count


def _closes(client: FrameClient, _: random.Random) -> int:
    client.send_frame(CLOSE, close_payload(1000))
    got = client.next_frame()
    if (got.opcode, got.code) != (CLOSE, 1000):
        raise AssertionError(f"{got} instead of a close")
    return 0


def _is_closed(client: FrameClient, _: random.Random) -> int:
    client.send_frame(TEXT, b"close")
    if client.next_message().payload != b"close" or client.next_frame().code != 3000:
        raise AssertionError("not closed")
    client.send_frame(CLOSE, close_payload(3000))
    return 1


def _leaves(client: FrameClient, chance: random.Random) -> int:
    client.send(frame(TEXT, b"half" * 1000)[:chance.randrange(1, 4000)])
    if chance.random() < 0.5:
        client.client.socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    return 0


def _stalls(client: FrameClient, chance: random.Random) -> int:
    """Sends, and reads nothing of what comes back, up to being cut."""
    for _ in range(chance.randrange(1, 40)):
        client.send_frame(BINARY, bytes(60_000))
    return 0


def _breaks(client: FrameClient, chance: random.Random) -> int:
    client.send(chance.choice([
        b"\xff" * 20, frame(TEXT, b"\xff"), frame(TEXT, b"a", mask=None),
        frame(BINARY, b"", length=b"\x7f\0\0\0\x7f\0\0\0\0")]))
    if client.next_frame().opcode != CLOSE:
        raise AssertionError("not told")
    return 0
