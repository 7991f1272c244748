// https://html.spec.whatwg.org/#server-sent-events

interface EventSourceInit {
  /** Kept, without effect: rt has no cookies. */
  withCredentials?: boolean;
}

/** The events that a server sends. When the connection breaks it is made again after a
 *  time that the server may set, 3 seconds at first, with the id of the last event. It
 *  holds its realm until close(), or until the server answers with anything but an event
 *  stream. */
interface EventSource extends EventTarget {
  readonly url: string;
  readonly withCredentials: boolean;
  /** CONNECTING, OPEN or CLOSED. */
  readonly readyState: number;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSED: 2;
  close(): void;
  /** The connection broke, or was refused: then readyState is CLOSED. */
  onerror: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onopen: ((event: Event) => unknown) | null;
}

declare var EventSource: {
  prototype: EventSource;
  /** Throws a DOMException 'SyntaxError' for what is no absolute URL. */
  new (url: string | URL, eventSourceInitDict?: EventSourceInit): EventSource;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSED: 2;
};
