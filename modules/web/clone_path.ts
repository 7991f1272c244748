// Where in a value that which cannot be cloned is, for the message of a DataCloneError.
// V8 says what it is, and not where. Looked for only when a clone has failed.

import {DOMException, isDOMException} from './dom_exception.ts';
import {isRefused} from './platform_objects.ts';

/** Objects that are looked at, and of those the ones that only a clone of their own can
 *  tell. */
const MAX_OBJECTS = 10000;
const MAX_CLONES = 100;

const END = ' could not be cloned';

/** The clones of this search fail without another one. */
let isSearching = false;

/** The message with the place in it, where that is found. Runs no getter. */
export function addPath(
    message: string, root: unknown, leavesProcess: boolean): string {
  if (isSearching || !message.includes(END)) return message;
  isSearching = true;
  try {
    const found = new Search(leavesProcess).find(root, '');
    if (!found) return message;
    const [value, path] = found;
    if (typeof value === 'function') message = `${nameOf(value)}${END}.`;
    return path === '' ? message : message.replace(END, ` at ${path}${END}`);
  } finally {
    isSearching = false;
  }
}

function nameOf(value: object): string {
  const name = Object.getOwnPropertyDescriptor(value, 'name')?.value;
  return typeof name === 'string' && name !== '' ? `#<Function> '${name}'` :
                                                   '#<Function>';
}

/** The same DataCloneError, where a part of what was sent goes by another name to those
 *  who read it. */
export function renameRoot(
    error: unknown, path: string, name: string): unknown {
  if (!isDOMException(error)) return error;
  const {message, name: kind} = error as DOMException;
  return new DOMException(message.replace(` at ${path}`, ` at ${name}`), kind);
}

type Found = [value: unknown, path: string];

class Search {
  readonly #leavesProcess: boolean;
  #seen = new Set<object>();
  #clones = 0;

  constructor(leavesProcess: boolean) {
    this.#leavesProcess = leavesProcess;
  }

  find(value: unknown, path: string): Found | undefined {
    if (typeof value === 'symbol' || typeof value === 'function') {
      return [value, path];
    }
    if (typeof value !== 'object' || value === null || this.#seen.has(value) ||
        this.#seen.size >= MAX_OBJECTS) {
      return undefined;
    }
    this.#seen.add(value);
    if (natives.inspect.proxyDetails(value) || isRefused(value)) return [value, path];
    for (const [child, step] of childrenOf(value)) {
      const found = this.find(child, path + step);
      if (found) return found;
    }
    return this.#isItself(value) ? [value, path] : undefined;
  }

  #isItself(value: object): boolean {
    const prototype = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === Array.prototype) {
      return false;
    }
    if (++this.#clones > MAX_CLONES) return false;
    try {
      natives.messaging.clone(value, undefined, this.#leavesProcess);
      return false;
    } catch {
      return true;
    }
  }
}

/** What V8 goes on to from an object, in its order. */
function* childrenOf(value: object): Iterable<Found> {
  if (ArrayBuffer.isView(value)) return;
  const types = natives.inspect;
  if (types.isMap(value) || types.isSet(value)) {
    const [entries, isKeyed] = types.previewEntries(value);
    const width = isKeyed ? 2 : 1;
    for (const [i, entry] of entries.entries()) {
      const what = !isKeyed ? 'values' : i % 2 === 0 ? 'keys' : 'values';
      yield [entry, `.${what}()[${Math.floor(i / width)}]`];
    }
    return;
  }
  const keys = types.isNativeError(value) ? ['cause'] : Object.keys(value);
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (!property || !('value' in property)) continue;
    yield [property.value, stepTo(key)];
  }
}

function stepTo(key: string): string {
  if (/^(0|[1-9]\d*)$/.test(key)) return `[${key}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ?
      `.${key}` :
      `[${JSON.stringify(key)}]`;
}
