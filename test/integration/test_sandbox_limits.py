"""What ends a sandbox realm: its CPU time, its time on the wall, its memory."""

import json
import unittest

from rt_run import RtTest


class Limits(RtTest):
    def ended(self, grants: str, **entries) -> list:
        """[reason, message] of a sandbox whose entry is child.mjs."""
        self.write("main.mjs", f"""
            import {{Realm}} from 'rt:realm';
            const realm = new Realm({{entry: './child.mjs', sandbox: {grants}}});
            const {{reason, error}} = await realm.exited;
            console.log(JSON.stringify([reason, error?.message]));""")
        for name, text in entries.items():
            self.write(f"{name}.mjs", text)
        result = self.rt("run", "main.mjs", timeout=30)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return json.loads(result.stdout)

    def test_cpu_time_ends_a_realm_that_spins(self):
        reason, message = self.ended("{cpuMs: 50}", child="for (;;) {}")
        self.assertEqual(reason, "cpu-limit")
        self.assertIn("used up its CPU time of 50 ms (sandbox.cpuMs)", message)

    def test_cpu_time_counts_the_realms_that_it_makes(self):
        reason, _ = self.ended(
            "{cpuMs: 100}", kid="for (;;) {}", child="""
            import {Realm} from 'rt:realm';
            const kids = [1, 2, 3].map(() => new Realm({entry: './kid.mjs', sandbox: {}}));
            await Promise.all(kids.map((kid) => kid.exited));
            setInterval(() => {}, 1000);""")
        self.assertEqual(reason, "cpu-limit")

    def test_cpu_time_is_not_used_by_waiting(self):
        reason, _ = self.ended(
            "{cpuMs: 100, wallMs: 1500}", child="setInterval(() => {}, 1000);")
        self.assertEqual(reason, "wall-limit")

    def test_time_on_the_wall_ends_whatever_the_realm_does(self):
        for child in (
            "for (;;) {}",
            "setInterval(() => {}, 1000);",
            "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
        ):
            with self.subTest(child):
                self.assertEqual(self.ended("{wallMs: 100}", child=child)[0], "wall-limit")
        # That had completed before; what matters is that it ends.
        self.assertEqual(self.ended("{wallMs: 500}", child="""
            import {on} from 'rt:process'; on('exit', () => { for (;;) {} });""")[0], "completed")

    def test_memory_ends_the_realm_alone(self):
        reason, message = self.ended(
            "{memory: 32 * 2 ** 20}",
            child="const all = []; for (;;) all.push(new Array(1000).fill(1.5));")
        self.assertEqual(reason, "out-of-memory")
        self.assertIn("ran out of memory", message)

if __name__ == "__main__":
    unittest.main()
