"""However a realm or the program ends, the profile has all of its realms.

Each program burns CPU in known functions, lets the test look at the kernel's figures
before and after, and then comes to the end that is tested.
"""

from profile_checker import describe
from profile_test import WORK
from watched_run import Watched, WatchedTest

SERIAL = True

# A realm: at each message it runs the next of `steps`, and answers.
CHILD = WORK + """
import {exit} from 'rt:process';
import {port} from 'rt:realm';
function burn() { work(50000); }
function spin() { for (let i = 0;; i++) if (i === 2e7) port.postMessage('spins'); }
function hog() { for (const kept = [];;) kept.push({text: 'x' + kept.length}); }
function fail() { throw new RangeError('the child fails'); }
const steps = [];
port.onmessage = () => { steps.shift()(); port.postMessage('done'); };
port.postMessage('up');
"""

# Main: looks before and after the realm's first step.
MAIN = """
import {exit} from 'rt:process';
import {Realm} from 'rt:realm';
const realm = new Realm({entry: './child.js', thread: true});
const answer = () => new Promise((done) => { realm.port.onmessage = done; });
await answer();
await look();
realm.port.postMessage('go');
await answer();
await look();
"""


class Endings(WatchedTest):
    def end(self, steps: str, main: str, **options) -> Watched:
        """Runs a realm, whose `burn` is its first step, to the end that is tested."""
        child = CHILD.replace("steps = []", f"steps = [{steps}]")
        return self.watch(MAIN + main, child=child, **options)

    def check_burned(self, run: Watched, thread: str = "1 child.js") -> None:
        """The realm's work is in the profile, under its label."""
        profile = run.profile
        burned = [s for s in profile.samples if s.has("burn")]
        self.assertEqual({s.labels["thread"] for s in burned}, {thread})
        cpu = sum(s.values["cpu"] for s in burned)
        self.assertGreater(cpu, 0.9 * run.used(thread, 0, 1), describe(profile))

    def check_summary(self, run: Watched, realms: int) -> None:
        """Its last line says that the profile was written."""
        last = run.stderr.splitlines()[-1]
        words = f"{realms} realm" + ("s" if realms > 1 else "")
        self.assertRegex(
            last, rf"\Aprofile.pb: {words}, \d+ samples, \d+\.\d\d s of CPU\Z")

    def test_a_realm_that_throws(self):
        run = self.end("burn, fail", """
            realm.port.postMessage('fail');
            const {reason, error} = await realm.exited;
            console.log(reason, error.message);
            """)
        self.assertEqual(run.stdout, "error the child fails\n")
        self.check_summary(run, realms=2)
        self.assertEqual(len(run.stderr.splitlines()), 1)
        self.check_burned(run)
        self.assertCpuIsTheKernels(run, "1 child.js")
        self.assertCpuIsTheKernels(run, "main")

    def test_a_realm_that_throws_and_ends_the_program(self):
        run = self.end(
            "burn, fail",
            "realm.port.postMessage('fail'); setInterval(() => {}, 1000);", code=1)
        self.assertIn("RangeError: the child fails", run.stderr)
        self.assertRegex(run.stderr, r"at fail \(.*/child\.js:\d+:25\)")
        self.check_summary(run, realms=2)
        self.check_burned(run)
        self.assertCpuIsTheKernels(run, "1 child.js")

    def test_a_realm_that_is_terminated_while_busy(self):
        run = self.end("burn, spin", """
            realm.port.postMessage('spin');
            await answer();
            console.log((await realm.terminate()).reason);
            """)
        self.assertEqual(run.stdout, "terminated\n")
        self.check_summary(run, realms=2)
        self.check_burned(run)
        self.assertCpuIsTheKernels(run, "1 child.js", busy=True)
        spun = [s for s in run.profile.samples if s.has("spin")]
        # It had a core for some of the time, and could not use more than there was.
        cpu = sum(s.values["cpu"] for s in spun)
        self.assertGreater(cpu, 0, describe(run.profile))
        self.assertLess(cpu, 1.02 * run.later_wall, describe(run.profile))

    def test_a_realm_that_runs_out_of_memory(self):
        run = self.end("burn, hog", """
            realm.port.postMessage('hog');
            console.log((await realm.exited).reason);
            """, flags=("--max-heap", "32"))
        self.assertEqual(run.stdout, "out-of-memory\n")
        self.check_summary(run, realms=2)
        self.check_burned(run)
        self.assertCpuIsTheKernels(run, "1 child.js", busy=True)
        self.assertTrue(any(s.has("hog") for s in run.profile.samples))

    def test_a_realm_that_exits_ends_the_program(self):
        run = self.end(
            "burn, () => exit(3)",
            "realm.port.postMessage('exit'); for (;;) {}", code=3)
        self.assertEqual(run.stdout, "")
        self.check_summary(run, realms=2)
        self.check_burned(run)
        self.assertCpuIsTheKernels(run, "1 child.js")
        self.assertCpuIsTheKernels(run, "main", busy=True)

    def test_realms_that_still_run_when_main_ends(self):
        for ending, code in (("exit(4);", 4), ("for (const each of all) each.unref();", 0)):
            with self.subTest(ending):
                run = self.end(
                    "burn, spin", """
                    realm.port.postMessage('spin');
                    await answer();
                    const more = ['waits', 'idles'].map((name) =>
                        new Realm({entry: `./${name}.js`, name, thread: true}));
                    for (const {port} of more) {
                      await new Promise((done) => { port.onmessage = done; });
                    }
                    const all = [realm, ...more];
                    await look();
                    """ + ending, code=code,
                    waits="""
                        import {port} from 'rt:realm';
                        port.postMessage('up');
                        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
                        """,
                    idles="""
                        import {port} from 'rt:realm';
                        port.onmessage = () => {};
                        port.postMessage('up');
                        """)
                self.check_summary(run, realms=4)
                self.assertEqual(
                    run.profile.threads(), ["1 child.js", "idles", "main", "waits"])
                self.check_burned(run)
                self.assertCpuIsTheKernels(run, "1 child.js", busy=True)
                self.assertTrue(any(s.has("spin") for s in run.profile.samples))


class MainEndings(WatchedTest):
    def end(self, ending: str, code: int) -> Watched:
        run = self.watch(
            WORK + "import {exit} from 'rt:process';\nfunction burn() { work(50000); }\n"
            "await look();\nburn();\nawait look();\n" + ending, code=code)
        self.assertEqual(run.profile.threads(), ["main"])
        self.assertCpuIsTheKernels(run, "main")
        burned = sum(s.values["cpu"] for s in run.profile.samples if s.has("burn"))
        self.assertGreater(burned, 0.9 * run.used("main", 0, 1), describe(run.profile))
        return run

    def test_main_that_throws(self):
        run = self.end("throw new RangeError('main fails');", 1)
        error, _, summary = run.stderr.rstrip().rpartition("\n")
        self.assertIn("RangeError: main fails", error)
        self.assertRegex(summary, r"\Aprofile.pb: 1 realm, ")

    def test_main_that_rejects(self):
        run = self.end("Promise.reject(new RangeError('main fails'));", 1)
        self.assertIn("RangeError: main fails", run.stderr)

    def test_main_that_exits(self):
        run = self.end("exit(3); console.log('never');", 3)
        self.assertEqual(run.stdout, "")
        self.assertRegex(run.stderr, r"\Aprofile.pb: 1 realm, .*\n\Z")
