"""fetch: requests and answers, as raw servers see and send them."""

import gzip
import hashlib
import base64
import threading
import unittest
import zlib

from fetch_test import FetchTest
from raw_http import Peer, RawServer


class Requests(FetchTest):
    def test_sends_method_headers_and_body(self):
        bodies = []

        def serve(peer: Peer) -> None:
            bodies.append(peer.read_body())
            peer.answer(b"made", "201 Created", X_A="b")

        with RawServer(serve) as server:
            got = self.shown("""
                const response = await fetch('URL/a b?c=d#e', {
                  method: 'post', headers: {'X-One': '1', 'x-two': 'caf\\u00e9'}, body: 'h\\u00e9'});
                show([response.status, response.statusText, response.ok, response.url,
                      response.redirected, response.type, response.headers.get('x-a')]);
                show([await response.text(), response.bodyUsed]);
            """, URL=server.url)
        self.assertEqual(got, [
            [201, "Created", True, f"{server.url}/a%20b?c=d", False, "basic", "b"],
            ["made", True]])
        self.assertEqual(bodies, ["hé".encode()])
        first, *lines = server.heads[0].split("\r\n")
        self.assertEqual(first, "POST /a%20b?c=d HTTP/1.1")
        headers = {line.split(": ")[0].lower(): line.split(": ")[1] for line in lines}
        self.assertEqual(headers["x-one"], "1")
        self.assertEqual(headers["x-two"], "café")
        self.assertEqual(headers["content-length"], "3")
        self.assertEqual(headers["content-type"], "text/plain;charset=UTF-8")
        self.assertEqual(headers["host"], f"127.0.0.1:{server.port}")
        self.assertRegex(headers["user-agent"], r"^rt/\d")
        self.assertEqual(headers["accept"], "*/*")
        self.assertNotIn("expect", headers)

    def test_leaves_out_headers_of_the_connection(self):
        with RawServer(lambda peer: peer.answer()) as server:
            self.shown("""
                await fetch('URL', {headers: {
                  connection: 'close', 'transfer-encoding': 'chunked', host: 'other',
                  'content-length': '9', 'keep-alive': '5', te: 'trailers', upgrade: 'h2c',
                  'user-agent': 'mine', accept: 'text/html'}});
            """, URL=server.url)
        self.assertEqual(
            sorted(server.heads[0].lower().split("\r\n")[1:]),
            sorted([f"host: 127.0.0.1:{server.port}", "user-agent: mine",
                    "accept: text/html", "accept-encoding: deflate, gzip, br, zstd"]))

    def test_sends_bodies_of_all_kinds(self):
        bodies = []

        def serve(peer: Peer) -> None:
            bodies.append((peer.headers.get("content-type"), peer.read_body()))
            peer.answer()

        with RawServer(serve) as server:
            self.shown("""
                const form = new FormData();
                form.append('k', 'v');
                for (const body of [new Uint8Array([1, 2]), new Blob(['ab', 'c'], {type: 'x/y'}),
                                    new URLSearchParams({q: '1 2'}), new ArrayBuffer(2), '']) {
                  await fetch('URL', {method: 'PUT', body});
                }
                await fetch('URL', {method: 'POST', body: form});
                await fetch('URL', {method: 'POST'});
                await fetch(new Request('URL', {method: 'POST', body: 'again'}));
            """, URL=server.url)
        self.assertEqual(bodies[:5], [
            (None, b"\1\2"), ("x/y", b"abc"),
            ("application/x-www-form-urlencoded;charset=UTF-8", b"q=1+2"),
            (None, b"\0\0"), ("text/plain;charset=UTF-8", b"")])
        self.assertRegex(bodies[5][0], "^multipart/form-data; boundary=")
        self.assertIn(b'name="k"\r\n\r\nv\r\n', bodies[5][1])
        self.assertEqual(bodies[6], (None, b""))
        self.assertIn("Content-Length: 0", server.heads[6])
        self.assertEqual(bodies[7][1], b"again")

    def test_streams_a_body_as_it_is_made(self):
        parts = []
        first_came = threading.Event()

        def serve(peer: Peer) -> None:
            if peer.target == "/gate":
                first_came.wait()
                peer.answer()
                return
            parts.append(peer.read_size(len(b"3\r\none\r\n")))
            first_came.set()
            parts.append(peer.read_body())
            peer.answer(b"done")

        with RawServer(serve) as server:
            got = self.shown("""
                const body = new ReadableStream({
                  async start(controller) {
                    controller.enqueue(new TextEncoder().encode('one'));
                    await fetch('URL/gate');  // Answered when the server has the first part.
                    controller.enqueue(new TextEncoder().encode('second'));
                    controller.close();
                  },
                });
                const response = await fetch('URL', {method: 'POST', body, duplex: 'half'});
                show(await response.text());
            """, URL=server.url)
        self.assertEqual(got, ["done"])
        self.assertEqual(parts, [b"3\r\none\r\n", b"second"])

    def test_an_error_of_a_bodys_stream_is_fetchs(self):
        with RawServer(lambda peer: peer.wait_for_close()) as server:
            got = self.shown("""
                const body = new ReadableStream({
                  pull(controller) { controller.error(new RangeError('mine')); }});
                try {
                  await fetch('URL', {method: 'POST', body, duplex: 'half'});
                } catch (error: any) {
                  show([error.name, error.message]);
                }
            """, URL=server.url)
        self.assertEqual(got, [["RangeError", "mine"]])

    def test_a_body_is_sent_once(self):
        with RawServer(lambda peer: (peer.read_body(), peer.answer()) and None) as server:
            got = self.shown("""
                const request = new Request('URL', {method: 'POST', body: 'x'});
                await fetch(request);
                show([request.bodyUsed, (await failed(fetch(request))).name]);
                show((await failed((fetch as any)())).name);
                show((await failed(fetch('http://u:p@host/'))).name);
            """, URL=server.url)
        self.assertEqual(got, [[True, "TypeError"], "TypeError", "TypeError"])

    def test_uses_connections_again_and_many_at_once(self):
        barrier = threading.Barrier(20)

        def serve(peer: Peer) -> None:
            if peer.target == "/together":
                barrier.wait(30)
            peer.answer(b"x" * 1000)

        with RawServer(serve) as server:
            got = self.shown("""
                for (let i = 0; i < 50; i++) await (await fetch('URL')).text();
                const all = await Promise.all(Array.from({length: 20}, async () =>
                    (await (await fetch('URL/together')).text()).length));
                show(all.length);
                for (let i = 0; i < 50; i++) await (await fetch('URL', {method: 'HEAD'})).text();
            """, URL=server.url)
        self.assertEqual(got, [20])
        self.assertEqual(server.connections, 20)
        self.assertEqual(len(server.heads), 120)


class Answers(FetchTest):
    def test_reads_bodies_of_all_forms(self):
        def serve(peer: Peer) -> bool:
            if peer.target == "/chunked":
                peer.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                          b"2\r\nab\r\n3;x=y\r\ncde\r\n0\r\nT: t\r\n\r\n")
            elif peer.target == "/close":
                peer.send(b"HTTP/1.0 200 OK\r\n\r\nto the end")
                return False
            elif peer.target == "/json":
                peer.answer(b'{"a": [1]}', Content_Type="application/json")
            elif peer.target == "/none":
                peer.send(b"HTTP/1.1 204 No Content\r\n\r\n")
            elif peer.target == "/hints":
                peer.send(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
                peer.answer(b"after")
            return True

        with RawServer(serve) as server:
            got = self.shown("""
                const get = (path: string) => fetch(`URL${path}`);
                show(await (await get('/chunked')).text());
                show(await (await get('/close')).text());
                show(await (await get('/json')).json());
                const none = await get('/none');
                show([none.status, none.body, await none.text()]);
                show(await (await get('/hints')).text());
                show([...await (await get('/chunked')).bytes()]);
                show((await (await get('/json')).blob()).type);
            """, URL=server.url)
        self.assertEqual(got, [
            "abcde", "to the end", {"a": [1]}, [204, None, ""], "after",
            list(b"abcde"), "application/json"])

    def test_reads_long_bodies_as_text(self):
        item = '{"id": 12345, "name": "an item"},'
        bodies = {"/ascii": item * 10_000, "/late": item * 10_000 + "\u20ac"}

        def serve(peer: Peer) -> None:
            peer.answer(bodies[peer.target].encode())

        with RawServer(serve) as server:
            got = self.shown("""
                for (const path of ['/ascii', '/late']) {
                  const answer = await fetch(`URL${path}`);
                  const copy = answer.clone();
                  const text = await answer.text();
                  const again = new TextDecoder().decode(await copy.bytes());
                  show([text === again, text.length, text.split('12345').length]);
                  show(JSON.parse(`[${text.slice(0, 329)}]`).length);
                  show(text.slice(-3));
                }
            """, URL=server.url)
        self.assertEqual(got, [
            [True, 330_000, 10_001], 10, '"},',
            [True, 330_001, 10_001], 10, '},\u20ac'])

    def test_headers_as_they_came(self):
        with RawServer(lambda peer: peer.send(
            b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX: \xe9 \r\nx:2\r\n"
            b"Empty:\r\nContent-Length: 0\r\n\r\n")) as server:
            got = self.shown("""
                const {headers} = await fetch('URL');
                show(headers.getSetCookie());
                show([headers.get('x'), headers.get('empty'), headers.get('none')]);
                try { headers.set('a', 'b'); } catch (error: any) { show(error.name); }
            """, URL=server.url)
        self.assertEqual(got, [["a=1", "b=2"], ["é, 2", "", None], "TypeError"])

    def test_takes_content_codings_off(self):
        text = b"again and again " * 1000
        coded = {"gzip": gzip.compress(text), "deflate": zlib.compress(text)}

        def serve(peer: Peer) -> None:
            coding = peer.target[1:]
            peer.answer(coded[coding], Content_Encoding=coding)

        with RawServer(serve) as server:
            got = self.shown("""
                for (const coding of ['gzip', 'deflate']) {
                  const response = await fetch(`URL/${coding}`);
                  const {headers} = response;
                  show([(await response.text()).length, headers.get('content-encoding'),
                        headers.get('content-length')]);
                }
            """, URL=server.url)
        self.assertEqual(got, [[len(text), None, None]] * 2)

    def test_streams_a_body_and_keeps_the_server_waiting(self):
        size = 64 << 20
        sent = 0

        def serve(peer: Peer) -> None:
            nonlocal sent
            peer.send(f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\n\r\n".encode())
            part = b"x" * 65536
            while sent < size:
                peer.connection.sendall(part)
                sent += len(part)

        with RawServer(serve) as server:
            got = self.shown("""
                const response = await fetch('URL');
                const reader = response.body!.getReader();
                let size = (await reader.read()).value!.byteLength;
                // What is buffered on the way: by rt, and by the kernel's two sockets.
                await new Promise((done) => setTimeout(done, 300));
                const rss = (await import('rt:process')).memoryUsage().rss;
                show(rss < 200 * 2 ** 20);
                for (;;) {
                  const {done, value} = await reader.read();
                  if (done) break;
                  size += value.byteLength;
                }
                show(size);
            """, URL=server.url)
        self.assertEqual(got, [True, size])

    def test_an_unread_body_does_not_hold_the_realm(self):
        with RawServer(lambda peer: peer.send(
            b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")) as server:
            got = self.shown("show((await fetch('URL')).status);", URL=server.url)
        self.assertEqual(got, [200])

    def test_integrity(self):
        body = b"the very text"
        good = {name: f"{name}-" + base64.b64encode(hashlib.new(name, body).digest()).decode()
                for name in ("sha256", "sha384", "sha512")}
        with RawServer(lambda peer: peer.answer(body)) as server:
            got = self.shown("""
                for (const integrity of ['GOOD2', 'GOOD3', 'GOOD5', 'BAD GOOD2', 'md5-x']) {
                  show(await (await fetch('URL', {integrity})).text());
                }
                // The strongest counts.
                for (const integrity of ['BAD', 'GOOD2 sha512-AAAA']) {
                  show((await failed(fetch('URL', {integrity}))).code);
                }
            """, URL=server.url, GOOD2=good["sha256"], GOOD3=good["sha384"],
                GOOD5=good["sha512"], BAD="sha256-AAAA")
        self.assertEqual(got, [body.decode()] * 5 + ["ERR_INTEGRITY"] * 2)


class Local(FetchTest):
    def test_data_urls(self):
        got = self.shown("""
            for (const url of ['data:,a%20b', 'data:text/html;charset=utf-8,<p>', 'data:;base64,aGk',
                               'data:;charset=x,%E9#frag']) {
              const response = await fetch(url);
              show([response.headers.get('content-type'), [...await response.bytes()]]);
            }
            show((await failed(fetch('data:no'))).code);
            show((await failed(fetch('data:;base64,!'))).code);
            show((await failed(fetch('ftp://h/'))).code);
        """)
        self.assertEqual(got, [
            ["text/plain;charset=US-ASCII", list(b"a b")],
            ["text/html;charset=utf-8", list(b"<p>")],
            ["text/plain;charset=US-ASCII", list(b"hi")], ["text/plain;charset=x", [0xE9]],
            "ERR_INVALID_URL", "ERR_INVALID_URL", "ERR_UNKNOWN_SCHEME"])

    def test_blob_urls(self):
        got = self.shown("""
            const url = URL.createObjectURL(new Blob(['ab', 'c'], {type: 'x/y'}));
            show([url.startsWith('blob:null/'), new URL(url).protocol]);
            const response = await fetch(`${url}#part`);
            show([response.status, response.url === url, response.headers.get('content-type'),
                  response.headers.get('content-length'), await response.text()]);
            show((await failed(fetch(url, {method: 'POST'}))).code);
            URL.revokeObjectURL(url);
            show((await failed(fetch(url))).code);
            try { URL.createObjectURL({} as any); } catch (error: any) { show(error.name); }
        """)
        self.assertEqual(got, [
            [True, "blob:"], [200, True, "x/y", "3", "abc"], "ERR_INVALID_URL",
            "ERR_INVALID_URL", "TypeError"])


if __name__ == "__main__":
    unittest.main()
