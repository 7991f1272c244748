// atob and btoa: https://html.spec.whatwg.org/#atob
import {assertEquals, assertThrows, test} from '../harness.js';

test('btoa encodes as RFC 4648 says', () => {
  const vectors = [
    ['', ''], ['f', 'Zg=='], ['fo', 'Zm8='], ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='], ['fooba', 'Zm9vYmE='], ['foobar', 'Zm9vYmFy'],
  ];
  for (const [plain, encoded] of vectors) {
    assertEquals(btoa(plain), encoded);
    assertEquals(atob(encoded), plain);
  }
  assertEquals(btoa('\xff\xfe\x00'), '//4A');
});

test('btoa converts its argument and refuses wide characters', () => {
  assertEquals(btoa(undefined), 'dW5kZWZpbmVk');
  assertEquals(btoa(null), 'bnVsbA==');
  assertEquals(btoa(12), 'MTI=');
  assertThrows(() => btoa('\u0100'), 'InvalidCharacterError');
  assertThrows(() => btoa('aaa\u{1f600}'), 'InvalidCharacterError');
  assertThrows(() => btoa(), TypeError);
});

test('every byte makes the way back', () => {
  let bytes = '';
  for (let i = 0; i < 256; i++) bytes += String.fromCharCode(i);
  for (let end = 250; end <= 256; end++) {
    assertEquals(atob(btoa(bytes.slice(0, end))), bytes.slice(0, end));
  }
});

test('atob skips ASCII white space, and that only', () => {
  assertEquals(atob(' Z\tm\n9\f v\r'), 'foo');
  assertEquals(atob(' '), '');
  assertThrows(() => atob('Zm9v\v'), 'InvalidCharacterError');
  assertThrows(() => atob('Zm9v\u00a0'), 'InvalidCharacterError');
});

test('atob takes text without padding', () => {
  assertEquals(atob('Zg'), 'f');
  assertEquals(atob('Zm8'), 'fo');
  assertEquals(atob('Zg =='), 'f');
});

test('atob drops the bits that are left over', () => {
  assertEquals(atob('Zh=='), 'f');
  assertEquals(atob('Zm9='), 'fo');
});

test('atob refuses the rest', () => {
  for (const text of ['a', 'abcde', 'ab=', 'a=', '=', '==', '===', '====',
                      'abcd=', 'ab=c', 'abcd====', 'ab-_', 'a\0bc', 'ab\u0100d',
                      'abc\u{1f600}', 'Zm9v=']) {
    assertThrows(() => atob(text), 'InvalidCharacterError', text);
  }
  assertThrows(() => atob(), TypeError);
  assertEquals(atob(null).length, 3);
});
