"""The git revision that rt is built from, for `rt --version`.

  revision.py log        prints the file that git appends to at each commit and
                         checkout, for ninja to watch; nothing outside of git
  revision.py write OUT  writes a C++ header with the abbreviated revision
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def git(*args: str) -> str:
    """What git prints; empty where there is no git or no repository."""
    try:
        done = subprocess.run(
            ["git", *args], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def is_checkout() -> bool:
    # An unpacked archive may lie within somebody else's repository.
    top = git("rev-parse", "--show-toplevel")
    return top != "" and pathlib.Path(top).resolve() == ROOT


def main() -> int:
    if sys.argv[1] == "log":
        log = ROOT / git("rev-parse", "--git-path", "logs/HEAD")
        if is_checkout() and log.is_file():
            print(log.resolve())
        return 0
    revision = git("rev-parse", "--short", "HEAD") if is_checkout() else ""
    pathlib.Path(sys.argv[2]).write_text(
        "// Written by host/revision.py.\n"
        "namespace rt {\n"
        f'inline constexpr char kRevision[] = "{revision}";\n'
        "}  // namespace rt\n",
        encoding="utf-8",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
