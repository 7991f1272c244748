// The functions that C++ gives to the modules. bootstrap.ts's bundle is called with
// one object of this shape while the snapshot is made, so at the top level of a module
// they may be referenced but never called: no process and no realm exists there.
// A binding's C++ side is bindings/<name>_binding.{h,cc}.

declare const natives: Natives;

interface Natives {
  readonly cache: CacheNatives;
  readonly compression: CompressionNatives;
  readonly console: ConsoleNatives;
  readonly crypto: CryptoNatives;
  readonly encoding: EncodingNatives;
  readonly errors: ErrorsNatives;
  readonly fetch: FetchNatives;
  readonly file: FileNatives;
  readonly http: HttpNatives;
  readonly inspect: InspectNatives;
  readonly kv: KvNatives;
  readonly messaging: MessagingNatives;
  readonly openFile: OpenFileNatives;
  readonly performance: PerformanceNatives;
  readonly process: ProcessNatives;
  readonly profiler: ProfilerNatives;
  readonly realm: RealmNatives;
  readonly settings: SettingsNatives;
  readonly timers: TimersNatives;
  readonly webSocket: WebSocketNatives;
}

/** Streams by their ids. */
interface CompressionNatives {
  /** A CompressionFormat of runtime/compression/zlib_stream.h. It is closed when `owner`
   *  is collected as garbage. */
  open(owner: object, format: 0 | 1 | 2, compresses: boolean): number;
  /** null: the input is at its end. Returns what came out, and what is wrong with the
   *  input; then the stream is closed. */
  write(id: number, bytes: BufferSource | null):
      [parts: Uint8Array<ArrayBuffer>[], problem: string | undefined];
  close(id: number): void;
}

/** CacheFound::State (3: nothing), the value, its age in milliseconds, the id of the
 *  obligation to make it (0: none). */
type NativeCacheLookup = [state: number, value: unknown, age: number, obligation: number];

/** Caches and obligations by their ids. Of obligations, each function but setOwner ends
 *  one; one that is gone does nothing. Times in milliseconds. */
interface CacheNatives {
  open(name: string): number;
  lookup(id: number, key: string): Promise<NativeCacheLookup>;
  peek(id: number, key: string): NativeCacheLookup;
  insert(
      id: number, key: string, value: unknown, maxAge: number,
      staleWhileRevalidate: number, surrogateKeys: string[]): boolean;
  /** It is given up when `owner` is collected as garbage. */
  setOwner(obligation: number, owner: object): void;
  fulfil(
      obligation: number, value: unknown, maxAge: number, staleWhileRevalidate: number,
      surrogateKeys: string[]): boolean;
  revalidate(obligation: number, maxAge: number, staleWhileRevalidate: number): boolean;
  decline(obligation: number): void;
  abandon(obligation: number): void;
  purge(id: number, key: string): number;
  purgeSurrogate(id: number, surrogateKey: string): number;
  purgeAll(id: number): number;
}

interface ConsoleNatives {
  /** Writes the text as UTF-8. False where not all of it could be written. */
  write(fd: 1 | 2, text: string): boolean;
  isTerminal(fd: 1 | 2): boolean;
  /** The terminal's width in columns, 0 where fd is no terminal. */
  columns(fd: 1 | 2): number;
}

interface CryptoNatives {
  /** Fills the view's bytes from the kernel's generator. */
  getRandomValues(view: ArrayBufferView): void;
}

interface EncodingNatives {
  encodeUtf8(text: string): Uint8Array<ArrayBuffer>;
  /** Returns [code units read, bytes written]. Never splits a character. */
  encodeInto(text: string, target: Uint8Array): [number, number];
  /** Throws a TypeError where `fatal` and the bytes are not UTF-8. */
  decodeUtf8(
      bytes: ArrayBufferView | ArrayBufferLike, fatal: boolean,
      ignoreBOM: boolean): string;
  /** The same, without a byte order mark, for bytes that nobody else has: much text
   *  takes their memory for its own, and leaves the buffer detached. */
  takeUtf8(bytes: Uint8Array<ArrayBuffer>, fatal: boolean): string;
  /** One character a byte (ISO 8859-1), the form that atob returns. */
  decodeLatin1(bytes: Uint8Array): string;
}

/** File, line and column; both from 1. */
type OriginalPlace = [string, number, number];

interface ErrorsNatives {
  /** Where the error was thrown or made: [message as of an ErrorEvent, file,
   *  line, column]; line and column from 1, 0 where unknown. */
  describe(error: unknown): [string, string, number, number];
  /** Whether places in a script differ from those that its author wrote. */
  hasOtherPlaces(script: string): boolean;
  /** The place that a script's author wrote; undefined where it is the same. */
  originalPlace(script: string, line: number, column: number): OriginalPlace|undefined;
  /** Ends the realm with this error as its uncaught one. Does not return. */
  reportUncaught(error: unknown): never;
  /** Throws an Error with the code 'EPERM' in a sandbox. */
  mayExit(): void;
  /** Ends the process. Does not return. */
  exit(code: number): never;
}

/** Lines are "Name: value\r\n". The body's size is -1 where it is not known. All of the
 *  body where it has come; null where read() and readAll() bring it. */
type NativeAnswer = [
  status: number, reason: string, lines: string, bodySize: number, isDecoded: boolean,
  body: Uint8Array<ArrayBuffer> | null
];

/** HTTP calls by numbers that JavaScript gives them. What fails rejects with an Error
 *  that has `code` and `phase` (web/fetch.d.ts). One that is done does nothing. */
interface FetchNatives {
  /** The operator's: name, origin and path of a socket in turn. */
  backends(): string[];
  /** What waits for the call rejects. */
  cancel(id: number, isAbort: boolean): void;
  digest(algorithm: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Uint8Array;
  /** Some bytes; null at the end. */
  read(id: number): Promise<Uint8Array<ArrayBuffer> | null>;
  readAll(id: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Tells those who watch of a call that is not made. */
  refuse(backend: string, method: string, url: string): void;
  /** `body` is true where write() brings it, of `size` bytes; -1: not known. Throws
   *  where a sandbox may not connect there. */
  start(
      id: number, backend: string, method: string, url: string, headers: string[],
      body: string | Uint8Array | true | null, size: number,
      unixPath: string): Promise<NativeAnswer>;
  /** The next part of the body, null for its end: true when it was taken, false where
   *  nobody takes more. */
  write(id: number, part: Uint8Array | null): Promise<boolean>;
}

/** These depend on nothing but their arguments: they alone may be called while the
 *  snapshot is made. */
/** What the system refuses rejects with a FileError (file/file.d.ts). A cancelId, which
 *  is used once, is for cancel(); 0 for none. */
interface FileNatives {
  cancel(cancelId: number): void;
  /** Throws a TypeError for what is no file: URL of this machine. */
  pathOfUrl(href: string): string;
  readFile(path: string, cancelId: number): Promise<Uint8Array<ArrayBuffer>>;
  writeFile(
      path: string, data: string | BufferSource, append: boolean, expect: NativeExpect,
      mode: number, sync: boolean, cancelId: number): Promise<void>;
  copyFile(
      path: string, dest: string, mustBeNew: boolean, cancelId: number): Promise<void>;
  stat(path: string, follow: boolean): Promise<NativeFileInfo>;
  /** A name and the number of a FileType in turn. */
  readDir(path: string): Promise<(string | number)[]>;
  /** Relative to the working folder where cwd is ''. */
  glob(
      pattern: string, cwd: string, dot: boolean, follow: boolean,
      skipUnreadable: boolean, cancelId: number): Promise<string[]>;
  mkdir(path: string, recursive: boolean, mode: number): Promise<void>;
  remove(
      path: string, recursive: boolean, force: boolean, cancelId: number): Promise<void>;
  rename(path: string, dest: string): Promise<void>;
  realPath(path: string): Promise<string>;
  symlink(target: string, path: string): Promise<void>;
  readLink(path: string): Promise<string>;
  chmod(path: string, mode: number): Promise<void>;
}

/** FileReplacement::Expect: any, existing, new. */
type NativeExpect = 0 | 1 | 2;

/** Times in milliseconds since 1970. */
type NativeFileInfo = [
  type: number, permissions: number, size: number, links: number, user: number,
  group: number, device: number, accessed: number, changed: number, born: number | null,
  modified: number, inode: bigint, modifiedNs: bigint
];

interface InspectNatives {
  /** [0 pending | 1 fulfilled | 2 rejected, the value or the reason]. */
  promiseDetails(promise: object): [0 | 1 | 2, unknown];
  /** undefined for what is no Proxy; [null, null] for a revoked one. */
  proxyDetails(value: unknown): [object | null, object | null] | undefined;
  /** A collection's or its iterator's remaining entries, unconsumed:
   *  [flat list, whether the list holds keys and values in turn]. */
  previewEntries(value: object): [unknown[], boolean];
  ownNonIndexProperties(value: object, onlyEnumerable: boolean): PropertyKey[];
  /** The name of the constructor that V8 remembers for the object's shape. */
  constructorName(value: object): string;
  isAnyArrayBuffer(value: unknown): boolean;
  isArgumentsObject(value: unknown): boolean;
  isArrayBuffer(value: unknown): boolean;
  isAsyncFunction(value: unknown): boolean;
  isBigIntObject(value: unknown): boolean;
  isBooleanObject(value: unknown): boolean;
  isBoxedPrimitive(value: unknown): boolean;
  isDataView(value: unknown): boolean;
  isDate(value: unknown): boolean;
  isExternal(value: unknown): boolean;
  isGeneratorFunction(value: unknown): boolean;
  isMap(value: unknown): boolean;
  isMapIterator(value: unknown): boolean;
  isModuleNamespaceObject(value: unknown): boolean;
  isNativeError(value: unknown): boolean;
  isNumberObject(value: unknown): boolean;
  isPromise(value: unknown): boolean;
  isRegExp(value: unknown): boolean;
  isSet(value: unknown): boolean;
  isSetIterator(value: unknown): boolean;
  isStringObject(value: unknown): boolean;
  isSymbolObject(value: unknown): boolean;
  isTypedArray(value: unknown): boolean;
  isWeakMap(value: unknown): boolean;
  isWeakSet(value: unknown): boolean;
}

/** The id of a request is good until it is answered whole, or its client has left: then
 *  the functions do nothing and return undefined or false. */
interface HttpNatives {
  /** `limits`: bytes of headers and of a body, milliseconds for headers, for a body and
   *  of idleness. `onRequest` gets the size of the body: 0: none, -1: not known. It
   *  throws nothing. */
  listen(
      hostname: string, port: number, unix: string, backlog: number,
      reusePort: boolean, cert: string|undefined, key: string|undefined,
      limits: number[],
      onRequest: (id: number, method: string, size: number) => void,
      onClosed: () => void): [id: number, hostname: string, port: number];
  close(serverId: number): void;
  abort(serverId: number): void;
  setRef(serverId: number, ref: boolean): void;
  /** Absolute, not normalized. */
  url(id: number): string|undefined;
  /** Name, value, name, value, ... */
  headers(id: number): string[]|undefined;
  /** The host is empty where the client has no address. */
  peer(id: number): [host: string, port: number]|undefined;
  /** What has come, at least a byte, or null at the end; or, `whole`, all that is left.
   *  One at a time. */
  readBody(id: number, whole: boolean): Promise<Uint8Array<ArrayBuffer>|null>|undefined;
  dropBody(id: number): void;
  /** Called at most once, when the client has left, or might have: not where the request
   *  was answered before. False where the request is over. */
  watchAbort(id: number, callback: () => void): boolean;
  /** All of the answer. */
  answer(
      id: number, status: number, statusText: string, headers: string[],
      body: string|Uint8Array|null, failed: boolean): void;
  /** Its head; a size of -1 is not known. False where nobody is to read a body. */
  begin(
      id: number, status: number, statusText: string, headers: string[],
      size: number): boolean;
  /** False: the client has left. A promise: no more before it is fulfilled, with whether
   *  the client is still there. */
  send(id: number, bytes: Uint8Array): boolean|Promise<boolean>;
  end(id: number): void;
  /** The client sees that the answer is not whole. */
  abortAnswer(id: number): void;
  /** The protocols that a client offers that asks for a WebSocket. */
  offeredProtocols(id: number): string|undefined;
  /** Answers with a WebSocket: its id among those of WebSocketNatives, or 0. */
  upgrade(
      id: number, protocol: string, headers: string[], limits: NativeSocketLimits,
      sink: NativeSocketSink): number;
}

/** Of each write: KvWrite::Kind, key, version (0: no entry, undefined: any), value, when
 *  it expires (milliseconds since 1970; undefined: never). */
type NativeKvWrites = unknown[];
type NativeKvCommit = [version: number, deleted: number];

/** Stores by their ids. What takes no time comes at once, else as a promise. */
interface KvNatives {
  open(name: string): number;
  get(id: number, key: string): unknown;
  getEntry(id: number, key: string): MaybePromise<
      [value: unknown, version: number, expires: number | null] | undefined>;
  /** Whether there is more; then of each entry: key, version, expires, size, value. */
  list(
      id: number, prefix: string, after: string, limit: number, withValues: boolean):
      MaybePromise<[boolean, ...unknown[]]>;
  commit(id: number, writes: NativeKvWrites, sync: boolean): MaybePromise<NativeKvCommit>;
}

type MaybePromise<T> = T | Promise<T>;

/** What a transfer list holds is checked by C++, which throws a DataCloneError.
 *  A port that is not here (any more) does nothing. */
interface MessagingNatives {
  clone(
      value: unknown, transfer: object[] | undefined,
      leavesProcess?: boolean): unknown;
  /** Objects with this prototype cannot be cloned from now on. */
  refuseClones(prototype: object): void;
  /** Another one with the same state, private fields included. */
  copyEvent<T extends object>(event: T): T;
  /** Two new MessagePorts, by internal.makePort. */
  createChannel(): [object, object];
  /** A promise where so many messages wait at the other end that whoever can should
   *  wait for it; it is resolved when there are few, or the port is closed. */
  post(id: number, value: unknown, transfer: object[] | undefined):
      Promise<void> | undefined;
  /** The next message, out of turn; undefined where none waits. */
  take(id: number): [unknown] | undefined;
  /** How many messages the port wants to get by internal.deliverMessage;
   *  0xffffffff: all. */
  setDemand(id: number, count: number): void;
  /** Somebody listens: the port holds the realm if it demands something. */
  setListening(id: number, listening: boolean): void;
  setRef(id: number, ref: boolean): void;
  close(id: number): void;
  /** A new member of those that hear what is broadcast under a name, and the MessagePort
   *  where it hears it. */
  joinBroadcast(name: string): [member: number, port: object];
  /** To all members but this one. */
  broadcast(name: string, member: number, value: unknown): void;
}

/** Open files by their ids. `at` is -1 for a file's own position. */
interface OpenFileNatives {
  /** Fulfils with the id. */
  open(
      path: string, read: boolean, write: boolean, append: boolean, truncate: boolean,
      expect: NativeExpect, mode: number): Promise<number>;
  /** The file closes when `owner` is collected as garbage. */
  setOwner(id: number, owner: object): void;
  /** At most 8 MiB; none at the end. */
  read(id: number, size: number, at: number): Promise<Uint8Array<ArrayBuffer>>;
  write(id: number, data: string | BufferSource, at: number): Promise<void>;
  stat(id: number): Promise<NativeFileInfo>;
  truncate(id: number, size: number): Promise<void>;
  sync(id: number): Promise<void>;
  close(id: number): Promise<void>;
}

interface PerformanceNatives {
  /** Milliseconds since the realm's time origin, from the monotonic clock. */
  now(): number;
  /** Milliseconds since the Unix epoch. */
  timeOrigin(): number;
}

interface ProcessNatives {
  pid(): number;
  versions(): [rt: string, v8: string];
  cwd(): string;
  /** Bytes. rss is the process's, the others are the calling realm's. */
  memoryUsage(): [
    rss: number, heapTotal: number, heapUsed: number, external: number
  ];
  /** Microseconds that the process's threads ran: [user, system]. */
  cpuUsage(): [number, number];
  getEnv(name: string): string | undefined;
  setEnv(name: string, value: string): void;
  deleteEnv(name: string): void;
  envNames(): string[];
  /** False where the platform has no such signal or it can't be caught. */
  watchSignal(name: string, callback: () => void): boolean;
  /** Gives the signal its default action back. */
  unwatchSignal(name: string): void;
  /** False where not all of it could be written. */
  writeBytes(fd: 1 | 2, bytes: Uint8Array): boolean;
}

type NativeUsage = [
  heapUsed: number, heapTotal: number, external: number, arrayBuffers: number,
  user: number, system: number
];

interface RealmNatives {
  /** Starts a realm of the kind, or a sandbox where it gets grants or this one is
   *  one and the kind is not 'remote': [its id, the MessagePort to it, that of its calls, which a worker has not,
   *  what holds it, where it is a sandbox]. */
  start(
      entry: string, name: string, data: unknown,
      transfer: object[] | undefined,
      isWorker: boolean, kind: 'thread'|'pooled'|'process'|'remote',
      sandbox: import('./realm/sandbox.ts').SandboxGrants | undefined,
      remote: import('./realm/remote.ts').RemoteHost['texts'] | undefined,
      insecure: boolean):
      [number, object, object?,
       import('./realm/sandbox.ts').NativeEnforcement?];
  terminate(id: number): void;
  /** Bytes, and microseconds of CPU. Undefined where the realm has ended; a promise of
   *  undefined where it ends before it answers. */
  usage(id: number): Promise<NativeUsage | undefined> | undefined;
  /** Whether the realm `id` holds the calling one until it ends. */
  setRef(id: number, ref: boolean): void;
  /** Whether the calling realm asks internal.runDry when nothing is left to do,
   *  instead of ending. */
  setAsksWhenDry(asks: boolean): void;
  /** Ends the calling realm when the task that now runs is done. */
  close(): void;
  /** The URL of the innermost function on the stack that lies in a file. */
  callerUrl(): string;
  /** The working folder, with a slash at its end. */
  cwdUrl(): string;
}

interface ProfilerNatives {
  /** Microseconds. */
  intervals(): {least: number, most: number, usual: number};
  /** To be called early: V8's profiler may not know code that is older than this. */
  prepare(): void;
  /** Throws an Error that names the profile where it runs already. */
  start(name: string, interval: number): void;
  /** The bytes of a profile.pb. Throws an Error that names the profile where it does
   *  not run. */
  stop(name: string): Uint8Array<ArrayBuffer>;
}

/** What is not there, or not granted, throws. */
interface SettingsNatives {
  /** The file's text, which is a JSON object. */
  openConfig(name: string): string;
  /** Tells observers that a key is read. */
  accessConfig(name: string): void;
  openSecret(name: string): void;
  secretText(name: string): string;
  secretBytes(name: string): Uint8Array<ArrayBuffer>;
}

interface TimersNatives {
  /** Starts a timer and returns its id, a positive integer. */
  start(ms: number, repeat: boolean, callback: () => void): number;
  /** Unknown ids are ignored. */
  clear(id: number): void;
  /** Lets (again) or does not let the timer keep the realm alive. */
  ref(id: number): void;
  unref(id: number): void;
}

/** What a WebSocket tells: 0 it is open, with its protocol; 1 a message; 2 the other
 *  side closes; 3, the last one, its end: code, reason, whether it was clean, bytes that
 *  did not go out, and what went wrong. */
type NativeSocketSink = (event: 0 | 1 | 2 | 3, ...values: unknown[]) => void;

/** Bytes of a message that comes, bytes that wait to be sent, and milliseconds of
 *  silence, 0 for any. */
type NativeSocketLimits = [maxMessage: number, maxQueue: number, silence: number];

/** WebSockets by their ids; one that has ended does nothing. */
interface WebSocketNatives {
  /** Throws where a sandbox may not connect there. `hostname` has no brackets. */
  connect(
      isSecure: boolean, hostname: string, port: number, host: string, path: string,
      headers: string[], protocols: string[], limits: NativeSocketLimits,
      sink: NativeSocketSink): number;
  send(id: number, message: string | BufferSource): void;
  /** A code of 0 is none. */
  close(id: number, code: number, reason: string): void;
  /** Bytes that were sent and are not with the system. */
  buffered(id: number): number;
}
