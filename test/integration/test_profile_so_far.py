"""SIGUSR2 writes the profile so far, and the program goes on."""

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

import pprof_tool
from pipes import await_full
from profile_checker import Profile, describe, load
from profile_test import WORK, ProfileTest, cpu_of
from rt_run import rt_path, run_program
from watched_run import thread_cpu

SERIAL = True

PATIENCE_S = 180

# Main goes on when it is told to by SIGUSR1.
TOLD = """
import {once} from 'rt:process';
const told = () => new Promise((done) => {
  const alive = setInterval(() => {}, 1e6);
  once('SIGUSR1', () => { clearInterval(alive); done(); });
});
"""

# Each burns in two functions: one of the past, one that it is in for ever. A realm
# with an export would wait to be called.
SPINNER = WORK.replace("export ", "") + """
function before() { work(30000); }
function spin() { for (;;); }
"""


@dataclasses.dataclass
class Part:
    """A profile so far, with what each thread of the process had used of the CPU
    before it was asked for and after it was written."""

    path: pathlib.Path
    profile: Profile
    before: dict[int, int]
    after: dict[int, int]


class Program:
    """A profiled program that runs."""

    def __init__(self, test: ProfileTest, main: str, *flags: str, **entries: str):
        self.folder = test.folder
        for name, text in {"main": main, **entries}.items():
            test.write(f"{name}.js", text)
        self.process = subprocess.Popen(
            [rt_path(), "run", "--profile", *flags, "main.js"], cwd=test.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # What it does not say in this time it never says: reading then ends.
        watchdog = threading.Timer(PATIENCE_S, self.process.kill)
        watchdog.start()
        test.addCleanup(self.process.wait)
        test.addCleanup(watchdog.cancel)
        test.addCleanup(self.process.kill)
        test.addCleanup(self.process.stdout.close)
        test.addCleanup(self.process.stderr.close)
        self.told: list[str] = []

    def await_line(self, line: str) -> None:
        read = self.process.stdout.readline()
        assert read == line + "\n", read + "".join(self.process.stderr)

    def ask(self) -> str:
        """The line that says what was written."""
        self.process.send_signal(signal.SIGUSR2)
        return self.next_told()

    def next_told(self) -> str:
        self.told.append(self.process.stderr.readline())
        return self.told[-1]

    def part(self) -> Part:
        before = thread_cpu(self.process.pid)
        line = self.ask()
        after = thread_cpu(self.process.pid)
        path = self.folder / line.split(": ")[0]
        pprof_tool.raw(path)
        return Part(path, load(path), before, after)

    def end(self) -> str:
        """The rest of its output."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        self.told.extend(err.splitlines(keepends=True))
        return out


def tid_of(part: Part, thread: str) -> int:
    [tid] = {s.labels["thread_id"] for s in part.profile.samples
             if s.labels["thread"] == thread}
    return tid


class SoFar(ProfileTest):
    def assertCpuIsTheKernels(self, part: Part, thread: str) -> None:
        """What a thread used until it gave its part, between the two looks."""
        cpu = part.profile.total("cpu", thread)
        self.assertLess(cpu, 1.02 * part.after[tid_of(part, thread)],
                        f"{thread}: {cpu} ns\n{describe(part.profile)}")

    def assertCpuBetweenIsTheKernels(
        self, first: Part, second: Part, thread: str
    ) -> None:
        """What a thread used from when it gave the first part to the second."""
        tid = tid_of(first, thread)
        cpu = second.profile.total("cpu", thread) - first.profile.total("cpu", thread)
        text = f"{thread}: {cpu} ns\n{describe(second.profile)}"
        self.assertGreater(cpu, 0.98 * (second.before[tid] - first.after[tid]), text)
        self.assertLess(cpu, 1.02 * (second.after[tid] - first.before[tid]), text)

    def test_work_before_and_after(self):
        program = Program(self, TOLD + WORK + """
            function before() { work(150000); }
            function after() { work(150000); }
            before();
            const go = told();
            console.log('before');
            await go;
            after();
            """)
        program.await_line("before")
        part = program.part()
        self.assertEqual(part.path.name, "profile.1.pb")
        self.assertRegex(
            program.told[0],
            r"\Aprofile.1.pb: 1 realm, \d+ samples, \d+\.\d\d s of CPU so far\n\Z")
        self.assertCpuIsTheKernels(part, "main")
        self.assertEqual(cpu_of(part.profile, "after"), 0)
        program.process.send_signal(signal.SIGUSR1)
        program.end()
        self.assertEqual(program.process.returncode, 0, program.told)
        whole = load(self.path)
        # What was in the part is in the whole, once.
        was, now = cpu_of(part.profile, "before"), cpu_of(whole, "before")
        self.assertGreater(was, 0.9 * part.profile.total("cpu"), describe(part.profile))
        self.assertLessEqual(was, now)
        self.assertNear(now, was, 0.02)
        # Each did the same work.
        self.assertNear(cpu_of(whole, "after"), now, 0.3, describe(whole))
        self.assertEqual(
            sorted(path.name for path in self.folder.glob("*.pb")),
            ["profile.1.pb", "profile.pb"])

    def test_realms_that_spin_wait_idle_and_have_ended(self):
        program = Program(
            self, """
            import {Realm} from 'rt:realm';
            const realms = ['spins', 'waits', 'idles', 'pools'].map((name) =>
                new Realm({entry: `./${name}.js`, name, thread: name !== 'pools'}));
            for (const {port} of realms) {
              await new Promise((done) => { port.onmessage = done; });
            }
            await new Realm({entry: './ended.js', name: 'ended', thread: true}).exited;
            console.log('up');
            """ + SPINNER + "before(); console.log('spins'); spin();",
            spins=SPINNER + """
            import {port} from 'rt:realm';
            before(); port.postMessage('up'); spin();
            """,
            waits=SPINNER + """
            import {port} from 'rt:realm';
            before(); port.postMessage('up');
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
            """,
            idles=SPINNER + """
            import {port} from 'rt:realm';
            port.onmessage = () => {}; before(); port.postMessage('up');
            """,
            pools=SPINNER + """
            import {port} from 'rt:realm';
            port.onmessage = () => {}; before(); port.postMessage('up');
            """,
            ended=SPINNER + "before();")
        program.await_line("up")
        program.await_line("spins")
        parts = [program.part()]
        for thread in ("main", "spins"):
            tid = tid_of(parts[0], thread)
            enough = parts[0].after[tid] + 300e6
            while thread_cpu(program.process.pid)[tid] < enough:
                time.sleep(0.05)
        parts.append(program.part())
        running = ["idles", "main", "spins", "waits"]
        for part in parts:
            self.assertEqual(
                part.profile.threads(), sorted([*running, "ended", "pools"]))
            self.assertIn("realms: 6", part.profile.comments)
            self.assertFalse([c for c in part.profile.comments if "missing" in c])
            for thread in part.profile.threads():
                burned = sum(s.values["cpu"] for s in part.profile.samples
                             if s.labels["thread"] == thread and s.has("before"))
                self.assertGreater(burned, 0, describe(part.profile))
            for thread in running:
                self.assertCpuIsTheKernels(part, thread)
        # The second has all of the first, and what came since.
        for thread in ("main", "spins"):
            self.assertCpuBetweenIsTheKernels(*parts, thread)
        program.process.send_signal(signal.SIGTERM)
        program.end()
        self.assertEqual(program.process.returncode, -signal.SIGTERM, program.told)
        whole = load(self.path)
        for thread in whole.threads():
            burned = [
                sum(s.values["cpu"] for s in profile.samples
                    if s.labels["thread"] == thread and s.has("before"))
                for profile in (parts[0].profile, parts[1].profile, whole)
            ]
            self.assertNear(burned[1], burned[0], 0.02, thread, slack=5e6)
            self.assertNear(burned[2], burned[0], 0.02, thread, slack=5e6)

    def test_a_realm_that_gives_no_answer(self):
        program = Program(
            self, TOLD + """
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './writes.js', thread: true});
            await realm.exited;
            """, writes=WORK + """
            import {stdout} from 'rt:process';
            function burn() { work(100000); }
            burn();
            stdout.write(new Uint8Array(1 << 20));
            """)
        await_full(program.process.stdout.fileno(), PATIENCE_S)
        for number in (1, 2):
            self.assertRegex(
                program.ask(), rf"\Aprofile.{number}.pb: 2 realms, \d+ samples, .* s of "
                r"CPU so far; the last part is missing of 1 realm\n\Z")
            part = load(self.folder / f"profile.{number}.pb")
            [missing] = [c for c in part.comments if "missing" in c]
            self.assertRegex(
                missing, r"\A1 writes.js: its last \d+ ms are missing, since it gave no")
        program.end()
        self.assertEqual(program.process.returncode, 0, program.told)
        whole = load(self.path)
        self.assertFalse([c for c in whole.comments if "missing" in c])
        self.assertGreater(
            cpu_of(whole, "burn"), 0.8 * whole.total("cpu", "1 writes.js"))


class Asking(ProfileTest):
    IDLE = "const go = told(); console.log('up'); await go;"

    def names(self) -> list[str]:
        return sorted({p.name for p in self.folder.iterdir()} - {"main.js"})

    def finish(self, program: Program) -> None:
        program.process.send_signal(signal.SIGUSR1)
        program.end()
        self.assertEqual(program.process.returncode, 0, program.told)

    def test_the_files_are_named_after_the_profile(self):
        for out, parts in (("app.pb", ["app.1.pb", "app.2.pb"]),
                           ("app", ["app.1", "app.2"]),
                           (".pb", [".pb.1", ".pb.2"]),
                           ("a.b/c.d.pb", ["a.b/c.d.1.pb", "a.b/c.d.2.pb"])):
            with self.subTest(out):
                (self.folder / "a.b").mkdir(exist_ok=True)
                program = Program(self, TOLD + self.IDLE, "--profile-out", out)
                program.await_line("up")
                for part in parts:
                    self.assertTrue(program.ask().startswith(f"{part}: 1 realm, "))
                    load(self.folder / part)
                self.finish(program)
                load(self.folder / out)

    def test_a_profile_that_is_no_file(self):
        program = Program(self, TOLD + self.IDLE, "--profile-out", "/dev/null")
        program.await_line("up")
        self.assertRegex(
            program.ask(),
            r"\Art: no profile so far is written: /dev/null is no regular file, .*\n\Z")
        self.finish(program)
        self.assertEqual(self.names(), [])

    def test_a_folder_that_is_gone(self):
        (self.folder / "out").mkdir()
        program = Program(self, TOLD + self.IDLE, "--profile-out", "out/app.pb")
        program.await_line("up")
        (self.folder / "out").rmdir()
        self.assertRegex(
            program.ask(), r"\Art: can't write out/app.1.pb: No such file or directory")
        (self.folder / "out").mkdir()
        self.finish(program)
        load(self.folder / "out/app.pb")

    def test_a_program_that_listens_has_the_signal_to_itself(self):
        program = Program(self, """
            import {off, on} from 'rt:process';
            const alive = setInterval(() => {}, 1e6);
            let times = 0;
            const listener = () => {
              if (++times === 2) off('SIGUSR2', listener);
              console.log('heard');
            };
            on('SIGUSR2', listener);
            on('SIGUSR1', () => clearInterval(alive));
            console.log('up');
            """)
        program.await_line("up")
        for _ in range(2):
            program.process.send_signal(signal.SIGUSR2)
            program.await_line("heard")
        self.assertEqual(self.names(), [])
        # It does not listen any more: the signal is rt's again.
        self.assertTrue(program.ask().startswith("profile.1.pb: "))
        self.finish(program)
        self.assertEqual(self.names(), ["profile.1.pb", "profile.pb"])

    def test_without_a_profile_it_has_its_default_action(self):
        self.write("main.js", TOLD + self.IDLE)
        with subprocess.Popen(
            [rt_path(), "run", "main.js"], cwd=self.folder, stdout=subprocess.PIPE,
        ) as process:
            self.assertEqual(process.stdout.readline(), b"up\n")
            process.send_signal(signal.SIGUSR2)
            self.assertEqual(process.wait(PATIENCE_S), -signal.SIGUSR2)
        self.assertEqual(self.names(), [])

    def test_an_ignored_signal_stays_ignored(self):
        self.write("main.js", """
            import {pid} from 'rt:process';
            import {DiskFileSystem} from 'rt:file';
            console.log((await new DiskFileSystem().readTextFile(
                `/proc/${pid}/status`)).match(/SigIgn:\\s*(\\w+)/)[1]);
            """)
        result = run_program(
            ["sh", "-c", 'trap "" USR2; exec "$1" run --profile main.js', "sh",
             os.fspath(rt_path())], cwd=self.folder)
        self.assertCode(result, 0)
        ignored = int(re.fullmatch(r"(\w+)\n", result.stdout)[1], 16)
        self.assertTrue(ignored >> (signal.SIGUSR2 - 1) & 1)
