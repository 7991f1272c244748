"""What `rt` does with its command line, its streams and its exit code."""

import os
import pty
import signal
import subprocess

from rt_run import RtTest, rt_path

ECHO = "import {args} from 'rt:process'; console.log(JSON.stringify(args));"


class CommandLine(RtTest):
    def assertUsage(self, result, *words):
        """Exit 2, nothing on stdout, one line on stderr with these words."""
        self.assertCode(result, 2)
        self.assertEqual(result.stdout, "", str(result))
        self.assertEqual(result.stderr.count("\n"), 1, str(result))
        for word in words:
            self.assertIn(word, result.stderr)

    def test_what_follows_the_script_is_the_scripts(self):
        args = ["--profile", "--", "-h", "", "--max-heap=1", "ü"]
        result = self.rt("run", "echo.js", *args, files={"echo.js": ECHO})
        self.assertOutput(
            result,
            stdout='["--profile","--","-h","","--max-heap=1","ü"]\n',
        )

    def test_an_argument_that_is_no_utf8_is_no_crash(self):
        self.write("echo.js", ECHO)
        done = subprocess.run(
            [rt_path(), "run", "echo.js", b"a\xffb"],
            cwd=self.folder,
            capture_output=True,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.decode(), '["a\ufffdb"]\n')

    def test_wrong_flags_and_values(self):
        self.assertUsage(self.rt("run", "--profil", "x.js"), "--profil'", "--profile?")
        self.assertUsage(
            self.rt("run", "--profile-interval", "99", "x.js"),
            "--profile-interval",
            "'99'",
            "nearest is 100",
        )
        self.assertUsage(self.rt("run", "--max-heap", "lots", "x.js"), "'lots'")
        for flag, said in {
            "--max-lazyy": "no flag '--max-lazyy'; did you mean --max-lazy?",
            "--no_max_lasy": "'--no_max_lasy'; did you mean --no-max-lazy?",
            "--stack-sice=99": "'--stack-sice=99'; did you mean --stack-size=99?",
            "max-lazy": "'max-lazy'; did you mean --max-lazy?",
            "--stack-size=abc": "value for flag --stack-size=abc of type int",
            "--q": "V8 has no flag '--q'",
        }.items():
            self.assertUsage(self.rt("run", f"--v8-flag={flag}", "x.js"), said)
        self.assertUsage(self.rt("run"), "SCRIPT")
        self.assertUsage(self.rt("rnu"), "rt run?")

    def test_rt_alone_helps_and_fails(self):
        result = self.rt()
        self.assertCode(result, 2)
        self.assertEqual(result.stdout, "")
        self.assertIn("rt run [flags] SCRIPT", result.stderr)

    def test_help_and_version_are_what_was_asked_for(self):
        for words in (["help"], ["--help"], ["help", "run"], ["run", "-h"]):
            result = self.rt(*words)
            self.assertOutput(result, stdout=result.stdout)
            self.assertIn("rt run", result.stdout)
        version = self.rt("--version")
        self.assertOutput(version, stdout=version.stdout)
        self.assertRegex(version.stdout, r"^rt \d+\.\d+\.\d+")
        self.assertRegex(version.stdout, r"(?m)^v8 13\.6\.")
        self.assertRegex(version.stdout, r"(?m)^build (release|debug)")

    def test_a_script_that_cannot_be_run_is_named(self):
        self.write("app.ts", "")
        self.write("src/index.ts", "")
        for script, words in {
            "nope.js": ["nope.js", "No such file"],
            "app": ["app", "No such file", "app.ts?"],
            "src": ["src", "directory", "src/index.ts?"],
            "app.ts/x": ["app.ts/x", "Not a directory"],
        }.items():
            result = self.rt("run", script)
            self.assertCode(result, 1)
            self.assertEqual(result.stdout, "")
            self.assertEqual(result.stderr.count("\n"), 1, str(result))
            for word in words:
                self.assertIn(word, result.stderr)

    def test_a_script_by_absolute_path_url_or_link(self):
        path = self.write("a b/app#1.ts", "import './part.ts'")
        self.write("a b/part.ts", "console.log(import.meta.url as string)")
        os.symlink("a b/app#1.ts", self.folder / "link.ts")
        stdout = (path.parent / "part.ts").as_uri() + "\n"
        for script in (str(path), path.as_uri(), "link.ts", "./a b/../link.ts"):
            self.assertOutput(self.rt("run", script), stdout=stdout)


class Streams(RtTest):
    def run_with_stdout(self, script, stdout, *flags):
        self.write("main.js", script)
        return subprocess.run(
            [rt_path(), "run", *flags, "main.js"],
            cwd=self.folder,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )

    def test_a_full_disk_behind_stdout_is_told(self):
        with open("/dev/full", "wb") as full:
            done = self.run_with_stdout("console.log(1)", full)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: No space left on device", done.stderr)

    def test_a_reader_that_went_away_is_told(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            done = self.run_with_stdout("console.log(1)", pipe)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: Broken pipe", done.stderr)

    def test_a_failing_script_keeps_its_exit_code(self):
        with open("/dev/full", "wb") as full:
            done = self.run_with_stdout(
                "import {exit} from 'rt:process'; console.log(1); exit(3)", full
            )
        self.assertEqual(done.returncode, 3)
        self.assertIn("standard output", done.stderr)

    def shell(self, command):
        return subprocess.run(
            ["sh", "-c", command, "sh", rt_path()],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def test_closed_streams_are_no_other_files(self):
        self.write("main.js", "console.log('x'.repeat(100)); console.error('y')")
        done = self.shell('"$1" run --profile main.js >&-')
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: Bad file descriptor", done.stderr)
        done = self.shell('"$1" run --profile main.js >&- 2>&- <&-')
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        profile = (self.folder / "profile.pb").read_bytes()
        self.assertEqual(profile[:2], b"\x1f\x8b")
        self.assertNotIn(b"xxxx", profile)

    def test_a_script_that_prints_nothing_needs_no_stdout(self):
        self.write("main.js", "1")
        self.assertEqual(self.shell('"$1" run main.js >&-').returncode, 0)

    def test_help_into_a_closed_pipe_is_quiet(self):
        done = self.shell('{ "$1" help; echo $? >code; } | true; cat code')
        self.assertEqual((done.stdout, done.stderr), ("0\n", ""))


class Errors(RtTest):
    SCRIPT = "const a = 1;\n\tthrow new TypeError('no', {cause: 7});\n"

    def test_shows_place_source_caret_and_stack(self):
        path = self.write("main.js", self.SCRIPT)
        self.assertOutput(
            self.rt("run", "main.js"),
            code=1,
            stderr=f"{path}:2\n"
            "\tthrow new TypeError('no', {cause: 7});\n"
            "\t      ^\n"
            "\n"
            "TypeError: no\n"
            f"    at {path.as_uri()}:2:8 {{\n"
            "  [cause]: 7\n"
            "}\n",
        )

    def test_shows_where_the_syntax_is_wrong(self):
        path = self.write("bad.js", "let a;\nfoo(;\n")
        self.write("main.js", "import './bad.js';")
        for script in ("bad.js", "main.js"):
            self.assertOutput(
                self.rt("run", script),
                code=1,
                stderr=f"{path}:2\nfoo(;\n    ^\n\n"
                "SyntaxError: Unexpected token ';'\n",
            )

    def test_shows_what_is_no_error(self):
        for thrown, shown in {
            "42": "42",
            "'text'": "'text'",
            "{a: [1]}": "{ a: [ 1 ] }",
            "null": "null",
            "undefined": "undefined",
            "Symbol('s')": "Symbol(s)",
        }.items():
            # V8 does not tell the line where a module's top level threw.
            path = self.write("part.js", f"throw {thrown};")
            self.write("main.js", "import './part.js';")
            self.assertOutput(
                self.rt("run", "main.js"),
                code=1,
                stderr=f"{path}\n\nUncaught {shown}\n",
            )

    def test_shows_where_what_is_no_error_was_thrown(self):
        for script, place in {
            "setTimeout(() => {\n  throw 42;\n});": (2, "  throw 42;\n  ^"),
            "async function f() {\n  await null;\n  throw 42;\n}\nf();":
                (3, "  throw 42;\n  ^"),
            "enum E { A }\nnamespace N {\n  export async function f() {\n"
            "    throw 42 as number;\n  }\n}\nN.f();":
                (4, "    throw 42 as number;\n    ^"),
        }.items():
            with self.subTest(script):
                path = self.write("main.ts", script)
                self.assertOutput(
                    self.rt("run", "main.ts"),
                    code=1,
                    stderr=f"{path}:{place[0]}\n{place[1]}\n\nUncaught 42\n",
                )

    def test_shows_where_a_top_level_await_never_settles(self):
        path = self.write(
            "part.js", "console.log(1);\nawait new Promise(() => {});\n"
        )
        self.write("main.js", "import './part.js';")
        for script in ("part.js", "main.js"):
            result = self.rt("run", script)
            self.assertCode(result, 13)
            self.assertEqual(result.stdout, "1\n")
            self.assertTrue(
                result.stderr.startswith(f"{path}:2\nawait new Promise(() => {{}});\n"),
                str(result),
            )
            self.assertIn("a top-level await never settles", result.stderr)

    def test_shows_the_programs_call_and_not_rts_own_code(self):
        for call, caret, message in (
            ("new DiskFileSystem().readFile(42);", 22, "path must be a string"),
            ("structuredClone(() => 1);", 1, "DataCloneError"),
            ("[1].map(() => new URL('nope'));", 15, "Invalid URL"),
            ("new Realm({});", 1, "entry"),
        ):
            with self.subTest(call):
                path = self.write(
                    "main.js",
                    "import {DiskFileSystem} from 'rt:file'; import {Realm} from 'rt:realm';\n"
                    f"function f() {{\n  await_less: {call}\n}}\nf();\n")
                call = f"  await_less: {call}"
                result = self.rt("run", "main.js")
                self.assertCode(result, 1)
                place, report = result.stderr.split("\n\n", 1)
                column = 14 + caret
                self.assertEqual(place, f"{path}:3\n{call}\n{' ' * (column - 1)}^")
                self.assertIn(message, report)
                self.assertNotIn("rt:builtins", report)
                frames = [line for line in report.splitlines() if "    at " in line]
                self.assertIn(f"{path}:3:{column}", frames[0])

    def test_shows_rts_own_frames_between_the_programs(self):
        path = self.write("main.js", (
            "addEventListener('x', function listener() { throw new Error('mine'); });\n"
            "dispatchEvent(new Event('x'));\n"))
        result = self.rt("run", "main.js")
        self.assertCode(result, 1)
        frames = [line for line in result.stderr.splitlines() if "    at " in line]
        self.assertIn(f"listener (file://{path}:1:", frames[0])
        self.assertIn("rt:", frames[1])
        self.assertIn(f"{path}:2:1", frames[-1])

    def test_shows_which_realm_failed(self):
        path = self.write("child.js", "function f() {\n  throw new Error('no');\n}\nf();")
        self.write(
            "main.js",
            "import {Realm} from 'rt:realm';"
            "new Realm({entry: './child.js', name: 'kid', thread: true});",
        )
        self.assertOutput(
            self.rt("run", "main.js"),
            code=1,
            stderr=f"{path}:2\n  throw new Error('no');\n        ^\n\n"
            "In realm 1 (kid):\nError: no\n"
            f"    at f ({path.as_uri()}:2:9)\n    at {path.as_uri()}:4:1\n",
        )

    def terminal_output(self, **env):
        """What a terminal on stderr gets."""
        self.write("main.js", self.SCRIPT)
        main, side = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        with subprocess.Popen(
            [rt_path(), "run", "main.js"],
            cwd=self.folder,
            stderr=side,
            env={**environment, "TERM": "xterm", **env},
        ):
            os.close(side)
            output = b""
            try:
                while chunk := os.read(main, 65536):
                    output += chunk
            except OSError:  # EIO: the other side is closed
                pass
        os.close(main)
        return output

    def test_colors_are_for_terminals(self):
        self.assertIn(b"\x1b[", self.terminal_output())
        self.assertNotIn(b"\x1b[", self.terminal_output(NO_COLOR="1"))
        self.assertNotIn(b"\x1b[", self.terminal_output(TERM="dumb"))
        self.assertNotIn("\x1b[", self.rt("run", "main.js").stderr)


class ProfileFile(RtTest):
    def test_one_line_tells_what_was_written(self):
        self.write("main.js", "1")
        for flags, name in (
            (["--profile"], "profile.pb"),
            (["--profile-out", "p.pb"], "p.pb"),
        ):
            result = self.rt("run", *flags, "main.js")
            self.assertCode(result, 0)
            self.assertEqual(result.stdout, "")
            self.assertRegex(
                result.stderr,
                rf"\A{name}: 1 realm, \d+ samples?, \d+\.\d\d s of CPU\n\Z",
            )
            self.assertTrue((self.folder / name).is_file())

    def test_a_folder_that_is_not_there_is_told_before_the_script_runs(self):
        self.write("main.js", "console.log('ran')")
        result = self.rt("run", "--profile-out", "no/p.pb", "main.js")
        self.assertCode(result, 1)
        self.assertEqual(result.stdout, "")
        self.assertIn("no/p.pb", result.stderr)
        self.assertIn("No such file or directory", result.stderr)

    def test_a_folder_as_the_file_is_told(self):
        self.write("main.js", "1")
        result = self.rt("run", "--profile-out", ".", "main.js")
        self.assertCode(result, 1)
        self.assertIn("directory", result.stderr)

    def test_a_file_too_large_leaves_the_old_one(self):
        self.write("main.js", "1")
        old = self.write("profile.pb", "old")
        done = subprocess.run(
            ["sh", "-c", 'ulimit -f 0; exec "$1" run --profile main.js', "sh", rt_path()],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("profile.pb", done.stderr)
        self.assertEqual(old.read_text(), "old")
        self.assertEqual(
            sorted(each.name for each in self.folder.iterdir()),
            ["main.js", "profile.pb"],
        )


class Signals(RtTest):
    """With --profile, Ctrl-C costs nobody the profile."""

    def start(self, script, *flags):
        """Runs the script until it has printed a line."""
        self.write("main.js", script)
        process = subprocess.Popen(
            [rt_path(), "run", *flags, "main.js"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.assertTrue(process.stdout.readline())
        return process

    def end(self, process):
        _, stderr = process.communicate(timeout=60)
        return process.returncode, stderr

    BUSY = "console.log('up'); for (;;);"
    WAITING = "console.log('up'); setInterval(() => {}, 1e6);"

    def test_a_profile_survives_the_signal_that_ends_the_script(self):
        for script in (self.BUSY, self.WAITING):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                process = self.start(script, "--profile")
                process.send_signal(number)
                code, stderr = self.end(process)
                self.assertEqual(code, -number, stderr)
                self.assertRegex(stderr, r"\Aprofile.pb: 1 realm, .*\n\Z")
                profile = self.folder / "profile.pb"
                self.assertTrue(profile.is_file())
                profile.unlink()

    def test_without_a_profile_a_signal_has_its_default_action(self):
        process = self.start(self.BUSY)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.end(process), (-signal.SIGINT, ""))

    def test_a_script_that_listens_is_not_ended(self):
        process = self.start(
            "import {exit, on} from 'rt:process'; on('SIGINT', () => exit(5));"
            + self.WAITING,
            "--profile",
        )
        process.send_signal(signal.SIGINT)
        code, stderr = self.end(process)
        self.assertEqual(code, 5)
        self.assertRegex(stderr, r"\Aprofile.pb: 1 realm, .*\n\Z")

    def test_an_ignored_signal_stays_ignored(self):
        self.write(
            "main.js",
            "import {on, exit} from 'rt:process'; on('SIGUSR1', () => exit(0));"
            "console.log('up');"
            "setInterval(() => {}, 1e6);",
        )
        process = subprocess.Popen(
            ["sh", "-c", 'trap "" HUP; exec "$1" run --profile main.js', "sh", rt_path()],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.assertTrue(process.stdout.readline())
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGUSR1)
        self.assertEqual(process.wait(60), 0)
