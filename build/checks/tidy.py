"""clang-tidy, for files that changed since it last found nothing in them.

What it found clean is kept by content in the user's cache folder, so that a new
checkout, or another one, need not look again.
"""

import concurrent.futures
import hashlib
import os
import pathlib
import subprocess
import tempfile
import time

import tidy_groups
from tree import CheckError, Tree

# What tools wrote, tests, and lists of other people's headers.
_NOT_LOOKED_AT = ("out/", "test/", "build/precompiled/")
_KEEP_SECONDS = 30 * 24 * 3600


def clang_tidy(tree: Tree, fix: bool) -> list[str]:
    """C++ outside of tests has nothing that .clang-tidy asks to find. (The tests
    run under sanitizers.)"""
    cache = _cache_folder()
    keys = _keys(tree)
    # Below .clang-tidy, which is found by where a file lies.
    units = tree.out / "tidy"
    units.mkdir(exist_ok=True)
    unknown = [name for name, key in sorted(keys.items()) if not _known(cache / key)]

    def look(name: str) -> list[str]:
        fixing = ["--fix"] if fix else []
        findings = _run(tree, ["-p", ".", str(tree.root / name), *fixing])
        if not findings:
            (cache / keys[name]).touch()
        return findings

    def look_at_group(flags: list[str], names: list[str]) -> list[str]:
        if len(names) == 1:
            return look(names[0])
        with tempfile.NamedTemporaryFile("w", suffix=".cc", dir=units) as unit:
            unit.write(tidy_groups.unit(tree, names))
            unit.flush()
            if not _run(tree, [unit.name, "--", *flags]):
                for name in names:
                    (cache / keys[name]).touch()
                return []
        # One of them has something, or they do not go together.
        half = len(names) // 2
        return [*look_at_group(flags, names[:half]), *look_at_group(flags, names[half:])]

    if fix:
        # It may change a header that two files include: one after the other.
        return [line for name in unknown for line in look(name)]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = pool.map(lambda group: look_at_group(*group),
                         tidy_groups.groups(tree, unknown))
        findings = [line for lines in found for line in lines]
    for entry in cache.iterdir():
        if time.time() - entry.stat().st_mtime > _KEEP_SECONDS:
            entry.unlink(missing_ok=True)
    return findings


def _known(entry: pathlib.Path) -> bool:
    if not entry.exists():
        return False
    entry.touch()
    return True


def _run(tree: Tree, arguments: list[str]) -> list[str]:
    """What clang-tidy finds, in lines; in the build folder, where the compiler runs."""
    done = subprocess.run(["clang-tidy-14", "--quiet", *arguments], cwd=tree.out,
                          capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    return done.stdout.strip().splitlines() or done.stderr.strip().splitlines()


def _cache_folder() -> pathlib.Path:
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    folder = pathlib.Path(base) / "rt-build/clang-tidy"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _keys(tree: Tree) -> dict[str, str]:
    """For each file to look at, a hash of all that clang-tidy's answer comes from:
    the file and what it includes, and the settings. Headers from outside change
    only with DEPS."""
    settings = b"".join(
        (tree.root / name).read_bytes()
        for name in (".clang-tidy", "DEPS", "build/config/BUILD.gn")
    )
    told = subprocess.run(["ninja", "-C", str(tree.out), "-t", "deps"], check=False,
                          capture_output=True, text=True)
    if told.returncode != 0:
        raise CheckError(f"ninja -t deps: {told.stderr.strip()}")
    sources = {command.output: command.source for command in tree.compile_commands}
    contents: dict[pathlib.Path, bytes] = {}
    keys = {}
    for record in told.stdout.split("\n\n"):
        lines = record.splitlines()
        source = sources.get(lines[0].partition(":")[0]) if lines else None
        if source is None or not _is_looked_at(source):
            continue
        digest = hashlib.sha256(settings)
        included = {(tree.out / line.strip()).resolve() for line in lines[1:]}
        for path in sorted(included | {tree.root / source}):
            if not _is_ours(tree, path):
                continue
            if path not in contents and path.exists():
                contents[path] = path.read_bytes()
            name = str(path.relative_to(tree.root)).encode()
            digest.update(name + b"\0" + contents.get(path, b"") + b"\0")
        keys[source] = digest.hexdigest()
    return keys


def _is_looked_at(source: str) -> bool:
    return not source.endswith("_test.cc") and not source.startswith(_NOT_LOOKED_AT)


def _is_ours(tree: Tree, path: pathlib.Path) -> bool:
    return path.is_relative_to(tree.root) and not path.is_relative_to(
        tree.root / "third_party"
    )
