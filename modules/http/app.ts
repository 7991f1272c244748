// What a module exports by default to be served.

import type {Handler} from 'rt:http';

export interface App {
  fetch: Handler;
}

/** `who` begins the error that says what a module needs. */
export function toApp(value: unknown, who: string): App {
  if (typeof value === 'object' && value !== null &&
      typeof (value as App).fetch === 'function') {
    return value as App;
  }
  throw new TypeError(
      `${who} needs an object as its default export that has fetch: ` +
      'export default { fetch(request) { return new Response("hello"); } }');
}
