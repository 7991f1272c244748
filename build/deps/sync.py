"""Brings this machine to what DEPS lists; started by build/sync.

Each step looks at what is there, so that an interrupted run is mended by the next.
What is fetched is made ready in third_party/.scratch and renamed last.
"""

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

import debian
import gems
import manifest
import npm
from manifest import SyncError
from terminal import say

ROOT = pathlib.Path(__file__).resolve().parents[2]
THIRD_PARTY = ROOT / "third_party"


def main() -> int:
    try:
        sync(stamp_hash=sys.argv[1])
    except SyncError as error:
        say(f"build/sync: {error}")
        return 1
    except KeyboardInterrupt:
        say("build/sync: interrupted; run it again to go on")
        return 130
    return 0


def sync(stamp_hash: str) -> None:
    deps = manifest.read(ROOT / "DEPS")
    THIRD_PARTY.mkdir(exist_ok=True)
    lock = _lock(THIRD_PARTY / ".lock")
    log = THIRD_PARTY / "sync.log"
    log.write_text("")
    scratch = THIRD_PARTY / ".scratch"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()

    debian.install(deps.debian, log, lock)
    tools = link_tools(deps.debian, THIRD_PARTY / "bin")
    for gem in deps.gems:
        gems.sync(gem, ROOT, scratch, log, lock)
    npm.sync(ROOT, scratch, log, tools, lock)

    shutil.rmtree(scratch, ignore_errors=True)
    _write_stamp(deps, stamp_hash)
    say("Dependencies are up to date.")


def link_tools(packages: list[manifest.DebianPackage],
               folder: pathlib.Path) -> dict[str, str]:
    """Links to python3, node and npm, fitting ones: the PATH may have an older one
    first, or a slow wrapper. Returns the environment that uses them."""
    folder.mkdir(exist_ok=True)
    for package in packages:
        if package.name not in ("python3", "nodejs", "npm"):
            continue
        name = package.fits.split()[0]
        path = debian.fitting_program(package) or f"/usr/bin/{name}"
        # A version manager's wrapper costs a tenth of a second a start.
        ask = {"python3": ["-c", "import sys; print(sys.executable)"],
               "node": ["-p", "process.execPath"]}.get(name)
        if ask:
            path = subprocess.run([path, *ask], capture_output=True, text=True,
                                  check=True).stdout.strip()
        link = folder / name
        new = folder / f".{name}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(os.path.realpath(path))
        new.rename(link)
    return {"PATH": f"{folder}:{os.environ['PATH']}"}


def _lock(path: pathlib.Path) -> int:
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("another build/sync is at work here; waiting for it")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def _write_stamp(deps: manifest.Manifest, stamp_hash: str) -> None:
    """Records what build/common.sh looks at to see that nothing is to do."""
    paths = [ROOT / gem.folder / gems.MARK for gem in deps.gems]
    paths += [ROOT / "node_modules" / npm.MARK]
    paths += [THIRD_PARTY / "bin" / name for name in ("python3", "node", "npm")]
    for package in deps.debian:
        record = debian.installed_record(package)
        program = None if record else debian.fitting_program(package)
        if record or program:
            paths.append(record or program)
    new = THIRD_PARTY / ".synced.new"
    new.write_text("".join(f"{line}\n" for line in (stamp_hash, *paths)))
    new.rename(THIRD_PARTY / ".synced")


if __name__ == "__main__":
    sys.exit(main())
