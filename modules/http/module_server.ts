// A server of several realms, each of which runs the module that answers: serve() with
// a module's URL in the place of a handler. They share a port, so that the kernel
// shares the clients out, and end with the server.

import type {Address, Server, ServeOptions, UnixAddress} from 'rt:http';

import {Realm, resolveEntry} from '../realm/realm.ts';
import {callServer} from '../realm/server_calls.ts';
import {reportException} from '../web/report_error.ts';
import type {CheckedOptions} from './options.ts';

type At = Address|UnixAddress;

class ModuleServer implements Server {
  readonly #realms: readonly Realm[];
  readonly addr: At;
  readonly finished: Promise<void>;

  constructor(realms: readonly Realm[], addr: At) {
    this.#realms = realms;
    this.addr = addr;
    this.finished = this.#end();
  }

  get port(): number {
    return 'port' in this.addr ? this.addr.port : 0;
  }

  close(): Promise<void> {
    return this.#tell('close');
  }

  abort(): Promise<void> {
    return this.#tell('abort');
  }

  ref(): void {
    for (const realm of this.#realms) realm.ref();
  }

  unref(): void {
    for (const realm of this.#realms) realm.unref();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #tell(what: 'close'|'abort'): Promise<void> {
    for (const realm of this.#realms) {
      // One that has ended has no server any more.
      callServer(realm, what).catch(() => {});
    }
    return this.finished;
  }

  async #end(): Promise<void> {
    await Promise.all(this.#realms.map(async (realm) => {
      try {
        await callServer(realm, 'finished');
      } catch (error) {
        // It ended by itself, and took its connections along.
        reportException(error);
      }
      // Without its server it has nothing to do.
      await realm.terminate();
    }));
  }
}

/** What of the options other realms get: data only. */
function optionsOf(options: CheckedOptions, port: number): ServeOptions {
  const [maxHeaderBytes, maxBodyBytes, headerTimeout, bodyTimeout, idleTimeout] =
      options.limits as [number, number, number, number, number];
  const {cert, key, hostname, unix} = options;
  return {
    ...(unix !== '' ? {unix} : {hostname, port}),
    ...(cert !== undefined && key !== undefined ? {tls: {cert, key}} : {}),
    backlog: options.backlog,
    reusePort: options.reusePort || options.reactors > 1,
    maxHeaderBytes,
    maxBodyBytes,
    headerTimeout,
    bodyTimeout,
    idleTimeout,
  };
}

/** `module` is as for a Realm's entry; `options` have no functions for other realms. */
export async function serveModule(
    module: string|URL, options: CheckedOptions): Promise<Server> {
  const entry = resolveEntry(module);
  const realms: Realm[] = [];
  const listen = async(port: number): Promise<At> => {
    const realm = new Realm({entry, thread: true, name: `reactor ${realms.length + 1}`});
    realms.push(realm);
    return await callServer(realm, 'listen', optionsOf(options, port)) as At;
  };
  try {
    // The first one gets the port, where any will do.
    const addr = await listen(options.port);
    const port = 'port' in addr ? addr.port : 0;
    await Promise.all(
        Array.from({length: options.reactors - 1}, () => listen(port)));
    return new ModuleServer(realms, addr);
  } catch (error) {
    await Promise.all(realms.map((realm) => realm.terminate()));
    throw error;
  }
}
