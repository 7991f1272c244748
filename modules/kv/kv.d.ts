/** Key-value stores with names, which all realms of the process share.
 *
 *      import {open} from 'rt:kv';
 *
 *      const sessions = open('sessions');
 *      await sessions.put('ann', {visits: 1}, {ttl: 3_600_000});
 *      const session = await sessions.get('ann');
 *
 *  `rt run --data-dir DIR` keeps them in DIR, where other processes may use them at the
 *  same time; without it they are in memory, 256 MB of them, and gone with the process
 *  (docs/stores.md).
 *
 *  A put that has fulfilled survives whatever ends the process; with `sync`, also a power
 *  cut. A read sees all writes that had fulfilled when it was called.
 *
 *  A wrong argument is a TypeError that names it. What the disk or the sandbox refuses is
 *  an Error with a `code`, such as 'ENOSPC', 'EBUSY' (another process holds the file),
 *  'EBADMSG' (it is damaged), 'EPERM' (`sandbox.stores` does not have the store). */
declare module 'rt:kv' {
  /** What comes back is a copy: a string as a string; an ArrayBuffer or a view as a
   *  Uint8Array; anything else that structuredClone takes (objects, numbers, Maps ...,
   *  no functions, nothing shared) as it is. undefined cannot be put. At most 16 MiB.
   *  In a string, a lone surrogate becomes U+FFFD. */
  export type Value = unknown;

  /** Greater than that of every earlier write to any store: also when an entry is
   *  deleted and put again, its version is another. */
  export type Version = number;

  export interface Entry<T = any> {
    value: T;
    version: Version;
    /** When it is gone; null: never. */
    expires: Date | null;
  }

  export interface ListEntry<T = any> {
    key: string;
    version: Version;
    expires: Date | null;
    /** Bytes of the value, as it is stored. */
    size: number;
    /** Where `values` was asked for. */
    value?: T;
  }

  export interface Condition {
    /** Only if this is the version of the entry, or, with null, if there is none: else
     *  nothing is written, and the promise rejects with an Error whose `code` is
     *  'ECONFLICT'. */
    ifVersion?: Version | null;
  }

  export interface SyncOptions {
    /** The write is on the disk, not in the system's memory, before the promise
     *  fulfils: for what must survive a power cut. Milliseconds. Default: false. */
    sync?: boolean;
  }

  export interface Expiry {
    /** Milliseconds from now, by the system's clock, until the entry is gone; a whole
     *  number, at least 1. Without it, it stays. */
    ttl?: number;
  }

  export type Operation =
      ({op: 'put', key: string, value: Value} & Expiry & Condition) |
      ({op: 'delete', key: string} & Condition) |
      ({op: 'check', key: string} & Required<Condition>);

  export interface ListOptions {
    /** Only keys that begin with this. */
    prefix?: string;
    /** From 1 to 1000. Default: 100. */
    limit?: number;
    /** Behind the page that this came with. */
    cursor?: string;
    /** With the values: a page then ends early where these are more than 4 MB. */
    values?: boolean;
  }

  export interface Page<T = any> {
    entries: ListEntry<T>[];
    /** For the next page; null where there is none. */
    cursor: string | null;
  }

  /** One store. A key is a string without lone surrogates, not empty, of at most 2048
   *  bytes of UTF-8. */
  export interface KvStore {
    readonly name: string;

    /** undefined where there is no such entry. */
    get<T = any>(key: string): Promise<T | undefined>;
    getEntry<T = any>(key: string): Promise<Entry<T> | undefined>;

    /** Fulfils with the entry's version. */
    put(key: string, value: Value, options?: Expiry & Condition & SyncOptions):
        Promise<Version>;

    /** Fulfils with whether there was one. */
    delete(key: string, options?: Condition & SyncOptions): Promise<boolean>;

    /** Does all of these, in their order, or, where a condition of one of them does not
     *  hold or the disk refuses it, none: conditions are of what was there before. At
     *  most 1000, and 64 MiB. Fulfils with the version of all that it put. */
    batch(operations: Operation[], options?: SyncOptions): Promise<Version>;

    /** A page of entries in the order of their keys' code points. */
    list<T = any>(options?: ListOptions): Promise<Page<T>>;

    /** All entries, page by page (of `limit`) while they are read. What is written
     *  meanwhile may be among them or not. */
    entries<T = any>(options?: ListOptions): AsyncGenerator<ListEntry<T>, void, void>;
  }

  /** The store of that name, which is there, and empty, before the first put. A name is
   *  a string of 1 to 255 bytes of UTF-8, without lone surrogates and NUL characters. */
  export function open(name: string): KvStore;
}
