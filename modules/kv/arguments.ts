// How rt:kv checks its arguments: a TypeError names the one that is wrong.

const MAX_NAME_BYTES = 255;
const MAX_KEY_BYTES = 2048;
/** A character is at least as many bytes as code units, and at most three times. */
const MAX_BYTES_PER_UNIT = 3;

/** What was given, for a message: never a value that a program stores. */
function shown(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'an empty one';
  return typeof value === 'object' ? 'an object' : `of type ${typeof value}`;
}

export function fail(name: string, expected: string, value: unknown): never {
  throw new TypeError(`${name} must be ${expected}, not ${shown(value)}`);
}

export function toText(value: unknown, name: string, maxBytes: number): string {
  if (typeof value !== 'string' || value === '') {
    fail(name, 'a string that is not empty', value);
  }
  if (!value.isWellFormed()) {
    throw new TypeError(`${name} must be without lone surrogates`);
  }
  if (value.length * MAX_BYTES_PER_UNIT > maxBytes &&
      natives.encoding.encodeUtf8(value).length > maxBytes) {
    throw new TypeError(`${name} must be of at most ${maxBytes} bytes of UTF-8`);
  }
  return value;
}

export function toStoreName(value: unknown): string {
  const name = toText(value, 'name', MAX_NAME_BYTES);
  if (name.includes('\0')) throw new TypeError('name must be without NUL characters');
  return name;
}

export function toKey(value: unknown, name = 'key'): string {
  return toText(value, name, MAX_KEY_BYTES);
}

export function toOptions<T extends object>(
    value: T|undefined, name = 'options'): Partial<T> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) fail(name, 'an object', value);
  return value;
}

export function toBoolean(value: unknown, name: string): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') fail(name, 'true or false', value);
  return value;
}

export function toInteger(
    value: unknown, name: string, least: number, most: number): number {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
    throw new TypeError(`${name} must be an integer from ${least} to ${most}, not ${
        typeof value === 'number' ? value : shown(value)}`);
  }
  return value as number;
}

/** Milliseconds. A hundred thousand years from now is a time of Date's. */
export const MAX_DURATION = 100_000 * 365 * 86_400_000;
