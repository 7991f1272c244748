"""Which files clang-tidy can look at as one.

What a file includes is most of what clang-tidy walks. Files with the same flags are
put into one translation unit, as far as what they keep to themselves goes by
different names: two dozen then cost what three or four cost one by one.
"""

import re

from tree import Tree

_LARGEST = 24
_NO_NAMES = (" ", "/", "}", "#", "using ")
# A name at the start of a line of an unnamed namespace that is a type's, or the last
# one before the parameters, the value or the end of a declaration. Two aliases of one
# name are mostly the same.
_NAME = re.compile(
    r"(?:class|struct|union|enum class|enum)\s+(\w+)"
    r"|[A-Za-z_:][\w:<>,*&\s\[\]()]*?\b(\w+)(?=\s*[({=\[;])"
)


def groups(tree: Tree, names: list[str]) -> list[tuple[list[str], list[str]]]:
    """(compiler's arguments, files) for all of `names` that are compiled. In doubt, two
    files that do not go together are in one group: the compiler then says so."""
    by_flags: dict[tuple[str, ...], set[str]] = {}
    wanted = set(names)
    for command in tree.compile_commands:
        if command.source in wanted:
            by_flags.setdefault(command.flags, set()).add(command.source)
    return [
        (list(flags), group)
        for flags, files in by_flags.items()
        for group in _packed(tree, sorted(files))
    ]


def unit(tree: Tree, files: list[str]) -> str:
    """The text of a file that includes them all, found from the root by -I. Constants
    often have the same name in each, as kFunctions: they get one of their own."""
    lines = []
    for number, name in enumerate(files):
        constants = sorted(filter(_is_constant, _own_names(tree.text(name))))
        lines += [f"#define {constant} {constant}{number}" for constant in constants]
        lines.append(f'#include "{name}"  // NOLINT')
        lines += [f"#undef {constant}" for constant in constants]
    return "\n".join(lines) + "\n"


def _packed(tree: Tree, files: list[str]) -> list[list[str]]:
    open_groups: list[tuple[list[str], set[str]]] = []
    for name in files:
        own = {own for own in _own_names(tree.text(name)) if not _is_constant(own)}
        for group, taken in open_groups:
            if len(group) < _LARGEST and not own & taken:
                group.append(name)
                taken |= own
                break
        else:
            open_groups.append(([name], own))
    return [group for group, _ in open_groups]


def _own_names(text: str) -> set[str]:
    """What a file has in unnamed namespaces and as macros."""
    names = set()
    is_inside = False
    for line in text.splitlines():
        if line.startswith("namespace {"):
            is_inside = True
        elif line == "}  // namespace":
            is_inside = False
        elif line.startswith("#define "):
            names.add(line.split()[1].partition("(")[0])
        elif is_inside and not line.startswith(_NO_NAMES) and line:
            if name := _NAME.match(line):
                names.add(name[1] or name[2])
    return names


def _is_constant(name: str) -> bool:
    return re.match("k[A-Z]", name) is not None
