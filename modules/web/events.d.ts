// Events: https://dom.spec.whatwg.org/#events and, for ErrorEvent, MessageEvent and
// PromiseRejectionEvent, https://html.spec.whatwg.org. There is no tree, so that
// an event has one target and bubbling shows in the attribute only.

interface EventInit {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
}

interface Event {
  readonly type: string;
  readonly target: EventTarget | null;
  readonly currentTarget: EventTarget | null;
  /** @deprecated Use target. */
  readonly srcElement: EventTarget | null;
  readonly eventPhase: number;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly composed: boolean;
  readonly defaultPrevented: boolean;
  /** Whether rt made and dispatched it, and not the program. */
  readonly isTrusted: boolean;
  /** Milliseconds from performance.timeOrigin to the event's making. */
  readonly timeStamp: number;
  /** @deprecated Use stopPropagation(). */
  cancelBubble: boolean;
  /** @deprecated Use defaultPrevented and preventDefault(). */
  returnValue: boolean;
  composedPath(): EventTarget[];
  stopPropagation(): void;
  stopImmediatePropagation(): void;
  preventDefault(): void;
  /** @deprecated Use the constructor. */
  initEvent(type: string, bubbles?: boolean, cancelable?: boolean): void;
  readonly NONE: 0;
  readonly CAPTURING_PHASE: 1;
  readonly AT_TARGET: 2;
  readonly BUBBLING_PHASE: 3;
}

declare var Event: {
  prototype: Event;
  new (type: string, init?: EventInit | null): Event;
  readonly NONE: 0;
  readonly CAPTURING_PHASE: 1;
  readonly AT_TARGET: 2;
  readonly BUBBLING_PHASE: 3;
};

interface CustomEventInit<T = unknown> extends EventInit {
  detail?: T;
}

interface CustomEvent<T = unknown> extends Event {
  readonly detail: T;
  /** @deprecated Use the constructor. */
  initCustomEvent(
      type: string, bubbles?: boolean, cancelable?: boolean, detail?: T): void;
}

declare var CustomEvent: {
  prototype: CustomEvent;
  new <T = unknown>(
      type: string, init?: CustomEventInit<T> | null): CustomEvent<T>;
};

interface ErrorEventInit extends EventInit {
  message?: string;
  filename?: string;
  lineno?: number;
  colno?: number;
  error?: unknown;
}

/** An error that nobody caught, or that ended a worker. */
interface ErrorEvent extends Event {
  readonly message: string;
  readonly filename: string;
  /** From 1; 0 where it is not known. */
  readonly lineno: number;
  /** From 1; 0 where it is not known. */
  readonly colno: number;
  readonly error: unknown;
}

declare var ErrorEvent: {
  prototype: ErrorEvent;
  new (type: string, init?: ErrorEventInit | null): ErrorEvent;
};

type MessageEventSource = object;

interface MessageEventInit<T = unknown> extends EventInit {
  data?: T;
  origin?: string;
  lastEventId?: string;
  source?: MessageEventSource | null;
  ports?: Iterable<MessagePort>;
}

interface MessageEvent<T = unknown> extends Event {
  readonly data: T;
  readonly origin: string;
  readonly lastEventId: string;
  readonly source: MessageEventSource | null;
  readonly ports: readonly MessagePort[];
}

declare var MessageEvent: {
  prototype: MessageEvent;
  new <T = unknown>(
      type: string, init?: MessageEventInit<T> | null): MessageEvent<T>;
};

interface PromiseRejectionEventInit extends EventInit {
  promise: Promise<unknown>;
  reason?: unknown;
}

/** A rejection without a handler ('unhandledrejection') or whose handler came
 *  late ('rejectionhandled'). */
interface PromiseRejectionEvent extends Event {
  readonly promise: Promise<unknown>;
  readonly reason: unknown;
}

declare var PromiseRejectionEvent: {
  prototype: PromiseRejectionEvent;
  new (type: string, init: PromiseRejectionEventInit): PromiseRejectionEvent;
};

type EventListener = (event: any) => void;

interface EventListenerObject {
  handleEvent(event: any): void;
}

type EventListenerOrEventListenerObject = EventListener | EventListenerObject;

interface EventListenerOptions {
  capture?: boolean;
}

interface AddEventListenerOptions extends EventListenerOptions {
  once?: boolean;
  /** The listener does not call preventDefault(); a call has no effect. */
  passive?: boolean;
  /** The listener is removed when the signal aborts. */
  signal?: AbortSignal;
}

interface EventTarget {
  /** A listener that listens already with the same `capture` is not added
   *  again. An exception in a listener is reported (see reportError) and does not
   *  keep the others from being called. */
  addEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: AddEventListenerOptions | boolean): void;
  removeEventListener(
      type: string, listener: EventListenerOrEventListenerObject | null,
      options?: EventListenerOptions | boolean): void;
  /** Returns false where a listener prevented the default. Throws an
   *  InvalidStateError for an event that is being dispatched. */
  dispatchEvent(event: Event): boolean;
}

declare var EventTarget: {
  prototype: EventTarget;
  new (): EventTarget;
};

// globalThis is an EventTarget, for 'error' and 'unhandledrejection'.
declare var addEventListener: EventTarget['addEventListener'];
declare var removeEventListener: EventTarget['removeEventListener'];
declare var dispatchEvent: EventTarget['dispatchEvent'];

/** Called for an error that nobody caught; returning true means handled. */
declare var onerror: ((
    message: string, filename: string, lineno: number, colno: number,
    error: unknown) => unknown) | null;
declare var onunhandledrejection:
    ((event: PromiseRejectionEvent) => unknown) | null;
declare var onrejectionhandled:
    ((event: PromiseRejectionEvent) => unknown) | null;

/** Handles an error as if nobody had caught it: an 'error' event at globalThis,
 *  and the end of the realm where no listener prevents that. */
declare function reportError(error: unknown): void;
