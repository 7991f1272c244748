"""build/rt hands a program over as if rt had been started directly."""

import json
import os
import unittest

from rt_run import ROOT, RtTest, rt_path, run_program

PROGRAM = """\
    import { args, cwd, env, exit } from "rt:process";
    console.log(JSON.stringify({ args, cwd: cwd(), env }));
    console.error("to stderr");
    exit(3);
    """


@unittest.skipUnless(rt_path() == ROOT / "out/release/rt", "RT names another program")
class BuildRt(RtTest):
    def test_gives_arguments_folder_environment_output_and_exit_code(self):
        self.write("program.ts", PROGRAM)
        link = self.folder / "link"
        link.symlink_to(ROOT / "build/rt")
        result = run_program([link, "run", "program.ts", "a", "b  c"], cwd=self.folder)
        self.assertEqual((result.code, result.stderr), (3, "to stderr\n"))
        told = json.loads(result.stdout)
        self.assertEqual(told["args"], ["a", "b  c"])
        self.assertEqual(told["cwd"], str(self.folder))
        # What bash itself sets in any program that it starts.
        mine = {name: value for name, value in os.environ.items()}
        for changed in ("_", "SHLVL", "PWD", "OLDPWD"):
            told["env"].pop(changed, None)
            mine.pop(changed, None)
        self.assertEqual(told["env"], mine)
