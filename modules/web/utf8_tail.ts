// Where a chunk of UTF-8 stops in the middle of a character.

/** How many bytes at the end of `bytes` are the valid start of a character that
 *  is not complete: 0 to 3. Bytes that can be no start are not counted: they are
 *  an error now, whatever follows (https://encoding.spec.whatwg.org/#utf-8-decoder). */
export function incompleteTail(bytes: Uint8Array): number {
  for (let count = 1; count <= 3 && count <= bytes.length; count++) {
    const at = bytes.length - count;
    const byte = bytes[at]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const isIncomplete = count < lengthOf(byte) &&
        (count === 1 || canFollow(byte, bytes[at + 1]!));
    return isIncomplete ? count : 0;
  }
  return 0;
}

/** The length of the character that a lead byte starts; 0 for what is none. */
function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/** Whether a second byte keeps clear of overlong forms, surrogates and what is
 *  above U+10FFFF. */
function canFollow(lead: number, second: number): boolean {
  switch (lead) {
    case 0xe0:
      return second >= 0xa0;
    case 0xed:
      return second <= 0x9f;
    case 0xf0:
      return second >= 0x90;
    case 0xf4:
      return second <= 0x8f;
    default:
      return true;
  }
}
