"""Which kinds of realm are in the profile, each with its own CPU and nothing else's."""

from profile_checker import describe
from watched_run import WatchedTest

SERIAL = True

# Some 200 ms of CPU, in a function that only this kind has.
SPIN = """
export function spin_%s() {
  let x = 0;
  for (let i = 0; i < 150_000_000; i++) x = (x * 31 + i) | 0;
  return x;
}
"""

KINDS = {
    "pooled": "{}",
    "thread": "{thread: true}",
    "sandbox": "{sandbox: {}}",
    "process": "{process: true}",
}
# In the order in which they spin.
INSIDE = ["main", "pooled", "thread", "sandbox"]


class Kinds(WatchedTest):
    def test_a_profile_has_every_realm_in_the_process_and_no_other(self):
        run = self.watch(
            "import {Realm} from 'rt:realm';\n" + SPIN % "main"
            + "await look();\nspin_main();\nawait look();\n"
            + "".join(f"""{{
                const realm = new Realm({{entry: './{kind}.js', name: '{kind}',
                                         ...{options}}});
                await realm.call('rest');
                await look();
                await realm.call('spin_{kind}');
                await look();
                await realm.terminate();
              }}
              """ for kind, options in KINDS.items()),
            **{kind: SPIN % kind + "export function rest() {}" for kind in KINDS})
        profile = run.profile
        self.assertEqual(profile.threads(), sorted(INSIDE))
        for number, kind in enumerate(INSIDE):
            self.assertEqual({s.labels["realm_kind"] for s in profile.samples
                              if s.labels["thread"] == kind}, {kind})
            spun = dict.fromkeys(INSIDE, 0)
            for sample in profile.samples:
                if sample.has(f"spin_{kind}"):
                    spun[sample.labels["thread"]] += sample.values["cpu"]
            self.assertNear(spun.pop(kind), run.used(kind, 2 * number, 2 * number + 1),
                            0.1, f"{kind}\n{describe(profile)}")
            self.assertEqual({*spun.values()}, {0}, describe(profile))
        self.assertFalse(any(s.has("spin_process") for s in profile.samples))
        self.assertRegex(run.stderr, r"4 realms, .*\b1 realm\b")
