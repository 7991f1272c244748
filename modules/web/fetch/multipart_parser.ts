// The multipart/form-data parser
// (https://andreubotella.github.io/multipart-form-data/#multipart-form-data-parser).

import {File} from '../blob/file.ts';
import {AROUND_VALUE} from './header_list.ts';
import type {FormEntry} from './form_data.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;

function malformed(problem: string): TypeError {
  return new TypeError(`The form is no multipart/form-data: ${problem}.`);
}

/** What a part's headers say. */
interface Part {
  readonly name: string;
  readonly fileName: string|null;
  readonly type: string;
}

/** Throws a TypeError that says what is wrong with the bytes. */
export function parseMultipart(bytes: Bytes, boundary: string): FormEntry[] {
  const delimiter = natives.encoding.encodeUtf8(`--${boundary}`);
  const entries: FormEntry[] = [];
  let at = indexOf(bytes, delimiter, 0);
  // A preamble ends with its line.
  if (at > 0 && !isLineEnd(bytes, at - 2)) at = -1;
  if (at < 0) throw malformed('it has no boundary');
  for (;;) {
    at += delimiter.length;
    if (bytes[at] === DASH && bytes[at + 1] === DASH) return entries;
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
    if (!isLineEnd(bytes, at)) throw malformed('text follows a boundary');
    const reader = new PartHeaders(bytes, at + 2);
    const part = reader.read();
    const end = findEnd(bytes, delimiter, reader.end);
    entries.push(toEntry(part, bytes.subarray(reader.end, end)));
    at = end + 2;
  }
}

/** Where the line end before the next boundary is. */
function findEnd(bytes: Bytes, delimiter: Bytes, from: number): number {
  // The boundary may follow at once on the empty line: that of an empty part.
  for (let at = from;; at++) {
    at = indexOf(bytes, delimiter, at);
    if (at < 0) throw malformed('a part has no end');
    if (at - 2 >= from && isLineEnd(bytes, at - 2)) return at - 2;
  }
}

function isLineEnd(bytes: Bytes, at: number): boolean {
  return bytes[at] === CR && bytes[at + 1] === LF;
}

function indexOf(bytes: Bytes, what: Bytes, from: number): number {
  const first = what[0]!;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < what.length && bytes[at + i] === what[i]) i++;
    if (i === what.length) return at;
  }
  return -1;
}

function toEntry({name, fileName, type}: Part, body: Bytes): FormEntry {
  if (fileName === null) {
    return [name, natives.encoding.decodeUtf8(body, false, false)];
  }
  return [name, new File([body], fileName, {type})];
}

const UNESCAPES: Record<string, string> = {'%0A': '\n', '%0D': '\r', '%22': '"'};

/** The headers of one part. */
class PartHeaders {
  readonly #bytes: Bytes;
  #at: number;

  constructor(bytes: Bytes, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** After read(): where the part's body starts. */
  get end(): number {
    return this.#at;
  }

  read(): Part {
    let disposition: string|null = null;
    let type = 'text/plain';
    for (let line = this.#line(); line !== ''; line = this.#line()) {
      const colon = line.indexOf(':');
      if (colon <= 0) throw malformed('a line of a part\'s head is no header');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).replace(AROUND_VALUE, '');
      if (name === 'content-disposition') disposition = value;
      if (name === 'content-type') type = value;
    }
    if (disposition === null) throw malformed('a part has no Content-Disposition');
    if (!/^form-data *(;|$)/i.test(disposition)) {
      throw malformed('the Content-Disposition of a part is not form-data');
    }
    const name = parameter(disposition, 'name');
    if (name === null) throw malformed('a part has no name');
    return {name, fileName: parameter(disposition, 'filename'), type};
  }

  #line(): string {
    const start = this.#at;
    let end = this.#bytes.indexOf(CR, start);
    while (end >= 0 && this.#bytes[end + 1] !== LF) {
      end = this.#bytes.indexOf(CR, end + 1);
    }
    if (end < 0) throw malformed('the head of a part has no end');
    this.#at = end + 2;
    return natives.encoding.decodeUtf8(this.#bytes.subarray(start, end), false, true);
  }
}

/** A parameter of a Content-Disposition; null where it has none of the name. */
function parameter(disposition: string, name: string): string|null {
  const pattern = new RegExp(`; *${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i');
  const found = pattern.exec(disposition);
  if (found === null) return null;
  const value = found[1] ?? found[2]!;
  return value.replace(/%0A|%0D|%22/g, (escape) => UNESCAPES[escape]!);
}
