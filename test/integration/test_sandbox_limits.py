"""What ends a sandbox realm: its CPU time, its time on the wall, its memory."""

import base64
import json
import unittest

import wasm_module
from rt_run import RtTest


class LimitsTest(RtTest):
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


class Limits(LimitsTest):
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


LIMIT = 32 << 20
_GRANT = f"{{memory: {LIMIT}}}"
_WASM_PAGE = 64 << 10


class Buffers(LimitsTest):
    """What lies outside of V8's heap."""

    # Each makes 300 MB or more of it.
    KEPT = {
        "buffers": "for (let i = 0; i < 30; ++i) kept.push(new ArrayBuffer(1e7));",
        "small buffers": "for (let i = 0; i < 4e6; ++i) kept.push(new ArrayBuffer(80));",
        "shared buffers": """for (let i = 0; i < 150000; ++i)
            kept.push(new SharedArrayBuffer(2000));""",
        "small shared buffers": """for (let i = 0; i < 1e6; ++i)
            kept.push(new SharedArrayBuffer(300));""",
        "messages that nobody reads": """const {port1} = new MessageChannel();
          const text = 'x'.repeat(1e6);
          for (let i = 0; i < 300; ++i) port1.postMessage(text);""",
        "buffers on their way": """const {port1} = new MessageChannel();
          for (let i = 0; i < 30; ++i) {
            const buffer = new ArrayBuffer(1e7);
            port1.postMessage(buffer, [buffer]);
          }""",
    }

    def test_what_is_kept_ends_the_realm(self):
        for name, text in self.KEPT.items():
            with self.subTest(name):
                reason, message = self.ended(_GRANT, child=f"const kept = []; {text}")
                self.assertEqual(reason, "out-of-memory", message)
                self.assertIn("reached the limit of 32 MB", message)

    # Each makes a buffer, or memory, of 10 MB.
    MAPPED = {
        "resizable, new": "kept.push(new ArrayBuffer(1e7, {maxByteLength: 2e7}));",
        "growable, new": "kept.push(new SharedArrayBuffer(1e7, {maxByteLength: 2e7}));",
        "wasm, new": "kept.push(new WebAssembly.Memory({initial: 160}));",
        "shared wasm, new": """kept.push(
            new WebAssembly.Memory({initial: 160, maximum: 200, shared: true}));""",
        "resizable": """const buffer = new ArrayBuffer(1, {maxByteLength: 2e7});
            kept.push(buffer);
            buffer.resize(1e7);""",
        "growable": """const buffer = new SharedArrayBuffer(1, {maxByteLength: 2e7});
            kept.push(buffer);
            buffer.grow(1e7);""",
        "wasm": """const memory = new WebAssembly.Memory({initial: 1});
            kept.push(memory);
            memory.grow(160);""",
        "shared wasm": """
            const memory = new WebAssembly.Memory({initial: 1, maximum: 200, shared: true});
            kept.push(memory);
            memory.grow(160);""",
    }

    def test_what_v8_maps_is_refused_where_the_sum_is_beyond(self):
        for name, text in self.MAPPED.items():
            with self.subTest(name):
                self.write("main.mjs", f"""
                    import {{Realm}} from 'rt:realm';
                    const realm = new Realm({{entry: './child.mjs', sandbox: {_GRANT}}});
                    console.log(JSON.stringify(await realm.call('fill')));
                    realm.terminate();""")
                self.write("child.mjs", f"""
                    export const fill = () => {{
                      const kept = [];
                      const refused = [];
                      for (let i = 0; i < 6; ++i) {{
                        try {{ {text} refused.push(null); }}
                        catch (error) {{ refused.push(error.name); }}
                      }}
                      return refused;
                    }};""")
                result = self.rt("run", "main.mjs", timeout=30)
                self.assertEqual((result.code, result.stderr), (0, ""), str(result))
                self.assertEqual(json.loads(result.stdout), [None] * 3 + ["RangeError"] * 3)

    def test_what_is_dropped_does_not_count(self):
        for name, text in {
            "resizable": "new ArrayBuffer(1e7, {maxByteLength: 2e7}).resize(2e7);",
            "wasm": "new WebAssembly.Memory({initial: 80}).grow(80);",
            "shared wasm": """
                new WebAssembly.Memory({initial: 80, maximum: 160, shared: true}).grow(80);""",
            "shared": "new SharedArrayBuffer(1e7);",
            "growable": "new SharedArrayBuffer(1e7, {maxByteLength: 2e7}).grow(2e7);",
            "sent and read": """
                const {port1, port2} = new MessageChannel();
                const buffer = new ArrayBuffer(1e7, {maxByteLength: 2e7});
                port1.postMessage(buffer, [buffer]);
                for await (const got of port2) { got.resize(2e7); break; }
                port1.close();""",
            "sent elsewhere": """
                const buffer = new ArrayBuffer(1e7, {maxByteLength: 2e7});
                port.postMessage(buffer, [buffer]);
                await new Promise((done) => port.onmessage = done);""",
        }.items():
            with self.subTest(name):
                self.write("main.mjs", f"""
                    import {{Realm}} from 'rt:realm';
                    const realm = new Realm({{entry: './child.mjs', sandbox: {_GRANT}}});
                    realm.port.onmessage = ({{data}}) => realm.port.postMessage(data.byteLength);
                    const {{reason, error}} = await realm.exited;
                    console.log(reason, error?.message);""")
                self.write("child.mjs", f"""
                    import {{port}} from 'rt:realm';
                    for (let i = 0; i < 20; ++i) {{ {text} }}
                    port.close();""")
                result = self.rt("run", "main.mjs", timeout=30)
                self.assertOutput(result, stdout="completed undefined\n")

    def test_one_that_alone_is_beyond_is_refused(self):
        module = base64.b64encode(wasm_module.growing()).decode()
        self.write("child.mjs", f"""
            const refused = (make) => {{
              try {{ make(); return 'made'; }} catch (error) {{ return error.name; }}
            }};
            const MEMORY = 4 * {LIMIT};
            export const tries = () => [
              () => new ArrayBuffer(MEMORY),
              () => new SharedArrayBuffer(MEMORY),
              () => new ArrayBuffer(MEMORY, {{maxByteLength: 2 * MEMORY}}),
              () => new ArrayBuffer(1, {{maxByteLength: MEMORY}}).resize(MEMORY),
              () => new SharedArrayBuffer(1, {{maxByteLength: MEMORY}}).grow(MEMORY),
              () => new WebAssembly.Memory({{initial: MEMORY / {_WASM_PAGE}}}),
              () => new WebAssembly.Memory({{initial: 1}}).grow(MEMORY / {_WASM_PAGE}),
              () => new WebAssembly.Memory(
                  {{initial: 1, maximum: 65536, shared: true}}).grow(MEMORY / {_WASM_PAGE}),
            ].map(refused);
            /** How many bytes WebAssembly gets where it grows its memory by itself. */
            export const grow = () => {{
              const bytes = Uint8Array.from(atob('{module}'), (c) => c.charCodeAt(0));
              const {{exports}} = new WebAssembly.Instance(new WebAssembly.Module(bytes));
              const got = exports.grow() * {_WASM_PAGE};
              new Uint8Array(exports.memory.buffer).fill(1);
              return got;
            }};
            /** Of a buffer that others made. */
            export const resize = (buffer) => refused(() => buffer.resize(MEMORY));""")
        self.write("main.mjs", f"""
            import {{Realm, transfer}} from 'rt:realm';
            const realm = new Realm({{entry: './child.mjs', sandbox: {_GRANT}}});
            const buffer = new ArrayBuffer(1, {{maxByteLength: 4 * {LIMIT}}});
            console.log(JSON.stringify([
              await realm.call('tries'), await realm.call('grow'),
              [await realm.call('resize', buffer),
               await realm.call('resize', transfer(buffer, [buffer]))]]));
            realm.terminate();""")
        result = self.rt("run", "main.mjs", timeout=60)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        tries, grown, resized = json.loads(result.stdout)
        self.assertEqual(tries, ["RangeError"] * 8)
        self.assertEqual(grown % _WASM_PAGE, 0)
        self.assertLessEqual(grown, LIMIT)
        self.assertGreater(grown, LIMIT // 2)
        self.assertEqual(resized, ["RangeError"] * 2)


if __name__ == "__main__":
    unittest.main()
