"""rt:kv: what is put is there, for all realms, and for other processes with --data-dir."""

import json
import sqlite3
import subprocess

from rt_run import rt_path
from sandbox_test import SandboxTest
from store_program import PRELUDE, StoreTest

FILE = ("--data-dir", "data")


class Values(StoreTest):
    VALUES = """[
      '', 'text', 'a\\0b', '\\u{1F600}\\u00e9', 0, -1.5, 2n ** 70n, true, null, NaN,
      [1, , 3], {a: {b: ['c']}}, new Date(5), /a+/gi, new Map([[{k: 1}, new Set([2])]]),
      new Error('e'), new Uint16Array([1, 65535]).buffer, new Uint8Array([0, 255]),
      new DataView(new ArrayBuffer(4), 1, 2), new Uint8Array(0),
      new DOMException('m', 'AbortError'),
    ]"""

    def test_what_comes_back_is_what_structured_clone_gives_or_bytes(self):
        for flags in ((), FILE):
            with self.subTest(flags):
                [wrong] = self.told("""
                    const store = kv.open('values');
                    const bytes = (value) => value instanceof ArrayBuffer ?
                        new Uint8Array(value) :
                        new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
                    const values = VALUES;
                    const wrong = [];
                    for (const [index, value] of values.entries()) {
                      await store.put(`${index}`, value);
                      const got = await store.get(`${index}`);
                      const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
                      const expected = isBytes ? bytes(value) : structuredClone(value);
                      const show = (value) => [
                        Object.prototype.toString.call(value), value?.constructor?.name,
                        typeof value === 'bigint' ? `${value}` : value instanceof Map ?
                            [...value].map(([k, v]) => [k, [...v]]) : value,
                        value?.message, Object.is(value, -0), `${value}`];
                      const [a, b] = [got, expected].map((v) => JSON.stringify(show(v)));
                      if (a !== b) wrong.push([index, a, b]);
                    }
                    tell(wrong);
                """.replace("VALUES", self.VALUES), *flags)
                self.assertEqual(wrong, [])

    def test_a_value_is_a_copy_as_it_was_when_it_was_put(self):
        self.assertEqual(self.told("""
            const store = kv.open('s');
            const object = {n: 1}, bytes = new Uint8Array([1]);
            const puts = [store.put('o', object), store.put('b', bytes)];
            object.n = 2; bytes[0] = 2;
            await Promise.all(puts);
            (await store.get('o')).n = 3;
            tell([await store.get('o'), [...await store.get('b')]]);
        """, *FILE), [[{"n": 1}, [1]]])

    def test_large_values_come_back_whole(self):
        self.assertEqual(self.told("""
            const store = kv.open('s');
            for (const size of [65535, 65536, 65537, 16 * 1024 * 1024]) {
              const value = new Uint8Array(size).map((_, i) => i * 7 + (i >> 8));
              await store.put('k', value);
              const got = await store.get('k');
              let same = got.length === size;
              for (let i = 0; i < size; ++i) same &&= got[i] === value[i];
              tell(same);
            }
        """, *FILE), [True] * 4)

    def test_what_cannot_be_cloned_is_a_data_clone_error(self):
        told = self.told("""
            const store = kv.open('s');
            for (const value of [() => {}, {f() {}}, Symbol(), new SharedArrayBuffer(2),
                                 new MessageChannel().port1]) {
              tell((await failure(() => store.put('k', {value}))).name);
            }
            tell(await store.get('k') ?? 'none');
        """)
        self.assertEqual(told, ["DataCloneError"] * 5 + ["none"])

    def test_a_wrong_argument_is_named(self):
        [wrong] = self.told("""
            const s = kv.open('s');
            const cases = {
              name: [() => kv.open(), () => kv.open(''), () => kv.open(5),
                     () => kv.open('x'.repeat(256)), () => kv.open('\\ud800')],
              key: [() => s.get(), () => s.get(''), () => s.get('\\udc00'), () => s.put(1, 1),
                    () => s.get('x'.repeat(2049)), () => s.get('\\u00e9'.repeat(1025)),
                    () => s.delete(null), () => s.getEntry({})],
              value: [() => s.put('k'), () => s.put('k', undefined)],
              'options.ttl': [0, -1, 1.5, NaN, Infinity, '5', null].map(
                  (ttl) => () => s.put('k', 1, {ttl})),
              'options.ifVersion': [0, -1, 1.5, '1'].map(
                  (ifVersion) => () => s.put('k', 1, {ifVersion})),
              'options.sync': [() => s.put('k', 1, {sync: 1})],
              options: [() => s.put('k', 1, 5), () => s.list('a')],
              'options.limit': [0, 1001, '5'].map((limit) => () => s.list({limit})),
              'options.prefix': [() => s.list({prefix: 5})],
              'options.cursor': [() => s.list({cursor: {}})],
              'options.values': [() => s.list({values: 'yes'})],
              operations: [() => s.batch(), () => s.batch({})],
              'operations[0]': [() => s.batch([null])],
              'operations[1].key': [() => s.batch([{op: 'put', key: 'a', value: 1}, {op: 'put'}])],
              'operations[0].op': [() => s.batch([{key: 'a'}]),
                                   () => s.batch([{op: 'get', key: 'a'}])],
              'operations[0].value': [() => s.batch([{op: 'put', key: 'a'}])],
              'operations[0].ifVersion': [() => s.batch([{op: 'check', key: 'a'}])],
            };
            const wrong = [];
            for (const [name, calls] of Object.entries(cases)) {
              for (const call of calls) {
                const told = await failure(call);
                if (told.name !== 'TypeError' || !told.message.startsWith(name + ' ')) {
                  wrong.push([name, String(call), told]);
                }
              }
            }
            await s.get('x'.repeat(2048)); await s.get('\\u00e9'.repeat(1024));
            kv.open('\\u00e9'.repeat(127));
            tell(wrong);
        """)
        self.assertEqual(wrong, [])

    def test_what_is_too_large_is_an_error_that_names_the_limit(self):
        told = self.told("""
            const s = kv.open('s');
            const put = (key, size) => ({op: 'put', key, value: new Uint8Array(size)});
            tell(await failure(() => s.put('k', new Uint8Array(2 ** 24 + 1))));
            tell(await failure(() => s.batch(Array.from({length: 1001}, () => put('k', 1)))));
            tell(await failure(() => s.batch(Array.from({length: 5}, () => put('k', 15e6)))));
            tell((await s.list()).entries.length);
        """)
        self.assertEqual([each["code"] for each in told[:3]], ["E2BIG"] * 3)
        for each, limit in zip(told, ("16777216", "1000", "67108864")):
            self.assertIn(limit, each["message"])
        self.assertEqual(told[3], 0)


class Operations(StoreTest):
    def test_conditions_hold_or_nothing_is_written(self):
        for flags in ((), FILE):
            with self.subTest(flags):
                self.assertEqual(self.told("""
                    const s = kv.open('s');
                    const first = await s.put('a', 1, {ifVersion: null});
                    const code = async (call) => (await failure(call)).code ?? 'done';
                    tell([
                      await code(() => s.put('a', 2, {ifVersion: null})),
                      await code(() => s.put('a', 2, {ifVersion: first + 1})),
                      await code(() => s.delete('a', {ifVersion: null})),
                      await code(() => s.batch([
                        {op: 'put', key: 'b', value: 1}, {op: 'check', key: 'a', ifVersion: null}])),
                      await s.get('a'), await s.get('b') ?? 'none',
                    ]);
                    const second = await s.put('a', 2, {ifVersion: first});
                    const entry = await s.getEntry('a');
                    tell([second > first, entry.value, entry.version === second, entry.expires]);
                    const third = await s.batch([
                      {op: 'check', key: 'b', ifVersion: null},
                      {op: 'delete', key: 'a', ifVersion: second},
                      {op: 'put', key: 'b', value: 'x'}, {op: 'put', key: 'b', value: 'y'}]);
                    tell([await s.get('a') ?? 'none', await s.get('b'),
                          (await s.getEntry('b')).version === third,
                          await s.delete('b'), await s.delete('b'), await s.batch([]) > third]);
                """, *flags), [["ECONFLICT"] * 4 + [1, "none"], [True, 2, True, None],
                               ["none", "y", True, True, False, True]])
                (self.folder / "data/kv.sqlite").unlink(missing_ok=True)

    def test_an_entry_is_there_until_its_time_to_live_is_over(self):
        self.assertEqual(self.told("""
            const s = kv.open('s');
            const start = Date.now();
            await s.put('short', 1, {ttl: 1});
            await s.put('long', 1, {ttl: 3600e3});
            const {expires} = await s.getEntry('long');
            while (await s.get('short') !== undefined) await new Promise(setTimeout);
            tell([expires >= start + 3600e3, expires <= Date.now() + 3600e3,
                  (await s.list()).entries.map(({key}) => key)]);
            await s.put('long', 2);
            tell((await s.getEntry('long')).expires);
        """), [[True, True, ["long"]], None])

    def test_what_has_expired_leaves_the_file(self):
        self.told("""
            const s = kv.open('s');
            for (let i = 0; i < 50; ++i) await s.put(`${i}`, 'x', {ttl: 1});
            await new Promise((done) => setTimeout(done, 150));
            await s.put('last', 1);
        """, *FILE)
        database = sqlite3.connect(self.folder / "data/kv.sqlite")
        self.assertEqual(database.execute("SELECT key FROM entry").fetchall(), [("last",)])

    def test_lists_give_every_key_once_in_order(self):
        for flags in ((), FILE):
            with self.subTest(flags):
                self.assertEqual(self.told("""
                    const s = kv.open('s');
                    await s.batch(Array.from({length: 250}, (_, i) => (
                        {op: 'put', key: `k/${String(i).padStart(3, 0)}`, value: i})));
                    await s.batch([{op: 'put', key: 'j', value: 0}, {op: 'put', key: 'l', value: 0}]);
                    await kv.open('other').put('k/x', 1);
                    const keys = [];
                    let cursor, pages = 0;
                    do {
                      const page = await s.list({prefix: 'k/', cursor});
                      keys.push(...page.entries.map(({key}) => key));
                      cursor = page.cursor;
                      ++pages;
                    } while (cursor !== null);
                    tell([pages, keys.length, new Set(keys).size, keys.toSorted().join() === keys.join(),
                          keys[0], keys.at(-1)]);
                    const values = [];
                    for await (const {value} of s.entries({prefix: 'k/', values: true, limit: 7})) {
                      values.push(value);
                    }
                    tell(values.every((value, index) => value === index) && values.length);
                    const [{key, size, version, expires, ...rest}] = (await s.list({limit: 1})).entries;
                    tell([key, size > 0, version > 0, expires, rest]);
                    tell((await s.list({prefix: 'zz'})));
                """, *flags), [[3, 250, 250, True, "k/000", "k/249"], 250,
                               ["j", True, True, None, {}], {"entries": [], "cursor": None}])

    def test_it_is_there_in_the_next_run_and_has_greater_versions(self):
        program = """
            const s = kv.open('visits');
            const {value = 0, version = 0} = await s.getEntry('count') ?? {};
            tell([value, await s.put('count', value + 1) > version]);
        """
        for expected in ([0, True], [1, True], [2, True]):
            self.assertEqual(self.told(program, *FILE), [expected])
        self.assertEqual(self.told(program), [[0, True]])
        self.assertEqual((self.folder / "data").stat().st_mode & 0o777, 0o700)
        self.assertEqual((self.folder / "data/kv.sqlite").stat().st_mode & 0o777, 0o600)


class Realms(StoreTest):
    CHILD = PRELUDE + """
        const s = kv.open('s');
        export async function add(times) {
          for (let i = 0; i < times; ++i) {
            while (true) {
              const {value = 0, version = null} = await s.getEntry('n') ?? {};
              const {code} = await failure(() => s.put('n', value + 1, {ifVersion: version}));
              if (code === undefined) break;
              if (code !== 'ECONFLICT') throw new Error(code);
            }
          }
        }
    """

    def count(self, realms: str, *flags: str) -> list:
        self.write("child.mjs", self.CHILD)
        return self.told("""
            const {Realm} = await import('rt:realm');
            const realms = [REALMS].map((kind) => new Realm({entry: './child.mjs', ...kind}));
            await Promise.all(realms.map((realm) => realm.call('add', 40)));
            for (const realm of realms) realm.terminate();
            tell(await kv.open('s').get('n'));
        """.replace("REALMS", realms), *flags)

    def test_realms_of_all_kinds_share_the_stores(self):
        kinds = "{}, {}, {thread: true}, {sandbox: {stores: ['kv:s']}}"
        self.assertEqual(self.count(kinds), [160])
        self.assertEqual(self.count(kinds + ", {process: true}", *FILE), [200])


class Sandbox(SandboxTest):
    def test_a_store_must_be_granted_by_its_name(self):
        tries = """
            read: async () => (await import('rt:kv')).open('a').get('k'),
            other: async () => (await import('rt:kv')).open('b').get('k'),
        """
        self.assertAllDenied(self.tried(tries), "sandbox.stores with 'kv:")
        came = self.tried(tries, "{stores: ['kv:a']}")
        self.assertEqual(came["read"], "done")
        self.assertDenied(came["other"], "sandbox.stores with 'kv:b'")
        self.assertEqual(self.tried(tries, "{stores: ['kv:*']}")["other"], "done")

    def test_a_wrong_grant_is_refused(self):
        for grant in ("'kv:s'", "['s']", "['kv:']", "['file:a']", "[5]"):
            with self.subTest(grant):
                self.write("main.mjs", """
                    import {Realm} from 'rt:realm';
                    new Realm({entry: './main.mjs', sandbox: {stores: %s}});""" % grant)
                result = self.rt("run", "main.mjs")
                self.assertCode(result, 1)
                self.assertIn("TypeError: sandbox.stores", result.stderr)


class Processes(StoreTest):
    def test_a_write_waits_for_another_processes_lock(self):
        self.told("await kv.open('s').put('k', 1);", *FILE)
        other = sqlite3.connect(self.folder / "data/kv.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        self.write("main.mjs", PRELUDE + """
            const s = kv.open('s');
            const put = s.put('k', 2);
            tell(await s.get('k'));
            await put;
            tell(await s.get('k'));
        """)
        with subprocess.Popen([rt_path(), "run", *FILE, "main.mjs"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(json.loads(process.stdout.readline()), 1)
            other.execute("COMMIT")
            self.assertEqual(json.loads(process.stdout.readline()), 2)
        self.assertEqual(process.returncode, 0)

    def test_a_lock_that_is_held_for_long_is_ebusy(self):
        self.told("await kv.open('s').put('k', 1);", *FILE)
        other = sqlite3.connect(self.folder / "data/kv.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        [told] = self.told("tell(await failure(() => kv.open('s').put('k', 2)));", *FILE)
        self.assertEqual((told["code"], told["path"]), ("EBUSY", "data/kv.sqlite"))
        self.assertIn("another process holds its lock", told["message"])
