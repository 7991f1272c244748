// Header lists (https://fetch.spec.whatwg.org/#concept-header-list) as flat arrays:
// name, value, name, value, ... Names keep the case in which they came. There is no
// object for a header and no map: lists are short, most are only passed on.

/** What the constructors of Headers, Request and Response take. */
export type HeadersInit = Iterable<Iterable<string>>|Record<string, string>;

export type HeaderList = string[];

const NAME = /^[!#$%&'*+\-.^`|~\w]+$/;

/** What most values are; others are looked at one by one. */
const PLAIN_VALUE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
export const AROUND_VALUE = /^[\t\n\r ]+|[\t\n\r ]+$/g;
// eslint-disable-next-line no-control-regex
const FORBIDDEN_IN_VALUE = /[\0\n\r]/;
const BEYOND_BYTES = /[^\0-\xff]/;

/** Names in lower case by names that were looked at: the same few come with every
 *  request. Not more of them than this. */
const lowerNames = new Map<string, string>();
const MAX_LOWER_NAMES = 256;

/** In lower case. Throws a TypeError for what is no header's name. */
export function lowerName(name: string, context: string): string {
  const known = lowerNames.get(name);
  if (known !== undefined) return known;
  if (!NAME.test(name)) {
    throw new TypeError(`Failed to ${context}: ${JSON.stringify(name)} is not a legal name of a header.`);
  }
  return rememberLower(name);
}

function rememberLower(name: string): string {
  const lower = name.toLowerCase();
  if (lowerNames.size < MAX_LOWER_NAMES && name.length < 64) {
    lowerNames.set(name, lower);
  }
  return lower;
}

/** Of a name that is known to be one. */
function lower(name: string): string {
  return lowerNames.get(name) ?? rememberLower(name);
}

/** Without white space around it. Throws a TypeError for what is no header's value. */
export function normalizeValue(value: string, context: string): string {
  if (PLAIN_VALUE.test(value)) return value;
  const normal = value.replace(AROUND_VALUE, '');
  if (FORBIDDEN_IN_VALUE.test(normal) || BEYOND_BYTES.test(normal)) {
    throw new TypeError(`Failed to ${context}: ${JSON.stringify(value)} is not a legal value of a header.`);
  }
  return normal;
}

/** Where the first header of the name, given in lower case, is; -1: none. */
export function findHeader(list: HeaderList, name: string, from = 0): number {
  for (let i = from; i < list.length; i += 2) {
    const each = list[i]!;
    if (each === name || (each.length === name.length && lower(each) === name)) {
      return i;
    }
  }
  return -1;
}

/** The values of all headers of the name, joined; null where there are none. */
export function getHeader(list: HeaderList, name: string): string|null {
  let at = findHeader(list, name);
  if (at < 0) return null;
  let value = list[at + 1]!;
  while ((at = findHeader(list, name, at + 2)) >= 0) value += `, ${list[at + 1]}`;
  return value;
}

export function appendHeader(list: HeaderList, name: string, value: string): void {
  const at = findHeader(list, lower(name));
  list.push(at < 0 ? name : list[at]!, value);
}

export function deleteHeader(list: HeaderList, name: string): void {
  let kept = 0;
  for (let i = 0; i < list.length; i += 2) {
    if (lower(list[i]!) === name) continue;
    list[kept++] = list[i]!;
    list[kept++] = list[i + 1]!;
  }
  list.length = kept;
}

/** Replaces the first header of the name and drops the others. */
export function setHeader(list: HeaderList, name: string, value: string): void {
  const lowered = lower(name);
  const first = findHeader(list, lowered);
  if (first < 0) {
    list.push(name, value);
    return;
  }
  list[first + 1] = value;
  if (findHeader(list, lowered, first + 2) < 0) return;
  const rest = list.splice(first + 2);
  deleteHeader(rest, lowered);
  list.push(...rest);
}

/** Sorted by name, in lower case, and combined, but for Set-Cookie: what iterators
 *  give. */
export function sortAndCombine(list: HeaderList): [string, string][] {
  const names = new Set<string>();
  for (let i = 0; i < list.length; i += 2) names.add(lower(list[i]!));
  const pairs: [string, string][] = [];
  for (const name of [...names].sort()) {
    if (name === 'set-cookie') {
      for (const value of valuesOf(list, name)) pairs.push([name, value]);
    } else {
      pairs.push([name, getHeader(list, name)!]);
    }
  }
  return pairs;
}

/** The values of the headers of the name, each by itself. */
export function valuesOf(list: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (let at = findHeader(list, name); at >= 0;
       at = findHeader(list, name, at + 2)) {
    values.push(list[at + 1]!);
  }
  return values;
}
