// What rt does with streams of bytes.

import type {BodySource} from '../fetch/body_source.ts';
import {joinBytes} from '../fetch/body_source.ts';
import {streamClasses} from './streams.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the package keeps in a stream. */
interface Internals {
  readonly _readableStreamController: object;
  readonly _disturbed: boolean;
}

/** Somebody has read from it, or cancelled it. */
export function isDisturbed(stream: ReadableStream): boolean {
  return (stream as unknown as Internals)._disturbed;
}

/** The stream's two branches, with chunks of their own in each. */
export function teeBytes(stream: ReadableStream): [ReadableStream, ReadableStream] {
  const [first, second] = stream.tee();
  const {_readableStreamController: controller} = stream as unknown as Internals;
  // A stream of type 'bytes' copies its chunks by itself.
  const {prototype} = streamClasses().ReadableByteStreamController;
  if (prototype.isPrototypeOf(controller)) return [first, second];
  const reader = second.getReader();
  const copies = new (streamClasses().ReadableStream)({
    async pull(controller) {
      const {done, value} = await reader.read();
      if (done) controller.close();
      else controller.enqueue(natives.messaging.clone(value, undefined));
    },
    cancel: (reason) => reader.cancel(reason),
  }, {highWaterMark: 0});
  return [first, copies];
}

/** Most bytes in one chunk of a blob's stream. */
const CHUNK = 65536;

/** A stream of copies of the pieces. */
export function fromPieces(pieces: Bytes[]): ReadableStream<Bytes> {
  let piece = 0;
  let at = 0;
  pieces = pieces.filter(({byteLength}) => byteLength > 0);
  return new (streamClasses().ReadableStream)({
    type: 'bytes',
    pull(controller) {
      const from = pieces[piece];
      if (from === undefined) {
        finish(controller);
        return;
      }
      const end = Math.min(at + CHUNK, from.byteLength);
      controller.enqueue(from.slice(at, end));
      at = end;
      if (at === from.byteLength) {
        piece++;
        at = 0;
      }
    },
  });
}

/** The stream asks for bytes only when its reader does. */
export function fromSource(source: BodySource): ReadableStream<Bytes> {
  return new (streamClasses().ReadableStream)({
    type: 'bytes',
    async pull(controller) {
      const bytes = await source.read();
      if (bytes === null) finish(controller);
      else if (bytes.byteLength > 0) controller.enqueue(bytes);
      else return this.pull!(controller);
    },
    cancel(reason) {
      source.cancel(reason);
    },
  });
}

function finish(controller: ReadableByteStreamController): void {
  controller.close();
  // A reader that brought its own buffer gets it back.
  controller.byobRequest?.respond(0);
}

/** The stream's bytes as native code takes them. Locks the stream. A chunk that is no
 *  Uint8Array cancels it with a TypeError. */
export function readStream(stream: ReadableStream): BodySource {
  const reader = stream.getReader();
  const read = async(): Promise<Bytes|null> => {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return null;
      if (!isBytes(value)) {
        const error = new TypeError(
            'A chunk of a body\'s stream is no Uint8Array.');
        reader.cancel(error).catch(() => {});
        throw error;
      }
      if (value.byteLength > 0) return value;
    }
  };
  return {
    size: null,
    read,
    async readAll() {
      const parts: Bytes[] = [];
      for (let part = await read(); part !== null; part = await read()) {
        parts.push(part);
      }
      return joinBytes(parts);
    },
    cancel(reason) {
      reader.cancel(reason).catch(() => {});
    },
  };
}

const typedArrayName = Object.getOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!.get!;

function isBytes(value: unknown): value is Bytes {
  return ArrayBuffer.isView(value) &&
      Reflect.apply(typedArrayName, value, []) === 'Uint8Array';
}

/** A stream that was read to its end. */
export function usedUp(): ReadableStream<Bytes> {
  const stream = fromPieces([]);
  stream.getReader().cancel();
  return stream;
}
