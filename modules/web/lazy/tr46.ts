// tr46 with its tables of all Unicode domain names, unpacked when the first URL
// with such a name comes.

interface Tr46 {
  toASCII(domain: string, options: object): string|null;
  toUnicode(domain: string, options: object): {domain: string, error: boolean};
}

declare function require(path: string): Tr46;
const tr46 = () => require('../../../node_modules/tr46/index.js');

export function toASCII(domain: string, options: object) {
  return tr46().toASCII(domain, options);
}

export function toUnicode(domain: string, options: object) {
  return tr46().toUnicode(domain, options);
}
