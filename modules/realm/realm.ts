// rt:realm: realms that this one makes, and what this one was made with. realm.d.ts
// says what each export is for.

import type {Enforcement, RealmOptions} from 'rt:realm';

import {ErrorEvent} from '../web/events.ts';
import type {MessagePort} from '../web/message_port.ts';
import {portControl} from '../web/message_port.ts';
import {setForeignPlace} from '../web/report_error.ts';
import {toTransferList} from '../web/structured_clone.ts';
import {urlInterfaces} from '../web/url.ts';
import {toDictionary} from '../web/webidl.ts';
import {Calls} from './calls.ts';
import {makeEndedError} from './ended_error.ts';
import {packForOtherProcess, unpackError} from './error_transport.ts';
import type {NativeEnforcement, SandboxGrants} from './sandbox.ts';
import {toEnforcement, toSandboxGrants} from './sandbox.ts';
import {startServing} from './serve.ts';

type OwnKind = 'thread'|'pooled'|'process';
type Kind = OwnKind|'sandbox';
type Reason = 'completed' | 'terminated' | 'error' | 'out-of-memory' |
    'cpu-limit' | 'wall-limit' | 'exited';

export interface RealmExit {
  readonly reason: Reason;
  readonly error: unknown;
  /** Of a realm that had a process. */
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

/** What C++ says of an error beside the error itself. */
export interface Description {
  name: string;
  message: string;
  stack: string;
  filename: string;
  lineno: number;
  colno: number;
}

// --- This realm ---

export let id = 0;
export let name = '';
export let kind: 'main'|Kind = 'main';
export let data: unknown;
export let port: MessagePort | null = null;

/** Called once, when the realm starts. */
export function startRealm(start: {
  id: number,
  name: string,
  kind: 'main'|Kind,
  data?: unknown,
  port?: MessagePort,
  calls?: MessagePort,
}): void {
  ({id, name, kind, data} = start);
  if (kind === 'process') packForOtherProcess();
  startServing(start.calls);
  if (!start.port) return;
  port = start.port;
  portControl.redirect(port, port);
}

// --- Realms that it makes ---

/** Tells the maker's object that its realm has ended. Returns whether somebody
 *  looks at the end: if not, an error is the maker's own. */
type OnEnd = (exit: RealmExit, description?: Description) => boolean;

/** Those that have not ended. It keeps their objects. */
const running = new Map<number, OnEnd>();

/** A URL, resolved as by an import of the module that called rt. */
export function resolveEntry(entry: unknown): string {
  const base = natives.realm.callerUrl();
  return new urlInterfaces.URL(`${entry}`, base === '' ? natives.realm.cwdUrl() : base).href;
}

/** Its id, the port of its messages, that of its calls, which a worker has not, and
 *  what holds it, where it is a sandbox. */
type Launched = [number, MessagePort, MessagePort?, NativeEnforcement?];

export function launch(
    entry: string, realmName: string, value: unknown,
    transfer: object[] | undefined, isWorker: boolean,
    ownKind: OwnKind, sandbox: SandboxGrants | undefined,
    onEnd: OnEnd): Launched {
  const launched = natives.realm.start(
      entry, realmName, value, transfer, isWorker, ownKind,
      sandbox) as Launched;
  running.set(launched[0], onEnd);
  return launched;
}

/** Called by C++. Returns [the error] where nobody looked at it. */
export function endRealm(
    realmId: number, reason: Reason, packed: unknown,
    description: Description | undefined, exitCode: number | null | undefined,
    signal: string | null | undefined): [unknown] | undefined {
  const onEnd = running.get(realmId)!;
  running.delete(realmId);
  const error = packed === undefined ? fromDescription(description) :
                                       unpackError(packed as never);
  const exit = exitCode === undefined ? {reason, error} :
                                        {reason, error, exitCode, signal};
  const seen = onEnd(Object.freeze(exit), description);
  if (description === undefined || seen) return undefined;
  const {filename, lineno, colno} = description;
  setForeignPlace(error, [messageOf(description), filename, lineno, colno]);
  return [error];
}

function fromDescription(description: Description | undefined): unknown {
  if (!description) return undefined;
  const error = new Error(description.message);
  const {name: errorName, stack} = description;
  for (const [key, value] of Object.entries({name: errorName, stack})) {
    if (value === '') continue;
    Object.defineProperty(
        error, key, {value, writable: true, configurable: true});
  }
  return error;
}

/** Whether the entry's functions can be called, or could before the realm ended. */
export let hasLoaded: (realm: Realm) => boolean;

export class Realm {
  readonly #id: number;
  readonly #name: string;
  readonly #entry: string;
  readonly #kind: Kind;
  readonly #port: MessagePort;
  readonly #exited = Promise.withResolvers<RealmExit>();
  readonly #calls: Calls;
  readonly #enforcement: Enforcement | undefined;
  #seen = false;

  constructor(options: RealmOptions) {
    const {
      entry, name: realmName = '', data: value, transfer, thread, sandbox,
      process
    } = toDictionary(options, "construct 'Realm'");
    if (entry === undefined) {
      throw new TypeError("Failed to construct 'Realm': entry is missing.");
    }
    if (process && (thread || sandbox !== undefined)) {
      throw new TypeError(
          "Failed to construct 'Realm': `process: true` stands alone, without " +
          `\`${sandbox === undefined ? 'thread' : 'sandbox'}\`.`);
    }
    const ownKind = process ? 'process' : thread ? 'thread' : 'pooled';
    const grants = sandbox === undefined ? undefined : toSandboxGrants(sandbox);
    this.#entry = resolveEntry(entry);
    this.#name = `${realmName}`;
    let calls;
    let enforcement;
    [this.#id, this.#port, calls, enforcement] = launch(
        this.#entry, this.#name, value,
        toTransferList(transfer, "construct 'Realm'"), false, ownKind,
        grants, (exit) => this.#end(exit));
    portControl.redirect(this.#port, this.#port);
    this.#enforcement = toEnforcement(enforcement);
    this.#kind = this.#enforcement ? 'sandbox' : ownKind;
    this.#calls = new Calls(this.#id, this.#port, calls!);
  }

  #end(exit: RealmExit): boolean {
    this.#exited.resolve(exit);
    const isCalled =
        this.#calls.end((before) => makeEndedError(this, exit, before));
    return this.#seen || isCalled;
  }

  static {
    hasLoaded = (realm) => realm.#calls.serves;
  }

  get id(): number {
    return this.#id;
  }

  get name(): string {
    return this.#name;
  }

  get entry(): string {
    return this.#entry;
  }

  get kind(): Kind {
    return this.#kind;
  }

  get enforcement(): Enforcement | undefined {
    return this.#enforcement;
  }

  get port(): MessagePort {
    return this.#port;
  }

  get exited(): Promise<RealmExit> {
    this.#seen = true;
    return this.#exited.promise;
  }

  /** The types that a program sees depend on what the entry exports. */
  call(exportName: string, ...args: unknown[]): any {
    return this.#calls.call(`${exportName}`, args);
  }

  async memoryUsage() {
    const [heapUsed, heapTotal, external, arrayBuffers] = await this.#usage();
    return {heapUsed, heapTotal, external, arrayBuffers};
  }

  async cpuUsage(previous?: {user: number, system: number}) {
    const usage = await this.#usage();
    return {
      user: usage[4] - (previous?.user ?? 0),
      system: usage[5] - (previous?.system ?? 0),
    };
  }

  async #usage() {
    const usage = await natives.realm.usage(this.#id);
    if (usage) return usage;
    const exit = await this.#exited.promise;
    throw makeEndedError(this, exit, 'before it told what it uses');
  }

  terminate(): Promise<RealmExit> {
    natives.realm.terminate(this.#id);
    return this.exited;
  }

  ref(): this {
    this.#calls.setRef(true);
    this.#port.ref();
    return this;
  }

  unref(): this {
    this.#calls.setRef(false);
    this.#port.unref();
    return this;
  }

  [Symbol.dispose](): void {
    void this.terminate();
  }

  async[Symbol.asyncDispose](): Promise<void> {
    await this.terminate();
  }
}

Object.defineProperty(
    Realm.prototype, Symbol.toStringTag, {value: 'Realm', configurable: true});

/** As of an ErrorEvent. */
function messageOf({name: errorName, message}: Description): string {
  return `Uncaught ${errorName === '' ? '' : `${errorName}: `}${message}`;
}

/** The event that an error of a worker is to its maker. */
export function errorEventOf(
    error: unknown, description: Description): ErrorEvent {
  const {filename, lineno, colno} = description;
  const message = messageOf(description);
  return new ErrorEvent(
      'error', {message, filename, lineno, colno, error, cancelable: true});
}
