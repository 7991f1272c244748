// An HTTP server that profiles itself, under a load that you give it:
//
//     PORT=3032 build/rt run examples/example_profile.ts
//     npx autocannon -c 100 -d 10 http://127.0.0.1:3032/
//     curl http://127.0.0.1:3032/stop
//     go tool pprof profile.pb
//
// `/` does what a small web application does for a page. `/stop` writes the profile to
// profile.pb in the working folder and ends the server. Without PORT it takes a port that
// is free.
import { DiskFileSystem } from 'rt:file';
import { serve } from 'rt:http';
import { open } from 'rt:kv';
import { env } from 'rt:process';
import { startProfiling, stopProfiling } from 'rt:profiler';

interface Product {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly tags: readonly string[];
}

const PROFILE = 'example';

/** The catalogue is in a store, as JSON: each page reads and parses it anew. */
const shop = open('shop');
await shop.put('catalogue', JSON.stringify(Array.from({ length: 50 }, (_, id): Product => ({
  id,
  name: `Product <${id}>`,
  price: 1 + id * 7 % 40,
  tags: ['new', 'sale', 'rare'].slice(0, id % 4),
}))));

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}

function renderProduct({ name, price, tags }: Product): string {
  const marks = tags.map((tag) => `<em>${escapeHtml(tag)}</em>`).join('');
  return `<li>${escapeHtml(name)}: ${price.toFixed(2)} ${marks}</li>`;
}

function renderPage(products: readonly Product[]): string {
  const sum = products.reduce((all, { price }) => all + price, 0);
  return `<!doctype html><title>Products</title><ul>${
    products.map(renderProduct).join('')}</ul><p>${sum.toFixed(2)}`;
}

/** FNV-1a, for the page's ETag. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return (value >>> 0).toString(16);
}

async function readProducts(): Promise<Product[]> {
  const catalogue = await shop.get('catalogue') as string;
  return (JSON.parse(catalogue) as Product[]).sort((a, b) => a.price - b.price);
}

async function showPage(request: Request): Promise<Response> {
  const page = renderPage(await readProducts());
  const etag = `"${hash(page)}"`;
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers: { etag } });
  }
  return new Response(page, { headers: { 'content-type': 'text/html', etag } });
}

async function stop(): Promise<Response> {
  await new DiskFileSystem().writeFile('profile.pb', stopProfiling(PROFILE));
  void server.close();
  return new Response('The profile is in profile.pb.\n');
}

startProfiling(PROFILE);
const server = await serve({ port: Number(env['PORT'] ?? 0) }, (request) => {
  switch (new URL(request.url).pathname) {
    case '/':
      return showPage(request);
    case '/stop':
      return stop();
    default:
      return new Response('There are / and /stop.\n', { status: 404 });
  }
});
console.log(`Listening on http://127.0.0.1:${server.port}/`);
