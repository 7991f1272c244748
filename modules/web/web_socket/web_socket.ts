// WebSocket (https://websockets.spec.whatwg.org). The protocol is Beast's, behind
// runtime/net/websocket_messages.h.

import {makeBlob} from '../blob/blob.ts';
import {DOMException} from '../dom_exception.ts';
import {Event} from '../event.ts';
import {defineEventHandlers} from '../event_handler.ts';
import {dispatchTrusted, EventTarget} from '../event_target.ts';
import {ErrorEvent, MessageEvent} from '../events.ts';
import {defineConstants, requireArguments, shapeInterface} from '../webidl.ts';
import type {Farewell} from './arguments.ts';
import {credentialsOf, sizeOf, toFarewell, toMessage, toProtocols, toSocketUrl} from './arguments.ts';
import {makeCloseEvent} from './close_event.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

const MAX_MESSAGE = 256 * 2 ** 20;
export const MAX_QUEUE = 64 * 2 ** 20;
export const SILENCE = 30_000;

/** Only rt passes this, for the socket of a server. */
const SERVED = Symbol('WebSocket');

/** Makes the native half of a server's socket, and returns its id; 0 where the client
 *  has left. */
type Accept = (sink: NativeSocketSink) => number;

function makeClasses() {
  const CloseEvent = makeCloseEvent();
  let acceptSocket: (socket: WebSocket, accept: Accept) => void;

  class WebSocket extends EventTarget {
    declare static readonly CONNECTING: 0;
    declare static readonly OPEN: 1;
    declare static readonly CLOSING: 2;
    declare static readonly CLOSED: 3;
    declare readonly CONNECTING: 0;
    declare readonly OPEN: 1;
    declare readonly CLOSING: 2;
    declare readonly CLOSED: 3;
    declare onclose: ((event: any) => unknown)|null;
    declare onerror: ((event: any) => unknown)|null;
    declare onmessage: ((event: any) => unknown)|null;
    declare onopen: ((event: any) => unknown)|null;

    /** 0: there is none yet. */
    #id = 0;
    #url = '';
    #origin = '';
    #protocol = '';
    #readyState = CONNECTING;
    #binaryType: BinaryType = 'blob';
    /** Bytes that were sent and will not go out. */
    #unsent = 0;
    /** Of close() at a server that has not answered yet. */
    #farewell: Farewell|undefined;

    constructor(
        url: string|URL|typeof SERVED,
        protocols: string|Iterable<string> = []) {
      requireArguments(arguments.length, 1, "construct 'WebSocket'");
      super();
      if (url === SERVED) return;
      const parsed = toSocketUrl(`${url as string}`);
      const asked = toProtocols(protocols);
      const isSecure = parsed.protocol === 'wss:';
      const port = parsed.port === '' ? (isSecure ? 443 : 80) : Number(parsed.port);
      this.#url = parsed.href;
      this.#origin = parsed.origin;
      this.#id = natives.webSocket.connect(
          isSecure, parsed.hostname.replace(/^\[|\]$/g, ''), port, parsed.host,
          parsed.pathname + parsed.search, credentialsOf(parsed), asked,
          [MAX_MESSAGE, MAX_QUEUE, SILENCE], this.#sink());
    }

    get url(): string {
      return this.#url;
    }

    get readyState(): number {
      return this.#readyState;
    }

    get bufferedAmount(): number {
      return natives.webSocket.buffered(this.#id) + this.#unsent;
    }

    get extensions(): string {
      this.#id;
      return '';
    }

    get protocol(): string {
      return this.#protocol;
    }

    get binaryType(): BinaryType {
      return this.#binaryType;
    }

    set binaryType(value: BinaryType) {
      const type = `${value}`;
      if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type;
    }

    send(data: string|BufferSource|Blob): void {
      const context = "execute 'send' on 'WebSocket'";
      requireArguments(arguments.length, 1, context);
      const message = toMessage(data);
      if (this.#readyState === CONNECTING) {
        throw new DOMException(
            `Failed to ${context}: It is not open yet.`, 'InvalidStateError');
      }
      if (this.#readyState === OPEN) {
        natives.webSocket.send(this.#id, message);
      } else {
        this.#unsent += sizeOf(message);
      }
    }

    close(
        code: number|undefined = undefined,
        reason: string|undefined = undefined): void {
      const farewell = toFarewell(code, reason);
      if (this.#readyState >= CLOSING) return;
      this.#readyState = CLOSING;
      this.#farewell = farewell;
      if (this.#id !== 0) {
        natives.webSocket.close(this.#id, farewell.code, farewell.reason);
      }
    }

    #accept(accept: Accept): void {
      this.#id = accept(this.#sink());
      if (this.#id === 0) {
        const error = Object.assign(
            new Error('the client left before its WebSocket was open'),
            {code: 'ECONNRESET'});
        // Not out of the answer to a request: as everywhere, in a task.
        natives.timers.start(0, false, () => this.#end(1006, '', false, 0, error));
      } else if (this.#farewell !== undefined) {
        const {code, reason} = this.#farewell;
        natives.webSocket.close(this.#id, code, reason);
      }
    }

    #sink(): NativeSocketSink {
      return (event, ...values) => {
        switch (event) {
          case 0:
            this.#open(...values as [string]);
            break;
          case 1:
            this.#message(...values as [string|ArrayBuffer]);
            break;
          case 2:
            if (this.#readyState === OPEN) this.#readyState = CLOSING;
            break;
          case 3:
            this.#end(...values as [number, string, boolean, number, Error|undefined]);
            break;
        }
      };
    }

    #open(protocol: string): void {
      if (this.#readyState !== CONNECTING) return;
      this.#readyState = OPEN;
      this.#protocol = protocol;
      dispatchTrusted(this, new Event('open'));
    }

    #message(data: string|ArrayBuffer): void {
      if (this.#readyState !== OPEN) return;
      const isBlob = typeof data !== 'string' && this.#binaryType === 'blob';
      dispatchTrusted(this, new MessageEvent('message', {
        data: isBlob ? makeBlob([new Uint8Array(data as ArrayBuffer)], '') : data,
        origin: this.#origin,
      }));
    }

    #end(
        code: number, reason: string, wasClean: boolean, unsent: number,
        error: Error|undefined): void {
      this.#readyState = CLOSED;
      this.#unsent += unsent;
      if (error !== undefined) {
        dispatchTrusted(this, new ErrorEvent('error', {message: error.message, error}));
      }
      dispatchTrusted(this, new CloseEvent('close', {code, reason, wasClean}));
    }

    static {
      acceptSocket = (socket, accept) => socket.#accept(accept);
    }
  }

  defineConstants(WebSocket, {CONNECTING, OPEN, CLOSING, CLOSED});
  defineEventHandlers(WebSocket.prototype, ['close', 'error', 'message', 'open']);
  shapeInterface(WebSocket, 'WebSocket');
  return {CloseEvent, WebSocket, acceptSocket: acceptSocket!};
}

let classes: ReturnType<typeof makeClasses>|undefined;

export function webSocketClasses(): ReturnType<typeof makeClasses> {
  return classes ??= makeClasses();
}

/** A socket that a server will accept, by what is returned beside it. */
export function makeServedSocket(): {socket: WebSocket, accept: (by: Accept) => void} {
  const {WebSocket, acceptSocket} = webSocketClasses();
  const socket = new WebSocket(SERVED);
  return {
    socket: socket as unknown as globalThis.WebSocket,
    accept: (by) => acceptSocket(socket, by),
  };
}
