// TextEncoder and TextDecoder (https://encoding.spec.whatwg.org). UTF-8 is done
// natively; the legacy encodings by @exodus/bytes, unpacked at the first use.

import type {LegacyDecoder} from './lazy/legacy_encodings.ts';
import {incompleteTail} from './utf8_tail.ts';
import {requireArguments, toDictionary} from './webidl.ts';

export class TextEncoder {
  // A private field, for the brand check.
  readonly #encoding = 'utf-8';

  get encoding(): string {
    return this.#encoding;
  }

  encode(input: string = ''): Uint8Array<ArrayBuffer> {
    this.#encoding;
    return natives.encoding.encodeUtf8(`${input}`);
  }

  encodeInto(source: string, destination: Uint8Array):
      TextEncoderEncodeIntoResult {
    this.#encoding;
    requireArguments(
        arguments.length, 2, "execute 'encodeInto' on 'TextEncoder'");
    const text = `${source}`;
    if (!isUint8Array(destination)) {
      throw new TypeError(
          "Failed to execute 'encodeInto' on 'TextEncoder': parameter 2 is " +
          "not of type 'Uint8Array'.");
    }
    const [read, written] = natives.encoding.encodeInto(text, destination);
    return {read, written};
  }
}

const typedArrayName = Object.getOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!.get!;

function isUint8Array(value: unknown): boolean {
  return ArrayBuffer.isView(value) &&
      Reflect.apply(typedArrayName, value, []) === 'Uint8Array';
}

const NO_BYTES = new Uint8Array();
const UTF8_LABELS = ['utf-8', 'utf8', 'UTF-8', 'UTF8'];

declare function require(path: './lazy/legacy_encodings.ts'):
    typeof import('./lazy/legacy_encodings.ts');
const legacy = () => require('./lazy/legacy_encodings.ts');

export class TextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBOM: boolean;
  /** For what is not UTF-8. */
  readonly #legacy: LegacyDecoder | undefined;
  /** The bytes of a character whose rest is in the next chunk. */
  #pending: Uint8Array = NO_BYTES;
  /** Whether the start of the stream, where a byte order mark counts as one,
   *  lies behind. */
  #started = false;

  constructor(label: string = 'utf-8', options: TextDecoderOptions|null = null) {
    const {fatal, ignoreBOM} = toDictionary(options, "construct 'TextDecoder'");
    this.#fatal = Boolean(fatal);
    this.#ignoreBOM = Boolean(ignoreBOM);
    this.#encoding = encodingOf(`${label}`);
    if (this.#encoding !== 'utf-8') {
      this.#legacy = legacy().decoderFor(
          this.#encoding, {fatal: this.#fatal, ignoreBOM: this.#ignoreBOM});
    }
  }

  get encoding(): string {
    return this.#encoding;
  }

  get fatal(): boolean {
    return this.#fatal;
  }

  get ignoreBOM(): boolean {
    return this.#ignoreBOM;
  }

  decode(
      input: BufferSource|undefined = undefined,
      options: TextDecodeOptions|null = null): string {
    const fatal = this.#fatal;
    const {stream} =
        toDictionary(options, "execute 'decode' on 'TextDecoder'");
    const bytes = input === undefined ? NO_BYTES : toBytes(input);
    if (this.#legacy) return this.#legacy.decode(bytes, {stream});
    if (stream) return this.#decodeChunk(bytes);
    const whole = this.#join(bytes);
    const ignoreBOM = this.#ignoreBOM || this.#started;
    this.#started = false;
    return natives.encoding.decodeUtf8(whole, fatal, ignoreBOM);
  }

  /** Decodes all but a character's first bytes at the end. */
  #decodeChunk(chunk: Uint8Array): string {
    const bytes = this.#join(chunk);
    const tail = incompleteTail(bytes);
    const end = bytes.length - tail;
    if (tail > 0) this.#pending = bytes.slice(end);
    if (end === 0) return '';
    const ignoreBOM = this.#ignoreBOM || this.#started;
    this.#started = true;
    return natives.encoding.decodeUtf8(
        bytes.subarray(0, end), this.#fatal, ignoreBOM);
  }

  #join(chunk: Uint8Array): Uint8Array {
    const pending = this.#pending;
    if (pending.length === 0) return chunk;
    this.#pending = NO_BYTES;
    const joined = new Uint8Array(pending.length + chunk.length);
    joined.set(pending);
    joined.set(chunk, pending.length);
    return joined;
  }
}

/** The name, in lower case, of the encoding that has the label. */
function encodingOf(label: string): string {
  if (UTF8_LABELS.includes(label)) return 'utf-8';
  const encoding = legacy().encodingOf(label);
  if (encoding === null || encoding === 'replacement') {
    throw new RangeError(`Failed to construct 'TextDecoder': The encoding label '${
        label}' is unknown.`);
  }
  return encoding;
}

function toBytes(input: unknown): Uint8Array {
  if (ArrayBuffer.isView(input)) {
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  if (natives.inspect.isAnyArrayBuffer(input)) {
    return new Uint8Array(input as ArrayBuffer);
  }
  throw new TypeError(
      "Failed to execute 'decode' on 'TextDecoder': parameter 1 is not of " +
      "type 'ArrayBuffer' or 'ArrayBufferView'.");
}
