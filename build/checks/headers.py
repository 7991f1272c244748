"""What headers are included and what they define, where no compiler sees it."""

import re

from tree import Tree

# The headers of build/precompiled and names that each of them is for. They are in
# front of every file, so that one is never missed where rt is built.
_NAMES = {
    "<algorithm>": r"std::(?:sort|stable_sort|min|max|clamp|find|find_if|any_of|all_of"
                   r"|none_of|count|count_if|copy|copy_n|fill|reverse|remove_if|unique"
                   r"|lower_bound|upper_bound|equal|min_element|max_element|search"
                   r"|nth_element|transform)\(",
    "<atomic>": r"std::(?:atomic\b|atomic_|memory_order)",
    "<cstdint>": r"\bu?int(?:8|16|32|64|ptr)_t\b",
    "<deque>": r"std::deque\b",
    "<functional>": r"std::(?:function|hash|ref|cref|less|greater)\b",
    "<memory>": r"std::(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared"
                r"|enable_shared_from_this)\b",
    "<optional>": r"std::(?:optional|nullopt|make_optional)\b",
    "<string>": r"std::(?:string|to_string|u16string)\b",
    "<utility>": r"std::(?:move|forward|exchange|swap|pair|make_pair|declval)\b",
    "<vector>": r"std::vector\b",
    "absl/container/flat_hash_map.h": r"absl::flat_hash_map\b",
    "absl/container/flat_hash_set.h": r"absl::flat_hash_set\b",
    "absl/functional/any_invocable.h": r"absl::AnyInvocable\b",
    "absl/status/status.h": r"absl::(?:Status\b|OkStatus|\w+Error\()",
    "absl/status/statusor.h": r"absl::StatusOr\b",
    "absl/strings/str_cat.h": r"absl::(?:StrCat|StrAppend|AlphaNum|Hex)\b",
    "absl/strings/string_view.h": r"absl::string_view\b",
    "absl/synchronization/mutex.h": r"absl::(?:Mutex|MutexLock|ReleasableMutexLock"
                                    r"|CondVar|Condition)\b",
    "absl/types/span.h": r"absl::(?:Span|MakeSpan|MakeConstSpan)\b",
    "gmock/gmock.h": r"\bEXPECT_THAT\b|\bASSERT_THAT\b|testing::(?:ElementsAre|HasSubstr"
                     r"|StartsWith|UnorderedElementsAre|Pair|Field)\b",
    "gtest/gtest.h": r"\bTEST(?:_F|_P)?\(|\bEXPECT_(?:EQ|TRUE|FALSE)\b",
    "v8.h": r"\bv8::(?:Local|Context|Global|HandleScope)\b",
}
# Headers that bring the names of another, and are documented to.
_BRINGERS = {
    "absl/status/status.h": ("absl/status/statusor.h",),
    "v8.h": ("v8-platform.h",),
}

# At the start of a line: all of rt is in one namespace.
_TYPE = re.compile(r"(?:class|struct|union|enum class)\s+(\w+)\b[^;]*$")

_INCLUDE = re.compile(r'\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"')
_RAW_LITERAL = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)
_COMMENT = re.compile(r"//.*")
_PRECOMPILED = "build/precompiled/"


def includes(tree: Tree, fix: bool) -> list[str]:
    """A file includes the precompiled headers whose names it uses, or a header of the
    project that it includes does."""
    findings = []
    known: dict[str, set[str]] = {}
    names = {header.strip("<>"): re.compile(pattern)
             for header, pattern in _NAMES.items()}
    for name in tree.cpp():
        if name.startswith(_PRECOMPILED):
            continue
        included = _reached(tree, name, known)
        code = _COMMENT.sub("", _LITERAL.sub("", _RAW_LITERAL.sub("", tree.text(name))))
        for header, pattern in names.items():
            if not included & {header, *_BRINGERS.get(header, ())} and (use := pattern.search(code)):
                findings.append(f"{name}: uses {use[0].rstrip('(')}, and does not "
                                f"include {header}")
    return findings


def precompiled(tree: Tree, fix: bool) -> list[str]:
    """Every precompiled header has its names in the table of this check."""
    known = {header.strip("<>") for header in _NAMES}
    return [
        f"{name}: {header} is not in build/checks/headers.py"
        for name in tree.cpp()
        if name.startswith(_PRECOMPILED) and name.endswith(".h")
        for header in sorted(_direct(tree, name))
        if header not in known and not header.startswith(_PRECOMPILED)
    ]


def type_names(tree: Tree, fix: bool) -> list[str]:
    """No two headers define types of one name: no file sees both, and the linker takes
    the functions of one for the other's."""
    defined: dict[str, str] = {}
    findings = []
    for name in tree.cpp():
        if not name.endswith(".h"):
            continue
        for number, line in tree.lines(name):
            if not (match := _TYPE.match(line)):
                continue
            other = defined.setdefault(match[1], name)
            if other != name:
                findings.append(f"{name}:{number}: {match[1]} is also in {other}")
    return findings


def _reached(tree: Tree, name: str, known: dict[str, set[str]]) -> set[str]:
    """What a file includes, by itself and by headers of the project."""
    if name not in known:
        known[name] = found = _direct(tree, name)
        for header in sorted(found):
            if (tree.root / header).is_file():
                found = found | _reached(tree, header, known)
        known[name] = found
    return known[name]


def _direct(tree: Tree, name: str) -> set[str]:
    return {
        match[1] or match[2]
        for line in tree.text(name).splitlines()
        if (match := _INCLUDE.match(line))
    }
