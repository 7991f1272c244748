// https://encoding.spec.whatwg.org/#interface-textdecoderstream
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, test} from '../harness.js';

const through = (chunks, stream) =>
    Array.fromAsync(ReadableStream.from(chunks).pipeThrough(stream));

const joined = async (chunks, stream) =>
    (await through(chunks, stream)).map((chunk) => [...chunk]).flat();

test('text becomes UTF-8', async () => {
  const bytes = [0x61, 0xc3, 0xa9, 0xf0, 0x9f, 0x8c, 0x88];
  const text = 'aé\u{1f308}';
  assertArrayEquals(await joined([text], new TextEncoderStream()), bytes);
  assertArrayEquals(await joined(text.split(''), new TextEncoderStream()), bytes);
  assertArrayEquals(
      await joined(['\ud83c', '', '\udf08'], new TextEncoderStream()), bytes.slice(3));
});

test('lone halves of characters become U+FFFD', async () => {
  const bad = [0xef, 0xbf, 0xbd];
  assertArrayEquals(await joined(['\ud83c'], new TextEncoderStream()), bad);
  assertArrayEquals(
      await joined(['\ud83c', 'a'], new TextEncoderStream()), [...bad, 0x61]);
  assertArrayEquals(
      await joined(['\udf08', '\ud83c', '\ud83c'], new TextEncoderStream()),
      [...bad, ...bad, ...bad]);
});

test('chunks become strings', async () => {
  assertArrayEquals(
      await joined([1, null, undefined], new TextEncoderStream()),
      [...new TextEncoder().encode('1nullundefined')]);
});

test('bytes become text, in whatever parts', async () => {
  const bytes = new TextEncoder().encode('aé\u{1f308}z');
  const parts = [...bytes].map((byte) => new Uint8Array([byte]));
  assertEquals((await through(parts, new TextDecoderStream())).join(''), 'aé\u{1f308}z');
  const cut = bytes.subarray(0, 5);
  assertEquals((await through([cut], new TextDecoderStream())).join(''), 'aé\ufffd');
  await assertRejects(through([cut], new TextDecoderStream('utf-8', {fatal: true})), TypeError);
  await assertRejects(through(['text'], new TextDecoderStream()), TypeError);
});

test('attributes', () => {
  const decoder = new TextDecoderStream('latin1', {fatal: true, ignoreBOM: true});
  assertEquals(decoder.encoding, 'windows-1252');
  assertEquals(decoder.fatal, true);
  assertEquals(decoder.ignoreBOM, true);
  assertEquals(new TextEncoderStream().encoding, 'utf-8');
  assertThrows(() => new TextDecoderStream('none'), RangeError);
});
