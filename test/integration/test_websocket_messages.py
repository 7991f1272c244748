"""WebSockets of rt:http: messages, how they wait, and what carries them."""

import os
import unittest

from http_server import memory_of
from websocket_frames import (
    BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, FrameClient, close_payload, frame)
from websocket_serving import WebSocketServing


class Messages(WebSocketServing):
    def test_echoes_text_and_bytes_of_all_lengths(self):
        # The borders of the three ways to write a length, and of rt's own buffers.
        client = self.connect(self.echo_server())
        for size in (0, 1, 125, 126, 127, 1023, 1024, 1025, 1535, 1536, 1537, 65535, 65536,
                     65537, 1 << 20):
            for opcode, payload in ((TEXT, b"x" * size), (BINARY, os.urandom(size))):
                client.send_frame(opcode, payload)
                got = client.next_message()
                self.assertEqual((got.opcode, got.is_masked), (opcode, False))
                self.assertEqual(got.payload, payload, size)

    def test_echoes_16_mebibytes_each_way(self):
        client = self.connect(self.echo_server())
        payload = os.urandom(16 << 20)
        client.send_frame(BINARY, payload)
        self.assertEqual(client.next_message().payload, payload)
        text = ("é" * (8 << 20)).encode()
        client.send_frame(TEXT, text)
        self.assertEqual(client.next_message().payload, text)

    def test_puts_fragments_together_with_control_frames_between(self):
        client = self.connect(self.echo_server())
        client.send_frame(TEXT, b"a", fin=False)
        client.send_frame(PING, b"in between")
        client.send_frame(CONTINUATION, b"", fin=False)
        client.send_frame(PONG, b"unasked")
        # A character in two fragments.
        client.send_frame(CONTINUATION, b"\xc3", fin=False)
        client.send_frame(CONTINUATION, b"\xa9")
        self.assertEqual(client.next_frame()[1:3], (PONG, b"in between"))
        self.assertEqual(client.next_message()[1:3], (TEXT, "aé".encode()))

    def test_a_frame_may_come_byte_by_byte(self):
        client = self.connect(self.echo_server())
        for byte in frame(TEXT, b"slowly"):
            client.send(bytes([byte]))
        self.assertEqual(client.next_message().payload, b"slowly")

    def test_answers_pings_with_what_they_say(self):
        client = self.connect(self.echo_server())
        for payload in (b"", b"a", bytes(range(125))):
            client.send_frame(PING, payload)
            self.assertEqual(client.next_frame()[:3], (True, PONG, payload))

    def test_a_message_is_a_task_of_its_own(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              socket.onmessage = async ({data}) => {
                show(data);
                await null;
                show(`after ${data}`);
              };
              return response;
            });
        """)
        self.connect(server).send(frame(TEXT, b"1") + frame(TEXT, b"2"))
        self.assertEqual([server.line() for _ in range(4)],
                         ['["1"]', '["after 1"]', '["2"]', '["after 2"]'])

    def test_what_a_listener_throws_ends_as_everywhere(self):
        server = self.serve("""
            globalThis.onerror = (message) => { show(message); return true; };
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              socket.onmessage = ({data}) => {
                if (data === 'throw') throw new Error('thrown');
                socket.send(data);
              };
              return response;
            });
        """)
        client = self.connect(server)
        client.send(frame(TEXT, b"throw") + frame(TEXT, b"goes on"))
        self.assertEqual(client.next_message().payload, b"goes on")
        self.assertIn("thrown", server.line())

    def test_bytes_are_blobs_unless_a_program_says_otherwise(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              socket.onmessage = async ({data}) => {
                show(socket.binaryType, data instanceof Blob, data.size, await data.text());
                socket.send(new Blob(['b', 'lob']));
                socket.send(new Uint8Array([1, 2, 3, 4]).subarray(1, 3));
                socket.send(new DataView(new ArrayBuffer(2)));
                socket.send('\\ud800');
                socket.send(12);
              };
              return response;
            });
        """)
        client = self.connect(server)
        client.send_frame(BINARY, b"bytes")
        self.assertEqual(server.line(), '["blob",true,5,"bytes"]')
        self.assertEqual(
            [client.next_message()[1:3] for _ in range(5)],
            [(BINARY, b"blob"), (BINARY, b"\x02\x03"), (BINARY, b"\0\0"),
             (TEXT, b"\xef\xbf\xbd"), (TEXT, b"12")])


class Backpressure(WebSocketServing):
    def test_a_client_that_does_not_read_is_cut_at_the_limit(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(
                  request, {maxBufferedBytes: 4 * 2 ** 20});
              watch(socket);
              const part = new Uint8Array(64 * 1024);
              socket.onopen = async () => {
                let most = 0;
                while (socket.readyState === WebSocket.OPEN) {
                  socket.send(part);
                  most = Math.max(most, socket.bufferedAmount);
                  await new Promise((done) => setTimeout(done));
                }
                show(most <= 5 * 2 ** 20, most > 3 * 2 ** 20, socket.bufferedAmount > 0);
              };
              return response;
            });
        """)
        self.connect(server)
        self.assertEqual(server.line(), '["error","ERR_SLOW_PEER"]')
        self.assertEqual(server.line(), '["close",1006,"",false,3]')
        self.assertEqual(server.line(), "[true,true,true]")

    def test_a_server_that_does_not_take_keeps_the_client_waiting(self):
        # It is busy, and then reads all: nothing is lost, and little was kept meanwhile.
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              let bytes = 0;
              socket.binaryType = 'arraybuffer';
              socket.onmessage = ({data}) => {
                if (data === 'wait') {
                  const end = Date.now() + 500;
                  while (Date.now() < end);
                } else if (data === 'sum') {
                  socket.send(String(bytes));
                } else {
                  bytes += data.byteLength;
                }
              };
              return response;
            });
        """)
        client = self.connect(server)
        client.send_frame(TEXT, b"wait")
        before = memory_of(server.process.pid)
        part = frame(BINARY, bytes(1 << 20))
        for _ in range(512):
            client.send(part)
        client.send_frame(TEXT, b"sum")
        self.assertEqual(client.next_message().payload, str(512 << 20).encode())
        # V8 has not collected all messages that were told.
        self.assertLess(memory_of(server.process.pid) - before, 256 << 20)

    def test_buffered_amount_falls_as_the_client_reads(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              socket.onopen = async () => {
                socket.send(new Uint8Array(16 * 2 ** 20));
                show(socket.bufferedAmount);
                while (socket.bufferedAmount > 0) {
                  await new Promise((done) => setTimeout(done, 1));
                }
                show('sent');
              };
              return response;
            });
        """)
        client = self.connect(server)
        self.assertEqual(server.line(), f"[{16 << 20}]")
        self.assertEqual(len(client.next_message().payload), 16 << 20)
        self.assertEqual(server.line(), '["sent"]')


class Transports(WebSocketServing):
    def test_over_a_unix_socket(self):
        path = self.folder / "socket"
        server = self.serve(f"""
            await start((request) => {{
              const {{socket, response}} = upgradeWebSocket(request);
              echo(socket);
              return response;
            }}, {{unix: {str(path)!r}}});
        """)
        with FrameClient(server.connect()) as client:
            self.assertEqual(client.answer.status, 101)
            client.send_frame(TEXT, b"x" * 100000)
            self.assertEqual(client.next_message().payload, b"x" * 100000)
            client.send_frame(CLOSE, close_payload(1000))
            self.assertEqual(client.next_frame().code, 1000)
            self.assertTrue(client.is_at_end())

    def test_over_tls(self):
        client = self.connect_by_tls("echo(socket);")
        payload = os.urandom(3 << 20)
        client.send_frame(BINARY, payload)
        self.assertEqual(client.next_message().payload, payload)
        # Frames that share a record with the next one's half.
        client.send(frame(TEXT, b"a") + frame(TEXT, b"bc")[:3])
        self.assertEqual(client.next_message().payload, b"a")
        client.send(frame(TEXT, b"bc")[3:])
        self.assertEqual(client.next_message().payload, b"bc")
        client.send_frame(CLOSE, close_payload(1000))
        self.assertEqual(client.next_frame().code, 1000)
        self.assertTrue(client.is_at_end())


if __name__ == "__main__":
    unittest.main()
