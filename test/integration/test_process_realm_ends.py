"""How process realms end, and that nothing is left of them."""

import json
import os
import select
import signal
import subprocess
import unittest

from far_realm_tests import FarRealmEndTests
from realm_program import RealmTest
from rt_run import rt_path, run_program

_END = """
    import {DiskFileSystem} from 'rt:file';
    import {pid} from 'rt:process';
    const made = (entry: string, more = {}) =>
        new Realm({entry: `./${entry}.ts`, process: true, ...more});
    const end = async (realm: Realm) => {
      const {reason, error, exitCode, signal} = await realm.exited;
      return [reason, exitCode, signal, error === undefined ? null : String(error)];
    };
    const disk = new DiskFileSystem();
    /** What is there of this process in the kernel's eyes: its children, zombies too,
     *  and its descriptors. */
    const held = async () => {
      const children = await disk.readTextFile(`/proc/${pid}/task/${pid}/children`);
      const descriptors = (await Array.fromAsync(disk.readDir('/proc/self/fd'))).length;
      return [children.trim(), descriptors];
    };
"""


class ProcessRealmEndTest(RealmTest):
    place = "process: true"

    def found(self, main: str, *flags: str, timeout: float = 60, **entries: str):
        return self.values(_END + main, *flags, timeout=timeout, **entries)


class Ends(FarRealmEndTests, ProcessRealmEndTest):
    def test_the_exit_code_is_in_the_reason(self):
        got = self.found("""
            for (const entry of ['done', 'code', 'exit', 'inner']) show(await end(made(entry)));
        """, done="", code="import p from 'rt:process'; p.exitCode = 5;",
             exit="import {exit} from 'rt:process'; exit(3);",
             inner="""
                import {Realm} from 'rt:realm';
                await new Realm({entry: './exit.ts', thread: true}).exited;
             """)
        self.assertEqual(got, [
            ["completed", 0, None, None], ["completed", 5, None, None],
            ["exited", 3, None, None], ["exited", 3, None, None]])

    def test_an_error_comes_with_its_stack_and_no_word_on_stderr(self):
        got = self.found("""
            const {reason, error, exitCode} = await made('child').exited;
            show([reason, exitCode, error instanceof RangeError, error.code,
                  error.cause.message, error.stack.split('\\n')[1].trim()]);
            show(await end(made('stalled')));
            show((await end(made('missing')))[3].includes('missing.ts'));
        """, child="""
            enum Color { Red }
            function fail(this: unknown, color: Color): never {
              throw Object.assign(new RangeError('bad', {cause: new Error('why')}),
                                  {code: 'E_BAD'});
            }
            fail(Color.Red);
        """, stalled="await new Promise(() => {});")
        self.assertEqual(got[0][:5], ["error", 1, True, "E_BAD", "why"])
        self.assertRegex(got[0][5], r"at fail \(file://.*/child\.ts:4:\d+\)")
        self.assertEqual(got[1][:3], ["error", 13, None])
        self.assertIn("top-level await never settles", got[1][3])
        self.assertEqual(got[2], True)

    def test_to_wait_for_the_end_of_one_ends_no_other(self):
        got = self.found("""
            const [first, second] = [made('child'), made('child')];
            show(await Promise.all([first.call('f'), second.call('f')]));
            // Nothing else is left to do meanwhile.
            await first.terminate();
            show(await second.call('f'));
            await second.terminate();
        """, child="export const f = () => 1;")
        self.assertEqual(got, [[1, 1], 1])

    def test_terminate_ends_one_that_will_not_hear_of_it(self):
        got = self.found("""
            const realm = made('child');
            for await (const message of realm.port) break;
            const {reason, signal} = await realm.terminate();
            show([reason, signal]);
        """, child="""
            import {on} from 'rt:process';
            import {port} from 'rt:realm';
            on('SIGTERM', () => {});
            port!.postMessage('listens');
            for (;;);
        """)
        self.assertEqual(got, [["terminated", "SIGKILL"]])

    def test_one_that_is_killed_is_an_error_that_names_the_signal(self):
        self.write("main.ts", """
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.ts', process: true, name: 'kid'});
            const call = realm.call('wait').catch((error: any) => error.reason);
            console.log(await realm.call('self'));
            const {reason, error, exitCode, signal} = await realm.exited;
            console.log(JSON.stringify([reason, exitCode, signal, String(error)]));
            console.log(JSON.stringify(await call));
        """)
        self.write("child.ts", """
            import {pid} from 'rt:process';
            export const self = () => pid;
            export const wait = () => new Promise(() => {});
        """)
        with subprocess.Popen([rt_path(), "run", "main.ts"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as process:
            os.kill(int(process.stdout.readline()), signal.SIGKILL)
            lines = process.stdout.read().splitlines()
        self.assertEqual(process.returncode, 0)
        (reason, code, by, error), call = map(json.loads, lines)
        self.assertEqual((reason, code, by, call), ("error", None, "SIGKILL", "error"))
        self.assertIn("realm 1 (kid) was ended by SIGKILL", error)

    def test_it_ends_with_its_maker_however_that_ends(self):
        self.write("main.ts", """
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.ts', process: true});
            for await (const pid of realm.port) console.log(pid);
        """)
        self.write("child.ts", """
            import {pid} from 'rt:process';
            import {port} from 'rt:realm';
            port!.postMessage(pid);
            for (;;);
        """)
        with subprocess.Popen([rt_path(), "run", "main.ts"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as process:
            child = os.pidfd_open(int(process.stdout.readline()))
            self.addCleanup(os.close, child)
            process.kill()
            # The child has the same standard output: its end is that of this.
            process.stdout.read()
        self.assertTrue(_has_ended(child))

    def test_one_in_the_middle_that_is_killed_takes_its_own_with_it(self):
        self.write("main.ts", """
            import {Realm} from 'rt:realm';
            const middle = new Realm({entry: './middle.ts', process: true});
            for await (const pids of middle.port) console.log(JSON.stringify(pids));
            const {reason, signal} = await middle.exited;
            console.log(JSON.stringify([reason, signal]));
        """)
        self.write("middle.ts", """
            import {pid} from 'rt:process';
            import {port, Realm} from 'rt:realm';
            const leaf = new Realm({entry: './leaf.ts', process: true});
            for await (const itsPid of leaf.port) port!.postMessage([pid, itsPid]);
        """)
        # Sees to nothing, so that it does not learn of its maker's end by itself.
        self.write("leaf.ts", """
            import {pid} from 'rt:process';
            import {port} from 'rt:realm';
            port!.postMessage(pid);
            for (;;);
        """)
        with subprocess.Popen([rt_path(), "run", "main.ts"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as process:
            middle, leaf = json.loads(process.stdout.readline())
            pidfd = os.pidfd_open(leaf)
            self.addCleanup(os.close, pidfd)
            os.kill(middle, signal.SIGKILL)
            # To the end of the last process that has it.
            told = process.stdout.read()
        self.assertEqual(json.loads(told), ["error", "SIGKILL"])
        self.assertEqual(process.returncode, 0)
        self.assertTrue(_has_ended(pidfd))

    def test_ctrl_c_is_for_the_maker_to_answer(self):
        self.write("main.ts", """
            import {Realm} from 'rt:realm';
            import {on} from 'rt:process';
            const realm = new Realm({entry: './child.ts', process: true});
            on('SIGINT', async () => {
              console.log(await realm.call('self'));
              await realm.terminate();
              process.exit(0);
            });
            // A realm that only waits for calls does not hold this one.
            setInterval(() => {}, 1e6);
            console.log(await realm.call('self'));
        """.replace("import {on} from", "import process, {on} from"))
        self.write("child.ts", "export const self = () => 'here';")
        with subprocess.Popen([rt_path(), "run", "main.ts"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True,
                              start_new_session=True) as process:
            self.assertEqual(process.stdout.readline(), "here\n")
            # To all of the group, as a terminal sends it.
            os.killpg(process.pid, signal.SIGINT)
            self.assertEqual(process.stdout.readline(), "here\n")
        self.assertEqual(process.returncode, 0)

    def test_one_that_cannot_be_started_is_an_error_that_says_why(self):
        self.write("main.ts", """
            import {Realm} from 'rt:realm';
            const made = [];
            try {
              for (;;) made.push(new Realm({entry: './child.ts', process: true}));
            } catch (error: any) {
              console.log(made.length > 3, error.code, error.syscall !== undefined);
            }
            await Promise.all(made.map((realm) => realm.terminate()));
            const {reason} = await new Realm({entry: './done.ts', process: true}).exited;
            console.log(reason);
        """)
        self.write("child.ts", "export const f = () => 1;")
        self.write("done.ts", "")
        result = run_program(["sh", "-c", 'ulimit -n 40; exec "$0" run main.ts', rt_path()],
                             cwd=self.folder)
        self.assertOutput(result, stdout="true EMFILE true\ncompleted\n")

    def test_nothing_is_left_of_many(self):
        # 1,000 of them, by hand: COUNT=1000.
        count = int(os.environ.get("COUNT", "24"))
        got = self.found("""
            const entries = ['done', 'throws', 'exits', 'waits'];
            await end(made('done'));
            const before = await held();
            for (let i = 0; i < COUNT; i += 8) {
              await Promise.all(Array.from({length: 8}, (_, j) => {
                const realm = made(entries[j % 4]!);
                if (j % 4 === 3) setTimeout(() => realm.terminate(), j % 8 === 3 ? 0 : 30);
                return end(realm);
              }));
            }
            const after = await held();
            show(before);
            show(after);
        """.replace("COUNT", str(count)), done="", throws="throw new Error('x');",
             exits="import {exit} from 'rt:process'; exit(2);",
             waits="import {port} from 'rt:realm'; port!.onmessage = () => {};",
             timeout=60 + count)
        self.assertEqual(got[0], got[1])
        self.assertEqual(got[0][0], "")


def _has_ended(pidfd: int) -> bool:
    """Waits for it, for ten seconds at most."""
    return bool(select.select([pidfd], [], [], 10)[0])


class OutsideTheProfile(ProcessRealmEndTest):
    def test_the_line_on_stderr_says_how_many_ran_outside(self):
        result = self.rt("run", "--profile", "main.ts", files={
            "main.ts": """
                import {Realm} from 'rt:realm';
                await Promise.all(['one', 'two'].map(
                    (name) => new Realm({entry: `./${name}.ts`, process: true}).exited));
            """,
            "one.ts": "",
            "two.ts": """
                import {Realm} from 'rt:realm';
                await new Realm({entry: './one.ts', thread: true}).exited;
            """})
        self.assertCode(result, 0)
        self.assertRegex(
            result.stderr,
            r"^profile\.pb: 1 realm, \d+ samples?, .* s of CPU; "
            r"not in it: 3 realms that ran in other processes\n$")


class HiddenCommand(RealmTest):
    def test_nobody_types_it(self):
        result = self.rt("process-realm", "x")
        self.assertCode(result, 2)
        self.assertIn("rt starts this process", result.stderr)
        self.assertNotIn("process-realm", self.rt("help").stdout)


if __name__ == "__main__":
    unittest.main()
