"""Rules about what files say."""

import re

from tree import Tree

_MAX_LINES = 600

# Lock files and data that a tool wrote.
_UNLIMITED = ("package-lock.json", "LICENSE", ".proto", ".golden", ".pb", ".svg")

# Tests that are switched off. A test that can't run here skips itself at run time,
# with a reason that build/test shows. (The parts are put together here so that this
# file does not find itself.)
_SWITCHED_OFF = re.compile(
    "|".join([r"\bDISABLED" + "_", r"@(unittest\.)?skip\(", r"\b(it|test|describe)\.skip\(",
              r"\bexpected" + "Failure"])
)

_NO_PLAN = re.compile(r"\b(TO" + "DO|FIX" + "ME|XX" + r"X|HA" + r"CK)\b(?!\(#\d+\))")

_MACHINE = re.compile(
    "|".join([r"/ro" + "ot/", r"(?<![\w.])/wo" + "rk/", r"/tm" + "p/w/",
              r"registry\.np" + "mjs", r"ruby" + r"gems\.org", r"deb\.deb" + "ian",
              r"proxy\.gol" + "ang"])
)


def file_length(tree: Tree, fix: bool) -> list[str]:
    """No file is longer than one can read."""
    findings = []
    for name in _texts(tree):
        count = tree.text(name).count("\n")
        if count > _MAX_LINES and not name.endswith(_UNLIMITED):
            findings.append(f"{name}: {count} lines; {_MAX_LINES} is the limit")
    return findings


def switched_off_tests(tree: Tree, fix: bool) -> list[str]:
    """No test is switched off."""
    return _grep(tree, _SWITCHED_OFF, "a test that is switched off")


def open_ends(tree: Tree, fix: bool) -> list[str]:
    """Work left to do has the number of an issue, as in (#12)."""
    return _grep(tree, _NO_PLAN, "without the number of an issue")


def machine_names(tree: Tree, fix: bool) -> list[str]:
    """No path of one machine and no registry's address."""
    return _grep(tree, _MACHINE, "a path or host that other machines do not have")


def _grep(tree: Tree, pattern: re.Pattern, why: str) -> list[str]:
    return [
        f"{name}:{number}: '{found[0]}': {why}"
        for name in _texts(tree)
        for number, line in tree.lines(name)
        if (found := pattern.search(line))
    ]


def _texts(tree: Tree) -> list[str]:
    return [
        name for name in tree.files if b"\0" not in (tree.root / name).read_bytes()
    ]
