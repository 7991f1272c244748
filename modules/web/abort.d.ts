// https://dom.spec.whatwg.org/#aborting-ongoing-activities

/** Fires 'abort' once. */
interface AbortSignal extends EventTarget {
  readonly aborted: boolean;
  /** What abort() was given, by default a DOMException 'AbortError'; undefined
   *  while not aborted. */
  readonly reason: any;
  throwIfAborted(): void;
  onabort: ((event: Event) => unknown) | null;
}

declare var AbortSignal: {
  prototype: AbortSignal;
  /** A signal that is aborted already. */
  abort(reason?: unknown): AbortSignal;
  /** Aborts after the time, in milliseconds, with a DOMException 'TimeoutError'.
   *  Does not keep the realm alive. */
  timeout(milliseconds: number): AbortSignal;
  /** Aborts with the first of the signals, with its reason. */
  any(signals: Iterable<AbortSignal>): AbortSignal;
};

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare var AbortController: {
  prototype: AbortController;
  new (): AbortController;
};
