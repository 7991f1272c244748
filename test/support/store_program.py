"""Programs that use the stores, for the integration tests of them."""

import json

from rt_run import Result, RtTest

PRELUDE = """
import * as kv from 'rt:kv';
/** One line of JSON for the test to read. */
const tell = (value) => console.log(JSON.stringify(value));
/** What a call throws or its promise rejects with, as plain data. */
const failure = async (call) => {
  try {
    return {fulfilled: await call()};
  } catch ({name, message, code, path}) {
    return {name, message, code, path};
  }
};
"""


class StoreTest(RtTest):
    """Runs a program in self.folder, where `kv`, `tell` and `failure` are there."""

    def run_program(self, program: str, *flags: str, **options) -> Result:
        self.write("main.mjs", PRELUDE + program)
        return self.rt("run", *flags, "main.mjs", **options)

    def told(self, program: str, *flags: str, **options) -> list:
        """What the program told, one value a line; it must end well."""
        result = self.run_program(program, *flags, **options)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]
