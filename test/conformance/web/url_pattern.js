// https://urlpattern.spec.whatwg.org, by its own examples
import {assertEquals, assertThrows, test} from '../harness.js';

test('named groups and wildcards', () => {
  const pattern = new URLPattern({pathname: '/products/:id'});
  assertEquals(pattern.exec('https://a.b/products/12').pathname.groups.id, '12');
  assertEquals(pattern.test('https://a.b/products/'), false);
  assertEquals(pattern.test('https://a.b/products/1/2'), false);
  const images = new URLPattern({pathname: '/*.png'});
  assertEquals(images.test('https://a.b/x/y.png'), true);
  assertEquals(images.exec('https://a.b/x/y.png').pathname.groups[0], 'x/y');
  assertEquals(images.test('https://a.b/y.jpg'), false);
});

test('modifiers and expressions', () => {
  const blog = new URLPattern({pathname: '/blog/:year(\\d+)/:title?'});
  assertEquals(blog.test('https://a.b/blog/2022'), true);
  assertEquals(blog.exec('https://a.b/blog/2022/x').pathname.groups.title, 'x');
  assertEquals(blog.test('https://a.b/blog/x'), false);
  assertEquals(blog.hasRegExpGroups, true);
  const books = new URLPattern({pathname: '/{old/}?books'});
  assertEquals(books.test('https://a.b/books') && books.test('https://a.b/old/books'), true);
});

test('a pattern of a whole URL', () => {
  const pattern = new URLPattern('https://*.example.com/a?q=:what#x');
  assertEquals(pattern.protocol, 'https');
  assertEquals(pattern.hostname, '*.example.com');
  assertEquals(pattern.hash, 'x');
  assertEquals(pattern.test('https://cdn.example.com/a?q=1#x'), true);
  assertEquals(pattern.test('http://cdn.example.com/a?q=1#x'), false);
  const relative = new URLPattern('/a/:b', 'https://example.com');
  assertEquals(relative.exec({pathname: '/a/c', baseURL: 'https://example.com'}).pathname.groups.b, 'c');
});

test('options and errors', () => {
  assertEquals(new URLPattern({pathname: '/A'}, {ignoreCase: true}).test('http://x/a'), true);
  assertEquals(new URLPattern({pathname: '/A'}).test('http://x/a'), false);
  assertThrows(() => new URLPattern('/a'), TypeError);
  assertThrows(() => new URLPattern({pathname: '/:'}), TypeError);
  assertThrows(() => new URLPattern({pathname: '/(\\q)('}), TypeError);
});
