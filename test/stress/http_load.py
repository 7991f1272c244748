"""Clients of all kinds for an HTTP server: those that behave, leave, stall and send
garbage. Each well-formed request that is waited for must be answered right, and each
message of a WebSocket."""

import random
import socket
import threading
import time

import websocket_load

PROGRAM = """
    import {serve, upgradeWebSocket} from 'rt:http';
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    const server = await serve({
      headerTimeout: 500, bodyTimeout: 500, idleTimeout: 2000, maxBodyBytes: 1 << 20,
    }, async (request) => {
      const url = new URL(request.url);
      switch (url.pathname) {
        case '/echo':
          return new Response(request.body);
        case '/text':
          return new Response(await request.text());
        case '/slow':
          await sleep(Math.random() * 20);
          return new Response('slow', {headers: {aborted: String(request.signal.aborted)}});
        case '/stream': {
          let left = 20;
          return new Response(new ReadableStream({
            async pull(controller) {
              await sleep(1);
              if (left-- === 0) controller.close();
              else controller.enqueue(new Uint8Array(10_000).fill(120));
            },
          }));
        }
        case '/socket':
          return upgrade(request);
        case '/throw':
          throw new Error('as it should');
        default:
          return new Response('hello');
      }
    });
    console.log(server.port);
    const upgrade = """ + websocket_load.HANDLER

GARBAGE = [b"\0\xff" * 50, b"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", b"\r\n" * 5000,
           b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
           b"POST /text HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"]


class Load:
    def __init__(self, port: int, seed: int):
        self.port = port
        self.random = random.Random(seed)
        self.answered = 0

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def one(self) -> None:
        kind = self.random.choice(
            [self.well, self.well, self.well, self.leaves, self.stalls, self.garbage,
             self.talks])
        if kind == self.talks:
            self.talks()
            return
        with self.connect() as client:
            kind(client)

    def well(self, client: socket.socket) -> None:
        """Several requests on one connection, some of them pipelined."""
        stream = client.makefile("rb")
        for _ in range(self.random.randrange(1, 6)):
            pipelined = [self.request() for _ in range(self.random.randrange(1, 4))]
            client.sendall(b"".join(request for request, _, _ in pipelined))
            for _, status, body in pipelined:
                got = self.answer(stream)
                if got != (status, body):
                    raise AssertionError(f"{got[0]}, {len(got[1])} bytes instead of "
                                         f"{status}, {len(body)} bytes")
                self.answered += 1

    def request(self) -> tuple[bytes, int, bytes]:
        path, status, body = self.random.choice([
            ("/", 200, b"hello"), ("/slow", 200, b"slow"), ("/throw", 500, b""),
            ("/stream", 200, b"x" * 200_000), ("/echo", 200, None), ("/text", 200, None)])
        if body is not None:
            return f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode(), status, body
        body = b"y" * self.random.choice([1, 1000, 100_000])
        head = f"POST {path} HTTP/1.1\r\nHost: a\r\n"
        if self.random.random() < 0.5:
            head += f"Content-Length: {len(body)}\r\n\r\n"
            return head.encode() + body, status, body
        half = len(body) // 2 + 1
        chunks = [part for part in (body[:half], body[half:]) if part]
        text = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in chunks)
        head += "Transfer-Encoding: chunked\r\n\r\n"
        return head.encode() + text + b"0\r\n\r\n", status, body

    @staticmethod
    def answer(stream) -> tuple[int, bytes]:
        status = int(stream.readline().split()[1])
        length, chunked = 0, False
        while (line := stream.readline().strip().lower()):
            if line.startswith(b"content-length: "):
                length = int(line.split()[1])
            chunked |= line == b"transfer-encoding: chunked"
        if not chunked:
            return status, stream.read(length)
        body = b""
        while size := int(stream.readline(), 16):
            body += stream.read(size)
            stream.readline()
        stream.readline()
        return status, body

    def leaves(self, client: socket.socket) -> None:
        request, _, _ = self.request()
        client.sendall(request[:self.random.randrange(1, len(request) + 1)])
        if self.random.random() < 0.5:
            client.recv(100)

    def stalls(self, client: socket.socket) -> None:
        request, _, _ = self.request()
        client.sendall(request[:self.random.randrange(1, len(request) + 1)])
        time.sleep(self.random.random())

    def talks(self) -> None:
        """By a WebSocket."""
        self.answered += websocket_load.one(self.port, self.random)

    def garbage(self, client: socket.socket) -> None:
        try:
            client.sendall(self.random.choice(GARBAGE))
            client.shutdown(socket.SHUT_WR)
            while client.recv(1 << 16):
                pass
        except (ConnectionResetError, BrokenPipeError):
            pass


def run(port: int, seconds: float, clients: int, on_second) -> int:
    """Loads the server; `on_second(elapsed)` is called each second. How many requests
    were answered. Raises what the first client met that is wrong."""
    end = time.monotonic() + seconds
    wrong: list[Exception] = []
    loads = [Load(port, seed) for seed in range(clients)]

    def work(load: Load) -> None:
        try:
            while time.monotonic() < end and not wrong:
                load.one()
        except Exception as error:  # any is told
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(load,)) for load in loads]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    while time.monotonic() < end and not wrong:
        time.sleep(1)
        on_second(time.monotonic() - began)
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]
    return sum(load.answered for load in loads)
