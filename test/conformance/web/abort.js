// AbortController and AbortSignal:
// https://dom.spec.whatwg.org/#aborting-ongoing-activities
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

const once = (target, type) => new Promise(
    (resolve) => target.addEventListener(type, resolve, {once: true}));

test('a controller aborts its signal, once', () => {
  const controller = new AbortController();
  const {signal} = controller;
  assertEquals(controller.signal, signal);
  assertEquals(signal.aborted, false);
  assertEquals(signal.reason, undefined);
  let count = 0;
  signal.addEventListener('abort', (e) => {
    count++;
    assertEquals(e.target, signal);
    assertEquals(e.isTrusted, true);
    assertEquals(e.bubbles, false);
  });
  controller.abort();
  controller.abort('again');
  assertEquals(count, 1);
  assertEquals(signal.aborted, true);
  assertEquals(signal.reason.name, 'AbortError');
  assertEquals(signal.reason.code, 20);
});

test('the reason is the one that was given', () => {
  for (const reason of [null, 0, '', new Error('e')]) {
    const controller = new AbortController();
    controller.abort(reason);
    assertEquals(controller.signal.reason, reason);
  }
  assertEquals(AbortSignal.abort(7).reason, 7);
  assertEquals(AbortSignal.abort(undefined).reason.name, 'AbortError');
});

test('throwIfAborted throws the reason', () => {
  const controller = new AbortController();
  controller.signal.throwIfAborted();
  const reason = new RangeError('r');
  controller.abort(reason);
  assertEquals(
      assertThrows(() => controller.signal.throwIfAborted(), RangeError),
      reason);
});

test('a signal cannot be constructed', () => {
  assertThrows(() => new AbortSignal(), TypeError);
});

test('the listener sees the state already changed', () => {
  const controller = new AbortController();
  let aborted;
  controller.signal.onabort = function () {
    aborted = this.aborted;
  };
  controller.abort();
  assertEquals(aborted, true);
});

test('timeout aborts with a TimeoutError, not before its time', async () => {
  // Holds the realm, which the signal's timer does not.
  const hold = setTimeout(() => {}, 60_000);
  const start = performance.now();
  const signal = AbortSignal.timeout(20);
  assertEquals(signal.aborted, false);
  await once(signal, 'abort');
  clearTimeout(hold);
  assertTrue(performance.now() - start >= 19.9);
  assertEquals(signal.reason.name, 'TimeoutError');
  assertEquals(signal.reason.code, 23);
});

test('timeout refuses what is no time', () => {
  assertThrows(() => AbortSignal.timeout(), TypeError);
  assertThrows(() => AbortSignal.timeout(-1), TypeError);
  assertThrows(() => AbortSignal.timeout(NaN), TypeError);
  assertThrows(() => AbortSignal.timeout(Infinity), TypeError);
  assertThrows(() => AbortSignal.timeout(2 ** 53), TypeError);
  AbortSignal.timeout(2 ** 53 - 1);
});

test('any follows the first that aborts', () => {
  const [a, b] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([a.signal, b.signal]);
  assertEquals(signal.aborted, false);
  b.abort('b');
  a.abort('a');
  assertEquals(signal.reason, 'b');
});

test('any of an aborted signal is aborted', () => {
  const controller = new AbortController();
  const signal = AbortSignal.any(
      [controller.signal, AbortSignal.abort(1), AbortSignal.abort(2)]);
  assertEquals(signal.reason, 1);
});

test('any of nothing never aborts', () => {
  assertEquals(AbortSignal.any([]).aborted, false);
});

test('any refuses what is no signal', () => {
  assertThrows(() => AbortSignal.any(), TypeError);
  assertThrows(() => AbortSignal.any([1]), TypeError);
  assertThrows(() => AbortSignal.any([AbortSignal.abort(), {}]), TypeError);
});

test('dependents of dependents follow the source, in the order they were made', () => {
  const controller = new AbortController();
  const log = [];
  const first = AbortSignal.any([controller.signal]);
  const second = AbortSignal.any([first]);
  const third = AbortSignal.any([controller.signal, second]);
  for (const [name, signal] of Object.entries({third, second, first})) {
    signal.onabort = () => log.push(name);
  }
  controller.signal.onabort = () => {
    log.push('source');
    // All have aborted before the first listener runs.
    log.push(first.aborted && second.aborted && third.aborted);
  };
  controller.abort('r');
  assertArrayEquals(log, ['source', true, 'first', 'second', 'third']);
  assertEquals(third.reason, 'r');
});
