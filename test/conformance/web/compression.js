// CompressionStream and DecompressionStream: https://compression.spec.whatwg.org
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

const FORMATS = ['deflate', 'deflate-raw', 'gzip'];

const through = (parts, stream) =>
    new Response(ReadableStream.from(parts).pipeThrough(stream));

// "hello", by hand: a stored block of RFC 1951, alone, and in RFC 1950's and 1952's
// frames with their Adler-32 and CRC-32.
const STORED = [1, 5, 0, 0xfa, 0xff, ...new TextEncoder().encode('hello')];
const HELLO = {
  'deflate': [0x78, 0x01, ...STORED, 0x06, 0x2c, 0x02, 0x15],
  'deflate-raw': STORED,
  'gzip': [
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, ...STORED,
    0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0,
  ],
};

test('decompresses what the RFCs spell out, in whatever parts', async () => {
  for (const format of FORMATS) {
    const bytes = new Uint8Array(HELLO[format]);
    const whole = through([bytes], new DecompressionStream(format));
    assertEquals(await whole.text(), 'hello', format);
    const parts = [...bytes].map((byte) => new Uint8Array([byte]).buffer);
    const slow = through(parts, new DecompressionStream(format));
    assertEquals(await slow.text(), 'hello', format);
  }
});

test('what was compressed comes back', async () => {
  const text = 'The quick brown fox. '.repeat(100000);
  for (const format of FORMATS) {
    const packed =
        await through([new TextEncoder().encode(text)], new CompressionStream(format)).bytes();
    assertTrue(packed.length < text.length / 100, format);
    const back = through([packed], new DecompressionStream(format));
    assertTrue(await back.text() === text, format);
  }
});

test('nothing at all can be compressed', async () => {
  for (const format of FORMATS) {
    const packed = await through([], new CompressionStream(format)).bytes();
    assertEquals(
        await through([packed], new DecompressionStream(format)).text(), '', format);
  }
});

test('the start of a gzip stream', async () => {
  const bytes = await through([], new CompressionStream('gzip')).bytes();
  assertArrayEquals(bytes.subarray(0, 3), [0x1f, 0x8b, 8]);
});

test('malformed input errors the stream', async () => {
  for (const format of FORMATS) {
    const good = HELLO[format];
    const inputs = [
      [], good.slice(0, -1), [...good, 0], [0xff, 0xff, 0xff, 0xff, 0xff],
    ];
    for (const input of inputs) {
      const stream = new DecompressionStream(format);
      await assertRejects(
          through([new Uint8Array(input)], stream).text(), TypeError,
          `${format} ${input}`);
    }
  }
  const wrongSum = HELLO.gzip.with(-6, 0);
  await assertRejects(
      through([new Uint8Array(wrongSum)], new DecompressionStream('gzip')).text(),
      TypeError);
});

test('what comes before bytes too many is given', async () => {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const written = writer.write(new Uint8Array([...HELLO.deflate, 1, 2]));
  const reader = stream.readable.getReader();
  const {value} = await reader.read();
  assertEquals(new TextDecoder().decode(value), 'hello');
  await assertRejects(reader.read(), TypeError);
  await assertRejects(written, TypeError);
  await assertRejects(writer.closed, TypeError);
});

test('chunks are buffer sources', async () => {
  for (const chunk of ['text', 1, null, undefined, {}, [1], new SharedArrayBuffer(1)]) {
    const stream = new CompressionStream('gzip');
    await assertRejects(through([chunk], stream).text(), TypeError, String(chunk));
  }
  const words = new Uint16Array([0x6568, 0x6c6c]);
  const packed = await through([words], new CompressionStream('gzip')).bytes();
  const back = through([new DataView(packed.buffer)], new DecompressionStream('gzip'));
  assertEquals(await back.text(), 'hell');
});

test('the constructors', () => {
  for (const Stream of [CompressionStream, DecompressionStream]) {
    assertThrows(() => new Stream(), TypeError);
    assertThrows(() => new Stream('GZIP'), TypeError);
    const stream = new Stream('gzip');
    assertTrue(stream.readable instanceof ReadableStream);
    assertTrue(stream.writable instanceof WritableStream);
    assertEquals(stream.readable, stream.readable);
  }
});
