// The maker's side of calls, and whether a realm that can be called holds its maker.
//
// A realm whose entry exports functions does not end when it has nothing left to do:
// it waits for calls. So that it does not keep its maker from ending by that, a maker
// that has nothing left to do either asks the realm whether that is so on both sides,
// and then tells it to finish.

import {renameRoot} from '../web/clone_path.ts';
import type {MessagePort} from '../web/message_port.ts';
import {portControl} from '../web/message_port.ts';
import type {ToMaker} from './call_messages.ts';
import {ASK, FINISH, IDLE, RESULT, SERVER, SERVES, STUCK} from './call_messages.ts';
import type {Packed} from './error_transport.ts';
import {unpackError} from './error_transport.ts';
import {setRunDry} from './run_dry.ts';
import type {ServerCall} from './server_calls.ts';
import {takeTransfers} from './transfer.ts';

interface Call {
  /** Before what the realm ended, should it: such as "before it answered". */
  readonly before: string;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Makes the error for what a realm did not do before it ended. */
export type EndedError = (before: string) => Error;

/** The calls to one realm. */
export class Calls {
  readonly #realmId: number;
  /** Of the program's messages. */
  readonly #port: MessagePort;
  readonly #channel: MessagePort;
  readonly #pending = new Map<number, Call>();
  #lastId = 0;
  /** Of the pending ones, that which waits for the end of the realm's server: it holds
   *  this realm only while the program lets it. */
  #servingId = 0;
  #ended: EndedError|undefined;

  /** The program lets the realm hold this one. */
  #isRefd = true;
  /** What C++ was told last. */
  #holds = true;
  /** The realm waits for calls when it has nothing else to do. */
  #serves = false;
  /** It was asked to tell when that is so. */
  #isAsked = false;
  /** After so many calls it was stuck; it had nothing left to do when it was asked. */
  #stuckAfter = -1;
  #idleAfter = -1;
  /** It was told to end then. */
  #isFinishing = false;
  /** It was told to end at once. */
  #isTerminating = false;

  constructor(realmId: number, port: MessagePort, channel: MessagePort) {
    this.#realmId = realmId;
    this.#port = port;
    this.#channel = channel;
    portControl.receive(channel, (message) => this.#take(message as ToMaker));
  }

  get serves(): boolean {
    return this.#serves;
  }

  call(exportName: string, args: unknown[]): Promise<unknown> {
    return this.#send(exportName, args, beforeAnswer(exportName));
  }

  callServer(what: ServerCall, args: unknown[]): Promise<unknown> {
    const before = what === 'listen' ? 'before it served' : 'while it served';
    const answered = this.#send(SERVER, [what, ...args], before);
    if (what === 'finished') {
      this.#servingId = this.#lastId;
      this.#updateHold();
    }
    return answered;
  }

  async #send(
      name: string|typeof SERVER, args: unknown[], before: string): Promise<unknown> {
    if (this.#ended) throw this.#ended(before);
    const id = this.#lastId + 1;
    const transfers = takeTransfers(args);
    if (!this.#isFinishing) {
      try {
        portControl.send(this.#channel, [id, name, args], transfers);
      } catch (error) {
        throw renameRoot(error, '[2]', 'args');
      }
    }
    this.#lastId = id;
    const {promise, resolve, reject} = Promise.withResolvers<unknown>();
    this.#pending.set(id, {before, resolve, reject});
    this.#updateHold();
    return promise;
  }

  setRef(ref: boolean): void {
    this.#isRefd = ref;
    this.#updateHold();
  }

  /** It holds this one until it has ended: who waits for that has something to do. */
  setTerminating(): void {
    this.#isTerminating = true;
    this.#updateHold();
  }

  /** The realm has ended. Returns whether calls waited for it. */
  end(ended: EndedError): boolean {
    this.#ended = ended;
    setServing(this, false);
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    for (const {before, reject} of calls) reject(ended(before));
    return calls.length > 0;
  }

  /** How many calls hold this realm until they are answered. */
  get #waiting(): number {
    return this.#pending.size - (this.#pending.has(this.#servingId) ? 1 : 0);
  }

  /** This realm has nothing left to do. Returns whether it has to wait for the
   *  other. */
  runDry(): boolean {
    if (!this.#isRefd && this.#waiting === 0) return false;
    if (this.#idleAfter === this.#lastId) {
      this.#isFinishing = true;
      portControl.send(this.#channel, [0, FINISH]);
      setServing(this, false);
      this.#updateHold();
    } else if (!this.#isAsked) {
      this.#isAsked = true;
      portControl.send(this.#channel, [0, ASK]);
    }
    return true;
  }

  #take(message: ToMaker): void {
    // Another process may send anything; what it is not asked for is nothing.
    if (!Array.isArray(message)) return;
    const [id, kind, value] = message;
    if (id === 0) {
      this.#noteState(
          kind as typeof SERVES | typeof STUCK | typeof IDLE, value as number);
      return;
    }
    const call = this.#pending.get(id);
    if (!call) return;
    this.#pending.delete(id);
    this.#updateHold();
    if (kind === RESULT) {
      call.resolve(value);
    } else {
      call.reject(unpackError(value as Packed));
    }
  }

  #noteState(
      state: typeof SERVES | typeof STUCK | typeof IDLE, received: number):
      void {
    if (state === SERVES) {
      this.#serves = true;
      setServing(this, true);
    } else if (state === STUCK) {
      this.#stuckAfter = received;
    } else {
      this.#isAsked = false;
      this.#idleAfter = received;
    }
    this.#updateHold();
  }

  /** A realm that waits for calls holds this one only while it has one to answer. As
   *  to the rest, runDry() says. */
  #updateHold(): void {
    const waiting = this.#waiting;
    const waits = this.#serves && !this.#isFinishing && !this.#pending.has(this.#servingId);
    const holds = this.#isTerminating ||
        (waits ? waiting > 0 && this.#stuckAfter !== this.#lastId :
                 waiting > 0 || this.#isRefd);
    if (this.#holds !== holds) natives.realm.setRef(this.#realmId, holds);
    this.#holds = holds;
    portControl.setIdle(this.#port, waits);
  }
}

function beforeAnswer(exportName: string): string {
  return `before it answered the call of '${exportName}'`;
}

/** Those of realms that wait for calls. */
const serving = new Set<Calls>();

function setServing(calls: Calls, serves: boolean): void {
  if (serves) {
    serving.add(calls);
  } else {
    serving.delete(calls);
  }
  setRunDry('realms', serving.size > 0 ? waitForRealms : undefined);
}

function waitForRealms(): boolean {
  let waits = false;
  // Each is asked, so that they finish beside each other.
  for (const calls of serving) waits = calls.runDry() || waits;
  return waits;
}
