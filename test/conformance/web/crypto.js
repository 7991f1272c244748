// https://w3c.github.io/webcrypto/#Crypto-method-getRandomValues and randomUUID
import {assertEquals, assertThrows, assertTrue, test} from '../harness.js';

test('getRandomValues fills arrays of integers and returns them', () => {
  for (const type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array,
                      Uint16Array, Int32Array, Uint32Array, BigInt64Array,
                      BigUint64Array]) {
    const array = new type(64);
    assertEquals(crypto.getRandomValues(array), array);
    // All 64 are zero once in 2^512 times at most.
    assertTrue(array.some((value) => value != 0), type.name);
  }
});

test('it stays inside of the view', () => {
  const all = new Uint8Array(96);
  crypto.getRandomValues(all.subarray(32, 64));
  assertTrue([...all.subarray(0, 32), ...all.subarray(64)].every((v) => v === 0));
  assertTrue(all.subarray(32, 64).some((value) => value !== 0));
});

test('other views and larger ones are refused', () => {
  for (const view of [new Float32Array(1), new Float64Array(1),
                      new DataView(new ArrayBuffer(1))]) {
    assertThrows(() => crypto.getRandomValues(view), 'TypeMismatchError');
  }
  assertThrows(
      () => crypto.getRandomValues(new Uint8Array(65537)), 'QuotaExceededError');
  assertThrows(
      () => crypto.getRandomValues(new Uint32Array(16385)), 'QuotaExceededError');
  crypto.getRandomValues(new Uint8Array(65536));
  crypto.getRandomValues(new Uint8Array(0));
  for (const value of [undefined, null, 3, [], new ArrayBuffer(3)]) {
    assertThrows(() => crypto.getRandomValues(value), TypeError);
  }
});

test('bits are set half of the time', () => {
  const bytes = crypto.getRandomValues(new Uint8Array(65536));
  let ones = 0;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) ones += byte >> bit & 1;
  }
  // 524,288 bits: the standard deviation is 362; 10 of them never happen.
  assertTrue(Math.abs(ones - 262_144) < 3620, `${ones} ones`);
});

test('randomUUID gives version 4, each time another', () => {
  const pattern =
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const seen = new Set();
  for (let i = 0; i < 1000; i++) {
    const id = crypto.randomUUID();
    assertTrue(pattern.test(id), id);
    seen.add(id);
  }
  assertEquals(seen.size, 1000);
});

test('Crypto cannot be constructed', () => {
  assertTrue(crypto instanceof Crypto);
  assertThrows(() => new Crypto(), TypeError);
  assertThrows(() => crypto.randomUUID.call({}), TypeError);
});
