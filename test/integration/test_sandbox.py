"""Sandbox realms: what is granted works, what is not is an EPERM that names its grant,
and the kernel holds both."""

import json
import os
import subprocess
import unittest

from rt_run import RtTest, rt_path

# A sandbox's entry: runs `tries`, and posts what each came to.
CHILD = """
import * as realm from 'rt:realm';
import * as processModule from 'rt:process';
import {DiskFileSystem} from 'rt:file';
const {Realm, data, port} = realm;
const {default: process, env} = processModule;
const fs = new DiskFileSystem();
const root = data.root;
const tries = {TRIES};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    const value = await attempt();
    port.postMessage([name, value === undefined ? 'done' : value]);
  } catch (e) {
    port.postMessage([name, {code: e.code, message: e.message}]);
  }
}
"""

MAIN = """
import {Realm} from 'rt:realm';
const root = new URL('..', import.meta.url).pathname;
const realm = new Realm({entry: './child.mjs', data: {root}, sandbox: GRANTS});
const came = {};
for await (const [name, value] of realm.port) came[name] = value;
const {reason, error} = await realm.exited;
if (error) throw error;
console.log(JSON.stringify([came, reason, realm.kind, realm.enforcement]));
"""


class SandboxTest(RtTest):
    def setUp(self):
        super().setUp()
        for name, text in {"data/a.txt": "a", "data/deep/b.txt": "b", "out/o.txt": "o",
                           "secret/s.txt": "s", "secret/m.mjs": "export default 1;",
                           "alone.txt": "x", "node_modules/pack/index.js":
                           "export default 'pack';"}.items():
            self.write(name, text)

    def tried(self, tries: str, grants: str = "{}", env=None, **files) -> dict:
        """What became of each of the `tries` in a sandbox with these grants."""
        self.write("app/main.mjs", MAIN.replace("GRANTS", grants))
        self.write("app/child.mjs", CHILD.replace("{TRIES}", f"{{{tries}}}"))
        for name, text in files.items():
            self.write(f"app/{name}.mjs", text)
        result = self.rt("run", "app/main.mjs", env=env)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        came, reason, kind, self.enforcement = json.loads(result.stdout)
        self.assertEqual((reason, kind), ("completed", "sandbox"))
        return came

    def assertDenied(self, came, grant: str):
        self.assertIsInstance(came, dict, came)
        self.assertEqual(came.get("code"), "EPERM", came)
        self.assertIn(grant, came["message"])

    def assertAllDenied(self, came: dict, grant: str):
        for name, value in came.items():
            with self.subTest(name):
                self.assertDenied(value, grant)


class Files(SandboxTest):
    READS = """
        readFile: () => fs.readTextFile(root + 'data/a.txt'),
        open: async () => { await using f = await fs.open(root + 'data/a.txt');
                            return (await f.stat()).size; },
        stat: async () => (await fs.stat(root + 'data/a.txt')).size,
        lstat: async () => (await fs.lstat(root + 'data/a.txt')).size,
        readDir: async () => (await fs.readDir(root + 'data')).length,
        glob: async () => (await fs.glob(root + 'data/**/*.txt')).length,
        realPath: async () => (await fs.realPath(root + 'data/x/../a.txt'
            .replace('x/../', ''))).endsWith('/data/a.txt'),
    """
    WRITES = """
        writeFile: () => fs.writeFile(root + 'out/new.txt', 'n'),
        append: () => fs.writeFile(root + 'out/new.txt', 'm', {append: true}),
        open: async () => { await using f = await fs.open(root + 'out/f',
                                {write: true, create: true}); await f.write('f'); },
        mkdir: () => fs.mkdir(root + 'out/p/q/r', {recursive: true}),
        symlink: () => fs.symlink('new.txt', root + 'out/link'),
        rename: () => fs.rename(root + 'out/f', root + 'out/p/f'),
        chmod: () => fs.chmod(root + 'out/new.txt', 0o600),
        remove: () => fs.remove(root + 'out/p', {recursive: true}),
    """

    def test_what_is_granted_can_be_read(self):
        self.assertEqual(self.tried(self.READS, "{read: ['../data']}"), {
            "readFile": "a", "open": 1, "stat": 1, "lstat": 1, "readDir": 2, "glob": 2,
            "realPath": True})

    def test_nothing_can_be_read_without_a_grant(self):
        came = self.tried(self.READS, "{write: ['../data']}")
        self.assertAllDenied(came, f"sandbox.read with '{self.folder}/data")

    def test_what_is_granted_can_be_written(self):
        came = self.tried(self.WRITES, "{write: ['../out']}")
        self.assertEqual([*came.values()], ["done"] * 8, came)
        self.assertEqual((self.folder / "out/new.txt").read_text(), "nm")
        self.assertEqual((self.folder / "out/new.txt").stat().st_mode & 0o777, 0o600)
        self.assertEqual(os.readlink(self.folder / "out/link"), "new.txt")
        self.assertFalse((self.folder / "out/p").exists())

    def test_nothing_can_be_written_without_a_grant(self):
        came = self.tried(self.WRITES, "{read: ['../out']}")
        self.assertAllDenied(came, f"sandbox.write with '{self.folder}/out")
        self.assertEqual(os.listdir(self.folder / "out"), ["o.txt"])

    def test_a_copy_needs_both_and_a_rename_does_not_make_readable(self):
        self.write("data/w/x", "x")
        came = self.tried("""
            copy: () => fs.copyFile(root + 'data/a.txt', root + 'out/copy'),
            into: () => fs.copyFile(root + 'data/a.txt', root + 'data/copy'),
            from: () => fs.copyFile(root + 'out/o.txt', root + 'out/copy2'),
            both: async () => { await using f = await fs.open(root + 'out/o.txt',
                                                        {read: true, write: true}); },
            move: () => fs.rename(root + 'out/o.txt', root + 'data/w/o.txt'),
        """, "{read: ['../data'], write: ['../out', new URL('../data/w/', import.meta.url)]}")
        self.assertEqual(came["copy"], "done")
        self.assertDenied(came["into"], "sandbox.write")
        self.assertDenied(came["from"], "sandbox.read")
        self.assertDenied(came["both"], "sandbox.read")
        self.assertDenied(came["move"], "sandbox.read")

    def test_a_single_file_is_written_in_place(self):
        came = self.tried("""
            write: () => fs.writeFile(root + 'alone.txt', 'new'),
            remove: () => fs.remove(root + 'alone.txt'),
        """, "{write: ['../alone.txt']}")
        self.assertEqual(came["write"], "done")
        self.assertDenied(came["remove"], f"sandbox.write with '{self.folder}'")
        self.assertEqual((self.folder / "alone.txt").read_text(), "new")

    def test_dots_and_links_do_not_lead_out(self):
        (self.folder / "data/file").symlink_to("../secret/s.txt")
        (self.folder / "data/folder").symlink_to(self.folder / "secret")
        (self.folder / "out/new").symlink_to("../secret/made")
        came = self.tried("""
            dots: () => fs.readFile(root + 'data/../secret/s.txt'),
            file: () => fs.readFile(root + 'data/file'),
            folder: () => fs.readFile(root + 'data/folder/s.txt'),
            open: () => fs.open(root + 'data/file'),
            list: () => fs.readDir(root + 'data/folder'),
            glob: () => fs.glob(root + 'data/*/*.txt', {follow: true}),
            globbed: () => fs.glob('../secret/*', {cwd: root + 'data'}),
            proc: () => fs.readFile('/proc/self/environ'),
        """, "{read: ['../data'], write: ['../out']}")
        self.assertAllDenied(came, "sandbox.read")
        came = self.tried("""
            made: () => fs.writeFile(root + 'out/new', 'x'),
            own: async () => { await fs.symlink('../secret', root + 'out/own');
                               await fs.writeFile(root + 'out/own/x', 'x'); },
            dots: () => fs.mkdir(root + 'out/../secret/x'),
            gone: () => fs.remove(root + 'out/own/s.txt'),
        """, "{write: ['../out']}")
        self.assertAllDenied(came, f"sandbox.write with '{self.folder}/secret")
        self.assertEqual(sorted(os.listdir(self.folder / "secret")), ["m.mjs", "s.txt"])

    def test_what_there_is_is_not_told(self):
        came = self.tried("""
            there: () => fs.stat(root + 'secret/s.txt'),
            missing: () => fs.stat(root + 'secret/none'),
            inside: () => fs.stat(root + 'data/none'),
            glob: () => fs.glob(root + 'secret/s.txt'),
        """, "{read: ['../data']}")
        self.assertDenied(came["there"], "sandbox.read")
        self.assertDenied(came["missing"], "sandbox.read")
        self.assertEqual(came["inside"]["code"], "ENOENT")
        self.assertEqual(came["glob"], [])

    def test_a_path_that_is_swapped_all_the_time_leads_nowhere_else(self):
        # Two names of one link: to the granted file, and to the secret.
        came = self.tried("""
            race: async () => {
              const link = root + 'out/link';
              let swapping = true;
              const swap = (async () => {
                for (let i = 0; swapping; ++i) {
                  await fs.symlink(i % 2 ? '../data/a.txt' : '../secret/s.txt', link + i % 2);
                  await fs.rename(link + i % 2, link);
                }
              })();
              const seen = new Set();
              for (let i = 0; i < 100; ++i) {
                seen.add(await fs.readTextFile(link).catch((e) => e.code));
              }
              swapping = false;
              await swap;
              return [...seen].sort();
            },
        """, "{read: ['../data', '../out'], write: ['../out']}")
        self.assertLessEqual(set(came["race"]), {"EPERM", "ENOENT", "a"})


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


if __name__ == "__main__":
    unittest.main()
