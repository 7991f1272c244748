// Blob (https://w3c.github.io/FileAPI/#blob-section). Its bytes are in memory, in
// pieces that nothing changes: blobs made of blobs, and slices, share them.

import {joinBytes} from '../fetch/body_source.ts';
import {fromPieces} from '../streams/byte_streams.ts';
import {toClampedLongLong, toDictionary} from '../webidl.ts';
import {toPieces} from './blob_parts.ts';

/** Only rt passes this; with it come pieces and a type. */
const KEY = Symbol('Blob');

let piecesIn: (blob: Blob) => Uint8Array<ArrayBuffer>[];
let isBlobObject: (value: object) => value is Blob;

export class Blob {
  readonly #pieces: Uint8Array<ArrayBuffer>[];
  readonly #size: number;
  readonly #type: string;

  constructor(
      parts: Iterable<BlobPart>|undefined|symbol = undefined,
      options: BlobPropertyBag|null|undefined = undefined) {
    if (parts === KEY) {
      this.#pieces = arguments[1];
      this.#type = arguments[2];
    } else {
      const context = `construct '${new.target.name}'`;
      const input = parts === undefined ? [] : toSequence(parts, context);
      const {endings, type} = readOptions(options, context);
      this.#pieces = toPieces(input, endings);
      this.#type = toType(type);
    }
    this.#size = this.#pieces.reduce((size, piece) => size + piece.byteLength, 0);
  }

  get size(): number {
    return this.#size;
  }

  get type(): string {
    return this.#type;
  }

  slice(
      start: number|undefined = undefined, end: number|undefined = undefined,
      contentType: string|undefined = undefined): Blob {
    const size = this.#size;
    const from = start === undefined ? 0 : place(start, size);
    const to = end === undefined ? size : place(end, size);
    const type = contentType === undefined ? '' : toType(`${contentType}`);
    return new (Blob as any)(KEY, cut(this.#pieces, from, to), type);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return blobBytes(this).buffer;
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return blobBytes(this);
  }

  async text(): Promise<string> {
    return natives.encoding.decodeUtf8(joinBytes(this.#pieces), false, false);
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return fromPieces(this.#pieces);
  }

  static {
    piecesIn = (blob) => blob.#pieces;
    isBlobObject = (value): value is Blob => #pieces in value;
  }
}

/** A relative place, which counts from the end where it is negative. */
function place(value: number, size: number): number {
  const at = toClampedLongLong(value);
  return at < 0 ? Math.max(size + at, 0) : Math.min(at, size);
}

function cut(
    pieces: Uint8Array<ArrayBuffer>[], from: number,
    to: number): Uint8Array<ArrayBuffer>[] {
  const result: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const piece of pieces) {
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, piece.byteLength);
    if (start < end) result.push(piece.subarray(start, end));
    at += piece.byteLength;
  }
  return result;
}

function toSequence(value: unknown, context: string): unknown[] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null ||
      typeof (value as any)[Symbol.iterator] !== 'function') {
    throw new TypeError(`Failed to ${context}: The blob parts are not a sequence.`);
  }
  return [...value as Iterable<unknown>];
}

function readOptions(options: BlobPropertyBag|null|undefined, context: string) {
  const bag = toDictionary(options, context);
  const endings = bag.endings === undefined ? 'transparent' : `${bag.endings}`;
  if (endings !== 'transparent' && endings !== 'native') {
    throw new TypeError(`Failed to ${context}: '${endings}' is no value of endings.`);
  }
  return {endings, type: bag.type === undefined ? '' : `${bag.type}`} as const;
}

const PRINTABLE = /^[\x20-\x7e]*$/;

function toType(type: string): string {
  return PRINTABLE.test(type) ? type.toLowerCase() : '';
}

export function isBlob(value: unknown): value is Blob {
  return typeof value === 'object' && value !== null && isBlobObject(value);
}

/** The blob's own bytes, in order; not to be changed. */
export function blobPieces(blob: Blob): Uint8Array<ArrayBuffer>[] {
  return piecesIn(blob);
}

/** A copy of the blob's bytes. */
export function blobBytes(blob: Blob): Uint8Array<ArrayBuffer> {
  const pieces = piecesIn(blob);
  return pieces.length === 1 ? pieces[0]!.slice() : joinBytes(pieces);
}

/** Takes the pieces as they are: the caller does not change them any more. */
export function makeBlob(pieces: Uint8Array<ArrayBuffer>[], type: string): Blob {
  return new (Blob as any)(KEY, pieces, toType(type));
}
