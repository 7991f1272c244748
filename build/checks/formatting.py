"""The format of C++ (.clang-format) and of GN files."""

from tree import Tree


def cpp_format(tree: Tree, fix: bool) -> list[str]:
    """C++ is as clang-format writes it."""
    files = tree.cpp()
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    return tree.run(["clang-format-14", *mode, *files]) if files else []


def gn_format(tree: Tree, fix: bool) -> list[str]:
    """GN files are as `gn format` writes them."""
    findings = []
    for name in tree.matching(".gn", ".gni"):
        mode = [] if fix else ["--dry-run"]
        if tree.run(["gn", "format", *mode, name]):
            findings.append(f"{name}: not as `gn format` writes it")
    return findings
