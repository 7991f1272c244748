// TextEncoderStream and TextDecoderStream
// (https://encoding.spec.whatwg.org/#interface-textdecoderstream).

import {TextDecoder} from '../encoding.ts';
import {showAttributes} from '../inspect_web.ts';
import {shapeInterface} from '../webidl.ts';
import {toBytes} from './buffer_source.ts';
import {streams} from './streams.ts';

export class TextEncoderStream {
  readonly #stream: TransformStream<string, Uint8Array<ArrayBuffer>>;

  constructor() {
    // The first half of a character whose rest is in the next chunk.
    let pending = '';
    this.#stream = new (streams().interfaces.TransformStream)({
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

function endsInLead(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}

export class TextDecoderStream {
  readonly #decoder: TextDecoder;
  readonly #stream: TransformStream<BufferSource, string>;

  constructor(label: string = 'utf-8', options: TextDecoderOptions|undefined = undefined) {
    const decoder = new TextDecoder(label, options);
    this.#decoder = decoder;
    this.#stream = new (streams().interfaces.TransformStream)({
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

shapeInterface(TextEncoderStream, 'TextEncoderStream');
shapeInterface(TextDecoderStream, 'TextDecoderStream');
showAttributes(TextEncoderStream, ['encoding', 'readable', 'writable']);
showAttributes(
    TextDecoderStream, ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable']);
