/** Realms: JavaScript with a global, a heap and an event loop of its own.
 *
 *      // main.ts
 *      import { Realm } from 'rt:realm';
 *      import type * as prime from './prime.ts';
 *      using realm = new Realm<typeof prime>({ entry: './prime.ts', thread: true });
 *      console.log(await realm.call('isPrime', 97));
 *      realm.port.postMessage([1, 2, 3]);
 *      for await (const message of realm.port) console.log(message);
 *
 *      // prime.ts
 *      import { port } from 'rt:realm';
 *      export function isPrime(n: number): boolean { ... }
 *      for await (const numbers of port!) port!.postMessage(numbers.filter(isPrime));
 *
 *  A realm ends by terminate(), by an error that nobody caught in it, with the realm
 *  that made it, or when it has nothing left to do. Where its entry exports functions,
 *  it waits for calls of them then, until its maker has nothing left to do either. */
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
     *  handled. 'out-of-memory': its heap or its buffers reached the limit of
     *  --max-heap (not counted are resizable buffers and WebAssembly memories). */
    readonly reason: 'completed' | 'terminated' | 'error' | 'out-of-memory';
    /** An Error with the name, message, stack, cause and properties of that which
     *  ended the realm; or the thrown value, where it was no Error. */
    readonly error: any;
  }

  /** Of what was asked of a realm that ended before it answered. */
  export interface RealmEndedError extends Error {
    readonly code: 'ERR_REALM_ENDED';
    readonly reason: RealmExit['reason'];
    /** The error of the realm, where there is one. */
    readonly cause?: any;
  }

  /** In bytes. */
  export interface RealmMemoryUsage {
    /** What lives in the heap, and what of it is not collected yet. */
    heapUsed: number;
    heapTotal: number;
    /** What objects hold outside of the heap, ArrayBuffers with them. */
    external: number;
    arrayBuffers: number;
  }

  /** What a realm's entry exports: what call() takes and gives. Any function, where
   *  the program does not say. */
  type Functions = Record<string, (...args: any[]) => any>;
  type Callable<Exports> = {
    [Name in keyof Exports & string as
         Exports[Name] extends (...args: any[]) => any ? Name : never]:
        Exports[Name] extends (...args: infer Args) => infer Result ?
        (...args: Args) => Promise<Awaited<Result>> : never;
  };

  /** `Exports` is the type of the entry, as `typeof import('./entry.ts')`. */
  export class Realm<Exports = Functions> implements Disposable, AsyncDisposable {
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
    /** Calls a function that the entry exports (or 'default'), and awaits what it
     *  returns. Arguments and result are cloned; transfer() has them moved. Calls
     *  that are made before the entry is loaded wait for it; many may be under way
     *  at once, and come back in any order. They are no messages of `port`.
     *
     *  Rejects with what the function threw: of an Error its name, message, stack,
     *  cause and properties; with a TypeError that says what there is, where there
     *  is no such function; with a DOMException 'DataCloneError', where an argument
     *  or the result can't be cloned; with a RealmEndedError where the realm ended
     *  before, which then is no error of this realm.
     *
     *  A call holds this realm until it is answered, as long as the other has
     *  anything to do. */
    call<Name extends keyof Callable<Exports>>(
        exportName: Name, ...args: Parameters<Callable<Exports>[Name]>):
        ReturnType<Callable<Exports>[Name]>;
    /** Never rejects. Who has looked here (or called terminate()) sees to the
     *  error of the realm; if nobody has by the time it ends, and no call waits for
     *  it, the error is this realm's own, as if it had been thrown here. Settled
     *  after all messages of the realm have been delivered, if somebody listens. */
    readonly exited: Promise<RealmExit>;
    /** Bytes that the realm uses, measured by itself, also while its JavaScript runs
     *  without a pause. Rejects with a RealmEndedError where it has ended. */
    memoryUsage(): Promise<RealmMemoryUsage>;
    /** Microseconds of CPU that the realm used since its start, or since what a former
     *  call returned. As memoryUsage(). */
    cpuUsage(previous?: {user: number, system: number}):
        Promise<{user: number, system: number}>;
    /** Ends it at once, whatever it does, with all realms that it made. */
    terminate(): Promise<RealmExit>;
    /** Holds this realm (again) until the other ends, or does nothing but to wait
     *  for calls. When this realm has nothing left to do then, the other ends, as
     *  'completed'. */
    ref(): this;
    /** Does not hold it: when this realm ends, so does the other. */
    unref(): this;
    /** terminate() */
    [Symbol.dispose](): void;
    /** Waits for the end, too. */
    [Symbol.asyncDispose](): Promise<void>;
  }

  /** Returns `value`. The next call() that has it as an argument, or the next result of
   *  an export that it is, moves what `list` says instead of copying it:
   *
   *      await realm.call('parse', transfer(bytes, [bytes.buffer])); */
  export function transfer<T extends object>(
      value: T, list: Iterable<Transferable>): T;

  export interface RealmPoolOptions {
    /** As of a Realm. */
    entry: string | URL;
    /** How many realms there are at least (0), from the start on, and at most. */
    min?: number;
    max: number;
    /** Of what kind they are: 'thread' is the only one so far. */
    kind?: 'thread';
    /** Theirs is this and a number. */
    name?: string;
    /** Cloned for each. */
    data?: unknown;
  }

  /** Realms of one entry that share the calls of its exports:
   *
   *      await using pool = new RealmPool<typeof import('./parse.ts')>(
   *          { entry: './parse.ts', max: 4 });
   *      const trees = await Promise.all(files.map((file) => pool.call('parse', file)));
   *
   *  A realm that ends takes its calls with it and is replaced: at once where there
   *  would be less than `min`, else when a call needs it. */
  export class RealmPool<Exports = Functions> implements Disposable, AsyncDisposable {
    /** Throws a TypeError for options that can't be, and what `new Realm` throws. */
    constructor(options: RealmPoolOptions);
    /** Realm.call(), of the realm with the fewest calls under way; of a new one, where
     *  all have some and there are less than `max`. Rejects also with an Error whose
     *  code is 'ERR_POOL_CLOSED' after close() or terminate(); and with
     *  'ERR_POOL_FAILED' and the cause where three realms in a row ended before they
     *  did anything: then one more is tried each second. */
    call<Name extends keyof Callable<Exports>>(
        exportName: Name, ...args: Parameters<Callable<Exports>[Name]>):
        ReturnType<Callable<Exports>[Name]>;
    /** How many realms there are. */
    readonly size: number;
    /** How many calls are under way. */
    readonly pending: number;
    /** Takes no more calls, waits for those under way, and ends the realms. */
    close(): Promise<void>;
    /** Ends the realms at once; calls under way are rejected. */
    terminate(): Promise<void>;
    /** terminate() */
    [Symbol.dispose](): void;
    /** close() */
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
