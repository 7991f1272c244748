// TextEncoder and TextDecoder: https://encoding.spec.whatwg.org
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

const bytes = (...values) => new Uint8Array(values);

test('encode makes UTF-8 and repairs lone surrogates', () => {
  const encoder = new TextEncoder();
  assertEquals(encoder.encoding, 'utf-8');
  assertArrayEquals(encoder.encode('z¢水𝄞'),
      [0x7a, 0xc2, 0xa2, 0xe6, 0xb0, 0xb4, 0xf0, 0x9d, 0x84, 0x9e]);
  assertArrayEquals(encoder.encode('\ud800'), [0xef, 0xbf, 0xbd]);
  assertArrayEquals(encoder.encode('\udc00\ud800'),
      [0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd]);
  assertArrayEquals(encoder.encode(), []);
  assertArrayEquals(encoder.encode(undefined), []);
  assertArrayEquals(encoder.encode(null), [0x6e, 0x75, 0x6c, 0x6c]);
});

test('encodeInto writes the whole characters that fit', () => {
  const encoder = new TextEncoder();
  const target = new Uint8Array(10);
  const cases = [
    ['a', 0, 0, 0], ['abc', 2, 2, 2], ['¢¢', 3, 1, 2], ['水a', 2, 0, 0],
    ['𝄞a', 4, 2, 4], ['𝄞a', 5, 3, 5], ['\ud834a', 4, 2, 4], ['\ud834a', 3, 1, 3],
    ['\ud834', 2, 0, 0],
  ];
  for (const [text, size, read, written] of cases) {
    const result = encoder.encodeInto(text, target.subarray(0, size));
    assertArrayEquals([result.read, result.written], [read, written], text);
  }
  target.fill(0);
  encoder.encodeInto('𝄞', target.subarray(3));
  assertArrayEquals(target, [0, 0, 0, 0xf0, 0x9d, 0x84, 0x9e, 0, 0, 0]);
  assertThrows(() => encoder.encodeInto('a', new Uint8ClampedArray(3)), TypeError);
  assertThrows(() => encoder.encodeInto('a', new ArrayBuffer(3)), TypeError);
  assertThrows(() => encoder.encodeInto('a'), TypeError);
});

test('decode takes buffers and views of every kind', () => {
  const {buffer} = bytes(0x61, 0x62, 0x63, 0x64);
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(buffer), 'abcd');
  assertEquals(decoder.decode(new DataView(buffer, 1, 2)), 'bc');
  assertEquals(decoder.decode(new Uint16Array(buffer, 2, 1)), 'cd');
  const shared = new SharedArrayBuffer(2);
  new Uint8Array(shared).set([0x68, 0x69]);
  assertEquals(decoder.decode(shared), 'hi');
  assertEquals(decoder.decode(), '');
  assertThrows(() => decoder.decode('abc'), TypeError);
  assertThrows(() => decoder.decode([1]), TypeError);
});

// Each maximal part that could start a character becomes one U+FFFD
// (https://encoding.spec.whatwg.org/#utf-8-decoder).
const INVALID = [
  [[0xff], 1], [[0xc0], 1], [[0xc0, 0x80], 2], [[0xc1, 0xbf], 2],
  [[0xc3], 1], [[0xe0], 1], [[0xe0, 0xa0], 1], [[0xe0, 0x80, 0x80], 3],
  [[0xe1, 0x80], 1], [[0xed, 0xa0, 0x80], 3], [[0xf0, 0x90, 0x80], 1],
  [[0xf0, 0x80, 0x80, 0x80], 4], [[0xf4, 0x90, 0x80, 0x80], 4],
  [[0xf5, 0x80], 2], [[0xf8, 0x88, 0x80, 0x80, 0x80], 5], [[0x80], 1],
  [[0xe2, 0x82, 0xe2, 0x82], 2],
];

test('invalid bytes become U+FFFD, or a TypeError where fatal', () => {
  const fatal = new TextDecoder('utf-8', {fatal: true});
  for (const [invalid, count] of INVALID) {
    const input = bytes(0x2a, ...invalid, 0x2a);
    assertEquals(new TextDecoder().decode(input),
        `*${'\ufffd'.repeat(count)}*`, invalid);
    assertThrows(() => fatal.decode(input), TypeError, invalid);
  }
  assertEquals(fatal.decode(bytes(0x2a)), '*');
});

test('a U+FFFD that is spelled out is no error', () => {
  const fatal = new TextDecoder('utf-8', {fatal: true});
  assertEquals(fatal.decode(bytes(0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd)), '\ufffd\ufffd');
  assertThrows(() => fatal.decode(bytes(0xef, 0xbf, 0xbd, 0xff)), TypeError);
  assertThrows(() => fatal.decode(bytes(0xef, 0xbf, 0xef, 0xbf, 0xbd)), TypeError);
});

test('a stream gives the same text however it is cut', () => {
  const text = 'z¢水𝄞\ufffd\u{10ffff}é';
  const whole = new TextEncoder().encode(text);
  for (let size = 1; size <= 7; size++) {
    for (const fatal of [false, true]) {
      const decoder = new TextDecoder('utf-8', {fatal});
      let result = '';
      for (let at = 0; at < whole.length; at += size) {
        result += decoder.decode(whole.subarray(at, at + size), {stream: true});
      }
      assertEquals(result + decoder.decode(), text, `chunks of ${size}`);
    }
  }
  for (const [invalid, count] of INVALID) {
    const decoder = new TextDecoder();
    let result = '';
    for (const byte of [0x2a, ...invalid, 0x2a]) {
      result += decoder.decode(bytes(byte), {stream: true});
    }
    assertEquals(result + decoder.decode(), `*${'\ufffd'.repeat(count)}*`, invalid);
  }
});

test('a stream that ends in a character', () => {
  const decoder = new TextDecoder();
  assertEquals(decoder.decode(bytes(0xf0, 0x9d), {stream: true}), '');
  assertEquals(decoder.decode(), '\ufffd');
  assertEquals(decoder.decode(bytes(0x61)), 'a');
  const fatal = new TextDecoder('utf-8', {fatal: true});
  fatal.decode(bytes(0xf0, 0x9d), {stream: true});
  assertThrows(() => fatal.decode(), TypeError);
  assertEquals(fatal.decode(bytes(0x61)), 'a');
});

test('the chunk that is kept is a copy', () => {
  const decoder = new TextDecoder();
  const chunk = bytes(0xc2);
  decoder.decode(chunk, {stream: true});
  chunk[0] = 0x61;
  assertEquals(decoder.decode(bytes(0xa2)), '¢');
});

test('a byte order mark at the start goes, unless it shall stay', () => {
  const input = bytes(0xef, 0xbb, 0xbf, 0x61, 0xef, 0xbb, 0xbf);
  assertEquals(new TextDecoder().decode(input), 'a\ufeff');
  assertEquals(
      new TextDecoder('utf-8', {ignoreBOM: true}).decode(input), '\ufeffa\ufeff');
  const decoder = new TextDecoder();
  let text = '';
  for (const byte of input) text += decoder.decode(bytes(byte), {stream: true});
  assertEquals(text + decoder.decode(), 'a\ufeff');
  assertEquals(decoder.decode(input), 'a\ufeff', 'the next stream');
});

// https://encoding.spec.whatwg.org/#names-and-labels
test('labels lead to encodings', () => {
  const labels = {
    'utf-8': ['UTF-8', 'utf8', ' Utf-8\n', 'unicode-1-1-utf-8', 'x-unicode20utf8'],
    'utf-16le': ['utf-16', 'unicode', 'ucs-2', 'csunicode'],
    'utf-16be': ['utf-16be', 'unicodefffe'],
    'windows-1252': ['latin1', 'ascii', 'iso-8859-1', 'us-ascii', 'l1', 'cp1252'],
    'iso-8859-2': ['latin2', 'l2'],
    'iso-8859-8-i': ['logical'],
    'koi8-r': ['koi', 'koi8'],
    'shift_jis': ['sjis', 'ms932', 'windows-31j'],
    'euc-jp': ['x-euc-jp'],
    'gbk': ['gb2312', 'chinese', 'gb_2312-80'],
    'gb18030': ['GB18030'],
    'big5': ['big5-hkscs', 'cn-big5'],
    'euc-kr': ['korean', 'ks_c_5601-1987'],
    'x-user-defined': ['x-user-defined'],
    'macintosh': ['mac'],
  };
  for (const [name, list] of Object.entries(labels)) {
    for (const label of list) {
      assertEquals(new TextDecoder(label).encoding, name, label);
    }
  }
  for (const label of ['', 'utf-7', 'utf 8', 'replacement', 'hz-gb-2312', 'utf-8\0',
                       '\u00a0utf-8', '\u212aoi8-r']) {
    assertThrows(() => new TextDecoder(label), RangeError, label);
  }
});

test('legacy encodings decode', () => {
  const decode = (label, ...input) => new TextDecoder(label).decode(bytes(...input));
  assertEquals(decode('latin1', 0x80, 0x9f, 0xe9, 0x81), '€Ÿé\x81');
  assertEquals(decode('utf-16le', 0x61, 0, 0x34, 0xd8, 0x1e, 0xdd), 'a𝄞');
  assertEquals(decode('utf-16be', 0xd8, 0x34, 0xdd, 0x1e), '𝄞');
  assertEquals(decode('utf-16le', 0x34, 0xd8), '\ufffd');
  assertEquals(decode('utf-16le', 0xff, 0xfe, 0x61, 0), 'a');
  assertEquals(decode('koi8-r', 0xf0, 0xd2, 0xc9), 'При');
  assertEquals(decode('windows-1251', 0xcf, 0xf0, 0xe8), 'При');
  assertEquals(decode('shift_jis', 0x83, 0x65, 0x83, 0x58, 0x83, 0x67), 'テスト');
  assertEquals(decode('euc-jp', 0xa5, 0xc6, 0xa5, 0xb9, 0xa5, 0xc8), 'テスト');
  assertEquals(decode('gbk', 0xc4, 0xe3, 0xba, 0xc3), '你好');
  assertEquals(decode('gb18030', 0x94, 0x39, 0xda, 0x33), '💩');
  assertEquals(decode('big5', 0xa7, 0x41, 0xa6, 0x6e), '你好');
  assertEquals(decode('euc-kr', 0xbe, 0xc8, 0xb3, 0xe7), '안녕');
  assertEquals(decode('x-user-defined', 0x61, 0x80), 'a\uf780');
  assertThrows(
      () => new TextDecoder('utf-16le', {fatal: true}).decode(bytes(0x34, 0xd8)),
      TypeError);
});

test('utf-16 decodes in chunks', () => {
  const decoder = new TextDecoder('utf-16le');
  let text = '';
  for (const byte of [0xff, 0xfe, 0x61, 0, 0x34, 0xd8, 0x1e, 0xdd]) {
    text += decoder.decode(bytes(byte), {stream: true});
  }
  assertEquals(text + decoder.decode(), 'a𝄞');
});

test('the decoder tells how it was made', () => {
  const decoder = new TextDecoder('UTF8', {fatal: 1, ignoreBOM: 'x'});
  assertArrayEquals(
      [decoder.encoding, decoder.fatal, decoder.ignoreBOM],
      ['utf-8', true, true]);
  assertThrows(() => new TextDecoder('utf-8', 3), TypeError);
  assertEquals(new TextDecoder(undefined, null).encoding, 'utf-8');
});

test('large texts', () => {
  const text = 'aé水𝄞'.repeat(100_000);
  const encoded = new TextEncoder().encode(text);
  assertEquals(encoded.length, 1_000_000);
  assertTrue(new TextDecoder('utf-8', {fatal: true}).decode(encoded) === text);
});
