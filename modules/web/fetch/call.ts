// One HTTP call of natives.fetch: a request without its redirects, and the body of its
// answer.

import type {AbortSignal} from '../abort.ts';
import {blobPieces, isBlob} from '../blob/blob.ts';
import type {BodyData} from './body.ts';
import {toSource} from './body.ts';
import type {BodySource} from './body_source.ts';
import {joinBytes} from './body_source.ts';
import type {CallError} from './failure.ts';
import {failure} from './failure.ts';
import type {HeaderList} from './header_list.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What goes to one server. */
export interface Hop {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: BodyData|null;
  /** '' for none. */
  readonly backend: string;
  readonly unixPath: string;
}

/** What ends a call before its time: shared by the call and by those who end it, so
 *  that they do not keep the call. */
class Ending {
  error: unknown;
  hasError = false;
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  /** All that waits for the call, or will, fails with this. */
  fail(error: unknown): void {
    if (this.hasError) return;
    this.hasError = true;
    this.error = error;
    natives.fetch.cancel(this.id, true);
  }

  /** What native code said, or what ended it here. */
  errorOf(error: unknown): unknown {
    return this.hasError ? this.error : failure(error as CallError);
  }
}

let lastId = 0;

/** Ends calls whose answers the program dropped without reading them. Made in a
 *  realm, since no snapshot can hold one. */
let dropped: FinalizationRegistry<number>|undefined;

export class Call implements BodySource {
  size: number|null = null;
  readonly #ending = new Ending(lastId = (lastId + 1) >>> 0);
  #unlisten: (() => void)|undefined;

  /** Sends the request, and waits for the head of its answer. */
  async start(hop: Hop, signal: AbortSignal|undefined): Promise<NativeAnswer> {
    const ending = this.#ending;
    const {whole, source} = toNativeBody(hop.body);
    let answer;
    try {
      const answers = natives.fetch.start(
          ending.id, hop.backend, hop.method, hop.url, hop.headers, whole,
          source?.size ?? -1, hop.unixPath);
      if (signal !== undefined) this.#listen(signal);
      if (source !== null) void send(ending, source);
      answer = await answers;
    } catch (error) {
      this.#unlisten?.();
      source?.cancel(error);
      throw ending.errorOf(error);
    }
    const [, , , bodySize, , body] = answer;
    if (bodySize >= 0) this.size = bodySize;
    if (body !== null) {
      this.#unlisten?.();
    } else {
      dropped ??= new FinalizationRegistry((id) => natives.fetch.cancel(id, false));
      dropped.register(this, ending.id, this);
    }
    return answer;
  }

  async read(): Promise<Bytes|null> {
    return this.#read(() => natives.fetch.read(this.#ending.id), (part) => part === null);
  }

  async readAll(): Promise<Bytes> {
    return this.#read(() => natives.fetch.readAll(this.#ending.id), () => true);
  }

  cancel(): void {
    this.#end();
    natives.fetch.cancel(this.#ending.id, false);
  }

  async #read<Part>(
      read: () => Promise<Part>, isLast: (part: Part) => boolean): Promise<Part> {
    const ending = this.#ending;
    try {
      if (ending.hasError) throw ending.error;
      const part = await read();
      // TypeScript does not see that it may have changed meanwhile.
      if (ending.hasError as boolean) throw ending.error;
      if (isLast(part)) this.#end();
      return part;
    } catch (error) {
      this.#end();
      throw ending.errorOf(error);
    }
  }

  #listen(signal: AbortSignal): void {
    const ending = this.#ending;
    const abort = () => ending.fail(signal.reason);
    signal.addEventListener('abort', abort);
    this.#unlisten = () => signal.removeEventListener('abort', abort);
  }

  #end(): void {
    this.#unlisten?.();
    dropped?.unregister(this);
  }
}

/** All at once, or what brings it in parts. */
function toNativeBody(body: BodyData|null):
    {whole: string|Bytes|true|null, source: BodySource|null} {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    return {whole: body, source: null};
  }
  if (isBlob(body)) return {whole: joinBytes(blobPieces(body)), source: null};
  return {whole: true, source: toSource(body)};
}

/** Brings the request's body as it is taken. Never rejects. */
async function send(ending: Ending, source: BodySource): Promise<void> {
  try {
    for (;;) {
      const part = await source.read();
      if (part?.byteLength === 0) continue;
      const more = await natives.fetch.write(ending.id, part);
      if (part === null) return;
      if (!more) {
        source.cancel(ending.error);
        return;
      }
    }
  } catch (error) {
    ending.fail(error);
  }
}
