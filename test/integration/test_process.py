"""rt:process: arguments, environment, exit codes, signals."""

import os
import signal
import subprocess
import unittest

from rt_run import RtTest, rt_path


class Process(RtTest):
    def run_program(self, program: str, *args: str, **options):
        self.write("main.js", program)
        return self.rt("run", "main.js", *args, **options)

    def test_args_are_the_scripts(self):
        result = self.run_program(
            "import {args} from 'rt:process'; console.log(JSON.stringify(args));",
            "--profile", "a b", "", "é")
        self.assertOutput(result, stdout='["--profile","a b","","é"]\n')

    def test_pid_and_cwd_are_the_systems(self):
        self.write("main.js", """
            import process, {cwd, pid} from 'rt:process';
            console.log(pid, cwd(), process.pid === pid);
        """)
        with subprocess.Popen(
                [rt_path(), "run", "main.js"], cwd=self.folder,
                stdout=subprocess.PIPE, text=True) as program:
            out, _ = program.communicate()
        self.assertEqual(out, f"{program.pid} {self.folder} true\n")

    def test_versions_are_those_of_the_command_line(self):
        result = self.run_program(
            "import {versions} from 'rt:process'; console.log(versions.rt, versions.v8);")
        rt, v8 = result.stdout.split()
        printed = self.rt("--version").stdout
        self.assertIn(rt, printed)
        self.assertIn(v8, printed)

    def test_cwd_that_is_gone_is_an_error_with_a_code(self):
        self.write("main.js", """
            import {cwd} from 'rt:process';
            try { cwd(); } catch (error) { console.log(error.code, error.message); }
        """)
        gone = self.folder / "gone"
        gone.mkdir()
        result = subprocess.run(
            ["sh", "-c", f'cd {gone} && rmdir {gone} && exec "$@"', "sh",
             rt_path(), "run", self.folder / "main.js"],
            capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"^ENOENT .*working folder")

    def test_memory_and_cpu_have_sensible_sizes(self):
        result = self.run_program("""
            import {cpuUsage, memoryUsage} from 'rt:process';
            const before = cpuUsage();
            const end = performance.now() + 100;
            while (performance.now() < end);
            const {user, system} = cpuUsage(before);
            // Of 100 ms, on a machine that may be busy.
            console.log(user + system > 10_000 && user + system < 10_000_000);
            const start = memoryUsage();
            const kept = new Array(1e6).fill(1.5);
            const {rss, heapTotal, heapUsed} = memoryUsage();
            console.log(heapUsed - start.heapUsed > 7e6, kept.length);
            console.log(rss > 1e7 && rss < 1e9 && heapTotal >= heapUsed);
        """)
        self.assertOutput(result, stdout="true\ntrue 1000000\ntrue\n")

    def test_external_memory_counts_array_buffers(self):
        result = self.run_program("""
            import {memoryUsage} from 'rt:process';
            const before = memoryUsage().external;
            const buffer = new ArrayBuffer(5e6);
            console.log(memoryUsage().external - before >= buffer.byteLength);
        """)
        self.assertOutput(result, stdout="true\n")


class Environment(RtTest):
    def run_program(self, program: str, **environment: str):
        self.write("main.js", "import process, {env} from 'rt:process';" + program)
        return self.rt("run", "main.js", env=environment)

    def test_reading(self):
        result = self.run_program("""
            console.log(env.RT_A, env.RT_NONE, env[''], 'RT_A' in env, 'RT_NONE' in env);
            console.log(Object.keys(env).includes('RT_A'), Object.hasOwn(env, 'RT_A'));
            console.log({...env}.RT_A, env[Symbol.iterator], process.env === env);
        """, RT_A="ä=1")
        self.assertOutput(result, stdout=(
            "ä=1 undefined undefined true false\ntrue true\nä=1 undefined true\n"))

    def test_writing_converts_to_strings(self):
        result = self.run_program("""
            env.RT_B = 5;
            env.RT_C = undefined;
            env.RT_D = '';
            Object.defineProperty(env, 'RT_E', {value: 'e'});
            console.log([env.RT_B, env.RT_C, env.RT_D, env.RT_E]);
            delete env.RT_B;
            console.log(env.RT_B, 'RT_B' in env, delete env.RT_NONE);
        """)
        self.assertOutput(result, stdout=(
            "[ '5', 'undefined', '', 'e' ]\nundefined false true\n"))

    def test_names_that_cannot_be(self):
        result = self.run_program("""
            for (const name of ['', 'a=b', 'a\\0b', Symbol('s')]) {
              try { env[name] = '1'; } catch (error) { console.log(error.name); }
            }
            try { Object.defineProperty(env, 'RT_F', {get() {}}); }
            catch (error) { console.log(error.name, 'RT_F' in env); }
        """)
        self.assertOutput(result, stdout="TypeError\n" * 4 + "TypeError false\n")

    def test_it_shows_as_its_variables(self):
        self.write("main.js", "import {env} from 'rt:process'; console.log(env);")
        result = subprocess.run(
            [rt_path(), "run", self.folder / "main.js"],
            env={"A": "1", "B": "two"}, capture_output=True, text=True, check=True)
        self.assertEqual(result.stdout, "{ A: '1', B: 'two' }\n")


class Exit(RtTest):
    def run_program(self, program: str):
        self.write(
            "main.js",
            "import process, {exit, on, once, off} from 'rt:process';" + program)
        return self.rt("run", "main.js")

    def test_exit_ends_at_once(self):
        result = self.run_program("""
            setInterval(() => {}, 1000);
            queueMicrotask(() => console.log('never'));
            try {
              exit(3);
            } finally {
              console.log('never');
            }
        """)
        self.assertOutput(result, code=3)

    def test_exit_in_a_timer(self):
        self.assertOutput(
            self.run_program("setTimeout(() => exit(4), 1); setInterval(() => {}, 5);"),
            code=4)

    def test_the_code_is_the_last_one_given(self):
        for program, code in [
            ("", 0),
            ("process.exitCode = 5;", 5),
            ("process.exitCode = '6';", 6),
            ("process.exitCode = 5; process.exitCode = undefined;", 0),
            ("process.exitCode = 5; exit();", 5),
            ("process.exitCode = 5; exit(0);", 0),
            ("exit(256 + 7);", 7),
            ("exit(-1);", 255),
            ("on('exit', () => { process.exitCode = 9; });", 9),
            ("on('exit', () => { process.exitCode = 9; }); exit(1);", 9),
            ("on('exit', () => exit(8)); exit(1);", 8),
        ]:
            with self.subTest(program):
                self.assertOutput(self.run_program(program), code=code)

    def test_what_is_no_code_is_refused(self):
        result = self.run_program("""
            for (const code of ['x', 1.5, {}, NaN, '']) {
              try { process.exitCode = code; } catch (e) { console.log(e.name); }
              try { exit(code); } catch (e) { console.log(e.name); }
            }
        """)
        self.assertOutput(result, stdout="TypeError\n" * 10)

    def test_exit_listeners_run_once_in_order_with_the_code(self):
        result = self.run_program("""
            const gone = () => console.log('never');
            on('exit', (code) => console.log('a', code));
            once('exit', (code) => console.log('b', code));
            on('exit', gone);
            off('exit', gone);
            setTimeout(() => console.log('timer'), 1);
            process.exitCode = 2;
        """)
        self.assertOutput(result, code=2, stdout="timer\na 2\nb 2\n")

    def test_exit_listeners_see_an_uncaught_error(self):
        result = self.run_program("""
            on('exit', (code) => console.log('exit', code));
            setTimeout(() => { throw new Error('nobody catches this'); }, 1);
        """)
        self.assertCode(result, 1)
        self.assertEqual(result.stdout, "exit 1\n")
        self.assertIn("nobody catches this", result.stderr)


class Alive(RtTest):
    def test_what_does_not_keep_a_program_alive(self):
        self.write("main.js", """
            AbortSignal.timeout(600_000);
            clearInterval(setInterval(() => {}, 600_000));
            new Promise(() => {});
            addEventListener('error', () => {});
        """)
        self.assertOutput(self.rt("run", "main.js", timeout=30))


class Signals(RtTest):
    def start(self, program: str) -> subprocess.Popen:
        """Starts a program and waits for its first line, "ready"."""
        self.write(
            "main.js", "import {on, once, off, exit} from 'rt:process';" + program)
        process = subprocess.Popen(
            [rt_path(), "run", self.folder / "main.js"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    HOLD = "setInterval(() => {}, 1000); console.log('ready');"

    def test_without_a_listener_the_default_action_is_taken(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start(self.HOLD)
            process.send_signal(number)
            self.assertEqual(process.wait(30), -number)

    def test_a_listener_is_called_each_time_with_the_name(self):
        process = self.start("""
            let count = 0;
            for (const name of ['SIGINT', 'SIGUSR1']) {
              on(name, (seen) => {
                console.log(name, seen);
                if (++count === 3) exit(7);
              });
            }
        """ + self.HOLD)
        for number in (signal.SIGINT, signal.SIGUSR1, signal.SIGINT):
            process.send_signal(number)
            self.assertEqual(
                process.stdout.readline(), f"{number.name} {number.name}\n")
        self.assertEqual(process.wait(30), 7)

    def test_the_last_listener_gives_the_default_action_back(self):
        process = self.start("""
            const listener = () => console.log('heard');
            on('SIGUSR2', listener);
            on('SIGUSR1', () => {
              off('SIGUSR2', listener);
              console.log('off');
            });
        """ + self.HOLD)
        process.send_signal(signal.SIGUSR2)
        self.assertEqual(process.stdout.readline(), "heard\n")
        process.send_signal(signal.SIGUSR1)
        self.assertEqual(process.stdout.readline(), "off\n")
        process.send_signal(signal.SIGUSR2)
        self.assertEqual(process.wait(30), -signal.SIGUSR2)

    def test_once(self):
        process = self.start("once('SIGTERM', () => console.log('heard'));" + self.HOLD)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.stdout.readline(), "heard\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), -signal.SIGTERM)

    def test_what_a_listener_throws_ends_the_program(self):
        process = self.start("""
            on('SIGUSR1', () => { throw new Error('from a listener'); });
        """ + self.HOLD)
        process.send_signal(signal.SIGUSR1)
        self.assertEqual(process.wait(30), 1)
        self.assertIn("from a listener", process.stderr.read())

    def test_a_listener_does_not_keep_the_program_alive(self):
        self.write("main.js", "import {on} from 'rt:process'; on('SIGINT', () => {});")
        self.assertOutput(self.rt("run", "main.js"))

    def test_names_that_are_no_signals_are_refused(self):
        self.write("main.js", """
            import {on} from 'rt:process';
            for (const name of ['SIGKILL', 'SIGSTOP', 'SIGSEGV', 'SIGPROF', 'SIGNONE',
                                'sigint', 'INT', 'message', '']) {
              try {
                on(name, () => {});
              } catch (error) {
                console.log(error.name, error.message.includes(`'${name}'`));
              }
            }
        """)
        self.assertOutput(self.rt("run", "main.js"), stdout="TypeError true\n" * 9)


class Output(RtTest):
    def test_text_and_bytes_without_a_line_end(self):
        self.write("main.js", r"""
            import {stderr, stdout} from 'rt:process';
            stdout.write('a');
            stdout.write(new Uint8Array([0, 0xff, 0x62]).subarray(1));
            stderr.write('é');
            try { stdout.write(5); } catch (error) { stderr.write(error.name); }
            stdout.write('');
            stderr.write(` ${stdout.isTerminal} ${stdout.columns} ${stdout.fd}`);
        """)
        result = self.rt("run", "main.js")
        self.assertEqual(result.stdout_bytes, b"a\xffb")
        self.assertEqual(result.stderr, "éTypeError false 0 1")

    def test_a_write_that_fails_says_so(self):
        self.write("main.js", """
            import {stderr, stdout} from 'rt:process';
            const written = stdout.write('x');
            stderr.write(`${written}`);
        """)
        result = self.rt_to_full_disk("main.js")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(
            result.stderr, rb"\Afalse.*standard output: No space left")

    def test_a_reader_that_is_gone_does_not_kill_the_program(self):
        self.write("main.js", """
            import {exit, stdout} from 'rt:process';
            setInterval(() => { if (!stdout.write('x')) exit(6); }, 1);
        """)
        read_end, write_end = os.pipe()
        with subprocess.Popen(
                [rt_path(), "run", self.folder / "main.js"],
                stdout=write_end) as process:
            os.close(write_end)
            os.read(read_end, 1)
            os.close(read_end)
            self.assertEqual(process.wait(30), 6)


if __name__ == "__main__":
    unittest.main()
