"""Who may depend on whom, beyond what GN holds by itself."""

import pathlib
import re

from tree import Tree

# Headers of libraries under /usr/include and V8's are in no target, so `gn check`
# does not see who includes them. Library -> (its headers, folders that may).
_LIBRARIES = {
    "Abseil": (r"absl/", ("runtime", "profiler", "bindings", "host", "test")),
    "Boost": (r"boost/(?!json/)", ("runtime/ipc", "runtime/loop", "runtime/net")),
    "Boost.JSON": (r"boost/json/", ("runtime/base", "runtime/loader", "runtime/policy", "profiler/export")),
    "CLI11": (r"CLI/", ("host/cli",)),
    "curl": (r"curl/", ("runtime/net/client",)),
    "GoogleTest": (r"(gtest|gmock)/", ("test",)),
    "OpenSSL": (r"openssl/", ("runtime/loader/typescript", "runtime/net")),
    "Protocol Buffers": (
        r"google/protobuf/|.*\.pb\.h",
        ("profiler/pprof", "test"),
    ),
    "SQLite": (r"sqlite3\.h", ("runtime/store/kv",)),
    "V8": (
        r"(v8(-[a-z-]+)?\.h|libplatform/|cppgc/)",
        (
            "runtime/engine",
            "runtime/loader",
            "runtime/realm",
            "profiler/cpu",
            "bindings",
            "host",
            "test",
        ),
    ),
    "zlib": (r"zlib\.h", ("profiler/pprof", "runtime/compression", "test")),
}

# Unit tests sit beside the code and may read back what it wrote.
_TESTS_MAY = ("Abseil", "Boost.JSON", "GoogleTest", "Protocol Buffers", "zlib")

# Compile what a library leaves to its users to compile, and headers for all.
_WRAPPERS = ("build/third_party/", "build/precompiled/")

_INCLUDE = re.compile(r'\s*#\s*include\s+[<"]([^>"]+)[>"]')


def gn_check(tree: Tree, fix: bool) -> list[str]:
    """Includes follow the dependencies in the BUILD.gn files."""
    return tree.run(["gn", "check", f"--root={tree.root}", str(tree.out)]) + tree.run(
        ["gn", "check", f"--root={tree.root}", str(tree.with_fuzzers)]
    )


def library_includes(tree: Tree, fix: bool) -> list[str]:
    """A library's headers are included only where the library belongs."""
    findings = []
    for name in tree.cpp():
        if name.startswith(_WRAPPERS):
            continue
        for number, line in tree.lines(name):
            if not (include := _INCLUDE.match(line)):
                continue
            for library, (headers, folders) in _LIBRARIES.items():
                if not re.match(headers, include[1]):
                    continue
                if name.endswith("_test.cc") and library in _TESTS_MAY:
                    continue
                if not name.startswith(tuple(f"{folder}/" for folder in folders)):
                    findings.append(
                        f"{name}:{number}: includes <{include[1]}>; {library} is for "
                        f"{', '.join(folders)} (build/checks/layering.py)"
                    )
    return findings


def listed_sources(tree: Tree, fix: bool) -> list[str]:
    """Every C++ file is in a target: gn checks no header that is in none."""
    listed = set()
    for target in tree.gn_desc("sources").values():
        listed |= {source.removeprefix("//") for source in target.get("sources", [])}
    return [
        f"{name}: in no target of a BUILD.gn"
        for name in tree.cpp()
        if name not in listed
    ]


def visibility(tree: Tree, fix: bool) -> list[str]:
    """Every target says who may depend on it."""
    findings = []
    for label, target in tree.gn_desc("visibility").items():
        outside = not label.startswith(("//:", "//build/third_party/"))
        if outside and target.get("visibility") == ["*"]:
            findings.append(f"{label}: has no `visibility`")
    return findings


def layer_groups(tree: Tree, fix: bool) -> list[str]:
    """Every library of runtime/, profiler/ and bindings/ is in a group of //test/layers,
    which hold what a layer must not reach."""
    held = set()
    for label, target in tree.gn_desc("deps").items():
        if label.startswith("//test/layers:"):
            held |= set(target.get("deps", []))
    return [
        f"{label}: in no group of test/layers/BUILD.gn"
        for label in tree.gn_desc("type")
        if label.startswith(("//runtime/", "//profiler/", "//bindings"))
        and _is_default_target(label)
        and label not in held
    ]


def _is_default_target(label: str) -> bool:
    folder, _, name = label.partition(":")
    return pathlib.PurePosixPath(folder).name == name
