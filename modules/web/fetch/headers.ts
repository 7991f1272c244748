// Headers (https://fetch.spec.whatwg.org/#headers-class). A list without guards
// against names that a browser keeps for itself: a server's program sets Host, Cookie
// and Set-Cookie.

import type {HeaderList, HeadersInit} from './header_list.ts';
import {appendHeader, deleteHeader, findHeader, getHeader, lowerName, normalizeValue, setHeader, sortAndCombine, valuesOf} from './header_list.ts';
import {fillHeaders} from './headers_init.ts';
import {makePairIterator} from '../pair_iterator.ts';
import {requireArguments} from '../webidl.ts';

/** Only rt passes this; with it comes a list, and whether it may be changed. */
const KEY = Symbol('Headers');

let pairsIn: (headers: Headers) => [string, string][];
let listIn: (headers: Headers) => HeaderList;
let isHeadersObject: (value: object) => value is Headers;

export class Headers {
  readonly #list: HeaderList;
  readonly #immutable: boolean = false;
  /** What iterators give, until something changes. */
  #pairs: [string, string][]|null = null;

  constructor(init: HeadersInit|symbol|undefined = undefined) {
    if (init === KEY) {
      this.#list = arguments[1];
      this.#immutable = arguments[2];
      return;
    }
    this.#list = [];
    if (init !== undefined) {
      fillHeaders(this.#list, init as HeadersInit, "construct 'Headers'");
    }
  }

  append(name: string, value: string): void {
    const list = this.#list;
    const context = "execute 'append' on 'Headers'";
    requireArguments(arguments.length, 2, context);
    name = `${name}`;
    value = normalizeValue(`${value}`, context);
    lowerName(name, context);
    this.#beginChange(context);
    appendHeader(list, name, value);
  }

  delete(name: string): void {
    const list = this.#list;
    const context = "execute 'delete' on 'Headers'";
    requireArguments(arguments.length, 1, context);
    const lower = lowerName(`${name}`, context);
    this.#beginChange(context);
    deleteHeader(list, lower);
  }

  get(name: string): string|null {
    const list = this.#list;
    const context = "execute 'get' on 'Headers'";
    requireArguments(arguments.length, 1, context);
    return getHeader(list, lowerName(`${name}`, context));
  }

  getSetCookie(): string[] {
    return valuesOf(this.#list, 'set-cookie');
  }

  has(name: string): boolean {
    const list = this.#list;
    const context = "execute 'has' on 'Headers'";
    requireArguments(arguments.length, 1, context);
    return findHeader(list, lowerName(`${name}`, context)) >= 0;
  }

  set(name: string, value: string): void {
    const list = this.#list;
    const context = "execute 'set' on 'Headers'";
    requireArguments(arguments.length, 2, context);
    name = `${name}`;
    value = normalizeValue(`${value}`, context);
    lowerName(name, context);
    this.#beginChange(context);
    setHeader(list, name, value);
  }

  /** To be called before each change. */
  #beginChange(context: string): void {
    if (this.#immutable) {
      throw new TypeError(`Failed to ${context}: the headers are immutable.`);
    }
    this.#pairs = null;
  }

  static {
    listIn = (headers) => headers.#list;
    pairsIn = (headers) => headers.#pairs ??= sortAndCombine(headers.#list);
    isHeadersObject = (value): value is Headers => #list in value;
  }
}

export interface Headers extends Iterable<[string, string]> {
  entries(): IterableIterator<[string, string]>;
  forEach(
      callback: (value: string, name: string, headers: Headers) => void,
      thisArg?: unknown): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
}

makePairIterator(Headers, 'Headers', pairsIn);

/** Headers over the very list. */
export function makeHeaders(list: HeaderList, immutable: boolean): Headers {
  return new (Headers as any)(KEY, list, immutable);
}

/** Throws a TypeError for what are no Headers. */
export function headerListOf(headers: Headers): HeaderList {
  return listIn(headers);
}

export function isHeaders(value: unknown): value is Headers {
  return typeof value === 'object' && value !== null && isHeadersObject(value);
}
