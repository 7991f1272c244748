"""Moves what most programs do without into functions of the bundle.

A part is a module that modules/parts.ts imports as a whole (`import * as`) and
gives out by a function that does nothing else. All that only this part needs is
moved into that function: it is not in the startup snapshot, and takes neither
time nor memory before the function is called. It stays in the scope of the
rest, so nothing is renamed, and what it imports is as fast as before. A module
that two parts need stays outside, and so do packages: most of them are functions
already, and to V8 a function is as dear to begin as what is in it is long.
"""

import re
import sys

LOADERS = 'modules/parts.ts'

# Where esbuild begins with a module, or goes on with it.
CHUNK = re.compile(r'^  // (\S+)\n', re.MULTILINE)
LOADER = r'  function \w+\(\) {{\n    return {exports};\n  }}\n'


def reachable(inputs, roots, without=()):
    """The modules that these ones and their imports are, less some."""
    found = set()
    left = [root for root in roots if root not in without]
    while left:
        module = left.pop()
        if module in found:
            continue
        found.add(module)
        left += [i['path'] for i in inputs[module]['imports']
                 if i['path'] in inputs and i['path'] not in without]
    return found


def own(modules):
    return {module for module in modules if module.startswith('modules/')}


def members(inputs, entry):
    """The modules of each part, by the part's own module."""
    parts = [i['path'] for i in inputs[LOADERS]['imports']
             if i['path'].startswith('modules/parts/')]
    core = reachable(inputs, [entry], without=parts)
    while True:
        found = {part: own(reachable(inputs, [part])) - core for part in parts}
        shared = {module for part in parts for module in found[part]
                  if sum(module in other for other in found.values()) > 1}
        if not shared:
            return found
        core |= shared


def chunks(text, inputs):
    """The text as pairs of a module and its lines, in their order."""
    marks = [mark for mark in CHUNK.finditer(text) if mark[1] in inputs]
    ends = [mark.start() for mark in marks[1:]] + [text.rindex('\n  return ')]
    pieces = [(None, text[:marks[0].start()])]
    for mark, end in zip(marks, ends):
        pieces.append((mark[1], text[mark.start():end]))
    return [*pieces, (None, text[ends[-1]:])]


def exports_of(part, pieces):
    """What esbuild calls the object of the part's exports."""
    for module, piece in pieces:
        if module == part:
            found = re.search(r'^  var (\w+) = {};$', piece, re.MULTILINE)
            if found:
                return found[1]
    sys.exit(f'parts.py: {part} is not imported as a whole by {LOADERS}')


def split(text, inputs, entry):
    """The bundle's text, as esbuild writes it, with its parts in functions."""
    pieces = chunks(text, inputs)
    moved = members(inputs, entry)
    kept = ''.join(piece for module, piece in pieces
                   if not any(module in part for part in moved.values()))
    for part, modules in moved.items():
        exports = exports_of(part, pieces)
        body = ''.join(piece for module, piece in pieces if module in modules)
        found = re.findall(LOADER.format(exports=exports), kept)
        if len(found) != 1:
            sys.exit(f'parts.py: {LOADERS} has no function that gives {part}')
        before, after = found[0].split('    return ')
        kept = kept.replace(found[0], f'{before}{body}    return {after}')
    return kept
