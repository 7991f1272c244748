"""Sandbox realms: what is granted works, what is not is an EPERM that names its grant."""

import unittest

from rt_run import RtTest
from sandbox_test import MAIN, SandboxTest


class Modules(SandboxTest):
    def test_modules_come_from_the_entrys_tree_and_node_modules(self):
        self.write("app/lib/x.ts", "enum E { x = 5 } export default E.x as number;")
        came = self.tried("""
            lib: async () => (await import('./lib/x.ts')).default,
            pack: async () => (await import('pack')).default,
            out: () => import('../secret/m.mjs'),
            file: () => import('file:///etc/hosts.js'),
            missing: () => import('./none.mjs'),
        """)
        self.assertEqual((came["lib"], came["pack"]), (5, "pack"))
        self.assertDenied(came["out"], f"sandbox.read with '{self.folder}/secret/m.mjs'")
        self.assertIn("'../secret/m.mjs'", came["out"]["message"])
        self.assertIn("app/child.mjs:", came["out"]["message"])
        self.assertDenied(came["file"], "sandbox.read with '/etc/hosts.js'")
        self.assertEqual(came["missing"]["code"], "ERR_MODULE_NOT_FOUND")

    def test_a_link_in_the_tree_does_not_lead_out_unless_read_grants_it(self):
        (self.folder / "app").mkdir()
        (self.folder / "app/link.mjs").symlink_to("../secret/m.mjs")
        tries = "link: async () => (await import('./link.mjs')).default"
        self.assertDenied(self.tried(tries)["link"], "sandbox.read")
        self.assertEqual(self.tried(tries, "{read: ['../secret']}")["link"], 1)

    def test_only_granted_modules_of_rt_can_be_imported(self):
        tries = "profiler: async () => Object.keys(await import('rt:profiler')).length"
        self.assertDenied(self.tried(tries)["profiler"], "sandbox.modules with 'rt:profiler'")
        self.assertEqual(self.tried(tries, """{modules:
            ['rt:profiler', 'rt:realm', 'rt:process', 'rt:file']}""")["profiler"], 2)
        self.write("app/main.mjs", MAIN.replace("GRANTS", "{modules: ['rt:realm']}"))
        result = self.rt("run", "app/main.mjs")
        self.assertCode(result, 1)
        self.assertIn("sandbox.modules with 'rt:process' would (EPERM)", result.stderr)

    def test_without_rt_realm_there_is_no_worker(self):
        self.write("app/main.mjs", MAIN.replace("GRANTS", "{modules: []}"))
        self.write("app/child.mjs", """
            let code = 'made';
            try { new Worker('./child.mjs'); } catch (e) { code = `${e.code} ${e.message}`; }
            throw new Error(code);""")
        result = self.rt("run", "app/main.mjs")
        self.assertCode(result, 1)
        self.assertIn("EPERM cannot start a realm", result.stderr)
        self.assertIn("sandbox.modules with 'rt:realm' would", result.stderr)

    def test_what_a_sandbox_transpiles_is_not_left_for_others(self):
        cache = self.folder / "cache"
        self.write("app/x.ts", "enum E { x = 7 } export default E.x as number;")
        came = self.tried("x: async () => (await import('./x.ts')).default",
                          env={"RT_CACHE_DIR": str(cache)})
        self.assertEqual(came["x"], 7)
        self.assertFalse(cache.exists())


class Process(SandboxTest):
    def test_the_environment_is_what_is_granted(self):
        came = self.tried("""
            granted: () => env.RT_ONE, unset: () => env.RT_NONE ?? null,
            names: () => Object.keys(env), denied: () => env.RT_TWO,
            probed: () => 'RT_TWO' in env,
        """, "{env: ['RT_ONE', 'RT_NONE']}", env={"RT_ONE": "1", "RT_TWO": "2"})
        self.assertEqual((came["granted"], came["unset"], came["names"]),
                         ("1", None, ["RT_ONE"]))
        self.assertDenied(came["denied"], "sandbox.env with 'RT_TWO'")
        self.assertDenied(came["probed"], "sandbox.env with 'RT_TWO'")

    def test_the_process_is_out_of_reach(self):
        came = self.tried("""
            set: () => { env.RT_ONE = 'x'; }, remove: () => { delete env.RT_ONE; },
            broadcast: () => { new BroadcastChannel('x'); },
            exit: () => process.exit(3), signal: () => process.on('SIGINT', () => {}),
        """, "{env: ['RT_ONE']}")
        self.assertAllDenied(came, "no sandbox can be granted it")
        came = self.tried("""
            cwd: () => process.cwd(), args: () => process.args, pid: () => process.pid,
            rss: () => process.memoryUsage().rss,
        """)
        self.assertDenied(came.pop("cwd"), "sandbox.read")
        self.assertEqual(came, {"args": [], "pid": 0, "rss": 0})
        self.assertEqual(self.tried("cwd: () => process.cwd()", "{read: ['..']}"),
                         {"cwd": str(self.folder)})


class Nested(SandboxTest):
    KID = """
        import {kind, port} from 'rt:realm';
        import {env} from 'rt:process';
        import {DiskFileSystem} from 'rt:file';
        const read = (path) => new DiskFileSystem().readTextFile(path).catch((e) => e.code);
        const seen = () => { try { return env.RT_ONE; } catch (e) { return e.code; } };
        const {root} = (await import('rt:realm')).data;
        const got = [kind, await read(root + 'data/a.txt'), await read(root + 'data/deep/b.txt'),
                     await read(root + 'secret/s.txt'), seen()];
        (port ?? globalThis).postMessage(got);
    """
    FIRST = """async (options) => {
        const child = new Realm({entry: './kid.mjs', data, ...options});
        for await (const message of child.port) return message;
        return (await child.exited).error.message; }"""
    GRANTS = "{read: ['../data'], env: ['RT_ONE'], memory: 1 << 26, cpuMs: 30000}"

    def test_realms_of_a_sandbox_have_the_same_or_less(self):
        came = self.tried(f"""
            same: () => ({self.FIRST})({{thread: true}}),
            less: () => ({self.FIRST})({{sandbox: {{read: [root + 'data/deep']}}}}),
            none: () => ({self.FIRST})({{sandbox: {{}}}}),
        """, self.GRANTS, env={"RT_ONE": "1"}, kid=self.KID)
        self.assertEqual(came["same"], ["sandbox", "a", "b", "EPERM", "1"])
        self.assertEqual(came["less"], ["sandbox", "EPERM", "b", "EPERM", "EPERM"])
        self.assertEqual(came["none"], ["sandbox", "EPERM", "EPERM", "EPERM", "EPERM"])

    def test_more_is_an_error_that_names_it(self):
        more = {"read": "[root + 'secret']", "write": "[root + 'data']", "net": "['a:1']",
                "env": "['HOME']", "modules": "['rt:profiler']", "memory": "1 << 27",
                "cpuMs": "30001"}
        tries = "".join(
            f"{name}: () => {{ new Realm({{entry: './kid.mjs', sandbox: {{{name}: {value}}}}}); }},"
            for name, value in more.items())
        came = self.tried(tries, self.GRANTS, kid=self.KID)
        self.assertEqual(set(came), set(more))
        for name, value in came.items():
            self.assertDenied(value, f"sandbox.{name} with")

    def test_an_entry_and_a_worker_are_held_too(self):
        came = self.tried("""
            entry: () => { new Realm({entry: root + 'secret/m.mjs', thread: true}); },
            worker: () => new Promise((resolve) => {
              const worker = new Worker('./work.mjs');
              worker.onmessage = ({data}) => resolve(data);
            }),
        """, work="""import {kind} from 'rt:realm';
            import {env} from 'rt:process';
            let code; try { env.HOME; } catch (e) { code = e.code; }
            postMessage([kind, code]);""")
        self.assertDenied(came["entry"], "sandbox.read")
        self.assertEqual(came["worker"], ["sandbox", "EPERM"])


class Options(RtTest):
    def test_grants_that_cannot_be_are_named(self):
        self.write("main.mjs", """
            import {Realm} from 'rt:realm';
            const all = [1, {reed: []}, {read: './x'}, {read: [1]}, {net: ['x']},
                         {modules: ['fs']}, {memory: 1000}, {cpuMs: 0}, {wallMs: '1'},
                         {landlock: true}, {read: ['./none']}];
            for (const sandbox of all) {
              try { new Realm({entry: './x.mjs', sandbox}); console.log('made'); }
              catch (e) { console.log(e.name + ' ' + (e.code ?? '') + ' ' + e.message); }
            }""")
        result = self.rt("run", "main.mjs")
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        parts = ["TypeError  sandbox is", "TypeError  sandbox.reed", "TypeError  sandbox.read",
                 "TypeError  sandbox.read", "TypeError  'x' is no HOST:PORT",
                 "TypeError  sandbox.modules holds 'fs'", "RangeError  sandbox.memory",
                 "RangeError  sandbox.cpuMs", "TypeError  sandbox.wallMs",
                 "TypeError  sandbox.landlock", "Error ENOENT cannot grant read of"]
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), len(parts))
        for line, part in zip(lines, parts, strict=True):
            self.assertTrue(line.startswith(part), f"{line!r} does not start with {part!r}")

if __name__ == "__main__":
    unittest.main()
