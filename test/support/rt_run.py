"""Runs the built `rt` as a user would, for the integration tests.

A test module is test/integration/test_*.py:

    from rt_run import RtTest

    class Greeting(RtTest):
        def test_prints_the_greeting(self):
            self.write("hello.ts", "console.log('hi')")
            result = self.rt("run", "hello.ts")
            self.assertOutput(result, stdout="hi\\n")

`build/test NAME` runs it (NAME: a part of its module, class or method name).
A module that says `SERIAL = True` at its top level has the machine to itself:
for tests of CPU time and profile accuracy. All others run beside each other.
"""

import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Every rt that this process starts keeps its transpiled TypeScript here, and
# none in the user's cache. The folder goes when the process ends.
_CACHE = tempfile.TemporaryDirectory(prefix="rt-test-cache-")
os.environ["RT_CACHE_DIR"] = _CACHE.name


def rt_path() -> pathlib.Path:
    """The program under test: what RT names, else the release build."""
    return pathlib.Path(os.environ.get("RT") or ROOT / "out/release/rt")


@dataclasses.dataclass(frozen=True)
class Result:
    """How one run of a program ended."""

    args: list[str]
    code: int  # exit code; -N when signal N ended it
    stdout: str
    stderr: str
    stdout_bytes: bytes
    folder: pathlib.Path  # where it ran

    def __str__(self) -> str:
        ending = f"exit {self.code}"
        if self.code < 0:
            ending = f"ended by {signal.Signals(-self.code).name}"
        return (
            f"{' '.join(self.args)}: {ending}\n"
            f"--- stdout\n{_shorten(self.stdout)}\n"
            f"--- stderr\n{_shorten(self.stderr)}"
        )


class TimedOut(AssertionError):
    """The program ran past its time; the message has what it printed."""


def write_files(folder: pathlib.Path, files: dict[str, str | bytes]) -> None:
    """Writes files, by their names relative to `folder`; makes their folders."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            content = content.encode()
        path.write_bytes(content)


def run_program(
    args: list[str | os.PathLike],
    *,
    cwd: str | os.PathLike | None = None,
    stdin: str | bytes = b"",
    timeout: float = 60,
    env: dict[str, str | None] | None = None,
) -> Result:
    """Runs a program to its end.

    `env` is laid over this process's environment; a value of None removes the
    variable. `timeout` is in seconds: past it the program and all that it
    started are killed and TimedOut is raised.
    """
    words = [os.fspath(word) for word in args]
    environment = dict(os.environ)
    for name, value in (env or {}).items():
        if value is None:
            environment.pop(name, None)
        else:
            environment[name] = value
    if isinstance(stdin, str):
        stdin = stdin.encode()
    folder = pathlib.Path(cwd or os.getcwd())
    with subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(stdin, timeout)
        except subprocess.TimeoutExpired:
            # A child may hold the pipes open, so the whole group has to go.
            _kill_group(process)
            out, err = process.communicate()
            late = _result(words, process.returncode, out, err, folder)
            raise TimedOut(f"still running after {timeout} s: {late}") from None
        except BaseException:
            _kill_group(process)
            raise
    return _result(words, process.returncode, out, err, folder)


def run_rt(
    args: list[str | os.PathLike],
    *,
    files: dict[str, str | bytes] | None = None,
    cwd: str | os.PathLike | None = None,
    stdin: str | bytes = b"",
    timeout: float = 60,
    env: dict[str, str | None] | None = None,
) -> Result:
    """Runs rt with `args`, such as ["run", "main.ts"]; see run_program.

    With `files` (name -> content) and no `cwd` it runs in a new temporary
    folder that holds them, Result.folder, which the caller removes; RtTest.rt
    does so by itself.
    """
    if files is not None:
        cwd = pathlib.Path(cwd or tempfile.mkdtemp(prefix="rt-test-"))
        write_files(cwd, files)
    return run_program(
        [rt_path(), *args], cwd=cwd, stdin=stdin, timeout=timeout, env=env
    )


class RtTest(unittest.TestCase):
    """A test with a temporary folder of its own, self.folder."""

    maxDiff = None

    def setUp(self) -> None:
        # Resolved, because rt reports real paths.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rt-test-")).resolve()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name: str, content: str | bytes) -> pathlib.Path:
        """Writes one file below self.folder and returns its path."""
        write_files(self.folder, {name: content})
        return self.folder / name

    def rt(
        self,
        *args: str | os.PathLike,
        files: dict[str, str | bytes] | None = None,
        cwd: str | os.PathLike | None = None,
        stdin: str | bytes = b"",
        timeout: float = 60,
        env: dict[str, str | None] | None = None,
    ) -> Result:
        """Runs rt in self.folder (or `cwd`), after writing `files` there."""
        write_files(self.folder, files or {})
        return run_rt(
            list(args), cwd=cwd or self.folder, stdin=stdin, timeout=timeout, env=env
        )

    def rt_to_full_disk(self, script: str) -> subprocess.CompletedProcess:
        """Runs a script of self.folder with its stdout on a disk that is full."""
        with open("/dev/full", "wb") as full:
            return subprocess.run(
                [rt_path(), "run", self.folder / script],
                stdout=full, stderr=subprocess.PIPE, check=False)

    def rt_with_disk(
        self, options: str, *args: str | os.PathLike, before: str = "true",
        after: str = "true",
    ) -> Result:
        """Runs rt in self.folder, where `disk` is a disk of its own (a tmpfs that is
        mounted with `options`, such as "size=256k"). The shell commands `before` and
        `after` see it too; afterwards it is gone.
        """
        own_mounts = ["unshare", "--mount", "--map-root-user"]
        mount = f"mkdir -p disk && mount -t tmpfs -o {options} disk disk"
        probe = run_program([*own_mounts, "sh", "-c", mount], cwd=self.folder)
        if probe.code != 0:
            self.skipTest("a mount namespace is not to be had: not in a chroot")
        script = f'{mount} && {before} && {{ "$@"; code=$?; {after}; exit $code; }}'
        return run_program(
            [*own_mounts, "sh", "-c", script, "sh", rt_path(), *args], cwd=self.folder
        )

    def assertOutput(
        self, result: Result, *, code: int = 0, stdout: str = "", stderr: str = ""
    ) -> None:
        """The run ended with `code` and printed exactly this."""
        self.assertEqual(
            (result.code, result.stdout, result.stderr),
            (code, stdout, stderr),
            str(result),
        )

    def assertCode(self, result: Result, code: int) -> None:
        """The run ended with `code`; what it printed is in the message."""
        self.assertEqual(result.code, code, str(result))


def _kill_group(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _result(
    args: list[str], code: int, out: bytes, err: bytes, folder: pathlib.Path
) -> Result:
    return Result(
        args=args,
        code=code,
        stdout=out.decode(errors="replace"),
        stderr=err.decode(errors="replace"),
        stdout_bytes=out,
        folder=folder,
    )


def _shorten(text: str, limit: int = 8000) -> str:
    if len(text) <= limit:
        return text
    return f"{text[: limit // 2]}\n[... {len(text) - limit} more ...]\n{text[-limit // 2 :]}"
