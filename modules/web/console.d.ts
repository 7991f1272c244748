// https://console.spec.whatwg.org, showing values as Node's util.inspect does.

interface Console {
  /** A line to standard output. In the first argument %s, %d, %i, %f, %j, %o, %O
   *  and %c (dropped) take the next ones. Colors on a terminal, unless NO_COLOR is
   *  set. */
  log(...args: unknown[]): void;
  info(...args: unknown[]): void;
  debug(...args: unknown[]): void;
  /** A line to standard error. */
  warn(...args: unknown[]): void;
  error(...args: unknown[]): void;
  dir(value?: unknown, options?: object): void;
  dirxml(...args: unknown[]): void;
  /** Rows and columns of an object's or a collection's elements. */
  table(data?: unknown, properties?: readonly string[]): void;
  /** The arguments and the stack, to standard error. */
  trace(...args: unknown[]): void;
  /** The arguments to standard error, where the condition is false. */
  assert(condition?: unknown, ...args: unknown[]): void;
  /** Indents what follows, until groupEnd. */
  group(...args: unknown[]): void;
  groupCollapsed(...args: unknown[]): void;
  groupEnd(): void;
  /** `label: n`, n counting the calls with the label. */
  count(label?: string): void;
  countReset(label?: string): void;
  /** Starts a stopwatch. */
  time(label?: string): void;
  timeLog(label?: string, ...args: unknown[]): void;
  timeEnd(label?: string): void;
  clear(): void;
}

declare var console: Console;
