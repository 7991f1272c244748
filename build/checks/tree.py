"""The tree that checks look at."""

import dataclasses
import functools
import json
import pathlib
import subprocess

# Where C++ of the project is.
CPP_FOLDERS = ("runtime", "profiler", "bindings", "host", "examples", "test", "build")


class CheckError(Exception):
    """A check could not be made; the message says why."""


@dataclasses.dataclass(frozen=True)
class CompileCommand:
    source: str  # relative to the root
    output: str  # relative to the build folder
    flags: tuple[str, ...]  # what the compiler is told of no single file

    @staticmethod
    def read(entry: dict[str, str], tree: "Tree") -> "CompileCommand":
        """From an entry of compile_commands.json."""
        words = entry["command"].split()
        words = words[next(i for i, word in enumerate(words) if "clang" in word) + 1:]
        output = words[words.index("-o") + 1]
        single = (entry["file"], output, output + ".d", "-c", "-o", "-MMD", "-MF")
        path = (tree.out / entry["file"]).resolve()
        return CompileCommand(
            source=str(path.relative_to(tree.root)), output=output,
            flags=tuple(word for word in words if word not in single),
        )


class Tree:
    """A checkout and its build folder, with answers that several checks ask for."""

    def __init__(self, root: pathlib.Path, out: pathlib.Path):
        self.root = root
        self.out = out

    @functools.cached_property
    def files(self) -> list[str]:
        """The project's files, relative to the root: what git tracks or would."""
        listed = subprocess.run(
            ["git", "-C", str(self.root), "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"],
            capture_output=True, text=True, check=False,
        )
        if listed.returncode != 0:
            raise CheckError(f"git ls-files: {listed.stderr.strip()}")
        names = sorted(set(filter(None, listed.stdout.split("\0"))))
        return [name for name in names if (self.root / name).is_file()]

    def matching(self, *endings: str) -> list[str]:
        return [name for name in self.files if name.endswith(endings)]

    def cpp(self) -> list[str]:
        return [
            name
            for name in self.matching(".cc", ".h")
            if name.split("/")[0] in CPP_FOLDERS
        ]

    def text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8", errors="replace")

    def lines(self, name: str):
        return enumerate(self.text(name).splitlines(), start=1)

    @functools.cached_property
    def with_fuzzers(self) -> pathlib.Path:
        """A build folder of all targets there are, the fuzzers too; not built."""
        out = self.root / "out/asan"
        args = [] if (out / "args.gn").exists() else [
            '--args=import("//build/args/asan.gn")'
        ]
        failed = self.run(["gn", "gen", f"--root={self.root}", "-q", str(out), *args])
        if failed:
            raise CheckError("\n".join(failed))
        return out

    def gn_desc(self, what: str) -> dict[str, dict]:
        """What `gn desc` says of every target: label -> {what: value}."""
        told = subprocess.run(
            ["gn", "desc", f"--root={self.root}", str(self.with_fuzzers), "//*",
             what, "--format=json"],
            capture_output=True, text=True, check=False,
        )
        if told.returncode != 0:
            raise CheckError(f"gn desc: {told.stdout.strip()}{told.stderr.strip()}")
        return json.loads(told.stdout)

    @functools.cached_property
    def compile_commands(self) -> list[CompileCommand]:
        """How each C++ file of the project is compiled."""
        failed = self.run(["gn", "gen", f"--root={self.root}", "-q", str(self.out),
                           "--export-compile-commands"])
        if failed:
            raise CheckError("\n".join(failed))
        told = json.loads((self.out / "compile_commands.json").read_text())
        return [
            CompileCommand.read(entry, self)
            for entry in told
            if (self.out / entry["file"]).resolve().is_relative_to(self.root)
        ]

    def run(self, words: list[str]) -> list[str]:
        """Runs a tool in the root; returns its output's lines if it fails."""
        try:
            done = subprocess.run(words, cwd=self.root, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except FileNotFoundError:
            raise CheckError(f"{words[0]}: not found; build/sync installs it") from None
        if done.returncode == 0:
            return []
        return done.stdout.splitlines() or [f"{words[0]} failed"]
