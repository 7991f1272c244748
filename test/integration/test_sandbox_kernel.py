"""What the kernel holds of a sandbox realm, and what is told where it does not."""

import json
import os
import subprocess
import unittest

import without_calls
from rt_run import rt_path
from sandbox_test import SandboxTest


class Kernel(SandboxTest):
    """Seen from outside: what /proc says of the threads of a running rt."""

    def test_threads_of_the_sandbox_and_only_they_are_restricted(self):
        self.write("app/main.mjs", """
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.mjs', name: 'boxed', sandbox:
                                     {read: ['../data'], landlock: 'require'}});
            const free = new Realm({entry: './free.mjs', name: 'free', thread: true});
            for await (const m of realm.port) break;
            console.log('ready ' + JSON.stringify(realm.enforcement));
        """)
        self.write("app/free.mjs", "setInterval(() => {}, 1000);")
        self.write("app/child.mjs", """
            import {port} from 'rt:realm';
            import {DiskFileSystem} from 'rt:file';
            await new DiskFileSystem().readFile(new URL('../data/a.txt', import.meta.url))
            port.postMessage(1);
            port.onmessage = () => {};
        """)
        with subprocess.Popen([rt_path(), "run", "app/main.mjs"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              ) as process:
            try:
                line = process.stdout.readline()
                if not line.startswith("ready"):
                    error = process.stderr.read()
                    if "ENOTSUP" in error:
                        self.skipTest("the kernel has no Landlock")
                    self.fail(error)
                enforcement = json.loads(line.removeprefix("ready "))
                self.assertTrue(enforcement["bindings"] and enforcement["landlock"] >= 1)
                threads = {}
                for task in os.listdir(f"/proc/{process.pid}/task"):
                    folder = f"/proc/{process.pid}/task/{task}"
                    with open(f"{folder}/comm", encoding="utf-8") as file:
                        name = file.read().strip()
                    with open(f"{folder}/status", encoding="utf-8") as file:
                        status = dict(each.split(":\t", 1) for each in
                                      file.read().splitlines() if ":\t" in each)
                    threads.setdefault(name, set()).add(
                        (status["NoNewPrivs"], status["Seccomp"]))
            finally:
                process.kill()
        self.assertEqual(threads["boxed"], {("1", "2")}, threads)
        self.assertEqual(threads["rt-worker"], {("1", "2")}, threads)
        self.assertNotIn(("1", "2"), threads["free"], threads)

    def test_a_sandbox_that_the_kernel_does_not_take_ends_before_its_first_line(self):
        # Landlock lies on a thread 16 times at most (landlock(7)).
        self.write("app/main.mjs", """
            import {Realm, data, port} from 'rt:realm';
            const depth = (data ?? 0) + 1;
            const say = (line) => port ? port.postMessage(line) : console.log(line);
            say(`in ${depth - 1}`);
            const child = new Realm({entry: './main.mjs', data: depth, sandbox: {}});
            for await (const line of child.port) say(line);
            const {error} = await child.exited;
            if (error) say(`${depth}: ${error.code} ${error.message}`);""")
        result = self.run_main()
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        lines = result.stdout.splitlines()
        self.assertEqual(lines[:-1], [f"in {i}" for i in range(17)], lines)
        self.assertTrue(lines[-1].startswith(
            "17: E2BIG cannot restrict a thread by Landlock"), lines[-1])


class WithoutLandlock(SandboxTest):
    """On a kernel whose landlock_create_ruleset(2) fails: with ENOSYS where it was built
    without Landlock, with EOPNOTSUPP where it was started without it."""

    WHY = {"ENOSYS": "no Landlock", "EOPNOTSUPP": "started without Landlock",
           "EPERM": "not let use Landlock: landlock_create_ruleset fails with EPERM"}

    def test_it_is_noted_in_enforcement(self):
        for error, why in self.WHY.items():
            with self.subTest(error):
                self.LAUNCHER = without_calls.launcher(error, "landlock_create_ruleset")
                self.tried("", "{}")
                reason = self.enforcement.pop("reason")
                self.assertIn(why, reason)
                self.assertEqual(self.enforcement, {
                    "bindings": True, "landlock": False, "seccomp": True})

    def test_where_it_is_required_there_is_no_realm(self):
        self.write("app/main.mjs", """
            import {Realm} from 'rt:realm';
            try {
              new Realm({entry: './child.mjs', sandbox: {landlock: 'require'}});
            } catch (e) { console.log(e.code + ' ' + e.message); }""")
        self.write("app/child.mjs", "console.log('it runs');")
        for error, why in self.WHY.items():
            with self.subTest(error):
                self.LAUNCHER = without_calls.launcher(error, "landlock_create_ruleset")
                result = self.run_main()
                self.assertEqual((result.code, result.stderr), (0, ""), str(result))
                self.assertTrue(result.stdout.startswith(
                    "ENOTSUP cannot start the sandbox, which requires Landlock: "), result)
                self.assertIn(why, result.stdout)
                self.assertNotIn("it runs", result.stdout)

    def test_without_both_the_bindings_hold(self):
        self.LAUNCHER = without_calls.launcher("EINVAL", "landlock_create_ruleset", "seccomp")
        came = self.tried("""
            granted: () => fs.readTextFile(root + 'data/a.txt'),
            denied: () => fs.readTextFile(root + 'secret/s.txt'),
        """, "{read: ['../data']}")
        self.assertEqual(came["granted"], "a")
        self.assertDenied(came["denied"], "sandbox.read")
        reason = self.enforcement.pop("reason")
        self.assertIn("Landlock", reason)
        self.assertIn("no seccomp", reason)
        self.assertEqual(self.enforcement, {
            "bindings": True, "landlock": False, "seccomp": False})


if __name__ == "__main__":
    unittest.main()
