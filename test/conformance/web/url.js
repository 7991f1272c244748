// URL and URLSearchParams: https://url.spec.whatwg.org
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

// The examples of https://url.spec.whatwg.org/#urls and more of its rules; null
// means failure.
const PARSING = [
  ['https:example.org', undefined, 'https://example.org/'],
  ['https://////example.com///', undefined, 'https://example.com///'],
  ['https://example.com/././foo', undefined, 'https://example.com/foo'],
  ['hello:world', 'https://example.com', 'hello:world'],
  ['https:example.org', 'https://example.com', 'https://example.com/example.org'],
  ['\\example\\..\\demo/.\\', 'https://example.com', 'https://example.com/demo/'],
  ['example', 'https://example.com/demo', 'https://example.com/example'],
  ['file:///C|/demo', undefined, 'file:///C:/demo'],
  ['..', 'file:///C:/demo', 'file:///C:/'],
  ['file://loc%61lhost/', undefined, 'file:///'],
  ['https://user:password@example.org/', undefined, 'https://user:password@example.org/'],
  ['https://example.org/foo bar', undefined, 'https://example.org/foo%20bar'],
  ['https://EXAMPLE.com/../x', undefined, 'https://example.com/x'],
  ['https://ex ample.org/', undefined, null],
  ['example', undefined, null],
  ['https://example.com:demo', undefined, null],
  ['http://[www.example.com]/', undefined, null],
  ['https://example.org//', undefined, 'https://example.org//'],
  ['https://example.com/[]?[]#[]', undefined, 'https://example.com/[]?[]#[]'],
  ['https://example/%?%#%', undefined, 'https://example/%?%#%'],
  ['https://example/%25?%25#%25', undefined, 'https://example/%25?%25#%25'],
  ['http://example.com:80/', undefined, 'http://example.com/'],
  ['https://example.com:443/', undefined, 'https://example.com/'],
  ['http://example.com:443/', undefined, 'http://example.com:443/'],
  ['http://example.com:65536/', undefined, null],
  ['http://192.168.257', undefined, 'http://192.168.1.1/'],
  ['http://0x7f.1', undefined, 'http://127.0.0.1/'],
  ['http://256.0.0.1', undefined, null],
  ['http://[::1]:3000/', undefined, 'http://[::1]:3000/'],
  ['http://[1:2:0:0:5:0:0:0]', undefined, 'http://[1:2:0:0:5::]/'],
  ['http://[::ffff:1.2.3.4]', undefined, 'http://[::ffff:102:304]/'],
  ['http://a<b', undefined, null],
  ['http://faß.example/', undefined, 'http://xn--fa-hia.example/'],
  ['http://münchen.de/', undefined, 'http://xn--mnchen-3ya.de/'],
  ['http://日本語。jp', undefined, 'http://xn--wgv71a119e.jp/'],
  ['http://%41.com', undefined, 'http://a.com/'],
  ['  http://a.b\t/c\n ', undefined, 'http://a.b/c'],
  ['http://a/?é', undefined, 'http://a/?%C3%A9'],
  ["http://a/?'", undefined, 'http://a/?%27'],
  ["foo://a/?'", undefined, "foo://a/?'"],
  ['http://a/#é`', undefined, 'http://a/#%C3%A9%60'],
  ['http://a/\ud800', undefined, 'http://a/%EF%BF%BD'],
  ['?q', 'http://a/b?c#d', 'http://a/b?q'],
  ['#f', 'http://a/b?c#d', 'http://a/b?c#f'],
  ['', 'http://a/b?c#d', 'http://a/b?c'],
  ['//h/p', 'https://a/b', 'https://h/p'],
  ['#f', 'mailto:x', 'mailto:x#f'],
  ['x', 'mailto:x', null],
  ['mailto:a b', undefined, 'mailto:a b'],
  ['data:text/plain,hi there', undefined, 'data:text/plain,hi there'],
  ['javascript:alert(1)', undefined, 'javascript:alert(1)'],
  ['blob:https://example.com/id', undefined, 'blob:https://example.com/id'],
  ['web+demo:/.//not-a-host/', undefined, 'web+demo:/.//not-a-host/'],
];

test('parsing', () => {
  for (const [input, base, expected] of PARSING) {
    const what = `${input} on ${base}`;
    if (expected === null) {
      assertThrows(() => new URL(input, base), TypeError, what);
      assertEquals(URL.canParse(input, base), false, what);
      assertEquals(URL.parse(input, base), null, what);
    } else {
      assertEquals(new URL(input, base).href, expected, what);
      assertEquals(URL.canParse(input, base), true, what);
      assertEquals(URL.parse(input, base).href, expected, what);
      assertEquals(new URL(expected).href, expected, 'parsed again');
    }
  }
});

test('the parts', () => {
  const url = new URL('https://us%65r:pw@Example.COM:8443/p/a?q=1&r#frag');
  const parts = {
    protocol: 'https:', username: 'us%65r', password: 'pw',
    host: 'example.com:8443', hostname: 'example.com', port: '8443',
    pathname: '/p/a', search: '?q=1&r', hash: '#frag',
    origin: 'https://example.com:8443',
  };
  for (const [name, value] of Object.entries(parts)) {
    assertEquals(url[name], value, name);
  }
  assertEquals(String(url), url.href);
  assertEquals(JSON.stringify({url}), `{"url":"${url.href}"}`);
});

test('origins', () => {
  assertEquals(new URL('blob:https://a.b/x').origin, 'https://a.b');
  for (const opaque of ['file:///a', 'data:x', 'foo://a', 'blob:foo:x']) {
    assertEquals(new URL(opaque).origin, 'null', opaque);
  }
});

test('the setters', () => {
  const cases = [
    ['protocol', 'http', 'http://h:1/p?q#f'],
    ['protocol', 'foo', 'https://h:1/p?q#f'],
    ['username', 'a b', 'https://a%20b@h:1/p?q#f'],
    ['password', ':', 'https://:%3A@h:1/p?q#f'],
    ['host', 'x:2', 'https://x:2/p?q#f'],
    ['host', '', 'https://h:1/p?q#f'],
    ['hostname', 'y', 'https://y:1/p?q#f'],
    ['hostname', 'y:3', 'https://h:1/p?q#f'],
    ['port', '443', 'https://h/p?q#f'],
    ['port', '80x', 'https://h:80/p?q#f'],
    ['port', 'x', 'https://h:1/p?q#f'],
    ['port', '', 'https://h/p?q#f'],
    ['pathname', '/a/../b c', 'https://h:1/b%20c?q#f'],
    ['search', 'z=é', 'https://h:1/p?z=%C3%A9#f'],
    ['search', '', 'https://h:1/p#f'],
    ['hash', 'g', 'https://h:1/p?q#g'],
    ['hash', '', 'https://h:1/p?q'],
    ['href', 'foo:bar', 'foo:bar'],
  ];
  for (const [name, value, expected] of cases) {
    const url = new URL('https://h:1/p?q#f');
    url[name] = value;
    assertEquals(url.href, expected, `${name} = ${value}`);
  }
  assertThrows(() => new URL('a:b').href = 'x', TypeError);
});

test('searchParams and the URL follow each other', () => {
  const url = new URL('http://a/?x=1&y=%20');
  const params = url.searchParams;
  assertEquals(url.searchParams, params);
  assertEquals(params.get('y'), ' ');
  params.append('z', 'a&b');
  assertEquals(url.href, 'http://a/?x=1&y=+&z=a%26b');
  url.search = '?n=2';
  assertEquals(params.get('n'), '2');
  params.delete('n');
  assertEquals(url.href, 'http://a/');
});

test('URLSearchParams is made from text, pairs and records', () => {
  const text = (init) => new URLSearchParams(init).toString();
  assertEquals(text('?a=1&a=2&b'), 'a=1&a=2&b=');
  assertEquals(text('a=b=c&&=x'), 'a=b%3Dc&=x');
  assertEquals(text([['a', 'b'], ['c', 'd e']]), 'a=b&c=d+e');
  assertEquals(text({a: 1, b: '~*-._'}), 'a=1&b=%7E*-._');
  assertEquals(text(new URLSearchParams('q=1')), 'q=1');
  assertEquals(text('a=%f0%9f%92%a9&b=%zz&c=+'), 'a=%F0%9F%92%A9&b=%25zz&c=+');
  assertEquals(text(), '');
  assertThrows(() => text([['a']]), TypeError);
  assertThrows(() => text([1]), TypeError);
});

test('URLSearchParams reads and changes', () => {
  const params = new URLSearchParams('a=1&b=2&a=3');
  assertEquals(params.size, 3);
  assertEquals(params.get('a'), '1');
  assertEquals(params.get('c'), null);
  assertArrayEquals(params.getAll('a'), ['1', '3']);
  assertTrue(params.has('a', '3') && !params.has('a', '2'));
  params.delete('a', '1');
  assertEquals(String(params), 'b=2&a=3');
  params.append('b', '4');
  params.set('b', '5');
  assertEquals(String(params), 'b=5&a=3');
  assertArrayEquals([...params].flat(), ['b', '5', 'a', '3']);
  assertArrayEquals([...params.keys()], ['b', 'a']);
  assertArrayEquals([...params.values()], ['5', '3']);
  const seen = [];
  params.forEach((value, key, all) => seen.push(value, key, all === params));
  assertArrayEquals(seen, ['5', 'b', true, '3', 'a', true]);
});

test('sort is stable and by code units', () => {
  const params = new URLSearchParams('z=b&a=b&z=a&a=a&\uffff=1&\u{1f308}=2');
  params.sort();
  assertArrayEquals(
      [...params.keys()], ['a', 'a', 'z', 'z', '\u{1f308}', '\uffff']);
  assertArrayEquals(params.getAll('z'), ['b', 'a']);
});
