"""realm.memoryUsage() and cpuUsage(), and backpressure of a realm's port."""

import unittest

from realm_program import RealmTest

SERIAL = True


class Usage(RealmTest):
    def test_memory_is_that_of_the_realm(self):
        got = self.values("""
            const realm = start('child');
            const before = await realm.memoryUsage();
            await realm.call('grow');
            const after = await realm.memoryUsage();
            show(Object.keys(after));
            show([after.heapUsed - before.heapUsed, after.arrayBuffers - before.arrayBuffers,
                  after.external - before.external, after.heapTotal >= after.heapUsed]);
        """, child="""
            const kept: unknown[] = [];
            export function grow() {
              kept.push(new Array(2 << 20).fill(0.5), new ArrayBuffer(32 << 20));
            }
        """)
        self.assertEqual(got[0], ["heapUsed", "heapTotal", "external", "arrayBuffers"])
        heap, buffers, external, fits = got[1]
        # Two million doubles of 8 bytes, or pointers to one.
        self.assertGreater(heap, 15 << 20)
        self.assertLess(heap, 64 << 20)
        self.assertGreaterEqual(buffers, 32 << 20)
        self.assertLess(buffers, 48 << 20)
        self.assertGreaterEqual(external, 32 << 20)
        self.assertTrue(fits)

    def test_cpu_is_that_of_the_realm_also_while_it_runs_without_a_pause(self):
        got = self.values("""
            const spins = start('spin');
            const sleeps = start('wait');
            await sleeps.call('ready');
            let first = await spins.cpuUsage();
            while (first.user + first.system < 100e3) first = await spins.cpuUsage();
            const quiet = await sleeps.cpuUsage();
            let more = {user: 0, system: 0};
            while (more.user + more.system < 300e3) more = await spins.cpuUsage(first);
            show((await spins.memoryUsage()).heapUsed > 0);
            const {user, system} = await sleeps.cpuUsage(quiet);
            show(user + system);
            spins.terminate();
        """, spin="for (;;) {}", wait="export const ready = () => true;")
        self.assertTrue(got[0])
        self.assertLess(got[1], 30000)

    def test_a_realm_that_sleeps_in_atomics_wait_answers(self):
        got = self.values("""
            const realm = start('child');
            show((await realm.memoryUsage()).heapUsed > 0);
            await sleep(100);
            show((await realm.cpuUsage()).user >= 0);
            realm.terminate();
        """, child="Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);")
        self.assertEqual(got, [True, True])

    def test_a_realm_that_ended_rejects(self):
        got = self.values("""
            const realm = start('child');
            const early = caught(realm.memoryUsage());
            realm.terminate();
            show(['ERR_REALM_ENDED', undefined].includes((await early.catch(() => ({})))?.code));
            await realm.exited;
            for (const ask of [() => realm.memoryUsage(), () => realm.cpuUsage()]) {
              const {code, reason, message} = await caught(ask());
              show([code, reason, message.includes('child.ts')]);
            }
        """, child="for (;;) {}")
        self.assertEqual(got, [True] + [["ERR_REALM_ENDED", "terminated", True]] * 2)


class Backpressure(RealmTest):
    def test_post_message_returns_a_promise_when_a_thousand_wait(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            const results = Array.from({length: 1200}, (_, i) => port1.postMessage(i));
            show([results.findIndex((result) => result !== undefined),
                  results[999] instanceof Promise, new Set(results.slice(999)).size]);
            let resolved = false;
            results[999]!.then(() => { resolved = true; });
            let read = 0;
            for await (const value of port2) {
              // Tasks have their turn between two reads of 10.
              if (++read % 10 === 0) await sleep(0);
              if (resolved) break;
            }
            show([read >= 700, read <= 720]);
            show(port1.postMessage('more') === undefined);
        """)
        self.assertEqual(got, [[999, True, 1], [True, True], True])

    def test_a_writer_that_awaits_does_not_outrun_its_reader(self):
        got = self.values("""
            const realm = start('child');
            let most = 0;
            let count = 0;
            for await (const written of realm.port) {
              most = Math.max(most, written - count);
              ++count;
            }
            show([count, most >= 500, most <= 1000]);
        """, child="""
            import {port} from 'rt:realm';
            for (let i = 0; i < 20000; ++i) await port!.postMessage(i);
        """)
        # What the writer says it had written can be no more than 1,000 ahead.
        self.assertEqual(got[0][0], 20000)

    def test_a_writer_waits_for_a_reader_that_comes_late(self):
        got = self.values("""
            const realm = start('child', {data: new Int32Array(new SharedArrayBuffer(4))});
            await sleep(300);
            let count = 0;
            for await (const value of realm.port) ++count;
            show([count, (await realm.exited).reason]);
        """, child="""
            import {port} from 'rt:realm';
            for (let i = 0; i < 3000; ++i) await port!.postMessage(i);
        """)
        self.assertEqual(got, [[3000, "completed"]])

    def test_it_ends_when_the_other_end_is_closed(self):
        got = self.values("""
            const realm = start('child');
            for await (const value of realm.port) if (value === 5) break;
            await sleep(50);
            realm.port.close();
            show((await realm.exited).reason);
            const {port1, port2} = new MessageChannel();
            let room;
            for (let i = 0; i < 1000; ++i) room = port1.postMessage(i);
            port1.close();
            show(await room === undefined);
        """, child="""
            import {port} from 'rt:realm';
            for (let i = 0; i < 3000; ++i) await port!.postMessage(i);
        """)
        self.assertEqual(got, ["completed", True])

    def test_who_does_not_care_is_not_held(self):
        got = self.values("""
            const realm = start('child');
            show((await realm.exited).reason);
        """, child="""
            import {port} from 'rt:realm';
            for (let i = 0; i < 5000; ++i) port!.postMessage(i);
        """)
        self.assertEqual(got, ["completed"])


class Paths(RealmTest):
    def test_a_data_clone_error_says_where(self):
        got = self.values("""
            class Shape { deep = [1, Symbol('s')]; }
            const cases: unknown[] = [
              {options: {handler() {}}},
              [[new Map([['k', new WeakMap()]])]],
              {'a b': new Set([1, Promise.resolve()])},
              new Shape(),
              () => 1,
              {fine: new Date(), get loud() { throw 1; }, proxy: new Proxy({}, {})},
              {cyclic: null as unknown, weak: new WeakRef({})},
            ];
            (cases[6] as any).cyclic = cases[6];
            delete (cases[5] as any).loud;
            for (const value of cases) {
              try { structuredClone(value); show('?'); } catch (error) { show(error.message); }
            }
            const realm = start('child');
            show((await caught(realm.call('f', 1, {on: () => {}}))).message);
            show((await caught(realm.call('f'))).message);
        """, child="export const f = () => ({deep: [function handler() {}]});")
        self.assertEqual(got, [
            "#<Function> 'handler' at .options.handler could not be cloned.",
            "#<WeakMap> at [0][0].values()[0] could not be cloned.",
            "#<Promise> at [\"a b\"].values()[1] could not be cloned.",
            "Symbol(s) at .deep[1] could not be cloned.",
            "#<Function> could not be cloned.",
            "#<Object> at .proxy could not be cloned.",
            "#<WeakRef> at .weak could not be cloned.",
            "#<Function> 'on' at args[1].on could not be cloned.",
            "#<Function> 'handler' at the result of 'f'.deep[0] could not be cloned.",
        ])


if __name__ == "__main__":
    unittest.main()
