"""Realms are told apart by the label `thread`, and each has its own CPU."""

import pathlib
import signal
import subprocess
import time

import pprof_tool
from profile_checker import describe
from profile_test import WORK, ProfileTest, cpu_of
from rt_run import rt_path
from watched_run import WatchedTest

SERIAL = True


class Labels(ProfileTest):
    def test_realms_of_one_entry_or_one_name_have_labels_of_their_own(self):
        # Each realm works in the function that its data names.
        self.write("x.ts", WORK + """
            import {data} from 'rt:realm';
            const functions: Record<string, () => void> = {
              first() { work(20000); }, second() { work(20000); },
              third() { work(20000); }, fourth() { work(20000); },
            };
            functions[data as string]();
            """)
        profile = self.profile("""
            import {Realm} from 'rt:realm';
            for (const [data, name] of [['first'], ['second'], ['third', 'a pair'],
                                        ['fourth', 'a pair']]) {
              await new Realm({entry: './x.ts', data, name, thread: true}).exited;
            }
            """)
        threads = {"first": "1 x.ts", "second": "2 x.ts", "third": "a pair",
                   "fourth": "a pair 2"}
        self.assertEqual(profile.threads(), sorted(["main", *threads.values()]))
        for name, thread in threads.items():
            self.assertEqual(
                {s.labels["thread"] for s in profile.samples if s.has(name)}, {thread})
        for sample in profile.samples:
            self.assertEqual(
                sample.labels["realm_kind"],
                "main" if sample.labels["thread"] == "main" else "thread")

    def test_tagfocus_separates_each_realm_exactly(self):
        self.write("x.js", WORK + "work(10000);")
        self.profile("""
            import {Realm} from 'rt:realm';
            for (let i = 1; i <= 11; i++) {
              await new Realm({entry: './x.js', thread: true}).exited;
            }
            await new Realm({entry: './x.js', name: 'x (1|.*)', thread: true}).exited;
            """)
        tags = pprof_tool.tags(self.path)["thread"]
        # One of the labels is the end of another, and one had signs of a regex.
        self.assertLessEqual({"1 x.js", "11 x.js", "main"}, set(tags))
        self.assertEqual(len(tags), 13)
        for value in ("samples", "cpu", "wall"):
            tags = pprof_tool.tags(self.path, value=value)["thread"]
            for thread in tags if value == "cpu" else ("1 x.js", "main"):
                rows = pprof_tool.top(
                    self.path, f"-tagfocus=thread=^{thread}$", value=value)
                self.assertEqual(sum(row.flat for row in rows), tags[thread], thread)

    def test_a_sandbox_has_its_own_cpu_and_its_kind(self):
        # In a sandbox cpuUsage() is what the kernel says of its thread.
        self.write("box.js", """
            import {cpuUsage} from 'rt:process';
            const used = () => { const {user, system} = cpuUsage(); return user + system; };
            function spin() { for (const end = used() + 200e3; used() < end;) ; }
            spin();
            """)
        profile = self.profile("""
            import {Realm} from 'rt:realm';
            await new Realm({entry: './box.js', name: 'box', sandbox: {}}).exited;
            """)
        self.assertEqual(profile.threads(), ["box", "main"])
        for sample in profile.samples:
            thread, kind = sample.labels["thread"], sample.labels["realm_kind"]
            self.assertEqual(kind, {"box": "sandbox", "main": "main"}[thread])
            self.assertTrue(thread == "box" or not sample.has("spin"))
        self.assertTrue(180e6 <= cpu_of(profile, "spin") <= 220e6, describe(profile))

    def test_a_program_without_realms_has_one_thread(self):
        profile = self.profile("console.log('hi');")
        self.assertEqual(profile.threads(), ["main"])
        self.assertIn("realms: 1", profile.comments)
        self.assertEqual(list(pprof_tool.tags(self.path, value="wall")["thread"]), ["main"])


class Parked(ProfileTest):
    def test_realms_that_have_nothing_to_do_wake_no_thread(self):
        self.write("idle.js", "export const one = () => 1;")
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            const realms = Array.from({length: 20}, (_, i) =>
                new Realm({entry: './idle.js', thread: i < 4}));
            await Promise.all(realms.map((realm) => realm.call('one')));
            console.log('ready');
            setTimeout(() => {}, 1e6);
            """)
        with subprocess.Popen(
            [rt_path(), "run", "--profile", "main.js"], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as process:
            try:
                assert process.stdout is not None
                self.assertEqual(process.stdout.readline(), b"ready\n")
                # What their start left to do is soon done; a thread that wakes at
                # each interval, for each realm, would make 20,000 switches a second.
                fewest = 10 ** 9
                deadline = time.monotonic() + 60
                while fewest > 100 and time.monotonic() < deadline:
                    before = self.switches(process.pid)
                    time.sleep(1)
                    fewest = min(fewest, self.switches(process.pid) - before)
                self.assertLessEqual(fewest, 100)
            finally:
                process.send_signal(signal.SIGINT)
        pprof_tool.raw(self.path)

    def switches(self, pid: int) -> int:
        """How often threads of the process were put on a CPU so far."""
        return sum(
            int(line.split()[1])
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
            for line in (task / "status").read_text().splitlines()
            if "ctxt_switches" in line)


class Cpu(WatchedTest):
    """The sum of a realm's CPU is what the kernel says, however many there are."""

    def test_the_main_realm(self):
        run = self.watch(WORK + "await look();\nwork(150000);\nawait look();")
        self.assertCpuIsTheKernels(run, "main")
        self.check_work(run, "main", "work")

    def test_one_busy_realm(self):
        self.check_realms(1, 150000)

    def test_four_busy_realms(self):
        self.check_realms(4, 80000)

    def test_sixteen_busy_realms(self):
        self.check_realms(16, 50000)

    def check_realms(self, count: int, amount: int) -> None:
        run = self.watch(
            """
            import {Realm} from 'rt:realm';
            const realms = Array.from({length: %d}, () =>
                new Realm({entry: './child.js', thread: true}));
            const all = () => Promise.all(realms.map(({port}) =>
                new Promise((done) => { port.onmessage = done; })));
            await all();
            await look();
            for (const {port} of realms) port.postMessage('go');
            await all();
            await look();
            for (const {port} of realms) port.close();
            """ % count,
            child=WORK + """
            import {port} from 'rt:realm';
            port.onmessage = function handle() {
              work(%d);
              port.postMessage('done');
            };
            port.postMessage('up');
            """ % amount)
        threads = [f"{i + 1} child.js" for i in range(count)]
        self.assertEqual(run.profile.threads(), sorted(["main", *threads]))
        for thread in threads:
            self.assertCpuIsTheKernels(run, thread)
            self.check_work(run, thread, "handle")

    def check_work(self, run, thread: str, function: str) -> None:
        """Between the looks the realm did nothing but run `function`. Where that begins
        and ends is known to some ticks, of which a thread that rarely runs gets few."""
        worked = [s for s in run.profile.samples
                  if s.labels["thread"] == thread and s.has(function)]
        cpu = sum(s.values["cpu"] for s in worked)
        tick = cpu / sum(s.values["samples"] for s in worked)
        self.assertNear(cpu, run.used(thread, 0, 1), 0.05, describe(run.profile),
                        slack=10 * tick)
        work = sum(s.values["cpu"] for s in worked if s.has("work"))
        self.assertGreater(work, 0.85 * cpu, describe(run.profile))
