// TextEncoderStream and TextDecoderStream
// (https://encoding.spec.whatwg.org/#interface-textdecoderstream).

import {TextDecoder} from '../encoding.ts';
import {showAttributes} from '../inspect_by.ts';
import {shapeInterface} from '../webidl.ts';
import {toBytes} from './buffer_source.ts';
import {streamClasses} from './streams.ts';

function endsInLead(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}

/** Both classes. A package in the bundle has two of their names: under those, esbuild
 *  would rename these. */
export function makeTextStreams() {
  class EncoderStream {
    readonly #stream: TransformStream<string, Uint8Array<ArrayBuffer>>;

    constructor() {
      // The first half of a character whose rest is in the next chunk.
      let pending = '';
      this.#stream = new (streamClasses().TransformStream)({
        transform(chunk, controller) {
          let text = pending + `${chunk}`;
          pending = '';
          if (endsInLead(text)) {
            pending = text.slice(-1);
            text = text.slice(0, -1);
          }
          if (text !== '') controller.enqueue(natives.encoding.encodeUtf8(text));
        },
        flush(controller) {
          if (pending !== '') controller.enqueue(natives.encoding.encodeUtf8(pending));
        },
      });
    }

    get encoding(): string {
      this.#stream;
      return 'utf-8';
    }

    get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
      return this.#stream.readable;
    }

    get writable(): WritableStream<string> {
      return this.#stream.writable;
    }
  }

  class DecoderStream {
    readonly #decoder: TextDecoder;
    readonly #stream: TransformStream<BufferSource, string>;

    constructor(label: string = 'utf-8', options: TextDecoderOptions|undefined = undefined) {
      const decoder = new TextDecoder(label, options);
      this.#decoder = decoder;
      this.#stream = new (streamClasses().TransformStream)({
        transform(chunk, controller) {
          const text = decoder.decode(
              toBytes(chunk, 'A chunk of a TextDecoderStream'), {stream: true});
          if (text !== '') controller.enqueue(text);
        },
        flush(controller) {
          const text = decoder.decode();
          if (text !== '') controller.enqueue(text);
        },
      });
    }

    get encoding(): string {
      return this.#decoder.encoding;
    }

    get fatal(): boolean {
      return this.#decoder.fatal;
    }

    get ignoreBOM(): boolean {
      return this.#decoder.ignoreBOM;
    }

    get readable(): ReadableStream<string> {
      return this.#stream.readable;
    }

    get writable(): WritableStream<BufferSource> {
      return this.#stream.writable;
    }
  }

  shapeInterface(EncoderStream, 'TextEncoderStream');
  shapeInterface(DecoderStream, 'TextDecoderStream');
  showAttributes(EncoderStream, ['encoding', 'readable', 'writable']);
  showAttributes(
      DecoderStream, ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable']);
  return {TextDecoderStream: DecoderStream, TextEncoderStream: EncoderStream};
}
