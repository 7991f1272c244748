// Headers: https://fetch.spec.whatwg.org/#headers-class
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

const flat = (headers) => [...headers].flat();

test('made of nothing, pairs, a record, Headers', () => {
  const expected = ['a', '1', 'b', '2'];
  assertArrayEquals(flat(new Headers()), []);
  assertArrayEquals(flat(new Headers(undefined)), []);
  assertArrayEquals(flat(new Headers([['B', '2'], ['A', 1]])), expected);
  assertArrayEquals(flat(new Headers({B: 2, A: '1'})), expected);
  assertArrayEquals(flat(new Headers(new Headers({B: 2, A: '1'}))), expected);
  assertArrayEquals(flat(new Headers(new Map([['b', '2'], ['a', '1']]))), expected);
  for (const wrong of [null, 1, 'text', [['a']], [['a', 'b', 'c']], [1], ['ab']]) {
    assertThrows(() => new Headers(wrong), TypeError, String(wrong));
  }
});

test('get, has, set, append and delete go by name, in any case', () => {
  const headers = new Headers({'Content-Type': 'a'});
  assertEquals(headers.get('content-TYPE'), 'a');
  assertTrue(headers.has('CONTENT-TYPE') && !headers.has('content'));
  headers.append('content-type', 'b');
  assertEquals(headers.get('Content-Type'), 'a, b');
  headers.append('x', '');
  assertEquals(headers.get('x'), '');
  headers.set('CONTENT-type', 'c');
  assertEquals(headers.get('Content-Type'), 'c');
  headers.delete('content-Type');
  assertEquals(headers.get('Content-Type'), null);
  headers.delete('none');
});

test('set replaces the first and drops the others', () => {
  const headers = new Headers([['a', '1'], ['b', '2'], ['A', '3'], ['c', '4'], ['a', '5']]);
  headers.set('a', '6');
  assertArrayEquals(flat(headers), ['a', '6', 'b', '2', 'c', '4']);
});

test('values lose the white space around them', () => {
  for (const value of [' x', 'x\t', '\r\n x \n', '\t\tx']) {
    assertEquals(new Headers({a: value}).get('a'), 'x');
  }
  assertEquals(new Headers({a: ' x  y '}).get('a'), 'x  y');
  assertEquals(new Headers({a: '\u00ff\u0001'}).get('a'), '\u00ff\u0001');
  assertEquals(new Headers({a: null}).get('a'), 'null');
});

test('what can be neither name nor value', () => {
  const headers = new Headers();
  for (const name of ['', 'a b', 'a:', 'é', '\u0100', 'a\n', '(', '@', '[', '{']) {
    assertThrows(() => headers.append(name, 'x'), TypeError, name);
    assertThrows(() => headers.set(name, 'x'), TypeError, name);
    assertThrows(() => headers.get(name), TypeError, name);
    assertThrows(() => headers.has(name), TypeError, name);
    assertThrows(() => headers.delete(name), TypeError, name);
    assertThrows(() => new Headers({[name]: 'x'}), TypeError, name);
  }
  for (const value of ['a\0b', 'a\nb', 'a\rb', '\u0100', '\ud83d']) {
    assertThrows(() => headers.append('a', value), TypeError, value);
    assertThrows(() => headers.set('a', value), TypeError, value);
    assertThrows(() => new Headers([['a', value]]), TypeError, value);
  }
  headers.set("!#$%&'*+-.^_`|~0aZ", 'x');
  assertEquals([...headers].length, 1);
  assertThrows(() => headers.append('a'), TypeError);
  assertThrows(() => headers.set('a'), TypeError);
  assertThrows(() => headers.get(), TypeError);
});

test('iterators sort, and join all but Set-Cookie', () => {
  const headers = new Headers([
    ['set-cookie', 'a=b'], ['x', '1'], ['Set-Cookie', 'c=d'], ['Accept', 'y'],
    ['X', '2'],
  ]);
  assertArrayEquals(flat(headers), [
    'accept', 'y', 'set-cookie', 'a=b', 'set-cookie', 'c=d', 'x', '1, 2',
  ]);
  assertArrayEquals(headers.getSetCookie(), ['a=b', 'c=d']);
  assertEquals(headers.get('set-cookie'), 'a=b, c=d');
  assertArrayEquals([...headers.keys()], ['accept', 'set-cookie', 'set-cookie', 'x']);
  assertArrayEquals([...headers.values()], ['y', 'a=b', 'c=d', '1, 2']);
  const seen = [];
  headers.forEach(function(value, name, all) {
    seen.push(value, name, all === headers, this);
  }, 5);
  assertEquals(seen.length, 16);
  assertArrayEquals(seen.slice(0, 3), ['y', 'accept', true]);
  assertArrayEquals(new Headers().getSetCookie(), []);
});

test('an iterator sees what changes', () => {
  const headers = new Headers({b: '1', d: '2'});
  const names = headers.keys();
  assertEquals(names.next().value, 'b');
  headers.append('c', 'x');
  assertEquals(names.next().value, 'c');
  headers.delete('d');
  assertEquals(names.next().done, true);
  assertEquals(Object.prototype.toString.call(names), '[object Headers Iterator]');
  assertEquals(Headers.prototype[Symbol.iterator], Headers.prototype.entries);
});

test('headers keep the case that they came in only from themselves', () => {
  const headers = new Headers({'X-MiXed': '1'});
  headers.append('x-mixed', '2');
  assertArrayEquals(flat(headers), ['x-mixed', '1, 2']);
});
