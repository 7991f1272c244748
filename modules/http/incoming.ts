// What a request that came is made of: nothing of it exists in JavaScript before
// somebody asks for it.

import type {AbortSignal} from '../web/abort.ts';
import {AbortController} from '../web/abort.ts';
import type {BodySource} from '../web/fetch/body_source.ts';
import type {HeaderList} from '../web/fetch/header_list.ts';
import type {Request} from '../web/fetch/request.ts';
import {makeRequest} from '../web/fetch/request.ts';

/** Who wants to know that a client has left, by the ids of requests. */
const watchers = new Map<number, (() => void)[]>();

/** Calls `callback` when the client has left, or might have; at once where it has. */
export function onClientLeft(id: number, callback: () => void): void {
  const all = watchers.get(id);
  if (all !== undefined) {
    all.push(callback);
    return;
  }
  const callbacks = [callback];
  const isThere = natives.http.watchAbort(id, () => {
    watchers.delete(id);
    for (const each of callbacks) each();
  });
  if (isThere) watchers.set(id, callbacks);
  else callback();
}

/** The request is answered: nobody is called any more. */
export function forgetWatchers(id: number): void {
  if (watchers.size !== 0) watchers.delete(id);
}

function isOver(what: string): TypeError {
  return new TypeError(`The request was answered before its ${what} was asked for.`);
}

function urlOf(id: number): string {
  const url = natives.http.url(id);
  if (url === undefined) throw isOver('URL');
  return url;
}

function headersOf(id: number): HeaderList {
  const headers = natives.http.headers(id);
  if (headers === undefined) throw isOver('headers');
  return headers;
}

function signalOf(id: number): AbortSignal {
  const controller = new AbortController();
  onClientLeft(id, () => controller.abort());
  return controller.signal;
}

class IncomingBody implements BodySource {
  readonly size: number|null;
  readonly #id: number;

  constructor(id: number, size: number) {
    this.#id = id;
    this.size = size < 0 ? null : size;
  }

  async read(): Promise<Uint8Array<ArrayBuffer>|null> {
    return this.#read(false);
  }

  async readAll(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.#read(true))!;
  }

  cancel(): void {
    natives.http.dropBody(this.#id);
  }

  #read(whole: boolean): Promise<Uint8Array<ArrayBuffer>|null> {
    const read = natives.http.readBody(this.#id, whole);
    if (read === undefined) throw isOver('body');
    return read;
  }
}

/** `size`: bytes of its body; 0: it has none, -1: not known. */
export function incomingRequest(id: number, method: string, size: number): Request {
  return makeRequest({
    id,
    method,
    url: () => urlOf(id),
    headers: () => headersOf(id),
    body: size === 0 ? null : new IncomingBody(id, size),
    signal: () => signalOf(id),
  });
}
