// One of the parsers of parse_packages.ts: a realm on a thread of its own. It gets
// the paths of JavaScript files as its data, and sends back what is in them.

import { parse } from 'acorn';
import type { Node } from 'acorn';
import { DiskFileSystem } from 'rt:file';
import { data, port } from 'rt:realm';

export interface Findings {
  files: number;
  bytes: number;
  /** How many nodes of each type the syntax trees have. */
  nodes: Map<string, number>;
  /** What could not be parsed, and why. */
  failures: string[];
  milliseconds: number;
}

/** A module or a CommonJS file: which of the two shows when it is parsed. */
function parseSource(source: string): Node {
  try {
    return parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // CommonJS wraps a file into a function, so that it may return.
    return parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
    });
  }
}

const isNode = (value: unknown): value is Node =>
  typeof (value as Node | null)?.type === 'string';

/** Keeps its own stack: the tree of a minified file may be deeper than the
 *  engine's. */
function countNodes(root: Node, counts: Map<string, number>): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (isNode(value)) {
      counts.set(value.type, (counts.get(value.type) ?? 0) + 1);
      for (const property of Object.values(value)) pending.push(property);
    } else if (Array.isArray(value)) {
      for (const element of value) pending.push(element);
    }
  }
}

async function parseFiles(paths: string[]): Promise<Findings> {
  const disk = new DiskFileSystem();
  const findings: Findings = {
    files: 0,
    bytes: 0,
    nodes: new Map(),
    failures: [],
    milliseconds: 0,
  };
  const start = performance.now();
  for (const path of paths) {
    try {
      const bytes = await disk.readFile(path);
      countNodes(parseSource(new TextDecoder().decode(bytes)), findings.nodes);
      findings.files += 1;
      findings.bytes += bytes.length;
    } catch (error) {
      findings.failures.push(`${path}: ${(error as Error).message}`);
    }
  }
  findings.milliseconds = performance.now() - start;
  return findings;
}

port!.postMessage(await parseFiles(data));
