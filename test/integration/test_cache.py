"""rt:cache: what is made once is there for all realms, as long as it is good."""

from sandbox_test import SandboxTest
from store_program import StoreTest

CACHE = """
const cache = open('c');
const HOUR = 3600e3;
/** Fulfils when all that is ready to run has run. */
const turn = () => new Promise((done) => setTimeout(done));
"""


class CacheTest(StoreTest):
    def told_of(self, program: str, *flags: str) -> list:
        return self.told("const {open} = await import('rt:cache');" + CACHE + program, *flags)


class Making(CacheTest):
    def test_of_many_who_look_one_makes_the_value(self):
        self.assertEqual(self.told_of("""
            let made = 0;
            const make = async () => {
              await turn();
              return {value: {n: ++made}, maxAge: HOUR};
            };
            const values = await Promise.all(
                Array.from({length: 50}, () => cache.getOrMake('k', make)));
            tell([made, values.every(({n}) => n === 1), new Set(values).size]);
            const hit = cache.get('k');
            tell([hit.value, hit.state, hit.age >= 0, cache.get('none') ?? null]);
        """), [[1, True, 50], [{"n": 1}, "fresh", True, None]])

    def test_where_one_fails_the_next_makes_it(self):
        self.assertEqual(self.told_of("""
            let calls = 0;
            const make = async () => {
              await turn();
              if (++calls < 3) throw new Error(`failure ${calls}`);
              return {value: 'made', maxAge: HOUR};
            };
            const all = await Promise.allSettled(
                Array.from({length: 5}, () => cache.getOrMake('k', make)));
            tell(all.map(({value, reason}) => value ?? reason.message));
        """), [["failure 1", "failure 2", "made", "made", "made"]])

    def test_what_is_stale_is_served_while_it_is_made_new(self):
        self.assertEqual(self.told_of("""
            cache.insert('k', 'old', {maxAge: 0, staleWhileRevalidate: HOUR});
            let go;
            const make = async (old) => {
              tell([old.value, old.state]);
              await new Promise((done) => go = done);
              return {value: 'new', maxAge: HOUR};
            };
            tell(await cache.getOrMake('k', make));
            tell(await cache.getOrMake('k', make));
            go();
            await turn();
            tell(await cache.getOrMake('k', make));
        """), [["old", "stale"], "old", "old", "new"])

    def test_a_failure_behind_a_stale_value_is_told(self):
        self.assertEqual(self.told_of("""
            cache.insert('k', 'old', {maxAge: 0, staleWhileRevalidate: HOUR});
            const told = Promise.withResolvers();
            const make = () => { throw new Error('no'); };
            tell(await cache.getOrMake('k', make, {onError: told.resolve}));
            tell((await told.promise).message);
            tell(await cache.getOrMake('k', () => ({maxAge: HOUR})));
            tell(cache.get('k'));
        """)[:3], ["old", "no", "old"])

    def test_what_has_expired_can_be_found_to_be_still_right(self):
        self.assertEqual(self.told_of("""
            cache.insert('k', 'old', {maxAge: 0});
            tell(cache.get('k') ?? null);
            tell(await cache.getOrMake('k', (old) => {
              tell([old.value, old.state]);
              return {maxAge: HOUR};
            }));
            tell(cache.get('k').state);
            const {name, message} = await failure(() => cache.getOrMake('x', () => ({maxAge: 5})));
            tell([name, message]);
        """), [None, ["old", "expired"], "old", "fresh",
               ["TypeError", "the value that make returns must not be undefined"]])

    def test_what_is_not_to_be_kept_each_makes_for_itself(self):
        self.assertEqual(self.told_of("""
            let made = 0;
            const make = async () => {
              await turn();
              return {value: ++made, maxAge: 0};
            };
            tell(await Promise.all(Array.from({length: 3}, () => cache.getOrMake('k', make))));
            tell(cache.get('k') ?? null);
        """), [[1, 2, 3], None])

    def test_an_obligation_that_is_dropped_goes_to_the_next(self):
        self.assertEqual(self.told_of("""
            const first = await cache.lookup('k');
            tell([first.state, first.value === undefined, first.obligation !== null]);
            const second = cache.lookup('k');
            {
              using obligation = first.obligation;
            }
            const {obligation} = await second;
            tell(obligation.insert('made', {maxAge: HOUR}));
            tell((await failure(() => obligation.insert('again', {maxAge: HOUR}))).name);
            tell([(await cache.lookup('k')).value, (await cache.lookup('k')).obligation]);
        """), [["none", True, True], True, "TypeError", ["made", None]])

    def test_an_obligation_that_is_collected_goes_to_the_next(self):
        self.assertEqual(self.told_of("""
            await (async () => { await cache.lookup('k'); })();
            let got;
            const second = cache.lookup('k').then((lookup) => got = lookup);
            while (!got) { gc(); await turn(); }
            tell(got.obligation !== null);
        """, "--v8-flag=--expose-gc"), [True])


class Purging(CacheTest):
    def test_purges_by_key_by_surrogate_key_and_all(self):
        self.assertEqual(self.told_of("""
            const put = (key, ...surrogateKeys) =>
                cache.insert(key, key, {maxAge: HOUR, surrogateKeys});
            put('a', 'x'); put('b', 'x', 'y'); put('c', 'y'); put('d');
            open('other').insert('a', 1, {maxAge: HOUR, surrogateKeys: ['x']});
            tell([cache.purge('a'), cache.purge('a'), cache.purgeSurrogateKey('x'),
                  cache.get('b') ?? null, cache.get('c').value, cache.purgeAll(),
                  cache.get('d') ?? null, open('other').get('a').value]);
        """), [[True, False, 1, None, "c", 2, None, 1]])

    def test_what_was_made_from_what_is_purged_meanwhile_is_not_kept(self):
        self.assertEqual(self.told_of("""
            tell(await cache.getOrMake('k', async () => {
              cache.purgeSurrogateKey('user');
              return {value: 'too old', maxAge: HOUR, surrogateKeys: ['user']};
            }));
            tell(cache.get('k') ?? null);
        """), ["too old", None])

    def test_a_limit_of_bytes_lets_what_was_used_last_stay(self):
        self.assertEqual(self.told_of("""
            const value = new Uint8Array(300_000);
            for (const key of ['1', '2', '3']) cache.insert(key, value, {maxAge: HOUR});
            cache.get('1');
            cache.insert('4', value, {maxAge: HOUR});
            tell(['1', '2', '3', '4'].map((key) => cache.get(key)?.value.length ?? 0));
            tell(cache.insert('5', new Uint8Array(1_000_000), {maxAge: HOUR}));
        """, "--cache-bytes", "1000000"), [[300000, 0, 300000, 300000], False])


class Realms(CacheTest):
    def test_realms_wait_for_one_another(self):
        self.write("child.mjs", """
            import {open} from 'rt:cache';
            const cache = open('c');
            export const get = (name) => cache.getOrMake('k', async () => {
              await new Promise((done) => setTimeout(done, 50));
              return {value: name, maxAge: 3600e3};
            });
        """)
        [count] = self.told_of("""
            const {Realm} = await import('rt:realm');
            const kinds = [{}, {}, {thread: true}, {sandbox: {stores: ['cache:c']}}];
            const realms = kinds.map((kind) => new Realm({entry: './child.mjs', ...kind}));
            const values = await Promise.all(realms.map((realm, i) => realm.call('get', i)));
            tell(new Set(values).size);
            for (const realm of realms) realm.terminate();
        """)
        self.assertEqual(count, 1)

    def test_where_the_realm_that_makes_it_ends_the_next_does(self):
        self.write("child.mjs", """
            import {open} from 'rt:cache';
            export const take = async () => {
              globalThis.kept = await open('c').lookup('k');
              return kept.obligation !== null;
            };
        """)
        self.assertEqual(self.told_of("""
            const {Realm} = await import('rt:realm');
            for (const kind of [{}, {thread: true}, {sandbox: {stores: ['cache:c']}}]) {
              const realm = new Realm({entry: './child.mjs', ...kind});
              tell(await realm.call('take'));
              const lookup = cache.lookup('k');
              realm.terminate();
              const {obligation} = await lookup;
              tell(obligation !== null);
              obligation.abandon();
            }
        """), [True] * 6)


class Sandbox(SandboxTest):
    def test_a_cache_must_be_granted(self):
        tries = "open: async () => (await import('rt:cache')).open('a').get('k')"
        self.assertDenied(self.tried(tries)["open"], "sandbox.stores with 'cache:a'")
        self.assertEqual(self.tried(tries, "{stores: ['cache:a']}")["open"], "done")


class Arguments(CacheTest):
    def test_a_wrong_argument_is_named(self):
        [wrong] = self.told_of("""
            const cases = {
              key: [() => cache.get(), () => cache.lookup(''), () => cache.purge(5)],
              value: [() => cache.insert('k', undefined, {maxAge: 1})],
              options: [() => cache.insert('k', 1, 5)],
              'options.maxAge': [() => cache.insert('k', 1, {}), () => cache.insert('k', 1),
                                 () => cache.insert('k', 1, {maxAge: -1})],
              'options.staleWhileRevalidate': [
                () => cache.insert('k', 1, {maxAge: 1, staleWhileRevalidate: 1.5})],
              'options.surrogateKeys': [
                () => cache.insert('k', 1, {maxAge: 1, surrogateKeys: 'a'})],
              'options.surrogateKeys[0]': [
                () => cache.insert('k', 1, {maxAge: 1, surrogateKeys: ['']})],
              surrogateKey: [() => cache.purgeSurrogateKey()],
              make: [() => cache.getOrMake('k'), () => cache.getOrMake('k', 5)],
              'options.onError': [() => cache.getOrMake('k', () => {}, {onError: 1})],
              'what make returns': [() => cache.getOrMake('k', () => 5)],
              'what make returns.maxAge': [() => cache.getOrMake('k', () => ({value: 1}))],
              name: [() => open(''), () => open('a\\0b')],
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
            tell(wrong);
        """)
        self.assertEqual(wrong, [])
