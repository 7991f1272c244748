"""rt:config and rt:secret: what an operator names; a secret shows nowhere."""

import gzip

from sandbox_test import SandboxTest
from store_program import StoreTest


class Config(StoreTest):
    def test_gives_the_values_of_the_file(self):
        self.write("app.json", '\ufeff{"a": "x", "n": 1.5, "list": [1, {"b": null}], "__proto__": 2}')
        self.assertEqual(self.told("""
            import {open} from 'rt:config';
            const config = open('app');
            tell([config.name, config.get('a'), config.get('n'), config.get('list'),
                  config.get('__proto__'), config.get('toString') ?? null, config.has('a'),
                  config.has('toString'), config.keys()]);
            tell((await failure(() => config.get('list')[1].b = 5)).name);
            tell((await failure(() => config.get('list').push(5))).name);
        """, "--config", "app=app.json"), [
            ["app", "x", 1.5, [1, {"b": None}], 2, None, True, False,
             ["a", "n", "list", "__proto__"]], "TypeError", "TypeError"])

    def test_an_unknown_name_tells_those_that_there_are(self):
        self.write("a.json", "{}")
        told = self.told("""
            import {open} from 'rt:config';
            tell(await failure(() => open('b')));
            tell((await failure(() => open(''))).name);
        """, "--config", "x=a.json", "--config", "y=a.json")
        self.assertEqual(told[0]["code"], "ENOENT")
        self.assertIn("there are x, y", told[0]["message"])
        self.assertEqual(told[1], "TypeError")

    def test_what_is_wrong_is_told_before_the_script_runs(self):
        self.write("bad.json", '{\n  "a": 1,\n  b: 2\n}')
        self.write("list.json", "[]")
        for flag, told in (("app=bad.json", "--config app: bad.json:3:3 is no valid JSON"),
                           ("app=list.json", "--config app: list.json:1:1 is no JSON object"),
                           ("app=none.json", "'none.json': No such file or directory (ENOENT)")):
            with self.subTest(flag):
                result = self.run_program("console.log('ran');", "--config", flag)
                self.assertEqual((result.code, result.stdout), (1, ""), str(result))
                self.assertIn(told, result.stderr)
        for flag in ("app", "=x", "app="):
            with self.subTest(flag):
                result = self.run_program("console.log('ran');", "--config", flag)
                self.assertEqual((result.code, result.stdout), (2, ""), str(result))
                self.assertIn("NAME=FILE", result.stderr)

    def test_process_realms_have_it_too(self):
        self.write("app.json", '{"a": "x"}')
        self.write("s", "hush")
        self.write("child.mjs", """
            import {open} from 'rt:config';
            import {open as openSecret} from 'rt:secret';
            export const get = () => [open('app').get('a'), openSecret('s').text()];
        """)
        self.assertEqual(self.told("""
            import {Realm} from 'rt:realm';
            const realm = new Realm({entry: './child.mjs', process: true});
            tell(await realm.call('get'));
            realm.terminate();
        """, "--config", "app=app.json", "--secret", "s=s"), [["x", "hush"]])


class Secret(StoreTest):
    def test_gives_the_text_without_its_line_end_and_the_bytes_with_it(self):
        for content, text in ((b"hush\n", "hush"), (b"hush\r\n", "hush"), (b"a\n\n", "a\n"),
                              (b"hush", "hush"), (b"", ""), (b"\xff\n", "\ufffd")):
            with self.subTest(content):
                self.write("s", content)
                self.assertEqual(self.told("""
                    import {open} from 'rt:secret';
                    const secret = open('key');
                    tell([secret.name, secret.text(), [...secret.bytes()]]);
                """, "--secret", "key=s"), [["key", text, list(content)]])

    def test_shows_nowhere(self):
        self.write("s", "hush-hush")
        result = self.run_program("""
            import {open} from 'rt:secret';
            const secret = open('key');
            console.log(secret, [secret], {deep: {secret}}, `${secret}`, String(secret));
            console.log('%s %o %O %j', secret, secret, secret, secret, secret + '');
            console.table([{secret}]);
            console.dir(secret, {showHidden: true, depth: 9, getters: true});
            console.log(JSON.stringify({secret}), Object.getOwnPropertyNames(secret));
            for (const clone of [
              () => structuredClone(secret), () => structuredClone({a: [secret]}),
              () => new MessageChannel().port1.postMessage(secret),
              () => kv.open('s').put('k', secret),
            ]) {
              console.log((await failure(clone)).message);
            }
            console.error(new Error(`wrong ${secret}`, {cause: secret}));
            throw secret;
        """, "--secret", "key=s", "--profile")
        self.assertCode(result, 1)
        self.assertEqual(result.stdout.count("could not be cloned"), 4, str(result))
        self.assertIn('{"secret":"[secret]"}', result.stdout)
        self.assertIn("[secret] [ [secret] ] { deep: { secret: [secret] } } [secret] [secret]",
                      result.stdout)
        self.assertNotIn("hush-hush", result.stdout + result.stderr)
        self.assertNotIn(b"hush-hush", gzip.decompress((self.folder / "profile.pb").read_bytes()))

    def test_a_file_that_cannot_be_read_is_told(self):
        result = self.run_program("console.log('ran');", "--secret", "key=none")
        self.assertEqual((result.code, result.stdout), (1, ""), str(result))
        self.assertIn("--secret key: cannot read 'none'", result.stderr)


class Sandbox(SandboxTest):
    def test_each_must_be_granted_and_tells_no_names(self):
        tries = """
            config: async () => (await import('rt:config')).open('app'),
            secret: async () => (await import('rt:secret')).open('key'),
        """
        came = self.tried(tries)
        self.assertDenied(came["config"], "sandbox.stores with 'config:app'")
        self.assertDenied(came["secret"], "sandbox.stores with 'secret:key'")
        came = self.tried(tries, "{stores: ['config:*', 'secret:key']}")
        self.assertEqual([came["config"]["code"], came["secret"]["code"]], ["ENOENT"] * 2)
