// structuredClone (https://html.spec.whatwg.org/#dom-structuredclone) and what it
// shares with postMessage. The cloning itself is V8's, in
// runtime/realm/message_writer.cc.

import {blobBytes, isBlob, makeBlob} from './blob/blob.ts';
import {File, isFile} from './blob/file.ts';
import {addPath} from './clone_path.ts';
import {DOMException, isDOMException} from './dom_exception.ts';
import {COPIED, REFUSED} from './platform_objects.ts';
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

/** An object that has the prototype and nothing else of an interface is 'Object'. */
type Parts =
  |['Blob', bytes: Uint8Array<ArrayBuffer>, type: string]
  |['DOMException', message: string, name: string, stack: unknown]
  |['File', bytes: Uint8Array<ArrayBuffer>, type: string, name: string,
    lastModified: number]
  |['Object'];

/** What C++ calls while it clones. */
export const cloningHooks = {
  makeDataCloneError: (
      message: string, root: unknown, leavesProcess: boolean) =>
      new DOMException(addPath(message, root, leavesProcess), 'DataCloneError'),
  platformPrototypes: () => [COPIED, REFUSED],
  /** What an object with a prototype of COPIED is made of. */
  platformParts(object: object): Parts {
    if (isFile(object)) {
      const {name, lastModified} = object;
      return ['File', blobBytes(object), object.type, name, lastModified];
    }
    if (isBlob(object)) return ['Blob', blobBytes(object), object.type];
    if (isDOMException(object)) {
      const {message, name, stack} = object;
      return ['DOMException', message, name, stack];
    }
    return ['Object'];
  },
  /** From the parts of another one. */
  makePlatformObject(parts: Parts): object {
    switch (parts[0]) {
      case 'File': {
        const [, bytes, type, name, lastModified] = parts;
        return new File([bytes], name, {type, lastModified});
      }
      case 'Blob':
        return makeBlob([parts[1]], parts[2]);
      case 'DOMException': {
        const [, message, name, stack] = parts;
        const exception = new DOMException(message, name);
        Object.defineProperty(
            exception, 'stack', {value: stack, writable: true, configurable: true});
        return exception;
      }
      case 'Object':
        return {};
    }
  },
};
