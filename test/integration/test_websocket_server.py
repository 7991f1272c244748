"""upgradeWebSocket of rt:http: the way from a request to a WebSocket."""

import socket
import unittest

from websocket_frames import ACCEPT, KEY, TEXT, FrameClient, frame
from websocket_serving import WebSocketServing


class Handshake(WebSocketServing):
    def test_accepts_as_the_rfc_says(self):
        server = self.echo_server()
        headers = self.connect(server).answer.headers
        self.assertEqual(headers["upgrade"], "websocket")
        self.assertEqual(headers["connection"], "upgrade")
        self.assertEqual(headers["sec-websocket-accept"], ACCEPT.lower())
        self.assertNotIn("sec-websocket-protocol", headers)
        self.assertNotIn("sec-websocket-extensions", headers)
        self.assertNotIn("content-length", headers)

    def test_speaks_the_protocol_that_the_handler_chose(self):
        server = self.watching_server("{protocol: 'chat.v2'}")
        client = self.connect(server, "Sec-WebSocket-Protocol: chat.v1, chat.v2")
        self.assertEqual(client.answer.headers["sec-websocket-protocol"], "chat.v2")
        self.assertEqual(server.line(), '["open",1,"chat.v2"]')

    def test_the_answer_takes_headers_of_the_handler(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              response.headers.set('set-cookie', 'a=b');
              response.headers.set('connection', 'close');
              response.headers.set('sec-websocket-protocol', 'none');
              return response;
            });
        """)
        headers = self.connect(server).answer.headers
        self.assertEqual(headers["set-cookie"], "a=b")
        self.assertEqual(headers["connection"], "upgrade")
        self.assertNotIn("sec-websocket-protocol", headers)

    def test_frames_right_behind_the_request_are_read(self):
        server = self.echo_server()
        with server.connect() as client:
            client.send("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        f"Sec-WebSocket-Key: {KEY}\r\n\r\n".encode()
                        + frame(TEXT, b"early") * 1000)
            self.assertEqual(client.answer(of_head=True).status, 101)
            expected = frame(TEXT, b"early", mask=None) * 1000
            self.assertEqual(client.exactly(len(expected)), expected)

    def test_malformed_requests_never_reach_the_handler(self):
        server = self.serve("""
            await start(() => { console.log('called'); return new Response(); });
        """)
        good = {"Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13"}
        for changes, status in [
            ({"Sec-WebSocket-Key": "short"}, 400),
            ({"Sec-WebSocket-Key": None}, 400),
            ({"Sec-WebSocket-Version": None}, 400),
            ({"Sec-WebSocket-Version": "8"}, 426),
            ({"Content-Length": "5"}, 400),
        ]:
            lines = [f"{name}: {value}" for name, value in (good | changes).items()
                     if value is not None]
            with server.connect() as client:
                client.get("/", *lines)
                answer = client.answer()
                self.assertEqual(answer.status, status, changes)
                if status == 426:
                    self.assertEqual(answer.headers["sec-websocket-version"], "13")
                self.assertEqual(client.rest(), b"")
        out, _ = server.kill()
        self.assertNotIn("called", out)

    def test_what_is_wrong_with_a_call_is_a_type_error(self):
        server = self.serve("""
            const kept = [];
            await start(async (request) => {
              const tries = [
                () => upgradeWebSocket(request, {protocol: 'x'}),
                () => upgradeWebSocket(request, {idleTimeout: 30}),
                () => upgradeWebSocket(request, {maxMessageBytes: 0}),
                () => upgradeWebSocket(new Request(request)),
                () => upgradeWebSocket({}),
                () => upgradeWebSocket(kept[0] ?? new Request('http://a')),
                () => { throw new TypeError('no more'); },
              ];
              const names = tries.map((each) => {
                try { each(); return 'nothing'; } catch ({name}) { return name; }
              });
              kept.push(request);
              return new Response(names.join());
            });
        """)
        expected = "TypeError,RangeError,RangeError,TypeError,TypeError,TypeError,TypeError"
        with FrameClient(server.connect()) as client:
            self.assertEqual(client.answer.status, 200)
            self.assertEqual(client.client.exactly(len(expected)).decode(), expected)
        # A plain request.
        answer = server.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        self.assertTrue(answer.endswith(expected.replace("Range", "Type").encode()), answer)

    def test_a_101_of_another_request_is_a_500(self):
        server = self.serve("""
            let first;
            await start(async (request) => {
              const answer = upgradeWebSocket(request).response;
              if (!first) { first = answer; await new Promise(() => {}); }
              return first;
            });
        """)
        waiting = server.connect()
        self.addCleanup(waiting.socket.close)
        upgrade = ["Upgrade: websocket", "Connection: Upgrade",
                   f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13"]
        waiting.get("/", *upgrade)
        with server.connect() as client:
            client.get("/", *upgrade)
            self.assertEqual(client.answer().status, 500)
        self.assertIn("upgradeWebSocket() returned", server.kill()[1])

    def test_a_client_that_left_before_is_an_error_and_a_close(self):
        server = self.serve("""
            await start(async (request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              request.signal.onabort = () => left.resolve();
              const left = Promise.withResolvers();
              show('asked');
              await left.promise;
              await new Promise((done) => setTimeout(done, 20));
              return response;
            });
        """)
        with server.connect() as client:
            client.get("/", "Upgrade: websocket", "Connection: Upgrade",
                       f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13")
            self.assertEqual(server.line(), '["asked"]')
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                     b"\x01\0\0\0\0\0\0\0")
        self.assertEqual(server.line(), '["error","ECONNRESET"]')
        self.assertEqual(server.line(), '["close",1006,"",false,3]')


if __name__ == "__main__":
    unittest.main()
