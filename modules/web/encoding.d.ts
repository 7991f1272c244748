// https://encoding.spec.whatwg.org

type BufferSource = ArrayBufferLike | ArrayBufferView;

interface TextEncoderEncodeIntoResult {
  /** UTF-16 code units of the source that are in the destination now. */
  read: number;
  /** Bytes. */
  written: number;
}

interface TextEncoder {
  readonly encoding: string;
  /** UTF-8; a lone surrogate becomes U+FFFD. */
  encode(input?: string): Uint8Array<ArrayBuffer>;
  /** Writes as many whole characters as fit. */
  encodeInto(source: string, destination: Uint8Array):
      TextEncoderEncodeIntoResult;
}

declare var TextEncoder: {
  prototype: TextEncoder;
  new (): TextEncoder;
};

interface TextDecoderOptions {
  /** Bytes that are not in the encoding throw a TypeError, instead of becoming
   *  U+FFFD. */
  fatal?: boolean;
  /** A byte order mark at the start stays in the text. */
  ignoreBOM?: boolean;
}

interface TextDecodeOptions {
  /** More is to come: the start of a character at the end is kept for the next
   *  call. */
  stream?: boolean;
}

interface TextDecoder {
  /** The encoding's name in lower case. */
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: BufferSource, options?: TextDecodeOptions): string;
}

declare var TextDecoder: {
  prototype: TextDecoder;
  /** Throws a RangeError where no encoding has the label. */
  new (label?: string, options?: TextDecoderOptions): TextDecoder;
};
