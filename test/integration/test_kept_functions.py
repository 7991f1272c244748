"""modules/kept_functions.txt: what every realm runs is compiled in the startup snapshot.
V8's own log tells which functions it compiled in a realm."""

from rt_run import ROOT, RtTest

LIST = ROOT / "modules/kept_functions.txt"
BUILTINS = "rt:builtins"

MAIN = """
import {Realm} from 'rt:realm';
const realm = new Realm({entry: './child.js'});
const answer = new Promise((done) => realm.port.onmessage = ({data}) => done(data));
realm.port.postMessage('there');
if (await answer !== 'there and back') throw new Error('no echo');
if (await realm.call('twice', 21) !== 42) throw new Error('no answer');
realm.terminate();
"""
CHILD = """
import {port} from 'rt:realm';
port.onmessage = ({data}) => port.postMessage(`${data} and back`);
export const twice = (n) => 2 * n;
"""


def kept() -> set[str]:
    lines = LIST.read_text().splitlines()
    return {line for line in lines if line and not line.startswith("//")}


class KeptFunctions(RtTest):
    def compiled(self) -> list[str]:
        """The functions of rt's own that V8 parsed and compiled in child.js's realm."""
        result = self.rt(
            "run",
            "--v8-flag=--log-function-events",
            "--v8-flag=--logfile-per-isolate",
            "--v8-flag=--logfile=v8.log",
            "main.js",
            files={"main.js": MAIN, "child.js": CHILD},
        )
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        for log in self.folder.glob("*v8.log"):
            rows = [line.split(",") for line in log.read_text().splitlines()]
            scripts = {row[2]: row[1] for row in rows if row[0] == "script-details"}
            if not any(name.endswith("/child.js") for name in scripts):
                continue
            compiled = [row for row in rows if row[0] == "function"]
            # A log of nothing would look like a start that compiles nothing.
            self.assertIn("twice", [row[7] for row in compiled])
            return [
                row[7]
                for row in compiled
                if row[1:3] == ["full-parse", scripts[BUILTINS]]
            ]
        self.fail(f"no log of child.js's realm in {self.folder}")

    def test_a_realm_compiles_none_of_them(self):
        self.assertEqual(set(self.compiled()) & kept(), set())

    def test_a_realm_that_answers_compiles_few_others(self):
        # Those of `rt:realm`'s own exports, which a realm that imports it reads.
        others = {"get id", "get kind", "get name", "get port"}
        found = [name for name in self.compiled() if name and name not in others]
        self.assertLessEqual(len(found), 3, f"not in {LIST}: {found}")
