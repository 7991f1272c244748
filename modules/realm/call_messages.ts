// What a realm and its maker say to each other over the channel of its calls, apart
// from realm.port. Nothing but structured clone crosses, so that the two may be in
// different processes.

import type {Packed} from './error_transport.ts';

/** From the maker: a call, or one of the requests. */
export type ToRealm =
    [id: number, exportName: string | typeof SERVER, args: unknown[]] |
    [id: 0, request: typeof ASK | typeof FINISH];

/** From the realm: what a call came to, or one of the states. */
export type ToMaker =
    [id: number, outcome: typeof RESULT, value: unknown] |
    [id: number, outcome: typeof ERROR, error: Packed] |
    [id: 0, state: typeof SERVES] |
    [id: 0, state: typeof STUCK | typeof IDLE, received: number];

/** In the place of an export's name: a call of the server that the realm runs for its
 *  maker (server_calls.ts), which the first argument names. */
export const SERVER = 0;

/** The maker has nothing left to do and asks to be told when the realm has not either:
 *  by IDLE. */
export const ASK = 0;
/** No more calls will come: the realm ends when nothing is left to do in it. */
export const FINISH = 1;

export const RESULT = 0;
export const ERROR = 1;
/** The entry is loaded and exports functions: the realm waits for calls of them when
 *  it has nothing else to do. */
export const SERVES = 2;
/** Nothing is left to do in the realm after this many calls, of which some are not
 *  answered: they never will be, unless somebody gives the realm something to do. */
export const STUCK = 3;
/** Nothing is left to do after this many calls, at a time after ASK. */
export const IDLE = 4;
