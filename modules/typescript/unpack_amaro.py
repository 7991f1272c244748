"""Takes amaro's one file, JavaScript with a WebAssembly module in it as base64,
apart: amaro.wasm, amaro.S, which embeds it in the program, and amaro_glue.js, an
ES module around the rest.

The text is checked for what is cut from it, so that another version of amaro stops
the build instead of making another program.
"""

import argparse
import base64
import json
import pathlib
import sys

UTIL = "const { TextDecoder, TextEncoder } = require(`util`);"
BYTES = "const { Buffer } = require('node:buffer');\nconst bytes = Buffer.from('"
BYTES_END = """', 'base64');

const wasmModule = new WebAssembly.Module(bytes);
const wasmInstance = new WebAssembly.Instance(wasmModule, imports);
wasm = wasmInstance.exports;
module.exports.__wasm = wasm;"""

GLUE = """// What wasm-bindgen made for amaro {version} (unpack_amaro.py).
export function instantiate(wasmModule, TextDecoder, TextEncoder) {{
const module = {{exports: {{}}}};
{glue}
wasm = new WebAssembly.Instance(wasmModule, imports).exports;
return module.exports;
}}
"""

ASSEMBLER = """.section .rodata
.balign 16
.global rt_amaro_wasm_begin
rt_amaro_wasm_begin:
.incbin "{wasm}"
.global rt_amaro_wasm_end
rt_amaro_wasm_end:
.global rt_amaro_version
rt_amaro_version:
.asciz "{version}"
.section .note.GNU-stack,"",@progbits
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--package", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True, help="a folder")
    options = parser.parse_args()
    version = json.loads((options.package / "package.json").read_text())["version"]
    source = options.package / "lib/wasm.js"
    text = source.read_text(encoding="utf-8")
    for known in (UTIL, BYTES, BYTES_END):
        if text.count(known) != 1:
            sys.exit(
                f"unpack_amaro.py: {source} has changed: {known!r} is not in it once. "
                "Look at the new file, then adapt unpack_amaro.py."
            )
    glue, rest = text.split(BYTES)
    encoded, end = rest.split(BYTES_END)
    if end.strip():
        sys.exit(f"unpack_amaro.py: {source} has changed at its end")

    wasm = options.output / "amaro.wasm"
    wasm.write_bytes(base64.b64decode(encoded, validate=True))
    (options.output / "amaro.S").write_text(
        ASSEMBLER.format(wasm=wasm.resolve(), version=version)
    )
    (options.output / "amaro_glue.js").write_text(
        GLUE.format(version=version, glue=glue.replace(UTIL, "")), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
