// setTimeout, setInterval (https://html.spec.whatwg.org/#timers) and queueMicrotask.
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test('a timer calls once, with its arguments, not before its time', async () => {
  const start = performance.now();
  const args = await new Promise(
      (resolve) => setTimeout((...all) => resolve(all), 15, 1, 'two'));
  assertArrayEquals(args, [1, 'two']);
  // Two clocks' rounding.
  assertTrue(performance.now() - start >= 14.9);
});

test('ids are positive integers that differ', () => {
  const ids = [setTimeout(() => {}), setInterval(() => {}), setTimeout(() => {})];
  ids.forEach(clearTimeout);
  assertTrue(ids.every((id) => Number.isInteger(id) && id > 0));
  assertEquals(new Set(ids).size, 3);
});

test('earlier deadlines come first, equal ones in their order', async () => {
  const log = [];
  setTimeout(() => log.push('c'), 30);
  setTimeout(() => log.push('a'), 0);
  setTimeout(() => log.push('b'), 0);
  await sleep(60);
  assertArrayEquals(log, ['a', 'b', 'c']);
});

test('clearing', async () => {
  let count = 0;
  clearTimeout(setTimeout(() => count++, 0));
  clearInterval(setTimeout(() => count++, 0));
  clearTimeout();
  clearTimeout(-1);
  clearTimeout(1e9);
  clearTimeout('nonsense');
  clearTimeout(null);
  await sleep(10);
  assertEquals(count, 0);
});

test('an interval repeats until it is cleared, also by itself', async () => {
  let count = 0;
  await new Promise((resolve) => {
    const id = setInterval(() => {
      if (++count < 3) return;
      clearInterval(id);
      setTimeout(resolve, 20);
    }, 1);
  });
  assertEquals(count, 3);
});

test('delays are converted to a signed 32-bit number', async () => {
  const log = [];
  for (const delay of [undefined, null, -5, NaN, 'x', 2 ** 32, 0.9, '1']) {
    setTimeout(() => log.push(String(delay)), delay);
  }
  await sleep(30);
  assertEquals(log.length, 8);
});

test('the callback has to be a function', () => {
  assertThrows(() => setTimeout('1'), TypeError);
  assertThrows(() => setInterval(), TypeError);
  assertThrows(() => queueMicrotask({}), TypeError);
  assertThrows(() => queueMicrotask(), TypeError);
});

test('microtasks run before the next task, in order', async () => {
  const log = [];
  await new Promise((resolve) => {
    setTimeout(() => {
      setTimeout(() => {
        log.push('timer');
        resolve();
      }, 0);
      queueMicrotask(() => {
        log.push('micro 1');
        queueMicrotask(() => log.push('micro 3'));
      });
      Promise.resolve().then(() => log.push('micro 2'));
      log.push('task');
    }, 0);
  });
  assertArrayEquals(log, ['task', 'micro 1', 'micro 2', 'micro 3', 'timer']);
});

test('microtasks run between two timers that are due together', async () => {
  const log = [];
  setTimeout(() => {
    log.push('a');
    queueMicrotask(() => log.push('micro'));
  }, 0);
  setTimeout(() => log.push('b'), 0);
  const until = performance.now() + 5;
  while (performance.now() < until);
  await sleep(5);
  assertArrayEquals(log, ['a', 'micro', 'b']);
});
