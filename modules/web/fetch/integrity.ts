// Subresource integrity (https://w3c.github.io/webappsec-subresource-integrity/).

import {base64} from '../base64.ts';

/** From the weakest to the strongest. */
const ALGORITHMS = ['sha256', 'sha384', 'sha512'] as const;

const HASH = /^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?:\?.*)?$/;

/** Whether the bytes have one of the hashes of the strongest algorithm that the text
 *  has hashes of; true where it has none that is known. */
export function matchesIntegrity(
    integrity: string, bytes: Uint8Array<ArrayBuffer>): boolean {
  const hashes = integrity.split(/[\t\n\f\r ]+/).map((each) => HASH.exec(each)).filter(
      (each) => each !== null);
  for (const algorithm of [...ALGORITHMS].reverse()) {
    const given = hashes.filter((each) => each[1] === algorithm);
    if (given.length === 0) continue;
    const actual = toBase64(natives.fetch.digest(algorithm, bytes));
    return given.some((each) => normal(each[2]!) === actual);
  }
  return true;
}

function toBase64(bytes: Uint8Array): string {
  return normal(base64.btoa(natives.encoding.decodeLatin1(bytes)));
}

function normal(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
}
