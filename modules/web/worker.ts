// Worker (https://html.spec.whatwg.org/#dedicated-workers-and-the-worker-interface):
// a thread realm whose global is that of worker_scope.ts.

import type {RealmExit, Description} from '../realm/realm.ts';
import {errorEventOf, launch, resolveEntry} from '../realm/realm.ts';
import {DOMException} from './dom_exception.ts';
import {defineEventHandlers} from './event_handler.ts';
import {dispatchTrusted, EventTarget, listenersOf} from './event_target.ts';
import type {MessagePort} from './message_port.ts';
import {portControl} from './message_port.ts';
import {requireArguments, toDictionary} from './webidl.ts';

export class Worker extends EventTarget {
  declare onerror: ((event: any) => unknown)|null;
  declare onmessage: ((event: any) => unknown)|null;
  declare onmessageerror: ((event: any) => unknown)|null;

  readonly #id: number;
  readonly #port: MessagePort;

  constructor(url: string | URL, options?: WorkerOptions) {
    requireArguments(arguments.length, 1, "construct 'Worker'");
    const {name = '', type = 'module'} =
        toDictionary(options, "construct 'Worker'");
    if (type !== 'module') {
      throw new TypeError(
          `Failed to construct 'Worker': its type is '${
              type}'; rt runs modules only ('module').`);
    }
    super();
    [this.#id, this.#port] = launch(
        {entry: toEntry(url), name: `${name}`, isWorker: true, kind: 'thread'},
        {end: (exit, description) => this.#end(exit, description)});
    portControl.redirect(this.#port, this);
  }

  /** A listener of 'error' sees the error, whatever it does with it. */
  #end({error}: RealmExit, description: Description | undefined): boolean {
    if (!description || !listenersOf(this).has('error')) return false;
    dispatchTrusted(this, errorEventOf(error, description));
    return true;
  }

  postMessage(
      message: unknown,
      options?: StructuredSerializeOptions | Transferable[]): void {
    requireArguments(arguments.length, 1, "execute 'postMessage' on 'Worker'");
    this.#port.postMessage(message, options);
  }

  terminate(): void {
    natives.realm.terminate(this.#id);
    this.#port.close();
  }

  ref(): this {
    natives.realm.setRef(this.#id, true);
    this.#port.ref();
    return this;
  }

  unref(): this {
    natives.realm.setRef(this.#id, false);
    this.#port.unref();
    return this;
  }
}

defineEventHandlers(Worker.prototype, ['error', 'message', 'messageerror']);

function toEntry(url: unknown): string {
  try {
    return resolveEntry(url);
  } catch {
    throw new DOMException(
        `Failed to construct 'Worker': '${String(url)}' is not a valid URL.`,
        'SyntaxError');
  }
}
