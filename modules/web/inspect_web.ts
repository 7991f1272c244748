// How console.log shows the web's objects: by the attributes that tell most, as Node
// shows its own.

import {AbortController, AbortSignal} from './abort.ts';
import {Crypto} from './crypto.ts';
import {CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent} from './events.ts';
import {Event} from './event.ts';
import {PerformanceEntry, PerformanceMark, PerformanceMeasure} from './performance.ts';
import {urlInterfaces} from './url.ts';

/** The method that the inspector asks an object for. */
const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

type Inspect = (value: unknown, options: object) => string;

const ATTRIBUTES = new Map<{prototype: object}, string[]>([
  [AbortController, ['signal']],
  [AbortSignal, ['aborted']],
  [Crypto, []],
  [
    Event,
    ['type', 'defaultPrevented', 'cancelable', 'timeStamp', 'target']
  ],
  [CustomEvent, ['type', 'detail', 'defaultPrevented', 'cancelable', 'timeStamp', 'target']],
  [ErrorEvent, ['type', 'message', 'filename', 'lineno', 'colno', 'error']],
  [MessageEvent, ['type', 'data', 'ports', 'source']],
  [PromiseRejectionEvent, ['type', 'promise', 'reason']],
  [PerformanceEntry, ['name', 'entryType', 'startTime', 'duration']],
  [PerformanceMark, ['name', 'entryType', 'startTime', 'duration', 'detail']],
  [PerformanceMeasure, ['name', 'entryType', 'startTime', 'duration', 'detail']],
  [
    urlInterfaces.URL,
    [
      'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname',
      'port', 'pathname', 'search', 'searchParams', 'hash',
    ]
  ],
]);

/** Shows `shown` in the place of an object, under the name of its class. */
function inspectAs(
    object: object, shown: object, depth: number, options: InspectOptions,
    inspect: Inspect): string {
  const name = object.constructor?.name ?? 'Object';
  if (depth < 0) return `[${name}]`;
  const inner = {
    ...options,
    depth: options.depth == null ? null : options.depth - 1,
  };
  return `${name} ${inspect(shown, inner)}`;
}

function setInspect(
    prototype: object, shown: (object: object) => object): void {
  Object.defineProperty(prototype, CUSTOM, {
    value(
        this: object, depth: number, options: InspectOptions,
        inspect: Inspect) {
      // The prototype itself has none of the attributes.
      if (this === prototype) return this;
      return inspectAs(this, shown(this), depth, options, inspect);
    },
    writable: true,
    configurable: true,
  });
}

export function installInspection(): void {
  for (const [{prototype}, names] of ATTRIBUTES) {
    setInspect(
        prototype,
        (object) => Object.fromEntries(names.map(
            (name) => [name, (object as Record<string, unknown>)[name]])));
  }
  setInspect(
      urlInterfaces.URLSearchParams.prototype,
      (object) => new Pairs(object as Iterable<[string, string]>));
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
