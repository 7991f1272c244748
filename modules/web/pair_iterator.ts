// Web IDL's iterable<key, value> (https://webidl.spec.whatwg.org/#idl-iterable): what
// Headers and FormData iterate by.

import {requireArguments} from './webidl.ts';

type Pair = readonly [unknown, unknown];
type Kind = 'entries'|'keys'|'values';

const IteratorPrototype =
    Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/** Lays entries(), forEach(), keys(), values() and [Symbol.iterator]() on the class.
 *  `pairsOf` gives the pairs as they are now, and throws a TypeError for what is no
 *  object of the class. */
export function makePairIterator<T extends object>(
    {prototype}: {prototype: T}, name: string, pairsOf: (object: T) => Pair[]): void {
  class PairIterator {
    readonly #object: T;
    readonly #kind: Kind;
    #index = 0;

    constructor(object: T, kind: Kind) {
      this.#object = object;
      this.#kind = kind;
    }

    next(): IteratorResult<unknown, undefined> {
      // Anew each time: the object may have changed.
      const pair = pairsOf(this.#object)[this.#index];
      if (pair === undefined) return {value: undefined, done: true};
      this.#index++;
      switch (this.#kind) {
        case 'keys': return {value: pair[0], done: false};
        case 'values': return {value: pair[1], done: false};
        case 'entries': return {value: [pair[0], pair[1]], done: false};
      }
    }
  }
  Object.setPrototypeOf(PairIterator.prototype, IteratorPrototype);
  Object.defineProperty(PairIterator.prototype, 'next', {enumerable: true});
  Object.defineProperty(
      PairIterator.prototype, Symbol.toStringTag,
      {value: `${name} Iterator`, configurable: true});
  Reflect.deleteProperty(PairIterator.prototype, 'constructor');

  const methods = {
    entries(this: T) {
      pairsOf(this);
      return new PairIterator(this, 'entries');
    },
    forEach(
        this: T, callback: (value: unknown, key: unknown, object: T) => void,
        thisArg: unknown = undefined) {
      pairsOf(this);
      const context = `execute 'forEach' on '${name}'`;
      requireArguments(arguments.length, 1, context);
      if (typeof callback !== 'function') {
        throw new TypeError(`Failed to ${context}: parameter 1 is not of type 'Function'.`);
      }
      for (let i = 0;; i++) {
        const pair = pairsOf(this)[i];
        if (pair === undefined) return;
        Reflect.apply(callback, thisArg, [pair[1], pair[0], this]);
      }
    },
    keys(this: T) {
      pairsOf(this);
      return new PairIterator(this, 'keys');
    },
    values(this: T) {
      pairsOf(this);
      return new PairIterator(this, 'values');
    },
  };
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(methods);
  descriptors[Symbol.iterator] = {...descriptors.entries!, enumerable: false};
  Object.defineProperties(prototype, descriptors);
}
