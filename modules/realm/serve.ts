// The realm's side of calls: runs the exports of its entry that its maker calls.

import {renameRoot} from '../web/clone_path.ts';
import type {MessagePort} from '../web/message_port.ts';
import {portControl} from '../web/message_port.ts';
import type {ToMaker, ToRealm} from './call_messages.ts';
import {ERROR, FINISH, IDLE, RESULT, SERVER, SERVES, STUCK} from './call_messages.ts';
import {packError} from './error_transport.ts';
import {setRunDry} from './run_dry.ts';
import type {ServerCall} from './server_calls.ts';
import {takeTransfers} from './transfer.ts';

let port: MessagePort | undefined;
let entry: Record<string, unknown> = {};

/** The maker asked to be told when nothing is left to do. */
let isAsked = false;
let received = 0;
let unanswered = 0;
/** The calls after which the maker was told that the realm is stuck. */
let stuckAfter = 0;

export type CallServer =
    (what: ServerCall, args: unknown[], entry: Record<string, unknown>) => Promise<unknown>;

/** Of modules/http, which knows this file. */
let callServer: CallServer;

/** Called once, as the modules are made. */
export function setServer(call: CallServer): void {
  callServer = call;
}

/** Called once, when the realm starts. */
export function startServing(calls: MessagePort | undefined): void {
  port = calls;
}

/** Called by C++ with the promise of the entry's evaluation and its namespace. Calls
 *  that came before wait in the port. */
export async function serveEntry(
    evaluated: Promise<unknown>, namespace: Record<string, unknown>):
    Promise<void> {
  await evaluated;
  entry = namespace;
  if (functionNames().length > 0) {
    setRunDry('maker', waitForCalls);
    send([0, SERVES]);
  }
  portControl.receive(port!, (message) => take(message as ToRealm));
}

/** Nothing is left to do but to wait for calls. */
function waitForCalls(): boolean {
  if (isAsked) {
    isAsked = false;
    send([0, IDLE, received]);
  } else if (unanswered > 0 && stuckAfter !== received) {
    stuckAfter = received;
    send([0, STUCK, received]);
  }
  return true;
}

function take(message: ToRealm): void {
  if (message.length === 3) {
    ++received;
    void run(message);
  } else if (message[1] === FINISH) {
    setRunDry('maker', undefined);
  } else {
    isAsked = true;
  }
}

async function run([id, name, args]: [number, string | typeof SERVER, unknown[]]):
    Promise<void> {
  ++unanswered;
  try {
    if (name === SERVER) {
      const [what, ...rest] = args;
      answer(id, what as string, await callServer(what as ServerCall, rest, entry));
    } else {
      const value = await Reflect.apply(functionOf(name), undefined, args);
      answer(id, name, value);
    }
  } catch (error) {
    send([id, ERROR, pack(error)]);
  }
  --unanswered;
}

function answer(id: number, name: string, value: unknown): void {
  const transfers = takeTransfers([value]);
  try {
    send([id, RESULT, value], transfers);
  } catch (error) {
    throw renameRoot(error, '[2]', `the result of '${name}'`);
  }
}

function functionOf(name: string): Function {
  const found = Object.hasOwn(entry, name) ? entry[name] : undefined;
  if (typeof found === 'function') return found;
  const why = name in entry ? 'is no function' : 'does not exist';
  const names = functionNames().map((each) => `'${each}'`).join(', ');
  throw new TypeError(
      `The export '${name}' ${why}; the entry's functions are: ${
          names === '' ? 'none' : names}.`);
}

function functionNames(): string[] {
  return Object.keys(entry).filter((name) => typeof entry[name] === 'function');
}

/** packError() throws where a getter of the error does. */
function pack(error: unknown) {
  try {
    return packError(error);
  } catch {
    return packError(new Error('An error was thrown that cannot be read.'));
  }
}

function send(message: ToMaker, transfers?: object[]): void {
  portControl.send(port!, message, transfers);
}
