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

    # What lies outside of V8's heap. Each makes 300 MB or more.
    OUTSIDE = {
        "resizable buffers": """for (let i = 0; i < 30; ++i)
            kept.push(new ArrayBuffer(1e7, {maxByteLength: 2e7}));""",
        "one that grows": """const buffer = new ArrayBuffer(1e7, {maxByteLength: 5e8});
            for (let i = 2; i < 50; ++i) buffer.resize(i * 1e7);""",
        "WebAssembly memories": """for (let i = 0; i < 30; ++i)
            kept.push(new WebAssembly.Memory({initial: 160}));""",
        "shared buffers": """for (let i = 0; i < 150000; ++i)
            kept.push(new SharedArrayBuffer(2000));""",
    }

    def test_memory_outside_of_the_heap_ends_the_realm_too(self):
        for name, text in self.OUTSIDE.items():
            with self.subTest(name):
                reason, message = self.ended(
                    "{memory: 32 * 2 ** 20}", child=f"const kept = []; {text}")
                self.assertEqual(reason, "out-of-memory", message)
                self.assertIn("reached the limit of 32 MB", message)

    def test_what_is_dropped_does_not_count(self):
        for name, text in {
            "resizable": "new ArrayBuffer(1e7, {maxByteLength: 2e7}).resize(2e7);",
            "wasm": "new WebAssembly.Memory({initial: 80}).grow(80);",
            "shared": "new SharedArrayBuffer(1e7);",
        }.items():
            with self.subTest(name):
                reason, message = self.ended(
                    "{memory: 32 * 2 ** 20}", child=f"for (let i = 0; i < 20; ++i) {text}")
                self.assertEqual(reason, "completed", message)

    def test_memory_ends_the_realm_alone(self):
        reason, message = self.ended(
            "{memory: 32 * 2 ** 20}",
            child="const all = []; for (;;) all.push(new Array(1000).fill(1.5));")
        self.assertEqual(reason, "out-of-memory")
        self.assertIn("ran out of memory", message)

if __name__ == "__main__":
    unittest.main()
