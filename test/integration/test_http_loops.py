"""Servers of rt that call themselves and each other by fetch: CDN-Loop (RFC 8586)."""

import http.server
import threading

from http_server import Server
from rt_run import RtTest

PROGRAM = """
    import {serve} from 'rt:http';
    let served = 0;
    const front = await serve({port: 0}, async (request) => {
      served++;
      const port = new URL(request.url).pathname === '/self' ? front.port : back.port;
      const answer = await fetch(`http://127.0.0.1:${port}/self`);
      return new Response(`${answer.status} ${await answer.text()}`);
    });
    const back = await serve({port: 0}, () => new Response('from behind'));
    for (const path of ['/self', '/back']) {
      console.log(await (await fetch(`http://127.0.0.1:${front.port}${path}`)).text());
    }
    console.log(served);
    await Promise.all([front.close(), back.close()]);
"""


class Loops(RtTest):
    def test_a_request_that_comes_back_is_refused_and_one_to_another_server_is_not(self):
        self.write("main.mjs", PROGRAM)
        result = self.rt("run", "main.mjs")
        self.assertEqual((result.code, result.stdout, result.stderr),
                         (0, "508 \n200 from behind\n2\n", ""))

    def test_a_fetch_passes_the_list_on_and_adds_its_server(self):
        got: list[str | None] = []

        class Origin(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                got.append(self.headers["CDN-Loop"])
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        origin = http.server.HTTPServer(("127.0.0.1", 0), Origin)
        thread = threading.Thread(target=origin.serve_forever)
        thread.start()
        self.addCleanup(origin.server_close)
        self.addCleanup(thread.join)
        self.addCleanup(origin.shutdown)
        server = Server(self, """
            import {serve} from 'rt:http';
            // Of no request.
            await fetch('/', {backend: 'origin'});
            const server = await serve({port: 0}, () => fetch('/', {
              // No program says where a request has been.
              backend: 'origin', headers: {'CDN-Loop': 'forged'},
            }));
            console.log(server.port);
        """, "--loop-id", "mine", "--backend", f"origin=http://127.0.0.1:{origin.server_port}")
        for lists in ("", "CDN-Loop: first.example; v=1\r\nCDN-Loop: second\r\n"):
            answer = server.exchange(
                f"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{lists}\r\n")
            self.assertTrue(answer.startswith(b"HTTP/1.1 204 "), answer)
        self.assertEqual(got, [None, "mine", "first.example; v=1, second, mine"])
