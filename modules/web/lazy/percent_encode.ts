// Percent-encode after encoding
// (https://url.spec.whatwg.org/#string-percent-encode-after-encoding) for UTF-8,
// the only encoding that a URL made by a program has. Stands for
// @exodus/bytes/whatwg.js, which brings the tables of all the others.

import {TextEncoder} from '../encoding.ts';

const encoder = new TextEncoder();

export function percentEncodeAfterEncoding(
    _encoding: 'utf-8', input: string, percentEncodeSet: string): string {
  let output = '';
  for (const byte of encoder.encode(input)) {
    const character = String.fromCharCode(byte);
    output += byte <= 0x1f || byte > 0x7e || percentEncodeSet.includes(character) ?
        percentEncode(byte) :
        character;
  }
  return output;
}

function percentEncode(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
