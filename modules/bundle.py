"""Bundles modules/bootstrap.ts into the one script the snapshot is made from.

esbuild puts all modules into one scope, and parts.py some of them into functions
of it; the banner and the footer make that a function whose parameter is the only
way to native code. Names are kept (only white space goes), since they are what a
profile shows.
"""

import argparse
import json
import os
import re
import subprocess
import sys

import parts

ENTRY = 'modules/bootstrap.ts'
TARGET = '--target=chrome136'  # V8 13.6's

# node-inspect-extracted is Node's own inspector with stand-ins for the parts
# that need an engine. Those are modules in its table, which is complete right
# before this text; rt lays its own over them (web/inspect_natives.ts).
INSPECT = 'node_modules/node-inspect-extracted/dist/inspect.js'
INSPECT_TABLE_END = 'const e={};return function n(r){'
INSPECT_HOOK = 'Object.assign(t,require({}).inspectModules);'
# A free URL in the bundle would make esbuild rename the class of that name.
INSPECT_URL = 't.exports=URL}'
URL_PATTERN = 'node_modules/urlpattern-polyfill/dist/urlpattern.cjs'

# Packages, or modules of them, that the bundle takes in another form.
ALIASES = {
    'tr46': 'modules/web/lazy/tr46.ts',
    '@exodus/bytes/encoding.js': 'modules/web/lazy/nothing.ts',
    '@exodus/bytes/whatwg.js': 'modules/web/lazy/percent_encode.ts',
    # In a function of its own, so that its many short names cost nothing.
    'web-streams-polyfill': 'node_modules/web-streams-polyfill/dist/ponyfill.js',
}


def hooked_inspect(root, out_dir):
    """Writes the inspector with the hook in it; returns the file's path."""
    with open(os.path.join(root, INSPECT), encoding='utf-8') as file:
        text = file.read()
    for known in (INSPECT_TABLE_END, INSPECT_URL):
        if text.count(known) != 1:
            sys.exit(f'bundle.py: {INSPECT} has changed: {known!r} is not in '
                     'it once. Look at the new file, then adapt bundle.py '
                     'and web/inspect_natives.ts.')
    text = text.replace(INSPECT_URL, 't.exports=globalThis.URL}')
    natives = os.path.join(root, 'modules/web/inspect_natives.ts')
    hook = INSPECT_HOOK.format(json.dumps(natives))
    path = os.path.join(out_dir, 'inspect.js')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(INSPECT_TABLE_END, hook + INSPECT_TABLE_END))
    return path


def hooked_url_pattern(root, out_dir):
    """Writes URLPattern, using the global URL by its full name."""
    with open(os.path.join(root, URL_PATTERN), encoding='utf-8') as file:
        text = file.read()
    path = os.path.join(out_dir, 'url_pattern.js')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(re.sub(r'\bnew URL\(', 'new globalThis.URL(', text))
    return path


def check_class_names(output):
    """Stops where a class of the web would go by another name.

    esbuild numbers a name that stands for two things in the bundle's one
    scope. For URL, the other thing is a module that uses the global one.
    """
    with open(output, encoding='utf-8') as file:
        renamed = re.findall(r'\bclass ([A-Z]\w*?[a-zA-Z])\d+\b', file.read())
    if renamed:
        sys.exit(f'bundle.py: esbuild renamed the classes {renamed}; import '
                 'them where they are used, instead of using the globals')


def esbuild(program, root, arguments, text=None):
    """Runs it in the root folder, so that it names no folder above it."""
    result = subprocess.run([program, *arguments, TARGET, '--log-level=warning'],
                            cwd=root, input=text, encoding='utf-8',
                            stdout=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(result.returncode)
    return result.stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ('root', 'esbuild', 'amaro-glue', 'output', 'depfile'):
        parser.add_argument(f'--{name}', required=True)
    args = parser.parse_args()
    root = os.path.abspath(args.root)
    output = os.path.abspath(args.output)
    out_dir = os.path.dirname(output)
    os.makedirs(out_dir, exist_ok=True)
    inspect = hooked_inspect(root, out_dir)
    aliases = {name: os.path.join(root, path)
               for name, path in ALIASES.items()}
    aliases['node-inspect-extracted'] = inspect
    aliases['urlpattern-polyfill'] = hooked_url_pattern(root, out_dir)
    aliases['amaro-glue'] = os.path.abspath(args.amaro_glue)
    program = os.path.abspath(args.esbuild)
    metafile = output + '.meta.json'
    whole = os.path.join(out_dir, 'whole.js')
    esbuild(program, root, [
        ENTRY,
        '--bundle',
        '--format=iife',
        '--global-name=bootstrap',
        '--platform=neutral',
        '--main-fields=module,main',
        '--conditions=import,default',
        '--legal-comments=none',
        '--preserve-symlinks',
        *[f'--alias:{name}={path}' for name, path in aliases.items()],
        '--inject:modules/web/encoding.ts',
        '--inject:modules/web/lazy/shared_array_buffer.ts',
        '--inject:modules/web/lazy/transform_stream.ts',
        '--banner:js=(function (natives) {',
        '--footer:js=return bootstrap.registry; })',
        f'--metafile={metafile}',
        f'--outfile={whole}',
    ])
    with open(metafile, encoding='utf-8') as file:
        inputs = json.load(file)['inputs']
    with open(whole, encoding='utf-8') as file:
        bundle = parts.split(file.read(), inputs, ENTRY)
    with open(output, 'w', encoding='utf-8') as file:
        file.write(esbuild(program, root, ['--minify-whitespace'], bundle))
    check_class_names(output)
    paths = [os.path.relpath(os.path.join(root, path))
             for path in [*sorted(inputs), INSPECT, URL_PATTERN]]
    with open(args.depfile, 'w', encoding='utf-8') as file:
        file.write(f'{args.output}: {" ".join(paths)}\n')


if __name__ == '__main__':
    main()
