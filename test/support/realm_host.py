"""A running `rt realm-host`, for the tests of it and of remote realms."""

import os
import signal
import subprocess

from rt_run import RtTest, rt_path

TOKEN = "open-sesame"


class RealmHost:
    """Listens on a free port of loopback; ended by stop(), or by the test's end."""

    def __init__(self, test: RtTest, *flags: str, policy: str | None = None,
                 launcher: list[str] = ()):
        token_file = test.write("host/token", TOKEN + "\n")
        os.chmod(token_file, 0o600)
        if policy is not None:
            flags = (*flags, "--policy", os.fspath(test.write("host/policy.json", policy)))
        self.process = subprocess.Popen(
            [*launcher, rt_path(), "realm-host", "--listen", "127.0.0.1:0",
             "--token-file", token_file, *flags],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, cwd=test.folder)
        test.addCleanup(self._clean_up)
        line = self.process.stdout.readline()
        if not line.startswith("listening on 127.0.0.1:"):
            self.process.kill()
            raise AssertionError(f"{line!r}, {self.process.communicate()[1]!r}")
        self.port = int(line.rstrip("\n").rpartition(":")[2])
        scheme = "wss" if "--tls-cert" in flags else "ws"
        self.url = f"{scheme}://127.0.0.1:{self.port}"

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Its exit code, and what it printed since it listened."""
        self.process.send_signal(number)
        return self.end()

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def _clean_up(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
