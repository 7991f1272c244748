// setTimeout and its kin (https://html.spec.whatwg.org/#timers). A callback in the
// form of a string is refused. What a callback throws is reported by the caller.

/** The longest delay, as everywhere, is that of a signed 32-bit number. A longer
 *  one is taken modulo 2^32, as Web IDL's `long` is. */
function toDelay(delay: unknown): number {
  return Math.max(0, Number(delay) | 0);
}

function start(
    name: string, callback: unknown, delay: unknown, repeat: boolean,
    args: unknown[]): number {
  if (typeof callback !== 'function') {
    throw new TypeError(
        `Failed to execute '${name}': parameter 1 is not a function.`);
  }
  const run = args.length === 0 ?
      () => void Reflect.apply(callback, globalThis, []) :
      () => void Reflect.apply(callback, globalThis, args);
  return natives.timers.start(toDelay(delay), repeat, run);
}

/** Methods, so that they are no constructors. */
export const timers = {
  setTimeout<Args extends unknown[]>(
      callback: (...args: Args) => void, delay = 0, ...args: Args): number {
    return start('setTimeout', callback, delay, false, args);
  },

  setInterval<Args extends unknown[]>(
      callback: (...args: Args) => void, delay = 0, ...args: Args): number {
    return start('setInterval', callback, delay, true, args);
  },

  clearTimeout(id = 0): void {
    natives.timers.clear(Number(id) | 0);
  },

  clearInterval(id = 0): void {
    natives.timers.clear(Number(id) | 0);
  },
};
