"""fetch: what fails, and how it is told; aborts at each phase."""

import socket
import threading
import unittest

from fetch_test import FetchTest
from raw_http import Peer, RawServer


def _free_port() -> int:
    """One that nobody listens on, most likely."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Errors(FetchTest):
    def test_no_connection(self):
        port = _free_port()
        got = self.shown("""
            show(await failed(fetch('http://127.0.0.1:PORT/secret?key')));
            show(await failed(fetch('http://no-such-host.invalid/secret')));
        """, PORT=port)
        refused, unknown = got
        self.assertEqual(
            refused,
            {"name": "TypeError", "code": "ECONNREFUSED", "phase": "connect",
             "message": f"fetch failed: cannot connect to 127.0.0.1:{port}: "
                        "Connection refused (ECONNREFUSED)"})
        self.assertEqual((unknown["code"], unknown["phase"]), ("ENOTFOUND", "dns"))
        self.assertIn("no-such-host.invalid", unknown["message"])
        self.assertNotIn("secret", refused["message"] + unknown["message"])

    def test_cut_and_malformed_answers(self):
        answers = {
            "/none": (b"", "ECONNRESET", "response"),
            "/reset": (b"reset", "ECONNRESET", "response"),
            "/head": (b"HTTP/1.1 200 OK\r\nX-", "ECONNRESET", "response"),
            "/smtp": (b"220 mail ESMTP\r\n", "ERR_PROTOCOL", "response"),
            "/lengths": (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "ERR_PROTOCOL",
                         "response"),
        }

        def serve(peer: Peer) -> bool:
            answer = answers[peer.target][0]
            if answer == b"reset":
                peer.reset()
            else:
                peer.send(answer)
            return False

        with RawServer(serve) as server:
            got = self.shown("""
                for (const path of PATHS) show(await failed(fetch(`URL${path}`)));
            """, URL=server.url, PATHS=list(answers))
        for (path, (_, code, phase)), error in zip(answers.items(), got, strict=True):
            self.assertEqual((error["name"], error["code"], error["phase"]),
                             ("TypeError", code, phase), path)

    def test_bodies_that_end_early(self):
        answers = {
            "/length": b"Content-Length: 9\r\n\r\nhalf",
            "/chunk": b"Transfer-Encoding: chunked\r\n\r\n9\r\nhalf",
            "/chunks": b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        }

        def serve(peer: Peer) -> bool:
            peer.send(b"HTTP/1.1 200 OK\r\n" + answers[peer.target])
            return False

        with RawServer(serve) as server:
            got = self.shown("""
                for (const path of PATHS) {
                  const whole = await fetch(`URL${path}`);
                  show([whole.status, await failed(whole.text())]);
                  const reader = (await fetch(`URL${path}`)).body!.getReader();
                  const {value} = await reader.read();
                  show([new TextDecoder().decode(value), await failed(reader.read())]);
                }
            """, URL=server.url, PATHS=list(answers))
        for first, error in got:
            self.assertIn(first, (200, "half"))
            self.assertEqual((error["name"], error["code"], error["phase"]),
                             ("TypeError", "ECONNRESET", "body"))


class Aborts(FetchTest):
    def test_before_and_while_it_waits_for_the_answer(self):
        asked = threading.Event()
        closed = threading.Event()

        def serve(peer: Peer) -> bool:
            if peer.target == "/asked":
                asked.wait(30)
                peer.answer()
                return True
            if peer.target == "/closed":
                closed.wait(30)
                peer.answer()
                return True
            asked.set()
            peer.wait_for_close()
            closed.set()
            return False

        with RawServer(serve) as server:
            got = self.shown("""
                const early = await fetch('URL', {signal: AbortSignal.abort('why')}).catch((e) => e);
                show(early);
                const controller = new AbortController();
                const pending = fetch('URL', {signal: controller.signal}).catch((e) => e);
                await fetch('URL/asked');
                controller.abort();
                const error = await pending;
                show([error.name, error === controller.signal.reason]);
                show((await fetch('URL/closed')).status);
            """, URL=server.url)
        self.assertEqual(got, ["why", ["AbortError", True], 200])

    def test_while_it_connects(self):
        # A listener whose queue is full: the kernel answers nobody any more.
        listener = socket.socket()
        self.addCleanup(listener.close)
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        port = listener.getsockname()[1]
        fillers = []
        for _ in range(3):
            filler = socket.socket()
            self.addCleanup(filler.close)
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", port))
            fillers.append(filler)
        got = self.shown("""
            const error = await fetch('http://127.0.0.1:PORT/',
                                      {signal: AbortSignal.timeout(200)}).catch((e) => e);
            show(error.name);
        """, PORT=port)
        self.assertEqual(got, ["TimeoutError"])

    def test_while_a_body_is_read(self):
        closed = threading.Event()

        def serve(peer: Peer) -> bool:
            if peer.target == "/closed":
                closed.wait(30)
                peer.answer()
                return True
            peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            peer.wait_for_close()
            closed.set()
            return False

        with RawServer(serve) as server:
            got = self.shown("""
                const controller = new AbortController();
                const {signal} = controller;
                const text = (await fetch('URL', {signal})).text().catch((e) => e);
                const reader = (await fetch('URL', {signal})).body!.getReader();
                show(new TextDecoder().decode((await reader.read()).value));
                const more = reader.read().catch((e) => e);
                controller.abort(new RangeError('enough'));
                show([(await text).message, (await more).message]);
                show((await fetch('URL/closed')).status);
            """, URL=server.url)
        self.assertEqual(got, ["half", ["enough", "enough"], 200])

    def test_while_a_body_is_sent(self):
        with RawServer(lambda peer: peer.wait_for_close()) as server:
            got = self.shown("""
                const controller = new AbortController();
                let cancelled: unknown = null;
                let parts = 0;
                const body = new ReadableStream({
                  pull(source) {
                    if (++parts === 3) controller.abort('stop');
                    source.enqueue(new Uint8Array(1000));
                    if (parts >= 3) return new Promise(() => {});
                  },
                  cancel(reason) { cancelled = reason; },
                });
                show(await fetch('URL', {
                  method: 'POST', body, duplex: 'half', signal: controller.signal,
                }).catch((e) => e));
            """, URL=server.url)
        self.assertEqual(got, ["stop"])

    def test_a_cancelled_body_closes_the_connection(self):
        closed = threading.Event()

        def serve(peer: Peer) -> bool:
            if peer.target == "/closed":
                closed.wait(30)
                peer.answer()
                return True
            peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            peer.wait_for_close()
            closed.set()
            return False

        with RawServer(serve) as server:
            got = self.shown("""
                await (await fetch('URL')).body!.cancel();
                show((await fetch('URL/closed')).status);
            """, URL=server.url)
        self.assertEqual(got, [200])

    def test_timeouts(self):
        with RawServer(lambda peer: peer.wait_for_close()) as server:
            got = self.shown("""
                const error = await fetch('URL', {signal: AbortSignal.timeout(50)}).catch((e) => e);
                show([error.name, error instanceof DOMException]);
            """, URL=server.url)
        self.assertEqual(got, [["TimeoutError", True]])


if __name__ == "__main__":
    unittest.main()
