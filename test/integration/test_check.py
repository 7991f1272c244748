"""build/check refuses what it is there to refuse: each rule is broken once, in a
copy of the tree."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from rt_run import ROOT, run_program


class Check(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.copy = pathlib.Path(tempfile.mkdtemp(prefix="rt-test-")).resolve()
        cls.addClassCleanup(shutil.rmtree, cls.copy)
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"],
            check=True, capture_output=True, text=True,
        ).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                target = cls.copy / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)
        subprocess.run(["git", "init", "-q", cls.copy], check=True)
        cls.out = cls.copy / "out/release"
        cls.gn_gen(check=True)

    @classmethod
    def gn_gen(cls, check=False):
        result = run_program(["gn", "gen", f"--root={cls.copy}", "-q", cls.out])
        if check and result.code != 0:
            raise AssertionError(str(result))
        return result

    def check(self, name, *, fix=False):
        return run_program([sys.executable, self.copy / "build/checks/main.py", name,
                            *(["--fix"] if fix else [])])

    def refused(self, name, finding):
        result = self.check(name)
        self.assertEqual(result.code, 1, str(result))
        self.assertIn(finding, result.stdout)

    def change(self, name, change):
        """Changes a file of the copy, until the test ends."""
        path = self.copy / name
        before = path.read_text()
        after = change(before)
        self.assertNotEqual(before, after, name)
        path.write_text(after)
        self.addCleanup(path.write_text, before)

    def add(self, name, text):
        path = self.copy / name
        path.write_text(text)
        self.addCleanup(path.unlink)

    def append(self, name, text):
        self.change(name, lambda before: before + text)

    # Layering.

    def test_the_tree_itself_is_in_order(self):
        # Else the tests below would prove nothing.
        for name in ("gn_check", "library_includes", "listed_sources", "layer_groups"):
            self.assertEqual(self.check(name).code, 0, name)

    def test_the_runtime_may_not_include_the_profiler(self):
        self.append("runtime/base/clock.h", '#include "profiler/model/string_table.h"\n')
        self.refused("gn_check", "runtime/base/clock.h")

    def test_the_runtime_may_not_reach_the_profiler(self):
        # Even if somebody opens the profiler's visibility to it.
        self.depend("runtime/store", "//profiler/model")
        self.assertIn("assert_no_deps", self.gn_gen().stdout)

    def test_the_pure_core_may_not_reach_v8(self):
        self.depend("profiler/model", "//build/third_party/v8")
        self.assertIn("assert_no_deps", self.gn_gen().stdout)

    def test_nobody_else_may_depend_on_v8(self):
        self.change("runtime/loop/BUILD.gn", self.with_dep("//build/third_party/v8"))
        self.assertIn("can not depend on //build/third_party/v8", self.gn_gen().stdout)

    def depend(self, folder, label):
        self.change(f"{folder}/BUILD.gn", self.with_dep(label))
        self.change(f"{label.strip('/')}/BUILD.gn", lambda text: text.replace(
            "visibility = [", f'visibility = [ "//{folder}:*",', 1))

    @staticmethod
    def with_dep(label):
        # The first target of each BUILD.gn is its library.
        return lambda text: text.replace("deps = [", f'deps = [ "{label}",', 1)

    def test_libraries_are_included_only_where_they_belong(self):
        for include, folder in (
            ("<v8.h>", "runtime/base/clock.h"),
            ("<boost/asio.hpp>", "profiler/model/string_table.h"),
            ('"profiler/pprof/profile.pb.h"', "runtime/base/clock.h"),
            ("<zlib.h>", "host/cli/main.cc"),
        ):
            with self.subTest(include):
                self.append(folder, f"#include {include}\n")
                self.refused("library_includes", folder)

    def test_a_header_is_listed_in_a_target(self):
        self.add("runtime/base/forgotten.h", "")
        self.refused("listed_sources", "runtime/base/forgotten.h")

    def test_a_target_says_who_may_depend_on_it(self):
        self.append("runtime/base/BUILD.gn", '\ngroup("open") {\n}\n')
        self.refused("visibility", "//runtime/base:open")

    def test_a_new_library_gets_a_layer(self):
        self.change("test/layers/BUILD.gn",
                    lambda text: text.replace('    "//profiler/pprof",\n', ""))
        self.refused("layer_groups", "//profiler/pprof:pprof")

    # Files.

    def test_cpp_is_formatted_and_can_be_repaired(self):
        name = "runtime/base/unformatted.h"
        self.add(name, "int  a( ) ;\n")
        self.refused("cpp_format", name)
        self.assertEqual(self.check("cpp_format", fix=True).code, 0)
        self.assertEqual((self.copy / name).read_text(), "int a();\n")

    def test_gn_is_formatted(self):
        self.append("runtime/base/BUILD.gn", '\ngroup( "x" ) { }\n')
        self.refused("gn_format", "runtime/base/BUILD.gn")

    def test_files_are_short(self):
        self.add("runtime/base/long.h", "\n" * 601)
        self.refused("file_length", "runtime/base/long.h: 601 lines")

    def test_tests_are_not_switched_off(self):
        self.add("runtime/base/off_test.cc", "TEST(A, DISABLED" "_B) {}\n")
        self.refused("switched_off_tests", "runtime/base/off_test.cc:1")

    def test_what_is_left_to_do_has_an_issue(self):
        self.add("runtime/base/todo.h", "// TO" "DO: later\n")
        self.refused("open_ends", "runtime/base/todo.h:1")
        (self.copy / "runtime/base/todo.h").write_text("// TO" "DO(#12): the rest\n")
        self.assertEqual(self.check("open_ends").code, 0)

    def test_no_machine_is_named(self):
        self.add("runtime/base/path.h", "// see /ro" "ot/notes\n")
        self.refused("machine_names", "runtime/base/path.h:1")

    def test_scripts_are_linted(self):
        self.add("build/broken.py", "import os\n")
        self.refused("python", "build/broken.py:1")
        self.add("build/broken.sh", "#!/usr/bin/env bash\ncd $1\n")
        self.refused("shell", "build/broken.sh line 2")

    # Dependencies.

    def test_DEPS_and_package_json_list_the_same(self):
        self.change("DEPS", lambda text: text.replace("\nacorn ", "\nanother ", 1))
        self.refused("dependencies", "lacks the npm package acorn")
        self.refused("dependencies", "lists the npm package another")

    def test_the_lock_file_has_checksums(self):
        self.change("package-lock.json",
                    lambda text: text.replace('"integrity": "sha512-', '"was": "', 1))
        self.refused("dependencies", "has no sha512 checksum")
