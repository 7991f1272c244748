// FormData: https://xhr.spec.whatwg.org/#interface-formdata, as a body by RFC 7578
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

test('entries', () => {
  const form = new FormData();
  form.append('a', '1');
  form.append('b', 2);
  form.append('a', '3');
  assertEquals(form.get('a'), '1');
  assertEquals(form.get('b'), '2');
  assertEquals(form.get('c'), null);
  assertArrayEquals(form.getAll('a'), ['1', '3']);
  assertTrue(form.has('b') && !form.has('c'));
  assertArrayEquals([...form].flat(), ['a', '1', 'b', '2', 'a', '3']);
  form.set('a', '4');
  assertArrayEquals([...form].flat(), ['a', '4', 'b', '2']);
  form.set('c', '\ud800');
  assertEquals(form.get('c'), '\ufffd');
  form.delete('a');
  assertArrayEquals([...form.keys()], ['b', 'c']);
  assertArrayEquals([...form.values()], ['2', '\ufffd']);
  assertThrows(() => form.append('a'), TypeError);
  assertThrows(() => form.append('a', 'b', 'c'), TypeError);
  assertThrows(() => new FormData({}), TypeError);
});

test('blobs become files', async () => {
  const form = new FormData();
  const file = new File(['x'], 'name.txt', {type: 'a/b', lastModified: 5});
  form.append('f', file);
  assertEquals(form.get('f'), file);
  form.set('f', file, 'other');
  const renamed = form.get('f');
  assertEquals(renamed.name, 'other');
  assertEquals(renamed.type, 'a/b');
  assertEquals(renamed.lastModified, 5);
  form.set('f', new Blob(['y'], {type: 'c/d'}));
  assertTrue(form.get('f') instanceof File);
  assertEquals(form.get('f').name, 'blob');
  assertEquals(form.get('f').type, 'c/d');
  assertEquals(await form.get('f').text(), 'y');
});

test('as a body', async () => {
  const form = new FormData();
  form.append('a"\n', 'x\ny\r\nz\r');
  form.append('f', new File(['\r\n--'], 'é".txt', {type: 'text/x'}));
  form.append('g', new File([], 'empty'));
  const response = new Response(form);
  const type = response.headers.get('content-type');
  const [, boundary] = /^multipart\/form-data; boundary=([\w'+-]{10,70})$/.exec(type);
  const text = await response.text();
  assertEquals(text, [
    `--${boundary}`,
    'Content-Disposition: form-data; name="a%22%0D%0A"',
    '',
    'x\r\ny\r\nz\r\n',
    `--${boundary}`,
    'Content-Disposition: form-data; name="f"; filename="é%22.txt"',
    'Content-Type: text/x',
    '',
    '\r\n--',
    `--${boundary}`,
    'Content-Disposition: form-data; name="g"; filename="empty"',
    'Content-Type: application/octet-stream',
    '',
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n'));
});

const parse = (lines, type = 'multipart/form-data; boundary=b') =>
    new Response(
        typeof lines === 'string' ? lines : lines.join('\r\n'),
        {headers: {'content-type': type}}).formData();

test('multipart/form-data is read', async () => {
  const form = await parse([
    '--b', 'content-disposition: FORM-data; name="a"', '', '1',
    '--b \t', 'X: y', 'Content-Disposition: form-data; name=b', '', 'l1', '--a', '',
    '--b', 'Content-Disposition: form-data; name="c%0D%22"; filename="f.bin"',
    'Content-Type: image/PNG', '', '\0\x01',
    '--b', 'Content-Disposition: form-data; name="d"; filename=""', '', '',
    '--b--', 'epilogue',
  ]);
  assertArrayEquals([...form.keys()], ['a', 'b', 'c\r"', 'd']);
  assertEquals(form.get('a'), '1');
  assertEquals(form.get('b'), 'l1\r\n--a\r\n');
  const file = form.get('c\r"');
  assertEquals(file.name, 'f.bin');
  assertEquals(file.type, 'image/png');
  assertArrayEquals(await file.bytes(), [0, 1]);
  assertEquals(form.get('d').size, 0);
  assertEquals(form.get('d').type, 'text/plain');
});

test('what is no multipart/form-data', async () => {
  const head = 'Content-Disposition: form-data; name="a"';
  const wrong = [
    '', '--b', '--b\r\n', '--x--', ['--b', head, '', 'x'], ['--b', head],
    ['--b', '', 'x', '--b--'], ['--b', 'Content-Disposition: form-data', '', 'x', '--b--'],
    ['--b', 'Content-Disposition: file; name="a"', '', 'x', '--b--'],
    ['--b', 'no header', head, '', 'x', '--b--'], ['--bx', head, '', 'x', '--b--'],
  ];
  for (const lines of wrong) {
    await assertRejects(parse(lines), TypeError, JSON.stringify(lines));
  }
  await assertRejects(parse(['--b--'], 'multipart/form-data'), TypeError);
  await assertRejects(parse('a=b', 'text/plain'), TypeError);
  await assertRejects(new Response('a=b', {headers: {'content-type': ''}}).formData(), TypeError);
});

test('what was written is read back', async () => {
  const form = new FormData();
  const bytes = Uint8Array.from({length: 70000}, (_, i) => i * 7);
  form.append('text', 'a\u0000\u{1f308}');
  form.append('file', new File([bytes], 'n\r\n"'));
  const back = await new Response(form).formData();
  assertEquals(back.get('text'), 'a\u0000\u{1f308}');
  assertEquals(back.get('file').name, 'n\r\n"');
  assertArrayEquals(await back.get('file').bytes(), bytes);
});

test('application/x-www-form-urlencoded is read', async () => {
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  const form = await parse('?a=1&b=%C3%A9+&a=%ff&=&', type);
  assertArrayEquals([...form].flat(), ['?a', '1', 'b', 'é ', 'a', '\ufffd', '', '']);
});
