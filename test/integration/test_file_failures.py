"""rt:file: wrong arguments, full disks, pipes without another end, sudden ends."""

import os
import subprocess

from file_program import FileTest
from rt_run import rt_path


class Arguments(FileTest):
    def test_a_wrong_argument_is_named(self):
        told = self.told("""
            const cases = {
              path: [
                () => fs.readFile(), () => fs.readFile(5), () => fs.readFile(''),
                () => fs.readFile('a\\0b'), () => fs.readFile('\\ud800'),
                () => fs.readFile({}), () => fs.open(null), () => fs.stat([]),
                () => fs.readDir(Symbol()), () => fs.remove(), () => fs.mkdir(1n),
              ],
              pattern: [() => fs.glob(), () => fs.glob(''), () => fs.glob('{a,b}'.repeat(20))],
              data: [() => fs.writeFile('a'), () => fs.writeFile('a', {}),
                     () => fs.writeFile('a', [1]), () => fs.writeFile('a', null)],
              from: [() => fs.rename(1, 'a'), () => fs.copyFile(undefined, 'a')],
              to: [() => fs.rename('a'), () => fs.copyFile('a', '')],
              options: [() => fs.readFile('a', 1), () => fs.writeFile('a', '', 'utf8')],
              'options.append': [() => fs.writeFile('a', '', {append: 1})],
              'options.create': [() => fs.writeFile('a', '', {create: 'yes'}),
                                 () => fs.open('a', {create: 0})],
              'options.mode': [() => fs.writeFile('a', '', {mode: 0o10000}),
                               () => fs.mkdir('a', {mode: -1}),
                               () => fs.open('a', {mode: '644'})],
              'options.signal': [() => fs.readFile('a', {signal: {}})],
              'options.cwd': [() => fs.glob('*', {cwd: ''})],
              'options.truncate': [() => fs.open('a', {truncate: true})],
              'options.read': [() => fs.open('a', {read: false})],
              mode: [() => fs.chmod('a'), () => fs.chmod('a', 1.5)],
            };
            for (const [name, calls] of Object.entries(cases)) {
              for (const call of calls) {
                const {name: kind, message} = await failure(call());
                if (kind !== 'TypeError' || !message.includes(name)) {
                  tell([String(call), kind, message]);
                }
              }
            }
            tell(await fs.readDir('.').then((entries) => entries.length));
        """)
        self.assertEqual(told, [1])  # only main.mjs

    def test_an_error_has_the_stack_of_who_called(self):
        result = self.run_program("""
            async function loadConfig() {
              return await fs.readTextFile('missing.json');
            }
            await loadConfig();
        """)
        self.assertCode(result, 1)
        self.assertIn("cannot read 'missing.json': No such file or directory (ENOENT)",
                      result.stderr)
        self.assertRegex(result.stderr, r"at async loadConfig \(.*main\.mjs:\d+")

    def test_an_error_needs_nothing_of_the_program(self):
        """A setter on Object.prototype is not what an error's properties go to."""
        told = self.told("""
            for (const key of ['code', 'path', 'syscall']) {
              Object.defineProperty(
                  Object.prototype, key, {set() { throw new Error(key); }});
            }
            const {code, path, syscall} =
                await fs.readTextFile('none').catch((error) => error);
            tell([code, path, syscall]);
        """)
        self.assertEqual(told, [["ENOENT", "none", "open"]])

    def test_a_signal_gives_up(self):
        os.mkfifo(self.folder / "pipe")
        told = self.told("""
            const controller = new AbortController();
            const read = failure(fs.readFile('pipe', {signal: controller.signal}));
            controller.abort(new RangeError('enough'));
            tell((await read).message);
            const {signal} = controller;
            for (const call of [
                   () => fs.writeFile('a', 'x', {signal}), () => fs.glob('*', {signal}),
                   () => fs.readTextFile('pipe', {signal}),
                   () => fs.copyFile('pipe', 'a', {signal}),
                   () => fs.remove('main.mjs', {signal})]) {
              tell((await failure(call())).message);
            }
            const timeout = AbortSignal.timeout(1);
            tell((await failure(fs.readFile('pipe', {signal: timeout}))).name);
        """)
        self.assertEqual(told, ["enough"] * 6 + ["TimeoutError"])


class FullDisk(FileTest):
    def test_a_write_that_fails_leaves_the_old_file_whole(self):
        """On a disk of 256 KiB of its own, in a mount namespace."""
        self.write_program("""
            const old = 'old'.repeat(30_000);
            await fs.writeFile('disk/a', old);
            for (const work of [
                   () => fs.writeFile('disk/a', 'x'.repeat(500_000)),
                   () => fs.writeFile('disk/new', 'x'.repeat(500_000)),
                   () => fs.copyFile('/proc/self/exe', 'disk/a')]) {
              tell(await failure(work()));
              tell(await fs.readTextFile('disk/a') === old);
              tell((await fs.readDir('disk')).map(({name}) => name));
            }
        """)
        result = self.rt_with_disk("size=256k", "run", "main.mjs")
        self.assertCode(result, 0)
        lines = result.stdout.splitlines()
        self.assertEqual([lines[i] for i in (1, 4, 7)], ["true"] * 3, str(result))
        self.assertEqual([lines[i] for i in (2, 5, 8)], ['["a"]'] * 3, str(result))
        for i in (0, 3, 6):
            self.assertIn("No space left on device (ENOSPC)", lines[i])

    def test_beyond_the_file_size_limit_it_is_an_error_and_no_death(self):
        self.write("a", "old")
        self.write_program("""
            tell((await failure(fs.writeFile('a', 'x'.repeat(200_000)))).code);
            await using file = await fs.open('a', {write: true});
            tell((await failure(file.write('x'.repeat(200_000)))).code);
        """)
        result = self.rt_under("ulimit -f 100")
        self.assertOutput(result, stdout='"EFBIG"\n"EFBIG"\n')


class Waiting(FileTest):
    def test_a_pipe_is_waited_for_and_holds_nobody_up(self):
        os.mkfifo(self.folder / "pipe")
        self.write("a", "x")
        self.write_program("""
            const piped = fs.readTextFile('pipe');
            // More than there are threads.
            const more = [];
            for (let i = 0; i < 20; i++) more.push(failure(fs.readFile('silent')));
            for (let i = 0; i < 100; i++) await fs.readFile('a');
            await new Promise((resolve) => setTimeout(resolve, 1));
            tell('ready');
            tell(await piped);
            await fs.writeFile('answer', 'thanks');
            process.exit(0);
        """.replace("process.exit", "(await import('rt:process')).exit"))
        os.mkfifo(self.folder / "silent")
        os.mkfifo(self.folder / "answer")
        with subprocess.Popen([rt_path(), "run", "main.mjs"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as program:
            self.assertEqual(program.stdout.readline(), '"ready"\n')
            with open(self.folder / "pipe", "w", encoding="utf-8") as pipe:
                pipe.write("hello")
            self.assertEqual(program.stdout.readline(), '"hello"\n')
            with open(self.folder / "answer", encoding="utf-8") as answer:
                self.assertEqual(answer.read(), "thanks")
            self.assertEqual(program.wait(60), 0)

    def test_standard_input_and_output_are_files(self):
        result = self.run_program("""
            const text = await fs.readTextFile('/dev/stdin');
            await fs.writeFile('/dev/stdout', text.toUpperCase());
        """, stdin="hello\n")
        self.assertOutput(result, stdout="HELLO\n")

    def test_output_that_a_shell_sent_to_a_file_stays_that_file(self):
        self.write_program("""
            await fs.writeFile('/dev/stdout', 'one ', {append: true});
            console.log('two');
        """)
        with open(self.folder / "out", "a+b") as out:
            subprocess.run([rt_path(), "run", "main.mjs"], cwd=self.folder, stdout=out,
                           check=True)
            out.seek(0)
            self.assertEqual(out.read(), b"one two\n")

    def test_a_reader_that_went_away_is_an_error_and_no_death(self):
        os.mkfifo(self.folder / "pipe")
        self.write_program("""
            await using file = await fs.open('pipe', {write: true});
            tell('open');
            let code;
            while (!code) code = (await failure(file.write('x'))).code;
            tell(code);
        """)
        with subprocess.Popen([rt_path(), "run", "main.mjs"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as program:
            with open(self.folder / "pipe", "rb"):
                self.assertEqual(program.stdout.readline(), '"open"\n')
            self.assertEqual(program.stdout.readline(), '"EPIPE"\n')
            self.assertEqual(program.wait(60), 0)

    def test_closing_ends_a_read_that_waits(self):
        os.mkfifo(self.folder / "pipe")
        told = self.told("""
            const file = await fs.open('pipe', {read: true, write: true});
            const read = failure(file.read(new Uint8Array(1)));
            await file.close();
            tell((await read).code);
        """)
        self.assertEqual(told, ["ECANCELED"])


class SuddenEnds(FileTest):
    def test_exit_amid_a_write_leaves_the_old_file_and_nothing_else(self):
        self.write("a", "old")
        os.mkfifo(self.folder / "pipe")
        result = self.run_program("""
            import {exit} from 'rt:process';
            fs.readFile('pipe');
            const large = new Uint8Array(200_000_000).fill(65);
            fs.writeFile('a', large);
            // What is being written has no name, or one of its own.
            const isAmid = async () => {
              for (const {name} of await fs.readDir('/proc/self/fd')) {
                const info = await fs.stat(`/proc/self/fd/${name}`).catch(() => null);
                if (info?.isFile && info.nlink === 0 && info.size > 0) return true;
              }
              return (await fs.readDir('.')).length === 4;
            };
            while (!await isAmid());
            exit(7);
        """)
        self.assertCode(result, 7)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "main.mjs", "pipe"])
        self.assertIn((self.folder / "a").stat().st_size, (3, 200_000_000))

    def test_an_uncaught_error_ends_the_program_while_work_waits(self):
        os.mkfifo(self.folder / "pipe")
        result = self.run_program("""
            fs.readFile('pipe');
            await fs.stat('.');
            throw new Error('enough');
        """)
        self.assertCode(result, 1)
        self.assertIn("enough", result.stderr)

    def test_ctrl_c_ends_a_program_that_waits(self):
        os.mkfifo(self.folder / "pipe")
        self.write_program("""
            tell('waiting');
            await fs.readFile('pipe');
        """)
        with subprocess.Popen([rt_path(), "run", "main.mjs"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as program:
            program.stdout.readline()
            program.send_signal(2)
            self.assertNotEqual(program.wait(60), 0)
