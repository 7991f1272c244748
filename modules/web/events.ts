// The interfaces derived from Event: CustomEvent (https://dom.spec.whatwg.org),
// ErrorEvent, MessageEvent and PromiseRejectionEvent (https://html.spec.whatwg.org).

import {Event, eventControl} from './event.ts';
import {requireArguments, toDictionary, toUnsignedLong} from './webidl.ts';

export class CustomEvent<T = unknown> extends Event {
  #detail: T;

  constructor(type: string, init: CustomEventInit<T>|null = null) {
    requireArguments(arguments.length, 1, "construct 'CustomEvent'");
    super(type, init);
    this.#detail = (init?.detail ?? null) as T;
  }

  get detail(): T {
    return this.#detail;
  }

  /** Legacy: gives an event that is not being dispatched other values. */
  initCustomEvent(
      type: string, bubbles = false, cancelable = false,
      detail: T = null as T): void {
    requireArguments(
        arguments.length, 1, "execute 'initCustomEvent' on 'CustomEvent'");
    if (this.eventPhase !== Event.NONE) return;
    this.initEvent(type, bubbles, cancelable);
    this.#detail = detail;
  }
}

export class ErrorEvent extends Event {
  readonly #message: string;
  readonly #filename: string;
  readonly #lineno: number;
  readonly #colno: number;
  readonly #error: unknown;

  constructor(type: string, init: ErrorEventInit|null = null) {
    requireArguments(arguments.length, 1, "construct 'ErrorEvent'");
    super(type, init);
    const options = toDictionary(init, "construct 'ErrorEvent'");
    this.#message = options.message === undefined ? '' : `${options.message}`;
    this.#filename = options.filename === undefined ?
        '' :
        `${options.filename}`.toWellFormed();
    this.#lineno = toUnsignedLong(options.lineno ?? 0);
    this.#colno = toUnsignedLong(options.colno ?? 0);
    this.#error = options.error;
  }

  get message(): string {
    return this.#message;
  }

  get filename(): string {
    return this.#filename;
  }

  get lineno(): number {
    return this.#lineno;
  }

  get colno(): number {
    return this.#colno;
  }

  get error(): unknown {
    return this.#error;
  }
}

/** The event of a message that came for a port of this realm. A copy of one that is
 *  kept, as V8 copies an object in a small part of the time in which it runs these
 *  constructors. */
export let makeMessageEvent: (data: unknown, ports?: MessagePort[]) => MessageEvent;

export class MessageEvent<T = unknown> extends Event {
  #data: T;
  readonly #origin: string;
  readonly #lastEventId: string;
  readonly #source: MessageEventSource | null;
  #ports: readonly MessagePort[];

  constructor(type: string, init: MessageEventInit<T>|null = null) {
    requireArguments(arguments.length, 1, "construct 'MessageEvent'");
    super(type, init);
    const options = toDictionary(init, "construct 'MessageEvent'");
    this.#data = (options.data === undefined ? null : options.data) as T;
    this.#origin = options.origin === undefined ?
        '' :
        `${options.origin}`.toWellFormed();
    this.#lastEventId =
        options.lastEventId === undefined ? '' : `${options.lastEventId}`;
    this.#source = options.source ?? null;
    this.#ports = Object.freeze([...(options.ports ?? [])]);
  }

  get data(): T {
    return this.#data;
  }

  get origin(): string {
    return this.#origin;
  }

  get lastEventId(): string {
    return this.#lastEventId;
  }

  get source(): MessageEventSource | null {
    return this.#source;
  }

  get ports(): readonly MessagePort[] {
    return this.#ports;
  }

  static {
    let kept: MessageEvent|undefined;
    makeMessageEvent = (data, ports) => {
      kept ??= new MessageEvent('message');
      const event = natives.messaging.copyEvent(kept);
      eventControl.stamp(event);
      event.#data = data;
      if (ports) event.#ports = Object.freeze(ports);
      return event;
    };
  }
}

export class PromiseRejectionEvent extends Event {
  readonly #promise: Promise<unknown>;
  readonly #reason: unknown;

  constructor(type: string, init: PromiseRejectionEventInit) {
    requireArguments(arguments.length, 2, "construct 'PromiseRejectionEvent'");
    super(type, init);
    const options = toDictionary(init, "construct 'PromiseRejectionEvent'");
    if (options.promise === undefined) {
      throw new TypeError(
          "Failed to construct 'PromiseRejectionEvent': required member " +
          'promise is undefined.');
    }
    this.#promise = options.promise;
    this.#reason = options.reason;
  }

  get promise(): Promise<unknown> {
    return this.#promise;
  }

  get reason(): unknown {
    return this.#reason;
  }
}
