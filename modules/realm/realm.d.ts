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
  export interface RealmOptions extends Partial<RemoteOptions> {
    /** Its first module. A relative path or URL is relative to the module that
     *  calls `new Realm`, as an import would be. */
    entry: string | URL;
    /** For profiles and messages; need not be unique. */
    name?: string;
    /** What the realm gets as `data`, by structured clone. */
    data?: unknown;
    /** What of `data` is moved instead of copied. */
    transfer?: Iterable<Transferable>;
    /** On a thread of its own. Without this, `sandbox`, `process` and `remote`, the
     *  realm is pooled: it shares one of a few threads (`rt run --reactors N`) with
     *  other realms, and costs less. */
    thread?: boolean;
    /** In a process of its own: what goes wrong there, be it that the process dies,
     *  ends this realm and nothing else. Its standard output and error are those of
     *  this process. Nothing is shared with it: what goes there, transferred or
     *  not, is copied, and a MessagePort, a SharedArrayBuffer or a
     *  WebAssembly.Module can't. It ends with this process, however that ends. */
    process?: boolean;
    /** On a thread of its own, with no more than this grants. */
    sandbox?: SandboxOptions;
  }

  /** Where another machine runs the realm: `rt realm-host` there, as a sandbox with the
   *  policy of its operator. Its modules come from this machine, which sends it those
   *  in the folder of the entry, below it and in the node_modules beside and above it,
   *  and no other file. Nothing is shared, as with `process`.
   *
   *  A host that can't be reached or is lost ends the realm as 'error'; the `code` of
   *  the error tells which: see RealmExit. In a sandbox, `net` must grant the host,
   *  `read` the file of `cert`, and only modules that the sandbox may load are sent. */
  export interface RemoteOptions {
    /** 'wss://HOST:PORT'; or 'ws://', without TLS, where the host is this machine. */
    remote: string | URL;
    /** What the host knows its callers by: the text in its --token-file. */
    token: string;
    /** A PEM file with certificates that are trusted beside the system's and those of
     *  `rt run --cert`, such as that which an operator made for the host. A path as in
     *  SandboxOptions. */
    cert?: string | URL;
    /** Allows 'ws://' to another machine. Whoever is on the way then reads the token,
     *  and all else, and can change it. */
    insecure?: boolean;
  }

  /** What a sandbox may do: nothing that is not here. What is denied throws an Error
   *  (or rejects with one) whose `code` is 'EPERM' and whose message says what was
   *  tried and which grant would allow it. docs/sandbox.md says what holds it.
   *
   *  A path is a string, absolute or relative to the folder of the module that calls
   *  `new Realm`, or a file: URL; it must exist, and it stands for the real path. A
   *  folder stands for all that is in it.
   *
   *  In a sandbox every realm that it makes is one, and has no more than its maker: to
   *  grant more is an EPERM; where no `sandbox` is given, it has the same. */
  export interface SandboxOptions {
    /** What rt:file may read and list. Modules need none in the folder of the entry,
     *  in those below it, and in the node_modules beside and above it. */
    read?: (string | URL)[];
    /** What it may write, make, rename and remove. It does not allow to read. */
    write?: (string | URL)[];
    /** Who may be talked to, as 'HOST:PORT': 'example.com:443', '*.example.com:443'
     *  (all below it), 'localhost:*', '[::1]:80', '*:443'. */
    net?: string[];
    /** Names of environment variables. */
    env?: string[];
    /** Stores of rt:cache, rt:config, rt:kv and rt:secret by kind and name, as
     *  'kv:sessions'; 'kv:*' are all of a kind. */
    stores?: string[];
    /** The modules of rt that it may import. Default: those that give nothing by
     *  themselves, those of `stores`, 'rt:file', 'rt:process' and
     *  'rt:realm'. */
    modules?: string[];
    /** Bytes of V8's heap, and as many again of buffers, WebAssembly memories and
     *  messages that nobody has read: at least 16 MiB. Then it ends as
     *  'out-of-memory'; WebAssembly memories and buffers that can grow are refused
     *  instead, by a RangeError and a -1 of memory.grow. Each realm that it makes has
     *  as much for itself. */
    memory?: number;
    /** Milliseconds of CPU time of its thread and of those of the realms that it makes;
     *  then it ends as 'cpu-limit', whatever it does. */
    cpuMs?: number;
    /** Milliseconds from its start; then it ends as 'wall-limit'. */
    wallMs?: number;
    /** Where the kernel has no Landlock, `new Realm` throws an Error with the code
     *  'ENOTSUP'. Without it, `enforcement` tells. */
    landlock?: 'require';
  }

  /** What holds a sandbox; of a remote realm, as its host says. */
  export interface Enforcement {
    /** rt's own checks. */
    readonly bindings: true;
    /** The version of the kernel's Landlock that holds files and TCP ports. */
    readonly landlock: number | false;
    /** The kernel leaves its threads only the system calls that rt makes. */
    readonly seccomp: boolean;
    /** Why the kernel does not hold all of it. */
    readonly reason?: string;
  }

  /** How a realm ended. `error` is there in all cases but the first two.
   *
   *  The error of a remote realm whose host is the reason has one of these as `code`.
   *  It did not start: 'ENOTFOUND' (no such name), 'ECONNREFUSED', 'EHOSTUNREACH' and
   *  others of the system, 'ETIMEDOUT' (no answer in 30 s), 'ERR_TLS_CERTIFICATE' (not
   *  trusted, or another's), 'ERR_TLS', 'ERR_NOT_ENCRYPTED' ('ws://' to another
   *  machine), 'ERR_TOKEN_REFUSED', 'ERR_NO_WEBSOCKET' (no realm host). It is lost:
   *  'ECONNRESET' (the connection was cut), 'ETIMEDOUT' (the host has not answered for
   *  30 s), 'ERR_CLOSED_BY_HOST', 'ERR_PROTOCOL' (the host sent what is none of it). */
  export interface RealmExit {
    /** 'completed': it had nothing left to do. 'terminated': by terminate(), or
     *  since the process exits. 'error': an error or a rejection that nobody
     *  handled. 'out-of-memory': its heap or its buffers reached the limit of
     *  --max-heap or of sandbox.memory. 'cpu-limit' and 'wall-limit': a sandbox used
     *  up its cpuMs or wallMs. 'exited': a realm that has a process of its own called
     *  exit(); other realms end by that with the process that they are in. */
    readonly reason: 'completed' | 'terminated' | 'error' | 'out-of-memory' |
        'cpu-limit' | 'wall-limit' | 'exited';
    /** An Error with the name, message, stack, cause and properties of that which
     *  ended the realm; or the thrown value, where it was no Error. */
    readonly error: any;
    /** Of a realm that has a process of its own, what that process exited with;
     *  null where a signal ended it. */
    readonly exitCode?: number | null;
    /** Of such a realm, the name of the signal, as 'SIGKILL'; null where there was
     *  none. One that terminate() did not send is an 'error'. */
    readonly signal?: string | null;
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
     *  has no thread or process to give or a sandbox is not to be had. That the entry
     *  is missing or wrong shows in `exited`. */
    constructor(options: RealmOptions);
    /** Unique in the process. */
    readonly id: number;
    readonly name: string;
    /** The URL of its first module. */
    readonly entry: string;
    readonly kind: 'thread' | 'pooled' | 'sandbox' | 'process' | 'remote';
    /** Of a sandbox. Of a remote realm it is there when its host has said so: before
     *  the first message of the realm, and its first answer. */
    readonly enforcement?: Enforcement;
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

  export interface RealmPoolOptions extends Partial<RemoteOptions> {
    /** As of a Realm. */
    entry: string | URL;
    /** How many realms there are at least (0), from the start on, and at most. */
    min?: number;
    max: number;
    /** Of what kind they are: 'sandbox' where there is `sandbox`, 'remote' where there
     *  is `remote`, else 'pooled'. */
    kind?: 'thread' | 'pooled' | 'sandbox' | 'process' | 'remote';
    /** What each of them may do. */
    sandbox?: SandboxOptions;
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
  export const kind: 'main' | 'thread' | 'pooled' | 'sandbox' | 'process' | 'remote';
  /** What its maker gave it; undefined in the main realm. */
  export const data: any;
  /** To its maker's `realm.port`; null in the main realm. It holds the realm while
   *  somebody listens to it. */
  export const port: MessagePort | null;
}
