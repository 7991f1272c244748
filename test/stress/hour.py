#!/usr/bin/env python3
"""An hour of a profile of eight realms, made shorter by its interval.

    test/stress/hour.py [--seconds N]

Eight thread realms work at 100 us, so that their profiles rotate into the one of the
process all the time. What the process holds more of at the end than after the first
tenth, and what it would hold more of if it went on as in its second half until the 28.8
million samples of an hour at 1 ms: fails where that is 32 MB or more. The realms make no
garbage that grows, and run the same functions over and over: what grows is the
profiler's.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "support")]

from profile_checker import load  # noqa: E402
from rt_run import rt_path  # noqa: E402

MB = 1 << 20
HOUR = 8 * 3600 * 1000

MAIN = """
    import {Realm} from 'rt:realm';
    const realms = Array.from({length: 8}, () =>
        new Realm({entry: './realm.js', thread: true}));
    await Promise.all(realms.map((realm) => realm.call('ready')));
    console.log('ready');
    await new Promise((done) => setTimeout(done, SECONDS * 1000));
    for (const realm of realms) realm.terminate();
"""

# A few thousand stacks a realm.
REALM = """
    export function ready() { setTimeout(work); }
    const leaves = Array.from({length: 60}, (_, i) => new Function('n',
        `let x = ${i}; for (let i = 0; i < n; i++) x = (x * 31 + i) % 1000003; return x;`));
    function odd(depth, at) { return depth === 0 ? leaves[at](500) : even(depth - 1, at); }
    function even(depth, at) { return depth === 0 ? leaves[at](500) : odd(depth - 1, at); }
    function work() {
      const end = performance.now() + 20;
      for (let i = 0; performance.now() < end; i++) even(i % 50, i % leaves.length);
      setTimeout(work);
    }
"""


def resident(pid: int) -> int:
    for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise OSError(f"process {pid} has no memory any more")


def run(seconds: int) -> float:
    """Bytes that the process would grow by in an hour."""
    with tempfile.TemporaryDirectory(prefix="rt-hour-") as name:
        folder = pathlib.Path(name)
        (folder / "main.js").write_text(MAIN.replace("SECONDS", str(seconds)))
        (folder / "realm.js").write_text(REALM)
        process = subprocess.Popen(
            [rt_path(), "run", "--profile", "--profile-interval", "100", "main.js"],
            cwd=folder, stdout=subprocess.PIPE, text=True)
        with process:
            process.stdout.readline()
            began = time.monotonic()
            time.sleep(seconds / 10)
            first = middle = last = resident(process.pid)
            while time.monotonic() < began + seconds - 2:
                time.sleep(1)
                last = resident(process.pid)
                if time.monotonic() < began + seconds / 2:
                    middle = last
                print(f"{time.monotonic() - began:4.0f} s: {last / MB:.1f} MB", flush=True)
        if process.returncode != 0:
            raise SystemExit(f"rt ended with {process.returncode}")
        profile = load(folder / "profile.pb")
    samples = profile.total("samples")
    print(f"{samples} samples, {len(profile.samples)} distinct ones of "
          f"{len(profile.threads())} threads; {(last - first) / MB:+.1f} MB, of which "
          f"{(last - middle) / MB:+.1f} MB in the second half")
    return last - first + (last - middle) / (samples / 2) * max(HOUR - samples, 0)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=300)
    growth = run(parser.parse_args().seconds) / MB
    print(f"an hour of eight realms at 1 ms: {growth:+.1f} MB (wanted: less than 32)")
    return 0 if growth < 32 else 1


if __name__ == "__main__":
    sys.exit(main())
