// rt:cache: caches in memory. cache.d.ts says what each method is for.

import type {Freshness, GetOptions, Hit, InsertOptions, Lookup, Made, Obligation as ObligationType, Old} from 'rt:cache';
import {settle} from '../file/operation.ts';
import {fail, MAX_DURATION, toInteger, toKey, toOptions, toStoreName} from '../kv/arguments.ts';

const MAX_SURROGATE_KEYS = 100;

/** CacheFound::State in C++, and one more. */
const STATES = ['fresh', 'stale', 'expired', 'none'] as const;

type Terms = [maxAge: number, stale: number, surrogateKeys: string[]];

function toDuration(value: unknown, name: string): number {
  return toInteger(value, name, 0, MAX_DURATION);
}

function toTerms(options: InsertOptions, name: string): Terms {
  const {maxAge, staleWhileRevalidate = 0, surrogateKeys = []} = toOptions(options, name);
  if (!Array.isArray(surrogateKeys) || surrogateKeys.length > MAX_SURROGATE_KEYS) {
    fail(`${name}.surrogateKeys`, `an array of at most ${MAX_SURROGATE_KEYS}`, surrogateKeys);
  }
  return [
    toDuration(maxAge, `${name}.maxAge`),
    toDuration(staleWhileRevalidate, `${name}.staleWhileRevalidate`),
    surrogateKeys.map((key, index) => toKey(key, `${name}.surrogateKeys[${index}]`)),
  ];
}

function toValue(value: unknown, name: string): unknown {
  if (value === undefined) throw new TypeError(`${name} must not be undefined`);
  return value;
}

/** Only lookups make obligations. */
const KEY = Symbol('Obligation');

class Obligation<T> implements ObligationType<T> {
  readonly #id: number;
  readonly #hasOld: boolean;
  #isDone = false;

  constructor(key: symbol, id: number, hasOld: boolean) {
    if (key !== KEY) throw new TypeError('An Obligation comes of Cache.lookup');
    this.#id = id;
    this.#hasOld = hasOld;
    natives.cache.setOwner(id, this);
  }

  insert(value: T, options: InsertOptions): boolean {
    const [maxAge, stale, surrogateKeys] = toTerms(options, 'options');
    toValue(value, 'value');
    this.#checkOpen();
    const isKept = natives.cache.fulfil(this.#id, value, maxAge, stale, surrogateKeys);
    this.#isDone = true;
    return isKept;
  }

  revalidate(options: Freshness): void {
    const [maxAge, stale] = toTerms(options, 'options');
    if (!this.#hasOld) throw new TypeError('There is no old value to revalidate');
    this.#checkOpen();
    this.#isDone = true;
    natives.cache.revalidate(this.#id, maxAge, stale);
  }

  decline(): void {
    this.#checkOpen();
    this.#isDone = true;
    natives.cache.decline(this.#id);
  }

  abandon(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    natives.cache.abandon(this.#id);
  }

  [Symbol.dispose](): void {
    this.abandon();
  }

  #checkOpen(): void {
    if (this.#isDone) throw new TypeError('The obligation is fulfilled or given up');
  }
}

/** Makes the value and fulfils the obligation, if there is one. */
async function makeValue<T>(
    make: (old: Old<T>|null) => Made<T>| Promise<Made<T>>, lookup: Lookup<T>): Promise<T> {
  const {state, value, age} = lookup;
  const old = state === 'stale' || state === 'expired' ? {state, value, age} : null;
  const {obligation} = lookup;
  try {
    const made = toOptions(await make(old), 'what make returns') as Made<T>;
    const [maxAge, stale] = toTerms(made, 'what make returns');
    if (made.value === undefined) {
      if (old === null) toValue(undefined, 'the value that make returns');
      obligation?.revalidate({maxAge, staleWhileRevalidate: stale});
      return old!.value;
    }
    if (maxAge + stale === 0) {
      obligation?.decline();
    } else {
      obligation?.insert(made.value, made);
    }
    return made.value;
  } finally {
    obligation?.abandon();
  }
}

class Cache {
  readonly #id: number;
  readonly #name: string;

  constructor(id: number, name: string) {
    this.#id = id;
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }

  async getOrMake<T>(
      key: string, make: (old: Old<T>|null) => Made<T>| Promise<Made<T>>,
      options?: GetOptions): Promise<T> {
    const text = toKey(key);
    if (typeof make !== 'function') fail('make', 'a function', make);
    const {onError = console.error} = toOptions(options);
    if (typeof onError !== 'function') fail('options.onError', 'a function', onError);
    const lookup = await this.#lookup<T>(text);
    if (lookup.state === 'fresh') return lookup.value;
    if (lookup.state !== 'stale') return makeValue(make, lookup);
    if (lookup.obligation !== null) makeValue(make, lookup).catch(onError);
    return lookup.value;
  }

  get<T>(key: string): Hit<T>|undefined {
    const [state, value, age] = natives.cache.peek(this.#id, toKey(key));
    const name = STATES[state]!;
    if (name !== 'fresh' && name !== 'stale') return undefined;
    return {value: value as T, state: name, age};
  }

  async lookup<T>(key: string): Promise<Lookup<T>> {
    return this.#lookup(toKey(key));
  }

  async #lookup<T>(key: string): Promise<Lookup<T>> {
    const [state, value, age, id] = await settle(natives.cache.lookup(this.#id, key));
    const obligation = id === 0 ? null : new Obligation<T>(KEY, id, STATES[state] !== 'none');
    return {state: STATES[state], value, age, obligation} as Lookup<T>;
  }

  insert(key: string, value: unknown, options: InsertOptions): boolean {
    const text = toKey(key);
    return natives.cache.insert(
        this.#id, text, toValue(value, 'value'), ...toTerms(options, 'options'));
  }

  purge(key: string): boolean {
    return natives.cache.purge(this.#id, toKey(key)) === 1;
  }

  purgeSurrogateKey(surrogateKey: string): number {
    return natives.cache.purgeSurrogate(this.#id, toKey(surrogateKey, 'surrogateKey'));
  }

  purgeAll(): number {
    return natives.cache.purgeAll(this.#id);
  }
}

export function openCache(name: string): Cache {
  const text = toStoreName(name);
  return new Cache(natives.cache.open(text), text);
}
