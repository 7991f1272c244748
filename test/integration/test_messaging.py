"""structuredClone, MessagePort and MessageChannel, and messages between realms."""

import json
import unittest

from rt_run import RtTest

# A module whose one export, f, returns 42.
WASM = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0,
        7, 5, 1, 1, 102, 0, 0, 10, 6, 1, 4, 0, 65, 42, 11]


class MessagingTest(RtTest):
    def values(self, main: str, timeout: float = 60, **entries: str):
        """What main.js printed by console.log(JSON.stringify(value)), a line each."""
        files = {f"{name}.js": text for name, text in entries.items()}
        result = self.rt("run", "main.js", files={"main.js": main, **files},
                         timeout=timeout)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]


class Clone(MessagingTest):
    def test_what_structured_clone_keeps(self):
        got = self.values("""
            const value = {
              date: new Date(1234), regexp: /a+b/gi, map: new Map([[{a: 1}, [2n ** 70n]]]),
              set: new Set(['x']), hole: [1, , 3], bytes: new Uint16Array([1, 65535]),
              view: new DataView(new ArrayBuffer(4), 1, 2), boxed: new String('s'),
              undef: undefined, nan: NaN, zero: -0, error: new RangeError('r', {cause: 'c'}),
              dom: new DOMException('why', 'AbortError'),
            };
            value.self = value;
            const copy = structuredClone(value);
            const checks = {
              self: copy.self === copy && copy !== value,
              date: copy.date instanceof Date && copy.date.getTime() === 1234,
              regexp: String(copy.regexp) === '/a+b/gi',
              map: [...copy.map][0][0].a === 1 && [...copy.map][0][1][0] === 2n ** 70n,
              set: copy.set.has('x'),
              hole: !(1 in copy.hole) && copy.hole.length === 3,
              bytes: copy.bytes instanceof Uint16Array && copy.bytes[1] === 65535,
              view: copy.view.byteLength === 2 && copy.view.buffer.byteLength === 4,
              boxed: typeof copy.boxed === 'object' && copy.boxed.valueOf() === 's',
              undef: 'undef' in copy,
              nan: Number.isNaN(copy.nan),
              zero: Object.is(copy.zero, -0),
              error: copy.error instanceof RangeError && copy.error.message === 'r' &&
                  copy.error.cause === 'c' && copy.error.stack === value.error.stack,
              dom: copy.dom instanceof DOMException && copy.dom.name === 'AbortError' &&
                  copy.dom.message === 'why' && copy.dom.code === 20 &&
                  copy.dom.stack === value.dom.stack && copy.dom !== value.dom,
            };
            console.log(JSON.stringify(Object.keys(checks).filter((key) => !checks[key])));
        """)
        self.assertEqual(got, [[]])

    def test_what_cannot_be_cloned_is_named(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            const used = new ArrayBuffer(8);
            structuredClone(used, {transfer: [used]});
            port2.close();
            const memory = new WebAssembly.Memory({initial: 1});
            const buffer = new ArrayBuffer(8);
            const attempts = {
              'named': () => structuredClone({a: [function named() {}]}),
              'Symbol(s)': () => structuredClone([Symbol('s')]),
              'Promise': () => structuredClone(Promise.resolve()),
              'WeakMap': () => structuredClone(new WeakMap()),
              'MessagePort': () => structuredClone({port1}),
              'index 1': () => structuredClone(1, {transfer: [buffer, buffer]}),
              'index 0': () => structuredClone(1, {transfer: [{}]}),
              'detached': () => structuredClone(1, {transfer: [used]}),
              'closed': () => structuredClone(1, {transfer: [port2]}),
              'of its own': () => port1.postMessage(1, [port1]),
              'WebAssembly': () => structuredClone(1, {transfer: [memory.buffer]}),
            };
            for (const [part, attempt] of Object.entries(attempts)) {
              try {
                attempt();
                console.log(JSON.stringify(part));
              } catch (error) {
                if (!(error instanceof DOMException) || error.name !== 'DataCloneError' ||
                    error.code !== 25 || !error.message.includes(part)) {
                  console.log(JSON.stringify([part, String(error)]));
                }
              }
            }
            console.log(JSON.stringify(buffer.byteLength));
        """)
        self.assertEqual(got, [8])

    def test_a_long_function_is_named_in_short(self):
        got = self.values("""
            try {
              structuredClone(new Function('x'.repeat(10000)));
            } catch (error) {
              console.log(JSON.stringify(error.message.length));
            }
        """)
        self.assertLess(got[0], 200)

    def test_what_a_getter_throws_is_thrown_and_nothing_is_transferred(self):
        got = self.values("""
            const buffer = new ArrayBuffer(8);
            try {
              structuredClone({get x() { throw new Error('mine'); }}, {transfer: [buffer]});
            } catch (error) {
              console.log(JSON.stringify([error.message, buffer.byteLength]));
            }
            const late = {get x() { structuredClone(buffer, {transfer: [buffer]}); }};
            try {
              structuredClone(late, {transfer: [buffer]});
            } catch (error) {
              console.log(JSON.stringify(error.name));
            }
        """)
        self.assertEqual(got, [["mine", 8], "DataCloneError"])

    def test_transfer_moves_bytes_and_views(self):
        got = self.values("""
            const view = new Uint8Array([1, 2, 3]).subarray(1);
            const copy = structuredClone({view}, {transfer: [view.buffer]}).view;
            const grows = new ArrayBuffer(2, {maxByteLength: 8});
            const moved = structuredClone(grows, {transfer: [grows]});
            moved.resize(4);
            console.log(JSON.stringify([[...copy], copy.byteOffset, view.byteLength,
                                        moved.byteLength, grows.detached]));
        """)
        self.assertEqual(got, [[[2, 3], 1, 0, 4, True]])


class Ports(MessagingTest):
    def test_messages_wait_for_start_and_keep_their_order(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            for (let i = 0; i < 300; ++i) port1.postMessage(i);
            const seen = [];
            port2.addEventListener('message', ({data}) => {
              seen.push(data);
              if (data === 300) {
                console.log(JSON.stringify(seen.every((value, i) => value === i)));
                port2.close();
              }
            });
            setTimeout(() => {
              console.log(JSON.stringify(seen.length));
              port2.start();
              port1.postMessage(300);
            }, 20);
        """)
        self.assertEqual(got, [0, True])

    def test_microtasks_run_between_two_messages(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            const seen = [];
            port2.onmessage = ({data}) => {
              seen.push(data);
              queueMicrotask(() => seen.push(-data));
              if (data === 2) {
                setTimeout(() => console.log(JSON.stringify(seen)));
                port2.close();
              }
            };
            port1.postMessage(1);
            port1.postMessage(2);
        """)
        self.assertEqual(got, [[1, -1, 2, -2]])

    def test_a_port_moves_with_what_waits_for_it(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const {port1, port2} = new MessageChannel();
            port1.postMessage('first');
            const moved = structuredClone({port2}, {transfer: [port2]}).port2;
            port1.postMessage('second');
            const realm = new Realm({entry: './child.js', thread: true,
                                     data: {moved}, transfer: [moved]});
            port1.postMessage('third');
            port1.onmessage = ({data}) => console.log(JSON.stringify(data));
            port1.onclose = () => console.log(JSON.stringify('closed'));
        """, child="""
            import {data} from 'rt:realm';
            const seen = [];
            data.moved.onmessage = (event) => {
              seen.push(event.data);
              if (seen.length === 3) {
                data.moved.postMessage(seen);
                data.moved.close();
              }
            };
        """)
        self.assertEqual(got, [["first", "second", "third"], "closed"])

    def test_ports_of_a_message_are_the_events_too(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            const other = new MessageChannel();
            port2.onmessage = ({data, ports, isTrusted}) => {
              console.log(JSON.stringify([ports.length, ports[0] === data.port, isTrusted,
                                          ports[0] instanceof MessagePort]));
              ports[0].postMessage('through');
              port2.close();
            };
            other.port2.onmessage = ({data}) => {
              console.log(JSON.stringify(data));
              other.port2.close();
            };
            port1.postMessage({port: other.port1}, {transfer: [other.port1]});
        """)
        self.assertEqual(got, [[1, True, True, True], "through"])

    def test_a_port_sent_through_itself_is_lost(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            port1.onclose = () => console.log(JSON.stringify('closed'));
            port1.onmessage = () => {};
            port1.postMessage('x', [port2]);
        """)
        self.assertEqual(got, ["closed"])

    def test_unref_and_close_let_the_realm_end(self):
        got = self.values("""
            for (const end of ['close', 'unref']) {
              const {port1} = globalThis[end] = new MessageChannel();
              port1.onmessage = () => {};
              port1[end]();
            }
            console.log(JSON.stringify('end'));
        """)
        self.assertEqual(got, ["end"])

    def test_a_port_whose_other_end_is_garbage_is_closed(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            realm.port.onmessage = ({ports: [port]}) => {
              port.onmessage = () => {};
              port.onclose = () => { console.log(JSON.stringify('closed')); realm.terminate(); };
            };
        """, child="""
            import {port} from 'rt:realm';
            (() => {
              const {port1, port2} = new MessageChannel();
              port.postMessage(null, [port2]);
            })();
            let garbage = [];
            setInterval(() => { garbage = Array.from({length: 1e5}, () => ({})); }, 1);
        """)
        self.assertEqual(got, ["closed"])

    def test_pairs_that_nobody_refers_to_do_not_hold_the_realm(self):
        got = self.values("""
            let got = 0;
            (() => {
              for (let i = 0; i < 100; ++i) {
                const {port1, port2} = new MessageChannel();
                port1.onmessage = () => { got++; };
                port2.onmessage = () => {};
                port2.postMessage(1);
              }
            })();
            // Garbage for as long as the ports, and nothing else, hold the realm.
            let rounds = 0;
            const timer = setInterval(() => {
              globalThis.garbage = Array.from({length: 1e5}, () => ({}));
              if (++rounds === 200) {
                clearInterval(timer);
                console.log(JSON.stringify(got));
              }
            }, 1);
        """)
        self.assertEqual(got, [100])

    def test_iteration_reads_one_message_at_a_time_and_leaves_the_rest(self):
        got = self.values("""
            const {port1, port2} = new MessageChannel();
            for (const value of ['a', 'b', 'c', 'd']) port1.postMessage(value);
            for await (const value of port2) {
              console.log(JSON.stringify(value));
              if (value === 'b') break;
            }
            setTimeout(() => port1.postMessage('e'), 5);
            setTimeout(() => port1.close(), 10);
            for await (const value of port2) console.log(JSON.stringify(value));
            for await (const value of port2) console.log('never');
        """)
        self.assertEqual(got, ["a", "b", "c", "d", "e"])


class BetweenRealms(MessagingTest):
    def test_shared_memory_is_shared(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const cells = new Int32Array(new SharedArrayBuffer(8));
            const realm = new Realm({entry: './child.js', data: cells, thread: true});
            Atomics.wait(cells, 0, 0);
            console.log(JSON.stringify([...cells]));
            await realm.exited;
        """, child="""
            import {data} from 'rt:realm';
            data[1] = 5;
            Atomics.store(data, 0, 7);
            Atomics.notify(data, 0);
        """)
        self.assertEqual(got, [[7, 5]])

    def test_who_waits_for_room_is_told_when_the_other_realm_ends(self):
        # Each of the realms ends while this one reads what it has sent last.
        got = self.values("""
            import {Realm} from 'rt:realm';
            let told = 0;
            for (let i = 0; i < 60; ++i) {
              // It goes on when all are posted: to one that has ended, none would wait.
              const posted = new Int32Array(new SharedArrayBuffer(4));
              const realm = new Realm({entry: './child.js', data: posted, thread: true});
              let room;
              for (let k = 0; k < 1200; ++k) room = realm.port.postMessage(k);
              Atomics.store(posted, 0, 1);
              Atomics.notify(posted, 0);
              const waited = room.then(() => { ++told; });
              let got = 0;
              for await (const message of realm.port) {
                ++got;
                for (const end = performance.now() + 0.05; performance.now() < end;);
              }
              if (got !== 60) throw new Error(`${got} messages`);
              await realm.exited;
              await waited;
            }
            console.log(told);
        """, child="""
            import {data, port} from 'rt:realm';
            Atomics.wait(data, 0, 0);
            for (let i = 0; i < 60; ++i) port.postMessage(i);
        """)
        self.assertEqual(got, [60])

    def test_a_webassembly_module_runs_in_the_other_realm(self):
        got = self.values(f"""
            import {{Realm}} from 'rt:realm';
            const module = await WebAssembly.compile(new Uint8Array({WASM}));
            const realm = new Realm({{entry: './child.js', data: module, thread: true}});
            for await (const value of realm.port) console.log(JSON.stringify(value));
        """, child="""
            import {data, port} from 'rt:realm';
            const {exports} = await WebAssembly.instantiate(data);
            port.postMessage(exports.f());
        """)
        self.assertEqual(got, [42])

    def test_a_large_buffer_moves_there_and_back(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            let bytes = new Uint8Array(64 << 20);
            bytes[0] = 1;
            realm.port.onmessage = ({data}) => {
              if (data[0] < 100) {
                realm.port.postMessage(data, [data.buffer]);
              } else {
                console.log(JSON.stringify([data[0], data.length, bytes.length]));
                realm.terminate();
              }
            };
            realm.port.postMessage(bytes, [bytes.buffer]);
        """, child="""
            import {port} from 'rt:realm';
            port.onmessage = ({data}) => { ++data[0]; port.postMessage(data, [data.buffer]); };
        """)
        self.assertEqual(got, [[100, 64 << 20, 0]])


if __name__ == "__main__":
    unittest.main()
