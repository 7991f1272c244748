"""Remote realms: `new Realm({entry, remote, token})`, with a real `rt realm-host`."""

import json
import os
import pathlib
import signal
import threading
import unittest

import bundler
from far_realm_tests import ECHO, FarRealmEndTests, FarRealmTests
from impostor_host import make_certificate
from realm_host import TOKEN, RealmHost
from realm_program import RealmTest
from rt_run import ROOT

# What the programs here say before anything else.
_MADE = """
    const made = (entry: string, more = {}) =>
        new Realm({entry: `./${entry}.ts`, remote: 'HOST_URL', token: 'HOST_TOKEN', ...more});
    const ended = async (realm: Realm) => {
      const {reason, error} = await realm.exited;
      return [reason, error?.code ?? null, error === undefined ? null : String(error)];
    };
"""


class RemoteRealmTest(RealmTest):
    def setUp(self) -> None:
        super().setUp()
        self.host = RealmHost(self)
        self.place = f"remote: '{self.host.url}', token: '{TOKEN}'"

    def found(self, main: str, *flags: str, url: str = "", timeout: float = 60, **entries: str):
        """What main.ts showed. HOST_URL in it and in the entries is that of the host."""
        url = url or self.host.url
        texts = {name: self.at(url, text) for name, text in entries.items()}
        return self.values(self.at(url, _MADE + main), *flags, timeout=timeout, **texts)

    @staticmethod
    def at(url: str, program: str) -> str:
        host = url.partition("//")[2]
        return (program.replace("HOST_URL", url).replace("HOST_TOKEN", TOKEN)
                .replace("HOST_AT", host))


class Interface(FarRealmTests, RemoteRealmTest):
    def test_runs_there_with_the_modules_of_here(self):
        self.write("lib/deep.ts", "export enum Color { Red = 7 }")
        self.write("node_modules/pkg/package.json", '{"type": "module", "exports": "./i.js"}')
        self.write("node_modules/pkg/i.js", "export const pkg = 'pkg';")
        self.write("data.json", '{"a": [1]}')
        got = self.found("""
            const realm = made('child', {name: 'kid', data: {list: [1, new Date(2)]}});
            show([realm.kind, realm.name, realm.enforcement ?? null]);
            const there = await realm.call('describe');
            show([there.kind, there.name, there.id === realm.id, there.data]);
            show([there.color, there.pkg, there.json, there.late]);
            show([there.args, there.url === new URL('child.ts', import.meta.url).href]);
            show(realm.enforcement?.bindings);
            await realm.terminate();
        """, child="""
            import {args} from 'rt:process';
            import {data, id, kind, name} from 'rt:realm';
            import {Color} from './lib/deep.ts';
            import {pkg} from 'pkg';
            import json from './data.json' with {type: 'json'};
            export async function describe() {
              const {late} = await import('./late.ts');
              return {args, data, id, kind, name, pkg, json, late, color: Color.Red,
                      url: import.meta.url};
            }
        """, late="export const late = 'late';")
        self.assertEqual(got, [
            ["remote", "kid", None],
            ["remote", "kid", True, {"list": [1, "1970-01-01T00:00:00.002Z"]}],
            [7, "pkg", {"a": [1]}, "late"],
            [[], True],
            True,
        ])

    def test_what_structured_clone_knows_comes_out_as_it_was(self):
        got = self.found("""
            const realm = made('echo');
            const self: any = {date: new Date(0), map: new Map([[1, new Set(['a'])]]),
              bytes: new Uint8Array(5_000_000).fill(3), big: 2n ** 64n, re: /x/gi,
              error: new RangeError('no'), abort: new DOMException('cut', 'AbortError')};
            self.self = self;
            realm.port.postMessage(self, [self.bytes.buffer]);
            show(self.bytes.length);
            for await (const back of realm.port) {
              show([back.date.getTime(), [...back.map.get(1)],
                    back.bytes.reduce((a: number, b: number) => a + b),
                    String(back.big), back.re.flags, back.error instanceof RangeError,
                    back.error.message, back.abort.name, back.self === back]);
              break;
            }
            await realm.terminate();
        """, echo=ECHO)
        self.assertEqual(got, [0, [
            0, ["a"], 15_000_000, "18446744073709551616", "gi", True, "no", "AbortError",
            True]])

    def test_a_writer_waits_for_its_reader(self):
        got = self.found("""
            const realm = made('child');
            let sent = 1;
            let full;
            while (!(full = realm.port.postMessage(sent))) ++sent;
            show(sent);
            show(await realm.call('ready'));
            realm.call('read').catch(() => {});
            await full;
            show(await realm.call('ready'));
            await realm.terminate();
        """, child="""
            import {port} from 'rt:realm';
            export const ready = () => 'ready';
            export async function read() {
              for await (const message of port!) ;
            }
        """)
        self.assertEqual(got, [1000, "ready", "ready"])

    def test_a_question_before_the_connection_is_there_waits_for_it(self):
        got = self.found("""
            const realm = made('child');
            show((await realm.memoryUsage()).heapTotal > 0);
            await realm.terminate();
        """, child="export const f = () => 1;")
        self.assertEqual(got, [True])

    def test_under_tls(self):
        make_certificate(self.folder, "IP:127.0.0.1")
        host = RealmHost(self, "--tls-cert", "cert.pem", "--tls-key", "key.pem")
        got = self.found("""
            await using realm = made('child', {cert: './cert.pem'});
            show(await realm.call('sum', new Uint8Array(3_000_000).fill(1)));
            show((await ended(made('child')))[1]);
        """, url=host.url, child="""
            export const sum = (bytes: Uint8Array) => bytes.reduce((a, b) => a + b, 0);
        """)
        self.assertEqual(got, [3_000_000, "ERR_TLS_CERTIFICATE"])

    def test_several_at_a_time_and_one_after_the_other(self):
        got = self.found("""
            const run = async (n: number) => {
              await using realm = made('child', {data: n});
              return await realm.call('twice');
            };
            show(await Promise.all([1, 2, 3, 4, 5].map(run)));
            show(await run(6));
        """, child="""
            import {data} from 'rt:realm';
            export const twice = () => 2 * data;
        """)
        self.assertEqual(got, [[2, 4, 6, 8, 10], 12])

    def test_options_that_cannot_be_are_named(self):
        got = self.found("""
            const tries = [
              {remote: 'https://a'}, {token: undefined}, {token: 'a b'}, {cert: ''},
              {cert: './none.pem'}, {cert: './main.ts'}, {insecure: 1}, {process: true},
              {thread: true}, {sandbox: {}}, {remote: undefined}];
            for (const more of tries) {
              try {
                made('child', more);
              } catch (error: any) {
                show([error.name, error.code ?? null, error.message]);
              }
            }
        """, child="")
        for (name, code, message), (kind, words) in zip(got, [
            ("TypeError", "'https://a'"), ("TypeError", "token"), ("TypeError", "token"),
            ("TypeError", "cert"), ("ENOENT", "none.pem"), ("TypeError", "main.ts"),
            ("TypeError", "insecure"), ("TypeError", "stands alone"),
            ("TypeError", "stands alone"), ("TypeError", "stands alone"),
            ("TypeError", "token is there, and `remote` is not")], strict=True):
            self.assertEqual(code or name, kind, message)
            self.assertIn(words, message)

    def test_is_not_in_the_profile_and_counted_in_its_line(self):
        result = self.rt("run", "--profile", "main.ts", files={
            "main.ts": f"""
                import {{Realm}} from 'rt:realm';
                const realm = new Realm({{entry: './child.ts', remote: '{self.host.url}',
                                         token: '{TOKEN}'}});
                await realm.exited;
            """,
            "child.ts": ""})
        self.assertCode(result, 0)
        self.assertRegex(
            result.stderr,
            r"^profile\.pb: 1 realm, \d+ samples?, .* s of CPU; "
            r"not in it: 1 realm that ran in another process\n$")


class Ends(FarRealmEndTests, RemoteRealmTest):
    def test_an_error_comes_with_its_stack_in_the_paths_of_here(self):
        got = self.found("""
            const {reason, error} = await made('child').exited;
            show([reason, error instanceof RangeError, error.code, error.cause.message,
                  error.stack.split('\\n')[1].trim()]);
            const call = await caught(made('calls').call('fail'));
            show([call.name, call.stack.split('\\n')[1].trim()]);
            for (const entry of ['broken', 'missing', 'lacks', 'stalled']) {
              show((await ended(made(entry)))[2]);
            }
        """, child="""
            enum Color { Red }
            function fail(this: unknown, color: Color): never {
              throw Object.assign(new RangeError('bad', {cause: new Error('why')}),
                                  {code: 'E_BAD'});
            }
            fail(Color.Red);
        """, calls="""
            export function fail(): never {
              throw new TypeError('no');
            }
        """, broken="const = 1;", lacks="import './nowhere.ts';",
             stalled="await new Promise(() => {});")
        self.assertEqual(got[0][:4], ["error", True, "E_BAD", "why"])
        folder = pathlib.Path(self.folder).as_uri()
        self.assertRegex(got[0][4], rf"at fail \({folder}/child\.ts:4:\d+\)")
        self.assertEqual(got[1][0], "TypeError")
        self.assertRegex(got[1][1], rf"at fail \({folder}/calls\.ts:3:\d+\)")
        self.assertIn("SyntaxError", got[2])
        self.assertIn("missing.ts", got[3])
        self.assertIn("nowhere.ts", got[4])
        self.assertIn("top-level await never settles", got[5])

    def test_a_wrong_token_is_refused(self):
        got = self.found("show(await ended(made('child', {token: 'open-sesamy'})));", child="")
        self.assertEqual(got[0][:2], ["error", "ERR_TOKEN_REFUSED"])

    def test_a_bundles_own_source_map_comes_over(self):
        self.write("src/lib.ts", """
            interface Unneeded { deep: boolean; }

            export function fail(options: Unneeded): never {
              throw new Error(`deep: ${options.deep}`);
            }
        """)
        self.write("src/main.ts", """
            import {fail} from './lib.ts';
            export const run = () => fail({deep: true});
        """)
        bundler.build(self.folder / "src/main.ts", self.folder / "dist/main.js", "--bundle")
        self.assertTrue((self.folder / "dist/main.js.map").exists())
        [stack] = self.found("""
            const realm = new Realm({entry: './dist/main.js', remote: 'HOST_URL',
                                     token: 'HOST_TOKEN'});
            show(await realm.call('run').catch((error: any) => error.stack));
            await realm.terminate();
        """)
        self.assertIn(f"file://{self.folder}/src/lib.ts:5:", stack)
        self.assertIn(f"file://{self.folder}/src/main.ts:3:", stack)
        self.assertEqual(self.host.stop(), (0, "", ""))

    def test_a_host_runs_no_more_realms_than_its_operator_wants(self):
        host = RealmHost(self, "--max-realms", "2")
        got = self.found("""
            const one = made('child', {name: 'one'}), two = made('child', {name: 'two'});
            show([await one.call('ready'), await two.call('ready')]);
            show(await ended(made('child', {name: 'three'})));
            await one.terminate();
            // Its host hears of that, and so has room for another.
            for (;;) {
              const four = made('child', {name: 'four'});
              const ready = await four.call('ready').catch(() => 0);
              if (ready === 0) continue;
              show(ready);
              await four.terminate();
              break;
            }
            show(await two.call('ready'));
            await two.terminate();
        """, url=host.url, child="export const ready = () => 1;")
        self.assertEqual(got[0], [1, 1])
        self.assertEqual(got[1][:2], ["error", "ERR_CLOSED_BY_HOST"])
        self.assertIn("the host does not run realm 3 (three): it has 2 already", got[1][2])
        self.assertEqual(got[2:], [1, 1])

    def test_a_host_that_its_operator_ends_says_so(self):
        self.assert_host_ends(signal.SIGTERM, "ERR_CLOSED_BY_HOST",
                              "realm 1 (kid) was ended by its host, which is shutting down")

    def test_a_host_that_is_killed(self):
        self.assert_host_ends(signal.SIGKILL, "ECONNRESET", "realm 1 (kid) is lost")

    def assert_host_ends(self, by: signal.Signals, code: str, words: str) -> None:
        os.mkfifo(self.folder / "ready")

        def end() -> None:
            (self.folder / "ready").read_bytes()
            self.host.stop(by)

        ender = threading.Thread(target=end)
        ender.start()
        self.addCleanup(ender.join)
        got = self.found("""
            import {DiskFileSystem} from 'rt:file';
            const realm = made('child', {name: 'kid'});
            const call = realm.call('wait').catch((error: any) => error.cause.code);
            await realm.call('ready');
            void new DiskFileSystem().writeFile('ready', '');
            show(await ended(realm));
            show(await call);
        """, child="""
            export const ready = () => 1;
            export const wait = () => new Promise(() => {});
            // It has something to do, as long as it lives.
            setInterval(() => {}, 1e6);
        """)
        self.assertEqual(got[0][:2], ["error", code], got)
        self.assertIn(words, got[0][2])
        self.assertEqual(got[1], code)

    def test_nothing_is_left_of_many(self):
        got = self.found("""
            const {DiskFileSystem} = await import('rt:file');
            const disk = new DiskFileSystem();
            const held = () => Promise.all(['fd', 'task'].map(async (what) =>
                (await Array.fromAsync(disk.readDir(`/proc/self/${what}`))).length));
            const entries = ['done', 'throws', 'waits', 'missing'];
            const some = () => Promise.all(Array.from({length: 8}, (_, j) => {
              const realm = made(entries[j % 4]!);
              if (j % 4 === 2) setTimeout(() => realm.terminate(), j < 4 ? 0 : 30);
              return realm.exited;
            }));
            await some();
            const before = await held();
            for (let i = 0; i < COUNT; i += 8) await some();
            show([before, await held()]);
        """.replace("COUNT", os.environ.get("COUNT", "48")), done="",
            throws="throw new Error('x');",
            waits="import {port} from 'rt:realm'; port!.onmessage = () => {};", timeout=300)
        self.assertEqual(got[0][0], got[0][1])


class Pools(RemoteRealmTest):
    def test_calls_are_spread_and_the_dead_replaced(self):
        got = self.found("""
            await using pool = new RealmPool({
              entry: './child.ts', min: 2, max: 2, remote: 'HOST_URL', token: 'HOST_TOKEN'});
            const ids = await Promise.all([1, 2, 3, 4].map(() => pool.call('self')));
            show(new Set(ids).size);
            const {code, reason, cause} = await caught(pool.call('die'));
            show([code, reason, String(cause)]);
            const again = await Promise.all([1, 2, 3, 4].map(() => pool.call('self')));
            show([new Set(again).size, again.every((id) => ids.includes(id))]);
        """, child="""
            import {id} from 'rt:realm';
            export const self = async () => {
              await new Promise((done) => setTimeout(done, 50));
              return id;
            };
            export const die = () => {
              setTimeout(() => { throw new RangeError('dead'); });
              return new Promise(() => {});
            };
        """)
        self.assertEqual(got, [
            2, ["ERR_REALM_ENDED", "error", "RangeError: dead"], [2, False]])


class Example(RemoteRealmTest):
    def test_shows_one_where_it_is_given_a_host(self):
        result = self.rt("run", ROOT / "examples/realms.ts", self.host.url, TOKEN)
        self.assertCode(result, 0)
        self.assertEqual(result.stdout.splitlines()[4],
                         "remote: 9592 primes, gave 1 back, says 1 of 2, says 2 of 2, used true")


class FromASandbox(RemoteRealmTest):
    def boxed(self, sandbox: dict, boxed: str, **entries: str):
        """What was returned in a sandbox whose entry is box/boxed.ts."""
        return self.found(f"""
            const realm = new Realm({{entry: './box/boxed.ts', sandbox: {json.dumps(sandbox)}}});
            show(await realm.call('attempt'));
            await realm.terminate();
        """, **{"box/boxed": f"""
            import {{Realm}} from 'rt:realm';
            export async function attempt() {{
              try {{
                {boxed}
              }} catch (error: any) {{
                return [error.code, error.message];
              }}
            }}
        """, **entries})[0]

    def test_it_needs_the_host_in_net(self):
        for net in ([], ["127.0.0.1:1"], ["localhost:*"]):
            code, message = self.boxed({"net": net}, """
                new Realm({entry: './child.ts', remote: 'HOST_URL', token: 'HOST_TOKEN'});
            """, **{"box/child": ""})
            self.assertEqual(code, "EPERM")
            self.assertIn(self.at(self.host.url, "sandbox.net with 'HOST_AT'"), message)

    def test_with_it_there_it_runs(self):
        got = self.boxed({"net": ["HOST_AT"]}, """
            await using realm = new Realm(
                {entry: './lib/child.ts', remote: 'HOST_URL', token: 'HOST_TOKEN'});
            return [realm.kind, await realm.call('f', 20)];
        """, **{"box/lib/child": "import {g} from './g.ts'; export const f = (n: any) => g(n);",
                "box/lib/g": "export const g = (n: number) => n + 1;"})
        self.assertEqual(got, ["remote", 21])

    def test_its_entry_is_one_that_the_sandbox_may_load(self):
        for entry in ("outside.ts", "none.ts"):
            code, message = self.boxed({"net": ["HOST_AT"]}, f"""
                new Realm({{entry: '../{entry}', remote: 'HOST_URL', token: 'HOST_TOKEN'}});
            """, outside="export const secret = 1;")
            self.assertEqual(code, "EPERM")
            self.assertIn(entry, message)

    def test_the_file_of_cert_needs_a_grant_to_read(self):
        make_certificate(self.folder, "IP:127.0.0.1")
        boxed = """
            const realm = new Realm({entry: './child.ts', remote: 'HOST_URL', token: 'HOST_TOKEN',
                                     cert: '../cert.pem'});
            await realm.terminate();
            return ['made'];
        """
        child = {"box/child": ""}
        code, message = self.boxed({"net": ["HOST_AT"]}, boxed, **child)
        self.assertEqual(code, "EPERM")
        self.assertIn("sandbox.read", message)
        self.assertEqual(
            self.boxed({"net": ["HOST_AT"], "read": [str(self.folder / "cert.pem")]}, boxed,
                       **child), ["made"])


if __name__ == "__main__":
    unittest.main()
