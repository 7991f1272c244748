// Response: https://fetch.spec.whatwg.org/#response-class
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

const flat = (headers) => [...headers].flat();

test('a response without arguments', () => {
  const response = new Response();
  assertEquals(response.status, 200);
  assertEquals(response.statusText, '');
  assertEquals(response.ok, true);
  assertEquals(response.type, 'default');
  assertEquals(response.url, '');
  assertEquals(response.redirected, false);
  assertEquals(response.body, null);
  assertEquals(response.bodyUsed, false);
  assertArrayEquals(flat(response.headers), []);
});

test('a text gives a Content-Type, unless there is one', async () => {
  const response = new Response('hello', {status: 201, headers: {'X-B': ' 1 '}});
  assertArrayEquals(
      flat(response.headers),
      ['content-type', 'text/plain;charset=UTF-8', 'x-b', '1']);
  assertEquals(await response.text(), 'hello');
  const other = new Response('x', {headers: [['content-Type', 'a/b']]});
  assertArrayEquals(flat(other.headers), ['content-type', 'a/b']);
});

test('a body is read once', async () => {
  const response = new Response('a');
  const text = response.text();
  assertEquals(response.bodyUsed, true);
  await assertRejects(response.text(), TypeError);
  assertEquals(await text, 'a');
  await assertRejects(response.json(), TypeError);
  assertThrows(() => response.clone(), TypeError);
  assertTrue(response.body.locked);
  const empty = new Response();
  assertEquals(await empty.text(), '');
  assertEquals(await empty.text(), '');
  assertEquals(empty.bodyUsed, false);
});

test('what a body can be made of', async () => {
  const text = async (init) => {
    const response = new Response(init);
    return `${response.headers.get('content-type')} ${await response.text()}`;
  };
  const bytes = new Uint8Array([65, 66, 67]);
  assertEquals(await text(bytes), 'null ABC');
  assertEquals(await text(bytes.buffer), 'null ABC');
  assertEquals(await text(new DataView(bytes.buffer, 1)), 'null BC');
  assertEquals(await text(new Blob(['x'])), 'null x');
  assertEquals(await text(new Blob(['x'], {type: 'a/b'})), 'a/b x');
  assertEquals(
      await text(new URLSearchParams({a: 'b c'})),
      'application/x-www-form-urlencoded;charset=UTF-8 a=b+c');
  assertEquals(await text(12), 'text/plain;charset=UTF-8 12');
  assertEquals(await text(new Response('s').body), 'null s');
  const copied = new Response(bytes);
  bytes[0] = 90;
  assertEquals(await copied.text(), 'ABC');
});

test('a text is as after UTF-8', async () => {
  assertEquals(await new Response('\ufeffa\ud800').text(), 'a\ufffd');
  assertArrayEquals(
      await new Response('\ufeffa').bytes(), [0xef, 0xbb, 0xbf, 0x61]);
});

test('what cannot be a response', () => {
  for (const status of [0, 101, 199, 600, 1000]) {
    assertThrows(() => new Response('', {status}), RangeError, `${status}`);
  }
  for (const status of [204, 205, 304]) {
    assertThrows(() => new Response('', {status}), TypeError, `${status}`);
    assertEquals(new Response(null, {status}).status, status);
  }
  assertThrows(() => new Response('', {statusText: 'a\n'}), TypeError);
  assertThrows(() => new Response('', {statusText: '\u0100'}), TypeError);
  assertThrows(() => new Response('', {headers: {'a b': 'c'}}), TypeError);
  assertThrows(() => new Response('', 1), TypeError);
});

test('clone', async () => {
  const response = new Response('text', {status: 202, statusText: 'S'});
  const early = response.clone();
  const stream = response.body;
  const late = response.clone();
  assertTrue(response.body !== stream, 'the body is a branch now');
  for (const each of [response, early, late]) {
    assertEquals(each.status, 202);
    assertEquals(each.statusText, 'S');
    assertEquals(await each.text(), 'text');
  }
});

test('json, error, redirect', async () => {
  const json = Response.json({a: [1]}, {status: 203});
  assertEquals(json.status, 203);
  assertEquals(json.headers.get('content-type'), 'application/json');
  assertEquals((await json.json()).a[0], 1);
  assertThrows(() => Response.json(undefined), TypeError);
  assertThrows(() => Response.json(1n), TypeError);
  const error = Response.error();
  assertEquals(error.type, 'error');
  assertEquals(error.status, 0);
  assertThrows(() => error.headers.set('a', 'b'), TypeError);
  const redirect = Response.redirect('http://a/b c', 301);
  assertEquals(redirect.status, 301);
  assertEquals(redirect.headers.get('Location'), 'http://a/b%20c');
  assertThrows(() => redirect.headers.append('a', 'b'), TypeError);
  assertEquals(Response.redirect('http://a').status, 302);
  assertThrows(() => Response.redirect('http://a', 200), RangeError);
  assertThrows(() => Response.redirect('no URL'), TypeError);
});

test('a stream that was read from, or is locked, is no body', async () => {
  const used = new Response('a').body;
  for await (const _ of used);
  assertThrows(() => new Response(used), TypeError);
  const locked = new Response('a').body;
  locked.getReader();
  assertThrows(() => new Response(locked), TypeError);
});
