"""--profile-exact, the default: functions that V8 inlined have their frames and lines.
--no-profile-exact: the program runs as it does without a profile."""

import inlined_chains
from profile_checker import Sample
from profile_test import ProfileTest

SERIAL = True

# Prints whether Maglev made the code of a function in which a loop calls others.
TIERS = """
function add(a, b) { return a + b; }
function sum(n) {
  let s = 0;
  for (let i = 0; i < n; i++) s = add(s, i) | 0;
  return s;
}
let seen = false;
for (let i = 0; i < 3000 && !seen; i++) {
  sum(300);
  seen = %ActiveTierIsMaglev(sum);
}
console.log(seen);
"""


class Exact(ProfileTest):
    def test_inlined_chains_are_on_their_functions_and_lines(self):
        files, leaves = inlined_chains.program(300)
        marks = {str(self.folder / name): inlined_chains.lines(text)
                 for name, text in files.items()}
        for name, text in files.items():
            self.write(name, text)
        profile = self.profile(files["main.js"])

        def runner(sample: Sample) -> str | None:
            return next((f.name for f in sample.stack if f.name in leaves), None)

        def is_whole(sample: Sample) -> bool:
            leaf = leaves[runner(sample)]
            chain, _, last = leaf.partition("_")
            names = {frame.name for frame in sample.stack}
            return sample.stack[0].name == leaf and all(
                f"{chain}_{level}" in names for level in range(int(last)))

        def is_on_lines(sample: Sample) -> bool:
            return is_whole(sample) and all(
                frame.line in marks[frame.file].get(frame.name, ())
                for frame in sample.stack if frame.file in marks)

        self.assertShare(profile, is_whole, 0.97, of=runner)
        self.assertShare(profile, is_on_lines, 0.95, of=runner)
        self.assertNotIn("not exact", " ".join(profile.comments))


class Choice(ProfileTest):
    def tiers(self, *flags: str) -> str:
        self.write("tiers.js", TIERS)
        result = self.rt("run", "--v8-flag=--allow-natives-syntax", *flags, "tiers.js")
        self.assertCode(result, 0)
        return result.stdout

    def test_maglev_runs_only_where_the_profile_need_not_be_exact(self):
        self.assertEqual(self.tiers(), "true\n")
        self.assertEqual(self.tiers("--no-profile-exact"), "true\n")
        self.assertEqual(self.tiers("--profile"), "false\n")
        self.assertEqual(self.tiers("--profile-exact"), "false\n")

    def test_a_profile_says_that_it_is_not_exact(self):
        profile = self.profile("for (let i = 0; i < 1e7; i++);",
                               flags=("--no-profile-exact",))
        self.assertIn("not exact", " ".join(profile.comments))
