// The encodings other than UTF-8, from @exodus/bytes. By path: under its package
// name this module is one that the bundle leaves out (bundle.py), since whatwg-url
// loads it without need.

export interface LegacyDecoder {
  decode(bytes: Uint8Array, options: {stream?: boolean}): string;
}

interface Exodus {
  TextDecoder: new (
      encoding: string,
      options: {fatal: boolean, ignoreBOM: boolean}) => LegacyDecoder;
  normalizeEncoding(label: string): string|null;
}

declare function require(path: string): Exodus;
const exodus = require('../../../node_modules/@exodus/bytes/encoding.js');

/** The encoding's name in lower case, null where no encoding has the label. */
export function encodingOf(label: string): string|null {
  return exodus.normalizeEncoding(label);
}

export function decoderFor(
    encoding: string,
    options: {fatal: boolean, ignoreBOM: boolean}): LegacyDecoder {
  return new exodus.TextDecoder(encoding, options);
}
