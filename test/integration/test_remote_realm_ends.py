"""How remote realms end whose host, or the way to it, fails: the caller goes on."""

import contextlib
import json
import socket
import struct
import threading
import unittest

from impostor_host import (
    COMPLETED,
    ENFORCEMENT,
    Caller,
    Impostor,
    Type,
    frame,
    make_certificate,
    number,
    text,
)
from realm_program import RealmTest

_END = """
    import {DiskFileSystem} from 'rt:file';
    const made = (remote: string, more = {}) =>
        new Realm({entry: './child.ts', remote, token: 'secret', name: 'kid', ...more});
    /** How it ends, and what a call under way and one more are rejected with. */
    const end = async (realm: Realm) => {
      const asked = [realm.call('f'), realm.memoryUsage()].map(
          (each) => each.catch((error: any) => [error.code, error.cause?.code]));
      const {reason, error, exitCode} = await realm.exited;
      return [reason, error?.code, error?.message ?? null, ...await Promise.all(asked),
              exitCode === undefined];
    };
    const disk = new DiskFileSystem();
    /** The descriptors and threads of this process. */
    const held = async () => Promise.all(['fd', 'task'].map(
        async (what) => (await Array.fromAsync(disk.readDir(`/proc/self/${what}`))).length));
"""


class RemoteRealmEndTest(RealmTest):
    def ends(self, main: str, *flags: str, timeout: float = 60, **entries: str):
        entries.setdefault("child", "export const f = () => 1;")
        return self.values(_END + main, *flags, timeout=timeout, **entries)

    def host(self, behave, **options) -> Impostor:
        """One that lives as long as the test."""
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        return stack.enter_context(Impostor(behave, **options))

    def assertEnds(self, url: str, code: str, words: str, more: str = "{}") -> None:
        """A realm there ends as an error with this code, and so does what was asked."""
        self.assertAllEnd([(url, code, words)], more)

    def assertAllEnd(self, expected: list[tuple[str, str, str]], more: str = "{}") -> None:
        """The same, of several at a time."""
        urls = json.dumps([url for url, _, _ in expected])
        got = self.ends(f"show(await Promise.all({urls}.map((url) => end(made(url, {more})))));")
        for i, (_, code, words) in enumerate(expected):
            reason, found, message, *asked = got[0][i]
            self.assertEqual((reason, found), ("error", code), message)
            self.assertIn(words, message)
            self.assertTrue(message.startswith(f"realm {i + 1} (kid) "), message)
            self.assertEqual(asked, [["ERR_REALM_ENDED", code]] * 2 + [True])


class NotStarted(RemoteRealmEndTest):
    def test_nobody_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        self.assertEnds(f"ws://127.0.0.1:{port}", "ECONNREFUSED", "Connection refused")

    def test_a_name_that_is_not_there(self):
        # Never is (RFC 6761).
        self.assertEnds("wss://nowhere.invalid:1", "ENOTFOUND",
                        "cannot find the address of wss://nowhere.invalid:1")

    def test_no_tls_to_another_machine(self):
        # An address that is nobody's (RFC 5737).
        self.assertEnds("ws://192.0.2.1:1", "ERR_NOT_ENCRYPTED", "without TLS")

    def test_a_token_that_is_refused(self):
        def refuses(caller: Caller) -> None:
            assert b"\r\nAuthorization: Bearer secret\r\n" in caller.read_head()
            caller.send_raw(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")

        host = self.host(refuses)
        self.assertEnds(host.url, "ERR_TOKEN_REFUSED", f"{host.url} refused the token")

    def test_a_server_that_is_no_host(self):
        expected = []
        for answer, words in [
            (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "HTTP status 404"),
            (b"220 mail.example ESMTP\r\n", "cannot open a WebSocket"),
            (b"\0" * 100, "cannot open a WebSocket"),
        ]:
            def answers(caller: Caller, answer: bytes = answer) -> None:
                caller.read_head()
                caller.send_raw(answer)
                caller.wait()

            expected.append((self.host(answers).url, "ERR_NO_WEBSOCKET", words))
        self.assertAllEnd(expected)

    def test_a_connection_that_is_cut_before_it_is_open(self):
        self.assertAllEnd([
            (self.host(behave).url, "ECONNRESET", "cannot open a WebSocket")
            for behave in (lambda caller: None, Caller.read_head)])

    def test_certificates_that_are_not_to_be_trusted(self):
        make_certificate(self.folder, "DNS:host.example")
        host = self.host(lambda caller: caller.wait(), tls=str(self.folder))
        self.assertEnds(host.url, "ERR_TLS_CERTIFICATE", "self-signed certificate")
        self.assertEnds(host.url, "ERR_TLS_CERTIFICATE", "IP address mismatch",
                        "{cert: './cert.pem'}")

    def test_a_server_without_tls(self):
        def answers_in_plain(caller: Caller) -> None:
            caller.receive_raw()
            caller.send_raw(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            caller.receive_raw()

        self.assertEnds(self.host(answers_in_plain).url.replace("ws:", "wss:"), "ERR_TLS",
                        "cannot speak TLS with wss:")

    def test_a_certificate_that_the_operator_made_is_trusted_by_cert(self):
        make_certificate(self.folder, "IP:127.0.0.1")

        def completes(caller: Caller) -> None:
            caller.start()
            caller.send(COMPLETED)
            caller.close()

        host = self.host(completes, tls=str(self.folder))
        got = self.ends(f"""
            for (const cert of ['./cert.pem', new URL('cert.pem', import.meta.url)]) {{
              const {{reason}} = await made('{host.url}', {{cert}}).exited;
              show(reason);
            }}
        """)
        self.assertEqual(got, ["completed", "completed"])


class Lost(RemoteRealmEndTest):
    def test_the_connection_is_cut(self):
        def between_frames(caller: Caller) -> None:
            caller.start()

        def in_a_frame(caller: Caller) -> None:
            caller.start()
            caller.send(frame(Type.MESSAGE, b"12345678")[:11])

        def in_a_message(caller: Caller) -> None:
            caller.start()
            # A WebSocket's message of 100 bytes, of which 4 come.
            caller.send_raw(b"\x82\x64abcd")

        hosts = map(self.host, (between_frames, in_a_frame, in_a_message))
        self.assertAllEnd([
            (host.url, "ECONNRESET", f"is lost: the connection with {host.url} was cut")
            for host in hosts])

    def test_the_host_closes_it(self):
        def leaves(caller: Caller) -> None:
            caller.start()
            caller.close()

        def says_why(caller: Caller) -> None:
            caller.start()
            caller.close("the host is full")

        self.assertAllEnd([
            (self.host(leaves).url, "ERR_CLOSED_BY_HOST",
             "closed the connection before it was done"),
            (self.host(says_why).url, "ERR_CLOSED_BY_HOST", "the host is full")])

    def test_what_comes_is_none_of_the_protocol(self):
        usage = b"\0" * 48
        empty = text("") + text("")
        expected = []
        for sent, words in [
            (frame(Type.MESSAGE, b"0123456789", length=5), "does not end after the 5 bytes"),
            (frame(Type.MESSAGE, length=0xFFFFFFFF), "promises 4294967295 bytes"),
            (b"\0" * 64, "version 0"),
            (frame(99), "type 99"),
            (frame(Type.START), "type 1"),
            (frame(Type.MESSAGE, number(7) + empty), "type 2"),
            (frame(Type.DELIVERED, number(0) + struct.pack("<Q", 1)), "type 3"),
            (frame(Type.USAGE, number(77) + usage), "type 6"),
            (frame(Type.END, b"nonsense"), "type 7"),
            (frame(Type.ASK_FILES, b"nonsense"), "is none"),
            (frame(Type.ASK_FILES, number(4) + text("/etc")), "is none"),
            (frame(Type.ASK_FILES, number(3) + text("relative")), "is none"),
            (ENFORCEMENT, "type 10"),
            (frame(Type.TERMINATE), "type 11"),
            (COMPLETED + ENFORCEMENT, "type 10"),
        ]:
            def lies(caller: Caller, sent: bytes = sent) -> None:
                caller.start()
                caller.send(sent)
                caller.wait()

            expected.append((self.host(lies).url, "ERR_PROTOCOL", words))
        self.assertAllEnd(expected)

    def test_what_comes_is_no_websocket(self):
        def writes_text(caller: Caller) -> None:
            caller.start()
            caller.send(b"hello", opcode=1)
            caller.wait()

        def reserved(caller: Caller) -> None:
            caller.start()
            caller.send_raw(b"\xf7\x05hello")
            caller.wait()

        def closes_in_a_frame(caller: Caller) -> None:
            caller.start()
            caller.send(frame(Type.MESSAGE, b"12345678")[:11])
            caller.close()

        self.assertAllEnd([
            (self.host(writes_text).url, "ERR_PROTOCOL", "text where bytes belong"),
            (self.host(reserved).url, "ERR_PROTOCOL", "no WebSocket"),
            (self.host(closes_in_a_frame).url, "ERR_PROTOCOL", "breaks off")])

    def test_a_host_that_is_silent(self):
        # Both take the 30 s that a host has.
        def starts_and_hangs(caller: Caller) -> None:
            caller.start()
            caller.hang()

        urls = [self.host(behave).url for behave in (Caller.hang, starts_and_hangs)]
        got = self.ends(f"""
            const ticks = setInterval(() => {{}}, 1000);
            show(await Promise.all({urls}.map((url) => end(made(url)))));
            clearInterval(ticks);
        """, timeout=120)[0]
        for (reason, code, message, *_), words in zip(
                got, ["no answer in 30 s", "does not answer any more"], strict=True):
            self.assertEqual((reason, code), ("error", "ETIMEDOUT"))
            self.assertIn(words, message)

    def test_an_error_that_nobody_looks_at_is_the_makers(self):
        host = self.host(lambda caller: caller.start())
        result = self.rt("run", "main.ts", files={
            "main.ts": f"""
                import {{Realm}} from 'rt:realm';
                new Realm({{entry: './child.ts', remote: '{host.url}', token: 'x'}});
            """,
            "child.ts": ""})
        self.assertCode(result, 1)
        self.assertIn("is lost: the connection with", result.stderr)
        self.assertIn("code: 'ECONNRESET'", result.stderr)

    def test_a_pool_says_why_it_has_no_realms(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        got = self.ends(f"""
            const pool = new RealmPool({{
              entry: './child.ts', max: 2, remote: 'ws://127.0.0.1:{port}', token: 'x'}});
            for (let i = 0; i < 4; ++i) {{
              const {{code, cause}} = await caught(pool.call('f'));
              show([code, cause.code]);
            }}
            await pool.close();
        """)
        self.assertEqual(got, [["ERR_REALM_ENDED", "ECONNREFUSED"]] * 3
                         + [["ERR_POOL_FAILED", "ECONNREFUSED"]])


class Ended(RemoteRealmEndTest):
    def test_terminate_asks_the_host(self):
        def obeys(caller: Caller) -> None:
            caller.start()
            for kind, _ in caller.frames():
                if kind == Type.TERMINATE:
                    terminated = frame(
                        Type.END, number(1) + number(1) + struct.pack("<Q", 0) + number(0)
                        + text("") + text(""))
                    caller.send(terminated)
                    caller.close()
                    return

        host = self.host(obeys)
        got = self.ends(f"""
            const realm = made('{host.url}');
            const call = caught(realm.call('f'));
            setTimeout(() => realm.terminate(), 100);
            show([(await realm.exited).reason, (await call).reason]);
        """)
        self.assertEqual(got, [["terminated", "terminated"]])

    def test_terminate_does_not_wait_for_a_host_that_does_not_obey(self):
        def ignores(caller: Caller) -> None:
            caller.start()
            caller.wait()

        def reads_nothing(caller: Caller) -> None:
            caller.start()
            caller.hang()

        urls = [self.host(behave).url for behave in (ignores, reads_nothing, Caller.hang)]
        got = self.ends(f"""
            const realms = {urls}.map((url) => made(url));
            // More than a socket takes.
            for (const realm of realms) {{
              for (let i = 0; i < 500; ++i) realm.port.postMessage(new Uint8Array(100_000));
            }}
            await sleep(200);
            for (const realm of realms) show((await realm.terminate()).reason);
        """)
        self.assertEqual(got, ["terminated"] * 3)

    def test_it_ends_with_its_maker(self):
        ended = threading.Event()

        def stays(caller: Caller) -> None:
            caller.start()
            caller.wait()
            ended.set()

        host = self.host(stays)
        self.assertEqual(self.ends(f"""
            const realm = made('{host.url}');
            realm.unref();
            while (!realm.enforcement) await sleep(10);
            show(realm.kind);
        """), ["remote"])
        self.assertTrue(ended.wait(10))

    def test_what_a_host_says_holds_the_realm(self):
        def says(caller: Caller) -> None:
            caller.accept()
            caller.receive()
            caller.send(frame(Type.ENFORCEMENT, number(4) + number(1) + text("")))
            # A message: V8's serialization of 1.
            caller.send(frame(Type.MESSAGE, number(0) + text(b"\xff\x0fI\x02") + text("")))
            caller.wait()

        host = self.host(says)
        got = self.ends(f"""
            const realm = made('{host.url}');
            show(realm.enforcement ?? null);
            for await (const message of realm.port) {{
              show([message, realm.enforcement]);
              break;
            }}
            await realm.terminate();
            show(realm.enforcement);
        """)
        known = {"bindings": True, "landlock": 4, "seccomp": True}
        self.assertEqual(got, [None, [1, known], known])

    def test_messages_that_are_none_are_messageerrors(self):
        def says(caller: Caller) -> None:
            caller.start()
            for value in (b"\xff\x0f", b"garbage", b"\xff\x0f\\\0\0\0"):
                caller.send(frame(Type.MESSAGE, number(0) + text(value) + text("")))
            caller.send(COMPLETED)
            caller.close()

        host = self.host(says)
        got = self.ends(f"""
            const realm = made('{host.url}');
            let errors = 0;
            realm.port.onmessage = () => show('message');
            realm.port.addEventListener('messageerror', () => ++errors);
            show([(await realm.exited).reason, errors]);
        """)
        self.assertEqual(got, [["completed", 3]])

    def test_nothing_is_left_of_many(self):
        turn = iter(range(1 << 30))

        def ends_somehow(caller: Caller) -> None:
            how = next(turn) % 6
            if how == 0:
                return
            if how == 1:
                caller.read_head()
                caller.send_raw(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
                return
            caller.start()
            if how == 2:
                caller.send(COMPLETED)
                caller.close()
            elif how == 3:
                caller.send(b"\0" * 20)
                caller.wait()
            elif how == 4:
                caller.send(frame(Type.ASK_FILES, number(3) + text("/etc/passwd")))
                caller.receive()
            else:
                caller.send(frame(Type.MESSAGE, b"1" * 10)[:9])

        host = self.host(ends_somehow)
        got = self.ends(f"""
            const some = (count: number) => Promise.all(Array.from({{length: count}}, () => {{
              const realm = made('{host.url}');
              realm.call('f').catch(() => {{}});
              return realm.exited;
            }}));
            await some(12);
            const before = await held();
            for (let i = 0; i < 20; ++i) await some(12);
            show([before, await held()]);
        """)
        self.assertEqual(got[0][0], got[0][1])


if __name__ == "__main__":
    unittest.main()
