"""RealmPool: calls spread over realms, which come and go and may fail."""

import unittest

from realm_program import RealmTest

WORKER = """
    import {id, name} from 'rt:realm';
    let release: () => void;
    export const where = () => id;
    export const named = () => name;
    export const hold = () => new Promise<number>((done) => { release = () => done(id); });
    export const letGo = () => release();
    export const wait = async (ms: number) => {
      await new Promise((done) => setTimeout(done, ms));
      return id;
    };
    export const fail = () => { throw new TypeError('mine'); };
    export const crash = () => {
      setTimeout(() => { throw new RangeError('crashed'); });
      return new Promise(() => {});
    };
    export const spin = () => { for (;;) {} };
    export const data = async () => (await import('rt:realm')).data;
"""


class Pool(RealmTest):
    def test_a_call_goes_to_a_realm_that_has_none_and_then_to_the_one_with_the_fewest(self):
        got = self.values("""
            await using pool = new RealmPool({entry: './worker.ts', max: 3, name: 'w'});
            show([pool.size, pool.pending]);
            const first = await pool.call('where');
            // One realm is enough for one call after the other.
            show([await pool.call('where') === first, pool.size]);
            const ids = Array.from({length: 9}, () => pool.call('wait', 50));
            show([pool.size, pool.pending]);
            const counts = new Map<number, number>();
            for (const id of await Promise.all(ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
            show([...counts.values()]);
            show([pool.size, pool.pending]);
            show(await pool.call('named'));
        """, worker=WORKER)
        self.assertEqual(got, [[0, 0], [True, 1], [3, 9], [3, 3, 3], [3, 0], "w 1"])

    def test_it_starts_with_min_realms_each_with_its_data(self):
        got = self.values("""
            await using pool = new RealmPool(
                {entry: './worker.ts', min: 2, max: 2, data: {n: 1}, kind: 'thread'});
            show(pool.size);
            show(await Promise.all([pool.call('data'), pool.call('data')]));
        """, worker=WORKER)
        self.assertEqual(got, [2, [{"n": 1}, {"n": 1}]])

    def test_an_idle_pool_does_not_keep_the_program_from_ending(self):
        got = self.values("""
            const pool = new RealmPool({entry: './worker.ts', min: 2, max: 4});
            show(typeof await pool.call('where'));
        """, worker=WORKER)
        self.assertEqual(got, ["number"])

    def test_errors_are_those_of_the_calls(self):
        got = self.values("""
            await using pool = new RealmPool({entry: './worker.ts', max: 1});
            const error = await caught(pool.call('fail'));
            show([error.name, error.message]);
            show((await caught(pool.call('nothing'))).name);
            show((await caught(pool.call('where', () => {}))).name);
            show([typeof await pool.call('where'), pool.size]);
        """, worker=WORKER)
        self.assertEqual(got, [["TypeError", "mine"], "TypeError", "DataCloneError", ["number", 1]])

    def test_a_realm_that_dies_is_replaced_and_its_calls_say_why(self):
        got = self.values("""
            await using pool = new RealmPool({entry: './worker.ts', min: 2, max: 2});
            const fine = pool.call('wait', 200);
            const lost = [pool.call('crash')];
            const errors = await Promise.all(lost.map(caught));
            show(errors.map((error) => [error.code, error.cause.name, error.cause.message]));
            show(typeof await fine);
            show(pool.size);
            // It never gives up for what calls do.
            for (let i = 0; i < 6; ++i) {
              show((await caught(pool.call('crash'))).cause.message);
              show(typeof await pool.call('where'));
            }
        """, worker=WORKER)
        self.assertEqual(got[:3], [[["ERR_REALM_ENDED", "RangeError", "crashed"]], "number", 2])
        self.assertEqual(got[3:], ["crashed", "number"] * 6)

    def test_an_entry_that_fails_at_once_does_not_start_for_ever(self):
        self.write("broken.ts", "")
        got = self.values("""
            import {writeFileSync} from './count.ts';
            const pool = new RealmPool({entry: './broken.ts', min: 2, max: 2, data: cells});
            while (pool.size > 0) await sleep(10);
            const started = cells[0];
            show(started);
            const error = await caught(pool.call('f'));
            show([error.code, error.cause.message]);
            await sleep(100);
            show(cells[0] === started);
            await sleep(1000);
            // It tries again.
            const again = await caught(pool.call('f'));
            show([again.code, again.cause.message, cells[0] > started]);
            await pool.close();
        """.replace("import {writeFileSync} from './count.ts';",
                    "const cells = new Int32Array(new SharedArrayBuffer(4));"),
            broken="""
            import {data} from 'rt:realm';
            Atomics.add(data, 0, 1);
            throw new Error('broken');
            export const f = () => 1;
        """)
        self.assertGreaterEqual(got[0], 3)
        self.assertLessEqual(got[0], 4)
        self.assertEqual(got[1:], [["ERR_POOL_FAILED", "broken"], True,
                                   ["ERR_REALM_ENDED", "broken", True]])

    def test_close_waits_for_the_calls_and_terminate_does_not(self):
        got = self.values("""
            const closed = new RealmPool({entry: './worker.ts', max: 2});
            const slow = closed.call('wait', 100);
            const closing = closed.close();
            show((await caught(closed.call('where'))).code);
            show(typeof await slow);
            await closing;
            show([closed.size, closed.pending]);

            const ended = new RealmPool({entry: './worker.ts', max: 2});
            await ended.call('where');
            const lost = [ended.call('spin'), ended.call('wait', 1e6)].map(caught);
            await sleep(20);
            await ended.terminate();
            show((await Promise.all(lost)).map((error) => [error.code, error.reason]));
            show((await caught(ended.call('where'))).code);
            show([ended.size, ended.pending]);

            let seen;
            {
              using pool = new RealmPool({entry: './worker.ts', max: 1});
              seen = caught(pool.call('spin'));
            }
            show((await seen).reason);
        """, worker=WORKER)
        self.assertEqual(got, [
            "ERR_POOL_CLOSED", "number", [0, 0],
            [["ERR_REALM_ENDED", "terminated"]] * 2, "ERR_POOL_CLOSED", [0, 0], "terminated"])

    def test_options_that_cannot_be_are_refused(self):
        got = self.values("""
            const entry = './worker.ts';
            for (const options of [undefined, {max: 1}, {entry}, {entry, max: 0}, {entry, max: 1.5},
                                   {entry, max: 2, min: 3}, {entry, max: 1, kind: 'fibre'},
                                   {entry, max: 1, kind: 'sandbox'},
                                   {entry, max: 1, kind: 'pooled', sandbox: {}},
                                   {entry, max: 1, sandbox: {raed: []}},
                                   {entry, max: 1, min: 1, data: () => {}}]) {
              try { new RealmPool(options as never); show('?'); } catch (error) { show(error.name); }
            }
        """)
        self.assertEqual(got, ["TypeError"] * 5 + ["RangeError"] + ["TypeError"] * 4 + ["DataCloneError"])


if __name__ == "__main__":
    unittest.main()
