// A HeadersInit (https://fetch.spec.whatwg.org/#typedefdef-headersinit) laid into a
// header list.

import type {HeaderList, HeadersInit} from './header_list.ts';
import {appendHeader, lowerName, normalizeValue} from './header_list.ts';

/** Appends to `list` what `init` says; throws a TypeError where it says it wrongly. */
export function fillHeaders(
    list: HeaderList, init: HeadersInit, context: string): void {
  if ((typeof init !== 'object' && typeof init !== 'function') || init === null) {
    throw new TypeError(`Failed to ${context}: The headers are neither a sequence nor a record.`);
  }
  const iterate: unknown = (init as any)[Symbol.iterator];
  if (iterate === undefined || iterate === null) {
    fillFromRecord(list, init as Record<string, string>, context);
  } else {
    fillFromPairs(list, init as Iterable<Iterable<string>>, context);
  }
}

/** Web IDL's record<ByteString, ByteString>, but that a Proxy's traps run in another
 *  order and symbols are passed over: Reflect.ownKeys() would take as long as all the
 *  rest. */
function fillFromRecord(
    list: HeaderList, record: Record<string, string>, context: string): void {
  for (const name of Object.keys(record)) append(list, name, record[name], context);
}

function fillFromPairs(
    list: HeaderList, pairs: Iterable<Iterable<string>>, context: string): void {
  const all: string[][] = [];
  for (const pair of pairs) {
    if ((typeof pair !== 'object' && typeof pair !== 'function') || pair === null) {
      throw new TypeError(`Failed to ${context}: A header is not a sequence.`);
    }
    const parts = Array.from(pair, (part) => `${part}`);
    if (parts.length !== 2) {
      throw new TypeError(`Failed to ${context}: A header must be a pair of name and value.`);
    }
    all.push(parts);
  }
  for (const [name, value] of all) append(list, name!, value, context);
}

function append(
    list: HeaderList, name: string, value: unknown, context: string): void {
  const text = normalizeValue(typeof value === 'string' ? value : `${value}`, context);
  lowerName(name, context);
  if (list.length === 0) list.push(name, text);
  else appendHeader(list, name, text);
}
