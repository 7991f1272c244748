// The `sandbox` of new Realm(): from what a program writes to what C++ takes, which
// checks and holds it (runtime/policy).

import type {Enforcement, SandboxOptions} from 'rt:realm';

import {urlInterfaces} from '../web/url.ts';

/** As natives.realm.start takes it; undefined for modules: the default. */
export type SandboxGrants = [
  read: string[], write: string[], net: string[], env: string[],
  modules: string[] | undefined, memory: number, cpuMs: number, wallMs: number,
  requireLandlock: boolean, stores: string[]
];

/** --max-heap's. */
const LEAST_MEMORY = 16 * 1024 * 1024;

const names = new Set<keyof SandboxOptions>([
  'read', 'write', 'net', 'env', 'stores', 'modules', 'memory', 'cpuMs', 'wallMs', 'landlock',
]);

/** Throws a TypeError or RangeError that names the grant that can't be. */
export function toSandboxGrants(value: unknown): SandboxGrants {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError('sandbox is no object; {} grants nothing.');
  }
  // A limit that is misspelled would be none.
  for (const name of Object.keys(value)) {
    if (names.has(name as keyof SandboxOptions)) continue;
    throw new TypeError(
        `sandbox.${name} is no grant; there are ${[...names].join(', ')}.`);
  }
  const {read, write, net, env, stores, modules, memory, cpuMs, wallMs, landlock} =
      value as SandboxOptions;
  if (landlock !== undefined && landlock !== 'require') {
    throw new TypeError("sandbox.landlock can only be 'require'.");
  }
  return [
    toPaths(read, 'read'),
    toPaths(write, 'write'),
    toTexts(net, 'net'),
    toTexts(env, 'env'),
    modules === undefined ? undefined : toModules(modules),
    toLimit(memory, 'memory', 'bytes', LEAST_MEMORY),
    toLimit(cpuMs, 'cpuMs', 'milliseconds', 1),
    toLimit(wallMs, 'wallMs', 'milliseconds', 1),
    landlock === 'require',
    toStores(stores),
  ];
}

/** The same grants, checked, and with paths that do not depend on who calls. */
export function settleGrants(value: SandboxOptions): SandboxOptions {
  const [read, write] = toSandboxGrants(value);
  return {...value, read, write};
}

function toTexts(value: unknown, name: string): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError(`sandbox.${name} is no array.`);
  return value.map((each: unknown) => {
    if (isText(each)) return each;
    throw new TypeError(
        `sandbox.${name} holds what is no string, or one that is empty or has a NUL.`);
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function toPaths(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) return toTexts(value, name);
  return toTexts(value.map(pathOf), name).map(absolute);
}

/** Of a string, as those of toSandboxGrants(), or a file: URL. */
export function toPath(value: unknown, name: string): string {
  const path = pathOf(value);
  if (isText(path)) return absolute(path);
  throw new TypeError(`${name} is no path: no string, or one that is empty or has a NUL.`);
}

function pathOf(value: unknown): unknown {
  return value instanceof urlInterfaces.URL ? natives.file.pathOfUrl(value.href) : value;
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : callerFolder() + path;
}

/** Of the module that called rt, with a slash at its end. */
function callerFolder(): string {
  const url = natives.realm.callerUrl();
  const base = url === '' ? natives.realm.cwdUrl() : url;
  return natives.file.pathOfUrl(new urlInterfaces.URL('.', base).href);
}

function toModules(value: unknown): string[] {
  const list = toTexts(value, 'modules');
  for (const name of list) {
    if (!name.startsWith('rt:')) {
      throw new TypeError(
          `sandbox.modules holds '${name}', which is none of rt's ('rt:file').`);
    }
  }
  return list;
}

/** Each is a kind and a name, or '*' for all of the kind. */
function toStores(value: unknown): string[] {
  const list = toTexts(value, 'stores');
  for (const text of list) {
    if (!/^(cache|config|kv|secret):./su.test(text)) {
      throw new TypeError(`sandbox.stores holds '${
          text}', which names no stores as 'kv:sessions' and 'kv:*' do.`);
    }
  }
  return list;
}

/** 0 for none. */
function toLimit(value: unknown, name: string, unit: string, least: number): number {
  if (value === undefined) return 0;
  if (typeof value !== 'number') {
    throw new TypeError(`sandbox.${name} is no number of ${unit}.`);
  }
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(
        `sandbox.${name} is a whole number of ${unit}, at least ${least}, not ${value}.`);
  }
  return value;
}

/** What natives.realm.start says of a realm that is a sandbox. */
export type NativeEnforcement = [landlock: number, seccomp: boolean, reason: string];

export function toEnforcement(native: NativeEnforcement|undefined): Enforcement|undefined {
  if (!native) return undefined;
  const [landlock, seccomp, reason] = native;
  return Object.freeze({
    bindings: true as const,
    landlock: landlock === 0 ? false as const : landlock,
    seccomp,
    ...(reason === '' ? {} : {reason}),
  });
}
