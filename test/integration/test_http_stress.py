"""An HTTP server under a mixed load: test/stress/http_load.py.

RT_HTTP_STRESS_SECONDS makes it longer; from two minutes on, the server's memory must not
grow after the first.
"""

import os
import pathlib
import sys
import threading

from http_server import Server, memory_of
from rt_run import ROOT, RtTest

sys.path.insert(0, str(pathlib.Path(ROOT) / "test/stress"))
import http_load

SECONDS = float(os.environ.get("RT_HTTP_STRESS_SECONDS", "10"))


class HttpStress(RtTest):
    def test_answers_every_well_formed_request(self):
        server = Server(self, http_load.PROGRAM)
        # What it says of handlers that throw would fill the pipe.
        threading.Thread(target=server.process.stderr.read, daemon=True).start()
        memory: list[tuple[float, int]] = []
        answered = http_load.run(
            server.port, SECONDS, 24,
            lambda elapsed: memory.append((elapsed, memory_of(server.process.pid))))
        self.assertGreater(answered, 20 * SECONDS)
        self.assertIsNone(server.process.poll())
        with server.connect() as client:
            client.get()
            self.assertEqual(client.answer().body, b"hello")
        if SECONDS < 120:
            return
        first = [size for elapsed, size in memory if 30 <= elapsed <= 60]
        last = [size for elapsed, size in memory if elapsed >= SECONDS - 30]
        self.assertLess(max(last), 1.2 * max(first) + (16 << 20))
