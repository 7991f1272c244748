"""new WebSocket(): the global, against servers that are made by hand."""

import base64
import os
import socket
import unittest

from fetch_test import FetchTest
from impostor_host import make_certificate
from raw_http import Peer, RawServer
from websocket_frames import (BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, FrameServer,
                              close_payload, frame)

WATCH = """
    const socket = new WebSocket(ARGUMENTS);
    socket.onopen = () => show(['open', socket.readyState, socket.protocol]);
    socket.onmessage = ({data, origin}) => show(['message', data, origin === 'ORIGIN']);
    socket.onerror = ({error}: any) => show(['error', error.code]);
    socket.onclose = ({code, reason, wasClean}) =>
        show(['close', code, reason, wasClean, socket.readyState]);
"""


def ws(server: RawServer) -> str:
    return server.url.replace("http", "ws", 1)


class WebSocketTest(FetchTest):
    def talk(self, serve, program: str = "", *flags: str, arguments: str = "'URL'", **raw):
        """What a program shows that opens a socket to a server whose connections `serve`
        has, and the server."""
        failures = []

        def serve_one(peer: Peer) -> bool:
            try:
                serve(peer)
            except Exception as failure:  # pylint: disable=broad-except
                failures.append(failure)
            return False

        with RawServer(serve_one, **raw) as server:
            shown = self.shown(WATCH + program, *flags, ARGUMENTS=arguments,
                               ORIGIN=ws(server), URL=ws(server))
        self.assertEqual(failures, [])
        return shown, server


class Client(WebSocketTest):
    def test_asks_as_the_rfc_says(self):
        def serve(peer: Peer) -> None:
            server = FrameServer(peer)
            server.send_frame(CLOSE, close_payload(1000))
            self.assertEqual(server.next_frame()[1:], (CLOSE, close_payload(1000), True))
            peer.wait_for_close()

        shown, server = self.talk(serve, arguments="'URL/a%20b?c=d'")
        self.assertEqual(shown, [["open", 1, ""], ["close", 1000, "", True, 3]])
        first, *lines = server.heads[0].split("\r\n")
        self.assertEqual(first, "GET /a%20b?c=d HTTP/1.1")
        fields = dict(line.lower().split(": ", 1) for line in lines)
        self.assertEqual(len(base64.b64decode(
            dict(line.split(": ", 1) for line in lines)["Sec-WebSocket-Key"])), 16)
        del fields["sec-websocket-key"]
        self.assertRegex(fields.pop("user-agent"), r"^rt/")
        self.assertEqual(fields, {
            "host": f"127.0.0.1:{server.port}", "upgrade": "websocket",
            "connection": "upgrade", "sec-websocket-version": "13"})

    def test_carries_messages_both_ways(self):
        big = base64.b64encode(os.urandom(9 << 20))

        def serve(peer: Peer) -> None:
            server = FrameServer(peer)
            server.send_frame(TEXT, b"a", fin=False)
            server.send_frame(PING, b"p")
            server.send_frame(CONTINUATION, "é".encode())
            server.send_frame(BINARY, b"\0\xff")
            server.send_frame(TEXT, big)
            self.assertEqual(server.next_frame(), (True, PONG, b"p", True))
            got = server.next_message()
            self.assertEqual((got.opcode, got.is_masked), (TEXT, True))
            self.assertEqual(got.payload, "aé".encode())
            self.assertEqual(server.next_message()[1:3], (BINARY, b"\0\xff"))
            self.assertEqual(server.next_message().payload, big)
            self.assertEqual(server.next_frame()[1:3], (CLOSE, close_payload(4000, "done")))
            server.send_frame(CLOSE, close_payload(4000, "done too"))
            # A client waits for the server to hang up.

        shown, _ = self.talk(serve, """
            let count = 0;
            socket.binaryType = 'arraybuffer';
            socket.onmessage = ({data}) => {
              socket.send(data);
              if (++count === 3) {
                socket.close(4000, 'done');
                show(socket.readyState);
              }
            };
        """)
        self.assertEqual(shown, [["open", 1, ""], 2, ["close", 4000, "done too", True, 3]])

    def test_gives_origin_and_blobs(self):
        def serve(peer: Peer) -> None:
            server = FrameServer(peer)
            server.send_frame(TEXT, b"text")
            server.send_frame(BINARY, b"bytes")
            server.send_frame(CLOSE)
            peer.wait_for_close()

        shown, _ = self.talk(serve, """
            socket.addEventListener('message', async ({data}: any) => {
              if (data instanceof Blob) show(['blob', data.size, await data.text()]);
            });
        """)
        self.assertEqual(shown, [
            ["open", 1, ""], ["message", "text", True], ["message", {}, True],
            ["blob", 5, "bytes"], ["close", 1005, "", True, 3]])

    def test_speaks_one_of_the_protocols_asked_for(self):
        def serve(peer: Peer) -> None:
            self.assertEqual(peer.headers["sec-websocket-protocol"], "v1, v2")
            server = FrameServer(peer, "Sec-WebSocket-Protocol: v2")
            server.send_frame(CLOSE, close_payload(1000))
            peer.wait_for_close()

        shown, _ = self.talk(serve, arguments="'URL', ['v1', 'v2']")
        self.assertEqual(shown, [["open", 1, "v2"], ["close", 1000, "", True, 3]])

    def test_answers_that_are_no_upgrade_fail_it(self):
        def accept(*headers: str, **options):
            return lambda peer: (FrameServer(peer, *headers, **options),
                                 peer.wait_for_close())

        failed = [["error", "ERR_NO_WEBSOCKET"], ["close", 1006, "", False, 3]]
        for what, serve, arguments in [
            ("a page", lambda peer: peer.answer(b"hello"), "'URL'"),
            ("not found", lambda peer: peer.answer(status="404 Not Found"), "'URL'"),
            ("unauthorized", lambda peer: peer.answer(status="401 Unauthorized"), "'URL'"),
            ("a wrong key", accept(accept="s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "'URL'"),
            ("no protocol", accept(), "'URL', 'a'"),
            ("another protocol", accept("Sec-WebSocket-Protocol: b"), "'URL', 'a'"),
            ("the protocol in other letters", accept("Sec-WebSocket-Protocol: A"), "'URL', 'a'"),
            ("two protocols", accept("Sec-WebSocket-Protocol: a", "Sec-WebSocket-Protocol: b"),
             "'URL', ['a', 'b']"),
            ("a protocol unasked", accept("Sec-WebSocket-Protocol: a"), "'URL'"),
            ("an extension", accept("Sec-WebSocket-Extensions: permessage-deflate"), "'URL'"),
            ("no HTTP", lambda peer: peer.send(b"SSH-2.0-x\r\n\r\n"), "'URL'"),
        ]:
            with self.subTest(what):
                shown, server = self.talk(serve, arguments=arguments)
                self.assertEqual(shown, failed)
                self.assertEqual(server.connections, 1)

    def test_does_not_follow_redirects(self):
        shown, server = self.talk(
            lambda peer: peer.answer(status="302 Found", Location="/elsewhere"))
        self.assertEqual(shown, [["error", "ERR_NO_WEBSOCKET"], ["close", 1006, "", False, 3]])
        self.assertEqual(len(server.heads), 1)

    def test_says_why_there_is_no_connection(self):
        with socket.socket() as nobody:
            # Taken, and nobody listens there.
            nobody.bind(("127.0.0.1", 0))
            refused = f"ws://127.0.0.1:{nobody.getsockname()[1]}"
            for url, code in [(refused, "ECONNREFUSED"), ("ws://nowhere.invalid", "ENOTFOUND")]:
                self.assertEqual(
                    self.shown(WATCH, ARGUMENTS=f"'{url}'", ORIGIN=""),
                    [["error", code], ["close", 1006, "", False, 3]])

    def test_a_server_that_breaks_the_protocol_is_told(self):
        for what, data, code in [
            ("masked", frame(TEXT, b"a"), 1002),
            ("reserved bit", frame(TEXT, b"a", mask=None, rsv=4), 1002),
            ("reserved opcode", frame(3, mask=None), 1002),
            ("no UTF-8", frame(TEXT, b"\xff", mask=None), 1007),
            ("too large", frame(TEXT, b"", mask=None, length=b"\x7f\0\0\0\x7f\0\0\0\0"), 1009),
        ]:
            def serve(peer: Peer, data=data, code=code) -> None:
                server = FrameServer(peer)
                server.send(data)
                told = server.next_frame()
                self.assertEqual((told.opcode, told.code, told.is_masked), (CLOSE, code, True))

            with self.subTest(what):
                shown, _ = self.talk(serve)
                self.assertEqual(shown, [["open", 1, ""], ["error", "ERR_PROTOCOL"],
                                         ["close", 1006, "", False, 3]])

    def test_a_connection_that_is_cut_is_an_error(self):
        shown, _ = self.talk(lambda peer: FrameServer(peer).send(b"\x81"))
        self.assertEqual(shown, [["open", 1, ""], ["error", "ECONNRESET"],
                                 ["close", 1006, "", False, 3]])

    def test_close_before_it_is_open_fails_it(self):
        def serve(peer: Peer) -> None:
            peer.wait_for_close()

        shown, _ = self.talk(serve, """
            try { socket.send('x'); } catch (error: any) { show(error.name); }
            socket.close(1000);
            show(socket.readyState);
        """)
        self.assertEqual(shown, ["InvalidStateError", 2, ["error", "ERR_CLOSED_EARLY"],
                                 ["close", 1006, "", False, 3]])

    def test_sends_the_user_and_the_password_of_the_url(self):
        def serve(peer: Peer) -> None:
            self.assertEqual(peer.headers["authorization"],
                             "Basic " + base64.b64encode("me:pä ss".encode()).decode())
            FrameServer(peer).send_frame(CLOSE)
            peer.wait_for_close()

        shown, _ = self.talk(serve, arguments="'URL'.replace('//', '//me:p%C3%A4%20ss@')")
        self.assertEqual(shown[0], ["open", 1, ""])

    def test_the_arguments_of_the_constructor(self):
        self.assertEqual(self.shown("""
            const fails = (...args: any[]) => {
              try { new WebSocket(...args as [string]); } catch (error: any) {
                show(error.name);
              }
            };
            fails();
            for (const url of ['', '/a', 'ftp://a', 'ws://a/#', 'ws://a#b', 'ws://[', 'mailto:a']) {
              fails(url);
            }
            fails('ws://a', '');
            fails('ws://a', ['a', 'a']);
            fails('ws://a', 'a b');
            fails('ws://a', ['é']);
            show(WebSocket.length);
            show([WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.prototype.CLOSING,
                  WebSocket.CLOSED]);
            for (const url of ['http://a.invalid:80/x', 'https://a.invalid', 'WS://A.invalid']) {
              const socket = new WebSocket(url);
              show([socket.url, socket.readyState, socket.binaryType, socket.bufferedAmount,
                    socket.extensions, socket.protocol]);
              socket.binaryType = 'other' as any;
              show(socket.binaryType);
              const wrong = [[999], [1001], [2999], [5000], [1000, 'é'.repeat(62)]];
              for (const [code, reason] of wrong) {
                try { socket.close(code as number, reason as string); }
                catch (error: any) { show(error.name); }
              }
              socket.close();
            }
        """), ["TypeError"] + ["SyntaxError"] * 11 + [1, [0, 1, 2, 3]] + [
            each for url in ("ws://a.invalid/x", "wss://a.invalid/", "ws://a.invalid/")
            for each in ([url, 0, "blob", 0, "", ""], "blob", "InvalidAccessError",
                         "InvalidAccessError", "InvalidAccessError", "InvalidAccessError",
                         "SyntaxError")])

    def test_close_event(self):
        self.assertEqual(self.shown("""
            const event = new CloseEvent('close', {code: 65537, reason: 'a', wasClean: 1 as any});
            show([event.type, event.code, event.reason, event.wasClean, event.isTrusted,
                  event instanceof Event, String(event)]);
            const plain = new CloseEvent('x');
            show([plain.code, plain.reason, plain.wasClean]);
        """), [["close", 1, "a", True, False, True, "[object CloseEvent]"], [0, "", False]])

    def test_over_tls_with_cert(self):
        make_certificate(self.folder, "DNS:localhost")
        tls = (str(self.folder / "cert.pem"), str(self.folder / "key.pem"))
        payload = os.urandom(100_000).hex().encode()

        def serve(peer: Peer) -> None:
            server = FrameServer(peer)
            server.send_frame(TEXT, payload)
            self.assertEqual(server.next_message().payload, payload)
            server.send_frame(CLOSE, close_payload(1000))
            server.next_frame()

        shown, _ = self.talk(
            serve, "socket.onmessage = ({data}) => socket.send(data);", "--cert", "cert.pem",
            tls=tls)
        self.assertEqual(shown, [["open", 1, ""], ["close", 1000, "", True, 3]])
        with RawServer(lambda peer: None, tls=tls) as server:
            shown = self.shown(WATCH, ARGUMENTS=f"'{ws(server)}'", ORIGIN="")
        self.assertEqual(shown, [["error", "ERR_TLS_CERTIFICATE"],
                                 ["close", 1006, "", False, 3]])

    def test_a_sandbox_connects_where_net_says(self):
        def serve(peer: Peer) -> bool:
            FrameServer(peer).send_frame(CLOSE)
            peer.wait_for_close()
            return False

        with RawServer(serve) as server:
            self.write("inner.ts", f"""
                import {{port}} from 'rt:realm';
                for (const url of ['{ws(server)}', 'ws://127.0.0.1:1']) {{
                  try {{
                    const socket = new WebSocket(url);
                    const closed = Promise.withResolvers<any>();
                    socket.onclose = closed.resolve;
                    port.postMessage((await closed.promise).code);
                  }} catch (error: any) {{
                    port.postMessage([error.code, error.message]);
                  }}
                }}
            """)
            shown = self.shown(f"""
                import {{Realm}} from 'rt:realm';
                const realm = new Realm(
                    {{entry: './inner.ts', sandbox: {{net: ['127.0.0.1:{server.port}']}}}});
                realm.port.onmessage = ({{data}}: any) => show(data);
                await realm.exited;
            """)
        self.assertEqual(shown[0], 1005)
        code, message = shown[1]
        self.assertEqual(code, "EPERM")
        self.assertIn("cannot connect to 127.0.0.1:1:", message)
        self.assertIn("sandbox.net with '127.0.0.1:1'", message)

    def test_the_end_of_a_realm_ends_its_sockets(self):
        def serve(peer: Peer) -> bool:
            server = FrameServer(peer)
            server.send_frame(TEXT, b"go")
            peer.wait_for_close()
            return False

        with RawServer(serve) as server:
            self.write("inner.ts", f"""
                import {{port}} from 'rt:realm';
                new WebSocket('{ws(server)}').onmessage = () => port.postMessage('open');
            """)
            # A pooled realm's thread goes on.
            for kind in ("", "thread: true,"):
                shown = self.shown(f"""
                    import {{Realm}} from 'rt:realm';
                    const realm = new Realm({{entry: './inner.ts', {kind}}});
                    realm.port.onmessage = () => realm.terminate();
                    await realm.exited;
                    show('ended');
                """)
                self.assertEqual(shown, ["ended"])


class BothSides(FetchTest):
    def test_a_chat_of_one_program(self):
        said, *rest = self.shown("""
            import {serve, upgradeWebSocket} from 'rt:http';
            const members = new Set<WebSocket>();
            const server = await serve((request) => {
              const {socket, response} = upgradeWebSocket(request, {protocol: 'chat'});
              socket.onopen = () => members.add(socket);
              socket.onclose = () => members.delete(socket);
              socket.onmessage = ({data}) => {
                for (const member of members) member.send(data);
              };
              return response;
            });
            const open = (name: string) => new Promise<WebSocket>((resolve) => {
              const socket = new WebSocket(`ws://127.0.0.1:${server.port}/`, ['other', 'chat']);
              socket.onopen = () => resolve(socket);
              socket.onclose = ({code, wasClean}) => show([name, code, wasClean]);
            });
            const all = await Promise.all(['a', 'b', 'c'].map(open));
            const heard = all.map((socket) => new Promise<unknown>((resolve) => {
              socket.onmessage = ({data}) => resolve(data);
            }));
            all[0]!.send('hello');
            show([await Promise.all(heard), all.map(({protocol}) => protocol)]);
            await server.close();
            show(members.size);
        """)
        self.assertEqual(said, [["hello"] * 3, ["chat"] * 3])
        # The two sides of a close may be told in any order.
        self.assertIn(0, rest)
        rest.remove(0)
        self.assertEqual(sorted(rest), [[name, 1001, True] for name in "abc"])


if __name__ == "__main__":
    unittest.main()
