"""--profile-checkpoint: a process that is killed leaves the profile so far."""

import os
import signal
import subprocess
import time

from profile_checker import describe, load
from profile_test import WORK, ProfileTest, cpu_of
from rt_run import rt_path

SERIAL = True

PATIENCE_S = 120

# What a checkpoint may take on a busy machine, beside the second between two.
SLACK_S = 2

SPIN = WORK.replace("export ", "") + """
function burn() { work(30000); }
function spin() { for (;;); }
burn();
"""

# Fills its disk between two checkpoints, and looks at the file meanwhile.
FILL = """
import {DiskFileSystem} from 'rt:file';
const fs = new DiskFileSystem();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const there = async () => {
  try { return (await fs.readFile('disk/p.pb')).join(); } catch { return ''; }
};
while (await there() === '') await sleep(10);
const file = await fs.open('disk/filler', {write: true, create: true});
for (let size = 65536; size >= 1;) {
  try { await file.write(new Uint8Array(size)); } catch { size /= 2; }
}
await file.close();
const before = await there();
await sleep(3500);
console.log(before !== '' && await there() === before);
await fs.remove('disk/filler');
while (await there() === before) await sleep(10);
console.log('again');
"""


class Checkpoints(ProfileTest):
    def test_a_process_that_is_killed_loses_a_second_at_most(self):
        self.write("main.js", """
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.js', thread: true});
            await new Promise((done) => { realm.port.onmessage = done; });
            """ + SPIN + "console.log('up'); spin();")
        self.write("child.js", SPIN + """
            import {port} from 'rt:realm';
            port.postMessage('up');
            spin();
            """)
        with subprocess.Popen(
            [rt_path(), "run", "--profile-checkpoint", "1", "main.js"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:
            try:
                self.assertEqual(process.stdout.readline(), "up\n")
                start = time.monotonic()
                inodes = set()
                while len(inodes) < 3:
                    self.assertLess(time.monotonic(), start + PATIENCE_S)
                    if self.path.exists():
                        inodes.add(os.stat(self.path).st_ino)
                    time.sleep(0.01)
            finally:
                process.kill()
            lived_s = time.monotonic() - start
            self.assertEqual(process.stderr.read(), "")
        self.assertEqual(process.returncode, -signal.SIGKILL)
        profile = load(self.path)
        self.assertEqual(profile.threads(), ["1 child.js", "main"])
        for thread in profile.threads():
            wall_s = profile.total("wall", thread) / 1e9
            self.assertGreater(wall_s, lived_s - 1 - SLACK_S, describe(profile))
        for name in ("burn", "spin"):
            self.assertGreater(cpu_of(profile, name), 0, describe(profile))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["child.js", "main.js", "profile.pb"])

    def test_a_disk_that_gets_full(self):
        self.write("main.js", FILL)
        result = self.rt_with_disk(
            "size=256k", "run", "--profile-out", "disk/p.pb", "--profile-checkpoint",
            "1", "main.js", after="ls -A disk")
        self.assertCode(result, 0)
        self.assertEqual(result.stdout, "true\nagain\np.pb\n")
        warning, summary = result.stderr.splitlines()
        self.assertRegex(
            warning, r"\Art: a checkpoint of the profile failed, .*: can't write "
            r"disk/p.pb: No space left on device; ")
        self.assertRegex(summary, r"\Adisk/p.pb: 1 realm, ")

    def test_what_cannot_be_replaced_is_refused_at_the_start(self):
        self.write("main.js", "console.log('ran');")
        os.mkfifo(self.folder / "pipe")
        for path in ("/dev/null", "pipe"):
            result = self.rt("run", "--profile-checkpoint", "1", "--profile-out", path,
                             "main.js")
            self.assertCode(result, 1)
            self.assertEqual(result.stdout, "")
            self.assertRegex(
                result.stderr, rf"\Art: no checkpoints can be written to {path}, which "
                r"is no regular file; .*\n\Z")

    def test_the_profile_at_the_end_has_all_of_it(self):
        profile = self.profile(WORK + """
            import {DiskFileSystem} from 'rt:file';
            function before() { work(30000); }
            function after() { work(30000); }
            const fs = new DiskFileSystem();
            before();
            for (;;) try { await fs.stat('profile.pb'); break; } catch {}
            after();
            """, flags=("--profile-checkpoint", "1"))
        self.assertNear(cpu_of(profile, "before"), cpu_of(profile, "after"), 0.4,
                        describe(profile))
        self.assertFalse([c for c in profile.comments if "missing" in c])
