/** An HTTP server (HTTP/1.1, with or without TLS).
 *
 *    import {serve} from 'rt:http';
 *    const server = await serve({port: 8080}, (request) => new Response('hello'));
 *
 *  Not in a sandbox realm: it only makes connections, and serve() rejects with an Error
 *  with the code 'EPERM'. */
declare module 'rt:http' {
  export interface Address {
    hostname: string;
    port: number;
  }

  export interface UnixAddress {
    /** The socket's file. */
    path: string;
  }

  /** What is known of a request beside what is in it. */
  export interface ServeInfo {
    /** The client's address; null where it came by a unix socket, or has left. */
    readonly remoteAddr: Address|null;
  }

  /** Answers a request. What it throws is answered with 500 and an empty body, or by
   *  `onError`; its stack goes to standard error, and never to the client.
   *
   *  What the runtime knows of a request (`url`, `headers`) is made when it is first
   *  asked for, which must be before the request is answered. */
  export type Handler =
      (request: Request, info: ServeInfo) => Response|Promise<Response>;

  export interface ServeOptions {
    /** 0, the default, gives one that is free: see `Server.port`. */
    port?: number;
    /** An address of this machine, or a name of it. '127.0.0.1' by default;
     *  '0.0.0.0' and '::' stand for all of them. */
    hostname?: string;
    /** Listen at a unix socket with this path instead. Its file is removed when the
     *  server closes, and one that no server listens at any more is replaced. */
    unix?: string;
    /** PEM texts: the certificate with its chain, and its key. With them the server
     *  speaks TLS (1.2 and newer). */
    tls?: {cert: string, key: string};
    /** How many connections may wait for being accepted. 511 by default. */
    backlog?: number;
    /** Other sockets of this user may listen at the same port, and the kernel shares
     *  the clients out (SO_REUSEPORT). */
    reusePort?: boolean;
    /** How many threads answer requests, each with a realm of its own; 1 by default, at
     *  most 256. More than one needs a module in the place of the handler, and a port,
     *  which they share as with `reusePort`. */
    reactors?: number;
    /** Called when clients can connect, before serve()'s promise is fulfilled. */
    onListen?: (address: Address|UnixAddress) => void;
    /** Answers for a handler that threw, with what it threw. */
    onError?: (error: unknown) => Response|Promise<Response>;
    /** Aborts the server: as Server.abort(). */
    signal?: AbortSignal;
    /** Bytes of a request's line and headers. 16 KiB by default; beyond: 431. */
    maxHeaderBytes?: number;
    /** Bytes of a request's body. 128 MiB by default; beyond: 413. */
    maxBodyBytes?: number;
    /** Milliseconds from the first to the last byte of a request's line and headers.
     *  30,000 by default; beyond: 408. */
    headerTimeout?: number;
    /** Milliseconds that the handler waits for more of a body (beyond: 408), and that
     *  the client may take none of an answer (the connection is cut). 60,000 by default. */
    bodyTimeout?: number;
    /** Milliseconds that a connection may be without a request. 75,000 by default. */
    idleTimeout?: number;
  }

  /** A server, which holds its realm until it is closed. */
  export interface Server {
    /** 0 at a unix socket. */
    readonly port: number;
    readonly addr: Address|UnixAddress;
    /** Fulfilled when the server is closed and all of its connections and WebSockets
     *  are. */
    readonly finished: Promise<void>;
    /** Accepts no more connections, closes those without a request and lets requests
     *  that run finish. Closes WebSockets behind what they were sent, with the code 1001:
     *  a server that goes away. Returns `finished`. */
    close(): Promise<void>;
    /** Accepts no more connections and cuts all that there are, WebSockets too: their
     *  requests' signals abort. Returns `finished`. */
    abort(): Promise<void>;
    /** Lets the server hold its realm (again), or not. */
    ref(): void;
    unref(): void;
    [Symbol.asyncDispose](): Promise<void>;
  }

  /** Rejects where it cannot listen: with an Error whose `code` is the system's
   *  ('EADDRINUSE', 'EACCES', 'ENOTFOUND' ...), or a TypeError for a wrong option.
   *
   *  A request's `signal` aborts when its client leaves, and when the client has said
   *  that it will send nothing more: it may have left then, or still wait for the
   *  answer, which it gets. */
  export function serve(handler: Handler): Promise<Server>;
  export function serve(options: ServeOptions, handler: Handler): Promise<Server>;
  /** Serves the default export of a module, `export default { fetch(request, info) {} }`,
   *  in `reactors` thread realms named `reactor 1`, `reactor 2` and so on. The module is
   *  a URL, resolved like a Realm's entry. They hold this realm as long as the server
   *  does, and end with it. Where one ends by itself, by an error that nobody caught or
   *  its heap limit, its connections are cut, and that is an uncaught error of this realm,
   *  which ends the program; where a listener of 'error' prevents that, the others go on.
   *  Not with `onError`, which is a function. */
  export function serve(options: ServeOptions, module: string|URL): Promise<Server>;

  export interface UpgradeWebSocketOptions {
    /** One of those that the client offers ('sec-websocket-protocol'): the socket's
     *  `protocol` on both sides. None by default. */
    protocol?: string;
    /** Milliseconds. A client that is silent for half of them is asked by a ping whether
     *  it is there, and is gone when it does not answer in the other half. 30,000 by
     *  default, at least 1000; 0: it is not asked. */
    idleTimeout?: number;
    /** Bytes of a message from the client. 64 MiB by default, 256 MiB at most; beyond,
     *  the socket ends, and the client is told why (1009). */
    maxMessageBytes?: number;
    /** Bytes that the socket was given to send and the client has not taken. 64 MiB by
     *  default; where another message would be beyond, the client is cut: the socket
     *  fails with the code 'ERR_SLOW_PEER'. */
    maxBufferedBytes?: number;
  }

  export interface UpgradedWebSocket {
    /** CONNECTING until `response` was returned. `url` is ''. */
    readonly socket: WebSocket;
    /** The handler's answer, with the status 101, and with headers that may be added. */
    readonly response: Response;
  }

  /** Makes the connection of a request a WebSocket. To be called with the Request that
   *  the handler got, before it is answered:
   *
   *    serve((request) => {
   *      if (request.headers.get('upgrade') !== 'websocket') {
   *        return new Response('a WebSocket is expected', {status: 426});
   *      }
   *      const {socket, response} = upgradeWebSocket(request);
   *      socket.onmessage = ({data}) => socket.send(data);
   *      return response;
   *    });
   *
   *  Throws a TypeError for a request that asks for no WebSocket, or whose client does
   *  not offer `protocol`, and a RangeError for a number out of range. A malformed
   *  request for one never comes here: it is answered with 400, or 426. */
  export function upgradeWebSocket(
      request: Request, options?: UpgradeWebSocketOptions): UpgradedWebSocket;
}
