// MessagePort and MessageChannel (https://html.spec.whatwg.org/#message-ports). The
// channel itself is C++'s (runtime/realm/port_table.h), which knows a port by its id.
//
// A port holds its realm while it is started and has a 'message' listener, or while
// an iterator waits for its next message; unref() ends that.

import {DOMException} from './dom_exception.ts';
import {Event} from './event.ts';
import {defineEventHandlers} from './event_handler.ts';
import {dispatchTrusted, EventTarget, listenersOf} from './event_target.ts';
import {makeMessageEvent, MessageEvent} from './events.ts';
import {toTransferList} from './structured_clone.ts';
import {requireArguments} from './webidl.ts';

/** The demand of a port whose messages are all events. */
const ALL = 0xffffffff;

type Waiter = PromiseWithResolvers<IteratorResult<unknown, undefined>>;

/** The id for the port that is being made; 0 keeps programs from making one. */
let nextId = 0;

/** What rt does to a port, which no program may. */
interface PortControl {
  deliver(
      port: MessagePort, readable: boolean, data: unknown,
      ports?: MessagePort[]): void;
  end(port: MessagePort): void;
  /** Its events go to `target`, from its first 'message' listener on: those that
   *  come before wait. */
  redirect(port: MessagePort, target: object): void;
  /** Its events go to `target`, from now on: those that nobody listens to are
   *  lost. */
  forward(port: MessagePort, target: object): void;
  /** It is rt's own: what comes goes to `take`. It does not hold the realm, and the
   *  caller keeps the object. */
  receive(port: MessagePort, take: (data: unknown) => void): void;
  /** postMessage() without its checks. */
  send(port: MessagePort, data: unknown, transfer?: object[]): void;
  /** The port holds its realm no more, whatever else says that it does; or as
   *  before. */
  setIdle(port: MessagePort, idle: boolean): void;
}

export let portControl: PortControl;

export class MessagePort extends EventTarget {
  declare onclose: ((event: any) => unknown)|null;
  declare onmessage: ((event: any) => unknown)|null;
  declare onmessageerror: ((event: any) => unknown)|null;

  readonly #id: number;
  #target: object = this;
  #isRedirected = false;
  #started = false;
  #listening = false;
  #ended = false;
  #isRefd = true;
  #isIdle = false;
  #waiters: Waiter[] = [];
  #take: ((data: unknown) => void)|undefined;

  constructor() {
    if (nextId === 0) throw new TypeError('Illegal constructor');
    super();
    this.#id = nextId;
    nextId = 0;
    listenersOf(this).onChange = (type, count) => {
      if (type !== 'message') return;
      this.#listening = count > 0;
      this.#update();
    };
  }

  postMessage(
      message: unknown,
      options?: StructuredSerializeOptions | Transferable[]):
      Promise<void>|undefined {
    const context = "execute 'postMessage' on 'MessagePort'";
    requireArguments(arguments.length, 1, context);
    const transfer = toTransferList(options, context);
    if (transfer?.includes(this)) {
      throw new DOMException(
          'A MessagePort cannot be transferred by a message of its own.',
          'DataCloneError');
    }
    return natives.messaging.post(this.#id, message, transfer);
  }

  start(): void {
    if (this.#isRedirected) return;
    this.#started = true;
    this.#update();
  }

  close(): void {
    natives.messaging.close(this.#id);
    this.#finish();
  }

  ref(): this {
    this.#isRefd = true;
    this.#updateRef();
    return this;
  }

  unref(): this {
    this.#isRefd = false;
    this.#updateRef();
    return this;
  }

  #updateRef(): void {
    natives.messaging.setRef(this.#id, this.#isRefd && !this.#isIdle);
  }

  [Symbol.asyncIterator](): AsyncIteratorObject<unknown, undefined> {
    return new PortIterator(
        () => this.#next(), (waiter) => this.#cancel(waiter));
  }

  #next(): Waiter {
    const waiter: Waiter = Promise.withResolvers();
    const taken =
        this.#ended ? undefined : natives.messaging.take(this.#id);
    if (taken) {
      waiter.resolve({value: taken[0], done: false});
    } else if (this.#ended) {
      waiter.resolve({value: undefined, done: true});
    } else {
      this.#waiters.push(waiter);
      this.#update();
    }
    return waiter;
  }

  #cancel(waiter: Waiter): void {
    this.#waiters = this.#waiters.filter((each) => each !== waiter);
    waiter.resolve({value: undefined, done: true});
    this.#update();
  }

  /** Tells C++ what the port wants. */
  #update(): void {
    if (this.#ended) return;
    const waiting = this.#waiters.length;
    natives.messaging.setListening(this.#id, this.#listening || waiting > 0);
    natives.messaging.setDemand(this.#id, this.#started ? ALL : waiting);
  }

  #deliver(readable: boolean, data: unknown, ports?: MessagePort[]): void {
    if (this.#take) {
      this.#take(data);
      return;
    }
    const waiter = this.#waiters.shift();
    if (!waiter) {
      const event = readable ? makeMessageEvent(data, ports) :
                               new MessageEvent('messageerror');
      dispatchTrusted(this.#target, event);
      return;
    }
    if (readable) {
      waiter.resolve({value: data, done: false});
    } else {
      waiter.reject(
          new DOMException('A message cannot be read.', 'DataCloneError'));
    }
    this.#update();
  }

  #finish(): void {
    this.#ended = true;
    for (const waiter of this.#waiters.splice(0)) {
      waiter.resolve({value: undefined, done: true});
    }
  }

  #redirect(target: object): void {
    this.#target = target;
    this.#isRedirected = true;
    const follow = (count: number) => {
      this.#listening = this.#started = count > 0;
      this.#update();
    };
    const table = listenersOf(target);
    table.onChange = (type, count) => {
      if (type === 'message') follow(count);
    };
    if (table.has('message')) follow(1);
  }

  #forward(target: object): void {
    this.#target = target;
    this.start();
    listenersOf(target).onChange = (type, count) => {
      if (type !== 'message') return;
      this.#listening = count > 0;
      this.#update();
    };
  }

  static {
    portControl = {
      deliver: (port, readable, data, ports) =>
          port.#deliver(readable, data, ports),
      end(port) {
        port.#finish();
        dispatchTrusted(port.#target, new Event('close'));
      },
      redirect: (port, target) => port.#redirect(target),
      forward: (port, target) => port.#forward(target),
      receive(port, take) {
        port.#take = take;
        port.start();
      },
      send(port, data, transfer) {
        natives.messaging.post(port.#id, data, transfer);
      },
      setIdle(port, idle) {
        if (port.#isIdle === idle) return;
        port.#isIdle = idle;
        port.#updateRef();
      },
    };
  }
}

defineEventHandlers(MessagePort.prototype, ['close', 'message', 'messageerror']);
startOnHandler();

/** Setting onmessage, other than addEventListener(), starts a port. */
function startOnHandler(): void {
  const {get, set} =
      Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!;
  const accessor = {
    set onmessage(handler: unknown) {
      Reflect.apply(set!, this, [handler]);
      (this as unknown as MessagePort).start();
    },
  };
  const descriptor = Object.getOwnPropertyDescriptor(accessor, 'onmessage')!;
  Object.defineProperty(
      MessagePort.prototype, 'onmessage', {...descriptor, get, enumerable: true});
}

const AsyncIteratorPrototype = Object.getPrototypeOf(
    Object.getPrototypeOf(async function*() {}.prototype));

/** The messages of a port, one at a time. What it does not ask for stays with the
 *  port. It is done when the other end is closed and all is read. */
class PortIterator {
  #next: () => Waiter;
  #cancel: (waiter: Waiter) => void;
  #waiters = new Set<Waiter>();
  #done = false;

  constructor(next: () => Waiter, cancel: (waiter: Waiter) => void) {
    this.#next = next;
    this.#cancel = cancel;
  }

  async next(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#done) return {value: undefined, done: true};
    const waiter = this.#next();
    this.#waiters.add(waiter);
    try {
      return await waiter.promise;
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.#done = true;
    for (const waiter of this.#waiters) this.#cancel(waiter);
    return {value: undefined, done: true};
  }

  declare readonly [Symbol.asyncIterator]: () => this;
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  declare readonly [Symbol.toStringTag]: string;

  static {
    Object.setPrototypeOf(this.prototype, AsyncIteratorPrototype);
    Object.defineProperty(
        this.prototype, Symbol.toStringTag,
        {value: 'MessagePort AsyncIterator', configurable: true});
  }
}

export class MessageChannel {
  readonly #ports = natives.messaging.createChannel();

  get port1(): MessagePort {
    return this.#ports[0] as MessagePort;
  }

  get port2(): MessagePort {
    return this.#ports[1] as MessagePort;
  }
}

/** What C++ calls. */
export const portHooks = {
  makePort(id: number): MessagePort {
    nextId = id;
    return new MessagePort();
  },
  deliverMessage: portControl.deliver,
  endPort: portControl.end,
};
