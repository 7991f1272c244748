"""TLS between remote realms and `rt realm-host`: whom a caller trusts, and what both sides
say of certificates that are not as they should be."""

import os
import unittest

from certificates import Authority
from realm_host import RealmHost
from remote_program import RemoteTest

_CHILD = "export const twice = (n: number) => 2 * n;"
_ENDED = """
    const ended = async (realm: Realm) => {
      const {reason, error} = await realm.exited;
      return [reason, (error as any)?.code ?? null, error?.message ?? null];
    };
"""


class TlsTest(RemoteTest):
    def setUp(self) -> None:
        super().setUp()
        self.authority = Authority(self.folder / "ours")

    def host(self, files: tuple[str, str]) -> RealmHost:
        return RealmHost(self, "--tls-cert", files[0], "--tls-key", files[1])


class Trust(TlsTest):
    def test_an_authority_of_cert_is_trusted(self):
        host = self.host(self.authority.issue("host"))
        self.assertEqual(host.url[:6], "wss://")
        got = self.values(host, f"""
            for (const at of [remote, remote.replace('127.0.0.1', 'localhost')]) {{
              await using realm = start('child', {{remote: at, cert: '{self.authority.cert}'}});
              show(await realm.call('twice', 21));
            }}
        """, child=_CHILD)
        self.assertEqual(got, [42, 42])
        self.assertEqual(host.stop(), (0, "", ""))

    def test_an_authority_of_rts_flag_is_trusted_wherever_a_realm_is_made(self):
        host = self.host(self.authority.issue("host"))
        at = host.url.removeprefix("wss://")
        got = self.values(host, f"""
            {{
              await using realm = start('child');
              show(await realm.call('twice', 1));
            }}
            for (const kind of [{{}}, {{thread: true}}, {{process: true}},
                                {{sandbox: {{net: ['{at}']}}}}]) {{
              await using maker = new Realm({{entry: './maker.ts', ...kind}});
              show(await maker.call('make', remote, token));
            }}
            const {{RealmPool}} = await import('rt:realm');
            const pool = new RealmPool({{entry: './child.ts', remote, token, max: 1}});
            show(await pool.call('twice', 3));
            await pool.close();
        """, "--cert", self.authority.cert, child=_CHILD, maker="""
            import {Realm} from 'rt:realm';
            export async function make(remote: string, token: string) {
              await using realm = new Realm({entry: './child.ts', remote, token});
              return await realm.call('twice', 2);
            }
        """)
        self.assertEqual(got, [2, 4, 4, 4, 4, 6])

    def test_both_are_trusted_at_the_same_time(self):
        theirs = Authority(self.folder / "theirs")
        host = self.host(self.authority.issue("host"))
        for flag, option in ((self.authority.cert, theirs.cert),
                             (theirs.cert, self.authority.cert)):
            got = self.values(host, f"""
                await using realm = start('child', {{cert: '{option}'}});
                show(await realm.call('twice', 4));
            """, "--cert", flag, child=_CHILD)
            self.assertEqual(got, [8])


class Distrust(TlsTest):
    def assertDistrusted(self, files: tuple[str, str], *words: str, host: str = "127.0.0.1",
                         roots: str = "", warning: str = "") -> None:
        """A caller gets an error with these words, and goes on; the host says no more than
        `warning`."""
        there = self.host(files)
        url = there.url.replace("127.0.0.1", host)
        got = self.values(there, _ENDED + f"""
            show(await ended(start('child', {{remote: '{url}', name: 'kid'}})));
        """, "--cert", roots or self.authority.cert, child=_CHILD)
        reason, code, message = got[0]
        self.assertEqual((reason, code), ("error", "ERR_TLS_CERTIFICATE"), message)
        for word in (f"realm 1 (kid) could not be started: cannot trust the certificate of {url}",
                     *words):
            self.assertIn(word, message)
        code, out, err = there.stop()
        self.assertEqual((code, out), (0, ""))
        self.assertEqual(err, warning)

    def test_of_another_authority(self):
        theirs = Authority(self.folder / "theirs")
        self.assertDistrusted(self.authority.issue("host"), "local issuer certificate",
                              "--cert of `rt run`", roots=theirs.cert)

    def test_out_of_date(self):
        old = self.authority.issue("old", of=("20200101000000Z", "20200102000000Z"))
        self.assertDistrusted(
            old, "certificate has expired", "its host needs a new one",
            warning=f"rt: the certificate in '{old[0]}' has expired: no caller will trust it\n")

    def test_not_yet_good(self):
        new = self.authority.issue("new", of=("20990101000000Z", "20990102000000Z"))
        self.assertDistrusted(
            new, "certificate is not yet valid", "a clock is wrong",
            warning=f"rt: the certificate in '{new[0]}' is not yet valid: no caller will trust "
                    "it\n")

    def test_for_another_host(self):
        other = self.authority.issue("other", "DNS:host.example,IP:127.0.0.2")
        self.assertDistrusted(other, "ostname mismatch", "it is for another host",
                              host="localhost")
        self.assertDistrusted(other, "IP address mismatch", "it is for another host")


class Files(TlsTest):
    """Of the command, before it listens."""

    def assertRefused(self, certificate: str, key: str, *words: str) -> None:
        self.write("token", "secret")
        os.chmod(self.folder / "token", 0o600)
        # One that asks for a password at the terminal would wait for it.
        result = self.rt("realm-host", "--listen", "127.0.0.1:0", "--token-file", "token",
                         "--tls-cert", certificate, "--tls-key", key)
        self.assertEqual((result.code, result.stdout), (1, ""), str(result))
        self.assertEqual(result.stderr.count("\n"), 1, str(result))
        self.assertTrue(result.stderr.startswith("rt realm-host: "), str(result))
        for word in words:
            self.assertIn(word, result.stderr)

    def test_that_cannot_be_read(self):
        certificate, key = self.authority.issue("host")
        missing = str(self.folder / "none.pem")
        folder = str(self.folder)
        self.assertRefused(missing, key, f"cannot read the certificate '{missing}'", "ENOENT")
        self.assertRefused(certificate, missing, f"cannot read the private key '{missing}'",
                           "ENOENT")
        self.assertRefused(folder, key, f"cannot read the certificate '{folder}'", "EISDIR")
        self.assertRefused(certificate, folder, f"cannot read the private key '{folder}'",
                           "EISDIR")
        if os.geteuid() != 0:
            os.chmod(key, 0)
            self.assertRefused(certificate, key, f"'{key}'", "EACCES")

    def test_that_hold_something_else(self):
        certificate, key = self.authority.issue("host")
        empty = str(self.write("empty.pem", ""))
        torn = str(self.write("torn.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n"))
        for wrong in (empty, torn, key):
            self.assertRefused(wrong, key, f"no certificate is in '{wrong}'", "in PEM")
        for wrong in (empty, torn, certificate):
            self.assertRefused(certificate, wrong, f"no private key is in '{wrong}'", "in PEM")

    def test_that_do_not_belong_together(self):
        certificate, _ = self.authority.issue("host")
        for algorithm in ("EC", "RSA"):
            _, key = self.authority.issue(f"other-{algorithm}", algorithm=algorithm)
            self.assertRefused(certificate, key,
                               f"the private key in '{key}' is not that of the certificate in "
                               f"'{certificate}'")

    def test_a_key_with_a_password(self):
        certificate, key = self.authority.issue("host")
        locked = self.authority.with_password(key)
        self.assertRefused(certificate, locked, f"the private key in '{locked}' has a password",
                           "openssl pkey")


if __name__ == "__main__":
    unittest.main()
