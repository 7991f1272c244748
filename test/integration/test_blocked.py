"""A realm that waits in the kernel, for a pipe's other side, can be ended."""

import fcntl
import os
import select
import signal
import subprocess

from pprof_tool import pprof
from rt_run import RtTest, rt_path

FLOOD = "for (;;) console.log('x'.repeat(1000));"


class Blocked(RtTest):
    def start(self, *args, full):
        """Starts rt; `full` is "stdout" or "stderr", a pipe that nobody reads.
        Returns when that is full: what still writes waits."""
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        self.addCleanup(os.close, writer)
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, full: writer}
        process = subprocess.Popen(
            [rt_path(), "run", *args], cwd=self.folder, text=True, **streams)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                self.addCleanup(stream.close)
        room = select.poll()
        room.register(writer, select.POLLOUT)
        while room.poll(0):
            self.assertIsNone(process.poll())
        return process

    def end(self, process):
        out, err = process.communicate(timeout=30)
        return process.returncode, out or err

    def check_profile(self):
        self.assertIn("main", pprof(self.folder / "profile.pb", "-tags"))

    def test_a_signal_ends_main_and_leaves_its_profile(self):
        self.write("main.js", FLOOD)
        process = self.start("--profile", "main.js", full="stdout")
        process.send_signal(signal.SIGINT)
        code, err = self.end(process)
        self.assertEqual(code, -signal.SIGINT, err)
        self.assertRegex(err, r"\Aprofile.pb: 1 realm, .*\n\Z")
        self.check_profile()

    def test_a_signal_also_where_nobody_reads_what_rt_reports(self):
        self.write("main.js", FLOOD.replace("log", "error"))
        process = self.start("--profile", "main.js", full="stderr")
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.end(process)[0], -signal.SIGINT)
        self.check_profile()

    def test_a_signal_ends_a_write_of_bytes(self):
        self.write("main.js", """
            import {stdout} from 'rt:process';
            for (;;) stdout.write(new Uint8Array(1e6));
        """)
        process = self.start("--profile", "main.js", full="stdout")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.end(process)[0], -signal.SIGTERM)
        self.check_profile()

    REALM = """
        import {Realm} from 'rt:realm';
        import {exit} from 'rt:process';
        import {DiskFileSystem} from 'rt:file';
        const realm = new Realm({entry: './flood.js', thread: true});
        // Waits until the test has seen that the pipe is full.
        await new DiskFileSystem().readFile('go');
    """

    def test_terminate_ends_a_realm(self):
        self.write("flood.js", FLOOD)
        self.write("main.js", self.REALM + """
            realm.terminate();
            console.error((await realm.exited).reason);
        """)
        os.mkfifo(self.folder / "go")
        process = self.start("--profile", "main.js", full="stdout")
        (self.folder / "go").write_text("go")
        code, err = self.end(process)
        self.assertEqual(code, 0)
        self.assertRegex(err, r"\Aterminated\nprofile.pb: 2 realms, .*\n\Z")

    def test_the_end_of_main_ends_a_realm(self):
        self.write("flood.js", FLOOD)
        self.write("main.js", self.REALM + """
            exit(3);
        """)
        os.mkfifo(self.folder / "go")
        process = self.start("--profile", "main.js", full="stdout")
        (self.folder / "go").write_text("go")
        code, err = self.end(process)
        self.assertEqual(code, 3)
        self.assertRegex(err, r"\Aprofile.pb: 2 realms, .*\n\Z")

    def test_exit_listeners_still_print(self):
        # A realm's exit() ends the write that main waits in; what main's
        # listener prints goes to whom reads.
        self.write("realm.js", """
            import {exit} from 'rt:process';
            import {DiskFileSystem} from 'rt:file';
            await new DiskFileSystem().readFile('go');
            exit(4);
        """)
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            import {on} from 'rt:process';
            on('exit', (code) => console.error('bye', code));
            new Realm({entry: './realm.js', thread: true});
        """ + FLOOD)
        os.mkfifo(self.folder / "go")
        process = self.start("main.js", full="stdout")
        (self.folder / "go").write_text("go")
        self.assertEqual(self.end(process), (4, "bye 4\n"))

    def test_a_module_that_a_pipe_never_gives(self):
        self.write("main.js", "import './pipe.mjs';")
        os.mkfifo(self.folder / "pipe.mjs")
        process = subprocess.Popen(
            [rt_path(), "run", "--profile", "main.js"], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.kill)
        # Opens when rt has opened it.
        with open(self.folder / "pipe.mjs", "wb"):
            process.send_signal(signal.SIGINT)
            code, out = self.end(process)
        self.assertEqual(code, -signal.SIGINT, out)
        self.check_profile()

    def test_a_module_that_a_pipe_gives_and_that_fails(self):
        # Its text cannot be read again for the error report.
        self.write("main.js", "import './pipe.mjs';")
        os.mkfifo(self.folder / "pipe.mjs")
        process = subprocess.Popen(
            [rt_path(), "run", "main.js"], cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        (self.folder / "pipe.mjs").write_text("throw new Error('mine');")
        code, err = self.end(process)
        self.assertEqual(code, 1)
        self.assertIn("Error: mine", err)
