// A HeadersInit (https://fetch.spec.whatwg.org/#typedefdef-headersinit) laid into a
// header list.

import type {HeaderList, HeadersInit} from './header_list.ts';
import {appendHeader, lowerName, normalizeValue} from './header_list.ts';
import {toByteString} from '../webidl.ts';

const {ownKeys} = Reflect;
const {propertyIsEnumerable} = Object.prototype;

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

/** With the steps of Web IDL's record<ByteString, ByteString>. */
function fillFromRecord(
    list: HeaderList, record: Record<string, string>, context: string): void {
  const names: string[] = [];
  const values: string[] = [];
  for (const key of ownKeys(record)) {
    if (!propertyIsEnumerable.call(record, key)) continue;
    names.push(toByteString(key, context));
    values.push(toByteString(record[key as string], context));
  }
  append(list, names, values, context);
}

function fillFromPairs(
    list: HeaderList, pairs: Iterable<Iterable<string>>, context: string): void {
  const names: string[] = [];
  const values: string[] = [];
  for (const pair of pairs) {
    if ((typeof pair !== 'object' && typeof pair !== 'function') || pair === null) {
      throw new TypeError(`Failed to ${context}: A header is not a sequence.`);
    }
    const parts = [...pair].map((part) => toByteString(part, context));
    if (parts.length !== 2) {
      throw new TypeError(`Failed to ${context}: A header must be a pair of name and value.`);
    }
    names.push(parts[0]!);
    values.push(parts[1]!);
  }
  append(list, names, values, context);
}

function append(
    list: HeaderList, names: string[], values: string[], context: string): void {
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    const value = normalizeValue(values[i]!, context);
    lowerName(name, context);
    if (list.length === 0) list.push(name, value);
    else appendHeader(list, name, value);
  }
}
