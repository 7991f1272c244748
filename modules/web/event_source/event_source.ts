// EventSource (https://html.spec.whatwg.org/#server-sent-events), on top of fetch.

import {DOMException} from '../dom_exception.ts';
import {Event} from '../event.ts';
import {defineEventHandlers} from '../event_handler.ts';
import {dispatchTrusted, EventTarget} from '../event_target.ts';
import {MessageEvent} from '../events.ts';
import {startFetch} from '../fetch/fetch.ts';
import {mimeTypeOf} from '../fetch/mime_type.ts';
import type {Response} from '../fetch/response.ts';
import {urlInterfaces} from '../url.ts';
import {defineConstants, requireArguments, shapeInterface, toDictionary} from '../webidl.ts';
import {EventStream} from './event_stream.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/** Milliseconds, until the server asks for another time. */
const RETRY = 3000;

function isEventStream(response: Response): boolean {
  return response.status === 200 &&
      mimeTypeOf(response.headers.get('content-type'))?.essence === 'text/event-stream';
}

/** As UTF-8, a character a byte: the way that a header's value takes it. */
function toBytes(text: string): string {
  return natives.encoding.decodeLatin1(natives.encoding.encodeUtf8(text));
}

export function makeEventSource() {
  class EventSource extends EventTarget {
    declare static readonly CONNECTING: 0;
    declare static readonly OPEN: 1;
    declare static readonly CLOSED: 2;
    declare readonly CONNECTING: 0;
    declare readonly OPEN: 1;
    declare readonly CLOSED: 2;
    declare onerror: ((event: any) => unknown)|null;
    declare onmessage: ((event: any) => unknown)|null;
    declare onopen: ((event: any) => unknown)|null;

    readonly #url: string;
    readonly #withCredentials: boolean;
    readonly #controller = new AbortController();
    #readyState = CONNECTING;
    #retry = RETRY;
    #lastEventId = '';
    #timer = 0;

    constructor(
        url: string|URL, eventSourceInitDict: EventSourceInit|undefined = undefined) {
      const context = "construct 'EventSource'";
      requireArguments(arguments.length, 1, context);
      super();
      const {withCredentials} = toDictionary(eventSourceInitDict, context);
      const parsed = urlInterfaces.URL.parse(`${url}`);
      if (parsed === null) {
        throw new DOMException(
            `Failed to ${context}: '${url}' is no absolute URL.`, 'SyntaxError');
      }
      this.#url = parsed.href;
      this.#withCredentials = Boolean(withCredentials);
      this.#connect();
    }

    get url(): string {
      return this.#url;
    }

    get withCredentials(): boolean {
      return this.#withCredentials;
    }

    get readyState(): number {
      return this.#readyState;
    }

    close(): void {
      this.#readyState = CLOSED;
      natives.timers.clear(this.#timer);
      this.#controller.abort();
    }

    /** Until the stream ends; then starts anew, unless it was closed or refused. */
    async #connect(): Promise<void> {
      const headers: Record<string, string> = {accept: 'text/event-stream'};
      if (this.#lastEventId !== '') headers['last-event-id'] = toBytes(this.#lastEventId);
      try {
        const response = await startFetch(2, this.#url, {
          cache: 'no-store',
          headers,
          signal: this.#controller.signal,
        });
        if (!isEventStream(response)) {
          this.#fail();
          return;
        }
        this.#open();
        await this.#read(response);
      } catch {
        // What broke the connection: a new one is made.
      }
      this.#reconnect();
    }

    #open(): void {
      if (this.#readyState === CLOSED) return;
      this.#readyState = OPEN;
      dispatchTrusted(this, new Event('open'));
    }

    async #read(response: Response): Promise<void> {
      const {origin} = new urlInterfaces.URL(response.url);
      const stream = new EventStream({
        onEvent: (type, data, lastEventId) => {
          if (this.#readyState === CLOSED) return;
          dispatchTrusted(this, new MessageEvent(type, {data, lastEventId, origin}));
        },
        onLastEventId: (id) => this.#lastEventId = id,
        onRetry: (milliseconds) => this.#retry = milliseconds,
      }, this.#lastEventId);
      for await (const bytes of response.body ?? []) stream.write(bytes);
    }

    #reconnect(): void {
      if (this.#readyState === CLOSED) return;
      this.#readyState = CONNECTING;
      dispatchTrusted(this, new Event('error'));
      // A listener may have closed it.
      if ((this.#readyState as number) === CLOSED) return;
      this.#timer = natives.timers.start(this.#retry, false, () => this.#connect());
    }

    /** For good. */
    #fail(): void {
      if (this.#readyState === CLOSED) return;
      this.#readyState = CLOSED;
      this.#controller.abort();
      dispatchTrusted(this, new Event('error'));
    }
  }

  defineConstants(EventSource, {CONNECTING, OPEN, CLOSED});
  defineEventHandlers(EventSource.prototype, ['error', 'message', 'open']);
  shapeInterface(EventSource, 'EventSource');
  return {EventSource};
}
