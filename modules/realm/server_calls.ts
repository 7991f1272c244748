// What a realm and its maker say of the HTTP server that the realm runs for it
// (modules/http): over the channel of the calls, beside those of its exports.

import {callsOf, type Realm} from './realm.ts';

/** listen: serves what the entry exports by default, and tells where; finished: waits
 *  for the server's end; close and abort are the server's. */
export type ServerCall = 'listen'|'finished'|'close'|'abort';

/** Rejects where the realm ends before, and with what the call throws there. */
export function callServer(
    realm: Realm, what: ServerCall, ...args: unknown[]): Promise<unknown> {
  return callsOf(realm).callServer(what, args);
}
