"""A program of chains of small functions that V8 inlines: 2 to 6 deep, in one to three
files, through calls, getters, closures, constructors, callbacks and methods. In the middle
of its run each gets a number of another kind, so that V8 has to throw its code away.

A line that ends in `// @name` is the only kind that a frame of `name` can be on.
"""

import re

FORMS = ("call", "getter", "closure", "constructor", "callback", "method")
DEPTHS = range(2, 7)
FILES = ("main.js", "one.js", "two.js")

# The function right above the leaf, by its form: what it is, and how it is called with x.
_ABOVE = {
    "call": ("", "CALLEE(x) + 1"),
    "getter": ("const oID = {v: 0, get gID() {\n  return CALLEE(oID.v);  // @get gID\n}};\n",
               "(oID.v = x, oID.gID)"),
    "closure": ("const kID = (k => function inID(x) {\n  return CALLEE(x) + k;  // @inID\n"
                "})(1);\n", "kID(x)"),
    "constructor": ("class KID {\n  constructor(x) {\n    this.v = CALLEE(x);  // @KID\n  }\n"
                    "}\n", "new KID(x).v"),
    "callback": ("let rID = 0;\nconst aID = [1];\n",
                 "aID.forEach(function cbID() { // @NAME\n    rID = CALLEE(x);  // @cbID\n  })"),
    "method": ("class MID {\n  mID(x) {\n    return CALLEE(x);  // @mID\n  }\n}\n"
               "const iID = new MID();\n", "iID.mID(x)"),
}


def chain(number: int, form: str, depth: int) -> tuple[dict[str, str], str]:
    """The chain's functions, by file, and its leaf: functions cN_0 to cN_<depth - 1>."""
    # All in one file, or each in the next of the three.
    places = [FILES[1 + (number + level * (number % 2)) % 2] for level in range(depth)]
    texts = dict.fromkeys(FILES[1:], "")
    names = [f"c{number}_{level}" for level in range(depth)]
    leaf = names[-1]
    texts[places[-1]] += (
        f"export function {leaf}(n) {{\n  let x = n;  // @{leaf}\n"
        f"  for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;  // @{leaf}\n"
        f"  return x;  // @{leaf}\n}}\n")
    for level in range(depth - 2, -1, -1):
        before, value = _ABOVE[form if level == depth - 2 else "call"]
        file = places[level + 1].partition(".")[0]
        text = (f"{before}export function NAME(x) {{\n  return {value};  // @NAME\n}}\n"
                .replace("CALLEE", f"{file}.{names[level + 1]}")
                .replace("NAME", names[level]).replace("ID", str(number)))
        texts[places[level]] += text
    return texts, f"{places[0].partition('.')[0]}.{names[0]}"


def program(rounds: int) -> tuple[dict[str, str], dict[str, str]]:
    """The files, and each chain's leaf by the name of the function that calls it."""
    imports = "import * as one from './one.js';\nimport * as two from './two.js';\n"
    files = dict.fromkeys(FILES, imports)
    leaves, calls = {}, ""
    for number, (form, depth) in enumerate((f, d) for d in DEPTHS for f in FORMS):
        texts, outermost = chain(number, form, depth)
        for file, text in texts.items():
            files[file] += text
        runner = f"round{number}"
        leaves[runner] = f"c{number}_{depth - 1}"
        files["main.js"] += (
            f"function {runner}(n) {{\n  let sum = 0;  // @{runner}\n"
            f"  for (let i = 0; i < 10; i++) sum += {outermost}(n);  // @{runner}\n"
            f"  return sum;  // @{runner}\n}}\n")
        calls += f"  {runner}(n);  // @(module) main.js\n"
    files["main.js"] += (
        f"for (let i = 0; i < {rounds}; i++) {{\n"
        f"  const n = i === {rounds // 2} ? 4000.5 : 4000;\n{calls}}}\n")
    return files, leaves


def lines(text: str) -> dict[str, set[int]]:
    """The lines of a file that frames can be on, by their function."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if mark := re.search(r"// @(.*)$", line):
            found.setdefault(mark[1], set()).add(number)
    return found
