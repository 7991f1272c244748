"""Realms that share threads: how they take turns, nest, fail and end."""

import json
import os
import subprocess
import unittest

from rt_run import RtTest, rt_path

SPIN = "for (;;) {}"
# What a realm says when it runs, which is later than when it was made.
UP = "import {port} from 'rt:realm'; port.postMessage('up');"


class PooledTest(RtTest):
    def values(self, main: str, reactors: int = 2, timeout: float = 120, **entries: str):
        """What main.js printed by console.log(JSON.stringify(value)), a line each."""
        files = {f"{name}.js": text for name, text in entries.items()}
        result = self.rt("run", f"--reactors={reactors}", "main.js",
                         files={"main.js": main, **files}, timeout=timeout)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]


class Life(PooledTest):
    def test_a_realm_is_pooled_where_no_thread_is_asked_for(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            for (const thread of [undefined, false, true]) {
              const realm = new Realm({entry: './child.js', thread});
              for await (const kind of realm.port) {
                console.log(JSON.stringify([realm.kind, kind, (await realm.exited).reason]));
              }
            }
        """, child="import {kind, port} from 'rt:realm'; port.postMessage(kind);")
        self.assertEqual(got, [["pooled", "pooled", "completed"]] * 2
                         + [["thread", "thread", "completed"]])

    def test_a_realm_that_a_sandbox_makes_is_not_pooled(self):
        # Its thread is restricted, which a reactor's must not be.
        got = self.values("""
            import {Realm} from 'rt:realm';
            const box = new Realm({entry: './box.js', sandbox: {}});
            const pooled = new Realm({entry: './kind.js'});
            for (const realm of [box, pooled]) {
              for await (const said of realm.port) console.log(JSON.stringify(said));
            }
        """, reactors=1, box="""
            import {Realm, port} from 'rt:realm';
            const inner = new Realm({entry: './kind.js'});
            for await (const [kind, code] of inner.port) port.postMessage([inner.kind, kind, code]);
        """, kind="""
            import {kind, port} from 'rt:realm';
            import {DiskFileSystem} from 'rt:file';
            let code = 'read';
            try {
              await new DiskFileSystem().readFile('/etc/hostname');
            } catch (error) {
              code = error.code;
            }
            port.postMessage([kind, code]);
        """)
        self.assertEqual(got, [["sandbox", "sandbox", "EPERM"], ["pooled", "read"]])

    def test_realms_on_one_reactor_answer_each_other(self):
        # Each passes the number on to the next one; main closes the ring.
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realms = [];
            for (let i = 0; i < 20; ++i) {
              const {port1, port2} = new MessageChannel();
              realms.push({i, port1, port2});
            }
            let ended = 0;
            for (const {i, port1} of realms) {
              const out = realms[(i + 1) % 20].port2;
              const realm = new Realm({entry: './link.js', data: {inn: port1, out},
                                       transfer: [port1, out]});
              realm.port.onmessage = ({data}) => console.log(JSON.stringify(data));
              if (i === 0) realm.port.postMessage(0);
              void realm.exited.then(() => ++ended);
            }
        """, reactors=1, link="""
            import {data, port} from 'rt:realm';
            const {inn, out} = data;
            const step = (n) => {
              if (n > 10000) { inn.close(); out.close(); port.close(); return; }
              if (n === 10000) port.postMessage(n);
              out.postMessage(n + 1);
            };
            inn.onmessage = ({data}) => step(data);
            port.onmessage = ({data}) => step(data);
            port.unref();
        """)
        self.assertEqual(got, [10000])

    def test_pooled_realms_nest_on_one_reactor(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './nest.js', data: 20});
            for await (const depth of realm.port) console.log(JSON.stringify(depth));
            console.log(JSON.stringify((await realm.exited).reason));
        """, reactors=1, nest="""
            import {Realm, data, port} from 'rt:realm';
            if (data === 0) {
              port.postMessage(1);
            } else {
              const realm = new Realm({entry: './nest.js', data: data - 1});
              for await (const depth of realm.port) port.postMessage(depth + 1);
            }
        """)
        self.assertEqual(got, [21, "completed"])

    def test_a_realm_that_ends_ends_those_that_it_made_on_its_reactor_and_elsewhere(self):
        for reactors in (1, 2):
            got = self.values("""
                import {Realm} from 'rt:realm';
                const realm = new Realm({entry: './parent.js'});
                for await (const up of realm.port) console.log(JSON.stringify(up));
                console.log(JSON.stringify((await realm.exited).reason));
            """, reactors=reactors, parent="""
                import {Realm, port} from 'rt:realm';
                for (let i = 0; i < 4; ++i) {
                  const realm = new Realm({entry: './waits.js'});
                  for await (const up of realm.port) break;
                  realm.unref();
                }
                port.postMessage('all up');
            """, waits=UP + "port.onmessage = () => {};")
            self.assertEqual(got, ["all up", "completed"])

    def test_an_exit_listener_runs_once_and_children_are_awaited(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './parent.js'});
            const said = [];
            realm.port.onmessage = ({data}) => said.push(data);
            const {reason} = await realm.exited;
            console.log(JSON.stringify([reason, said]));
        """, reactors=1, parent="""
            import {Realm, port} from 'rt:realm';
            import {on} from 'rt:process';
            on('exit', () => port.postMessage('exit'));
            const child = new Realm({entry: './child.js'});
            for await (const up of child.port) break;
            child.unref();
        """, child=UP + "port.onmessage = () => {};")
        self.assertEqual(got, [["completed", ["exit"]]])

    def test_exit_in_a_pooled_realm_ends_the_process(self):
        self.write("child.js", "import {exit} from 'rt:process'; exit(7);")
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            new Realm({entry: './child.js'});
            for (;;) {}
        """)
        self.assertOutput(self.rt("run", "main.js"), code=7)


class Usage(PooledTest):
    def test_a_realm_used_the_cpu_of_its_own_turns(self):
        [[busy, idle, process]] = self.values("""
            import {Realm} from 'rt:realm';
            import {cpuUsage} from 'rt:process';
            using busy = new Realm({entry: './busy.js'});
            using idle = new Realm({entry: './busy.js'});
            await idle.call('spin', 0);
            await busy.call('spin', 2e8);
            const all = [await busy.cpuUsage(), await idle.cpuUsage(), cpuUsage()];
            console.log(JSON.stringify(all.map(({user, system}) => user + system)));
        """, reactors=1, busy="""
            export function spin(n) {
              let x = 0;
              for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;
              return x;
            }
        """)
        self.assertGreater(idle, 0)
        self.assertGreater(busy, 5 * idle)
        self.assertLess(busy + idle, process)

    def test_a_pool_is_of_pooled_realms_where_it_says_nothing(self):
        got = self.values("""
            import {RealmPool} from 'rt:realm';
            for (const options of [{}, {kind: 'pooled'}, {kind: 'thread'}, {sandbox: {}}]) {
              const pool = new RealmPool({entry: './kind.js', max: 1, ...options});
              console.log(JSON.stringify(await pool.call('get')));
              await pool.close();
            }
        """, kind="import {kind} from 'rt:realm'; export const get = () => kind;")
        self.assertEqual(got, ["pooled", "pooled", "thread", "sandbox"])


class Errors(PooledTest):
    def test_an_error_reaches_the_maker(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './fails.js'});
            const {reason, error} = await realm.exited;
            console.log(JSON.stringify([reason, error.name, error.message,
                                        /fails.js:2/.test(error.stack)]));
        """, fails="\nthrow new RangeError('too far');")
        self.assertEqual(got, [["error", "RangeError", "too far", True]])

    def test_an_error_that_nobody_looks_at_climbs_to_main(self):
        self.write("fails.js", "throw new Error('lost');")
        self.write("between.js", "import {Realm} from 'rt:realm';"
                                 "new Realm({entry: './fails.js'});")
        self.write("main.js", "import {Realm} from 'rt:realm';"
                              "new Realm({entry: './between.js'});")
        result = self.rt("run", "--reactors=1", "main.js")
        self.assertCode(result, 1)
        self.assertIn("Error: lost", result.stderr)
        self.assertIn("fails.js", result.stderr)

    def test_an_error_of_one_leaves_its_neighbours_alone(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const lives = new Realm({entry: './echo.js'});
            const dies = new Realm({entry: './fails.js'});
            console.log(JSON.stringify((await dies.exited).reason));
            lives.port.postMessage('still there');
            for await (const message of lives.port) {
              console.log(JSON.stringify(message));
              break;
            }
        """, reactors=1, fails="throw new Error('x');", echo="""
            import {port} from 'rt:realm';
            port.onmessage = ({data}) => { port.postMessage(data); port.close(); };
        """)
        self.assertEqual(got, ["error", "still there"])


class Turns(PooledTest):
    def test_a_spinning_realm_stops_its_neighbour_and_nobody_else(self):
        # Three realms on two reactors: the first spins, so one of the others waits
        # until it is terminated; it ends alone.
        got = self.values("""
            import {Realm} from 'rt:realm';
            const spins = new Realm({entry: './spins.js'});
            for await (const up of spins.port) break;
            const answers = [];
            const others = [1, 2].map((n) => {
              const realm = new Realm({entry: './answers.js', data: n});
              realm.port.onmessage = () => answers.push(n);
              return realm;
            });
            while (answers.length === 0) await new Promise((done) => setTimeout(done, 1));
            const before = answers.length;
            const {reason} = await spins.terminate();
            await Promise.all(others.map((realm) => realm.exited));
            console.log(JSON.stringify([before, reason, answers.length]));
        """, spins=UP + SPIN, answers=UP)
        self.assertEqual(got, [[1, "terminated", 2]])

    def test_two_busy_realms_share_a_reactor_evenly(self):
        # Tasks without end on both. From when both run, one may not have got far
        # more done than the other.
        [other] = self.values("""
            import {Realm} from 'rt:realm';
            const done = new Int32Array(new SharedArrayBuffer(8));
            const realms = [0, 1].map((own) => new Realm({entry: './busy.js', data: {done, own}}));
            for await (const other of realms[0].port) {
              console.log(JSON.stringify(other));
              for (const realm of realms) void realm.terminate();
            }
        """, reactors=1, busy="""
            import {data, port} from 'rt:realm';
            const {done, own} = data;
            let before;
            const {port1, port2} = new MessageChannel();
            port1.onmessage = () => {
              port2.postMessage(0);
              ++done[own];
              if (done[1 - own] === 0) return;
              before ??= [...done];
              if (done[own] - before[own] === 100000) port.postMessage(done[1 - own] - before[1 - own]);
            };
            port2.postMessage(0);
        """)
        self.assertGreater(other, 50000)
        self.assertLess(other, 200000)

    def test_terminate_ends_a_realm_that_has_not_begun(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            for (let i = 0; i < 50; ++i) {
              const realm = new Realm({entry: './spins.js'});
              const {reason} = await realm.terminate();
              if (reason !== 'terminated') throw new Error(reason);
            }
            console.log(JSON.stringify('all'));
        """, spins=SPIN)
        self.assertEqual(got, ["all"])

    def test_main_ends_spinning_and_waiting_realms_of_one_reactor(self):
        got = self.values("""
            import {Realm} from 'rt:realm';
            const spins = new Realm({entry: './spins.js'});
            for await (const up of spins.port) break;
            spins.unref();
            for (let i = 0; i < 5; ++i) new Realm({entry: './spins.js'}).unref();
            console.log(JSON.stringify('ends'));
        """, reactors=1, spins=UP + SPIN)
        self.assertEqual(got, ["ends"])


class Stalls(RtTest):
    def run_for_eight_seconds(self, make_realms: str, reactors: int):
        """What is on standard error."""
        self.write("spins.ts", """interface Unused { line: number }
            import {port} from 'rt:realm';
            port.postMessage('up');
            function grind() {
              for (;;) {}
            }
            grind();
        """)
        self.write("blocks.js", """
            import {port} from 'rt:realm';
            port.postMessage('up');
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        """)
        self.write("waits.js", UP)
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            const running = [];
            async function start(entry, name) {
              const realm = new Realm({entry, name});
              running.push(realm);
              for await (const up of realm.port) break;
            }
            %s
            setTimeout(() => { for (const realm of running) void realm.terminate(); }, 8000);
        """ % make_realms)
        result = self.rt("run", f"--reactors={reactors}", "main.js")
        self.assertCode(result, 0)
        return result.stderr.splitlines()

    def test_realms_that_keep_others_waiting_are_named_once_with_their_lines(self):
        lines = self.run_for_eight_seconds("""
            await start('./spins.ts', 'mill');
            await start('./blocks.js', 'wall');
            for (let i = 0; i < 4; ++i) new Realm({entry: './waits.js'});
        """, reactors=2)
        self.assertEqual(len(lines), 2, lines)
        for line, name, place in zip(sorted(lines), ("1 (mill)", "2 (wall)"),
                                     ("spins.ts:5", "blocks.js:4")):
            self.assertTrue(line.startswith(f"rt: realm {name} "), line)
            self.assertIn("waiting for 5 s: it is at /", line)
            self.assertIn(f"/{place};", line)

    def test_one_that_spins_alone_is_not(self):
        self.assertEqual(self.run_for_eight_seconds("await start('./spins.ts');", reactors=1), [])


class Many(RtTest):
    def test_a_thousand_idle_realms_need_few_descriptors_and_all_end(self):
        self.write("idle.js", UP + "port.onmessage = () => {};")
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            const realms = [];
            for (let i = 0; i < 1000; ++i) realms.push(new Realm({entry: './idle.js'}));
            await Promise.all(realms.map((realm) => new Promise((done) => {
              realm.port.onmessage = done;
            })));
            console.log('up');
            await new Promise((done) => setTimeout(done, 500));
            await Promise.all(realms.map((realm) => realm.terminate()));
            console.log('gone');
        """)
        with subprocess.Popen([rt_path(), "run", "--reactors=2", "main.js"],
                              cwd=self.folder, stdout=subprocess.PIPE, text=True) as program:
            self.assertEqual(program.stdout.readline(), "up\n")
            descriptors = len(os.listdir(f"/proc/{program.pid}/fd"))
            threads = len(os.listdir(f"/proc/{program.pid}/task"))
            rest, _ = program.communicate(timeout=300)
        self.assertEqual((rest, program.returncode), ("gone\n", 0))
        self.assertLess(descriptors, 50)
        self.assertLess(threads, 20)


if __name__ == "__main__":
    unittest.main()
