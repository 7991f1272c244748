// onerror and its kin: https://html.spec.whatwg.org/#event-handler-attributes, and
// reporting: https://html.spec.whatwg.org/#report-an-exception
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

test('a handler is null until set, and anything but an object unsets it', () => {
  const {signal} = new AbortController();
  assertEquals(signal.onabort, null);
  const handler = () => {};
  signal.onabort = handler;
  assertEquals(signal.onabort, handler);
  signal.onabort = 3;
  assertEquals(signal.onabort, null);
});

test('a handler keeps the place of its first setting', () => {
  const controller = new AbortController();
  const {signal} = controller;
  const log = [];
  signal.addEventListener('abort', () => log.push('before'));
  signal.onabort = () => log.push('old handler');
  signal.addEventListener('abort', () => log.push('after'));
  signal.onabort = () => log.push('handler');
  controller.abort();
  assertArrayEquals(log, ['before', 'handler', 'after']);
});

test('onerror gets five arguments and handles by returning true', () => {
  const error = new Error('e');
  let seen;
  globalThis.onerror = (...args) => {
    seen = args;
    return true;
  };
  reportError(error);
  globalThis.onerror = null;
  assertEquals(seen.length, 5);
  assertEquals(seen[0], 'Uncaught Error: e');
  assertEquals(typeof seen[2], 'number');
  assertEquals(seen[4], error);
});

test('reportError dispatches at once, with where the error was made', () => {
  const error = new Error('made here');
  let seen;
  const listener = (e) => {
    seen = e;
    e.preventDefault();
  };
  addEventListener('error', listener);
  reportError(error);
  removeEventListener('error', listener);
  assertEquals(seen.error, error);
  assertEquals(seen.message, 'Uncaught Error: made here');
  assertTrue(seen.filename.endsWith('/event_handlers.js'), seen.filename);
  assertEquals(seen.lineno, 43);
  assertEquals(seen.colno, 17);
});

test('reportError takes any value, but needs one', () => {
  const seen = [];
  const listener = (e) => {
    seen.push(e.error);
    e.preventDefault();
  };
  addEventListener('error', listener);
  reportError(undefined);
  reportError('text');
  removeEventListener('error', listener);
  assertArrayEquals(seen, [undefined, 'text']);
  assertThrows(() => reportError(), TypeError);
});

test('what a timer or a microtask throws is reported', async () => {
  const seen = [];
  const listener = (e) => {
    seen.push(e.error);
    e.preventDefault();
  };
  addEventListener('error', listener);
  queueMicrotask(() => {
    throw 'microtask';
  });
  await new Promise((resolve) => {
    setTimeout(() => {
      setTimeout(resolve, 0);
      throw 'timer';
    }, 0);
  });
  removeEventListener('error', listener);
  assertArrayEquals(seen, ['microtask', 'timer']);
});

test('a rejection without a handler is an event that can be prevented', async () => {
  const reason = new Error('rejected');
  let seen;
  const listener = (e) => {
    seen = e;
    e.preventDefault();
  };
  addEventListener('unhandledrejection', listener);
  const promise = Promise.reject(reason);
  await new Promise((resolve) => setTimeout(resolve, 0));
  removeEventListener('unhandledrejection', listener);
  assertTrue(seen instanceof PromiseRejectionEvent);
  assertArrayEquals(
      [seen.type, seen.reason, seen.promise, seen.cancelable, seen.isTrusted],
      ['unhandledrejection', reason, promise, true, true]);
});

test('a rejection that is handled in time is none', async () => {
  let count = 0;
  const listener = () => count++;
  addEventListener('unhandledrejection', listener);
  const promise = Promise.reject(new Error('rejected'));
  queueMicrotask(() => promise.catch(() => {}));
  await new Promise((resolve) => setTimeout(resolve, 0));
  removeEventListener('unhandledrejection', listener);
  assertEquals(count, 0);
});
