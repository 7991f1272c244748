"""Programs that use rt:file, for the integration tests of it."""

import json

from rt_run import Result, RtTest, rt_path, run_program

PRELUDE = """
import {DiskFileSystem} from 'rt:file';
const fs = new DiskFileSystem();
/** One line of JSON for the test to read. */
const tell = (value) => console.log(JSON.stringify(
    value, (key, part) => typeof part === 'bigint' ? String(part) : part));
/** What a promise rejects with, as plain data. */
const failure = (promise) => promise.then(
    (value) => ({fulfilled: value}),
    ({name, message, code, path, dest}) => ({name, message, code, path, dest}));
"""


class FileTest(RtTest):
    """Runs a program in self.folder, where `fs`, `tell` and `failure` are there."""

    def run_program(self, program: str, *args: str, **options) -> Result:
        self.write_program(program)
        return self.rt("run", "main.mjs", *args, **options)

    def write_program(self, program: str) -> None:
        self.write("main.mjs", PRELUDE + program)

    def told(self, program: str, *args: str, **options) -> list:
        """What the program told, one value a line; it must end well."""
        result = self.run_program(program, *args, **options)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]

    def rt_under(self, commands: str) -> Result:
        """Runs the written program after shell commands such as `ulimit`."""
        script = commands + '\nexec "$@"'
        return run_program(
            ["bash", "-c", script, "bash", rt_path(), "run", "main.mjs"],
            cwd=self.folder,
        )
