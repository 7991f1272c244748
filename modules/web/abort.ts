// AbortController and AbortSignal (https://dom.spec.whatwg.org/#aborting-ongoing-activities).

import {DOMException} from './dom_exception.ts';
import {Event} from './event.ts';
import {defineEventHandlers} from './event_handler.ts';
import {dispatchTrusted, EventTarget, listenersOf, setIsAbortSignal} from './event_target.ts';
import {requireArguments, toEnforcedUnsignedLongLong} from './webidl.ts';

/** Only the functions of this module make signals. */
const KEY = Symbol('AbortSignal');

const NOT_ABORTED = Symbol('not aborted');

let abortSignal: (signal: AbortSignal, reason: unknown) => void;

export class AbortSignal extends EventTarget {
  #reason: unknown = NOT_ABORTED;

  /** For a signal made by any(): the signals that abort it, none of which is
   *  itself dependent. */
  #sources: AbortSignal[] | undefined;

  /** The signals that this one aborts: weakly, so that a signal that lives long
   *  does not keep each one that was derived from it; */
  #dependents: Set<WeakRef<AbortSignal>> | undefined;
  #sweepAt = 16;

  /** but strongly while someone listens to them. */
  #listenedDependents: Set<AbortSignal> | undefined;

  constructor(key: symbol|undefined = undefined) {
    if (key !== KEY) throw new TypeError('Illegal constructor');
    super();
  }

  static abort(reason: unknown = undefined): AbortSignal {
    const signal = new AbortSignal(KEY);
    signal.#reason = reason === undefined ? abortError() : reason;
    return signal;
  }

  static timeout(milliseconds: number): AbortSignal {
    const context = "execute 'timeout' on 'AbortSignal'";
    requireArguments(arguments.length, 1, context);
    const ms = toEnforcedUnsignedLongLong(milliseconds, context);
    const signal = new AbortSignal(KEY);
    startTimeout(ms, () => {
      abortSignal(signal, new DOMException(
          'The operation timed out.', 'TimeoutError'));
    });
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    requireArguments(arguments.length, 1, "execute 'any' on 'AbortSignal'");
    const list = [...signals];
    for (const each of list) each.#reason;  // The brand check, before all else.
    const result = new AbortSignal(KEY);
    for (const each of list) {
      if (each.#reason !== NOT_ABORTED) {
        result.#reason = each.#reason;
        return result;
      }
    }
    const sources = new Set<AbortSignal>();
    for (const each of list) {
      for (const source of each.#sources ?? [each]) sources.add(source);
    }
    result.#sources = [...sources];
    for (const source of sources) source.#addDependent(result);
    listenersOf(result).onChange = (type, count) => {
      if (type === 'abort') result.#keepAlive(count > 0);
    };
    return result;
  }

  get aborted(): boolean {
    return this.#reason !== NOT_ABORTED;
  }

  get reason(): any {
    return this.#reason === NOT_ABORTED ? undefined : this.#reason;
  }

  throwIfAborted(): void {
    if (this.#reason !== NOT_ABORTED) throw this.#reason;
  }

  declare onabort: ((event: any) => unknown)|null;

  #addDependent(dependent: AbortSignal): void {
    this.#dependents ??= new Set();
    if (this.#dependents.size >= this.#sweepAt) {
      for (const ref of this.#dependents) {
        if (!ref.deref()) this.#dependents.delete(ref);
      }
      this.#sweepAt = Math.max(16, 2 * this.#dependents.size);
    }
    this.#dependents.add(new WeakRef(dependent));
  }

  #keepAlive(keep: boolean): void {
    for (const source of this.#sources ?? []) {
      source.#listenedDependents ??= new Set();
      if (keep) source.#listenedDependents.add(this);
      else source.#listenedDependents.delete(this);
    }
  }

  static {
    abortSignal = (signal, reason) => {
      if (signal.#reason !== NOT_ABORTED) return;
      signal.#reason = reason === undefined ? abortError() : reason;
      // All dependents have the reason before the first listener runs.
      const aborted = [signal];
      for (const ref of signal.#dependents ?? []) {
        const dependent = ref.deref();
        if (!dependent || dependent.#reason !== NOT_ABORTED) continue;
        dependent.#reason = signal.#reason;
        aborted.push(dependent);
      }
      signal.#dependents = undefined;
      for (const each of aborted) dispatchTrusted(each, new Event('abort'));
      for (const each of aborted) each.#keepAlive(false);
    };
    setIsAbortSignal(
        (value): value is AbortSignal => typeof value === 'object' &&
            value !== null && #reason in value);
  }
}

defineEventHandlers(AbortSignal.prototype, ['abort']);

export class AbortController {
  readonly #signal = new AbortSignal(KEY);

  get signal(): AbortSignal {
    return this.#signal;
  }

  abort(reason: unknown = undefined): void {
    abortSignal(this.#signal, reason);
  }
}

function abortError(): DOMException {
  return new DOMException('This operation was aborted', 'AbortError');
}

/** A timer that does not keep the realm alive. The longest that a timer can run
 *  is 2^31 - 1 ms; what is longer runs in several. */
function startTimeout(ms: number, callback: () => void): void {
  const LONGEST = 2 ** 31 - 1;
  const next = ms > LONGEST ? () => startTimeout(ms - LONGEST, callback) : callback;
  natives.timers.unref(
      natives.timers.start(Math.min(ms, LONGEST), false, next));
}
