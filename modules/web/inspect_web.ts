// How console.log shows the web's objects: by the attributes that tell most, as Node
// shows its own.

import {AbortController, AbortSignal} from './abort.ts';
import {Blob} from './blob/blob.ts';
import {File} from './blob/file.ts';
import {Crypto} from './crypto.ts';
import {CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent} from './events.ts';
import {Event} from './event.ts';
import {FormData} from './fetch/form_data.ts';
import {Headers} from './fetch/headers.ts';
import {Request} from './fetch/request.ts';
import {Response} from './fetch/response.ts';
import {CUSTOM, setInspect, showAttributes} from './inspect_by.ts';
import type {Inspect} from './inspect_by.ts';
import {PerformanceEntry, PerformanceMark, PerformanceMeasure} from './performance.ts';
import {urlInterfaces} from './url.ts';

const ATTRIBUTES = new Map<{prototype: object}, string[]>([
  [AbortController, ['signal']],
  [AbortSignal, ['aborted']],
  [Blob, ['size', 'type']],
  [Crypto, []],
  [
    Event,
    ['type', 'defaultPrevented', 'cancelable', 'timeStamp', 'target']
  ],
  [CustomEvent, ['type', 'detail', 'defaultPrevented', 'cancelable', 'timeStamp', 'target']],
  [ErrorEvent, ['type', 'message', 'filename', 'lineno', 'colno', 'error']],
  [File, ['size', 'type', 'name', 'lastModified']],
  [MessageEvent, ['type', 'data', 'ports', 'source']],
  [PromiseRejectionEvent, ['type', 'promise', 'reason']],
  [PerformanceEntry, ['name', 'entryType', 'startTime', 'duration']],
  [PerformanceMark, ['name', 'entryType', 'startTime', 'duration', 'detail']],
  [PerformanceMeasure, ['name', 'entryType', 'startTime', 'duration', 'detail']],
  [
    Request,
    [
      'method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode',
      'credentials', 'cache', 'redirect', 'integrity', 'keepalive',
      'isReloadNavigation', 'isHistoryNavigation', 'signal',
    ]
  ],
  [
    Response,
    [
      'status', 'statusText', 'headers', 'body', 'bodyUsed', 'ok', 'redirected', 'type',
      'url',
    ]
  ],
  [
    urlInterfaces.URL,
    [
      'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname',
      'port', 'pathname', 'search', 'searchParams', 'hash',
    ]
  ],
]);

export function installInspection(): void {
  for (const [constructor, names] of ATTRIBUTES) showAttributes(constructor, names);
  setInspect(Headers.prototype, (headers: Headers) => Object.fromEntries(headers));
  setInspect(FormData.prototype, showForm);
  setInspect(
      urlInterfaces.URLSearchParams.prototype,
      (object) => new Pairs(object as Iterable<[string, string]>));
}

/** The values that a name has several times as a list. */
function showForm(form: FormData): object {
  const names = new Set(form.keys());
  return Object.fromEntries(Array.from(names, (name) => {
    const values = form.getAll(name);
    return [name, values.length === 1 ? values[0] : values];
  }));
}

/** Looks like URLSearchParams { 'a' => '1', 'a' => '2' }, which no Map can hold. */
class Pairs {
  readonly #pairs: [string, string][];

  constructor(pairs: Iterable<[string, string]>) {
    this.#pairs = [...pairs];
  }

  [CUSTOM](_depth: number, options: object, inspect: Inspect): string {
    if (this.#pairs.length === 0) return '{}';
    const shown = this.#pairs.map(
        (pair) => pair.map((text) => inspect(text, options)).join(' => '));
    return `{ ${shown.join(', ')} }`;
  }
}
