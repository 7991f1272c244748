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
import type {RemoteHost} from './remote.ts';
import {toRemoteHost} from './remote.ts';
import type {NativeEnforcement, SandboxGrants} from './sandbox.ts';
import {toEnforcement, toSandboxGrants} from './sandbox.ts';
import {startServing} from './serve.ts';

type OwnKind = 'thread'|'pooled'|'process'|'remote';
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
  /** Empty where it has none. */
  code: string;
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
  if (kind === 'process' || kind === 'remote') packForOtherProcess();
  startServing(start.calls);
  if (!start.port) return;
  port = start.port;
  portControl.redirect(port, port);
}

// --- Realms that it makes ---

/** What the maker's object of a realm is told. */
export interface Watcher {
  /** It has ended. Returns whether somebody looks at the end: if not, an error is the
   *  maker's own. */
  end(exit: RealmExit, description?: Description): boolean;
  /** What holds it, where that was not known at its start. */
  enforce?(enforcement: NativeEnforcement): void;
}

/** Those that have not ended. It keeps their objects. */
const running = new Map<number, Watcher>();

// Most programs that start many realms start them all from one entry.
let lastEntry = {text: '', base: '', url: ''};

/** A URL, resolved as by an import of the module that called rt. */
export function resolveEntry(entry: unknown): string {
  const text = `${entry}`;
  const base = natives.realm.callerUrl() || natives.realm.cwdUrl();
  if (lastEntry.text !== text || lastEntry.base !== base) {
    lastEntry = {text, base, url: new urlInterfaces.URL(text, base).href};
  }
  return lastEntry.url;
}

export interface Launch {
  readonly entry: string;
  readonly name: string;
  readonly data?: unknown;
  readonly transfer?: object[] | undefined;
  readonly isWorker?: boolean;
  readonly kind: OwnKind;
  readonly sandbox?: SandboxGrants | undefined;
  readonly remote?: RemoteHost | undefined;
}

/** Its id, the port of its messages, that of its calls, which a worker has not, and
 *  what holds it, where it is a sandbox. */
type Launched = [number, MessagePort, MessagePort?, NativeEnforcement?];

export function launch(what: Launch, watcher: Watcher): Launched {
  const launched = natives.realm.start(
      what.entry, what.name, what.data, what.transfer, what.isWorker ?? false, what.kind,
      what.sandbox, what.remote?.texts, what.remote?.insecure ?? false) as Launched;
  running.set(launched[0], watcher);
  return launched;
}

/** Called by C++, where a realm still runs. */
export function enforceRealm(realmId: number, ...enforcement: NativeEnforcement): void {
  running.get(realmId)!.enforce!(enforcement);
}

/** Called by C++. Returns [the error] where nobody looked at it. */
export function endRealm(
    realmId: number, reason: Reason, packed: unknown,
    description: Description | undefined, exitCode: number | null | undefined,
    signal: string | null | undefined): [unknown] | undefined {
  const watcher = running.get(realmId)!;
  running.delete(realmId);
  const error = packed === undefined ? fromDescription(description) :
                                       unpackError(packed as never);
  const exit = exitCode === undefined ? {reason, error} :
                                        {reason, error, exitCode, signal};
  const seen = watcher.end(Object.freeze(exit), description);
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
  if (description.code !== '') Object.assign(error, {code: description.code});
  return error;
}

/** Whether the entry's functions can be called, or could before the realm ended. */
export let hasLoaded: (realm: Realm) => boolean;

export let callsOf: (realm: Realm) => Calls;

export class Realm {
  readonly #id: number;
  readonly #name: string;
  readonly #entry: string;
  readonly #kind: Kind;
  readonly #port: MessagePort;
  readonly #exited = Promise.withResolvers<RealmExit>();
  readonly #calls: Calls;
  #enforcement: Enforcement | undefined;
  #seen = false;

  constructor(options: RealmOptions) {
    const dictionary = toDictionary(options, "construct 'Realm'");
    const {entry, name: realmName = '', data: value, transfer, sandbox} = dictionary;
    if (entry === undefined) {
      throw new TypeError("Failed to construct 'Realm': entry is missing.");
    }
    const kind = toKind(dictionary);
    this.#entry = resolveEntry(entry);
    this.#name = `${realmName}`;
    let calls;
    let enforcement;
    [this.#id, this.#port, calls, enforcement] = launch(
        {
          entry: this.#entry,
          name: this.#name,
          data: value,
          transfer: toTransferList(transfer, "construct 'Realm'"),
          kind,
          sandbox: sandbox === undefined ? undefined : toSandboxGrants(sandbox),
          remote: toRemoteHost(dictionary),
        },
        {
          end: (exit) => this.#end(exit),
          enforce: (known) => this.#enforcement = toEnforcement(known),
        });
    portControl.redirect(this.#port, this.#port);
    this.#enforcement = toEnforcement(enforcement);
    this.#kind = this.#enforcement ? 'sandbox' : kind;
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
    callsOf = (realm) => realm.#calls;
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
    this.#calls.setTerminating();
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

/** Of a realm that is no sandbox. */
function toKind(options: Partial<RealmOptions>): OwnKind {
  const {process, remote, thread, sandbox} = options;
  const alone = process ? '`process: true`' : remote !== undefined ? '`remote`' : undefined;
  const other = sandbox !== undefined ? 'sandbox' :
      thread                          ? 'thread' :
      process && remote !== undefined ? 'remote' :
                                        undefined;
  if (alone !== undefined && other !== undefined) {
    throw new TypeError(
        `Failed to construct 'Realm': ${alone} stands alone, without \`${other}\`.`);
  }
  return process ? 'process' : remote !== undefined ? 'remote' : thread ? 'thread' : 'pooled';
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
