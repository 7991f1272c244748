"""fetch: redirects, by https://fetch.spec.whatwg.org/#http-redirect-fetch."""

import unittest

from fetch_test import FetchTest
from raw_http import Peer, RawServer


class Redirects(FetchTest):
    def test_follows_and_tells_where_it_came_from(self):
        def serve(peer: Peer) -> None:
            if peer.target == "/a":
                peer.answer(b"ignored", "302 Found", Location="b?q#frag")
            else:
                peer.answer(peer.target.encode())

        with RawServer(serve) as server:
            got = self.shown("""
                const response = await fetch('URL/a');
                show([response.url, response.redirected, await response.text()]);
            """, URL=server.url)
        self.assertEqual(got, [[f"{server.url}/b?q", True, "/b?q"]])
        self.assertEqual(server.connections, 1)

    def test_methods_and_bodies(self):
        seen = []

        def serve(peer: Peer) -> None:
            seen.append((peer.method, peer.read_body(), peer.headers.get("content-type")))
            if peer.target != "/end":
                peer.answer(b"", f"{peer.target[1:]} Moved", Location="/end")
            else:
                peer.answer()

        with RawServer(serve) as server:
            self.shown("""
                for (const status of [301, 302, 303, 307, 308]) {
                  for (const method of ['POST', 'PUT', 'GET', 'HEAD']) {
                    const body = method.startsWith('P') ? 'x' : undefined;
                    await fetch(`URL/${status}`, {method, body});
                  }
                }
            """, URL=server.url)
        text = "text/plain;charset=UTF-8"
        kept = {"POST": ("POST", b"x", text), "PUT": ("PUT", b"x", text),
                "GET": ("GET", b"", None), "HEAD": ("HEAD", b"", None)}
        as_get = ("GET", b"", None)
        want = []
        for status in (301, 302, 303, 307, 308):
            for method, sent in kept.items():
                changes = (status == 303 and method != "HEAD") or (
                    status in (301, 302) and method == "POST")
                want += [sent, as_get if changes else sent]
        self.assertEqual(seen, want)

    def test_headers_for_one_origin_do_not_go_to_another(self):
        with RawServer(lambda peer: peer.answer()) as other:
            def serve(peer: Peer) -> None:
                if peer.target == "/same":
                    peer.answer(b"", "307 Go", Location="/end")
                elif peer.target == "/other":
                    peer.answer(b"", "307 Go", Location=other.url)
                else:
                    peer.answer()

            with RawServer(serve) as server:
                self.shown("""
                    const headers = {authorization: 'secret', cookie: 'c=1', 'x-other': 'kept'};
                    await fetch('URL/same', {headers});
                    await fetch('URL/other', {headers});
                """, URL=server.url)
            self.assertIn("authorization: secret", server.heads[1].lower())
            self.assertNotIn("authorization", other.heads[0].lower())
            self.assertNotIn("cookie", other.heads[0].lower())
            self.assertIn("x-other: kept", other.heads[0].lower())

    def test_manual_error_and_what_is_none(self):
        def serve(peer: Peer) -> None:
            if peer.target == "/nowhere":
                peer.answer(b"body", "302 Found")
            else:
                peer.answer(b"body", "302 Found", Location="/end")

        with RawServer(serve) as server:
            got = self.shown("""
                const manual = await fetch('URL/a', {redirect: 'manual'});
                show([manual.status, manual.headers.get('location'), await manual.text()]);
                show(await failed(fetch('URL/a', {redirect: 'error'})));
                show((await fetch('URL/nowhere')).status);
            """, URL=server.url)
        self.assertEqual(got[0], [302, "/end", "body"])
        self.assertEqual(got[1]["code"], "ERR_REDIRECT")
        self.assertEqual(got[2], 302)

    def test_refuses_loops_other_schemes_and_streams(self):
        def serve(peer: Peer) -> None:
            peer.read_body()
            places = {"/loop": "/loop", "/file": "file:///etc/passwd", "/data": "data:,x",
                      "/user": "http://u:p@127.0.0.1/", "/stream": "/end"}
            peer.answer(b"", "307 Go", Location=places[peer.target])

        with RawServer(serve) as server:
            got = self.shown("""
                for (const path of ['loop', 'file', 'data', 'user']) {
                  show((await failed(fetch(`URL/${path}`))).code);
                }
                const body = new ReadableStream({start(c) {
                  c.enqueue(new Uint8Array(3)); c.close(); }});
                show((await failed(fetch('URL/stream', {method: 'POST', body, duplex: 'half'}))).code);
            """, URL=server.url)
        self.assertEqual(got, ["ERR_TOO_MANY_REDIRECTS"] + ["ERR_REDIRECT"] * 4)
        # 20 are followed.
        self.assertEqual(sum("/loop" in head for head in server.heads), 21)


if __name__ == "__main__":
    unittest.main()
