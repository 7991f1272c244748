// How globals look from outside: https://webidl.spec.whatwg.org/#js-binding
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

// Interfaces with the number of arguments that their constructors need; undefined
// for those that cannot be constructed.
const INTERFACES = {
  AbortController: 0, AbortSignal: undefined, Blob: 0, ByteLengthQueuingStrategy: 1,
  CloseEvent: 1,
  CompressionStream: 1, CountQueuingStrategy: 1, Crypto: undefined, CustomEvent: 1,
  DOMException: 0, DecompressionStream: 1, ErrorEvent: 1, Event: 1, EventSource: 1,
  EventTarget: 0, File: 2, FormData: 0, Headers: 0, MessageEvent: 1, Performance: undefined,
  PerformanceEntry: undefined, PerformanceMark: 1, PerformanceMeasure: undefined,
  PromiseRejectionEvent: 2, ReadableByteStreamController: undefined, ReadableStream: 0,
  ReadableStreamBYOBReader: 1, ReadableStreamBYOBRequest: undefined,
  ReadableStreamDefaultController: undefined, ReadableStreamDefaultReader: 1,
  Request: 1, Response: 0, TextDecoder: 0, TextDecoderStream: 0, TextEncoder: 0,
  TextEncoderStream: 0, TransformStream: 0, TransformStreamDefaultController: undefined,
  URL: 1, URLPattern: 0, URLSearchParams: 0, WebSocket: 1, WritableStream: 0,
  WritableStreamDefaultController: undefined, WritableStreamDefaultWriter: 1,
};

const FUNCTIONS = {
  fetch: 1,
  atob: 1, btoa: 1, clearInterval: 0, clearTimeout: 0, queueMicrotask: 1,
  reportError: 1, setInterval: 1, setTimeout: 1,
};

const attributes = ({writable, enumerable, configurable}) =>
  [writable, enumerable, configurable];

// Runs first: nothing has named URLPattern yet.
test('assigning to an interface that is not loaded yet replaces it', () => {
  const loader = Object.getOwnPropertyDescriptor(globalThis, 'URLPattern');
  globalThis.URLPattern = 5;
  assertEquals(URLPattern, 5);
  Object.defineProperty(globalThis, 'URLPattern', loader);
});

test('interfaces', () => {
  for (const [name, length] of Object.entries(INTERFACES)) {
    const constructor = globalThis[name];
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    assertArrayEquals(attributes(descriptor), [true, false, true], name);
    assertEquals(constructor.name, name);
    assertEquals(constructor.length, length ?? 0, `${name}.length`);
    const {prototype} = constructor;
    assertArrayEquals(
        attributes(Object.getOwnPropertyDescriptor(constructor, 'prototype')),
        [false, false, false], name);
    const tag = Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag);
    assertEquals(tag.value, name);
    assertArrayEquals(attributes(tag), [false, false, true], name);
    assertThrows(() => constructor(), TypeError, name);
    if (length === undefined) assertThrows(() => new constructor(), TypeError, name);
  }
});

test('members are enumerable, getters check what they are called on', async () => {
  for (const name of Object.keys(INTERFACES)) {
    const {prototype} = globalThis[name];
    for (const key of Object.getOwnPropertyNames(prototype)) {
      if (key === 'constructor') continue;
      const what = `${name}.prototype.${key}`;
      const {get, enumerable} = Object.getOwnPropertyDescriptor(prototype, key);
      assertEquals(enumerable, true, what);
      if (get && !key.startsWith('on')) {
        await assertRejects((async () => get.call({}))(), TypeError, what);
        assertEquals(get.name, `get ${key}`, what);
      }
    }
  }
});

test('functions', () => {
  for (const [name, length] of Object.entries(FUNCTIONS)) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    assertArrayEquals(attributes(descriptor), [true, true, true], name);
    assertEquals(descriptor.value.name, name);
    assertEquals(descriptor.value.length, length, `${name}.length`);
    assertEquals('prototype' in descriptor.value, false, name);
  }
});

// Methods with a number of required arguments other than 0.
const LENGTHS = {
  AbortSignal: {any: 1, timeout: 1},
  Crypto: {getRandomValues: 1},
  CustomEvent: {initCustomEvent: 1},
  Event: {initEvent: 1},
  EventTarget: {addEventListener: 2, dispatchEvent: 1, removeEventListener: 2},
  Performance: {getEntriesByName: 1, getEntriesByType: 1, mark: 1, measure: 1},
  FormData: {append: 2, delete: 1, forEach: 1, get: 1, getAll: 1, has: 1, set: 2},
  Headers: {append: 2, delete: 1, forEach: 1, get: 1, has: 1, set: 2},
  ReadableByteStreamController: {enqueue: 1},
  ReadableStream: {from: 1, pipeThrough: 1, pipeTo: 1},
  ReadableStreamBYOBReader: {read: 1},
  ReadableStreamBYOBRequest: {respond: 1, respondWithNewView: 1},
  TextEncoder: {encodeInto: 2},
  URL: {canParse: 1, createObjectURL: 1, parse: 1, revokeObjectURL: 1},
  URLSearchParams: {
    append: 2, delete: 1, forEach: 1, get: 1, getAll: 1, has: 1, set: 2,
  },
  WebSocket: {send: 1},
};

// Of those whose prototype has another method of the name.
const STATIC_LENGTHS = {Response: {json: 1, redirect: 1}};

test('a method has as its length the arguments that it needs', () => {
  for (const name of Object.keys(INTERFACES)) {
    for (const owner of [globalThis[name], globalThis[name].prototype]) {
      for (const key of Object.getOwnPropertyNames(owner)) {
        const {value} = Object.getOwnPropertyDescriptor(owner, key);
        if (typeof value !== 'function' || key === 'constructor') continue;
        const lengths = new Map(Object.entries({
          ...LENGTHS[name],
          ...(owner === globalThis[name] && STATIC_LENGTHS[name]),
        }));
        assertEquals(value.length, lengths.get(key) ?? 0, `${name}.${key}`);
      }
    }
  }
  for (const [name, method] of Object.entries(console)) {
    assertEquals(method.length, 0, `console.${name}`);
  }
});

test('constants', () => {
  for (const owner of [Event, Event.prototype]) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, 'AT_TARGET');
    assertEquals(descriptor.value, 2);
    assertArrayEquals(attributes(descriptor), [false, true, false]);
  }
});

test('performance and crypto are attributes', () => {
  const {get, set, enumerable} =
      Object.getOwnPropertyDescriptor(globalThis, 'performance');
  assertEquals(get(), performance);
  assertEquals(enumerable, true);
  assertEquals(typeof set, 'function');
  assertEquals(Object.getOwnPropertyDescriptor(globalThis, 'crypto').set, undefined);
});

test('console is a namespace', () => {
  assertEquals(Object.prototype.toString.call(console), '[object console]');
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'console');
  assertArrayEquals(attributes(descriptor), [true, false, true]);
  const prototype = Object.getPrototypeOf(console);
  assertEquals(Reflect.ownKeys(prototype).length, 0);
  assertEquals(Object.getPrototypeOf(prototype), Object.prototype);
  for (const name of ['assert', 'clear', 'count', 'countReset', 'debug', 'dir',
                      'dirxml', 'error', 'group', 'groupCollapsed', 'groupEnd',
                      'info', 'log', 'table', 'time', 'timeEnd', 'timeLog',
                      'trace', 'warn']) {
    const method = Object.getOwnPropertyDescriptor(console, name);
    assertArrayEquals(attributes(method), [true, true, true], name);
    assertEquals(method.value.name, name);
  }
});

test('nothing of the machinery shows', () => {
  const known = [...Object.keys(INTERFACES), ...Object.keys(FUNCTIONS)];
  for (const name of ['bootstrap', 'natives', 'require', 'module', 'exports']) {
    assertEquals(name in globalThis, false, name);
  }
  assertTrue(known.every((name) => name in globalThis));
  assertArrayEquals(
      Object.getOwnPropertySymbols(globalThis).map(String)
          .filter((name) => name.includes('webidl2js')), []);
});
