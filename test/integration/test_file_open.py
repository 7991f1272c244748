"""rt:file: files that are held open, and their descriptors."""

import os

from file_program import FileTest


class OpenFiles(FileTest):
    def test_reading_and_writing_at_the_position_and_elsewhere(self):
        told = self.told("""
            const file = await fs.open('a', {read: true, write: true, create: 'new'});
            await file.write('hello ');
            await file.write(new TextEncoder().encode('world'));
            await file.write('H', {at: 0});
            const buffer = new Uint8Array(8);
            tell([await file.read(buffer, {at: 6}), ...buffer]);
            tell(await file.read(buffer));
            tell([(await file.stat()).size, file.path]);
            await file.truncate(5);
            await file.sync();
            await file.close();
        """)
        self.assertEqual(told, [[5, *b"world", 0, 0, 0], 0, [11, "a"]])
        self.assertEqual((self.folder / "a").read_bytes(), b"Hello")

    def test_calls_run_in_order_without_waiting_for_each(self):
        self.told("""
            const file = await fs.open('a', {write: true, create: true});
            for (let i = 0; i < 1000; i++) file.write(`${i} `);
            await file.close();
        """)
        self.assertEqual((self.folder / "a").read_text(),
                         "".join(f"{i} " for i in range(1000)))

    def test_a_reader_gives_chunks(self):
        self.write("a", "0123456789")
        told = self.told("""
            await using file = await fs.open('a');
            const pieces = [];
            for await (const chunk of file.reader({chunkSize: 4})) {
              pieces.push(new TextDecoder().decode(chunk));
            }
            tell(pieces);
            for await (const chunk of file.reader({at: 3, chunkSize: 4})) {
              tell(new TextDecoder().decode(chunk));
              break;
            }
            tell(await file.read(new Uint8Array(1), {at: 0}));
        """)
        self.assertEqual(told, [["0123", "4567", "89"], "3456", 1])

    def test_a_writer_collects_small_pieces(self):
        told = self.told("""
            await using file = await fs.open('a', {write: true, create: true});
            {
              await using writer = file.writer({chunkSize: 10});
              await writer.write('1234567');
              tell((await file.stat()).size);
              await writer.write('89abc');
              tell((await file.stat()).size);
              await writer.write('d'.repeat(25));
              tell((await file.stat()).size);
              await writer.write('end');
            }
            await using other = await fs.open('a', {write: true});
            const writer = other.writer({at: 2});
            await writer.write('X');
            await writer.flush();
        """)
        self.assertEqual(told, [0, 7, 37])
        self.assertEqual((self.folder / "a").read_text(),
                         "12X456789abc" + "d" * 25 + "end")

    def test_a_writers_error_is_not_lost(self):
        told = self.told("""
            await using file = await fs.open('/dev/full', {write: true});
            const writer = file.writer({chunkSize: 4});
            writer.write('12345').catch(() => {});
            await new Promise((resolve) => setTimeout(resolve, 20));
            tell((await failure(writer.flush())).code);
            tell((await failure(writer.write('12345'))).code);
        """)
        self.assertEqual(told, ["ENOSPC", "ENOSPC"])

    def test_after_close_everything_is_refused(self):
        self.write("a", "")
        told = self.told("""
            const file = await fs.open('a');
            await file.close();
            for (const call of [
                   () => file.read(new Uint8Array(1)), () => file.write('x'),
                   () => file.stat(), () => file.truncate(), () => file.sync(),
                   () => file.close(), () => file.reader().next()]) {
              tell(await failure(call()));
            }
            await file[Symbol.asyncDispose]();
        """)
        self.assertEqual({each["code"] for each in told}, {"EBADF"})
        self.assertEqual({each["path"] for each in told}, {"a"})
        self.assertEqual(
            told[0]["message"],
            "cannot read 'a' after it was closed: Bad file descriptor (EBADF)")

    def test_a_buffer_that_shrinks_meanwhile_is_an_error(self):
        self.write("a", "0123456789")
        told = self.told("""
            await using file = await fs.open('a');
            const buffer = new Uint8Array(10);
            const read = file.read(buffer);
            buffer.buffer.transfer();
            tell(await failure(read));
        """)
        self.assertEqual(told[0]["name"], "TypeError")
        self.assertIn("buffer", told[0]["message"])


class Descriptors(FileTest):
    def test_forgotten_files_are_closed_when_they_are_collected(self):
        self.write("a", "")
        told = self.told("""
            const count = async () => (await fs.readDir('/proc/self/fd')).length;
            const before = await count();
            for (let i = 0; i < 500; i++) await fs.open('a');
            tell(await count() > before);
            // Until the collector comes round.
            let rounds = 0;
            while (await count() > before + 10 && rounds++ < 1000) {
              globalThis.garbage = new ArrayBuffer(50_000_000);
            }
            tell(await count() <= before + 10);
        """)
        self.assertEqual(told, [True, True])

    def test_a_realm_that_ends_closes_its_files(self):
        self.write("a", "")
        self.write("child.mjs", """
            import {DiskFileSystem} from 'rt:file';
            import {port} from 'rt:realm';
            const fs = new DiskFileSystem();
            globalThis.files = [];
            for (let i = 0; i < 20; i++) files.push(await fs.open('a'));
            port.postMessage('open');
        """)
        told = self.told("""
            import {Realm} from 'rt:realm';
            const count = async () => (await fs.readDir('/proc/self/fd')).length;
            const run = async () => {
              const realm = new Realm({entry: './child.mjs', thread: true});
              await new Promise((resolve) => realm.port.onmessage = resolve);
              return realm.exited;
            };
            await run();
            const before = await count();
            for (let i = 0; i < 50; i++) await run();
            tell(await count() - before);
        """)
        self.assertLessEqual(told[0], 2)

    def test_a_realm_that_is_terminated_amid_work_leaves_nothing(self):
        self.write("a", "x" * 100_000)
        os.mkfifo(self.folder / "pipe")
        self.write("child.mjs", """
            import {DiskFileSystem} from 'rt:file';
            import {port} from 'rt:realm';
            const fs = new DiskFileSystem();
            fs.readFile('pipe');
            globalThis.file = await fs.open('pipe');
            file.read(new Uint8Array(1));
            for (let i = 0; i < 1000; i++) fs.readFile('a');
            port.postMessage('busy');
        """)
        told = self.told("""
            import {Realm} from 'rt:realm';
            const count = async () => (await fs.readDir('/proc/self/fd')).length;
            const run = async () => {
              const realm = new Realm({entry: './child.mjs', thread: true});
              await new Promise((resolve) => realm.port.onmessage = resolve);
              return (await realm.terminate()).reason;
            };
            await run();
            const before = await count();
            for (let i = 0; i < 20; i++) tell(await run());
            // What was being read when the realm ended, ends after it.
            let left;
            const end = performance.now() + 30_000;
            do left = await count() - before;
            while (left > 2 && performance.now() < end);
            tell(left <= 2);
        """)
        self.assertEqual(told, ["terminated"] * 20 + [True])
