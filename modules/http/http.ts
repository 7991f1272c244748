// rt:http. http.d.ts says what each export is for.

import type {Address, Handler, Server as ServerInterface, ServeInfo, ServeOptions, UnixAddress} from 'rt:http';

import {Response} from '../web/fetch/response.ts';
import {answer} from './answer.ts';
import {incomingRequest} from './incoming.ts';
import {checkHandler, checkOptions} from './options.ts';
import {showError} from './show_error.ts';

class Info implements ServeInfo {
  readonly #id: number;

  constructor(id: number) {
    this.#id = id;
  }

  get remoteAddr(): Address|null {
    const peer = natives.http.peer(this.#id);
    if (peer === undefined || peer[0] === '') return null;
    return {hostname: peer[0], port: peer[1]};
  }
}

class Server implements ServerInterface {
  readonly #id: number;
  readonly addr: Address|UnixAddress;
  readonly finished: Promise<void>;

  constructor(id: number, addr: Address|UnixAddress, finished: Promise<void>) {
    this.#id = id;
    this.addr = addr;
    this.finished = finished;
  }

  get port(): number {
    return 'port' in this.addr ? this.addr.port : 0;
  }

  close(): Promise<void> {
    natives.http.close(this.#id);
    return this.finished;
  }

  abort(): Promise<void> {
    natives.http.abort(this.#id);
    return this.finished;
  }

  ref(): void {
    natives.http.setRef(this.#id, true);
  }

  unref(): void {
    natives.http.setRef(this.#id, false);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

type OnError = NonNullable<ServeOptions['onError']>;

/** What C++ calls for each request. */
function dispatcher(handler: Handler, onError: OnError|undefined) {
  return (id: number, method: string, size: number): void => {
    let response;
    try {
      response = handler(incomingRequest(id, method, size), new Info(id));
      if (!(response instanceof Promise) && response instanceof Response) {
        answer(id, response, false);
        return;
      }
    } catch (error) {
      void fail(id, error, onError);
      return;
    }
    void answerLater(id, response, onError);
  };
}

async function answerLater(
    id: number, response: unknown, onError: OnError|undefined): Promise<void> {
  try {
    answer(id, await response, false);
  } catch (error) {
    await fail(id, error, onError);
  }
}

async function fail(
    id: number, error: unknown, onError: OnError|undefined): Promise<void> {
  if (onError !== undefined) {
    try {
      answer(id, await onError(error), true);
      return;
    } catch (another) {
      showError('onError failed', another);
    }
  }
  showError('A handler failed', error);
  natives.http.answer(id, 500, '', [], null, true);
}

export async function serve(
    first: ServeOptions|Handler, second?: Handler): Promise<ServerInterface> {
  const hasOptions = typeof first !== 'function';
  const handler = checkHandler(hasOptions ? second : first);
  const options = checkOptions(hasOptions ? first : {});
  const {signal} = options;
  signal?.throwIfAborted();
  const {promise, resolve} = Promise.withResolvers<void>();
  const [id, hostname, port] = natives.http.listen(
      options.hostname, options.port, options.unix, options.backlog,
      options.reusePort, options.cert, options.key, options.limits,
      dispatcher(handler, options.onError), resolve);
  const server = new Server(
      id, options.unix !== '' ? {path: options.unix} : {hostname, port}, promise);
  if (signal !== undefined) {
    const abort = () => void server.abort();
    signal.addEventListener('abort', abort, {once: true});
    void promise.then(() => signal.removeEventListener('abort', abort));
  }
  options.onListen?.(server.addr);
  return server;
}
