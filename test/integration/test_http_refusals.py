"""rt:http: what is malformed is refused, never reaches the handler, and nothing
after it on its connection is served."""

from http_server import Server
from rt_run import RtTest

# Counts what reaches the handler; `/count` tells.
PROGRAM = """
    import {serve} from 'rt:http';
    let count = 0;
    const server = await serve({maxBodyBytes: 1000}, async (request) => {
      if (request.url.endsWith('/count')) return new Response(String(count));
      count++;
      await request.text();
      return new Response('served');
    });
    console.log(server.port);
"""

# Behind each malformed request; must not be served.
NEXT = b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

GET = b"GET / HTTP/1.1\r\nHost: a\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

MALFORMED = {
    "two Content-Lengths": (400, POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
    "two equal Content-Lengths":
        (400, POST + b"Content-Length: 1\r\nContent-Length: 1\r\n\r\na"),
    "a list of Content-Lengths": (400, POST + b"Content-Length: 1, 1\r\n\r\na"),
    "a signed Content-Length": (400, POST + b"Content-Length: +1\r\n\r\na"),
    "a negative Content-Length": (400, POST + b"Content-Length: -1\r\n\r\na"),
    "an empty Content-Length": (400, POST + b"Content-Length:\r\n\r\na"),
    "a Content-Length with a letter": (400, POST + b"Content-Length: 1a\r\n\r\na"),
    "a Content-Length beyond 64 bits":
        (400, POST + b"Content-Length: 18446744073709551617\r\n\r\na"),
    "Content-Length, then Transfer-Encoding":
        (400, POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    "Transfer-Encoding, then Content-Length":
        (400, POST + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
    "two Transfer-Encodings":
        (400, POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
                     b"0\r\n\r\n"),
    "an unknown Transfer-Encoding":
        (501, POST + b"Transfer-Encoding: gzip\r\n\r\n"),
    "chunked that is not the last":
        (501, POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
    "a coding before chunked": (501, POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    "a Transfer-Encoding with junk": (501, POST + b"Transfer-Encoding: xchunked\r\n\r\n"),
    "Transfer-Encoding in HTTP/1.0":
        (400, b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    "a chunk size that is no number": (400, CHUNKED + b"xyz\r\nabc\r\n0\r\n\r\n"),
    "an empty chunk size": (400, CHUNKED + b"\r\nabc\r\n0\r\n\r\n"),
    "a chunk size with 0x": (400, CHUNKED + b"0x3\r\nabc\r\n0\r\n\r\n"),
    "a negative chunk size": (400, CHUNKED + b"-3\r\nabc\r\n0\r\n\r\n"),
    "a space before a chunk size": (400, CHUNKED + b" 3\r\nabc\r\n0\r\n\r\n"),
    "a chunk size beyond 64 bits":
        (400, CHUNKED + b"10000000000000003\r\nabc\r\n0\r\n\r\n"),
    "a chunk that is longer than its size": (400, CHUNKED + b"3\r\nabcd\r\n0\r\n\r\n"),
    "a chunk size ended by a bare LF": (400, CHUNKED + b"3\nabc\r\n0\r\n\r\n"),
    "chunk data ended by a bare LF": (400, CHUNKED + b"3\r\nabc\n0\r\n\r\n"),
    "endless chunk extensions": (400, CHUNKED + b"3;" + b"a" * 5000 + b"\r\nabc\r\n0\r\n\r\n"),
    "a bare CR in a chunk extension": (400, CHUNKED + b"3;a\rb\r\nabc\r\n0\r\n\r\n"),
    "a bad trailer": (400, CHUNKED + b"3\r\nabc\r\n0\r\nbad trailer\r\n\r\n"),
    "lines that end with LF": (400, b"GET / HTTP/1.1\nHost: a\n\n"),
    "one line that ends with LF": (400, GET + b"A: b\nC: d\r\n\r\n"),
    "a bare CR in a value": (400, GET + b"A: b\rc\r\n\r\n"),
    "a bare CR before a name": (400, GET + b"\rA: b\r\n\r\n"),
    "a folded line": (400, GET + b"A: b\r\n c\r\n\r\n"),
    "a folded line with a tab": (400, GET + b"A: b\r\n\tc\r\n\r\n"),
    "white space before the first field": (400, b"GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    "a space before the colon": (400, GET + b"A : b\r\n\r\n"),
    "a tab before the colon": (400, GET + b"A\t: b\r\n\r\n"),
    "a space in a name": (400, GET + b"A B: c\r\n\r\n"),
    "a line without a colon": (400, GET + b"nothing\r\n\r\n"),
    "an empty name": (400, GET + b": b\r\n\r\n"),
    "NUL in a value": (400, GET + b"A: b\0c\r\n\r\n"),
    "NUL in a name": (400, GET + b"A\0: b\r\n\r\n"),
    "NUL in the target": (400, b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a control character in a value": (400, GET + b"A: b\x01c\r\n\r\n"),
    "no method": (400, b" / HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a method that is no token": (400, b"GE(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    "no target": (400, b"GET HTTP/1.1\r\nHost: a\r\n\r\n"),
    "an empty target": (400, b"GET  HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target without a slash": (400, b"GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target with a fragment": (400, b"GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target with a space": (400, b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target that is not ASCII": (400, b"GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n"),
    "an asterisk for GET": (400, b"GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target with another scheme": (400, b"GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target with no host": (400, b"GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a target with a user": (400, b"GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    "a tunnel": (501, b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
    "no version": (400, b"GET /\r\nHost: a\r\n\r\n"),
    "HTTP/2.0": (505, b"GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    "HTTP/1.2": (505, b"GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
    "HTTP/0.9": (505, b"GET / HTTP/0.9\r\nHost: a\r\n\r\n"),
    "another protocol": (400, b"GET / HTCP/1.1\r\nHost: a\r\n\r\n"),
    "a version in lower case": (400, b"GET / http/1.1\r\nHost: a\r\n\r\n"),
    "junk behind the version": (400, b"GET / HTTP/1.1x\r\nHost: a\r\n\r\n"),
    "HTTP/1.1 without Host": (400, b"GET / HTTP/1.1\r\n\r\n"),
    "two Hosts": (400, GET + b"Host: b\r\n\r\n"),
    "a Host with a slash": (400, b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    "a Host with a user": (400, b"GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    "a Host with a bad port": (400, b"GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
    "another expectation": (417, GET + b"Expect: miracles\r\n\r\n"),
    "a long header": (431, GET + b"A: " + b"b" * 20000 + b"\r\n\r\n"),
    "a header that never ends": (431, GET + b"A: " + b"b" * 20000),
    "a long target": (431, b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: a\r\n\r\n"),
    "many headers": (431, GET + b"A: b\r\n" * 200 + b"\r\n"),
    "a body that is too large": (413, POST + b"Content-Length: 1001\r\n\r\n"),
    "a chunked body that is too large":
        (413, CHUNKED + b"3e9\r\n" + b"a" * 1001 + b"\r\n0\r\n\r\n"),
    "two chunks that are too large":
        (413, CHUNKED + b"3e8\r\n" + b"a" * 1000 + b"\r\n1\r\na\r\n0\r\n\r\n"),
    "TLS": (400, b"\x16\x03\x01\0\xa5\x01\0\0\xa1\x03\x03" + bytes(60)),
}


class Refusals(RtTest):
    def test_refuses_what_is_malformed_and_serves_nothing_after_it(self):
        server = Server(self, PROGRAM)
        for name, (status, request) in MALFORMED.items():
            with self.subTest(name):
                answer = server.exchange(request + NEXT)
                head = answer.split(b"\r\n", 1)[0]
                self.assertEqual(head.split(b" ")[:2], [b"HTTP/1.1", b"%d" % status], answer)
                self.assertIn(b"connection: close\r\n", answer)
                self.assertEqual(answer.count(b"HTTP/1.1"), 1, answer)
        count = server.exchange(
            b"GET /count HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        self.assertTrue(count.endswith(b"\r\n\r\n0"), count)

    def test_refuses_the_same_byte_by_byte(self):
        server = Server(self, PROGRAM)
        for name in ("two Content-Lengths", "a folded line", "lines that end with LF",
                     "a chunk size that is no number", "NUL in a value", "HTTP/2.0"):
            status, request = MALFORMED[name]
            with self.subTest(name), server.connect() as client:
                for byte in request + NEXT:
                    try:
                        client.send(bytes([byte]))
                    except (BrokenPipeError, ConnectionResetError):
                        break  # It has answered, and is gone.
                answer = client.rest()
                self.assertTrue(answer.startswith(b"HTTP/1.1 %d " % status), answer)
                self.assertEqual(answer.count(b"HTTP/1.1"), 1, answer)

    def test_refuses_a_bad_chunk_that_comes_while_the_handler_reads(self):
        server = Server(self, """
            import {serve} from 'rt:http';
            const server = await serve(async (request) => {
              console.log('reads');
              try {
                await request.text();
              } catch (error) {
                console.log(error.name, error.code, request.signal.aborted);
              }
              return new Response('served');
            });
            console.log(server.port);
        """)
        with server.connect() as client:
            client.send(CHUNKED + b"3\r\nabc\r\n")
            self.assertEqual(server.line(), "reads")
            client.send(b"junk\r\n" + NEXT)
            answer = client.rest()
        self.assertEqual(answer.split(b" ")[1], b"400", answer)
        self.assertEqual(answer.count(b"HTTP/1.1"), 1, answer)
        self.assertEqual(server.line(), "Error ERR_PROTOCOL true")

    def test_slow_headers_are_a_408(self):
        server = Server(self, """
            import {serve} from 'rt:http';
            const server = await serve({headerTimeout: 300}, () => new Response('served'));
            console.log(server.port);
        """)
        with server.connect() as client:
            client.send("GET / HTTP/1.1\r\nHost: ")
            answer = client.rest()
        self.assertEqual(answer.split(b" ")[1], b"408", answer)

    def test_slow_bodies_are_a_408(self):
        server = Server(self, """
            import {serve} from 'rt:http';
            const server = await serve({bodyTimeout: 300}, async (request) => {
              await request.text();
              return new Response('served');
            });
            console.log(server.port);
        """)
        with server.connect() as client:
            client.send(POST + b"Content-Length: 10\r\n\r\nabc")
            answer = client.rest()
        self.assertEqual(answer.split(b" ")[1], b"408", answer)

    def test_idle_connections_are_closed(self):
        server = Server(self, """
            import {serve} from 'rt:http';
            const server = await serve({idleTimeout: 300}, () => new Response('served'));
            console.log(server.port);
        """)
        with server.connect() as client:
            client.get()
            self.assertEqual(client.answer().body, b"served")
            self.assertEqual(client.rest(), b"")

    def test_takes_what_is_odd_and_allowed(self):
        server = Server(self, PROGRAM)
        for name, request in {
            "an empty line before": b"\r\n" + GET + b"\r\n",
            "a method that nobody knows": b"FROB / HTTP/1.1\r\nHost: a\r\n\r\n",
            "an absolute target": b"GET http://b/c HTTP/1.1\r\nHost: b\r\n\r\n",
            "OPTIONS of all": b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
            "an empty Host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
            "a Host of IPv6": b"GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            "bytes beyond ASCII in a value": GET + b"A: \xe4\r\n\r\n",
            "no space behind the colon": GET + b"A:b\r\n\r\n",
            "an empty value": GET + b"A:\r\n\r\n",
            "chunk extensions": CHUNKED + b"3;a=b;c=\"d\"\r\nabc\r\n0;e\r\n\r\n",
            "a trailer": CHUNKED + b"3\r\nabc\r\n0\r\nA: b\r\n\r\n",
            "chunked in capitals":
                POST + b"Transfer-Encoding: CHUNKED\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "leading zeros": CHUNKED + b"0003\r\nabc\r\n000\r\n\r\n",
        }.items():
            with self.subTest(name), server.connect() as client:
                client.send(request)
                self.assertEqual(client.answer().body, b"served")
