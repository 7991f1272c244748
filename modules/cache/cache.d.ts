/** Caches with names, in memory, which all realms of the process share: for what is made
 *  once and used often.
 *
 *      import {open} from 'rt:cache';
 *
 *      const pages = open('pages');
 *      const page = await pages.getOrMake(url, async () => ({
 *        value: await render(url),
 *        maxAge: 60_000,
 *        staleWhileRevalidate: 600_000,
 *        surrogateKeys: ['user:5'],
 *      }));
 *      ...
 *      pages.purgeSurrogateKey('user:5');
 *
 *  Of all who look for a key that is not there, in whatever realm, one makes it, and the
 *  others wait for what it makes. Where that one fails or its realm ends, the next does.
 *
 *  All caches together hold as many bytes as `rt run --cache-bytes N` says (64 MB); what
 *  was not used for longest goes first. A value is a copy, as of rt:kv: a string, bytes
 *  (a Uint8Array comes back), or what structuredClone takes; not undefined. What an answer
 *  depends on (a language, a header) belongs into the key: there is no `vary` here.
 *
 *  Times are in milliseconds. A wrong argument is a TypeError that names it. In a
 *  sandbox `stores: ['cache:NAME']` grants a cache. */
declare module 'rt:cache' {
  export interface Freshness {
    /** For how long it is served without another thought. 0: not at all. */
    maxAge: number;
    /** For how long, after that, it is served while one makes it new. Default: 0. */
    staleWhileRevalidate?: number;
  }

  export interface InsertOptions extends Freshness {
    /** Names of what it was made from, for purgeSurrogateKey(). At most 100. */
    surrogateKeys?: string[];
  }

  export interface Hit<T = any> {
    value: T;
    state: 'fresh' | 'stale';
    /** Milliseconds since it was made, or found to be still right. */
    age: number;
  }

  /** What was there when it has to be made. */
  export interface Old<T = any> {
    value: T;
    state: 'stale' | 'expired';
    age: number;
  }

  /** What a maker returns: the new value; or none, where the old one is still right; or
   *  with `maxAge: 0`, a value that is for the caller alone and not kept: others then
   *  each make theirs. */
  export interface Made<T = any> extends InsertOptions {
    value?: T;
  }

  /** To make the value for all who look for it. One of its methods is called once; when
   *  it is disposed of (`using`), collected as garbage or its realm ends before that, the
   *  next who waits gets it. */
  export interface Obligation<T = any> extends Disposable {
    /** Gives the value to those who wait, and keeps it. False where it is not kept: it is
     *  larger than all caches may be, or was purged while it was made. */
    insert(value: T, options: InsertOptions): boolean;
    /** The same with the old value. A TypeError where there is none. */
    revalidate(options: Freshness): void;
    /** It is not to be kept: each who waits makes its own. */
    decline(): void;
    /** The next who waits gets it. */
    abandon(): void;
  }

  /** 'none': nothing is there. 'expired': only whoever has the obligation gets it. With
   *  neither a value nor an obligation, the value is one to make and not to keep. */
  export type Lookup<T = any> =
      {state: 'fresh', value: T, age: number, obligation: null} |
      {state: 'stale', value: T, age: number, obligation: Obligation<T> | null} |
      {state: 'expired', value: T, age: number, obligation: Obligation<T>} |
      {state: 'none', value: undefined, age: 0, obligation: Obligation<T> | null};

  export interface GetOptions {
    /** Gets what a maker throws when its value was not waited for, since a stale one was
     *  served. Default: console.error. */
    onError?: (error: unknown) => void;
  }

  export interface Cache {
    readonly name: string;

    /** What is there, or what `make` makes. Where it is stale, it is returned at once and
     *  made new behind that. Rejects with what `make` throws. */
    getOrMake<T = any>(
        key: string, make: (old: Old<T> | null) => Made<T> | Promise<Made<T>>,
        options?: GetOptions): Promise<T>;

    /** What is there and not expired, without waiting, and without the obligation to make
     *  it new. */
    get<T = any>(key: string): Hit<T> | undefined;

    /** Waits while somebody else makes the value. */
    lookup<T = any>(key: string): Promise<Lookup<T>>;

    /** In place of what is there. False where it is larger than all caches may be. */
    insert(key: string, value: unknown, options: InsertOptions): boolean;

    /** What is being made when it is purged still goes to those who wait for it. Returns
     *  whether there was something, or how many. */
    purge(key: string): boolean;
    purgeSurrogateKey(surrogateKey: string): number;
    purgeAll(): number;
  }

  /** The cache of that name: as those of rt:kv. */
  export function open(name: string): Cache;
}
