"""Python and bash."""

from tree import Tree


def python(tree: Tree, fix: bool) -> list[str]:
    """Python compiles, and has no unused import and no undefined name."""
    return tree.run(["pyflakes3", *_python_files(tree)])


def shell(tree: Tree, fix: bool) -> list[str]:
    """Bash scripts are as shellcheck wants them."""
    scripts = [
        name
        for name in tree.files
        if name.endswith(".sh") or _first_line(tree, name).endswith("env bash")
    ]
    return tree.run(["shellcheck", "--shell=bash", "--external-sources",
                     "--source-path=SCRIPTDIR", *scripts])


def _python_files(tree: Tree) -> list[str]:
    return [
        name
        for name in tree.files
        if name.endswith(".py") or _first_line(tree, name).endswith("env python3")
    ]


def _first_line(tree: Tree, name: str) -> str:
    with open(tree.root / name, "rb") as file:
        line = file.readline(100)
    return line.decode(errors="replace").strip() if line.startswith(b"#!") else ""
