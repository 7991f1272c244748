"""rt:file: whole files, paths and folders, looked at from outside."""

import os
import stat

from file_program import FileTest


class WholeFiles(FileTest):
    def test_bytes_and_text_go_both_ways(self):
        self.write("in", bytes(range(256)) * 1000)
        self.write("text", "gr\u00fc\u00dfe \u20ac \U0001f389\n")
        told = self.told("""
            await fs.writeFile('out', await fs.readFile('in'));
            await fs.writeFile('text-out', await fs.readTextFile('text'));
            await fs.writeFile('view', new Uint16Array([1, 2, 3]).subarray(1));
            await fs.writeFile('buffer', new Uint8Array([7, 8]).buffer);
            await fs.writeFile('surrogate', 'a\\ud800b');
            await fs.writeFile('empty', '');
            tell((await fs.readFile('empty')).length);
        """)
        self.assertEqual(told, [0])
        read = lambda name: (self.folder / name).read_bytes()
        self.assertEqual(read("out"), bytes(range(256)) * 1000)
        self.assertEqual(read("text-out"), read("text"))
        self.assertEqual(read("view"), b"\2\0\3\0")
        self.assertEqual(read("buffer"), b"\7\10")
        self.assertEqual(read("surrogate"), b"a\xef\xbf\xbdb")
        self.assertEqual(read("empty"), b"")

    def test_text_is_decoded_as_text_decoder_does(self):
        self.write("bom", b"\xef\xbb\xbfa")
        self.write("wrong", b"a\xffb")
        told = self.told("""
            tell(await fs.readTextFile('bom'));
            tell(await fs.readTextFile('wrong'));
            tell(await failure(fs.readTextFile('wrong', {fatal: true})));
        """)
        self.assertEqual(told[:2], ["a", "a\ufffdb"])
        self.assertEqual(
            told[2],
            {
                "name": "Error",
                "message": "cannot read 'wrong' as text: it is not UTF-8 (EILSEQ)",
                "code": "EILSEQ",
                "path": "wrong",
            },
        )

    def test_long_text_is_whole(self):
        ascii_text = "0123456789abcde\n" * 20_000
        self.write("ascii", ascii_text.encode())
        self.write("bom", b"\xef\xbb\xbf" + ascii_text.encode())
        self.write("late", (ascii_text + "\u20ac").encode())
        told = self.told("""
            for (const name of ['ascii', 'bom', 'late']) {
              const text = await fs.readTextFile(name);
              await fs.writeFile(`${name}-out`, text + text.slice(5, 8));
              tell([text.length, text.split('\\n').length]);
            }
        """)
        self.assertEqual(told, [[320_000, 20_001], [320_000, 20_001], [320_001, 20_001]])
        read = lambda name: (self.folder / name).read_text(encoding="utf-8")
        for name, text in (("ascii", ascii_text), ("bom", ascii_text),
                           ("late", ascii_text + "\u20ac")):
            self.assertEqual(read(f"{name}-out"), text + "567", name)

    def test_data_is_copied_at_the_call(self):
        self.told("""
            for (const Buffer of [ArrayBuffer, SharedArrayBuffer]) {
              const bytes = new Uint8Array(new Buffer(1_000_000)).fill(65);
              const written = fs.writeFile(Buffer.name, bytes);
              bytes.fill(66);
              await written;
            }
            const moved = new ArrayBuffer(1_000_000);
            const written = fs.writeFile('moved', moved);
            moved.transfer(0);
            await written;
        """)
        for name in ("ArrayBuffer", "SharedArrayBuffer"):
            self.assertEqual((self.folder / name).read_bytes(), b"A" * 1_000_000)
        self.assertEqual((self.folder / "moved").read_bytes(), bytes(1_000_000))

    def test_writing_makes_replaces_and_appends(self):
        self.write("old", "old")
        os.chmod(self.folder / "old", 0o604)
        os.symlink("old", self.folder / "link")
        told = self.told("""
            await fs.writeFile('new', '', {mode: 0o777});
            await fs.writeFile('link', 'x', {mode: 0o777});
            await fs.writeFile('old', 'y', {append: true, sync: true});
            tell(await failure(fs.writeFile('no', '', {create: false})));
            tell(await failure(fs.writeFile('link', '', {create: 'new'})));
            await fs.writeFile('fresh', '', {create: 'new', append: true});
        """)
        mode = lambda name: stat.S_IMODE(os.lstat(self.folder / name).st_mode)
        umask = os.umask(0)
        os.umask(umask)
        self.assertEqual(mode("new"), 0o777 & ~umask)
        self.assertEqual(mode("old"), 0o604)
        self.assertTrue(os.path.islink(self.folder / "link"))
        self.assertEqual((self.folder / "old").read_bytes(), b"xy")
        self.assertEqual([each["code"] for each in told], ["ENOENT", "EEXIST"])
        self.assertEqual(
            set(os.listdir(self.folder)), {"old", "link", "new", "fresh", "main.mjs"}
        )

    def test_copying_keeps_the_mode_and_may_insist_on_a_new_file(self):
        self.write("from", "content")
        os.chmod(self.folder / "from", 0o640)
        told = self.told("""
            await fs.copyFile('from', 'to');
            tell(await failure(fs.copyFile('from', 'to', {exclusive: true})));
            tell(await failure(fs.copyFile('no', 'to')));
        """)
        self.assertEqual((self.folder / "to").read_bytes(), b"content")
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "to").st_mode), 0o640)
        self.assertEqual(told[0]["code"], "EEXIST")
        self.assertEqual(
            told[1],
            {
                "name": "Error",
                "message": "cannot copy 'no' to 'to': No such file or directory (ENOENT)",
                "code": "ENOENT",
                "path": "no",
                "dest": "to",
            },
        )

    def test_ten_thousand_at_once_need_few_descriptors(self):
        self.write("in", "content")
        self.write_program("""
            const read = [];
            for (let i = 0; i < 10_000; i++) read.push(fs.readFile('in'));
            let right = 0;
            for (const bytes of await Promise.all(read)) right += bytes.length;
            tell(right);
        """)
        result = self.rt_under("ulimit -n 48")
        self.assertOutput(result, stdout="70000\n")


class Paths(FileTest):
    def test_urls_name_files(self):
        self.write("a b%#?.txt", "content")
        told = self.told("""
            const {cwd} = await import('rt:process');
            const folder = new URL(`file://${cwd()}/`);
            const url = new URL('a%20b%25%23%3F.txt', folder);
            tell(await fs.readTextFile(url));
            tell((await fs.stat(folder)).isDirectory);
            tell(await failure(fs.readFile(new URL('https://host/a'))));
            tell(await failure(fs.readFile(new URL('file:///a%2Fb'))));
            tell(await failure(fs.readFile(String(url))));
        """)
        self.assertEqual(told[:2], ["content", True])
        self.assertEqual([each["name"] for each in told[2:4]], ["TypeError"] * 2)
        self.assertEqual(told[4]["code"], "ENOENT")

    def test_names_that_are_no_utf8_come_back(self):
        name = b"caf\xe9 \xed\xa0\x80"
        (self.folder / "sub").mkdir()
        with open(os.fsencode(self.folder) + b"/sub/" + name, "wb") as file:
            file.write(b"content")
        told = self.told("""
            const [{name}] = await fs.readDir('sub');
            tell([...name].map((character) => character.codePointAt(0)));
            tell(await fs.readTextFile('sub/' + name));
            tell(await fs.glob('sub/*') + '' === 'sub/' + name);
            await fs.rename('sub/' + name, 'sub/x' + name);
            const {path} = await fs.readFile('sub/' + name).catch((error) => error);
            tell(path === 'sub/' + name);
        """)
        self.assertEqual(
            told[0], [ord(c) for c in name.decode("utf-8", "surrogateescape")]
        )
        self.assertEqual(told[1:], ["content", True, True])
        self.assertEqual(os.listdir(os.fsencode(self.folder / "sub")), [b"x" + name])

    def test_links_are_made_read_resolved_and_told_apart(self):
        self.write("file", "12345")
        told = self.told("""
            await fs.symlink('file', 'link');
            tell(await fs.readLink('link'));
            tell(await fs.realPath('link'));
            const [info, link] = [await fs.stat('link'), await fs.lstat('link')];
            tell([info.type, info.isFile, link.type, link.isSymlink, link.isFile]);
            await fs.chmod('link', 0o2751);
        """)
        self.assertEqual(told[0], "file")
        self.assertEqual(told[1], str(self.folder / "file"))
        self.assertEqual(told[2], ["file", True, "symlink", True, False])
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "file").st_mode), 0o2751)

    def test_stat_tells_what_the_system_does(self):
        self.write("file", "12345")
        os.utime(self.folder / "file", ns=(1_600_000_000_123_456_789, -1_000_001))
        (told,) = self.told("tell(await fs.stat('file'));")
        info = os.stat(self.folder / "file")
        for ours, theirs in (("dev", "st_dev"), ("nlink", "st_nlink"),
                             ("uid", "st_uid"), ("gid", "st_gid"),
                             ("size", "st_size")):
            self.assertEqual(told[ours], getattr(info, theirs), ours)
        self.assertEqual(told["ino"], str(info.st_ino))
        self.assertEqual(told["mode"], stat.S_IMODE(info.st_mode))
        self.assertEqual(told["atime"], "2020-09-13T12:26:40.123Z")
        self.assertEqual(told["mtimeNs"], "-1000001")


class Folders(FileTest):
    def test_folders_are_made_listed_renamed_and_removed(self):
        told = self.told("""
            await fs.mkdir('a/b/c', {recursive: true, mode: 0o700});
            await fs.mkdir('a/b/c', {recursive: true});
            tell((await failure(fs.mkdir('a'))).code);
            await fs.writeFile('a/z', '');
            await fs.symlink('z', 'a/link');
            tell(await fs.readDir('a'));
            tell((await failure(fs.remove('a'))).code);
            await fs.rename('a', 'x');
            await fs.remove('x/link');
            tell((await fs.readDir('x')).map(({name}) => name));
            await fs.remove('x', {recursive: true});
            await fs.remove('x', {force: true});
            tell((await failure(fs.remove('x'))).code);
        """)
        entry = lambda name, type_: {
            "name": name, "type": type_, "isFile": type_ == "file",
            "isDirectory": type_ == "directory", "isSymlink": type_ == "symlink"}
        self.assertEqual(
            told,
            ["EEXIST",
             [entry("b", "directory"), entry("link", "symlink"), entry("z", "file")],
             "ENOTEMPTY", ["b", "z"], "ENOENT"])
        self.assertEqual(os.listdir(self.folder), ["main.mjs"])

    def test_glob_finds_files(self):
        for name in ("src/a.ts", "src/deep/b.ts", "src/deep/c.js", "src/.d.ts"):
            self.write(name, "")
        os.symlink("..", self.folder / "src/deep/up")
        told = self.told("""
            tell(await fs.glob('**/*.{ts,js}'));
            tell(await fs.glob('*.ts', {cwd: 'src', dot: true}));
            tell(await fs.glob('src/**/a.*', {follow: true}));
            tell(await fs.glob('no/**'));
            tell(await failure(fs.glob('*', {cwd: 'no'})));
        """)
        self.assertEqual(told[0], ["src/a.ts", "src/deep/b.ts", "src/deep/c.js"])
        self.assertEqual(told[1], [".d.ts", "a.ts"])
        self.assertEqual(told[2], ["src/a.ts"])
        self.assertEqual(told[3], [])
        self.assertEqual(told[4]["message"],
                         "cannot look for files in 'no': "
                         "No such file or directory (ENOENT)")
