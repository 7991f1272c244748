// What native code and the web's body classes hand each other.

/** A body whose bytes native code brings: of an incoming request, or of an answer to
 *  fetch. One function runs at a time: the caller awaits it before the next call. */
export interface BodySource {
  /** Bytes, from Content-Length; null: not known. */
  readonly size: number|null;
  /** The next part; null at the end. Rejects with what cut the body off. */
  read(): Promise<Uint8Array<ArrayBuffer>|null>;
  /** All that is left. What text(), json(), bytes() and arrayBuffer() take. */
  readAll(): Promise<Uint8Array<ArrayBuffer>>;
  /** Nobody will read the rest. */
  cancel(reason: unknown): void;
}

/** Puts the parts into one. */
export function joinBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const only = parts[0];
  if (parts.length === 1 && only!.buffer instanceof ArrayBuffer) {
    return only as Uint8Array<ArrayBuffer>;
  }
  let size = 0;
  for (const part of parts) size += part.byteLength;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
