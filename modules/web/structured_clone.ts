// structuredClone (https://html.spec.whatwg.org/#dom-structuredclone) and what it
// shares with postMessage. The cloning itself is V8's, in
// runtime/realm/message_writer.cc.

import {addPath} from './clone_path.ts';
import {DOMException} from './dom_exception.ts';
import {requireArguments, toDictionary} from './webidl.ts';

/** The second argument of structuredClone and postMessage: a list of what is to
 *  be transferred, or a dictionary that has one. undefined where it is empty. */
export function toTransferList(
    value: unknown, context: string): object[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && Symbol.iterator in value) {
    return toObjects(value as Iterable<unknown>, context);
  }
  const {transfer} =
      toDictionary<StructuredSerializeOptions>(value as object, context);
  if (transfer === undefined) return undefined;
  if (typeof transfer !== 'object' || transfer === null ||
      !(Symbol.iterator in transfer)) {
    throw new TypeError(`Failed to ${context}: transfer is not iterable.`);
  }
  return toObjects(transfer, context);
}

function toObjects(values: Iterable<unknown>, context: string): object[] {
  const objects: object[] = [];
  for (const value of values) {
    if ((typeof value !== 'object' && typeof value !== 'function') ||
        value === null) {
      throw new TypeError(`Failed to ${
          context}: an element of the transfer list is not an object.`);
    }
    objects.push(value);
  }
  return objects;
}

function structuredClone<T>(
    value: T, options?: StructuredSerializeOptions): T {
  const context = "execute 'structuredClone' on 'Window'";
  requireArguments(arguments.length, 1, context);
  const {transfer} = toDictionary(options, context);
  return natives.messaging.clone(value, toTransferList(transfer, context)) as T;
}

/** For globalThis. */
export const cloning = {structuredClone};

/** What C++ calls while it clones. */
export const cloningHooks = {
  makeDataCloneError: (
      message: string, root: unknown, leavesProcess: boolean) =>
      new DOMException(addPath(message, root, leavesProcess), 'DataCloneError'),
  /** Its prototype tells DOMExceptions. */
  DOMException,
  domExceptionParts: ({message, name, stack}: DOMException) =>
      [message, name, stack],
  /** From the parts of another one. */
  makeDOMException([message, name, stack]: [string, string, unknown]) {
    const exception = new DOMException(message, name);
    Object.defineProperty(
        exception, 'stack', {value: stack, writable: true, configurable: true});
    return exception;
  },
};
