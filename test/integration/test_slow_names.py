"""Hosts whose name nobody answers for: what waits for the name server keeps nothing else
waiting, and no process from its end."""

import json
import unittest

import name_server
from fetch_test import NO_PROXY
from rt_run import RtTest, rt_path, run_program

# The lookup that is under way would take minutes.
_SOON_S = 15

_PREAMBLE = """
    import {Realm} from 'rt:realm';
    import {DiskFileSystem} from 'rt:file';
    import {exit} from 'rt:process';
    const disk = new DiskFileSystem();
    const show = (value: unknown) => console.log(JSON.stringify(value));
    const far = (host: string) =>
        new Realm({entry: './child.ts', remote: `wss://${host}:1`, token: 'secret'});
    const ended = async (realm: Realm) => {
      const {reason, error} = await realm.exited;
      return [reason, (error as any)?.code ?? null, error?.message ?? null];
    };
    /** Fulfils when the name server was asked. */
    const asked = async () => {
      while (!await disk.stat('asked').then(() => true, () => false)) {
        await new Promise((done) => setTimeout(done, 5));
      }
    };
    /** To be the last that is said. */
    const last = () => show(Date.now());
"""


@unittest.skipUnless(name_server.can_launch(), "no namespaces are to be had: not in a chroot")
class SlowNames(RtTest):
    def shown(self, main: str, *, code: int = 0, **entries: str) -> list:
        """What the program showed, but for last(): it ends soon after that."""
        for name, text in {"main": _PREAMBLE + main, "child": "", **entries}.items():
            self.write(f"{name}.ts", text)
        clock = ["sh", "-c", '"$@"; code=$?; date +%s%3N; exit $code', "sh"]
        result = run_program([*name_server.launcher("asked"), *clock, rt_path(), "run", "main.ts"],
                             cwd=self.folder, env=NO_PROXY, timeout=120)
        self.assertEqual((result.code, result.stderr), (code, ""), str(result))
        *values, said_last, ended = map(json.loads, result.stdout.splitlines())
        self.assertLess((ended - said_last) / 1000, _SOON_S)
        return values

    def test_terminate_works_at_once(self):
        got = self.shown("""
            const realm = far('silent.example');
            const end = ended(realm);
            await asked();
            await realm.terminate();
            show(await end);
            last();
        """)
        self.assertEqual(got, [["terminated", None, None]])

    def test_others_are_found_meanwhile_and_its_own_end_says_what_it_waited_for(self):
        # The 30 s that each step to a host has.
        got = self.shown("""
            const silent = ended(far('silent.example'));
            await asked();
            show(await Promise.all(['127.0.0.1', 'localhost', 'nowhere.example',
                                    'servfail.example'].map((host) => ended(far(host)))));
            show(await silent);
            last();
        """)
        (address, name, nowhere, fails), silent = got
        for refused in (address, name):
            self.assertEqual(refused[:2], ["error", "ECONNREFUSED"])
        self.assertEqual(nowhere[:2], ["error", "ENOTFOUND"])
        self.assertIn("cannot find the address of wss://nowhere.example:1: Name or service not "
                      "known", nowhere[2])
        self.assertEqual(fails[:2], ["error", "ENOTFOUND"])
        self.assertIn("Temporary failure in name resolution", fails[2])
        self.assertEqual(silent[:2], ["error", "ETIMEDOUT"])
        self.assertIn("cannot find the address of wss://silent.example:1: no answer in 30 s",
                      silent[2])

    def test_exit_does_not_wait(self):
        self.shown("""
            far('silent.example');
            await asked();
            last();
            exit(7);
        """, code=7)

    def test_fetch_is_cut_off_and_keeps_no_process(self):
        got = self.shown("""
            const cut = new AbortController();
            const answer = fetch('http://silent.example/', {signal: cut.signal});
            await asked();
            cut.abort();
            show(await answer.catch((error) => error.name));
            last();
        """)
        self.assertEqual(got, ["AbortError"])

    def test_realms_end_in_the_middle_of_a_fetch(self):
        got = self.shown("""
            const calls = [{thread: true}, {}, {sandbox: {net: ['*:*']}}].map(
                (kind) => new Realm({entry: './calls.ts', ...kind}));
            const ends = calls.map(ended);
            await asked();
            await Promise.all(calls.map((realm) => realm.call('ready')));
            for (const realm of calls) realm.terminate();
            show(await Promise.all(ends));
            last();
        """, calls="""
            fetch('http://silent.example/').catch(() => {});
            export const ready = () => 1;
        """)
        self.assertEqual(got, [[["terminated", None, None]] * 3])


if __name__ == "__main__":
    unittest.main()
