"""BroadcastChannel, and shared memory on every way between the realms of a process."""

import unittest

from realm_program import RealmTest


class Broadcast(RealmTest):
    def test_all_others_of_the_name_hear_it_in_every_realm(self):
        got = self.values("""
            const [a, b, other] = ['news', 'news', 'sport'].map((name) => new BroadcastChannel(name));
            const heard: unknown[] = [];
            for (const [name, channel] of Object.entries({a, b, other})) {
              channel.onmessage = ({data, target}) => heard.push([name, data, target === channel]);
            }
            const realms = [start('child'), start('child')];
            for (const realm of realms) await realm.call('ready');
            a.postMessage({n: 1});
            // Each realm's answer is a broadcast, too.
            while (heard.length < 5) await sleep(1);
            show(heard.filter(([name]: any) => name === 'a').length);
            show(heard.filter(([name]: any) => name === 'b').map(([, data, self]: any) => [data, self])
                .sort((x, y) => JSON.stringify(x) < JSON.stringify(y) ? -1 : 1));
            show(await Promise.all(realms.map((realm) => realm.call('heard'))));
            for (const channel of [a, b, other]) channel.close();
            for (const realm of realms) realm.terminate();
        """, child="""
            import {id} from 'rt:realm';
            const channel = new BroadcastChannel('news');
            let count = 0;
            channel.onmessage = ({data}) => {
              ++count;
              if (data.n === 1) channel.postMessage({n: 2});
            };
            export const ready = () => id;
            export const heard = async () => {
              while (count < 2) await new Promise((done) => setTimeout(done, 1));
              return count;
            };
        """)
        self.assertEqual(got, [2, [[{"n": 1}, True], [{"n": 2}, True], [{"n": 2}, True]], [2, 2]])

    def test_order_and_name(self):
        got = self.values("""
            const from = new BroadcastChannel(5 as never);
            const to = new BroadcastChannel('5');
            show([from.name, String(to), from instanceof EventTarget]);
            const got: number[] = [];
            to.onmessage = ({data}) => {
              got.push(data);
              if (data === 999) { show(got.every((n, i) => n === i)); to.close(); }
            };
            for (let i = 0; i < 1000; ++i) from.postMessage(i);
        """)
        self.assertEqual(got, [["5", "[object BroadcastChannel]", True], True])

    def test_a_closed_channel_throws_and_hears_nothing(self):
        got = self.values("""
            const one = new BroadcastChannel('x');
            const two = new BroadcastChannel('x');
            two.onmessage = () => show('heard');
            one.postMessage(1);
            two.close();
            try { two.postMessage(2); } catch (error) {
              show([error instanceof DOMException, error.name]);
            }
            two.close();
            try { one.postMessage(() => {}); } catch (error) { show(error.name); }
            try { one.postMessage(new MessageChannel().port1); } catch (error) { show(error.name); }
            try { new (BroadcastChannel as any)(); } catch (error) { show(error.name); }
            try { (one as any).postMessage(); } catch (error) { show(error.name); }
            await sleep(20);
        """)
        self.assertEqual(got, [[True, "InvalidStateError"], "DataCloneError", "DataCloneError",
                               "TypeError", "TypeError"])

    def test_only_a_channel_that_listens_holds_its_realm(self):
        got = self.values("""
            new BroadcastChannel('idle');
            const unrefd = new BroadcastChannel('x').unref();
            unrefd.onmessage = () => {};
            const realm = start('child');
            show((await realm.exited).reason);
        """, child="new BroadcastChannel('x').postMessage('nobody has to hear this');")
        self.assertEqual(got, ["completed"])

    def test_values_of_every_kind_arrive(self):
        got = self.values("""
            const to = new BroadcastChannel('x');
            to.onmessage = ({data}) => {
              show([data.map.get('k'), data.error instanceof DOMException, data.error.name,
                    data.bytes.length, bytes.length]);
              to.close();
            };
            const bytes = new Uint8Array(3);
            new BroadcastChannel('x').postMessage({
              map: new Map([['k', 1n]].map(([k, v]) => [k, String(v)] as const)),
              error: new DOMException('m', 'AbortError'), bytes});
        """)
        self.assertEqual(got, [["1", True, "AbortError", 3, 3]])

    def test_channels_of_ended_realms_are_forgotten(self):
        got = self.values("""
            const channel = new BroadcastChannel('x');
            for (let i = 0; i < 50; ++i) await start('child').terminate();
            const last = start('child');
            await last.call('ready');
            channel.postMessage('x'.repeat(1000));
            show(await last.call('got'));
            await last.terminate();
        """, child="""
            const heard = Promise.withResolvers<number>();
            new BroadcastChannel('x').onmessage = ({data}) => heard.resolve(data.length);
            export const ready = () => true;
            export const got = () => heard.promise;
        """)
        self.assertEqual(got, [1000])


class Shared(RealmTest):
    def test_shared_memory_crosses_on_every_way(self):
        got = self.values("""
            const cells = () => new Int32Array(new SharedArrayBuffer(8));
            const [byData, byPost, byCall, byCast] = [cells(), cells(), cells(), cells()];
            const channel = new BroadcastChannel('cells');
            const realm = start('child', {data: byData});
            await realm.call('ready');
            realm.port.postMessage(byPost);
            channel.postMessage(byCast);
            for (const each of [byData, byPost, byCast]) {
              show([Atomics.wait(each, 0, 0, 10000) !== 'timed-out', each[0]]);
            }
            const back = await realm.call('mark', byCall);
            show([byCall[0], back.buffer instanceof SharedArrayBuffer]);
            back[1] = 9;
            show(byCall[1]);
            await realm.terminate();
        """, child="""
            import {data, port} from 'rt:realm';
            export const mark = (cells: Int32Array) => {
              Atomics.store(cells, 0, 7);
              Atomics.notify(cells, 0);
              return cells;
            };
            export const ready = () => true;
            mark(data);
            port!.onmessage = ({data}) => mark(data);
            new BroadcastChannel('cells').onmessage = ({data}) => mark(data);
        """)
        self.assertEqual(got, [[True, 7]] * 3 + [[7, True], 9])

    def test_wait_and_wait_async_are_woken_by_another_realm(self):
        got = self.values("""
            const cells = new Int32Array(new SharedArrayBuffer(8));
            const realm = start('child', {data: cells});
            const waits = [realm.call('waitAsync'), realm.call('count')];
            show(await waits[1]);
            Atomics.notify(cells, 1);
            show(await waits[0]);
            const blocked = realm.call('wait');
            while (Atomics.notify(cells, 0) === 0) await sleep(1);
            show(await blocked);
        """, child="""
            import {data} from 'rt:realm';
            export const waitAsync = async () => (await Atomics.waitAsync(data, 1, 0).value);
            export const count = () => 1;
            export const wait = () => Atomics.wait(data, 0, 0);
        """)
        self.assertEqual(got, [1, "ok", "ok"])


if __name__ == "__main__":
    unittest.main()
