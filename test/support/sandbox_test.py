"""What the tests of sandbox realms share."""

import json

from rt_run import Result, RtTest, rt_path, run_program

# A sandbox's entry: runs `tries`, and posts what each came to.
CHILD = """
import * as realm from 'rt:realm';
import * as processModule from 'rt:process';
import {DiskFileSystem} from 'rt:file';
const {Realm, data, port} = realm;
const {default: process, env} = processModule;
const fs = new DiskFileSystem();
const root = data.root;
const tries = {TRIES};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    const value = await attempt();
    port.postMessage([name, value === undefined ? 'done' : value]);
  } catch (e) {
    port.postMessage([name, {code: e.code, message: e.message}]);
  }
}
"""

MAIN = """
import {Realm} from 'rt:realm';
const root = new URL('..', import.meta.url).pathname;
const realm = new Realm({entry: './child.mjs', data: {root}, sandbox: GRANTS});
const came = {};
for await (const [name, value] of realm.port) came[name] = value;
const {reason, error} = await realm.exited;
if (error) throw error;
console.log(JSON.stringify([came, reason, realm.kind, realm.enforcement]));
"""


class SandboxTest(RtTest):
    """Runs tries in a sandbox, with files beside it that it may be granted or not."""

    # Put before the command: see without_calls.launcher().
    LAUNCHER: list[str] = []

    def setUp(self):
        super().setUp()
        for name, text in {"data/a.txt": "a", "data/deep/b.txt": "b", "out/o.txt": "o",
                           "secret/s.txt": "s", "secret/m.mjs": "export default 1;",
                           "alone.txt": "x", "node_modules/pack/index.js":
                           "export default 'pack';"}.items():
            self.write(name, text)

    def tried(self, tries: str, grants: str = "{}", env=None, **files) -> dict:
        """What became of each of the `tries` in a sandbox with these grants."""
        self.write("app/main.mjs", MAIN.replace("GRANTS", grants))
        self.write("app/child.mjs", CHILD.replace("{TRIES}", f"{{{tries}}}"))
        for name, text in files.items():
            self.write(f"app/{name}.mjs", text)
        result = self.run_main(env)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        came, reason, kind, self.enforcement = json.loads(result.stdout)
        self.assertEqual((reason, kind), ("completed", "sandbox"))
        return came

    def run_main(self, env=None) -> Result:
        return run_program([*self.LAUNCHER, rt_path(), "run", "app/main.mjs"],
                           cwd=self.folder, env=env)

    def assertDenied(self, came, grant: str):
        self.assertIsInstance(came, dict, came)
        self.assertEqual(came.get("code"), "EPERM", came)
        self.assertIn(grant, came["message"])

    def assertAllDenied(self, came: dict, grant: str):
        for name, value in came.items():
            with self.subTest(name):
                self.assertDenied(value, grant)
