// Most URLs that a program meets are http: URLs that the parser of the URL Standard
// would leave as they are. These are told by one regular expression, and taken apart
// at once; whatwg-url walks a state machine over every character, which takes thirty
// times as long. What is not plain goes to it.

/** The record of a URL, as whatwg-url has it. */
export interface UrlRecord {
  readonly scheme: string;
  readonly username: string;
  readonly password: string;
  /** An IPv4 address is a number. */
  readonly host: string|number|null;
  readonly port: number|null;
  readonly path: string[];
  readonly query: string|null;
  readonly fragment: string|null;
}

/** A host whose last label starts with a letter, or of four numbers; a port that is
 *  not the scheme's own; a path without dot segments and a query, in both of which
 *  nothing has to be percent-encoded. */
const PLAIN = new RegExp(
    '^(http|https)://' +
    '((?:[a-z\\d](?:[a-z\\d-]*[a-z\\d])?\\.)*[a-z](?:[a-z\\d-]*[a-z\\d])?' +
    '|(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?=\\d)|(?=[/:]))){4})' +
    '(?::([1-9]\\d{0,3}))?' +
    '((?:/(?:[\\w!$&\'()*+,;=:@~-][\\w!$&\'()*+,;=:@~.-]*)?)+)' +
    '(?:\\?([\\w!$&()*+,;=:@~./?%-]*))?$');

function match(text: string): RegExpExecArray|null {
  const found = PLAIN.exec(text);
  if (found === null || found[2]!.includes('xn--')) return null;
  return found[3] === (found[1] === 'http' ? '80' : '443') ? null : found;
}

/** Whether the parser would leave it as it is. */
export function isPlainUrl(text: string): boolean {
  return match(text) !== null;
}

/** The record of a plain URL; null for others. */
export function parsePlainUrl(text: string): UrlRecord|null {
  const found = match(text);
  if (found === null) return null;
  const path = found[4]!.split('/');
  path.shift();
  return {
    scheme: found[1]!,
    username: '',
    password: '',
    host: toHost(found[2]!),
    port: found[3] === undefined ? null : Number(found[3]),
    path,
    query: found[5] ?? null,
    fragment: null,
  };
}

function toHost(text: string): string|number {
  if (!/\d$/.test(text) || !/^[\d.]*$/.test(text)) return text;
  return text.split('.').reduce((address, part) => address * 256 + Number(part), 0);
}
