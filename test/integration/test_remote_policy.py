"""What a remote realm may do on its host: what the host's policy says, whatever the
caller asks for."""

import json
import signal
import subprocess

from realm_host import RealmHost
from remote_program import RemoteTest
from rt_run import rt_path

_TRIES = """
    import {DiskFileSystem} from 'rt:file';
    import {args, env} from 'rt:process';
    const fs = new DiskFileSystem();
    export const read = (path: string) => fs.readTextFile(path);
    export const write = (path: string) => fs.writeFile(path, 'new');
    export const variable = (name: string) => env[name];
    export const argument = () => args;
    export const profiler = () => import('rt:profiler');
    export const spin = () => { for (;;); };
    export const fill = () => {
      const kept = [];
      for (;;) kept.push(new Array(10_000).fill(0.5));
    };
"""


class Grants(RemoteTest):
    def assertDenied(self, error, *names: str):
        self.assertEqual(error["code"], "EPERM", error)
        for name in names:
            self.assertIn(name, error["message"])

    def test_without_a_policy_nothing_is_granted(self):
        secret = self.write("secret.txt", "s")
        host = RealmHost(self)
        came = self.values(host, f"""
            const realm = start('tries');
            const path = {json.dumps(str(secret))};
            show(await caught(realm.call('read', path)));
            show(await caught(realm.call('write', path)));
            show(await caught(realm.call('variable', 'PATH')));
            show(await caught(realm.call('profiler')));
            show(await realm.call('argument'));
            show(realm.enforcement?.bindings);
            await realm.terminate();
            """, tries=_TRIES)
        read, write, variable, profiler, arguments, bindings = came
        self.assertDenied(read, str(secret), "sandbox.read")
        self.assertDenied(write, str(secret), "sandbox.write")
        self.assertDenied(variable, "PATH", "sandbox.env")
        self.assertDenied(profiler, "rt:profiler", "sandbox.modules")
        self.assertEqual((arguments, bindings), ([], True))
        self.assertEqual(secret.read_text(), "s")

    def test_what_the_policy_grants_is_the_hosts(self):
        self.write("host/data/a.txt", "the host's")
        self.write("host/out/kept.txt", "old")
        host = RealmHost(self, policy=json.dumps(
            {"read": ["data"], "write": ["out"], "env": ["HOME"]}))
        came = self.values(host, f"""
            const realm = start('tries');
            const folder = {json.dumps(str(self.folder / "host"))};
            show(await realm.call('read', folder + '/data/a.txt'));
            await realm.call('write', folder + '/out/new.txt');
            show(await caught(realm.call('read', folder + '/token')));
            show(typeof await realm.call('variable', 'HOME'));
            await realm.terminate();
            """, tries=_TRIES)
        self.assertEqual((came[0], came[2]), ("the host's", "string"))
        self.assertDenied(came[1], "host/token", "sandbox.read")
        self.assertEqual((self.folder / "host/out/new.txt").read_text(), "new")

    def test_a_realm_of_it_has_no_more(self):
        host = RealmHost(self)
        came = self.values(host, """
            const realm = start('maker');
            show(await caught(realm.call('more', {sandbox: {read: ['/']}})));
            show(await caught(realm.call('more', {process: true})));
            show(await realm.call('more', {}));
            await realm.terminate();
            """, tries=_TRIES, maker="""
            import {Realm} from 'rt:realm';
            export async function more(options) {
              using realm = new Realm({entry: './tries.ts', ...options});
              return await realm.call('argument');
            }
            """)
        self.assertDenied(came[0], "sandbox.read")
        self.assertEqual(came[1]["code"], "EPERM", came)
        self.assertEqual(came[2], [])

    def test_its_limits_end_it_with_the_reason(self):
        host = RealmHost(self, policy=json.dumps(
            {"memory": 32 << 20, "cpuMs": 2000, "wallMs": 600_000}))
        came = self.values(host, """
            for (const name of ['spin', 'fill']) {
              const realm = start('tries');
              realm.call(name).catch(() => {});
              const {reason, error} = await realm.exited;
              show([reason, error?.message]);
            }
            """, "--max-heap", "4000", tries=_TRIES)
        self.assertEqual([reason for reason, _ in came], ["cpu-limit", "out-of-memory"])
        self.assertIn("2000 ms (sandbox.cpuMs)", came[0][1])
        self.assertEqual(host.stop(), (0, "", ""))

    def test_what_it_prints_the_host_prints(self):
        host = RealmHost(self)
        self.values(host, "await start('prints').exited;",
                    prints="console.log('to the host'); console.error('and this');")
        self.assertEqual(host.stop(), (0, "to the host\n", "and this\n"))


class Ends(RemoteTest):
    """Of the host and its callers, beside each other."""

    def start_program(self, host: RealmHost, main: str) -> subprocess.Popen:
        self.write("app/main.ts", self.preamble(host) + main)
        program = subprocess.Popen([rt_path(), "run", "app/main.ts"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.communicate)
        self.addCleanup(program.kill)
        return program

    def test_a_host_that_is_ended_tells_its_callers(self):
        self.write("app/spins.ts", "import {port} from 'rt:realm';"
                                   "port.postMessage('up'); for (;;);")
        host = RealmHost(self)
        program = self.start_program(host, """
            const realm = start('spins', {name: 'spinner'});
            for await (const message of realm.port) { show(message); break; }
            const {reason, error} = await realm.exited;
            show([reason, error?.message]);
            """)
        self.assertEqual(program.stdout.readline(), '"up"\n')
        self.assertEqual(host.stop(signal.SIGTERM), (0, "", ""))
        out, err = program.communicate(timeout=60)
        self.assertEqual((json.loads(out), err), (
            ["error", "realm 1 (spinner) was ended by its host, which is shutting down"], ""))

    def test_each_connection_ends_alone(self):
        self.write("app/tries.ts", _TRIES)
        host = RealmHost(self)
        spins = self.start_program(host, """
            const realm = start('tries');
            show(await realm.call('argument'));
            await realm.call('spin');
            """)
        self.assertEqual(spins.stdout.readline(), "[]\n")
        came = self.values(host, """
            const realms = ['a', 'b', 'c'].map((name) => start('tries', {name}));
            show(await Promise.all(realms.map((realm) => realm.call('argument'))));
            await realms[0].terminate();
            show(await realms[1].call('argument'));
            await Promise.all(realms.map((realm) => realm.terminate()));
            """, tries=_TRIES)
        self.assertEqual(came, [[[], [], []], []])
        self.assertIsNone(spins.poll())
        spins.kill()
        spins.wait()
        # Its realm ends with it: else this would not.
        self.assertEqual(host.stop(), (0, "", ""))
