"""realm.call(): calls of the exports of a realm's entry, and how long they hold it."""

import unittest

from realm_program import RealmTest


class Calls(RealmTest):
    def test_a_call_gives_what_the_export_returns_or_its_promise_comes_to(self):
        got = self.values("""
            const realm = start('child');
            show(await realm.call('add', 1, 2));
            show(await realm.call('later', {list: [new Date(5)]}));
            show(await realm.call('default', 4));
            show(await realm.call('nothing') === undefined);
            show(await realm.call('count'));
            show(await realm.call('count'));
            show(await realm.call('self'));
            show(await realm.call('rest', undefined, {transfer: []}, null));
        """, child="""
            export const add = (a: number, b: number) => a + b;
            export async function later({list}: any) {
              await new Promise((done) => setTimeout(done, 1));
              return list[0].getTime();
            }
            export default (n: number) => n * n;
            export function nothing() {}
            let calls = 0;
            export const count = () => ++calls;
            export function self(this: unknown) { return this === undefined; }
            export const rest = (...args: unknown[]) => [args.length, args[0] === undefined, args[1]];
        """)
        self.assertEqual(got, [3, 5, 16, True, 1, 2, True, [3, True, {"transfer": []}]])

    def test_calls_wait_for_an_entry_that_is_not_loaded_yet(self):
        got = self.values("""
            const realm = start('child');
            const calls = [1, 2, 3].map((n) => realm.call('twice', n));
            show(await Promise.all(calls));
        """, child="""
            let factor = 0;
            await new Promise((done) => setTimeout(done, 100));
            factor = 2;
            export const twice = (n: number) => factor * n;
        """)
        self.assertEqual(got, [[2, 4, 6]])

    def test_many_calls_are_under_way_at_once_and_come_back_in_any_order(self):
        got = self.values("""
            const realm = start('child');
            const order: number[] = [];
            const calls = [3, 1, 2].map((n) => realm.call('open', n).then((n) => order.push(n)));
            await realm.call('release', [2, 3, 1]);
            await Promise.all(calls);
            show(order);
            const sums = await Promise.all(
                Array.from({length: 5000}, (_, i) => realm.call('twice', i)));
            show(sums.every((sum, i) => sum === 2 * i));
        """, child="""
            const gates = new Map<number, (n: number) => void>();
            export const open = (n: number) => new Promise((done) => gates.set(n, done));
            export async function release(order: number[]) {
              for (const n of order) {
                gates.get(n)!(n);
                await null;
              }
            }
            export const twice = (n: number) => 2 * n;
        """)
        self.assertEqual(got, [[2, 3, 1], True])

    def test_calls_and_messages_do_not_mix(self):
        got = self.values("""
            const realm = start('child');
            const messages: unknown[] = [];
            realm.port.onmessage = ({data}) => messages.push(data);
            for (let i = 0; i < 3; ++i) {
              realm.port.postMessage(i);
              await realm.call('f', i);
            }
            while (messages.length < 3) await new Promise((done) => setTimeout(done, 1));
            show(messages);
            show(await realm.call('seen'));
            await realm.terminate();
        """, child="""
            import {port} from 'rt:realm';
            const messages: unknown[] = [];
            port!.onmessage = ({data}) => { messages.push(data); port!.postMessage([data]); };
            export const f = (n: number) => n;
            export const seen = () => messages;
        """)
        self.assertEqual(got, [[[0], [1], [2]], [0, 1, 2]])

    def test_arguments_and_results_move_where_transfer_says_so(self):
        got = self.values("""
            const realm = start('child');
            const bytes = new Uint8Array([1, 2, 3]);
            const copy = await realm.call('back', bytes, 1);
            show([bytes.length, [...copy]]);
            const moved = await realm.call('back', transfer(bytes, [bytes.buffer]), 2);
            show([bytes.length, [...moved]]);
            show(await realm.call('lengths'));
            // The list counts once.
            show([(await realm.call('back', moved, 3)).length, moved.length]);
            const {port1, port2} = new MessageChannel();
            const port = await realm.call('same', transfer(port1, [port1]));
            port.onmessage = ({data}: any) => { show(data); port.close(); };
            port2.postMessage('through');
            try { transfer('text' as never, []); } catch (error) { show(error.name); }
        """, child="""
            import {transfer} from 'rt:realm';
            const all: Uint8Array[] = [];
            export function back(bytes: Uint8Array, n: number) {
              all.push(bytes);
              bytes[0] = n;
              return n === 2 ? transfer(bytes, [bytes.buffer as ArrayBuffer]) : bytes;
            }
            export const lengths = () => all.map((bytes) => bytes.length);
            export const same = (port: MessagePort) => transfer(port, [port]);
        """)
        self.assertEqual(got, [[3, [1, 2, 3]], [0, [2, 2, 3]], [3, 0], [3, 3], "TypeError",
                               "through"])

    def test_a_thousand_bytes_or_a_million_cross(self):
        got = self.values("""
            const realm = start('child');
            for (const size of [0, 1000, 1e6]) {
              show((await realm.call('same', 'x'.repeat(size))).length);
            }
        """, child="export const same = (text: string) => text;")
        self.assertEqual(got, [0, 1000, 10**6])


class Errors(RealmTest):
    def test_an_error_arrives_with_all_that_it_is(self):
        got = self.values("""
            const realm = start('child');
            const error = await realm.call('fail').catch((error: any) => error);
            show([error instanceof RangeError, error.name, error.message, error.code,
                  error.cause instanceof TypeError, error.cause.message]);
            show(error.stack);
            show(await realm.call('reject').catch((error: any) => [error]));
            const aborted = await realm.call('abort').catch((error: any) => error);
            show([aborted instanceof DOMException, aborted.name, aborted.message]);
            show(await realm.call('getter').catch((error: any) => error.name));
            show(await realm.call('fine'));
        """, child="""\
interface Reason { why: string }
class Wrong extends RangeError {
  override name = 'Wrong';
  code = 'E_WRONG';
}
enum Kind { Deep }
function deep(kind: Kind): never {
  throw new Wrong('too far', {cause: new TypeError('inner')});
}
export const fail = () => deep(Kind.Deep);
export const reject = async () => Promise.reject({why: 'plain'} satisfies Reason);
export function abort() { throw new DOMException('enough', 'AbortError'); }
export function getter() {
  throw Object.defineProperty(new Error(), 'message', {get() { throw 1; }});
}
export const fine = () => 'fine';
""")
        self.assertEqual(got[0], [True, "Wrong", "too far", "E_WRONG", True, "inner"])
        # throw is at line 8, column 9 of child.ts.
        self.assertRegex(got[1], r"at deep \(.*child\.ts:8:9\)")
        self.assertNotIn("rt:builtins", got[1])
        self.assertEqual(got[2:], [[{"why": "plain"}], [True, "AbortError", "enough"],
                                   "Error", "fine"])

    def test_an_export_that_is_not_there_or_no_function_is_named(self):
        got = self.values("""
            for (const [entry, name] of [['child', 'g'], ['child', 'value'],
                                         ['child', 'toString'], ['none', 'g']]) {
              show(await start(entry).call(name).catch(
                  (error: any) => [error.name, error.message]));
            }
        """, child="export const f = () => 1; export const value = 5; export default f;",
            none="await new Promise((done) => setTimeout(done, 20));")
        self.assertEqual([name for name, _ in got], ["TypeError"] * 4)
        self.assertRegex(got[0][1], "'g'.* not exist.*'default', 'f'")
        self.assertRegex(got[1][1], "'value'.* no function.*'default', 'f'")
        self.assertRegex(got[2][1], "'toString'.* not exist")
        self.assertRegex(got[3][1], "'g'.* not exist.*none")

    def test_an_error_that_nobody_caught_shows_where_the_realm_threw_it(self):
        result = self.rt("run", "main.ts", files={"main.ts": """
            import {Realm} from 'rt:realm';
            await new Realm({entry: './child.ts', thread: true}).call('fail');
        """, "child.ts": "export function fail() {\n  throw new Error('there');\n}\n"})
        self.assertCode(result, 1)
        self.assertRegex(result.stderr,
                         r"^Error: there\n    at fail \(file://.*/child\.ts:2:9\)\n")
        self.assertNotIn("rt:builtins", result.stderr)

    def test_what_cannot_be_cloned_rejects_and_the_realm_goes_on(self):
        got = self.values("""
            const realm = start('child');
            for (const call of [() => realm.call('same', () => 1), () => realm.call('gives')]) {
              const error = await call().catch((error: any) => error);
              show([error instanceof DOMException, error.name, error.message]);
            }
            show(await realm.call('same', 1));
        """, child="""
            export const same = (value: unknown) => value;
            export const gives = () => ({deep: [function handler() {}]});
        """)
        self.assertEqual([each[:2] for each in got[:2]], [[True, "DataCloneError"]] * 2)
        self.assertRegex(got[1][2], r"handler.* at the result of 'gives'")
        self.assertEqual(got[2], 1)

    def test_calls_of_an_ended_realm_say_how_it_ended(self):
        got = self.values("""
            const ends: Record<string, (realm: Realm) => void> = {
              throws: () => {}, missing: () => {}, hog: () => {}, empty: () => {},
              later: () => {},
              spins: (realm) => setTimeout(() => realm.terminate(), 20),
              exports: (realm) => realm.terminate(),
            };
            for (const [entry, end] of Object.entries(ends)) {
              const realm = start(entry, {name: `the ${entry}`});
              const calls = [realm.call('f'), realm.call('f')];
              end(realm);
              const errors = await Promise.allSettled(calls);
              errors.push(...await Promise.allSettled([realm.call('f')]));
              for (const {reason} of errors as any[]) {
                show([entry, reason.code ?? reason.name, reason.reason, reason.message,
                      reason.cause?.message]);
              }
            }
        """, "--max-heap=64", throws="throw new Error('at once'); export const f = () => 1;",
            hog="const a: unknown[] = []; for (;;) a.push(new Array(1000).fill(a));",
            empty="", spins="export function f() { for (;;) {} }", exports="export const f = 1;",
            later="export const f = () => setTimeout(() => { throw new TypeError('later'); }, 1)"
                  " && new Promise(() => {});", timeout=120)
        by_entry: dict[str, list] = {}
        for entry, *rest in got:
            by_entry.setdefault(entry, []).append(rest)
        reasons = {"throws": "error", "missing": "error", "hog": "out-of-memory",
                   "later": "error", "spins": "terminated", "exports": "terminated"}
        for entry, reason in reasons.items():
            for code, what, message, _ in by_entry[entry]:
                self.assertEqual((code, what), ("ERR_REALM_ENDED", reason), message)
                self.assertIn(f"(the {entry})", message)
        self.assertEqual([cause for *_, cause in by_entry["throws"]], ["at once"] * 3)
        self.assertEqual([cause for *_, cause in by_entry["later"]], ["later"] * 3)
        self.assertIn("missing.ts", by_entry["missing"][0][3])
        self.assertIn("memory", by_entry["hog"][0][2])
        # An empty entry answers, or has ended.
        for code, *_ in by_entry["empty"]:
            self.assertIn(code, ("TypeError", "ERR_REALM_ENDED"))


class Life(RealmTest):
    SERVER = "export const f = (n: number) => n + 1;"

    def test_a_realm_that_serves_calls_neither_ends_nor_holds_its_maker(self):
        got = self.values("""
            const realm = start('server');
            // Somebody who listens to a realm that serves calls holds nothing either.
            realm.port.onmessage = () => {};
            show(await realm.call('f', 1));
            await new Promise((done) => setTimeout(done, 200));
            show(await realm.call('f', 2));
        """, server=self.SERVER)
        self.assertEqual(got, [2, 3])

    def test_one_that_was_never_called_waits_as_long_as_its_maker_has_things_to_do(self):
        got = self.values("""
            const realm = start('server');
            await new Promise((done) => setTimeout(done, 300));
            show(await realm.call('f', 1));
        """, server=self.SERVER)
        self.assertEqual(got, [2])

    def test_it_completes_when_its_maker_waits_for_nothing_but_its_end(self):
        got = self.values("""
            const realms = [start('server'), start('server')];
            show(await realms[0].call('f', 1));
            const exits = await Promise.all(realms.map((realm) => realm.exited));
            show(exits.map(({reason}) => reason));
            show(await realms[0].call('f', 1).catch((error: any) => error.message));
        """, server=self.SERVER + """
            import {on} from 'rt:process';
            on('exit', (code) => console.log(JSON.stringify(`exit ${code}`)));
        """)
        self.assertEqual(got[0], 2)
        self.assertEqual(sorted(got[1:3]), ["exit 0", "exit 0"])
        self.assertEqual(got[3], ["completed", "completed"])
        self.assertRegex(got[4], r"server\.ts\) had nothing left to do")

    def test_work_that_a_call_left_behind_is_done_before_the_end(self):
        got = self.values("""
            const realm = start('server');
            realm.port.onmessage = ({data}) => show(data);
            show(await realm.call('begin'));
        """, server="""
            import {port} from 'rt:realm';
            export function begin() {
              setTimeout(() => port!.postMessage('done'), 200);
              return 'begun';
            }
        """)
        self.assertEqual(got, ["begun", "done"])

    def test_a_call_holds_its_caller_also_where_the_realm_is_unrefd(self):
        got = self.values("""
            const realm = start('server').unref();
            realm.call('slow').then(show);
        """, server="""
            export const slow = () => new Promise((done) => setTimeout(() => done('slow'), 200));
        """)
        self.assertEqual(got, ["slow"])

    def test_an_unrefd_realm_that_serves_ends_with_its_maker(self):
        got = self.values("""
            const realm = start('server').unref();
            show(await realm.call('f', 1));
        """, server="setInterval(() => {}, 1); " + self.SERVER)
        self.assertEqual(got, [2])

    def test_a_call_that_can_never_be_answered_is_rejected(self):
        got = self.values("""
            const realm = start('server');
            const never = realm.call('wait');
            // A later call may release it.
            await new Promise((done) => setTimeout(done, 100));
            show(await realm.call('release') ?? await never);
            show(await realm.call('wait').catch((error: any) => [error.code, error.reason]));
        """, server="""
            let release: (value: unknown) => void;
            export const wait = () => new Promise((done) => { release = done; });
            const go = () => release('released');
            export {go as release};
        """)
        self.assertEqual(got, ["released", ["ERR_REALM_ENDED", "completed"]])

    def test_realms_that_serve_each_other_end_from_the_leaves_up(self):
        got = self.values("""
            const realm = start('node', {data: 5});
            show(await realm.call('depth'));
            show((await realm.exited).reason);
        """, node="""
            import {Realm, data} from 'rt:realm';
            const realm = data > 0 &&
                new Realm({entry: './node.ts', data: data - 1, thread: true});
            export const depth = async (): Promise<number> =>
                realm ? 1 + await realm.call('depth') : 0;
        """)
        self.assertEqual(got, [5, "completed"])

    def test_an_idle_realm_uses_no_cpu(self):
        got = self.values("""
            import {cpuUsage} from 'rt:process';
            const realm = start('server');
            const other = start('busy');
            await realm.call('f', 1);
            const before = cpuUsage();
            await other.call('wait', 1000);
            const {user, system} = cpuUsage(before);
            show((user + system) / 1e6);
        """, server=self.SERVER,
            busy="export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));")
        self.assertLess(got[0], 0.5)

    def test_using_ends_it(self):
        got = self.values("""
            {
              await using realm = start('server');
              show(await realm.call('f', 1));
            }
            show('after');
        """, server=self.SERVER)
        self.assertEqual(got, [2, "after"])


if __name__ == "__main__":
    unittest.main()
