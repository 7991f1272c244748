// What went wrong while a request was answered, for people: on standard error, and
// never to the client.

import {inspect} from '../web/inspect.ts';

export function showError(what: string, error: unknown): void {
  natives.console.write(2, `rt:http: ${what}: ${inspect(error)}\n`);
}
