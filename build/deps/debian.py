"""Debian packages: what is missing, and apt-get to install it."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess

from manifest import DebianPackage, SyncError
from terminal import Progress, run, say

# Where dpkg records what it installed; a file a package.
INFO = pathlib.Path("/var/lib/dpkg/info")

# How a program says its version, if not by --version.
_VERSION_ARGUMENT = {"go": "version"}


def fitting_program(package: DebianPackage) -> str | None:
    """The path of the program that makes `package` unnecessary, if there is one
    on the PATH."""
    if not package.fits:
        return None
    name, _, least = package.fits.partition(" >= ")
    path = shutil.which(name)
    if path is None:
        return None
    version = _version_of(path, name)
    return path if version is not None and version >= _numbers(least) else None


def installed_record(package: DebianPackage) -> pathlib.Path | None:
    """The file that dpkg keeps while `package` is installed."""
    for name in (f"{package.name}.list", f"{package.name}:amd64.list"):
        if (INFO / name).exists():
            return INFO / name
    return None


def missing(packages: list[DebianPackage]) -> list[DebianPackage]:
    """The packages that are neither installed, wholly, nor made unnecessary."""
    names = [package.name for package in packages]
    try:
        answer = subprocess.run(
            ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Abbrev}\n",
             *names],
            capture_output=True, text=True, check=False,
        ).stdout
    except FileNotFoundError:
        answer = ""
    installed = {
        line.split()[0] for line in answer.splitlines() if line.split()[1:] == ["ii"]
    }
    return [
        package
        for package in packages
        if package.name not in installed and fitting_program(package) is None
    ]


def install(packages: list[DebianPackage], log: pathlib.Path, lock: int) -> None:
    """Installs what is missing of `packages`: as root, or by sudo if it asks for
    no password; else raises SyncError with the one command to run. An apt-get that
    outlives this process holds `lock` open."""
    wanted = [package.name for package in missing(packages)]
    if not wanted:
        return
    say(f"Debian: missing {' '.join(wanted)}")
    if shutil.which("apt-get") is None:
        raise SyncError(
            "There is no apt-get here: rt is built on Debian 12. Install what these "
            "packages hold by hand, or build in a Debian 12 container."
        )
    if os.geteuid() == 0:
        root = []
    elif _sudo_works():
        root = ["sudo", "-n"]
    else:
        raise SyncError(by_hand(wanted))

    # A killed apt-get leaves packages unpacked but not configured, and refuses to
    # go on before they are. This fails while another package manager is at work,
    # for which apt-get waits below.
    subprocess.run([*root, "dpkg", "--configure", "-a"], check=False,
                   capture_output=True, stdin=subprocess.DEVNULL)
    say("Debian: fetching the list of packages")
    run([*root, "apt-get", "-q", "update", "-o", "APT::Update::Error-Mode=any"],
        doing="Debian: fetching the list of packages", log=log, keep_open=lock)
    say(f"Debian: {_sizes(wanted)}")
    progress = Progress("Debian")

    def on_line(line: str) -> bool:
        kind, _, rest = line.partition(":")
        if kind not in ("dlstatus", "pmstatus"):
            return False
        _, percent, what = rest.split(":", 2)
        progress.show(float(percent),
                      "fetched" if kind == "dlstatus" else "installed")
        return True

    try:
        run(
            [*root, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8",
             "apt-get", "-q", "-y", "--no-install-recommends", "--fix-broken",
             "-o", "APT::Status-Fd=1", "-o", "Dpkg::Use-Pty=0",
             "-o", "DPkg::Lock::Timeout=600", "install", *wanted],
            doing=f"Debian: installing {' '.join(wanted)}", log=log, on_line=on_line,
            keep_open=lock,
        )
    finally:
        progress.close()


def by_hand(wanted: list[str]) -> str:
    """The message for someone who may not install packages."""
    command = "apt-get update && apt-get install -y --no-install-recommends "
    command += " ".join(wanted)
    if shutil.which("sudo"):
        command = f"sudo sh -c {shlex.quote(command)}"
    return (
        "This needs root. Run this once as root, then build/sync again:\n\n"
        f"  {command}\n"
    )


def _sudo_works() -> bool:
    if shutil.which("sudo") is None:
        return False
    return subprocess.run(["sudo", "-n", "true"], capture_output=True,
                          check=False).returncode == 0


def _sizes(wanted: list[str]) -> str:
    plan = subprocess.run(
        ["apt-get", "--assume-no", "--no-install-recommends", "--fix-broken",
         "-o", "Debug::NoLocking=1", "install", *wanted],
        capture_output=True, text=True, check=False,
        env=dict(os.environ) | {"LC_ALL": "C.UTF-8"},
    ).stdout
    count = re.search(r"(\d+) newly installed", plan)
    # "Need to get 3 MB/5 MB": the rest of the 5 is in apt's cache.
    fetch = re.search(r"Need to get ([\d.,]+ \w?B)", plan)
    disk = re.search(r"([\d.,]+ \w?B) of additional disk space", plan)
    return (
        f"{count[1] if count else len(wanted)} packages with what they need, "
        f"{fetch[1] if fetch else 'nothing'} to fetch, "
        f"{disk[1] if disk else 'nothing'} on disk; installing"
    )


def _version_of(path: str, name: str) -> tuple[int, ...] | None:
    try:
        answer = subprocess.run(
            [path, _VERSION_ARGUMENT.get(name, "--version")],
            capture_output=True, text=True, check=False, timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"\d+(\.\d+)+", answer.stdout)
    if answer.returncode != 0 or found is None:
        return None
    return _numbers(found[0])


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))
