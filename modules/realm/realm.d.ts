/** Realms: JavaScript with a global, a heap, an event loop and a thread of its own.
 *
 *      // main.ts
 *      import { Realm } from 'rt:realm';
 *      const realm = new Realm({ entry: './count.ts', data: [1, 2, 3], thread: true });
 *      for await (const message of realm.port) console.log(message);
 *
 *      // count.ts
 *      import { data, port } from 'rt:realm';
 *      for (const number of data) port!.postMessage(number * 2);
 *
 *  A realm ends when it has nothing left to do, by terminate(), by an error that
 *  nobody caught in it, or with the realm that made it. */
declare module 'rt:realm' {
  export interface RealmOptions {
    /** Its first module. A relative path or URL is relative to the module that
     *  calls `new Realm`, as an import would be. */
    entry: string | URL;
    /** For profiles and messages; need not be unique. */
    name?: string;
    /** What the realm gets as `data`, by structured clone. */
    data?: unknown;
    /** What of `data` is moved instead of copied. */
    transfer?: Iterable<Transferable>;
    /** On a thread of its own: the only kind so far. */
    thread: true;
  }

  /** How a realm ended. `error` is there in the last two cases. */
  export interface RealmExit {
    /** 'completed': it had nothing left to do. 'terminated': by terminate(), or
     *  since the process exits. 'error': an error or a rejection that nobody
     *  handled. 'out-of-memory': its heap reached its limit. */
    readonly reason: 'completed' | 'terminated' | 'error' | 'out-of-memory';
    /** An Error with the name, message, stack, cause and properties of that which
     *  ended the realm; or the thrown value, where it was no Error. */
    readonly error: any;
  }

  export class Realm implements Disposable, AsyncDisposable {
    /** Throws a TypeError for options that can't be, a DOMException
     *  'DataCloneError' for data that can't be cloned, an Error where the system
     *  has no thread to give. That the entry is missing or wrong shows in
     *  `exited`. */
    constructor(options: RealmOptions);
    /** Unique in the process. */
    readonly id: number;
    readonly name: string;
    /** The URL of its first module. */
    readonly entry: string;
    readonly kind: 'thread';
    /** To the `port` of the realm. Messages wait until somebody listens or reads. */
    readonly port: MessagePort;
    /** Never rejects. Who has looked here (or called terminate()) sees to the
     *  error of the realm; if nobody has by the time it ends, the error is this
     *  realm's own, as if it had been thrown here. Settled after all messages of
     *  the realm have been delivered, if somebody listens. */
    readonly exited: Promise<RealmExit>;
    /** Ends it at once, whatever it does, with all realms that it made. */
    terminate(): Promise<RealmExit>;
    /** Holds this realm (again) until the other ends. */
    ref(): this;
    /** Does not hold it: when this realm ends, so does the other. */
    unref(): this;
    /** terminate() */
    [Symbol.dispose](): void;
    /** Waits for the end, too. */
    [Symbol.asyncDispose](): Promise<void>;
  }

  // --- The realm that this module runs in ---

  /** Unique in the process; 0 is the main realm. */
  export const id: number;
  export const name: string;
  export const kind: 'main' | 'thread';
  /** What its maker gave it; undefined in the main realm. */
  export const data: any;
  /** To its maker's `realm.port`; null in the main realm. It holds the realm while
   *  somebody listens to it. */
  export const port: MessagePort | null;
}
