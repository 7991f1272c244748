// FormData (https://xhr.spec.whatwg.org/#interface-formdata).

import type {Blob} from '../blob/blob.ts';
import {isBlob} from '../blob/blob.ts';
import {File, isFile} from '../blob/file.ts';
import {makePairIterator} from '../pair_iterator.ts';
import {requireArguments} from '../webidl.ts';

export type FormEntry = [name: string, value: string|File];

let entriesIn: (form: FormData) => FormEntry[];
let isFormDataObject: (value: object) => value is FormData;

export class FormData {
  #entries: FormEntry[] = [];

  /** Other than a browser, rt has no form to take the entries from. */
  constructor(form: undefined = undefined) {
    if (form !== undefined) {
      throw new TypeError("Failed to construct 'FormData': parameter 1 is not of type 'HTMLFormElement'.");
    }
  }

  append(name: string, value: string|Blob, fileName: string|undefined = undefined): void {
    const entries = this.#entries;
    entries.push(toEntry('append', arguments.length, name, value, fileName));
  }

  delete(name: string): void {
    const entries = this.#entries;
    const key = toName('delete', arguments.length, name);
    this.#entries = entries.filter((entry) => entry[0] !== key);
  }

  get(name: string): string|File|null {
    const entries = this.#entries;
    const key = toName('get', arguments.length, name);
    return entries.find((entry) => entry[0] === key)?.[1] ?? null;
  }

  getAll(name: string): (string|File)[] {
    const entries = this.#entries;
    const key = toName('getAll', arguments.length, name);
    return entries.filter((entry) => entry[0] === key).map((entry) => entry[1]);
  }

  has(name: string): boolean {
    const entries = this.#entries;
    const key = toName('has', arguments.length, name);
    return entries.some((entry) => entry[0] === key);
  }

  set(name: string, value: string|Blob, fileName: string|undefined = undefined): void {
    const entries = this.#entries;
    const entry = toEntry('set', arguments.length, name, value, fileName);
    const first = entries.findIndex((each) => each[0] === entry[0]);
    if (first < 0) {
      entries.push(entry);
      return;
    }
    this.#entries =
        entries.filter((each, i) => i <= first || each[0] !== entry[0]);
    this.#entries[first] = entry;
  }

  static {
    entriesIn = (form) => form.#entries;
    isFormDataObject = (value): value is FormData => #entries in value;
  }
}

export interface FormData extends Iterable<FormEntry> {
  entries(): IterableIterator<FormEntry>;
  forEach(
      callback: (value: string|File, name: string, form: FormData) => void,
      thisArg?: unknown): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string|File>;
}

makePairIterator(FormData, 'FormData', (form: FormData) => entriesIn(form));

function toName(method: string, given: number, name: unknown): string {
  requireArguments(given, 1, `execute '${method}' on 'FormData'`);
  return `${name}`.toWellFormed();
}

function toEntry(
    method: string, given: number, name: unknown, value: unknown,
    fileName: unknown): FormEntry {
  const context = `execute '${method}' on 'FormData'`;
  requireArguments(given, 2, context);
  const key = `${name}`.toWellFormed();
  if (!isBlob(value)) {
    if (given > 2) {
      throw new TypeError(`Failed to ${context}: parameter 2 is not of type 'Blob'.`);
    }
    return [key, `${value}`.toWellFormed()];
  }
  const isNamed = given > 2 && fileName !== undefined;
  if (isFile(value) && !isNamed) return [key, value];
  const options = {
    type: value.type,
    ...(isFile(value) && {lastModified: value.lastModified}),
  };
  const newName = isNamed ? `${fileName}` : 'blob';
  return [key, new File([value] as never[], newName, options)];
}

export function isFormData(value: unknown): value is FormData {
  return typeof value === 'object' && value !== null && isFormDataObject(value);
}

/** The form's own entries; not to be changed. */
export function formEntries(form: FormData): FormEntry[] {
  return entriesIn(form);
}

export function makeFormData(entries: FormEntry[]): FormData {
  const form = new FormData();
  entriesIn(form).push(...entries);
  return form;
}
