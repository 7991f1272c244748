"""A profile that cannot be written: the reason, exit 1, and nothing half-written."""

import signal
import subprocess

from rt_run import Result, RtTest, rt_path

NO_SPACE = "No space left on device"

# Ends when there is no byte left on the disk.
FILL = """
import {DiskFileSystem} from 'rt:file';
const fs = new DiskFileSystem();
const file = await fs.open('disk/filler', {write: true, create: true});
for (let size = 65536; size >= 1;) {
  try { await file.write(new Uint8Array(size)); } catch { size /= 2; }
}
await file.close();
console.log('full');
"""


class Told(RtTest):
    def assertTold(self, result: Result, path: str, reason: str, stdout: str) -> None:
        """Exit 1, and on stderr one line: the path, the reason and what to do."""
        self.assertEqual((result.code, result.stdout), (1, stdout), str(result))
        [line] = result.stderr.splitlines()
        self.assertIn(f"can't write {path}: {reason}; ", line)


class BeforeTheScript(Told):
    """What is known before the script runs is told before it runs."""

    def setUp(self) -> None:
        super().setUp()
        self.write("main.js", "console.log('ran');")

    def test_a_folder_that_is_a_file(self):
        self.write("file", "text")
        result = self.rt("run", "--profile-out", "file/p.pb", "main.js")
        self.assertTold(result, "file/p.pb", "Not a directory", "")
        self.assertEqual((self.folder / "file").read_text(), "text")

    def test_a_disk_that_is_read_only(self):
        result = self.rt_with_disk("ro", "run", "--profile-out", "disk/p.pb", "main.js")
        self.assertTold(result, "disk/p.pb", "Read-only file system", "")

    def test_a_folder_in_which_nobody_can_make_a_file(self):
        result = self.rt("run", "--profile-out", "/proc/p.pb", "main.js")
        self.assertTold(result, "/proc/p.pb", "No such file or directory", "")


class AfterTheScript(Told):
    def test_a_disk_that_the_script_filled(self):
        self.write("main.js", FILL)
        result = self.rt_with_disk(
            "size=256k", "run", "--profile-out", "disk/p.pb", "main.js",
            after="ls -A disk")
        self.assertTold(result, "disk/p.pb", NO_SPACE, "full\nfiller\n")

    def test_the_old_profile_stays_whole(self):
        self.write("main.js", FILL)
        result = self.rt_with_disk(
            "size=256k", "run", "--profile-out", "disk/p.pb", "main.js",
            before="echo old > disk/p.pb", after="ls -A disk; cat disk/p.pb")
        self.assertTold(
            result, "disk/p.pb", NO_SPACE, "full\nfiller\np.pb\nold\n")

    def test_a_folder_that_the_script_removed(self):
        self.write("main.js", """
            import {DiskFileSystem} from 'rt:file';
            await new DiskFileSystem().remove('out', {recursive: true});
            console.log('removed');
            """)
        (self.folder / "out").mkdir()
        result = self.rt("run", "--profile-out", "out/p.pb", "main.js")
        self.assertTold(result, "out/p.pb", "No such file or directory", "removed\n")
        self.assertEqual([each.name for each in self.folder.iterdir()], ["main.js"])

    def test_a_device_that_is_full(self):
        self.write("main.js", "console.log('ran');")
        result = self.rt("run", "--profile-out", "/dev/full", "main.js")
        self.assertTold(result, "/dev/full", NO_SPACE, "ran\n")

    def test_an_error_of_the_script_is_told_too(self):
        self.write("main.js", "\nthrow new Error('the script fails');")
        result = self.rt("run", "--profile-out", "/dev/full", "main.js")
        self.assertCode(result, 1)
        self.assertIn("Error: the script fails", result.stderr)
        self.assertIn(f"can't write /dev/full: {NO_SPACE}", result.stderr)

    def test_whatever_the_script_exits_with(self):
        for code in (0, 3, 255):
            self.write("main.js", f"import {{exit}} from 'rt:process'; exit({code});")
            result = self.rt("run", "--profile-out", "/dev/full", "main.js")
            self.assertTold(result, "/dev/full", NO_SPACE, "")

    def test_a_top_level_await_that_never_settles(self):
        self.write("main.js", "await new Promise(() => {});")
        result = self.rt("run", "--profile-out", "/dev/full", "main.js")
        self.assertCode(result, 1)
        self.assertIn(f"can't write /dev/full: {NO_SPACE}; ", result.stderr)

    def test_a_signal_that_ends_the_script_still_ends_the_process(self):
        self.write("main.js", "console.log('up'); setInterval(() => {}, 1e6);")
        with subprocess.Popen(
            [rt_path(), "run", "--profile-out", "/dev/full", "main.js"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:
            self.assertEqual(process.stdout.readline(), "up\n")
            process.send_signal(signal.SIGTERM)
            _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGTERM, told)
        self.assertIn(f"can't write /dev/full: {NO_SPACE}; ", told)
