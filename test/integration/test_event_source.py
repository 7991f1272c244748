"""EventSource: event streams of raw servers, read and asked for again."""

import unittest

from fetch_test import FetchTest
from raw_http import Peer, RawServer

# From the examples of https://html.spec.whatwg.org/#event-stream-interpretation.
EXAMPLES = (
    b"data: YHOO\ndata: +2\ndata: 10\n\n"
    b": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\n"
    b"data:  third event\n\n"
    b"data\n\ndata\ndata\n\ndata:"
)

LISTEN = """
    const source = new EventSource('URL');
    source.onopen = () => show(['open', source.readyState]);
    source.onmessage = ({data, lastEventId, origin, type}) =>
        show([type, data, lastEventId, origin === 'ORIGIN']);
    source.addEventListener('named', ({data}) => show(['named', data]));
    source.onerror = () => {
      show(['error', source.readyState]);
      if (++errors === 2) source.close();
    };
    let errors = 0;
"""


class EventSources(FetchTest):
    def listen(self, answers: list[bytes], content_type: str = "text/event-stream",
               status: str = "200 OK"):
        """What a program sees of a server that gives these answers in turn."""
        left = list(answers)

        def serve(peer: Peer) -> bool:
            peer.send(f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n"
                      "Connection: close\r\n\r\n".encode())
            # In small parts: a character and an end of line may lie across two.
            data = left.pop(0)
            for at in range(0, len(data), 3):
                peer.send(data[at:at + 3])
            return False

        with RawServer(serve) as server:
            shown = self.shown(LISTEN, URL=f"{server.url}/stream", ORIGIN=server.url)
        return shown, server

    def test_gives_the_events_of_the_standards_examples(self):
        shown, _ = self.listen([b"\xef\xbb\xbfretry: 1\n\n" + EXAMPLES, b""])
        self.assertEqual(shown[:8], [
            ["open", 1],
            ["message", "YHOO\n+2\n10", "", True],
            ["message", "first event", "1", True],
            ["message", "second event", "", True],
            ["message", " third event", "", True],
            ["message", "", "", True],
            ["message", "\n", "", True],
            ["error", 0],
        ])

    def test_takes_all_ends_of_lines_and_named_events(self):
        shown, _ = self.listen([
            "retry: 1\r\revent: named\r\ndata: é\r\n\r\nevent: x\n\ndata:a\rdata:b\n\n".encode(),
            b""])
        self.assertEqual(shown, [
            ["open", 1], ["named", "é"], ["message", "a\nb", "", True], ["error", 0],
            ["open", 1], ["error", 0]])

    def test_asks_again_from_the_last_id_on(self):
        shown, server = self.listen(
            ["retry: 1\nid: é7\n\nid: lost\ndata: no end".encode(), b"data: x\n\n"])
        self.assertEqual(shown, [
            ["open", 1], ["error", 0], ["open", 1], ["message", "x", "é7", True],
            ["error", 0]])
        first, second = server.heads
        self.assertIn("accept: text/event-stream", first.lower().split("\r\n"))
        self.assertNotIn("last-event-id", first.lower())
        self.assertIn("last-event-id: " + "é7".encode().decode("latin-1").lower(),
                      second.lower().split("\r\n"))

    def test_gives_up_where_the_answer_is_no_event_stream(self):
        for content_type, status in [("text/plain", "200 OK"),
                                     ("text/event-stream", "204 No Content"),
                                     ("text/event-stream", "500 Oops")]:
            shown, server = self.listen([b""], content_type, status)
            self.assertEqual(shown, [["error", 2]], status)
            self.assertEqual(len(server.heads), 1)

    def test_what_is_no_url_is_an_error(self):
        self.assertEqual(self.shown("""
            for (const url of ['', '/x', 'http://[']) {
              try { new EventSource(url); } catch (error: any) { show(error.name); }
            }
            show([EventSource.CLOSED, EventSource.prototype.OPEN]);
        """), ["SyntaxError"] * 3 + [[2, 1]])


if __name__ == "__main__":
    unittest.main()
