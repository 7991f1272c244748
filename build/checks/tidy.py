"""clang-tidy, for files that changed since it last found nothing in them.

What it found clean is kept by content in the user's cache folder, so that a new
checkout, or another one, need not look again.
"""

import concurrent.futures
import hashlib
import os
import pathlib
import subprocess
import time

from tree import CheckError, Tree

_KEEP_SECONDS = 30 * 24 * 3600


def clang_tidy(tree: Tree, fix: bool) -> list[str]:
    """C++ outside of tests has nothing that .clang-tidy asks to find. (The tests
    run under sanitizers, and their headers are slow to walk.)"""
    _write_compile_commands(tree)
    cache = _cache_folder()
    keys = _keys(tree)

    def look(name: str) -> list[str]:
        key = keys[name]
        if (cache / key).exists():
            (cache / key).touch()
            return []
        words = ["clang-tidy-14", "-p", str(tree.out), "--quiet", name]
        done = subprocess.run([*words, *(["--fix"] if fix else [])], cwd=tree.root,
                              capture_output=True, text=True, check=False)
        findings = done.stdout.strip().splitlines()
        if done.returncode != 0:
            return findings or done.stderr.strip().splitlines()
        (cache / key).touch()
        return findings

    # --fix may change a header that two files include: one after the other.
    workers = 1 if fix else len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        findings = [line for lines in pool.map(look, sorted(keys)) for line in lines]
    for entry in cache.iterdir():
        if time.time() - entry.stat().st_mtime > _KEEP_SECONDS:
            entry.unlink(missing_ok=True)
    return findings


def _cache_folder() -> pathlib.Path:
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    folder = pathlib.Path(base) / "rt-build/clang-tidy"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _write_compile_commands(tree: Tree) -> None:
    failed = tree.run(["gn", "gen", f"--root={tree.root}", "-q", str(tree.out),
                       "--export-compile-commands"])
    if failed:
        raise CheckError("\n".join(failed))


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
    contents: dict[pathlib.Path, bytes] = {}
    keys = {}
    for record in told.stdout.split("\n\n"):
        includes = [
            path
            for line in record.splitlines()[1:]
            if (path := (tree.out / line.strip()).resolve()).is_relative_to(tree.root)
            and not path.is_relative_to(tree.root / "third_party")
        ]
        if not includes or includes[0].suffix != ".cc" or not includes[0].exists():
            continue
        source = str(includes[0].relative_to(tree.root))
        if source.endswith("_test.cc") or source.startswith(("out/", "test/")):
            continue
        digest = hashlib.sha256(settings)
        for path in includes:
            if path not in contents and path.exists():
                contents[path] = path.read_bytes()
            name = str(path.relative_to(tree.root)).encode()
            digest.update(name + b"\0" + contents.get(path, b"") + b"\0")
        keys[source] = digest.hexdigest()
    return keys
