// `rt run --serve`: serves what the first module exports by default.

import {toApp} from './app.ts';
import {serve} from './http.ts';

/** Called by C++ with the promise of the module's evaluation and its namespace. */
export async function serveDefault(
    evaluated: Promise<unknown>, namespace: Record<string, unknown>, hostname: string,
    port: number): Promise<void> {
  await evaluated;
  const app = toApp(namespace['default'], '--serve: the module');
  await serve({
    hostname,
    port,
    onListen(at) {
      if (!('port' in at)) return;
      const host = at.hostname.includes(':') ? `[${at.hostname}]` : at.hostname;
      natives.console.write(2, `Listening on http://${host}:${at.port}/\n`);
    },
  }, (request, info) => app.fetch(request, info));
}
