// The body of a Request or a Response (https://fetch.spec.whatwg.org/#bodies). What
// it is made of stays as it came until somebody asks for it in another form: a string
// is not encoded, a BodySource not read and no stream made.

import type {Blob} from '../blob/blob.ts';
import {blobBytes, blobPieces, isBlob} from '../blob/blob.ts';
import {fromPieces, fromSource, isDisturbed, readStream, teeBytes, usedUp} from '../streams/byte_streams.ts';
import {isReadableStream} from '../streams/streams.ts';
import type {BodySource} from './body_source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a body is made of, and what takeRequest() and takeResponse() hand on. */
export type BodyData = string|Bytes|Blob|BodySource|ReadableStream;

/** The body that a stream was made for. */
const origins = new WeakMap<ReadableStream, Body>();

export class Body {
  #data: BodyData;
  /** Taken or read without a stream. */
  #used = false;
  /** What `body` gives. */
  #stream: ReadableStream|undefined;

  constructor(data: BodyData) {
    this.#data = data;
    if (isReadableStream(data)) this.#stream = data;
  }

  get used(): boolean {
    return this.#used ||
        (this.#stream !== undefined && isDisturbed(this.#stream));
  }

  /** It is used, or somebody has a reader for it. */
  get unusable(): boolean {
    return this.used || (this.#stream !== undefined && this.#stream.locked);
  }

  /** It came as a stream: nobody knows its bytes yet. */
  get isStream(): boolean {
    return isReadableStream(this.#data);
  }

  get stream(): ReadableStream {
    if (this.#stream === undefined) {
      this.#stream = this.#used ? usedUp() : toStream(this.#data);
      origins.set(this.#stream, this);
    }
    return this.#stream;
  }

  /** Another body with the same bytes. This one is not unusable. */
  clone(): Body {
    if (this.#stream === undefined && isAtHand(this.#data)) {
      return new Body(this.#data);
    }
    const [mine, other] = teeBytes(this.stream);
    this.#data = this.#stream = mine;
    return new Body(other);
  }

  /** Uses the body: hands on what it is made of. This one is not unusable. */
  take(): BodyData {
    this.#used = true;
    const stream = this.#stream;
    if (stream === undefined) return this.#data;
    const origin = origins.get(stream);
    if (origin === undefined) return stream;
    // Nobody has read from the stream: the bytes go by it, and it stays locked.
    stream.getReader();
    origin.#used = true;
    return origin.#data;
  }

  /** All of it, as UTF-8 where it is text. */
  async bytes(): Promise<Bytes> {
    const data = this.take();
    if (typeof data === 'string') return natives.encoding.encodeUtf8(data);
    if (data instanceof Uint8Array) return data.slice();
    if (isBlob(data)) return blobBytes(data);
    return toSource(data).readAll();
  }

  async text(): Promise<string> {
    const data = this.take();
    if (typeof data === 'string') return asDecoded(data);
    if (data instanceof Uint8Array || isBlob(data) || isReadableStream(data)) {
      const bytes = data instanceof Uint8Array ? data :
          isBlob(data)                         ? blobBytes(data) :
                                                 await readStream(data).readAll();
      return natives.encoding.decodeUtf8(bytes, false, false);
    }
    return natives.encoding.takeUtf8(await data.readAll(), false);
  }
}

function isAtHand(data: BodyData): data is string|Bytes|Blob {
  return typeof data === 'string' || data instanceof Uint8Array || isBlob(data);
}

/** The string as it is after it was encoded to UTF-8 and decoded again. */
function asDecoded(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.slice(start).toWellFormed();
}

/** What takeRequest() and takeResponse() handed on, in the form that brings bytes. */
export function toSource(data: BodySource|ReadableStream): BodySource {
  return isReadableStream(data) ? readStream(data) : data as BodySource;
}

function toStream(data: BodyData): ReadableStream {
  if (typeof data === 'string') {
    return fromPieces([natives.encoding.encodeUtf8(data)]);
  }
  if (data instanceof Uint8Array) return fromPieces([data]);
  if (isBlob(data)) return fromPieces(blobPieces(data));
  return isReadableStream(data) ? data : fromSource(data as BodySource);
}
