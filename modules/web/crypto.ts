// The part of the Web Cryptography API (https://w3c.github.io/webcrypto) that gives
// random values.

import {DOMException} from './dom_exception.ts';
import {requireArguments} from './webidl.ts';

const QUOTA = 65536;

const KEY = Symbol('Crypto');

const INTEGER_ARRAYS = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
];

const typedArrayName = Object.getOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!.get!;

const HEX = Array.from({length: 256}, (_, byte) =>
    byte.toString(16).padStart(2, '0'));

export class Crypto {
  readonly #brand = true;

  constructor(key: symbol|undefined = undefined) {
    if (key !== KEY) throw new TypeError('Illegal constructor');
  }

  getRandomValues<T extends ArrayBufferView | null>(array: T): T {
    this.#brand;
    const context = "execute 'getRandomValues' on 'Crypto'";
    requireArguments(arguments.length, 1, context);
    if (!ArrayBuffer.isView(array)) {
      throw new TypeError(`Failed to ${
          context}: parameter 1 is not of type 'ArrayBufferView'.`);
    }
    const type = Reflect.apply(typedArrayName, array, []);
    if (!INTEGER_ARRAYS.includes(type)) {
      throw new DOMException(
          `Failed to ${context}: a view of type '${
              type ?? 'DataView'}' holds no integers.`,
          'TypeMismatchError');
    }
    if (array.byteLength > QUOTA) {
      throw new DOMException(
          `Failed to ${context}: ${array.byteLength} bytes are more than the ${
              QUOTA} that one call may ask for.`,
          'QuotaExceededError');
    }
    natives.crypto.getRandomValues(array);
    return array;
  }

  randomUUID(): `${string}-${string}-${string}-${string}-${string}` {
    this.#brand;
    const bytes = new Uint8Array(16);
    natives.crypto.getRandomValues(bytes);
    // RFC 9562: version 4, variant 10.
    bytes[6] = bytes[6]! & 0x0f | 0x40;
    bytes[8] = bytes[8]! & 0x3f | 0x80;
    const hex = (from: number, to: number) => {
      let text = '';
      for (let i = from; i < to; i++) text += HEX[bytes[i]!]!;
      return text;
    };
    return `${hex(0, 4)}-${hex(4, 6)}-${hex(6, 8)}-${hex(8, 10)}-${hex(10, 16)}`;
  }
}

export const crypto = new Crypto(KEY);
