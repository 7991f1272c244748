"""What the operator of `rt realm-host` gives its realms beside the policy: servers to call,
authorities to trust, stores."""

import json
import os
import unittest

from certificates import Authority
from raw_http import RawServer
from realm_host import TOKEN, RealmHost
from remote_program import RemoteTest

_CALLS = """
    const text = async (input: string, init: object) => (await fetch(input, init)).text();
    export const byName = () => text('/there?a=b', {backend: 'api'});
    export const byUrl = (url: string) => text(url, {});
"""
_STORES = """
    import * as config from 'rt:config';
    import * as kv from 'rt:kv';
    import * as secret from 'rt:secret';
    export const setting = (name: string) => config.open(name).get('color');
    export const hidden = (name: string) => secret.open(name).text();
    export const put = (name: string, value: string) => kv.open(name).put('key', value);
    export const get = (name: string) => kv.open(name).get('key');
"""


class Calls(RemoteTest):
    def test_backends_and_authorities_are_the_hosts(self):
        authority = Authority(self.folder / "ours")
        with RawServer(lambda peer: peer.answer(peer.target.encode()),
                       tls=authority.issue("server")) as server:
            at = f"localhost:{server.port}"
            flags = ("--backend", f"api=https://{at}", "--cert", authority.cert)
            main = f"""
                const realm = start('calls');
                for (const call of [realm.call('byName'), realm.call('byUrl', 'https://{at}/x')]) {{
                  show(await call.catch(({{code, message, cause}}) =>
                      [code ?? cause?.code ?? null, message]));
                }}
                await realm.terminate();
            """
            host = RealmHost(self, *flags, policy=json.dumps({"net": [at]}))
            self.assertEqual(self.values(host, main, calls=_CALLS), ["/there?a=b", "/x"])
            # Of the host's, and only as far as its policy goes.
            host = RealmHost(self, *flags, policy="{}")
            for code, message in self.values(host, main, calls=_CALLS):
                self.assertEqual(code, "EPERM", message)
                self.assertIn(f"sandbox.net with '{at}'", message)
            # The caller's flags are the caller's.
            host = RealmHost(self, policy=json.dumps({"net": [at]}))
            by_name, by_url = self.values(host, main, *flags, calls=_CALLS)
            self.assertIn('no backend has the name "api"', by_name[1])
            self.assertEqual(by_url[0], "UNABLE_TO_GET_ISSUER_CERT_LOCALLY")


class Stores(RemoteTest):
    def host_with_stores(self, grants: list[str], *flags: str) -> RealmHost:
        config = self.write("app.json", '{"color": "red"}')
        secret = self.write("key.txt", "hush\n")
        os.chmod(secret, 0o600)
        return RealmHost(self, "--config", f"app={config}", "--secret", f"key={secret}", *flags,
                         policy=json.dumps({"stores": grants}))

    def test_are_the_hosts_and_all_its_realms_share_them(self):
        data = str(self.folder / "data")
        grants = ["config:app", "secret:key", "kv:shared"]
        for flags in ((), ("--data-dir", data)):
            host = self.host_with_stores(grants, *flags)
            got = self.values(host, """
                const [one, two] = [start('stores'), start('stores')];
                show([await one.call('setting', 'app'), await one.call('hidden', 'key')]);
                await one.call('put', 'shared', 'of one');
                show(await two.call('get', 'shared'));
                await one.terminate();
                await two.terminate();
            """, stores=_STORES)
            self.assertEqual(got, [["red", "hush"], "of one"])
            self.assertEqual(host.stop(), (0, "", ""))
        # In the folder it outlives the host.
        host = self.host_with_stores(grants, "--data-dir", data)
        got = self.values(host, """
            const realm = start('stores');
            show(await realm.call('get', 'shared'));
            await realm.terminate();
        """, stores=_STORES)
        self.assertEqual(got, ["of one"])

    def test_are_there_only_where_the_policy_grants_them(self):
        host = self.host_with_stores(["kv:mine"])
        got = self.values(host, """
            const realm = start('stores');
            for (const call of [['setting', 'app'], ['hidden', 'key'], ['get', 'shared']]) {
              show(await caught(realm.call(...(call as ['get', string]))));
            }
            await realm.terminate();
        """, stores=_STORES)
        for error, grant in zip(got, ("config:app", "secret:key", "kv:shared"), strict=True):
            self.assertEqual(error["code"], "EPERM", error)
            self.assertIn(f"sandbox.stores with '{grant}'", error["message"])


class Mistakes(RemoteTest):
    def test_are_told_before_it_listens(self):
        self.write("token", TOKEN)
        os.chmod(self.folder / "token", 0o600)
        self.write("text.pem", "no certificate")
        for flags, code, words in (
            (("--cert", "none.pem"), 1, ("none.pem", "ENOENT")),
            (("--cert", "text.pem"), 2, ("'text.pem' is no PEM file of certificates",)),
            (("--backend", "api"), 2, ("api",)),
            (("--config", "app"), 2, ("--config", "NAME=FILE")),
            (("--config", "app=none.json"), 1, ("none.json", "ENOENT")),
            (("--secret", "key=none.txt"), 1, ("none.txt", "ENOENT")),
            (("--data-dir", "text.pem"), 1, ("text.pem",)),
        ):
            with self.subTest(flags):
                result = self.rt("realm-host", "--listen", "127.0.0.1:0", "--token-file", "token",
                                 *flags)
                self.assertEqual((result.code, result.stdout), (code, ""), str(result))
                self.assertEqual(result.stderr.count("\n"), 1, str(result))
                for word in words:
                    self.assertIn(word, result.stderr)


if __name__ == "__main__":
    unittest.main()
