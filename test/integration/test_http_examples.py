"""The examples that serve HTTP, under load and by hand."""

import json
import re
import shutil
import subprocess
import urllib.request

import pprof_tool
from http_server import Client
from rt_run import ROOT, RtTest, rt_path
from websocket_frames import CLOSE, TEXT, FrameClient


class HttpExamples(RtTest):
    def start(self, example: str) -> tuple[subprocess.Popen, str]:
        process = subprocess.Popen(
            [rt_path(), "run", ROOT / "examples" / example], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self._end, process)
        line = process.stdout.readline()
        found = re.fullmatch(r"Listening on (http://127.0.0.1:\d+/)\n", line)
        self.assertIsNotNone(found, line)
        return process, found.group(1)

    @staticmethod
    def _end(process: subprocess.Popen) -> None:
        if process.poll() is None:
            process.kill()
        process.communicate()

    def test_example_profile_profiles_a_server_under_load(self):
        process, url = self.start("example_profile.ts")
        self.assertIsNotNone(shutil.which("wrk"), "wrk is missing: build/sync installs it")
        load = subprocess.run(
            ["wrk", "-t1", "-c20", "-d2s", url], capture_output=True, text=True, check=True)
        self.assertNotIn("Non-2xx", load.stdout)
        with urllib.request.urlopen(url) as page:
            etag = page.headers["etag"]
            self.assertIn(b"Product &#60;1&#62;", page.read())
        again = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H",
             f"If-None-Match: {etag}", url], capture_output=True, text=True, check=True)
        self.assertEqual(again.stdout, "304")
        with urllib.request.urlopen(url + "stop") as stopped:
            self.assertEqual(stopped.read(), b"The profile is in profile.pb.\n")
        _, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ""))
        names = {row.name for row in pprof_tool.top(self.folder / "profile.pb")}
        for function in ("showPage", "renderPage", "hash", "readProducts"):
            self.assertIn(function, names)

    def test_hono_runs_unchanged(self):
        _, url = self.start("hono.ts")

        def curl(path: str, *args: str) -> str:
            return subprocess.run(["curl", "-s", *args, url + path], capture_output=True,
                                  text=True, check=True).stdout

        self.assertEqual(curl(""), "hello")
        self.assertEqual(json.loads(curl("greet/world")), {"hello": "world"})
        self.assertEqual(json.loads(curl("sum", "-d", "[1, 2, 3]")), {"sum": 6})
        self.assertEqual(curl("nothing", "-o", "/dev/null", "-w", "%{http_code}"), "404")
        self.assertEqual(curl("fails", "-o", "/dev/null", "-w", "%{http_code}"), "500")
        self.assertIn("server-timing: app;dur=", curl("", "-i"))

    def test_chat_tells_everybody(self):
        _, url = self.start("chat.ts")
        with urllib.request.urlopen(url) as page:
            self.assertIn(b"new WebSocket(", page.read())
        port = url.rstrip("/").rpartition(":")[2]
        first = FrameClient(Client(port), "/chat")
        self.assertEqual(json.loads(first.next_frame().payload),
                         {"from": "guest 1", "text": "is here"})
        second = FrameClient(Client(port), "/chat")
        arrival = {"from": "guest 2", "text": "is here"}
        self.assertEqual([json.loads(each.next_frame().payload) for each in (first, second)],
                         [arrival] * 2)
        second.send_frame(TEXT, b"<b>")
        said = {"from": "guest 2", "text": "<b>"}
        self.assertEqual([json.loads(each.next_frame().payload) for each in (first, second)],
                         [said] * 2)
        second.send_frame(CLOSE)
        second.client.rest()
        second.client.socket.close()
        self.assertEqual(json.loads(first.next_frame().payload),
                         {"from": "guest 2", "text": "has left"})
        first.client.socket.close()
        plain = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", url + "chat"],
            capture_output=True, text=True, check=True)
        self.assertEqual(plain.stdout, "426")
