// How rt:file checks its arguments: a TypeError names the one that is wrong.

import {AbortSignal} from '../web/abort.ts';
import {urlInterfaces} from '../web/url.ts';

/** A lone surrogate that stands for no byte of a file name (file.d.ts). */
const STRAY_SURROGATE = /[\ud800-\udc7f\udd00-\udfff]/u;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** What was given, for a message. */
function shown(value: unknown): string {
  if (isText(value)) return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

function fail(name: string, expected: string, value: unknown): never {
  throw new TypeError(`${name} must be ${expected}, not ${shown(value)}`);
}

/** A string that a file name or a pattern may be. */
export function toPathText(value: unknown, name: string): string {
  if (!isText(value) || value === '') fail(name, 'a string that is not empty', value);
  if (value.includes('\0')) fail(name, 'without NUL characters', value);
  if (STRAY_SURROGATE.test(value)) {
    fail(name, 'without lone surrogates that stand for no byte', value);
  }
  return value;
}

export function toPath(value: unknown, name: string): string {
  if (value instanceof urlInterfaces.URL) return natives.file.pathOfUrl(value.href);
  if (!isText(value) || value === '') {
    fail(name, 'a string that is not empty or a file: URL', value);
  }
  return toPathText(value, name);
}

export function toOptions<T extends object>(value: T|undefined): Partial<T> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) fail('options', 'an object', value);
  return value;
}

export function toBoolean(value: unknown, name: string, fallback = false): boolean {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') fail(name, 'true or false', value);
  return value;
}

export function toInteger(
    value: unknown, name: string, least: number, most: number, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
    fail(name, `an integer from ${least} to ${most}`, value);
  }
  return value as number;
}

const MODE_BITS = 0o7777;

export function toMode(value: unknown, name: string, fallback?: number): number {
  return toInteger(value, name, 0, MODE_BITS, fallback);
}

/** The offset that stands for a file's own position in natives. */
export const POSITION = -1;

export function toOffset(value: unknown, name: string): number {
  return toInteger(value, name, 0, Number.MAX_SAFE_INTEGER, POSITION);
}

/** FileReplacement::Expect in C++. */
export const ANY = 0;
const EXISTING = 1;
const NEW = 2;

export function toExpect(value: unknown, fallback: boolean): 0|1|2 {
  if (value === 'new') return NEW;
  if (value !== undefined && typeof value !== 'boolean') {
    fail('options.create', "true, false or 'new'", value);
  }
  return value ?? fallback ? ANY : EXISTING;
}

/** What can be written: a string, or the bytes of a buffer or a view. */
export function toData(value: unknown): string|BufferSource {
  return isText(value) ? value : toBuffer(value, 'data', 'a string, an ArrayBuffer or a view');
}

export function toBuffer(
    value: unknown, name: string,
    expected = 'an ArrayBuffer or a view'): BufferSource {
  if (!ArrayBuffer.isView(value) && !natives.inspect.isAnyArrayBuffer(value)) {
    fail(name, expected, value);
  }
  return value as BufferSource;
}

export function toSignal(value: unknown): AbortSignal|undefined {
  if (value !== undefined && !(value instanceof AbortSignal)) {
    fail('options.signal', 'an AbortSignal', value);
  }
  return value;
}
