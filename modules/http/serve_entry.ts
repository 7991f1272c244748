// `rt run --serve`: serves what the first module exports by default.

import {serve} from './http.ts';

interface App {
  fetch: Parameters<typeof serve>[1];
}

function isApp(value: unknown): value is App {
  return typeof value === 'object' && value !== null &&
      typeof (value as App).fetch === 'function';
}

/** Called by C++ with the promise of the module's evaluation and its namespace. */
export async function serveDefault(
    evaluated: Promise<unknown>, namespace: Record<string, unknown>, hostname: string,
    port: number): Promise<void> {
  await evaluated;
  const app = namespace['default'];
  if (!isApp(app)) {
    throw new TypeError(
        '--serve needs a module with an object as its default export that has fetch: ' +
        'export default { fetch(request) { return new Response("hello"); } }');
  }
  await serve({
    hostname,
    port,
    onListen(at) {
      if (!('port' in at)) return;
      const host = at.hostname.includes(':') ? `[${at.hostname}]` : at.hostname;
      natives.console.write(2, `Listening on http://${host}:${at.port}/\n`);
    },
  }, (request, info) => app.fetch!(request, info));
}
