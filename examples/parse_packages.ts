// Parses the JavaScript of npm packages on three threads and counts what is in it.
//
//   rt run examples/parse_packages.ts [FOLDER]
//
// FOLDER holds packages as node_modules does. Without it, they are those that
// rt's own build uses. Under --profile, one file tells what each of the four
// realms did with its time:
//
//   rt run --profile examples/parse_packages.ts
//   go tool pprof -top profile.pb
//   go tool pprof -top -tagfocus 'thread=parser 1' profile.pb

import { DiskFileSystem } from 'rt:file';
import process, { args } from 'rt:process';
import { Realm } from 'rt:realm';
import type { Findings } from './parse_realm.ts';

const PARSERS = 3;

/** The JavaScript below a folder, largest files first. */
async function listSources(folder: string): Promise<string[]> {
  const disk = new DiskFileSystem();
  const names = await disk.glob('**/*.{js,mjs,cjs}', { cwd: folder });
  const files = await Promise.all(names.map(async (name) => {
    const path = `${folder}/${name}`;
    return { path, info: await disk.stat(path) };
  }));
  return files
    .filter(({ info }) => info.isFile)
    .sort((a, b) => b.info.size - a.info.size)
    .map(({ path }) => path);
}

/** 'acorn' for FOLDER/acorn/dist/acorn.js, '@exodus/bytes' for one with a scope. */
function packageOf(path: string, folder: string): string {
  const inside = path.slice(folder.length + 1).split('node_modules/').at(-1)!;
  return inside.split('/', inside.startsWith('@') ? 2 : 1).join('/');
}

/** Has the files parsed in a realm of their own. */
async function parse(name: string, paths: string[]): Promise<Findings> {
  const realm = new Realm({ entry: './parse_realm.ts', name, data: paths, thread: true });
  for await (const findings of realm.port) return findings;
  const { reason, error } = await realm.exited;
  throw new Error(`${name} ended without an answer: ${reason}`, { cause: error });
}

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

function printTable(findings: Map<string, Findings>, milliseconds: number): void {
  const rows = new Map([...findings].map(([name, { files, bytes, nodes, milliseconds }]) =>
    [name, { files, bytes, nodes: sum(nodes.values()), ms: Math.round(milliseconds) }]));
  rows.set('all', {
    files: sum([...rows.values()].map((row) => row.files)),
    bytes: sum([...rows.values()].map((row) => row.bytes)),
    nodes: sum([...rows.values()].map((row) => row.nodes)),
    ms: Math.round(milliseconds),
  });
  console.table(Object.fromEntries(rows));
}

/** The types that are found most. */
function printTypes(findings: Iterable<Findings>): void {
  const counts = new Map<string, number>();
  for (const { nodes } of findings) {
    for (const [type, count] of nodes) counts.set(type, (counts.get(type) ?? 0) + count);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5);
  console.log('Most of all:', most.map(([type, count]) => `${count} ${type}`).join(', '));
}

async function main(folder: string): Promise<void> {
  const paths = await listSources(folder);
  if (paths.length === 0) throw new Error(`There is no JavaScript in ${folder}.`);
  const packages = new Set(paths.map((path) => packageOf(path, folder)));
  console.log(`${paths.length} files of ${packages.size} packages in ${folder}`);

  // Dealt out like cards, so that each realm gets its share of large files.
  const start = performance.now();
  const names = Array.from({ length: PARSERS }, (_, i) => `parser ${i + 1}`);
  const findings = new Map(await Promise.all(names.map(async (name, i) => {
    const share = paths.filter((_, index) => index % PARSERS === i);
    return [name, await parse(name, share)] as const;
  })));

  printTable(findings, performance.now() - start);
  printTypes(findings.values());
  for (const { failures } of findings.values()) {
    for (const failure of failures) console.error(`Not parsed: ${failure}`);
  }
}

try {
  const disk = new DiskFileSystem();
  await main(args[0] ?? await disk.realPath(`${import.meta.dirname}/../node_modules`));
} catch (error) {
  // Such as: the folder is not there.
  console.error((error as Error).message);
  process.exitCode = 1;
}
