// https://websockets.spec.whatwg.org

type BinaryType = 'arraybuffer' | 'blob';

/** A connection that carries messages both ways. new WebSocket() makes one as a client;
 *  upgradeWebSocket() of rt:http gives those that come to a server.
 *
 *  It holds its realm until 'close', its last event, which always comes, and is cut
 *  when the realm ends. What comes waits in the kernel, and with it the other side,
 *  while listeners are busy. Whoever is silent for 15 seconds is asked by a ping whether
 *  it is there, and after 15 more is gone. There is no compression. */
interface WebSocket extends EventTarget {
  /** What it was made for, with the scheme 'ws:' or 'wss:'; '' at a server. */
  readonly url: string;
  /** CONNECTING, OPEN, CLOSING or CLOSED. */
  readonly readyState: number;
  /** Bytes that send() was given and the network has not taken. More than 64 MiB are
   *  not kept, beside one message: the connection is cut, since the other side takes
   *  less than it is sent. Whoever sends much waits while this is large. */
  readonly bufferedAmount: number;
  /** Always '': there are none. */
  readonly extensions: string;
  /** The one that both sides speak; '' for none. */
  readonly protocol: string;
  /** What a message of bytes comes as: 'blob' by default. */
  binaryType: BinaryType;
  /** Throws an 'InvalidStateError' before it is open; does nothing when it closes. */
  send(data: string | ArrayBuffer | ArrayBufferView<ArrayBuffer> | Blob): void;
  /** Closes behind what was sent. `code` is 1000 or from 3000 to 4999 (else an
   *  'InvalidAccessError'), `reason` of at most 123 bytes (else a 'SyntaxError'). A side
   *  that does not answer is cut after 10 seconds. */
  close(code?: number, reason?: string): void;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSING: 2;
  readonly CLOSED: 3;
  onclose: ((event: CloseEvent) => unknown) | null;
  /** It failed, and 'close' comes next. `error` tells why and has a `code`, such as
   *  'ECONNREFUSED', 'ECONNRESET' or 'ERR_PROTOCOL'. */
  onerror: ((event: ErrorEvent) => unknown) | null;
  onmessage: ((event: MessageEvent<any>) => unknown) | null;
  onopen: ((event: Event) => unknown) | null;
}

declare var WebSocket: {
  prototype: WebSocket;
  /** `url` is absolute, of 'ws:', 'wss:', 'http:' or 'https:', without a fragment; user
   *  and password in it are sent as Basic authentication. Of `protocols` the server has
   *  to choose one. Throws a 'SyntaxError' for others, and in a sandbox that may not
   *  connect there an Error with the code 'EPERM'. It follows no redirects, and uses no
   *  proxies. Whom it trusts under TLS is as for fetch. Messages of more than 256 MiB are
   *  refused. */
  new (url: string | URL, protocols?: string | Iterable<string>): WebSocket;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSING: 2;
  readonly CLOSED: 3;
};

interface CloseEventInit extends EventInit {
  wasClean?: boolean;
  code?: number;
  reason?: string;
}

/** The end of a WebSocket. */
interface CloseEvent extends Event {
  /** Both sides have said that they close. */
  readonly wasClean: boolean;
  /** What the other side said: 1000, 1001 where it goes away ...; 1005 where it said
   *  nothing, 1006 where it did not close. */
  readonly code: number;
  readonly reason: string;
}

declare var CloseEvent: {
  prototype: CloseEvent;
  new (type: string, init?: CloseEventInit | null): CloseEvent;
};
