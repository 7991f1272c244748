// rt:kv: key-value stores. kv.d.ts says what each method is for.

import type {Condition, Entry, Expiry, ListEntry, ListOptions, Operation, Page, SyncOptions, Version} from 'rt:kv';
import {settle} from '../file/operation.ts';
import {fail, MAX_DURATION, toBoolean, toInteger, toKey, toOptions, toStoreName, toText} from './arguments.ts';

/** KvWrite::Kind in C++. */
const PUT = 0;
const DELETE = 1;
const CHECK = 2;

/** kMaxKvListEntries in C++. */
const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

const MAX_TEXT_BYTES = 2048;

/** The version that stands for no entry in natives. */
const NO_ENTRY = 0;

function toVersion(value: unknown, name: string): number|undefined {
  if (value === undefined) return undefined;
  if (value === null) return NO_ENTRY;
  return toInteger(value, name, 1, Number.MAX_SAFE_INTEGER);
}

function toExpires(ttl: unknown, name: string): number|undefined {
  if (ttl === undefined) return undefined;
  return Date.now() + toInteger(ttl, name, 1, MAX_DURATION);
}

function toValue(value: unknown, name: string): unknown {
  if (value === undefined) throw new TypeError(`${name} must not be undefined`);
  return value;
}

function toDate(milliseconds: number|null): Date|null {
  return milliseconds === null ? null : new Date(milliseconds);
}

/** Appends what natives.kv.commit takes for one of a batch. */
function addOperation(operation: Operation, index: number, writes: NativeKvWrites): void {
  const at = `operations[${index}]`;
  const {op, key, ifVersion} = toOptions(operation, at);
  const text = toKey(key, `${at}.key`);
  const version = toVersion(ifVersion, `${at}.ifVersion`);
  switch (op) {
    case 'put': {
      const {value, ttl} = operation as Operation&{op: 'put'};
      writes.push(
          PUT, text, version, toValue(value, `${at}.value`), toExpires(ttl, `${at}.ttl`));
      break;
    }
    case 'delete':
      writes.push(DELETE, text, version, undefined, undefined);
      break;
    case 'check':
      if (version === undefined) fail(`${at}.ifVersion`, 'a version or null', version);
      writes.push(CHECK, text, version, undefined, undefined);
      break;
    default:
      fail(`${at}.op`, "'put', 'delete' or 'check'", op);
  }
}

class KvStore {
  readonly #id: number;
  readonly #name: string;

  constructor(id: number, name: string) {
    this.#id = id;
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }

  async get<T>(key: string): Promise<T|undefined> {
    const value = natives.kv.get(this.#id, toKey(key));
    return (value instanceof Promise ? settle(value) : value) as T | undefined;
  }

  async getEntry<T>(key: string): Promise<Entry<T>|undefined> {
    const entry = await natives.kv.getEntry(this.#id, toKey(key));
    if (entry === undefined) return undefined;
    const [value, version, expires] = entry;
    return {value: value as T, version, expires: toDate(expires)};
  }

  async put(
      key: string, value: unknown, options?: Expiry&Condition&SyncOptions):
      Promise<Version> {
    const text = toKey(key);
    const {ttl, ifVersion, sync} = toOptions(options);
    const [version] = await this.#commit(
        [
          PUT, text, toVersion(ifVersion, 'options.ifVersion'), toValue(value, 'value'),
          toExpires(ttl, 'options.ttl'),
        ],
        sync);
    return version;
  }

  async delete(key: string, options?: Condition&SyncOptions): Promise<boolean> {
    const text = toKey(key);
    const {ifVersion, sync} = toOptions(options);
    const version = toVersion(ifVersion, 'options.ifVersion');
    const [, deleted] =
        await this.#commit([DELETE, text, version, undefined, undefined], sync);
    return deleted === 1;
  }

  async batch(operations: Operation[], options?: SyncOptions): Promise<Version> {
    if (!Array.isArray(operations)) fail('operations', 'an array', operations);
    const writes: NativeKvWrites = [];
    operations.forEach((operation, index) => addOperation(operation, index, writes));
    const [version] = await this.#commit(writes, toOptions(options).sync);
    return version;
  }

  async #commit(writes: NativeKvWrites, sync: unknown): Promise<NativeKvCommit> {
    const done = natives.kv.commit(this.#id, writes, toBoolean(sync, 'options.sync'));
    return done instanceof Promise ? settle(done) : done;
  }

  async list<T>(options?: ListOptions): Promise<Page<T>> {
    const {prefix = '', limit = DEFAULT_LIMIT, cursor = '', values} = toOptions(options);
    if (prefix !== '') toText(prefix, 'options.prefix', MAX_TEXT_BYTES);
    if (cursor !== '') toText(cursor, 'options.cursor', MAX_TEXT_BYTES);
    const most = toInteger(limit, 'options.limit', 1, MAX_LIMIT);
    const withValues = toBoolean(values, 'options.values');
    const listed = natives.kv.list(this.#id, prefix, cursor, most, withValues);
    const [more, ...fields] = await (listed instanceof Promise ? settle(listed) : listed);
    const entries: ListEntry<T>[] = [];
    for (let i = 0; i < fields.length; i += 5) {
      const [key, version, expires, size, value] =
          fields.slice(i, i + 5) as [string, number, number | null, number, T];
      const entry: ListEntry<T> = {key, version, expires: toDate(expires), size};
      if (withValues) entry.value = value;
      entries.push(entry);
    }
    return {entries, cursor: more ? entries.at(-1)!.key : null};
  }

  async * entries<T>(options?: ListOptions): AsyncGenerator<ListEntry<T>, void, void> {
    let {cursor} = toOptions(options);
    while (true) {
      const page = await this.list<T>(
          cursor === undefined ? options : {...options, cursor});
      yield* page.entries;
      if (page.cursor === null) return;
      cursor = page.cursor;
    }
  }
}

export function openKv(name: string): KvStore {
  const text = toStoreName(name);
  return new KvStore(natives.kv.open(text), text);
}
