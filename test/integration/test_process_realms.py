"""Process realms: `new Realm({entry, process: true})`."""

import unittest

from far_realm_tests import ECHO, FarRealmTests
from realm_program import RealmTest

# What the programs here say before anything else.
_MADE = """
    import {pid} from 'rt:process';
    const made = (entry: string, more = {}) =>
        new Realm({entry: `./${entry}.ts`, process: true, ...more});
"""


class ProcessRealmTest(RealmTest):
    def found(self, main: str, *flags: str, timeout: float = 60, **entries: str):
        return self.values(_MADE + main, *flags, timeout=timeout, **entries)


class Interface(FarRealmTests, ProcessRealmTest):
    def test_runs_in_a_process_of_its_own(self):
        got = self.found("""
            const realm = made('child', {name: 'kid', data: {list: [1, new Date(2)]}});
            const there = await realm.call('describe');
            show([realm.kind, realm.name, realm.id === there.id, there.pid !== pid]);
            show([there.kind, there.name, there.data]);
            show(there.args);
            realm.unref();
        """, child="""
            import {args, pid} from 'rt:process';
            import {data, id, kind, name} from 'rt:realm';
            export const describe = () => ({args, data, id, kind, name, pid});
        """)
        self.assertEqual(got, [
            ["process", "kid", True, True],
            ["process", "kid", {"list": [1, "1970-01-01T00:00:00.002Z"]}],
            [],
        ])

    def test_what_structured_clone_knows_comes_out_as_it_was(self):
        got = self.found("""
            const realm = made('echo');
            const self: any = {date: new Date(0), map: new Map([[1, new Set(['a'])]]),
              bytes: new Uint8Array([1, 2, 3]), big: 2n ** 64n, re: /x/gi,
              error: new RangeError('no'), abort: new DOMException('cut', 'AbortError')};
            self.self = self;
            realm.port.postMessage(self);
            for await (const back of realm.port) {
              show([back.date.getTime(), [...back.map.get(1)], [...back.bytes],
                    String(back.big), back.re.flags, back.error instanceof RangeError,
                    back.error.message, back.abort.name, back.self === back]);
              break;
            }
            await realm.terminate();
        """, echo=ECHO)
        self.assertEqual(got, [[
            0, ["a"], [1, 2, 3], "18446744073709551616", "gi", True, "no", "AbortError",
            True]])

    def test_a_large_buffer_is_copied_and_a_transferred_one_is_gone_here(self):
        got = self.found("""
            const realm = made('sum');
            const bytes = new Uint8Array(5_000_000).fill(1);
            show(await realm.call('sum', bytes));
            show(bytes.length);
            show(await realm.call('sum', transfer(bytes, [bytes.buffer])));
            show(bytes.length);
            const back = await realm.call('make', 3);
            show([...back]);
            await realm.terminate();
        """, sum="""
            import {transfer} from 'rt:realm';
            export const sum = (bytes: Uint8Array) => bytes.reduce((a, b) => a + b, 0);
            export function make(size: number) {
              const bytes = new Uint8Array(size).fill(7);
              return transfer(bytes, [bytes.buffer]);
            }
        """)
        self.assertEqual(got, [5000000, 5000000, 5000000, 0, [7, 7, 7]])

    def test_a_writer_waits_for_its_reader_in_the_other_process(self):
        # 1,000 wait when postMessage gives a promise, which is resolved when somebody
        # reads; and a full port holds up no call.
        got = self.found("""
            const realm = made('child');
            let sent = 1;
            let full;
            while (!(full = realm.port.postMessage(sent))) ++sent;
            show(sent);
            show(await realm.call('ready'));
            realm.call('read').catch(() => {});
            await full;
            show(await realm.call('fill'));
            let read = 0;
            for await (const message of realm.port) {
              if (message === 'end') break;
              ++read;
            }
            show(read);
            await realm.terminate();
        """, child="""
            import {port} from 'rt:realm';
            export const ready = () => 'ready';
            export async function read() {
              for await (const message of port!) ;
            }
            export async function fill() {
              let sent = 1;
              let full;
              while (!(full = port!.postMessage(sent))) ++sent;
              void full.then(() => port!.postMessage('end'));
              return sent;
            }
        """)
        self.assertEqual(got, [1000, "ready", 1000, 1000])

    def test_a_pool_may_be_of_processes(self):
        got = self.found("""
            await using pool = new RealmPool({entry: './child.ts', max: 2, kind: 'process'});
            const pids = await Promise.all([pool.call('self'), pool.call('self')]);
            show(new Set([...pids, pid]).size);
        """, child="""
            import {pid} from 'rt:process';
            export const self = () => pid;
        """)
        self.assertEqual(got, [3])

    def test_process_realms_nest(self):
        got = self.found("""
            const realm = made('child');
            const [inner, outer] = await realm.call('both');
            show(new Set([inner, outer, pid]).size);
            await realm.terminate();
        """, child="""
            import {pid} from 'rt:process';
            import {Realm} from 'rt:realm';
            export async function both() {
              using realm = new Realm({entry: './inner.ts', process: true});
              return [await realm.call('self'), pid];
            }
        """, inner="""
            import {pid} from 'rt:process';
            export const self = () => pid;
        """)
        self.assertEqual(got, [3])

    def test_limits_and_flags_hold_in_it(self):
        got = self.found("""
            const realm = made('child');
            show(await realm.call('hasGc'));
            const {reason, error, exitCode} = await (void realm.call('fill').catch(() => {}),
                                                     realm.exited) as any;
            show([reason, exitCode, error.message.includes('ran out of memory')]);
        """, "--max-heap=32", "--v8-flag=--expose-gc", child="""
            export const hasGc = () => typeof (globalThis as any).gc;
            export function fill() {
              const all = [];
              for (;;) all.push(new Array(1000).fill(0));
            }
        """, timeout=120)
        self.assertEqual(got, ["function", ["out-of-memory", 1, True]])

    def test_stands_alone_among_the_kinds(self):
        got = self.found("""
            for (const more of [{thread: true}, {sandbox: {}}]) {
              try {
                made('child', more);
              } catch (error) {
                show(String(error));
              }
            }
        """, child="")
        self.assertIn("TypeError", got[0])
        self.assertIn("`thread`", got[0])
        self.assertIn("`sandbox`", got[1])

    def test_a_sandbox_may_start_none(self):
        got = self.found("""
            const realm = new Realm({entry: './boxed.ts', sandbox: {}});
            show(await realm.call('attempt'));
            await realm.terminate();
        """, boxed="""
            import {Realm} from 'rt:realm';
            export function attempt() {
              try {
                new Realm({entry: './child.ts', process: true});
              } catch (error: any) {
                return error.code;
              }
            }
        """, child="")
        self.assertEqual(got, ["EPERM"])

    def test_what_it_prints_goes_where_its_maker_prints(self):
        result = self.rt("run", "main.ts", files={
            "main.ts": """
                import {Realm} from 'rt:realm';
                await new Realm({entry: './child.ts', process: true}).exited;
            """,
            "child.ts": "console.log('out'); console.error('err');"})
        self.assertOutput(result, stdout="out\n", stderr="err\n")


if __name__ == "__main__":
    unittest.main()
