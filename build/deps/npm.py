"""npm packages: `npm ci` in a folder beside, then renamed to node_modules."""

import hashlib
import pathlib
import shutil

from terminal import folder_size, megabytes, run, say

# In node_modules: the checksum of the files it was made from.
MARK = ".rt-lock-sha256"
_INPUTS = ("package.json", "package-lock.json")


def is_current(root: pathlib.Path) -> bool:
    try:
        return (root / "node_modules" / MARK).read_text() == _inputs_hash(root)
    except OSError:
        return False


def sync(root: pathlib.Path, scratch: pathlib.Path, log: pathlib.Path,
         tools: dict[str, str], lock: int) -> None:
    """Brings node_modules to what package-lock.json says. npm compares each
    package with the checksum there."""
    if is_current(root):
        return
    say("npm: fetching the packages of package-lock.json")
    stage = scratch / "npm"
    stage.mkdir()
    for name in _INPUTS:
        shutil.copy(root / name, stage / name)
    # No install scripts: nothing that is fetched runs before someone calls it, and
    # esbuild's would replace a file by another in the tree.
    run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund",
         "--no-update-notifier"],
        doing="Fetching the npm packages", cwd=stage, log=log, env=tools,
        keep_open=lock,
    )
    made = stage / "node_modules"
    made.mkdir(exist_ok=True)  # npm makes none for an empty list
    (made / MARK).write_text(_inputs_hash(stage))
    modules = root / "node_modules"
    if modules.is_symlink():
        modules.unlink()
    elif modules.exists():
        modules.rename(scratch / "old_node_modules")
    made.rename(modules)
    shutil.rmtree(scratch / "old_node_modules", ignore_errors=True)
    say(f"npm: {megabytes(folder_size(modules))} in node_modules")


def _inputs_hash(folder: pathlib.Path) -> str:
    digest = hashlib.sha256()
    for name in _INPUTS:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()
