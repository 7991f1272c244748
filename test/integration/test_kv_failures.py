"""rt:kv: full disks, damaged files, sudden ends."""

import json
import os
import random
import signal
import sqlite3
import subprocess

from rt_run import rt_path, run_program
from store_program import PRELUDE, StoreTest

FILE = ("--data-dir", "data")


class Survival(StoreTest):
    ROUNDS = 4

    def acknowledged(self, program: str, kill_after: int) -> list[str]:
        """The keys whose puts a program that was killed had told of."""
        self.write("main.mjs", PRELUDE + program)
        with subprocess.Popen([rt_path(), "run", *FILE, "main.mjs"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as process:
            lines = [process.stdout.readline() for _ in range(kill_after)]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.readlines()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        # The last one may be cut.
        return [line.strip() for line in lines if line.endswith("\n")]

    def assertKept(self, keys: list[str]) -> None:
        """By another reader of the database than rt."""
        database = sqlite3.connect(self.folder / "data/kv.sqlite")
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        there = {key: value for key, value in
                 database.execute("SELECT key, CAST(value AS TEXT) FROM entry")}
        self.assertEqual([key for key in keys if there.get(key) != f"value {key}"], [])
        database.close()

    def survive(self, program: str) -> None:
        kept: list[str] = []
        for round_number in range(self.ROUNDS):
            kept += self.acknowledged(program.replace("ROUND", str(round_number)),
                                      random.randrange(1, 9000))
            self.assertKept(kept)
        # And by rt itself, which goes on with it.
        [count] = self.told("""
            let count = 0;
            for await (const {} of kv.open('s').entries({limit: 1000})) ++count;
            tell(count);
        """, *FILE)
        self.assertGreaterEqual(count, len(kept))

    def test_kill_in_the_middle_of_ten_thousand_puts_loses_none_that_was_acknowledged(self):
        self.survive("""
            const s = kv.open('s');
            for (let i = 0; i < 10_000; ++i) {
              const key = `ROUND/${i}`;
              await s.put(key, `value ${key}`);
              console.log(key);
            }
            await new Promise((done) => setTimeout(done, 60_000));
        """)

    def test_nor_does_it_of_many_puts_at_a_time(self):
        self.survive("""
            const s = kv.open('s');
            await Promise.all(Array.from({length: 10_000}, async (_, i) => {
              const key = `ROUND/${i}`;
              await s.put(key, `value ${key}`);
              console.log(key);
            }));
            await new Promise((done) => setTimeout(done, 60_000));
        """)

    def test_nor_of_a_batch_a_part(self):
        self.write("main.mjs", PRELUDE + """
            const s = kv.open('s');
            for (let i = 0; ; ++i) {
              await s.batch(Array.from({length: 20}, (_, n) => ({op: 'put', key: `${n}`, value: `${i}`})));
              console.log(i);
            }
        """)
        for _ in range(self.ROUNDS):
            with subprocess.Popen([rt_path(), "run", *FILE, "main.mjs"], cwd=self.folder,
                                  stdout=subprocess.PIPE) as process:
                for _ in range(random.randrange(1, 500)):
                    process.stdout.readline()
                process.kill()
            database = sqlite3.connect(self.folder / "data/kv.sqlite")
            rounds = database.execute(
                "SELECT DISTINCT CAST(value AS TEXT) FROM entry").fetchall()
            self.assertEqual(len(rounds), 1)
            database.close()


class Disks(StoreTest):
    FILL = PRELUDE + """
        const s = kv.open('s');
        const kept = [];
        let told;
        for (let i = 0; i < 500 && !told?.code; ++i) {
          told = await failure(() => s.put(`${i}`, 'x'.repeat(5000)));
          if (!told.code) kept.push(i);
        }
        tell(told);
        const there = await Promise.all(kept.map((i) => s.get(`${i}`)));
        tell(there.length > 0 && there.every((value) => value.length === 5000));
    """

    def told_by(self, result) -> list:
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]

    def test_a_full_disk_is_enospc_and_what_was_acknowledged_is_kept(self):
        self.write("main.mjs", self.FILL)
        told, kept = self.told_by(
            self.rt_with_disk("size=1m", "run", "--data-dir", "disk", "main.mjs"))
        self.assertEqual((told["code"], told["path"]), ("ENOSPC", "disk/kv.sqlite"))
        self.assertIn("the disk is full", told["message"])
        self.assertTrue(kept)

    def test_a_file_over_the_process_limit_is_efbig(self):
        self.write("main.mjs", self.FILL)
        result = run_program(
            ["bash", "-c", 'ulimit -f 1000; exec "$@"', "bash", rt_path(), "run", *FILE,
             "main.mjs"], cwd=self.folder)
        told, kept = self.told_by(result)
        self.assertEqual(told["code"], "EFBIG", told)
        self.assertTrue(kept)

    def test_memory_is_bounded(self):
        told, there = self.told("""
            const s = kv.open('s');
            const value = new Uint8Array(16e6);
            let told, i = 0;
            for (; i < 30 && !told?.code; ++i) told = await failure(() => s.put(`${i}`, value));
            tell(told);
            await s.delete('0');
            await s.put('small', 1);
            tell((await s.list()).entries.length === i - 1);
        """)
        self.assertEqual(told["code"], "ENOSPC")
        self.assertIn("--data-dir", told["message"])
        self.assertTrue(there)

    def refused(self, *flags: str) -> str:
        result = self.run_program("console.log('ran');", *(flags or FILE))
        self.assertEqual((result.code, result.stdout), (1, ""), str(result))
        return result.stderr

    def test_a_folder_that_is_not_to_be_had_is_told_before_the_script_runs(self):
        self.assertIn("'none/data': No such file or directory (ENOENT)",
                      self.refused("--data-dir", "none/data"))
        self.write("file", "")
        self.assertIn("file", self.refused("--data-dir", "file"))

    def test_so_is_a_damaged_file(self):
        (self.folder / "data").mkdir()
        self.write("data/kv.sqlite", "no database" * 1000)
        told = self.refused()
        self.assertIn("'data/kv.sqlite': the file is damaged, or no database", told)
        self.assertIn("move it away", told)

    def test_and_a_read_only_disk(self):
        self.write("main.mjs", PRELUDE)
        result = self.rt_with_disk("size=1m", "run", "--data-dir", "disk", "main.mjs",
                                   before="mount -o remount,ro disk")
        self.assertEqual(result.code, 1, str(result))
        self.assertIn("disk/kv.sqlite", result.stderr)
        self.assertIn("Read-only file system (EROFS)", result.stderr)

    def test_a_page_that_is_damaged_is_an_error_of_those_who_read_it(self):
        self.told("""
            const s = kv.open('s');
            await s.batch(Array.from({length: 500}, (_, i) => (
                {op: 'put', key: `${i}`, value: 'x'.repeat(800)})));
        """, *FILE)
        path = self.folder / "data/kv.sqlite"
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            file.seek(size // 2 // 4096 * 4096)
            file.write(b"\xff" * 4096)
        [codes] = self.told("""
            const s = kv.open('s');
            const codes = new Set();
            for (let i = 0; i < 500; ++i) codes.add((await failure(() => s.get(`${i}`))).code ?? 'ok');
            tell([...codes].sort());
        """, *FILE)
        self.assertEqual(codes, ["EBADMSG", "ok"])
