"""rt:http: requests and answers, on raw connections and by curl."""

import hashlib
import subprocess
import time

from http_server import Server
from rt_run import RtTest

PRELUDE = """
    import {serve} from 'rt:http';
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    const encode = (text) => new TextEncoder().encode(text);
"""


class Serving(RtTest):
    def serve(self, program: str, *flags: str) -> Server:
        """A program that calls start(handler, options)."""
        return Server(self, PRELUDE + """
            async function start(handler, options = {}) {
              const server = await serve(options, handler);
              console.log(options.unix ?? server.port);
              return server;
            }
        """ + program, *flags)

    def test_answers_curl(self):
        server = self.serve("""
            await start(async (request, {remoteAddr}) => Response.json({
              method: request.method, url: request.url, a: request.headers.get('a'),
              body: await request.text(), from: remoteAddr.hostname,
            }, {status: 201, headers: {'x-one': '1'}}));
        """)
        result = subprocess.run(
            ["curl", "-s", "-i", "-H", "A: b", "-d", "text", f"{server.url}/c?d=e"],
            capture_output=True, text=True, check=True)
        head, _, body = result.stdout.partition("\n\n")
        self.assertIn("HTTP/1.1 201 Created\n", head)
        self.assertIn("\nx-one: 1\n", head + "\n")
        self.assertIn("\ncontent-type: application/json\n", head + "\n")
        self.assertEqual(
            body, f'{{"method":"POST","url":"{server.url}/c?d=e","a":"b","body":"text",'
                  '"from":"127.0.0.1"}')

    def test_the_date_is_now(self):
        server = self.serve("await start(() => new Response('a'));")
        with server.connect() as client:
            client.get()
            date = client.answer().headers["date"]
        told = time.mktime(time.strptime(date, "%a, %d %b %Y %H:%M:%S gmt")) - time.timezone
        self.assertLess(abs(told - time.time()), 60)

    def test_keeps_connections_and_answers_in_order(self):
        server = self.serve("""
            await start(async (request) => {
              const ms = Number(new URL(request.url).searchParams.get('ms'));
              await sleep(ms);
              return new Response(`after ${ms}`);
            });
        """)
        with server.connect() as client:
            for ms in (50, 0, 20, 0):
                client.get(f"/?ms={ms}")
            bodies = [client.answer().body for _ in range(4)]
        self.assertEqual(bodies, [b"after 50", b"after 0", b"after 20", b"after 0"])

    def test_keeps_what_http10_asks_to_be_kept(self):
        server = self.serve("await start(() => new Response('a'));")
        with server.connect() as client:
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            self.assertEqual(client.answer().headers["connection"], "keep-alive")
            client.send("GET / HTTP/1.0\r\n\r\n")
            self.assertEqual(client.answer().headers["connection"], "close")
            self.assertEqual(client.rest(), b"")

    def test_closes_where_either_side_asks(self):
        server = self.serve("""
            await start((request) => new Response('a', {
              headers: request.url.endsWith('/close') ? {connection: 'close'} : {}}));
        """)
        with server.connect() as client:
            client.get("/", "Connection: close")
            self.assertEqual(client.answer().headers["connection"], "close")
            self.assertEqual(client.rest(), b"")
        with server.connect() as client:
            client.get("/close")
            self.assertEqual(client.answer().headers["connection"], "close")
            self.assertEqual(client.rest(), b"")

    def test_head_has_the_head_of_get_and_no_body(self):
        server = self.serve("""
            await start((request) => new Response(
                request.url.endsWith('/stream') ? new Blob(['abc']).stream() : 'abc'));
        """)
        with server.connect() as client:
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = client.answer(of_head=True)
            self.assertEqual(answer.headers["content-length"], "3")
            client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = client.answer(of_head=True)
            self.assertEqual(answer.headers["transfer-encoding"], "chunked")
            client.get()
            self.assertEqual(client.answer().body, b"abc")

    def test_204_and_304_have_no_body(self):
        server = self.serve("""
            await start((request) => new Response(null, {
              status: Number(new URL(request.url).pathname.slice(1))}));
        """)
        with server.connect() as client:
            for status in (204, 304, 200):
                client.get(f"/{status}")
                answer = client.answer()
                self.assertEqual(answer.status, status)
                self.assertEqual("content-length" in answer.headers, status == 200)

    def test_expect_continue_is_answered_when_the_body_is_read(self):
        server = self.serve("""
            await start(async (request) => {
              if (request.url.endsWith('/no')) return new Response('no', {status: 403});
              console.log('reads');
              return new Response(await request.text());
            });
        """)
        head = ("POST {} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                "Expect: 100-continue\r\n\r\n")
        with server.connect() as client:
            client.send(head.format("/"))
            self.assertEqual(client.answer().status, 100)
            self.assertEqual(server.line(), "reads")
            client.send("abc")
            self.assertEqual(client.answer().body, b"abc")
            client.send(head.format("/no"))
            answer = client.answer()
            self.assertEqual((answer.status, answer.headers["connection"]), (403, "close"))

    def test_reads_bodies_of_all_kinds(self):
        server = self.serve("""
            await start(async (request) => {
              const read = new URL(request.url).pathname.slice(1);
              if (read === 'stream') {
                let size = 0;
                for await (const part of request.body) size += part.byteLength;
                return new Response(String(size));
              }
              if (read === 'echo') return new Response(request.body);
              const value = await request[read]();
              return Response.json(value.byteLength ?? value);
            }, {maxBodyBytes: 20e6});
        """)
        with server.connect() as client:
            def post(path: str, body: bytes) -> bytes:
                client.send(f"POST {path} HTTP/1.1\r\nHost: a\r\n"
                            f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                return client.answer().body

            def post_chunked(path: str, body: bytes) -> bytes:
                client.send(f"POST {path} HTTP/1.1\r\nHost: a\r\n"
                            "Transfer-Encoding: chunked\r\n\r\n")
                for at in range(0, len(body), 70_001):
                    part = body[at:at + 70_001]
                    client.send(b"%x\r\n" % len(part) + part + b"\r\n")
                client.send("0\r\n\r\n")
                return client.answer().body

            big = bytes(range(256)) * 40_000
            for send in (post, post_chunked):
                self.assertEqual(send("/text", "ä".encode()), '"ä"'.encode())
                self.assertEqual(send("/json", b'{"a": [1]}'), b'{"a":[1]}')
                self.assertEqual(send("/bytes", big), str(len(big)).encode())
                self.assertEqual(send("/stream", big), str(len(big)).encode())
                self.assertEqual(send("/text", b""), b'""')
            self.assertEqual(post("/echo", big[:300_000]), big[:300_000])
            self.assertEqual(post_chunked("/echo", big[:300_000]), big[:300_000])

    def test_a_body_that_nobody_reads_does_not_end_the_connection(self):
        server = self.serve("await start(() => new Response('a'));")
        with server.connect() as client:
            client.send(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            self.assertEqual(client.answer().body, b"a")
            client.send(bytes(100_000))
            client.get()
            self.assertEqual(client.answer().body, b"a")

    def test_a_body_that_nobody_reads_holds_its_client_back(self):
        # The handler holds the request, and reads nothing.
        server = self.serve("""
            await start(async (request) => {
              console.log('holds');
              await sleep(300);
              return new Response(String((await request.bytes()).length));
            });
        """)
        size = 100_000_000
        with server.connect() as client:
            client.send(f"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n")
            self.assertEqual(server.line(), "holds")
            client.socket.settimeout(0.05)
            sent = 0
            try:
                while sent < size:
                    sent += client.socket.send(bytes(min(1 << 20, size - sent)))
            except TimeoutError:
                pass
            # What the kernel's buffers and the server's hold.
            self.assertLess(sent, 20_000_000)
            client.socket.settimeout(60)
            while sent < size:
                sent += client.socket.send(bytes(min(1 << 20, size - sent)))
            self.assertEqual(client.answer().body, str(size).encode())

    def test_streams_answers_as_they_come(self):
        server = self.serve("""
            let next;
            await start((request) => {
              if (request.url.endsWith('/next')) {
                next();
                return new Response(null);
              }
              return new Response(new ReadableStream({
                async start(controller) {
                  for (const part of ['one', 'two', 'three']) {
                    controller.enqueue(encode(part));
                    await new Promise((done) => next = done);
                  }
                  controller.close();
                },
              }), {headers: {'content-type': 'text/plain'}});
            });
        """)
        with server.connect() as client, server.connect() as other:
            client.get()
            for part in (b"one", b"two", b"three"):
                client.until(b"\r\n" + part + b"\r\n")
                other.get("/next")
                self.assertEqual(other.answer().status, 200)
            self.assertEqual(client.until(b"\r\n\r\n"), b"0\r\n\r\n")

    def test_a_stream_waits_for_a_client_that_does_not_read(self):
        server = self.serve("""
            let made = 0;
            await start((request) => {
              if (request.url.endsWith('/made')) return new Response(String(made));
              return new Response(new ReadableStream({
                pull(controller) {
                  if (made === 300) return controller.close();
                  made++;
                  controller.enqueue(new Uint8Array(100_000));
                },
              }));
            });
        """)
        with server.connect() as client, server.connect() as other:
            client.get()
            before = -1
            while True:
                other.get("/made")
                made = int(other.answer().body)
                if made == before:
                    break
                before = made
                time.sleep(0.2)
            self.assertLess(made, 200)
            self.assertEqual(len(client.answer().body), 30_000_000)

    def test_an_answer_with_a_length_of_its_own_keeps_it(self):
        server = self.serve("""
            await start((request) => new Response(new ReadableStream({
              start(controller) {
                controller.enqueue(encode('abcde'));
                controller.close();
              },
            }), {headers: {'content-length': new URL(request.url).pathname.slice(1)}}));
        """)
        with server.connect() as client:
            client.get("/5")
            answer = client.answer()
            self.assertEqual((answer.headers["content-length"], answer.body), ("5", b"abcde"))
            client.get("/3")
            self.assertEqual(client.answer().body, b"abc")
            client.get("/9")
            self.assertTrue(client.rest().endswith(b"\r\n\r\nabcde"))

    def test_a_stream_that_fails_cuts_the_answer(self):
        server = self.serve("""
            await start(() => new Response(new ReadableStream({
              pull(controller) {
                if (this.n) throw new Error('the secret');
                this.n = 1;
                controller.enqueue(encode('abc'));
              },
            })));
        """)
        with server.connect() as client:
            client.get()
            answer = client.rest()
        self.assertNotIn(b"0\r\n\r\n", answer)
        self.assertNotIn(b"secret", answer)
        self.assertIn("the secret", server.kill()[1])

    def test_a_handler_that_throws_is_a_500_without_a_body(self):
        server = self.serve("""
            await start((request) => {
              const path = new URL(request.url).pathname;
              if (path === '/now') throw new Error('the secret');
              if (path === '/later') return Promise.reject(new Error('the secret'));
              if (path === '/none') return undefined;
              if (path === '/twice') return used;
              if (path === '/read') return used;
              return new Response('fine');
            });
            const used = new Response('a');
            await used.text();
        """)
        with server.connect() as client:
            for path in ("/now", "/later", "/none", "/twice"):
                client.get(path)
                answer = client.answer()
                self.assertEqual((answer.status, answer.body), (500, b""))
            client.get("/")
            self.assertEqual(client.answer().body, b"fine")
        errors = server.kill()[1]
        self.assertEqual(errors.count("the secret"), 2)
        self.assertIn("server.mjs:", errors)
        self.assertIn("returned no Response, but undefined", errors)
        self.assertIn("a Response can be sent once", errors)

    def test_on_error_answers_for_a_handler_that_throws(self):
        server = self.serve("""
            await start(() => { throw new Error('it'); }, {
              onError: (error) => new Response(`sorry: ${error.message}`, {status: 503}),
            });
        """)
        with server.connect() as client:
            client.get()
            answer = client.answer()
            self.assertEqual((answer.status, answer.body), (503, b"sorry: it"))

    def test_the_signal_aborts_when_the_client_leaves(self):
        server = self.serve("""
            await start(async (request) => {
              console.log('began');
              await new Promise((done) => request.signal.addEventListener('abort', done));
              console.log('aborted', request.signal.reason.name);
              return new Response('nobody reads this');
            });
        """)
        for reset in (False, True):
            with server.connect() as client:
                client.get()
                self.assertEqual(server.line(), "began")
                if reset:
                    client.socket.setsockopt(1, 13, b"\1\0\0\0\0\0\0\0")  # SO_LINGER
            self.assertEqual(server.line(), "aborted AbortError")

    def test_a_half_closed_client_gets_its_answers(self):
        server = self.serve("""
            await start(async (request) => {
              await sleep(100);
              return new Response(new URL(request.url).pathname);
            });
        """)
        with server.connect() as client:
            client.get("/a")
            client.get("/b")
            client.socket.shutdown(1)
            self.assertEqual(client.answer().body, b"/a")
            self.assertEqual(client.answer().body, b"/b")
            self.assertEqual(client.rest(), b"")

    def test_a_stream_is_cancelled_when_the_client_leaves(self):
        server = self.serve("""
            await start(() => new Response(new ReadableStream({
              async pull(controller) {
                await sleep(1);
                controller.enqueue(new Uint8Array(1000));
              },
              cancel(reason) {
                console.log('cancelled', reason.name);
              },
            })));
        """)
        with server.connect() as client:
            client.get()
            client.until(b"\r\n\r\n")
        self.assertEqual(server.line(), "cancelled AbortError")

    def test_close_lets_requests_finish(self):
        server = self.serve("""
            const server = await start(async () => {
              void server.close().then(() => console.log('closed'));
              await sleep(100);
              return new Response('last');
            });
            await server.finished;
            console.log('finished');
        """)
        with server.connect() as idle, server.connect() as client:
            idle.send("")
            client.get()
            answer = client.answer()
            self.assertEqual((answer.body, answer.headers["connection"]), (b"last", "close"))
            self.assertEqual(client.rest(), b"")
            self.assertEqual(idle.rest(), b"")
        code, out, err = server.end()
        self.assertEqual((code, sorted(out.split()), err), (0, ["closed", "finished"], ""))

    def test_abort_cuts_connections_and_aborts_signals(self):
        server = self.serve("""
            const stop = new AbortController();
            const server = await start(async (request) => {
              request.signal.addEventListener('abort', () => console.log('aborted'));
              stop.abort();
              await sleep(10);
              return new Response('too late');
            }, {signal: stop.signal});
            await server.finished;
            console.log('finished');
        """)
        with server.connect() as client:
            client.get()
            self.assertEqual(client.rest(), b"")
        code, out, _ = server.end()
        self.assertEqual((code, sorted(out.split())), (0, ["aborted", "finished"]))

    def test_unref_lets_the_program_end(self):
        server = self.serve("(await start(() => new Response('a'))).unref();")
        self.assertEqual(server.end()[0], 0)

    def test_listens_at_a_unix_socket(self):
        path = self.folder / "http.sock"
        server = self.serve(f"""
            const server = await start(async () => {{
              void server.close();
              return new Response('by unix');
            }}, {{unix: {str(path)!r}}});
        """)
        with server.connect() as client:
            client.get()
            self.assertEqual(client.answer().body, b"by unix")
        self.assertEqual(server.end()[0], 0)
        self.assertFalse(path.exists())

    def test_errors_of_listening_have_codes(self):
        server = self.serve("""
            const server = await start(() => new Response('a'));
            const failure = (options) => serve(options, () => new Response('a')).then(
                () => 'none', ({name, code}) => `${name} ${code}`);
            console.log(await failure({port: server.port}));
            console.log(await failure({hostname: '192.0.2.1'}));
            console.log(await failure({unix: '/nowhere/at/all'}));
            console.log(await failure({port: 'a'}));
            console.log(await failure({port: 65536}));
            console.log(await failure({tls: {cert: 'a', key: 'b'}}));
        """)
        self.assertEqual([server.line() for _ in range(6)], [
            "Error EADDRINUSE", "Error EADDRNOTAVAIL", "Error ENOENT",
            "TypeError undefined", "RangeError undefined", "TypeError undefined"])

    def test_speaks_tls(self):
        key, cert = self.folder / "key.pem", self.folder / "cert.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
             "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key,
             "-out", cert], check=True, capture_output=True)
        server = self.serve("""
            import {DiskFileSystem} from 'rt:file';
            const fs = new DiskFileSystem();
            const tls = {cert: await fs.readTextFile('cert.pem'), key: await fs.readTextFile('key.pem')};
            await start(async (request) => new Response(
                request.url.slice(0, 8) + (await request.bytes()).length + '\\n' +
                'x'.repeat(1e6)), {tls});
        """)
        body = self.write("body", "y" * 300_000)
        result = subprocess.run(
            ["curl", "-s", "--cacert", cert, "--data-binary", f"@{body}",
             f"https://localhost:{server.port}/", f"https://localhost:{server.port}/"],
            capture_output=True, check=True)
        answer = b"https://300000\n" + b"x" * 1_000_000
        self.assertEqual(hashlib.sha256(result.stdout).digest(),
                         hashlib.sha256(answer * 2).digest())
        with server.connect() as plain:
            plain.get()
            self.assertNotIn(b"https://", plain.rest())

    def test_a_sandbox_cannot_listen(self):
        self.write("realm.mjs", """
            import {serve} from 'rt:http';
            export const failure = () => serve({}, () => new Response('a')).then(
                () => 'none', ({code, message}) => `${code} ${message}`);
        """)
        self.write("main.mjs", """
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './realm.mjs', sandbox: {
              modules: ['rt:http'], net: ['*:*']}});
            console.log(await realm.call('failure'));
            await realm.terminate();
        """)
        result = self.rt("run", "main.mjs")
        self.assertTrue(result.stdout.startswith("EPERM cannot listen"), str(result))
