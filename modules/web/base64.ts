// atob and btoa (https://html.spec.whatwg.org/#atob).

import {DOMException} from './dom_exception.ts';
import {requireArguments} from './webidl.ts';

const ALPHABET =
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const VALUES = new Uint8Array(128).fill(0xff);
for (let i = 0; i < 64; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

const ASCII_WHITESPACE = /[\t\n\f\r ]+/g;

function invalid(method: string, problem: string): DOMException {
  return new DOMException(
      `Failed to execute '${method}': ${problem}`, 'InvalidCharacterError');
}

/** Methods, so that they are no constructors. */
export const base64 = {
  /** Bytes, one a character, to Base64. */
  btoa(data: string): string {
    requireArguments(arguments.length, 1, "execute 'btoa'");
    const text = `${data}`;
    const parts: string[] = [];
    for (let at = 0; at < text.length; at += 3) {
      const left = text.length - at;
      const a = text.charCodeAt(at);
      const b = left > 1 ? text.charCodeAt(at + 1) : 0;
      const c = left > 2 ? text.charCodeAt(at + 2) : 0;
      if (a > 0xff || b > 0xff || c > 0xff) {
        throw invalid('btoa', 'The string has characters above U+00FF.');
      }
      const bits = a << 16 | b << 8 | c;
      parts.push(
          ALPHABET[bits >> 18]! + ALPHABET[bits >> 12 & 63]! +
          (left > 1 ? ALPHABET[bits >> 6 & 63]! : '=') +
          (left > 2 ? ALPHABET[bits & 63]! : '='));
    }
    return parts.join('');
  },

  /** Base64 to bytes, one a character. Forgiving: white space is skipped, the
   *  padding may be missing. */
  atob(data: string): string {
    requireArguments(arguments.length, 1, "execute 'atob'");
    let text = `${data}`.replace(ASCII_WHITESPACE, '');
    if (text.length % 4 === 0) {
      if (text.endsWith('==')) text = text.slice(0, -2);
      else if (text.endsWith('=')) text = text.slice(0, -1);
    }
    if (text.length % 4 === 1) {
      throw invalid('atob', 'The string has an impossible length.');
    }
    const bytes = new Uint8Array(Math.floor(text.length * 3 / 4));
    let bits = 0;
    let at = 0;
    for (let i = 0; i < text.length; i++) {
      const value = VALUES[text.charCodeAt(i)] ?? 0xff;
      if (value === 0xff) {
        throw invalid('atob', 'The string has a character that is not Base64.');
      }
      bits = bits << 6 | value;
      if (i % 4 > 0) bytes[at++] = bits >> 6 - i % 4 * 2;
    }
    return natives.encoding.decodeLatin1(bytes);
  },
};
