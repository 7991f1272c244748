// Blob and File: https://w3c.github.io/FileAPI
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

test('what a blob is made of', async () => {
  const bytes = new Uint8Array([0x62, 0x63, 0x64]);
  const parts = ['aé', bytes, bytes.buffer, new DataView(bytes.buffer, 2), new Blob(['e']), 1, null];
  const blob = new Blob(parts);
  bytes.fill(0);
  assertEquals(blob.size, 16);
  assertEquals(await blob.text(), 'aébcdbcdde1null');
  assertEquals(new Blob().size, 0);
  assertEquals(await new Blob([]).text(), '');
  assertEquals(await new Blob(new Set(['x', 'y'])).text(), 'xy');
  assertEquals(await new Blob(['\ud800']).text(), '\ufffd');
  for (const wrong of [null, 1, 'text', {}, new Date()]) {
    assertThrows(() => new Blob(wrong), TypeError, String(wrong));
  }
});

test('types and endings', async () => {
  assertEquals(new Blob([], {type: 'Text/HTML;a=B'}).type, 'text/html;a=b');
  assertEquals(new Blob([], {type: 'é'}).type, '');
  assertEquals(new Blob([], {type: 'a\n'}).type, '');
  assertEquals(new Blob([], null).type, '');
  assertEquals(await new Blob(['a\r\nb\rc\n'], {endings: 'native'}).text(), 'a\nb\nc\n');
  assertEquals(await new Blob(['a\r\n'], {endings: 'transparent'}).text(), 'a\r\n');
  assertThrows(() => new Blob([], {endings: 'x'}), TypeError);
  assertThrows(() => new Blob([], 1), TypeError);
});

test('slices', async () => {
  const blob = new Blob(['abc', 'def', 'ghi'], {type: 'a/b'});
  const cases = [
    [[], 'abcdefghi'], [[2], 'cdefghi'], [[2, 7], 'cdefg'], [[-3], 'ghi'],
    [[-5, -2], 'efg'], [[4, 2], ''], [[0, 100], 'abcdefghi'], [[100], ''],
    [[undefined, 3], 'abc'], [[3, 3], ''], [[1.5, 3], 'c'], [[NaN, 1], 'a'],
    [[-100, 1], 'a'], [[2.5, 4], 'cd'],
  ];
  for (const [args, expected] of cases) {
    const slice = blob.slice(...args);
    assertEquals(await slice.text(), expected, String(args));
    assertEquals(slice.size, expected.length);
    assertEquals(slice.type, '');
  }
  assertEquals(blob.slice(0, 1, 'C/D').type, 'c/d');
  assertEquals(await blob.slice(1, 8).slice(3, 5).text(), 'ef');
});

test('bytes are copies', async () => {
  const blob = new Blob(['abc']);
  (await blob.bytes()).fill(0);
  new Uint8Array(await blob.arrayBuffer()).fill(0);
  for await (const chunk of blob.stream()) chunk.fill(0);
  assertArrayEquals(await blob.bytes(), [97, 98, 99]);
});

test('streams', async () => {
  const blob = new Blob(['x'.repeat(200000), 'y']);
  let size = 0;
  for await (const chunk of blob.stream()) size += chunk.length;
  assertEquals(size, 200001);
  const reader = blob.stream().getReader({mode: 'byob'});
  const {value} = await reader.read(new Uint8Array(10));
  assertEquals(new TextDecoder().decode(value), 'xxxxxxxxxx');
  const {done} = await new Blob().stream().getReader({mode: 'byob'}).read(new Uint8Array(1));
  assertTrue(done);
});

test('text is UTF-8 without its mark', async () => {
  const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff]);
  assertEquals(await new Blob([bytes]).text(), 'a\ufffd');
});

test('files', async () => {
  const before = Date.now();
  const file = new File(['ab', new Blob(['c'])], 'a/b\ud800', {type: 'T/x'});
  assertTrue(file instanceof Blob);
  assertEquals(file.name, 'a/b\ufffd');
  assertEquals(file.type, 't/x');
  assertEquals(file.size, 3);
  assertEquals(await file.text(), 'abc');
  assertTrue(file.lastModified >= before && file.lastModified <= Date.now());
  assertEquals(new File([], 'n', {lastModified: -1.9}).lastModified, -1);
  assertEquals(new File([], 'n', {lastModified: new Date(7)}).lastModified, 7);
  assertEquals(file.slice(1) instanceof File, false);
  assertThrows(() => new File([]), TypeError);
  assertThrows(() => new File('text', 'n'), TypeError);
  assertThrows(() => new File(undefined, 'n'), TypeError);
});

test('a method of another object rejects', async () => {
  await assertRejects(Blob.prototype.text.call({}), TypeError);
  await assertRejects(Blob.prototype.arrayBuffer.call(undefined), TypeError);
});

test('object URLs', () => {
  const url = URL.createObjectURL(new Blob(['x']));
  assertTrue(/^blob:null\/[\da-f-]{36}$/.test(url), url);
  assertTrue(url !== URL.createObjectURL(new Blob(['x'])));
  URL.revokeObjectURL(url);
  URL.revokeObjectURL('http://none/');
  assertThrows(() => URL.createObjectURL({}), TypeError);
  assertThrows(() => URL.createObjectURL(), TypeError);
});
