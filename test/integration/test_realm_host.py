"""`rt realm-host`: the command, and what comes to it from a network."""

import base64
import os
import signal
import socket

from realm_host import TOKEN, RealmHost
from rt_run import RtTest


def _connect(host: RealmHost) -> socket.socket:
    return socket.create_connection(("127.0.0.1", host.port), timeout=60)


def _ask(host: RealmHost, token: str | None, upgrade: bool = True) -> str:
    """The status line that a request is answered with."""
    lines = ["GET / HTTP/1.1", "Host: localhost"]
    if upgrade:
        key = base64.b64encode(os.urandom(16)).decode()
        lines += ["Connection: Upgrade", "Upgrade: websocket",
                  "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    with _connect(host) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        return client.makefile("rb").readline().decode().strip()


class Command(RtTest):
    """What it says of its flags and files, and how it ends."""

    def setUp(self):
        super().setUp()
        self.token = self.write("token", TOKEN)
        os.chmod(self.token, 0o600)

    def refused(self, *flags: str, code: int, says: tuple[str, ...]):
        result = self.rt("realm-host", *flags)
        self.assertEqual((result.code, result.stdout), (code, ""), str(result))
        self.assertTrue(result.stderr.startswith("rt realm-host: "), str(result))
        self.assertEqual(result.stderr.count("\n"), 1, str(result))
        for text in says:
            self.assertIn(text, result.stderr)

    def test_it_says_where_it_listens_and_ends_in_order_by_a_signal(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                host = RealmHost(self)
                self.assertGreater(host.port, 0)
                self.assertEqual(host.stop(number), (0, "", ""))

    def test_its_help_names_each_flag(self):
        for words in (["help", "realm-host"], ["realm-host", "--help"]):
            result = self.rt(*words)
            self.assertEqual((result.code, result.stderr), (0, ""))
            for flag in ("--listen ADDR", "--token-file FILE", "--policy FILE",
                         "--max-realms N", "--tls-cert FILE", "--tls-key FILE", "--insecure",
                         "--backend NAME=URL", "--cert FILE", "--config NAME=FILE",
                         "--secret NAME=FILE", "--data-dir DIR", "--cache-bytes N"):
                self.assertIn(flag, result.stdout)

    def test_a_wrong_command_line_is_told(self):
        listen = ("--listen", "127.0.0.1:0")
        token = ("--token-file", "token")
        for flags, says in (
            (token, "--listen is missing"),
            (listen, "--token-file is missing"),
            ((*listen, *token, "app.ts"), "takes flags only, not 'app.ts'"),
            ((*listen, *token, "--tls-cert", "c.pem"), "--tls-cert and --tls-key"),
            ((*listen, *token, "--tls-key", "k.pem"), "--tls-cert and --tls-key"),
            ((*listen, *token, "--max-realms", "0"), "from 1 to 100000; the nearest is 1"),
            ((*listen, *token, "--polcy", "x"), "did you mean --policy?"),
            (("--listen", "nowhere", *token), "'nowhere' is no host and port"),
            (("--listen", "127.0.0.1:x", *token), "'127.0.0.1:x' is no host and port"),
        ):
            with self.subTest(flags):
                self.refused(*flags, code=2, says=(says,))

    def test_an_address_that_is_taken_is_named(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            at = f"127.0.0.1:{server.getsockname()[1]}"
            self.refused("--listen", at, "--token-file", "token", code=1, says=(at, "in use"))

    def test_without_tls_it_listens_on_loopback_only(self):
        self.refused("--listen", "0.0.0.0:0", "--token-file", "token", code=1,
                     says=("0.0.0.0:0", "without TLS"))

    def test_a_token_file_that_has_none_is_named(self):
        self.write("empty", " \n")
        self.write("words", "two words")
        for name, code, says in (("missing", 1, "ENOENT"), (".", 1, "EISDIR"),
                                 ("empty", 2, "empty"), ("words", 2, "visible ASCII")):
            with self.subTest(name):
                self.refused("--listen", "127.0.0.1:0", "--token-file", name, code=code,
                             says=(f"'{name}'", says, "openssl rand -hex 32"))

    def test_a_token_that_others_may_read_is_warned_of(self):
        for mode, warns in ((0o640, True), (0o604, True), (0o600, False)):
            os.chmod(self.token, mode)
            with socket.create_server(("127.0.0.1", 0)) as taken:
                at = f"127.0.0.1:{taken.getsockname()[1]}"
                result = self.rt("realm-host", "--listen", at, "--token-file", "token")
            warning = "rt: the token file 'token' can be read by others"
            self.assertEqual(warning in result.stderr, warns, str(result))

    def test_a_mistake_in_the_policy_names_the_file_and_the_field(self):
        for policy, says in (
            ('{"read": [', "policy.json:1:11 is no valid JSON"),
            ('{"raed": []}', "policy.json: 'raed' is no grant; did you mean read?"),
            ('{"cpuMs": "1"}', "policy.json: cpuMs is no whole number"),
            ('{"net": ["example.com"]}', "policy.json: net holds a wrong entry"),
            ('{"read": ["nowhere"]}', "policy.json: cannot grant read of"),
        ):
            with self.subTest(policy):
                self.write("policy.json", policy)
                self.refused("--listen", "127.0.0.1:0", "--token-file", "token", "--policy",
                             "policy.json", code=2, says=(says,))
        self.refused("--listen", "127.0.0.1:0", "--token-file", "token", "--policy",
                     "none.json", code=1, says=("'none.json'", "ENOENT"))


class Network(RtTest):
    """Clients that are none."""

    def test_who_does_not_know_the_token_gets_401(self):
        host = RealmHost(self)
        for token in (None, "", "open-sesam", TOKEN + "x", TOKEN.upper()):
            self.assertEqual(_ask(host, token), "HTTP/1.1 401 Unauthorized", token)
        self.assertEqual(_ask(host, TOKEN), "HTTP/1.1 101 Switching Protocols")
        self.assertEqual(_ask(host, TOKEN, upgrade=False), "HTTP/1.1 426 Upgrade Required")
        self.assertEqual(host.stop()[0], 0)

    def test_garbage_ends_its_connection_and_nothing_else(self):
        host = RealmHost(self)
        for garbage in (b"\0" * 5000, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000,
                        os.urandom(3000), b"\x16\x03\x01" + os.urandom(500)):
            with _connect(host) as client:
                # The host may hang up at any time.
                try:
                    client.sendall(garbage)
                    client.shutdown(socket.SHUT_WR)
                    while client.recv(1000):
                        pass
                except OSError:
                    pass
        self.assertEqual(_ask(host, TOKEN), "HTTP/1.1 101 Switching Protocols")
        self.assertEqual(host.stop()[0], 0)

    def test_connections_that_say_nothing_keep_nobody_out_for_long(self):
        host = RealmHost(self)
        silent = [_connect(host) for _ in range(100)]
        # More than it listens to at once: the first are cut off after their time.
        self.assertEqual(_ask(host, TOKEN), "HTTP/1.1 101 Switching Protocols")
        for client in silent:
            client.close()
        self.assertEqual(host.stop(), (0, "", ""))

    def test_it_ends_though_clients_hold_their_connections(self):
        host = RealmHost(self)
        clients = [_connect(host) for _ in range(10)]
        key = base64.b64encode(os.urandom(16)).decode()
        for client in clients:
            client.sendall(
                "\r\n".join(["GET / HTTP/1.1", "Host: x", "Connection: Upgrade",
                             "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                             f"Sec-WebSocket-Key: {key}",
                             f"Authorization: Bearer {TOKEN}", "", ""]).encode())
            self.assertIn(b"101", client.recv(1000))
        self.assertEqual(host.stop()[0], 0)
        for client in clients:
            client.close()
