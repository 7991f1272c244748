"""Files of sandbox realms: what is granted can be reached, and nothing else, with the
kernel's Landlock and without it."""

import os
import unittest

import without_calls
from sandbox_test import SandboxTest


class Files(SandboxTest):
    READS = """
        readFile: () => fs.readTextFile(root + 'data/a.txt'),
        open: async () => { await using f = await fs.open(root + 'data/a.txt');
                            return (await f.stat()).size; },
        stat: async () => (await fs.stat(root + 'data/a.txt')).size,
        lstat: async () => (await fs.lstat(root + 'data/a.txt')).size,
        readDir: async () => (await fs.readDir(root + 'data')).length,
        glob: async () => (await fs.glob(root + 'data/**/*.txt')).length,
        realPath: async () => (await fs.realPath(root + 'data/x/../a.txt'
            .replace('x/../', ''))).endsWith('/data/a.txt'),
    """
    WRITES = """
        writeFile: () => fs.writeFile(root + 'out/new.txt', 'n'),
        append: () => fs.writeFile(root + 'out/new.txt', 'm', {append: true}),
        open: async () => { await using f = await fs.open(root + 'out/f',
                                {write: true, create: true}); await f.write('f'); },
        mkdir: () => fs.mkdir(root + 'out/p/q/r', {recursive: true}),
        symlink: () => fs.symlink('new.txt', root + 'out/link'),
        rename: () => fs.rename(root + 'out/f', root + 'out/p/f'),
        chmod: () => fs.chmod(root + 'out/new.txt', 0o600),
        remove: () => fs.remove(root + 'out/p', {recursive: true}),
    """

    def test_what_is_granted_can_be_read(self):
        self.assertEqual(self.tried(self.READS, "{read: ['../data']}"), {
            "readFile": "a", "open": 1, "stat": 1, "lstat": 1, "readDir": 2, "glob": 2,
            "realPath": True})

    def test_nothing_can_be_read_without_a_grant(self):
        came = self.tried(self.READS, "{write: ['../data']}")
        self.assertAllDenied(came, f"sandbox.read with '{self.folder}/data")

    def test_what_is_granted_can_be_written(self):
        came = self.tried(self.WRITES, "{write: ['../out']}")
        self.assertEqual([*came.values()], ["done"] * 8, came)
        self.assertEqual((self.folder / "out/new.txt").read_text(), "nm")
        self.assertEqual((self.folder / "out/new.txt").stat().st_mode & 0o777, 0o600)
        self.assertEqual(os.readlink(self.folder / "out/link"), "new.txt")
        self.assertFalse((self.folder / "out/p").exists())

    def test_nothing_can_be_written_without_a_grant(self):
        came = self.tried(self.WRITES, "{read: ['../out']}")
        self.assertAllDenied(came, f"sandbox.write with '{self.folder}/out")
        self.assertEqual(os.listdir(self.folder / "out"), ["o.txt"])

    def test_a_copy_needs_both_and_a_rename_does_not_make_readable(self):
        self.write("data/w/x", "x")
        came = self.tried("""
            copy: () => fs.copyFile(root + 'data/a.txt', root + 'out/copy'),
            into: () => fs.copyFile(root + 'data/a.txt', root + 'data/copy'),
            from: () => fs.copyFile(root + 'out/o.txt', root + 'out/copy2'),
            both: async () => { await using f = await fs.open(root + 'out/o.txt',
                                                        {read: true, write: true}); },
            move: () => fs.rename(root + 'out/o.txt', root + 'data/w/o.txt'),
        """, "{read: ['../data'], write: ['../out', new URL('../data/w/', import.meta.url)]}")
        self.assertEqual(came["copy"], "done")
        self.assertDenied(came["into"], "sandbox.write")
        self.assertDenied(came["from"], "sandbox.read")
        self.assertDenied(came["both"], "sandbox.read")
        self.assertDenied(came["move"], "sandbox.read")

    def test_a_single_file_is_written_in_place(self):
        came = self.tried("""
            write: () => fs.writeFile(root + 'alone.txt', 'new'),
            remove: () => fs.remove(root + 'alone.txt'),
        """, "{write: ['../alone.txt']}")
        self.assertEqual(came["write"], "done")
        self.assertDenied(came["remove"], f"sandbox.write with '{self.folder}'")
        self.assertEqual((self.folder / "alone.txt").read_text(), "new")

    def test_dots_and_links_do_not_lead_out(self):
        (self.folder / "data/file").symlink_to("../secret/s.txt")
        (self.folder / "data/folder").symlink_to(self.folder / "secret")
        (self.folder / "out/new").symlink_to("../secret/made")
        came = self.tried("""
            dots: () => fs.readFile(root + 'data/../secret/s.txt'),
            file: () => fs.readFile(root + 'data/file'),
            folder: () => fs.readFile(root + 'data/folder/s.txt'),
            open: () => fs.open(root + 'data/file'),
            list: () => fs.readDir(root + 'data/folder'),
            glob: () => fs.glob(root + 'data/*/*.txt', {follow: true}),
            globbed: () => fs.glob('../secret/*', {cwd: root + 'data'}),
            proc: () => fs.readFile('/proc/self/environ'),
        """, "{read: ['../data'], write: ['../out']}")
        self.assertAllDenied(came, "sandbox.read")
        came = self.tried("""
            made: () => fs.writeFile(root + 'out/new', 'x'),
            own: async () => { await fs.symlink('../secret', root + 'out/own');
                               await fs.writeFile(root + 'out/own/x', 'x'); },
            dots: () => fs.mkdir(root + 'out/../secret/x'),
            gone: () => fs.remove(root + 'out/own/s.txt'),
        """, "{write: ['../out']}")
        self.assertAllDenied(came, f"sandbox.write with '{self.folder}/secret")
        self.assertEqual(sorted(os.listdir(self.folder / "secret")), ["m.mjs", "s.txt"])

    def test_what_there_is_is_not_told(self):
        came = self.tried("""
            there: () => fs.stat(root + 'secret/s.txt'),
            missing: () => fs.stat(root + 'secret/none'),
            inside: () => fs.stat(root + 'data/none'),
            glob: () => fs.glob(root + 'secret/s.txt'),
        """, "{read: ['../data']}")
        self.assertDenied(came["there"], "sandbox.read")
        self.assertDenied(came["missing"], "sandbox.read")
        self.assertEqual(came["inside"]["code"], "ENOENT")
        self.assertEqual(came["glob"], [])

    def test_a_path_that_is_swapped_all_the_time_leads_nowhere_else(self):
        # Two names of one link: to the granted file, and to the secret.
        came = self.tried("""
            race: async () => {
              const link = root + 'out/link';
              let swapping = true;
              const swap = (async () => {
                for (let i = 0; swapping; ++i) {
                  await fs.symlink(i % 2 ? '../data/a.txt' : '../secret/s.txt', link + i % 2);
                  await fs.rename(link + i % 2, link);
                }
              })();
              const seen = new Set();
              for (let i = 0; i < 100; ++i) {
                seen.add(await fs.readTextFile(link).catch((e) => e.code));
              }
              swapping = false;
              await swap;
              return [...seen].sort();
            },
        """, "{read: ['../data', '../out'], write: ['../out']}")
        self.assertLessEqual(set(came["race"]), {"EPERM", "ENOENT", "a"})


class FilesByBindingsAlone(Files):
    """The same on a kernel without Landlock."""

    LAUNCHER = without_calls.launcher("ENOSYS", "landlock_create_ruleset")

    def tried(self, *args, **options) -> dict:
        came = super().tried(*args, **options)
        self.assertIs(self.enforcement["landlock"], False)
        return came


if __name__ == "__main__":
    unittest.main()
