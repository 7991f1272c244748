// RealmPool: calls to as many realms of one entry as there is work for.

import type {RealmOptions, RealmPoolOptions} from 'rt:realm';

import {toDictionary} from '../web/webidl.ts';
import type {RealmExit} from './realm.ts';
import {hasLoaded, Realm, resolveEntry} from './realm.ts';
import {settleRemote} from './remote.ts';
import {settleGrants} from './sandbox.ts';

/** So many realms in a row may end without having done anything: then calls are
 *  rejected, and a further realm is tried after so many milliseconds. */
const MAX_FAILURES = 3;
const RETRY_MS = 1000;

type PoolKind = NonNullable<RealmPoolOptions['kind']>;

const kinds: PoolKind[] = ['thread', 'pooled', 'sandbox', 'process', 'remote'];

interface Member {
  readonly realm: Realm;
  /** Calls in flight, and those that were answered. */
  pending: number;
  answered: number;
}

export class RealmPool {
  readonly #entry: string;
  readonly #name: string;
  readonly #data: unknown;
  readonly #place: Partial<RealmOptions>;
  readonly #min: number;
  readonly #max: number;
  readonly #members = new Set<Member>();
  readonly #calls = new Set<Promise<unknown>>();
  #started = 0;
  /** Realms in a row that ended without having done anything; the last one. */
  #failures = 0;
  #failure: RealmExit|undefined;
  #failedAt = 0;
  #isClosed = false;

  constructor(options: RealmPoolOptions) {
    const context = "construct 'RealmPool'";
    const dictionary = toDictionary(options, context);
    const {entry, name = '', data, min = 0, max} = dictionary;
    if (entry === undefined) {
      throw new TypeError(`Failed to ${context}: entry is missing.`);
    }
    const kind = toKind(dictionary, context);
    this.#max = toCount(max, 'max', 1);
    this.#min = toCount(min, 'min', 0);
    if (this.#min > this.#max) {
      throw new RangeError(`Failed to ${context}: min is more than max.`);
    }
    this.#entry = resolveEntry(entry);
    this.#name = `${name}`;
    this.#place = toPlace(kind, dictionary);
    this.#data = data;
    this.#fill();
  }

  get size(): number {
    return this.#members.size;
  }

  get pending(): number {
    return this.#calls.size;
  }

  /** The types that a program sees depend on what the entry exports. */
  call(exportName: string, ...args: unknown[]): any {
    const call = this.#call(exportName, args);
    this.#calls.add(call);
    const forget = () => void this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }

  async #call(exportName: string, args: unknown[]): Promise<unknown> {
    if (this.#isClosed) {
      throw makeError('ERR_POOL_CLOSED', 'The RealmPool is closed.');
    }
    const member = this.#choose();
    ++member.pending;
    try {
      return await member.realm.call(exportName, ...args);
    } finally {
      --member.pending;
      ++member.answered;
    }
  }

  /** The member with the fewest calls; a new one where all have some. */
  #choose(): Member {
    let best: Member|undefined;
    for (const member of this.#members) {
      if (!best || member.pending < best.pending) best = member;
    }
    if (best?.pending === 0) return best;
    if (this.#members.size < this.#max && this.#mayStart()) return this.#start();
    if (best) return best;
    throw makeError(
        'ERR_POOL_FAILED',
        `The last ${this.#failures} realms of the pool ended at once.`,
        this.#failure!.error);
  }

  #mayStart(): boolean {
    return this.#failures < MAX_FAILURES ||
        natives.performance.now() - this.#failedAt >= RETRY_MS;
  }

  /** Brings the pool to its least size. */
  #fill(): void {
    while (this.#members.size < this.#min && !this.#isClosed &&
           this.#failures < MAX_FAILURES) {
      this.#start();
    }
  }

  #start(): Member {
    const number = ++this.#started;
    const realm = new Realm({
      entry: this.#entry,
      name: this.#name === '' ? '' : `${this.#name} ${number}`,
      data: this.#data,
      ...this.#place,
    });
    const member = {realm, pending: 0, answered: 0};
    this.#members.add(member);
    realm.exited.then((exit) => this.#end(member, exit));
    return member;
  }

  #end(member: Member, exit: RealmExit): void {
    // Its calls have been rejected, in microtasks that come after this one.
    const {pending, answered} = member;
    this.#members.delete(member);
    // One that had nothing left to do is not missed before the next call.
    if (exit.reason === 'completed' || this.#isClosed) return;
    const wasLoaded = answered > 0 || (pending > 0 && hasLoaded(member.realm));
    this.#failures = wasLoaded ? 0 : this.#failures + 1;
    this.#failure = exit;
    this.#failedAt = natives.performance.now();
    this.#fill();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    await this.terminate();
  }

  async terminate(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(
        Array.from(this.#members, ({realm}) => realm.terminate()));
  }

  [Symbol.dispose](): void {
    void this.terminate();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

Object.defineProperty(
    RealmPool.prototype, Symbol.toStringTag,
    {value: 'RealmPool', configurable: true});

function toKind(options: Partial<RealmPoolOptions>, context: string): PoolKind {
  const {sandbox, remote} = options;
  const {
    kind = sandbox !== undefined ? 'sandbox' :
        remote !== undefined     ? 'remote' :
                                   'pooled'
  } = options;
  if (!kinds.includes(kind)) {
    throw new TypeError(
        `Failed to ${context}: there are no realms of the kind '${kind}'.`);
  }
  const needs = {sandbox: '; {} grants nothing', remote: ", as 'wss://host:port'"};
  for (const name of ['sandbox', 'remote'] as const) {
    if ((kind === name) === (options[name] !== undefined)) continue;
    throw new TypeError(`Failed to ${context}: ${
        kind === name ? `a pool of the kind '${name}' needs \`${name}\`${needs[name]}` :
                        `${name} is there, and the kind is '${kind}'`}.`);
  }
  return kind;
}

/** What each realm of the pool has of the options that say where it runs. */
function toPlace(kind: PoolKind, options: Partial<RealmPoolOptions>): Partial<RealmOptions> {
  if (kind === 'sandbox') return {sandbox: settleGrants(options.sandbox!)};
  return {
    thread: kind === 'thread',
    process: kind === 'process',
    ...settleRemote(options),
  };
}

function toCount(value: unknown, name: string, least: number): number {
  if (Number.isInteger(value) && (value as number) >= least) {
    return value as number;
  }
  throw new TypeError(`Failed to construct 'RealmPool': ${
      name} is not an integer of ${least} or more.`);
}

function makeError(code: string, message: string, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : {cause});
  return Object.assign(error, {code});
}
