// The parts that a Blob is made of, as bytes
// (https://w3c.github.io/FileAPI/#process-blob-parts).

import {blobPieces, isBlob} from './blob.ts';

/** Bytes of the parts, which are copied; those of blobs are shared. */
export function toPieces(
    parts: unknown[], endings: 'transparent'|'native'): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  // Converted before anything is read, as Web IDL does.
  const converted = parts.map(
      (part) => isBlob(part) || isBufferSource(part) ? part : `${part}`);
  for (const part of converted) {
    if (typeof part === 'string') {
      const text = endings === 'native' ? part.replace(/\r\n?|\n/g, '\n') : part;
      push(pieces, natives.encoding.encodeUtf8(text));
    } else if (isBlob(part)) {
      pieces.push(...blobPieces(part));
    } else {
      push(pieces, copyBytes(part));
    }
  }
  return pieces;
}

function push(
    pieces: Uint8Array<ArrayBuffer>[], piece: Uint8Array<ArrayBuffer>): void {
  if (piece.byteLength > 0) pieces.push(piece);
}

export function isBufferSource(value: unknown): value is ArrayBuffer|ArrayBufferView {
  return ArrayBuffer.isView(value) ||
      (typeof value === 'object' && value !== null &&
       natives.inspect.isAnyArrayBuffer(value));
}

/** Nothing can change what is returned. */
export function copyBytes(
    source: ArrayBufferLike|ArrayBufferView): Uint8Array<ArrayBuffer> {
  if (ArrayBuffer.isView(source)) {
    const {buffer, byteOffset, byteLength} = source;
    // Of a view on a buffer that was detached or has shrunk.
    if (byteLength === 0) return new Uint8Array();
    return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return new Uint8Array(new Uint8Array(source));
}
