// How every interface is laid on globalThis: https://webidl.spec.whatwg.org/#es-interfaces
import {assertEquals, assertThrows, assertTrue, test} from '../harness.js';

const NAMES = [
  'AbortController', 'AbortSignal', 'Blob', 'BroadcastChannel',
  'ByteLengthQueuingStrategy', 'CompressionStream', 'CountQueuingStrategy', 'Crypto',
  'CustomEvent', 'DOMException', 'DecompressionStream', 'ErrorEvent', 'Event',
  'EventTarget', 'File', 'FormData', 'Headers', 'MessageChannel', 'MessageEvent',
  'MessagePort', 'Performance', 'PerformanceEntry', 'PerformanceMark',
  'PerformanceMeasure', 'PromiseRejectionEvent', 'ReadableByteStreamController',
  'ReadableStream', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController', 'ReadableStreamDefaultReader', 'Request',
  'Response', 'TextDecoder', 'TextDecoderStream', 'TextEncoder', 'TextEncoderStream',
  'TransformStream', 'TransformStreamDefaultController', 'URL', 'URLPattern',
  'URLSearchParams', 'Worker', 'WritableStream', 'WritableStreamDefaultController',
  'WritableStreamDefaultWriter',
];

test('assigning to an interface that is not loaded yet replaces it', () => {
  const {get, set} = Object.getOwnPropertyDescriptor(globalThis, 'URLPattern');
  globalThis.URLPattern = 5;
  assertEquals(URLPattern, 5);
  Object.defineProperty(globalThis, 'URLPattern', {get, set, configurable: true});
});

test('each is a property that can be replaced and is not enumerable', () => {
  for (const name of NAMES) {
    assertEquals(typeof globalThis[name], 'function', name);
    const {writable, enumerable, configurable} =
        Object.getOwnPropertyDescriptor(globalThis, name);
    assertTrue(writable && configurable && !enumerable, name);
  }
});

test('each has its name, and its prototype the tag', () => {
  for (const name of NAMES) {
    assertEquals(globalThis[name].name, name);
    if (name === 'DOMException') continue;
    const {value, writable, enumerable, configurable} =
        Object.getOwnPropertyDescriptor(globalThis[name].prototype, Symbol.toStringTag);
    assertEquals(value, name);
    assertTrue(configurable && !writable && !enumerable, name);
  }
});

test('members are enumerable, on the prototype, and not to be called without new', () => {
  for (const name of NAMES) {
    const Interface = globalThis[name];
    assertThrows(() => Interface(), TypeError, name);
    const {constructor: ignored, ...members} =
        Object.getOwnPropertyDescriptors(Interface.prototype);
    for (const [key, {enumerable}] of Object.entries(members)) {
      assertTrue(enumerable, `${name}.${key}`);
    }
  }
});

test('attributes throw for another object', async () => {
  for (const name of NAMES) {
    const descriptors = Object.getOwnPropertyDescriptors(globalThis[name].prototype);
    for (const [key, {get}] of Object.entries(descriptors)) {
      if (!get) continue;
      const what = `${name}.${key}`;
      try {
        const value = get.call({});
        if (!(value instanceof Promise)) throw new Error(`${what} gives ${value}`);
        await value.then(() => {
          throw new Error(what);
        }, (error) => assertEquals(error.constructor, TypeError, what));
      } catch (error) {
        assertEquals(error.constructor, TypeError, what);
      }
    }
  }
});
