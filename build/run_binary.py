"""Runs a program as a GN action: run_binary.py PROGRAM ARGS."""

import os
import subprocess
import sys

sys.exit(subprocess.call([os.path.abspath(sys.argv[1])] + sys.argv[2:]))
