"""Gems: fetched, compared with their checksum, unpacked into a folder."""

import hashlib
import os
import pathlib
import shutil

from manifest import Gem, SyncError
from terminal import folder_size, megabytes, run, say

# In the unpacked folder: the checksum of the archive it came from. Written
# before the folder gets its final name.
MARK = ".sha256"


def is_current(gem: Gem, root: pathlib.Path) -> bool:
    try:
        return (root / gem.folder / MARK).read_text() == gem.sha256
    except OSError:
        return False


def sync(gem: Gem, root: pathlib.Path, scratch: pathlib.Path, log: pathlib.Path,
         lock: int) -> None:
    """Brings root/gem.folder to the version in DEPS. `scratch` is an empty folder
    on the same disk; `lock` is held open by what runs here."""
    if is_current(gem, root):
        return
    name = f"{gem.name} {gem.version}"
    say(f"{name}: {gem.megabytes} MB, fetching")
    archive = scratch / gem.archive
    run(
        ["gem", "fetch", gem.name, "--version", gem.version, "--platform",
         gem.platform],
        doing=f"Fetching {gem.archive}", cwd=scratch, log=log, keep_open=lock,
        makes=archive,
    )
    verify(archive, gem.sha256)
    say(f"{name}: unpacking")
    run(
        ["gem", "unpack", str(archive), "--target", str(scratch / "unpacked")],
        doing=f"Unpacking {archive}", cwd=scratch, log=log, keep_open=lock,
    )
    (unpacked,) = (scratch / "unpacked").iterdir()
    put_in_place(unpacked, root / gem.folder, gem.sha256, scratch)
    say(f"{name}: {megabytes(folder_size(root / gem.folder))} in {gem.folder}")


def verify(archive: pathlib.Path, sha256: str) -> None:
    """Removes a file whose checksum is wrong and raises SyncError."""
    with open(archive, "rb") as file:
        actual = hashlib.file_digest(file, "sha256").hexdigest()
    if actual == sha256:
        return
    archive.unlink()
    raise SyncError(
        f"{archive.name}: wrong checksum; the file is removed, nothing was unpacked.\n"
        f"  DEPS says   {sha256}\n"
        f"  the file is {actual}\n"
        "If the network or a mirror spoiled the file, run build/sync again. If the "
        "registry has a new file under the old version, find out why before DEPS "
        "follows it."
    )


def put_in_place(unpacked: pathlib.Path, folder: pathlib.Path, sha256: str,
                 scratch: pathlib.Path) -> None:
    # Archives keep the times of their making, which are older than objects that
    # were built against the version before: ninja would not rebuild them.
    for path in unpacked.rglob("*"):
        os.utime(path, follow_symlinks=False)
    (unpacked / MARK).write_text(sha256)
    if folder.exists():
        folder.rename(scratch / "old")
    unpacked.rename(folder)
    shutil.rmtree(scratch / "old", ignore_errors=True)
