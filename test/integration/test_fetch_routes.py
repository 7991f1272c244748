"""fetch: the ways to a server: TLS, proxies, sockets, named backends, sandboxes, realms."""

import json
import socket
import subprocess
import threading
import unittest

from fetch_test import NO_PROXY, FetchTest
from impostor_host import make_certificate
from raw_http import Peer, RawServer


class Tls(FetchTest):
    def setUp(self) -> None:
        super().setUp()
        make_certificate(self.folder, "DNS:localhost")
        self.files = (str(self.folder / "cert.pem"), str(self.folder / "key.pem"))

    def test_trusts_the_file_of_cert_and_nobody_else(self):
        with RawServer(lambda peer: peer.answer(b"safe"), tls=self.files) as server:
            program = """
                show(await fetch('URL').then((r) => r.text(),
                                             (e) => [e.cause.code, e.cause.phase]));
            """
            self.assertEqual(self.shown(program, URL=server.url),
                             [["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"]])
            self.assertEqual(self.shown(program, "--cert", "cert.pem", URL=server.url), ["safe"])
            # The certificate is for another name.
            self.assertEqual(
                self.shown(program, "--cert", "cert.pem",
                           URL=f"https://127.0.0.1:{server.port}"),
                [["ERR_TLS_CERT_ALTNAME_INVALID", "tls"]])

    def test_says_that_a_certificate_has_expired(self):
        self._make_old_certificate()
        with RawServer(lambda peer: peer.answer(),
                       tls=(str(self.folder / "old.pem"), self.files[1])) as server:
            got = self.shown("show(await failed(fetch('URL')));", "--cert", "old.pem",
                             URL=server.url)
        self.assertEqual((got[0]["code"], got[0]["phase"]), ("CERT_HAS_EXPIRED", "tls"))

    def _make_old_certificate(self) -> None:
        """old.pem, for the same key and name."""
        self.write("ca.cnf", """
            [ca]
            default_ca = own
            [own]
            database = index.txt
            serial = serial
            new_certs_dir = .
            default_md = sha256
            policy = any
            x509_extensions = names
            [any]
            commonName = supplied
            [names]
            subjectAltName = DNS:localhost
            """)
        self.write("index.txt", "")
        self.write("serial", "01")
        for command in (
            ["req", "-new", "-key", "key.pem", "-subj", "/CN=old", "-out", "old.csr"],
            ["ca", "-batch", "-selfsign", "-config", "ca.cnf", "-keyfile", "key.pem",
             "-in", "old.csr", "-out", "old.pem", "-notext",
             "-startdate", "20200101000000Z", "-enddate", "20200102000000Z"],
        ):
            subprocess.run(["openssl", *command], cwd=self.folder, check=True,
                           capture_output=True)

    def test_a_server_that_speaks_no_tls(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            def answer() -> None:
                connection, _ = listener.accept()
                with connection:
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                    connection.recv(65536)

            threading.Thread(target=answer, daemon=True).start()
            got = self.shown("show(await failed(fetch('https://127.0.0.1:PORT/')));",
                             PORT=listener.getsockname()[1])
        self.assertEqual((got[0]["code"], got[0]["phase"]), ("ERR_TLS", "tls"))

    def test_names_what_is_wrong_with_a_file(self):
        self.write("no.pem", "no certificate")
        self.write("main.ts", "")
        for name, words in (("no.pem", "is no PEM file of certificates"),
                            ("missing.pem", "missing.pem")):
            result = self.rt("run", "--cert", name, "main.ts")
            self.assertNotEqual(result.code, 0)
            self.assertIn(words, result.stderr)


class Proxies(FetchTest):
    def test_http_by_a_proxy_of_the_environment(self):
        with RawServer(lambda peer: peer.answer(b"by proxy")) as proxy, \
                RawServer(lambda peer: peer.answer(b"direct")) as server:
            program = "show(await (await fetch('http://example.invalid/a?b')).text());"
            got = self.shown(program, env={"http_proxy": proxy.url})
            self.assertEqual(got, ["by proxy"])
            self.assertTrue(proxy.heads[0].startswith("GET http://example.invalid/a?b HTTP/1.1"))
            got = self.shown("show(await (await fetch('URL')).text());", URL=server.url,
                             env={"http_proxy": proxy.url, "no_proxy": "127.0.0.1"})
            self.assertEqual(got, ["direct"])

    def test_https_by_a_tunnel(self):
        make_certificate(self.folder, "DNS:localhost")
        files = (str(self.folder / "cert.pem"), str(self.folder / "key.pem"))
        with RawServer(lambda peer: peer.answer(b"safe"), tls=files) as server:
            def tunnel(peer: Peer) -> bool:
                with socket.create_connection(("127.0.0.1", server.port)) as there:
                    peer.send(b"HTTP/1.1 200 Established\r\nX-Proxy: yes\r\n\r\n")
                    threading.Thread(target=_pipe, args=[there, peer.connection],
                                     daemon=True).start()
                    _pipe(peer.connection, there)
                return False

            with RawServer(tunnel) as proxy:
                got = self.shown("""
                    const response = await fetch('URL');
                    show([await response.text(), response.headers.get('x-proxy')]);
                """, "--cert", "cert.pem", URL=server.url, env={"https_proxy": proxy.url})
            self.assertEqual(got, [["safe", None]])
            self.assertTrue(proxy.heads[0].startswith(f"CONNECT localhost:{server.port} "))

    def test_socks(self):
        with RawServer(lambda peer: peer.answer(b"by socks")) as server:
            listener = socket.create_server(("127.0.0.1", 0))
            self.addCleanup(listener.close)
            asked = []

            def socks() -> None:
                connection, _ = listener.accept()
                with connection:
                    connection.recv(64)  # version 5, and the methods that it knows
                    connection.sendall(b"\5\0")
                    asked.append(connection.recv(64))
                    with socket.create_connection(("127.0.0.1", server.port)) as there:
                        connection.sendall(b"\5\0\0\1\0\0\0\0\0\0")
                        threading.Thread(target=_pipe, args=[there, connection],
                                         daemon=True).start()
                        _pipe(connection, there)

            threading.Thread(target=socks, daemon=True).start()
            port = listener.getsockname()[1]
            got = self.shown("show(await (await fetch('http://far.invalid/')).text());",
                             env={"all_proxy": f"socks5h://127.0.0.1:{port}"})
        self.assertEqual(got, ["by socks"])
        self.assertIn(b"far.invalid", asked[0])


def _pipe(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Backends(FetchTest):
    def test_by_name_with_path_and_query_of_the_request(self):
        with RawServer(lambda peer: peer.answer(peer.target.encode())) as server:
            got = self.shown("""
                for (const input of ['http://any.invalid/a?b=c', '/path',
                                     new Request('https://any.invalid:9/r')]) {
                  const response = await fetch(input, {backend: 'api'});
                  show([response.url, await response.text()]);
                }
                show(await failed(fetch('/x', {backend: 'nope'})));
            """, "--backend", f"api={server.url}", "--backend", "other=https://h:1")
        self.assertEqual(got[:3], [
            [f"{server.url}/a?b=c", "/a?b=c"], [f"{server.url}/path", "/path"],
            [f"{server.url}/r", "/r"]])
        self.assertEqual(got[3]["code"], "ERR_UNKNOWN_BACKEND")
        self.assertIn('no backend has the name "nope"; there are: api, other',
                      got[3]["message"])
        self.assertIn(f"Host: 127.0.0.1:{server.port}", server.heads[0])

    def test_every_kind_of_realm_knows_them(self):
        with RawServer(lambda peer: peer.answer(b"there")) as server:
            got = self.shown("""
                import {Realm} from 'rt:realm';
                for (const options of [{thread: true}, {}, {process: true}]) {
                  const realm = new Realm({entry: './child.ts', ...options});
                  show(await realm.call('get'));
                  await realm.terminate();
                }
            """, "--backend", f"api={server.url}", **self.child())
        self.assertEqual(got, ["there"] * 3)

    def child(self) -> dict:
        self.write("child.ts", """
            export const get = async () => (await fetch('/', {backend: 'api'})).text();
        """)
        return {}

    def test_unix_sockets(self):
        path = str(self.folder / "s.sock")
        with RawServer(lambda peer: peer.answer(peer.target.encode()), unix=path) as server:
            got = self.shown("""
                show(await (await fetch('http://name/a', {unix: 'PATH'})).text());
                show(await (await fetch('/b', {backend: 'local'})).text());
                show(await failed(fetch('http://name/', {unix: 'PATH.not'})));
            """, "--backend", f"local=unix:{path}", PATH=path)
        self.assertEqual(got[:2], ["/a", "/b"])
        self.assertEqual((got[2]["code"], got[2]["phase"]), ("ENOENT", "connect"))
        self.assertIn("Host: name", server.heads[0])

    def test_a_wrong_one_is_a_usage_error(self):
        self.write("main.ts", "")
        for flag, words in (("api", "there is no '='"), ("a=http://h/p", "path and query"),
                            ("a=ftp://h", "begins with")):
            result = self.rt("run", "--backend", flag, "main.ts", env=NO_PROXY)
            self.assertNotEqual(result.code, 0)
            self.assertIn(words, result.stderr)


class Sandboxes(FetchTest):
    def run_in_sandbox(self, net: list[str], tries: list[str]) -> list:
        self.write("app/child.ts", """
            import {data} from 'rt:realm';
            export const run = async () => Promise.all(data.tries.map((url: string) =>
                fetch(url).then((r) => r.text(), (error) => ({
                  code: error.code, cause: error.cause?.code, message: error.message}))));
        """)
        return self.shown("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({
              entry: './app/child.ts', data: {tries: TRIES}, sandbox: {net: NET}});
            show(await realm.call('run'));
            await realm.terminate();
        """, TRIES=json.dumps(tries), NET=json.dumps(net))[0]

    def test_net_is_asked_for_each_hop(self):
        with RawServer(lambda peer: peer.answer(b"other")) as other:
            def serve(peer: Peer) -> None:
                if peer.target == "/away":
                    peer.answer(b"", "302 Found", Location=other.url)
                else:
                    peer.answer(b"granted")

            with RawServer(serve) as server:
                granted, denied, away = self.run_in_sandbox(
                    [f"127.0.0.1:{server.port}"],
                    [server.url, other.url, f"{server.url}/away"])
        self.assertEqual(granted, "granted")
        for error in (denied, away):
            self.assertEqual((error["code"], error["cause"]), ("EPERM", "EPERM"))
            self.assertIn(f"sandbox.net with '127.0.0.1:{other.port}' would", error["message"])
        self.assertEqual(other.heads, [])

    def test_finds_hosts_by_name(self):
        with RawServer(lambda peer: peer.answer(b"found")) as server:
            got = self.run_in_sandbox(
                [f"localhost:{server.port}", "*.invalid:80"],
                [f"http://localhost:{server.port}/", "http://no.invalid/"])
        self.assertEqual(got[0], "found")
        self.assertEqual(got[1]["cause"], "ENOTFOUND")

    def test_without_a_grant_there_is_no_network(self):
        got = self.run_in_sandbox([], ["http://127.0.0.1:1/"])
        self.assertEqual(got[0]["code"], "EPERM")


if __name__ == "__main__":
    unittest.main()
