"""WebSockets of rt:http: what breaks the protocol, and how they close."""

import signal
import socket
import unittest

from http_server import Server
from websocket_frames import (
    BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, close_payload, frame)
from websocket_serving import PROGRAM, WebSocketServing


# Each breaks RFC 6455; the code is what the client is told (7.4.1).
BREACHES = [
    ("not masked", frame(TEXT, b"a", mask=None), 1002),
    ("reserved bit 1", frame(TEXT, b"a", rsv=4), 1002),
    ("reserved bit 2", frame(TEXT, b"a", rsv=2), 1002),
    ("reserved bit 3", frame(PING, b"", rsv=1), 1002),
    *[(f"reserved opcode {opcode}", frame(opcode), 1002)
      for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)],
    ("a control frame in parts", frame(PING, b"a", fin=False), 1002),
    ("a long control frame", frame(PING, b"a" * 126), 1002),
    ("a continuation of nothing", frame(CONTINUATION, b"a"), 1002),
    ("a continuation after a whole message",
     frame(TEXT, b"a") + frame(CONTINUATION, b"a"), 1002),
    ("a message in a message",
     frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"), 1002),
    ("a length that is too long by 2", frame(TEXT, b"a", length=b"\x7e\0\x01"), 1002),
    ("a length that is too long by 8",
     frame(TEXT, b"a", length=b"\x7f\0\0\0\0\0\0\0\x01"), 1002),
    ("a close of one byte", frame(CLOSE, b"\x03"), 1002),
    *[(f"a close with code {code}", frame(CLOSE, close_payload(code)), 1002)
      for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535)],
    ("text that is no UTF-8", frame(TEXT, b"a\xff"), 1007),
    ("text that ends in a character", frame(TEXT, b"a\xc3"), 1007),
    ("text with a surrogate", frame(TEXT, b"\xed\xa0\x80"), 1007),
    ("text that is longer than need be", frame(TEXT, b"\xc0\xaf"), 1007),
    ("text beyond U+10FFFF", frame(TEXT, b"\xf4\x90\x80\x80"), 1007),
    ("no UTF-8 in a later part",
     frame(TEXT, b"a", fin=False) + frame(CONTINUATION, b"\xff"), 1007),
    ("text that ends in a character, in an empty last part",
     frame(TEXT, b"a\xe2\x82", fin=False) + frame(CONTINUATION), 1007),
    ("too large", frame(BINARY, b"a" * 1025), 1009),
    ("too large in parts",
     frame(BINARY, b"a" * 1000, fin=False) + frame(CONTINUATION, b"a" * 25), 1009),
    ("too large by its promise",
     frame(BINARY, b"", length=b"\x7f\0\0\0\x7f\xff\xff\xff\xff"), 1009),
]


class Breaches(WebSocketServing):
    def test_the_client_is_told_and_the_program_hears_of_an_error(self):
        server = self.watching_server("{maxMessageBytes: 1024}")
        for what, data, code in BREACHES:
            with self.subTest(what):
                client = self.connect(server)
                self.assertEqual(server.line(), '["open",1,""]')
                client.send(data)
                told = client.next_frame()
                self.assertEqual((told.opcode, told.code), (CLOSE, code))
                # A server closes first.
                self.assertTrue(client.is_at_end())
                client.client.socket.close()
                line = server.line()
                if line.startswith('["message"'):
                    line = server.line()
                self.assertEqual(line, '["error","ERR_PROTOCOL"]')
                self.assertEqual(server.line(), '["close",1006,"",false,3]')

    def test_the_largest_message_is_not_too_large(self):
        client = self.connect(self.echo_server("{maxMessageBytes: 1024}"))
        client.send(frame(BINARY, b"a" * 1000, fin=False) + frame(CONTINUATION, b"a" * 24))
        self.assertEqual(len(client.next_message().payload), 1024)


class Closes(WebSocketServing):
    def test_a_client_that_closes_gets_its_code_back(self):
        server = self.watching_server()
        for payload, back, line in [
            (close_payload(1000, "bye é"), 1000, '["close",1000,"bye é",true,3]'),
            (close_payload(1001), 1001, '["close",1001,"",true,3]'),
            (close_payload(4999, "x" * 123), 4999, f'["close",4999,"{"x" * 123}",true,3]'),
            (b"", 1000, '["close",1005,"",true,3]'),
        ]:
            client = self.connect(server)
            self.assertEqual(server.line(), '["open",1,""]')
            client.send_frame(CLOSE, payload)
            self.assertEqual(client.next_frame().code, back)
            self.assertTrue(client.is_at_end())
            client.client.socket.close()
            self.assertEqual(server.line(), line)

    def test_a_server_closes_behind_what_it_sent(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              socket.onopen = () => {
                socket.send('x'.repeat(3000000));
                socket.send('last');
                socket.close(3001, 'enough');
                show(socket.readyState, socket.bufferedAmount);
                socket.send('too late');
                show(socket.bufferedAmount);
                socket.close(1000);
              };
              return response;
            });
        """)
        client = self.connect(server)
        self.assertEqual(server.line(), "[2,3000004]")
        self.assertEqual(server.line(), "[3000012]")
        self.assertEqual(len(client.next_message().payload), 3000000)
        self.assertEqual(client.next_message().payload, b"last")
        told = client.next_frame()
        self.assertEqual((told.opcode, told.payload), (CLOSE, close_payload(3001, "enough")))
        # What still comes is not told.
        client.send(frame(TEXT, b"late") + frame(CLOSE, close_payload(3001)))
        self.assertTrue(client.is_at_end())
        client.client.socket.close()
        self.assertEqual(server.line(), '["close",3001,"",true,3]')

    def test_a_close_without_a_code_says_nothing(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              socket.onopen = () => socket.close();
              return response;
            });
        """)
        client = self.connect(server)
        self.assertEqual(client.next_frame()[1:3], (CLOSE, b""))
        client.send_frame(CLOSE)
        self.assertTrue(client.is_at_end())
        client.client.socket.close()
        self.assertEqual(server.line(), '["close",1005,"",true,3]')

    def test_a_close_before_the_answer_comes_right_after_it(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              socket.close(3000);
              return response;
            });
        """)
        client = self.connect(server)
        self.assertEqual(client.next_frame().code, 3000)
        client.send_frame(CLOSE, close_payload(3000))
        client.client.rest()
        client.client.socket.close()
        self.assertEqual(server.line(), '["close",3000,"",true,3]')

    def test_a_connection_that_is_cut_is_no_close(self):
        server = self.watching_server()
        for reset in (False, True):
            client = self.connect(server)
            self.assertEqual(server.line(), '["open",1,""]')
            client.send(frame(TEXT, b"half")[:-2])
            if reset:
                client.client.socket.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
                client.client.socket.close()
            else:
                # Half-closed: there is no such thing for a WebSocket.
                client.client.socket.shutdown(socket.SHUT_WR)
                self.assertTrue(client.is_at_end())
            self.assertEqual(server.line(), '["error","ECONNRESET"]')
            self.assertEqual(server.line(), '["close",1006,"",false,3]')

    def test_a_silent_client_is_asked_and_then_gone(self):
        server = self.watching_server("{idleTimeout: 1000}")
        client = self.connect(server)
        self.assertEqual(server.line(), '["open",1,""]')
        ping = client.next_frame()
        self.assertEqual(ping.opcode, PING)
        client.send_frame(PONG, ping.payload)
        # Still there: it is asked again.
        self.assertEqual(client.next_frame().opcode, PING)
        client.client.rest()
        self.assertEqual(server.line(), '["error","ETIMEDOUT"]')
        self.assertEqual(server.line(), '["close",1006,"",false,3]')

    def test_closing_the_server_closes_its_sockets_as_one_that_goes_away(self):
        server = self.serve("""
            const server = await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              socket.onmessage = () => {
                socket.send('before');
                void server.close().then(() => show('finished'));
              };
              return response;
            });
        """)
        client = self.connect(server)
        other = self.connect(server)
        self.assertEqual([server.line(), server.line()], ['["open",1,""]'] * 2)
        client.send_frame(TEXT, b"go")
        self.assertEqual(client.next_message().payload, b"before")
        self.assertEqual(client.next_frame().code, 1001)
        self.assertEqual(other.next_frame().code, 1001)
        for each in (client, other):
            each.send_frame(CLOSE, close_payload(1001))
            self.assertTrue(each.is_at_end())
            each.client.socket.close()
            self.assertEqual(server.line(), '["close",1001,"",true,3]')
        self.assertEqual(server.line(), '["finished"]')
        self.assertEqual(server.end()[::2], (0, ""))

    def test_an_answer_to_a_close_may_not_have_a_code_that_nobody_knows_either(self):
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              socket.onopen = () => socket.close(1000);
              return response;
            });
        """)
        client = self.connect(server)
        self.assertEqual(client.next_frame().code, 1000)
        client.send_frame(CLOSE, close_payload(5000))
        self.assertTrue(client.is_at_end())
        client.client.socket.close()
        self.assertEqual(server.line(), '["error","ERR_PROTOCOL"]')
        self.assertEqual(server.line(), '["close",1006,"",false,3]')

    def test_aborting_the_server_cuts_its_sockets(self):
        server = self.serve("""
            const server = await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              socket.onmessage = () => void server.abort().then(() => show('finished'));
              return response;
            });
        """)
        client = self.connect(server)
        client.send_frame(TEXT, b"go")
        self.assert_it_goes_away(client)
        self.assertEqual([server.line() for _ in range(4)], [
            '["open",1,""]', '["error","ECONNRESET"]', '["close",1006,"",false,3]',
            '["finished"]'])
        self.assertEqual(server.end()[::2], (0, ""))

    def test_an_open_socket_holds_the_realm_and_its_end_cuts_it(self):
        server = self.serve("""
            const server = await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              echo(socket);
              socket.onopen = () => server.unref();
              return response;
            });
        """)
        client = self.connect(server)
        client.send_frame(TEXT, b"there?")
        self.assertEqual(client.next_message().payload, b"there?")
        client.send_frame(CLOSE)
        client.client.rest()
        client.client.socket.close()
        self.assertEqual(server.end()[::2], (0, ""))

        server = self.serve("""
            import {exit, once} from 'rt:process';
            once('SIGTERM', () => exit(3));
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              watch(socket);
              return response;
            });
        """)
        client = self.connect(server)
        self.assertEqual(server.line(), '["open",1,""]')
        server.process.send_signal(signal.SIGTERM)
        self.assert_it_goes_away(client)
        self.assertEqual(server.end()[::2], (3, ""))

    def test_the_end_of_a_realm_waits_for_no_client(self):
        # One that takes nothing of a large message, in whose middle nothing can be said.
        server = self.serve("""
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              socket.onopen = () => {
                socket.send('x'.repeat(50000000));
                show('sent');
              };
              socket.onmessage = () => exit(3);
              return response;
            });
            import {exit} from 'rt:process';
        """)
        client = self.connect(server)
        self.assertEqual(server.line(), '["sent"]')
        client.send_frame(TEXT, b"go")
        # After a close it would be ten seconds.
        self.assertEqual(server.process.wait(timeout=9), 3)
        self.assertLess(len(client.client.rest()), 50000000)

    def test_a_realm_that_is_terminated_closes_its_sockets_as_one_that_goes_away(self):
        self.write("realm.mjs", PROGRAM + """
            await start((request) => {
              const {socket, response} = upgradeWebSocket(request);
              socket.onmessage = ({data}) => {
                if (data === 'exit') exit(0);
                port.postMessage(data);
              };
              return response;
            });
            import {port} from 'rt:realm';
            import {exit} from 'rt:process';
        """)
        for kind in ("thread: true", "thread: false"):
            for end in ("terminate", "exit"):
                with self.subTest(f"{kind}, {end}"):
                    server = Server(self, f"""
                        import {{Realm}} from 'rt:realm';
                        const realm = new Realm({{entry: './realm.mjs', {kind}}});
                        realm.port.onmessage = () => realm.terminate();
                        await realm.exited;
                        console.log('over');
                    """)
                    client = self.connect(server)
                    client.send_frame(TEXT, end.encode())
                    self.assert_it_goes_away(client)
                    # exit() ends the program.
                    self.assertEqual(server.line(), "over" if end == "terminate" else "")

    def test_one_that_goes_away_says_so_under_tls_too(self):
        client = self.connect_by_tls("socket.onmessage = () => void server.abort();")
        client.send_frame(TEXT, b"go")
        told = client.next_frame()
        self.assertEqual((told.opcode, told.code), (CLOSE, 1001))

    def assert_it_goes_away(self, client):
        told = client.next_frame()
        self.assertEqual((told.opcode, told.code), (CLOSE, 1001))
        self.assertTrue(client.is_at_end())


if __name__ == "__main__":
    unittest.main()
