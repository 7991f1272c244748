// rt:http. http.d.ts says what each export is for.

import type {Address, Handler, Server as ServerInterface, ServeInfo, ServeOptions, UnixAddress} from 'rt:http';

import type {CallServer} from '../realm/serve.ts';
import {Response} from '../web/fetch/response.ts';
import {urlInterfaces} from '../web/url.ts';
import {answer} from './answer.ts';
import {toApp} from './app.ts';
import {incomingRequest} from './incoming.ts';
import {serveModule} from './module_server.ts';
import type {CheckedOptions} from './options.ts';
import {checkHandler, checkOptions, checkReactors} from './options.ts';
import {showError} from './show_error.ts';

export {upgradeWebSocket} from './upgrade.ts';

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

function serveHere(handler: Handler, options: CheckedOptions): ServerInterface {
  const {promise, resolve} = Promise.withResolvers<void>();
  const [id, hostname, port] = natives.http.listen(
      options.hostname, options.port, options.unix, options.backlog,
      options.reusePort, options.cert, options.key, options.limits,
      dispatcher(handler, options.onError), resolve);
  return new Server(
      id, options.unix !== '' ? {path: options.unix} : {hostname, port}, promise);
}

export async function serve(
    first: ServeOptions|Handler, second?: Handler|string|URL): Promise<ServerInterface> {
  const hasOptions = typeof first !== 'function';
  const options = checkOptions(hasOptions ? first : {});
  const {signal} = options;
  const isModule = typeof second === 'string' || second instanceof urlInterfaces.URL;
  checkReactors(options, isModule);
  signal?.throwIfAborted();
  const server = isModule ?
      await serveModule(second, options) :
      serveHere(checkHandler(hasOptions ? second : first), options);
  if (signal !== undefined) {
    const abort = () => void server.abort();
    signal.addEventListener('abort', abort, {once: true});
    const forget = () => signal.removeEventListener('abort', abort);
    server.finished.then(forget, forget);
    if (signal.aborted) abort();
  }
  options.onListen?.(server.addr);
  return server;
}

/** The server that this realm runs for its maker. */
let hosted: ServerInterface|undefined;

export const serveCall: CallServer = async (what, args, entry) => {
  if (what === 'listen') {
    const app = toApp(entry['default'], 'serve(): the module');
    hosted = await serve(args[0] as ServeOptions, (request, info) => app.fetch(request, info));
    return hosted.addr;
  }
  if (what === 'finished') return hosted!.finished;
  void hosted![what]();
  return undefined;
};
