// CompressionStream and DecompressionStream (https://compression.spec.whatwg.org).

import {showAttributes} from '../inspect_by.ts';
import {toBytes} from './buffer_source.ts';
import {streamClasses} from './streams.ts';
import {requireArguments, shapeInterface} from '../webidl.ts';

/** By the numbers of natives.compression. */
const FORMATS = ['deflate', 'deflate-raw', 'gzip'];

type Controller = TransformStreamDefaultController<Uint8Array<ArrayBuffer>>;

function makeStream(
    name: string, given: number, format: unknown, compresses: boolean): TransformStream {
  const context = `construct '${name}'`;
  requireArguments(given, 1, context);
  const number = FORMATS.indexOf(`${format}`) as 0|1|2|-1;
  if (number < 0) {
    throw new TypeError(`Failed to ${context}: '${format}' is no format: one of ${
        FORMATS.join(', ')}.`);
  }
  const write = (bytes: BufferSource|null, controller: Controller) => {
    const [parts, problem] = natives.compression.write(id, bytes);
    for (const part of parts) controller.enqueue(part);
    if (problem !== undefined) throw new TypeError(problem);
  };
  const close = () => natives.compression.close(id);
  const transformer: Transformer = {
    transform: (chunk, controller) =>
        write(toBytes(chunk, `A chunk of a ${name}`), controller),
    flush(controller) {
      write(null, controller);
      close();
    },
    cancel: close,
  };
  const stream = new (streamClasses().TransformStream)(transformer);
  const id = natives.compression.open(transformer, number as 0|1|2, compresses);
  return stream;
}

/** Both classes. */
export function makeCompressionStreams() {
  class CompressionStream {
    readonly #stream: TransformStream;

    constructor(format: CompressionFormat) {
      this.#stream = makeStream('CompressionStream', arguments.length, format, true);
    }

    get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
      return this.#stream.readable;
    }

    get writable(): WritableStream<BufferSource> {
      return this.#stream.writable;
    }
  }

  class DecompressionStream {
    readonly #stream: TransformStream;

    constructor(format: CompressionFormat) {
      this.#stream = makeStream('DecompressionStream', arguments.length, format, false);
    }

    get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
      return this.#stream.readable;
    }

    get writable(): WritableStream<BufferSource> {
      return this.#stream.writable;
    }
  }

  shapeInterface(CompressionStream, 'CompressionStream');
  shapeInterface(DecompressionStream, 'DecompressionStream');
  showAttributes(CompressionStream, ['readable', 'writable']);
  showAttributes(DecompressionStream, ['readable', 'writable']);
  return {CompressionStream, DecompressionStream};
}
