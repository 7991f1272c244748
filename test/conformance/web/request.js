// Request: https://fetch.spec.whatwg.org/#request-class
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

test('a request of a URL', () => {
  const request = new Request('http://a.b:80/c d?e#f');
  const expected = {
    method: 'GET', url: 'http://a.b/c%20d?e#f', destination: '', mode: 'cors',
    referrer: 'about:client', referrerPolicy: '', credentials: 'same-origin',
    cache: 'default', redirect: 'follow', integrity: '', keepalive: false,
    duplex: 'half', body: null, bodyUsed: false,
  };
  for (const [name, value] of Object.entries(expected)) {
    assertEquals(request[name], value, name);
  }
  assertArrayEquals([...request.headers], []);
  assertEquals(request.headers, request.headers);
  assertEquals(request.signal, request.signal);
  assertEquals(request.signal.aborted, false);
  assertEquals(new Request(new URL('http://a/b')).url, 'http://a/b');
});

test('what it is given', () => {
  const init = {
    method: 'post', mode: 'same-origin', credentials: 'include', cache: 'no-store',
    redirect: 'manual', integrity: 'sha256-x', keepalive: 1, referrer: '',
    referrerPolicy: 'origin',
  };
  const request = new Request('http://a/', init);
  for (const name of Object.keys(init)) {
    if (name === 'method' || name === 'keepalive') continue;
    assertEquals(request[name], init[name], name);
  }
  assertEquals(request.method, 'POST');
  assertEquals(request.keepalive, true);
  const next = new Request(request, {redirect: 'error'});
  assertEquals(next.redirect, 'error');
  assertEquals(next.cache, 'no-store');
  assertEquals(next.method, 'POST');
});

test('methods', () => {
  const method = (name) => new Request('http://a/', {method: name}).method;
  for (const name of ['delete', 'get', 'head', 'options', 'post', 'put']) {
    assertEquals(method(name), name.toUpperCase());
  }
  assertEquals(method('patch'), 'patch');
  assertEquals(method('fooBar'), 'fooBar');
  for (const name of ['', 'a b', 'CONNECT', 'trace', 'Track', 'é', 'a\n']) {
    assertThrows(() => method(name), TypeError, name);
  }
});

test('what is no request', () => {
  const wrong = [
    ['/relative'], [''], ['http://user@a/'], ['http://:pw@a/'], ['http://['],
  ];
  for (const args of wrong) assertThrows(() => new Request(...args), TypeError, args[0]);
  const inits = [
    {mode: 'navigate'}, {mode: 'x'}, {credentials: 'x'}, {cache: 'x'},
    {redirect: 'x'}, {referrerPolicy: 'x'}, {referrer: 'http://['}, {window: 1},
    {cache: 'only-if-cached'}, {duplex: 'full'}, {body: 'x'}, {signal: {}},
    {method: 'HEAD', body: ''}, {mode: 'no-cors', method: 'PUT'}, 5,
  ];
  for (const init of inits) {
    assertThrows(() => new Request('http://a/', init), TypeError, JSON.stringify(init));
  }
  assertThrows(() => new Request(), TypeError);
});

test('bodies', async () => {
  const request = new Request('http://a/', {method: 'POST', body: '{"a":1}'});
  assertEquals(request.headers.get('Content-Type'), 'text/plain;charset=UTF-8');
  assertEquals((await request.json()).a, 1);
  await assertRejects(request.text(), TypeError);
  const stream = new Response('x').body;
  assertThrows(() => new Request('http://a/', {method: 'POST', body: stream}), TypeError);
  const streamed =
      new Request('http://a/', {method: 'POST', body: stream, duplex: 'half'});
  assertEquals(streamed.headers.get('Content-Type'), null);
  assertEquals(await streamed.text(), 'x');
});

test('a request made of another takes its body', async () => {
  const first = new Request('http://a/', {method: 'POST', body: 'text', headers: {b: 'c'}});
  const second = new Request(first);
  assertEquals(first.bodyUsed, true);
  assertThrows(() => new Request(first), TypeError);
  assertEquals(second.headers.get('b'), 'c');
  assertEquals(await second.text(), 'text');
  const third = new Request('http://a/', {method: 'POST', body: 'old'});
  const fourth = new Request(third, {body: 'new', headers: {d: 'e'}});
  assertEquals(third.bodyUsed, false);
  assertEquals(await fourth.text(), 'new');
  assertArrayEquals([...fourth.headers.keys()], ['content-type', 'd']);
  assertThrows(() => new Request(third, {method: 'GET'}), TypeError);
  assertEquals(third.bodyUsed, false, 'after a failure');
});

test('clone', async () => {
  const request = new Request('http://a/', {method: 'PUT', body: 'text', headers: {a: 'b'}});
  const copy = request.clone();
  copy.headers.set('a', 'c');
  assertEquals(request.headers.get('a'), 'b');
  assertEquals(copy.method, 'PUT');
  assertEquals(await copy.text(), 'text');
  assertEquals(await request.text(), 'text');
  assertThrows(() => request.clone(), TypeError);
});

test('signals', () => {
  const controller = new AbortController();
  const request = new Request('http://a/', {signal: controller.signal});
  const copy = request.clone();
  const next = new Request(request);
  const free = new Request(request, {signal: null});
  assertTrue(request.signal !== controller.signal);
  controller.abort('why');
  for (const each of [request, copy, next]) assertEquals(each.signal.reason, 'why');
  assertEquals(free.signal.aborted, false);
  assertEquals(new Request('http://a/', {signal: AbortSignal.abort(1)}).signal.reason, 1);
});
