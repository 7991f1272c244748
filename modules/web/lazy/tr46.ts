// tr46 with its tables of all Unicode domain names, unpacked when the first URL
// with such a name comes. An ASCII name needs none of them: Unicode's ToASCII of
// one that has no Punycode label is the name in lower case.

interface Tr46 {
  toASCII(domain: string, options: object): string | null;
  toUnicode(domain: string, options: object): {domain: string, error: boolean};
}

const tr46 = (): Tr46 => require('../../../node_modules/tr46/index.js');

const PLAIN = /^[\x00-\x7f]*$/;
const PUNYCODE = /(^|\.)xn--/i;

export function toASCII(
    domain: string, options: {useSTD3ASCIIRules: boolean}): string | null {
  if (!options.useSTD3ASCIIRules && PLAIN.test(domain) &&
      !PUNYCODE.test(domain)) {
    return domain.toLowerCase();
  }
  return tr46().toASCII(domain, options);
}

export function toUnicode(domain: string, options: object) {
  return tr46().toUnicode(domain, options);
}

declare function require(path: string): Tr46;
