"""esbuild, as a maker of JavaScript with source maps: another implementation of their
format than rt's."""

import base64
import json
import pathlib
import subprocess

from rt_run import ROOT

_ESBUILD = ROOT / "node_modules/.bin/esbuild"


def build(entry: pathlib.Path, out: pathlib.Path, *options: str) -> None:
    """Makes `out`, an ES module with an external map unless `options` say otherwise."""
    subprocess.run(
        [_ESBUILD, entry, f"--outfile={out}", "--format=esm", "--platform=neutral",
         "--log-level=error", "--sourcemap", *options],
        check=True, cwd=entry.parent)


def inline(script: pathlib.Path, source_map: dict, *, encode: bool = True) -> None:
    """Ends the script with its map in a data: URL."""
    text = json.dumps(source_map)
    data = ";base64," + base64.b64encode(text.encode()).decode() if encode else "," + "".join(
        c if c.isalnum() or c in "-_.~" else f"%{ord(c):02X}" for c in text)
    with script.open("a") as file:
        file.write(f"//# sourceMappingURL=data:application/json{data}\n")
