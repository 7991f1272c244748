"""rt run --serve, and requests that come back to the server that sent them."""

import re
import subprocess

from http_server import Client, Server
from rt_run import RtTest, rt_path

APP = """
    export default {
      greeting: 'hello',
      fetch(request) {
        return new Response(this.greeting + new URL(request.url).pathname);
      },
    };
"""


class ServeFlag(RtTest):
    def start(self, *args: str) -> str:
        """The port that the program says it listens at."""
        process = subprocess.Popen(
            [rt_path(), "run", *args], cwd=self.folder, stderr=subprocess.PIPE, text=True)

        def end():
            process.kill()
            process.communicate()

        self.addCleanup(end)
        line = process.stderr.readline()
        found = re.fullmatch(r"Listening on http://(?:127\.0\.0\.1|\[::1\]):(\d+)/\n", line)
        self.assertIsNotNone(found, line)
        return found.group(1)

    def test_serves_the_default_export(self):
        self.write("app.mjs", APP)
        for flags in (["--serve", "127.0.0.1:0"], ["--serve=0"],
                      ["--serve", "0", "--max-heap", "100"]):
            with self.subTest(flags), Client(self.start(*flags, "app.mjs")) as client:
                client.get("/a")
                self.assertEqual(client.answer().body, b"hello/a")

    def test_says_what_is_wrong(self):
        self.write("none.mjs", "export const a = 1;")
        self.write("app.mjs", APP)
        result = self.rt("run", "--serve=0", "none.mjs")
        self.assertEqual(result.code, 1)
        self.assertIn("export default { fetch(request)", result.stderr)
        result = self.rt("run", "--serve=host:99999", "app.mjs")
        self.assertEqual(result.code, 1)
        self.assertIn("cannot serve at 'host:99999'", result.stderr)


class Loops(RtTest):
    PROGRAM = """
        import {serve} from 'rt:http';
        let count = 0;
        const handler = () => new Response(`served ${++count}`);
        const servers = [await serve(handler), await serve(handler)];
        console.log(servers[0].port);
        console.log(servers[1].port);
    """

    def test_a_request_that_came_from_the_server_is_a_508(self):
        server = Server(self, self.PROGRAM, "--loop-id", "edge.example")
        other = server.line()
        with server.connect() as client:
            client.get("/", "CDN-Loop: another; a=b", "CDN-Loop: edge.example")
            answer = client.answer()
            self.assertEqual((answer.status, answer.body), (508, b""))
            client.get("/", "CDN-Loop: another, edge.example.org")
            self.assertEqual(client.answer().body, b"served 1")
        # Another server of the same process is no loop.
        with Client(other) as client:
            client.get("/", "CDN-Loop: edge.example")
            self.assertEqual(client.answer().body, b"served 2")
            client.get("/", "CDN-Loop: edge.example-2")
            self.assertEqual(client.answer().status, 508)
