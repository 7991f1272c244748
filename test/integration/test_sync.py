"""build/sync over a small checkout, whose one gem a stand-in for the registry has."""

import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap

from rt_run import ROOT, RtTest, run_program, write_files

sys.path.insert(0, str(ROOT / "build/deps"))
import debian  # noqa: E402
import manifest  # noqa: E402

# In front of the real gem: `gem fetch` copies from a folder instead of asking the
# network, and the test can stop it at a step by two named pipes.
GEM = """\
    #!/usr/bin/env bash
    set -eu
    echo "$1" >>"$REGISTRY/calls"
    stop() { if [ "${STOP_AT:-}" = "$1" ]; then echo >"$REGISTRY/reached"; cat "$REGISTRY/go" >/dev/null; fi; }
    if [ "$1" = fetch ]; then
      stop fetch
      cp "$REGISTRY/$2-$4-$6.gem" . 2>/dev/null || echo "ERROR: no connection"
    else
      PATH=$REAL_PATH gem "$@"
      stop unpack
    fi
    """

GEMSPEC = """\
    Gem::Specification.new do |s|
      s.name, s.version, s.platform = "engine", "{version}", "x86_64-linux"
      s.summary, s.authors, s.files = "a small one", ["rt"], Dir["vendor/**/*"]
    end
    """


class Sync(RtTest):
    @classmethod
    def setUpClass(cls):
        # gem takes a second to start: the gems are made once.
        cls.gems = pathlib.Path(tempfile.mkdtemp(prefix="rt-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.gems)
        cls.sha256 = cls.make_gem("1.0.0", {"old.h": "old", "same.h": "1.0.0"})
        cls.sha256_of_2 = cls.make_gem("2.0.0", {"same.h": "2.0.0"})

    @classmethod
    def make_gem(cls, version, files):
        """Makes a gem with these headers; returns its checksum."""
        source = cls.gems / f"source-{version}"
        write_files(source, {f"vendor/{name}": text for name, text in files.items()})
        spec = textwrap.dedent(GEMSPEC).format(version=version)
        write_files(source, {"engine.gemspec": spec})
        archive = cls.gems / f"engine-{version}-x86_64-linux.gem"
        subprocess.run(["gem", "build", "engine.gemspec", "--output", archive],
                       cwd=source, check=True, capture_output=True)
        return hashlib.sha256(archive.read_bytes()).hexdigest()

    def setUp(self):
        super().setUp()
        self.root = self.folder / "checkout"
        self.registry = self.folder / "registry"
        self.registry.mkdir()
        for archive in self.gems.glob("*.gem"):
            shutil.copy(archive, self.registry)
        for name in ("common.sh", "sync"):
            self.copy(f"build/{name}")
        shutil.copytree(ROOT / "build/deps", self.root / "build/deps",
                        ignore=shutil.ignore_patterns("__pycache__"))
        self.write("checkout/package.json", '{"name": "small"}')
        self.write("checkout/package-lock.json",
                   '{"name": "small", "lockfileVersion": 3, "packages": {"": {}}}')
        self.write("bin/gem", textwrap.dedent(GEM)).chmod(0o755)
        self.write_deps("1.0.0", self.sha256)
        self.env = {
            "REGISTRY": str(self.registry),
            "REAL_PATH": os.environ["PATH"],
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
        }

    def copy(self, name):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, self.root / name)

    def write_deps(self, version, sha256):
        self.write("checkout/DEPS", textwrap.dedent(f"""\
            [debian]
            python3 = {{ kind = "build", licence = "PSF-2.0", for = "scripts", fits = "python3 >= 3.11" }}
            nodejs  = {{ kind = "build", licence = "MIT", for = "node", fits = "node >= 18" }}
            npm     = {{ kind = "build", licence = "Artistic-2.0", for = "npm", fits = "npm >= 9" }}

            [gem.engine]
            version   = "{version}"
            platform  = "x86_64-linux"
            sha256    = "{sha256}"
            megabytes = 1
            folder    = "third_party/engine"
            kind      = "build"
            licence   = "MIT"
            for       = "this test"
            """))

    def sync(self):
        return run_program([self.root / "build/sync"], env=self.env, cwd="/")

    def start(self, stop_at=""):
        return subprocess.Popen(
            [self.root / "build/sync"], stderr=subprocess.PIPE, text=True,
            env=dict(os.environ) | self.env | {"STOP_AT": stop_at},
            start_new_session=True,
        )

    def headers(self):
        folder = self.root / "third_party/engine/vendor"
        return {path.name: path.read_text() for path in folder.glob("*.h")}

    def calls(self):
        return (self.registry / "calls").read_text().split()

    def test_installs_and_then_has_nothing_to_do_or_say(self):
        first = self.sync()
        self.assertCode(first, 0)
        self.assertIn("engine 1.0.0: 1 MB, fetching", first.stderr)
        self.assertEqual(first.stdout, "")
        self.assertEqual(self.headers(), {"old.h": "old", "same.h": "1.0.0"})
        self.assertTrue((self.root / "node_modules").is_dir())
        self.assertOutput(self.sync())
        self.assertEqual(self.calls(), ["fetch", "unpack"])

    def test_mends_what_was_removed(self):
        self.sync()
        shutil.rmtree(self.root / "third_party/engine")
        shutil.rmtree(self.root / "node_modules")
        self.assertCode(self.sync(), 0)
        self.assertEqual(self.headers(), {"old.h": "old", "same.h": "1.0.0"})
        self.assertTrue((self.root / "node_modules").is_dir())

    def test_a_new_version_replaces_the_old_one_wholly(self):
        self.sync()
        self.write_deps("2.0.0", self.sha256_of_2)
        self.assertCode(self.sync(), 0)
        self.assertEqual(self.headers(), {"same.h": "2.0.0"})

    def test_a_wrong_checksum_stops_and_leaves_nothing(self):
        self.write_deps("1.0.0", "0" * 64)
        result = self.sync()
        self.assertCode(result, 1)
        for part in ("engine-1.0.0-x86_64-linux.gem", "0" * 64, self.sha256):
            self.assertIn(part, result.stderr)
        self.assertNotIn("unpack", self.calls())
        left = [str(p) for p in (self.root / "third_party").rglob("*engine*")]
        self.assertEqual(left, [])
        self.assertCode(self.sync(), 1)  # not taken for done
        self.write_deps("1.0.0", self.sha256)
        self.assertCode(self.sync(), 0)

    def test_without_a_network_says_what_it_was_fetching(self):
        (self.registry / "engine-1.0.0-x86_64-linux.gem").unlink()
        result = self.sync()
        self.assertCode(result, 1)
        self.assertIn("ERROR: no connection", result.stderr)
        self.assertIn("Fetching engine-1.0.0-x86_64-linux.gem failed", result.stderr)
        self.assertIn("run build/sync again", result.stderr)

    def test_may_be_killed_at_any_step(self):
        for name in ("reached", "go"):
            os.mkfifo(self.registry / name)
        for step in ("fetch", "unpack"):
            with self.subTest(step):
                with self.start(stop_at=step) as killed:
                    (self.registry / "reached").read_text()
                    os.killpg(killed.pid, signal.SIGKILL)
                self.assertFalse((self.root / "third_party/engine").exists())
        self.assertCode(self.sync(), 0)
        self.assertEqual(self.headers(), {"old.h": "old", "same.h": "1.0.0"})
        self.assertFalse((self.root / "third_party/.scratch").exists())

    def test_two_at_once_take_turns(self):
        for name in ("reached", "go"):
            os.mkfifo(self.registry / name)
        with self.start(stop_at="fetch") as first:
            (self.registry / "reached").read_text()
            with self.start() as second:
                waiting = second.stderr.readline()
                (self.registry / "go").write_text("")
                second.communicate()
            first.communicate()
        self.assertIn("another build/sync is at work", waiting)
        self.assertEqual((first.returncode, second.returncode), (0, 0))
        self.assertEqual(self.calls(), ["fetch", "unpack"])

    def test_names_the_entry_of_DEPS_that_is_wrong(self):
        deps = self.root / "DEPS"
        deps.write_text(deps.read_text().replace('licence = "PSF-2.0", ', ""))
        result = self.sync()
        self.assertCode(result, 1)
        self.assertIn("python3 lacks 'licence'", result.stderr)


class Debian(RtTest):
    def package(self, fits):
        return manifest.DebianPackage("nodejs", "build", "", "", fits)

    def with_program(self, version):
        program = self.write("tool-of-this-test", f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)
        path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        os.environ["PATH"] = f"{self.folder}:{path}"
        return str(program)

    def test_takes_a_fitting_program_from_the_path(self):
        program = self.with_program("v18.13.0")
        found = debian.fitting_program(self.package("tool-of-this-test >= 18"))
        self.assertEqual(found, program)

    def test_compares_versions_as_numbers(self):
        self.with_program("tool 3.9.2")
        found = debian.fitting_program(self.package("tool-of-this-test >= 3.11"))
        self.assertIsNone(found)

    def test_does_not_take_a_program_that_is_not_there(self):
        found = debian.fitting_program(self.package("tool-of-this-test >= 1"))
        self.assertIsNone(found)

    def test_without_root_prints_one_command_for_all(self):
        message = debian.by_hand(["clang-14", "lld-14"])
        self.assertRegex(message, r"apt-get install .*clang-14 lld-14")

    def test_every_package_of_the_project_is_there_after_a_sync(self):
        deps = manifest.read(pathlib.Path(ROOT / "DEPS"))
        self.assertEqual(debian.missing(deps.debian), [])
