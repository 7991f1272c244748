"""Runs a program as a GN action: run_tool.py PROGRAM [ARGUMENT...].

GN's actions can only start a script. The program is looked up on the PATH.
"""

import subprocess
import sys


def main() -> int:
    try:
        return subprocess.run(sys.argv[1:], check=False).returncode
    except FileNotFoundError:
        print(f"{sys.argv[1]}: not found; build/sync installs it", file=sys.stderr)
        return 127


if __name__ == "__main__":
    sys.exit(main())
