"""Looks at the tree by the rules of the house; started by build/check.

    main.py [--fix] [NAME...]      main.py --list

A check is a function (tree, fix) -> findings, a line each. Its docstring is the
rule. With --fix it repairs what it can.
"""

import argparse
import pathlib
import sys
import time

import dependencies
import formatting
import headers
import layering
import scripts
import text
import tidy
from tree import CheckError, Tree

ROOT = pathlib.Path(__file__).resolve().parents[2]

CHECKS = [
    formatting.cpp_format,
    formatting.gn_format,
    layering.gn_check,
    layering.library_includes,
    layering.listed_sources,
    layering.visibility,
    layering.layer_groups,
    headers.includes,
    headers.precompiled,
    headers.type_names,
    text.file_length,
    text.switched_off_tests,
    text.open_ends,
    text.machine_names,
    dependencies.dependencies,
    scripts.python,
    scripts.shell,
    tidy.clang_tidy,
]


def main() -> int:
    parser = argparse.ArgumentParser(prog="build/check")
    parser.add_argument("--fix", action="store_true", help="repair what can be")
    parser.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="run only these checks")
    options = parser.parse_args()
    by_name = {check.__name__: check for check in CHECKS}
    if options.list:
        print("\n".join(by_name))
        return 0
    for name in options.names:
        if name not in by_name:
            parser.error(f"no check '{name}'; there are: {', '.join(by_name)}")

    tree = Tree(ROOT, ROOT / "out/release")
    failed = 0
    for name in options.names or by_name:
        start = time.monotonic()
        try:
            findings = by_name[name](tree, options.fix)
        except CheckError as error:
            findings = [str(error)]
        failed += bool(findings)
        for line in findings:
            print(line)
        state = "FAILED: " + by_name[name].__doc__ if findings else "ok"
        print(f"{name}: {state} ({time.monotonic() - start:.1f} s)", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
