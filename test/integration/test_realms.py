"""rt:realm and Worker: how realms start, nest, fail and end."""

import json
import os
import subprocess
import unittest

from rt_run import RtTest, rt_path

SPIN = "for (;;) {}"


class RealmTest(RtTest):
    def run_realms(self, main: str, *flags: str, timeout: float = 60, **entries: str):
        """Runs main.js beside entries: `worker="..."` is ./worker.js."""
        files = {f"{name}.js": text for name, text in entries.items()}
        return self.rt("run", *flags, "main.js", files={"main.js": main, **files},
                       timeout=timeout)

    def values(self, main: str, *flags: str, timeout: float = 60, **entries: str):
        """What main.js printed by console.log(JSON.stringify(value)), a line each."""
        result = self.run_realms(main, *flags, timeout=timeout, **entries)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]


class Life(RealmTest):
    def test_a_realm_knows_what_it_was_made_with(self):
        got = self.values("""
            import {Realm, data, id, kind, name, port} from 'rt:realm';
            console.log(JSON.stringify([id, kind, port, data === undefined, name]));
            const realm = new Realm({entry: './child.js', name: 'a child',
                                     data: {list: [1, 2]}, thread: true});
            console.log(JSON.stringify([realm.id > 0, realm.name, realm.kind,
                                        realm.entry === import.meta.resolve('./child.js')]));
            for await (const message of realm.port) console.log(JSON.stringify(message));
            console.log(JSON.stringify(await realm.exited));
        """, child="""
            import {data, id, kind, name, port} from 'rt:realm';
            port.postMessage([data, id > 0, kind, name]);
        """)
        self.assertEqual(got[0][:4], [0, "main", None, True])
        self.assertEqual(got[1:], [
            [True, "a child", "thread", True],
            [{"list": [1, 2]}, True, "thread", "a child"],
            {"reason": "completed"},
        ])

    def test_a_relative_entry_is_relative_to_the_module_that_makes_the_realm(self):
        self.write("lib/make.js", """
            import {Realm} from 'rt:realm';
            export const make = (entry) => new Realm({entry, thread: true});
        """)
        self.write("lib/child.js", "import {port} from 'rt:realm'; port.postMessage('lib');")
        got = self.values("""
            import {Realm} from 'rt:realm';
            import {make} from './lib/make.js';
            const entries = ['./child.js', 'child.js', new URL('./child.js', import.meta.url),
                             import.meta.dirname + '/child.js'];
            for (const entry of entries) {
              for (const realm of [make(entry), new Realm({entry, thread: true})]) {
                for await (const from of realm.port) console.log(JSON.stringify(from));
              }
            }
        """, child="import {port} from 'rt:realm'; port.postMessage('top');")
        self.assertEqual(got, ["lib", "top"] * 2 + ["top"] * 4)

    def test_options_that_cannot_be_are_type_errors(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            for (const options of [undefined, {}, 1,
                                   {entry: './x.js', thread: true, data: () => 1}]) {
              try { new Realm(options); } catch (e) { console.log(JSON.stringify(e.name)); }
            }
        """)
        self.assertEqual(got, ["TypeError"] * 3 + ["DataCloneError"])

    def test_messages_of_a_realm_come_before_its_end(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            let count = 0;
            realm.port.onmessage = () => ++count;
            const exit = await realm.exited;
            console.log(JSON.stringify([exit.reason, count]));
        """, child="""
            import {port} from 'rt:realm';
            for (let i = 0; i < 5000; ++i) port.postMessage(i);
        """)
        self.assertEqual(got, [["completed", 5000]])

    def test_a_realm_lives_while_it_listens_and_its_maker_with_it(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            realm.port.addEventListener('message', (e) => {
              console.log(JSON.stringify(e.data));
              if (e.data === 2) realm.port.close();
              else realm.port.postMessage(e.data);
            });
            realm.port.postMessage(0);
        """, child="""
            import {port} from 'rt:realm';
            port.onmessage = (e) => port.postMessage(e.data + 1);
        """)
        self.assertEqual(got, [1, 2])

    def test_an_unrefd_realm_ends_with_its_maker(self):
        result = self.run_realms("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            realm.port.onmessage = () => {};
            realm.unref();
            const other = new Realm({entry: './child.js', thread: true});
            other.unref().ref();
            setTimeout(() => { console.log('end'); other.unref(); }, 50);
        """, child=SPIN)
        self.assertOutput(result, stdout="end\n")

    def test_using_terminates(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            let seen;
            {
              using realm = new Realm({entry: './child.js', thread: true});
              seen = realm.exited;
            }
            console.log(JSON.stringify(await seen));
            {
              await using realm = new Realm({entry: './child.js', thread: true});
              seen = realm.exited;
            }
            console.log(JSON.stringify(await seen));
        """, child=SPIN)
        self.assertEqual(got, [{"reason": "terminated"}] * 2)

    def test_fifty_realms_nest_and_fifty_run_beside_each_other(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const nested = new Realm({entry: './nested.js', data: 49, thread: true});
            for await (const depth of nested.port) console.log(JSON.stringify(depth));
            const sums = await Promise.all(Array.from({length: 50}, async (_, i) => {
              const realm = new Realm({entry: './square.js', data: i, thread: true});
              for await (const square of realm.port) return square;
            }));
            console.log(JSON.stringify(sums.reduce((a, b) => a + b)));
        """, nested="""
            import {Realm, data, port} from 'rt:realm';
            if (data === 0) {
              port.postMessage(1);
            } else {
              const realm = new Realm({entry: './nested.js', data: data - 1, thread: true});
              for await (const depth of realm.port) port.postMessage(depth + 1);
            }
        """, square="import {data, port} from 'rt:realm'; port.postMessage(data * data);")
        self.assertEqual(got, [50, sum(i * i for i in range(50))])


class Errors(RealmTest):
    def test_an_error_arrives_with_all_that_it_is(self):
        self.write("child.js", """\
import {port} from 'rt:realm';
class Wrong extends RangeError {
  name = 'Wrong';
  code = 'E_WRONG';
}
function deep() {
  throw new Wrong('too far', {cause: new TypeError('inner')});
}
setTimeout(deep, 1);
""")
        got = self.values("""
            import {Realm} from 'rt:realm';
            const {reason, error} = await new Realm({entry: './child.js', thread: true}).exited;
            console.log(JSON.stringify([reason, error instanceof RangeError, error.name,
                error.message, error.code, error.cause instanceof TypeError,
                error.cause.message]));
            console.log(JSON.stringify(error.stack));
        """)
        self.assertEqual(got[0], ["error", True, "Wrong", "too far", "E_WRONG", True, "inner"])
        # throw is at line 7, column 9 of child.js.
        self.assertRegex(got[1], r"at deep \(.*child\.js:7:9\)")

    def test_an_error_arrives_past_setters_of_the_program(self):
        self.write("child.js", "throw new RangeError('too far');")
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            for (const key of ['name', 'message', 'stack', 'filename', 'lineno', 'colno']) {
              Object.defineProperty(
                  Object.prototype, key, {set() { throw new Error(key); }});
            }
            const {reason, error} = await realm.exited;
            console.log(JSON.stringify([reason, error.message]));
        """)
        self.assertEqual(got, [["error", "too far"]])

    def test_rejections_and_thrown_values_end_a_realm(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            for (const entry of ['./rejects.js', './value.js', './later.js', './missing.js']) {
              const {reason, error} = await new Realm({entry, thread: true}).exited;
              console.log(JSON.stringify([reason, error?.message ?? error]));
            }
        """, rejects="Promise.reject(new Error('rejected')); setInterval(() => {}, 1);",
            value="throw {a: 1};", later="await null; throw new Error('after await');")
        self.assertEqual(got[:3], [["error", "rejected"], ["error", {"a": 1}],
                                   ["error", "after await"]])
        self.assertEqual(got[3][0], "error")
        self.assertIn("missing.js", got[3][1])

    def test_an_error_that_nobody_looks_at_is_the_makers(self):
        result = self.run_realms("""
            import {Realm} from 'rt:realm';
            new Realm({entry: './child.js', thread: true});
            setInterval(() => {}, 1000);
        """, child="import './grandchild.js';",
            grandchild="function fail() {\n  throw new Error('unseen');\n}\nfail();")
        self.assertCode(result, 1)
        self.assertIn("Error: unseen", result.stderr)
        self.assertRegex(result.stderr, r"at fail \(.*grandchild\.js:2:9\)")

    def test_it_climbs_until_somebody_handles_it(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const {reason, error} = await new Realm({entry: './child.js', thread: true}).exited;
            console.log(JSON.stringify([reason, error.message]));
            addEventListener('error', (event) => {
              event.preventDefault();
              console.log(JSON.stringify([event.error.message, event.message, event.lineno,
                                          event.filename.endsWith('/fails.js')]));
            });
            new Realm({entry: './child.js', thread: true});
        """, child="""
            import {Realm} from 'rt:realm';
            new Realm({entry: './fails.js', thread: true});
        """, fails="throw new Error('deep');")
        self.assertEqual(got, [["error", "deep"], ["deep", "Uncaught Error: deep", 1, True]])

    def test_a_prevented_error_or_rejection_does_not_end_a_realm(self):
        got = self.values("""
            const seen = [];
            addEventListener('error', (e) => { e.preventDefault(); seen.push(e.message); });
            addEventListener('unhandledrejection', (e) => {
              e.preventDefault();
              seen.push(e.reason);
              setTimeout(() => e.promise.catch(() => {}), 1);
            });
            addEventListener('rejectionhandled', (e) => {
              seen.push(['late', e.reason]);
              console.log(JSON.stringify(seen));
            });
            setTimeout(() => { throw new Error('thrown'); });
            setTimeout(() => { Promise.reject(7); }, 5);
            Promise.reject(8).catch(() => {});
        """)
        self.assertEqual(got, [["Uncaught Error: thrown", 7, ["late", 7]]])

    def test_an_await_that_never_settles_is_an_error_of_its_realm(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const {reason, error} = await new Realm({entry: './child.js', thread: true}).exited;
            console.log(JSON.stringify([reason, error.message]));
        """, child="await new Promise(() => {});")
        self.assertEqual(got[0][0], "error")
        self.assertIn("await", got[0][1])
        result = self.run_realms("\nawait new Promise(() => {});")
        self.assertCode(result, 13)
        self.assertIn("main.js", result.stderr)


class Ends(RealmTest):
    ENDLESS = {
        "spin": SPIN,
        "fill": "for (;;) { const a = new Array(1000).fill({}); globalThis.a = a; }",
        "sleep": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
        "regexp": "/^(a+)+$/.test('a'.repeat(50) + 'b');",
        "microtasks": "for (;;) await null;",
        "timers": "setInterval(() => {}, 0);",
        "waits": "await new Promise((done) => setTimeout(done, 1e6));",
        "finally": "for (;;) { try { for (;;) {} } finally { continue; } }",
        # A native function runs this getter, and drops what it throws.
        "getter": "addEventListener('error', (event) => event.preventDefault());"
                  " for (;;) reportError({get name() { for (;;) {} }});",
        "exits": "import {on} from 'rt:process'; on('exit', () => { for (;;) {} });",
        "nested": """
            import {Realm} from 'rt:realm';
            new Realm({entry: './spin.js', thread: true});
            for (;;) {}
        """,
    }

    def test_terminate_ends_whatever_a_realm_does_at_whatever_moment(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            import {args} from 'rt:process';
            for (const entry of %s) {
              for (const delay of [0, 1, 5, 60, 300]) {
                const realm = new Realm({entry: `./${entry}.js`, thread: true});
                if (delay > 0) await new Promise((done) => setTimeout(done, delay));
                const start = performance.now();
                const {reason} = await realm.terminate();
                console.log(JSON.stringify([entry, delay, reason,
                                            performance.now() - start]));
              }
            }
        """ % json.dumps(list(self.ENDLESS)), timeout=240, **self.ENDLESS)
        self.assertEqual(len(got), 5 * len(self.ENDLESS))
        for entry, delay, reason, took in got:
            # exits.js may have come to its listeners, which end like the rest.
            expected = ("terminated", "completed") if entry == "exits" else ("terminated",)
            self.assertIn(reason, expected, (entry, delay))
            self.assertLess(took, 2000, (entry, delay))

    def test_main_ends_all_that_still_runs(self):
        for ending, code in (("throw new Error('main');", 1), ("exit(3);", 3),
                             ("process.exitCode = 5; for (const r of realms) r.unref();", 5)):
            result = self.run_realms("""
                import process, {exit} from 'rt:process';
                import {Realm} from 'rt:realm';
                const realms = ['spin', 'sleep', 'regexp', 'nested', 'timers'].map(
                    (entry) => new Realm({entry: `./${entry}.js`, thread: true}));
                setTimeout(() => { %s }, 100);
            """ % ending, **self.ENDLESS)
            self.assertCode(result, code)

    def test_exit_ends_the_process_from_any_realm(self):
        result = self.run_realms("""
            import {on} from 'rt:process';
            import {Realm} from 'rt:realm';
            on('exit', (code) => console.log('main exits with', code));
            new Realm({entry: './child.js', thread: true});
            for (;;) {}
        """, child="""
            import {Realm} from 'rt:realm';
            new Realm({entry: './exits.js', thread: true});
            for (;;) {}
        """, exits="""
            import {exit, on} from 'rt:process';
            on('exit', (code) => console.log('child exits with', code));
            exit(7);
            console.log('not here');
        """)
        self.assertOutput(result, code=7,
                          stdout="child exits with 7\nmain exits with 7\n")

    def test_nothing_runs_after_exit(self):
        self.write("main.js", """
            import {exit} from 'rt:process';
            import {DiskFileSystem} from 'rt:file';
            function hot(i) {
              if (i === 5000000) {
                exit(4);
                console.log('a');
              }
              return i & 3;
            }
            let sum = 0;
            for (let i = 0; i <= 5000000; ++i) sum += hot(i);
            console.log('b');
        """.replace("import {DiskFileSystem} from 'rt:file';", ""))
        self.assertOutput(self.rt("run", "main.js"), code=4)

    def test_a_thousand_realms_leave_nothing_behind(self):
        got = self.values("""
            import {memoryUsage} from 'rt:process';
            import {Realm} from 'rt:realm';
            const run = async (entry) => {
              const realm = new Realm({entry, thread: true});
              const end = entry === './spin.js' ? realm.terminate() : realm.exited;
              return (await end).reason;
            };
            for (let i = 0; i < 1000; ++i) {
              await run(['./ends.js', './spin.js', './throws.js'][i % 3]);
              if (i === 99) console.log(memoryUsage().rss);
            }
            console.log(memoryUsage().rss);
            globalThis.done = true;
            console.log(JSON.stringify('counted'));
            await new Promise((done) => setTimeout(done, 1));
        """, ends="globalThis.x = [1, 2, 3];", spin=SPIN, throws="throw new Error('x');",
            timeout=300)
        warm, end, _ = got
        self.assertLess(end - warm, 30e6)

    def test_a_hundred_realms_at_once_give_their_memory_back(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            import {memoryUsage} from 'rt:process';
            const before = memoryUsage().rss;
            const all = Array.from({length: 100}, () =>
                new Realm({entry: './up.js', thread: true}));
            await Promise.all(all.map(({port}) =>
                new Promise((up) => port.onmessage = up)));
            const grown = memoryUsage().rss - before;
            await Promise.all(all.map((realm) => realm.terminate()));
            // V8 gives its pages back some seconds later.
            let kept = grown;
            for (let i = 0; i < 300 && kept > grown / 8; ++i) {
              await new Promise((done) => setTimeout(done, 100));
              kept = memoryUsage().rss - before;
            }
            console.log(JSON.stringify(kept / grown));
        """, up="import {port} from 'rt:realm'; port.onmessage = () => {}; port.postMessage(1);",
            timeout=120)
        self.assertLess(got[0], 1 / 8)

    def test_threads_and_descriptors_of_ended_realms_are_gone(self):
        self.write("spin.js", SPIN)
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            for (let i = 0; i < 200; ++i) {
              await new Realm({entry: './spin.js', thread: true}).terminate();
              if (i === 9 || i === 199) {
                console.log('now');
                await new Promise((done) => setTimeout(done, 600));
              }
            }
        """)
        with subprocess.Popen([rt_path(), "run", "main.js"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as program:
            counts = []
            for _ in range(2):
                self.assertEqual(program.stdout.readline(), "now\n")
                counts.append([len(os.listdir(f"/proc/{program.pid}/{what}"))
                               for what in ("task", "fd")])
            program.communicate(timeout=60)
        self.assertEqual(counts[0], counts[1])
        self.assertEqual(program.returncode, 0)

    def test_posting_to_an_ended_realm_does_nothing(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            await realm.exited;
            realm.port.postMessage('nobody');
            const {port1, port2} = new MessageChannel();
            const closed = new Promise((done) => port2.onclose = done);
            port2.onmessage = () => {};
            realm.port.postMessage(null, [port1]);
            console.log(JSON.stringify((await closed).type));
            await realm.terminate();
        """, child="1;")
        self.assertEqual(got, ["close"])


class Memory(RealmTest):
    HOGS = {
        "objects": "const a = []; for (let i = 0;; ++i) a.push({i, text: 'x' + i});",
        "strings": "const a = []; for (let i = 0;; ++i) a.push(('y'.repeat(1e5) + i).split());",
        "filled": "const a = []; for (;;) a.push(new Array(1000).fill({}));",
        "typed": "const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1));",
        "shared": "const a = []; for (;;) a.push(new SharedArrayBuffer(1e6));",
        "files": "import {DiskFileSystem} from 'rt:file'; const disk = new DiskFileSystem();"
                 "await disk.writeFile('big', new Uint8Array(1e6));"
                 "const a = []; for (;;) a.push(await disk.readFile('big'));",
        "map": "const m = new Map(); for (let i = 0;; ++i) m.set(i, {});",
        "caught": "const a = []; for (;;) { try { for (;;) a.push(new Array(100).fill(a)); }"
                  " catch {} finally { a.push(1); } }",
        "split": "const a = []; const s = 'ab,'.repeat(3e6); for (;;) a.push(s.split(','));",
    }

    def test_a_realm_at_its_limit_ends_alone(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            let ticks = 0;
            const other = new Realm({entry: './other.js', thread: true});
            other.port.onmessage = () => ++ticks;
            for (const entry of %s) {
              const {reason, error} =
                  await new Realm({entry: `./${entry}.js`, name: entry, thread: true}).exited;
              console.log(JSON.stringify([entry, reason, error.message]));
            }
            const {reason} =
                await new Realm({entry: './nests.js', thread: true}).exited;
            await other.terminate();
            console.log(JSON.stringify([reason, ticks > 0]));
        """ % json.dumps(list(self.HOGS)), "--max-heap", "48",
            other="import {port} from 'rt:realm'; setInterval(() => port.postMessage(1), 5);",
            nests="""
                import {Realm} from 'rt:realm';
                const {reason} = await new Realm({entry: './objects.js', thread: true}).exited;
                if (reason !== 'out-of-memory') throw new Error(reason);
            """, timeout=240, **self.HOGS)
        self.assertEqual([line[:2] for line in got[:-1]],
                         [[entry, "out-of-memory"] for entry in self.HOGS])
        for entry, _, message in got[:-1]:
            self.assertIn(entry, message)
        self.assertEqual(got[-1], ["completed", True])

    def test_buffers_count_where_they_are(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            // Whoever passes on what it makes has nothing: 200 MB in all.
            for (const entry of ['./drops.js', './keeps.js']) {
              const realm = new Realm({entry, thread: true});
              let sent = 0;
              realm.port.onmessage = () => {
                if (++sent === 100) return realm.port.close();
                const buffer = new ArrayBuffer(2e6);
                realm.port.postMessage(buffer, [buffer]);
              };
              console.log(JSON.stringify([(await realm.exited).reason, sent < 100]));
            }
            // What is shared is its maker's.
            let shared = 0;
            for (let i = 0; i < 100; ++i) shared += new SharedArrayBuffer(2e6).byteLength;
            console.log(shared);
        """, "--max-heap", "48", drops="""
            import {port} from 'rt:realm';
            port.onmessage = () => port.postMessage(0);
            port.postMessage(0);
        """, keeps="""
            import {port} from 'rt:realm';
            const kept = [];
            port.onmessage = ({data}) => { kept.push(data); port.postMessage(0); };
            port.postMessage(0);
        """, timeout=120)
        self.assertEqual(got, [["completed", False], ["out-of-memory", True], 200_000_000])

    def test_a_file_beyond_the_limit_is_an_error(self):
        (self.folder / "big").write_bytes(bytes(100 << 20))
        got = self.values("""
            import {DiskFileSystem} from 'rt:file';
            await new DiskFileSystem().readFile('big').catch(({message}) => {
              console.log(JSON.stringify(/limit is 48 MB/.test(message)));
            });
        """, "--max-heap", "48")
        self.assertEqual(got, [True])

    def test_a_buffer_that_no_machine_has_is_a_range_error(self):
        got = self.values("""
            for (const bytes of [2 ** 40, 2 ** 45, 2 ** 53]) {
              try {
                new ArrayBuffer(bytes);
              } catch (error) {
                console.log(JSON.stringify(error.name));
              }
            }
        """)
        self.assertEqual(got, ["RangeError"] * 3)

    def test_main_at_its_limit_says_so(self):
        result = self.run_realms(self.HOGS["objects"], "--max-heap", "32")
        self.assertCode(result, 1)
        self.assertIn("memory", result.stderr)


class Workers(RealmTest):
    def test_a_worker_has_the_webs_interface(self):
        got = self.values("""
            const worker = new Worker(new URL('./worker.js', import.meta.url),
                                      {name: 'echo', type: 'module'});
            worker.onmessage = ({data, target}) => {
              console.log(JSON.stringify([data, target === worker]));
              if (data === 'bye') worker.terminate();
            };
            worker.postMessage({text: 'hi'});
        """, worker="""
            addEventListener('message', (event) => {
              self.postMessage([event.data, name, self === globalThis]);
              postMessage('bye');
            });
        """)
        self.assertEqual(got, [[[{"text": "hi"}, "echo", True], True], ["bye", True]])

    def test_close_ends_a_worker_after_its_task(self):
        got = self.values("""
            const worker = new Worker('./worker.js');
            worker.onmessage = ({data}) => console.log(JSON.stringify(data));
        """, worker="""
            onmessage = () => {};
            setInterval(() => postMessage('never'), 0);
            postMessage('before');
            close();
        """)
        self.assertEqual(got, ["before"])

    def test_an_error_is_an_event_of_the_worker(self):
        got = self.values("""
            const worker = new Worker('./worker.js');
            worker.onerror = (event) => console.log(JSON.stringify(
                [event.message, event.filename.endsWith('/worker.js'), event.lineno,
                 event.error.name, event instanceof ErrorEvent]));
        """, worker="\n\nthrow new SyntaxError('in the worker');")
        self.assertEqual(got, [["Uncaught SyntaxError: in the worker", True, 3,
                                "SyntaxError", True]])

    def test_without_a_listener_it_ends_the_maker(self):
        result = self.run_realms("new Worker('./worker.js'); setInterval(() => {}, 1000);",
                                 worker="throw new Error('in the worker');")
        self.assertCode(result, 1)
        self.assertIn("Error: in the worker", result.stderr)


if __name__ == "__main__":
    unittest.main()
