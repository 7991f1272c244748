// https://html.spec.whatwg.org/#web-messaging and #workers

/** What a message can move to another realm instead of copying it. */
type Transferable = ArrayBuffer | MessagePort;

interface StructuredSerializeOptions {
  transfer?: Iterable<Transferable>;
}

/** A copy of the value, in the way of a message. Throws a DOMException
 *  'DataCloneError' that names what can't be cloned. */
declare function structuredClone<T>(
    value: T, options?: StructuredSerializeOptions): T;

/** One end of a channel. It holds its realm while it is started (by start(), or by
 *  setting onmessage) and has a listener of 'message'.
 *
 *  As an async iterable it gives the messages' data one by one, and is done when
 *  the other end is closed. What a loop leaves unread stays with the port. */
interface MessagePort extends EventTarget {
  /** Does nothing once the other end is closed. Throws a DOMException
   *  'DataCloneError' that names what can't be cloned or transferred; nothing is
   *  transferred then.
   *
   *  Where 1,000 messages wait at the other end by then, returns a promise: a writer
   *  that awaits it does not outrun its reader. It is resolved when 500 are left, or
   *  one of the ends is closed. Whoever awaits it holds the realm, if the other end is
   *  in another one; who does not care need not. */
  postMessage(
      message: unknown,
      options?: StructuredSerializeOptions | Transferable[]):
      Promise<void> | undefined;
  /** Messages wait until then. Ports of realms start with their first listener. */
  start(): void;
  close(): void;
  /** Lets the port (again) hold its realm while it listens. */
  ref(): this;
  /** Does not let it. */
  unref(): this;
  onmessage: ((event: MessageEvent) => unknown) | null;
  /** A message came that can't be read here. */
  onmessageerror: ((event: MessageEvent) => unknown) | null;
  /** The other end was closed, ended with its realm, or was garbage. */
  onclose: ((event: Event) => unknown) | null;
  [Symbol.asyncIterator](): AsyncIteratorObject<any, undefined>;
}

declare var MessagePort: {
  prototype: MessagePort;
};

interface MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}

declare var MessageChannel: {
  prototype: MessageChannel;
  new (): MessageChannel;
};

/** Sends to all other channels of the same name, in all realms of the process, this one
 *  included, that are there at that moment. It holds its realm while it has a listener
 *  of 'message', until close(); unref() ends that. What comes while it has none is
 *  lost. */
interface BroadcastChannel extends EventTarget {
  readonly name: string;
  /** Throws a DOMException: 'InvalidStateError' after close(), 'DataCloneError' that
   *  names what can't be cloned. Nothing can be transferred. */
  postMessage(message: unknown): void;
  /** Nothing comes any more, also of what was sent before. */
  close(): void;
  ref(): this;
  unref(): this;
  onmessage: ((event: MessageEvent) => unknown) | null;
  /** A message came that can't be read here. */
  onmessageerror: ((event: MessageEvent) => unknown) | null;
}

declare var BroadcastChannel: {
  prototype: BroadcastChannel;
  new (name: string): BroadcastChannel;
};

interface WorkerOptions {
  /** The `name` of the worker's global, and of its realm in a profile. */
  name?: string;
  /** rt runs modules only. */
  type?: 'module';
}

/** A thread realm with the web's interface (see also Realm of rt:realm). It holds
 *  its maker's realm until it ends: by close() or terminate(), by an error, or when
 *  it has nothing left to do and no listener of 'message'. */
interface Worker extends EventTarget {
  postMessage(
      message: unknown,
      options?: StructuredSerializeOptions | Transferable[]): void;
  /** Ends it at once. No message of it arrives any more. */
  terminate(): void;
  ref(): this;
  unref(): this;
  /** An error ended the worker. With no listener it is its maker's uncaught error. */
  onerror: ((event: ErrorEvent) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onmessageerror: ((event: MessageEvent) => unknown) | null;
}

declare var Worker: {
  prototype: Worker;
  /** A relative URL is relative to the module that calls this. */
  new (url: string | URL, options?: WorkerOptions): Worker;
};

/** The global, in every realm. */
declare var self: typeof globalThis;

// Of a worker's global only.
declare var onmessage: ((event: MessageEvent) => unknown) | null;
declare var onmessageerror: ((event: MessageEvent) => unknown) | null;
declare function postMessage(
    message: unknown,
    options?: StructuredSerializeOptions | Transferable[]): void;
/** Ends the worker when the task that now runs is done. */
declare function close(): void;
