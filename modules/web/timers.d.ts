// https://html.spec.whatwg.org/#timers. A timer that runs keeps its realm alive.

/** Calls `callback(...args)` once after `delay` milliseconds, never before.
 *  Returns an id, a positive integer. Throws a TypeError where callback is no
 *  function. */
declare function setTimeout<Args extends unknown[]>(
    callback: (...args: Args) => void, delay?: number, ...args: Args): number;
/** Calls `callback(...args)` every `delay` milliseconds until cleared. */
declare function setInterval<Args extends unknown[]>(
    callback: (...args: Args) => void, delay?: number, ...args: Args): number;
/** Ids that are not, or no longer, in use are ignored. */
declare function clearTimeout(id?: number): void;
declare function clearInterval(id?: number): void;

/** Calls `callback` before anything that the realm's loop does next. */
declare function queueMicrotask(callback: () => void): void;
