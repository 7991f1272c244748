// console (https://console.spec.whatwg.org), showing values as Node does. What
// the standard calls the printer's log level is where a line goes: log, info,
// debug and dir to standard output, warn, error, trace and assert to standard error.

import {format, inspect} from './inspect.ts';
import {formatTable} from './console_table.ts';

const INDENTATION = '  ';

let indentation = '';
const counts = new Map<string, number>();
const timers = new Map<string, number>();

/** Whether a stream's lines have colors: on a terminal, unless the environment
 *  says otherwise (https://no-color.org). Looked up when it is first written to. */
const colors: {1?: boolean, 2?: boolean} = {};

function hasColors(fd: 1 | 2): boolean {
  return colors[fd] ??=
      natives.console.isTerminal(fd) && !natives.process.getEnv('NO_COLOR');
}

function print(fd: 1 | 2, args: unknown[]): void {
  printText(fd, format({colors: hasColors(fd)}, args));
}

function printText(fd: 1 | 2, text: string): void {
  if (indentation !== '') {
    text = indentation + text.replaceAll('\n', `\n${indentation}`);
  }
  natives.console.write(fd, `${text}\n`);
}

function warn(text: string): void {
  printText(2, text);
}

function elapsed(label: string): string | undefined {
  const start = timers.get(label);
  if (start === undefined) {
    warn(`Warning: No such label '${label}' for console.time()`);
    return undefined;
  }
  return formatDuration(natives.performance.now() - start);
}

/** 0.123ms, 1.234s, 1:02.345 (m:ss.mmm), 1:02:03 (h:mm:ss). */
function formatDuration(ms: number): string {
  const pad = (value: number) => `${value}`.padStart(2, '0');
  if (ms >= 3_600_000) {
    const seconds = Math.round(ms / 1000);
    const minutes = Math.floor(seconds / 60);
    return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${
        pad(seconds % 60)} (h:mm:ss)`;
  }
  if (ms >= 60_000) {
    const rest = (ms % 60_000 / 1000).toFixed(3).padStart(6, '0');
    return `${Math.floor(ms / 60_000)}:${rest} (m:ss.mmm)`;
  }
  if (ms >= 1000) return `${(ms / 1000).toFixed(3)}s`;
  return `${Number(ms.toFixed(3))}ms`;
}

function callerStack(caller: (...args: never[]) => void): string {
  const holder = {stack: ''};
  Error.captureStackTrace(holder, caller);
  return holder.stack.slice(holder.stack.indexOf('\n'));
}

const methods = {
  log(...args: unknown[]): void {
    print(1, args);
  },

  info(...args: unknown[]): void {
    print(1, args);
  },

  debug(...args: unknown[]): void {
    print(1, args);
  },

  warn(...args: unknown[]): void {
    print(2, args);
  },

  error(...args: unknown[]): void {
    print(2, args);
  },

  dir(value: unknown = undefined, options: InspectOptions = {}): void {
    printText(
        1, inspect(value, {
          colors: hasColors(1),
          customInspect: false,
          ...options,
        }));
  },

  dirxml(...args: unknown[]): void {
    print(1, args);
  },

  table(
      data: unknown = undefined,
      properties: readonly string[]|undefined = undefined): void {
    const text = formatTable(data, properties, hasColors(1));
    if (text === undefined) print(1, [data]);
    else printText(1, text);
  },

  trace(...args: unknown[]): void {
    const message = args.length > 0 ?
        `Trace: ${format({colors: hasColors(2)}, args)}` :
        'Trace';
    printText(2, message + callerStack(methods.trace));
  },

  assert(condition: unknown = false, ...args: unknown[]): void {
    if (condition) return;
    if (typeof args[0] === 'string') {
      args[0] = `Assertion failed: ${args[0]}`;
    } else {
      args.unshift('Assertion failed');
    }
    print(2, args);
  },

  group(...args: unknown[]): void {
    if (args.length > 0) print(1, args);
    indentation += INDENTATION;
  },

  groupCollapsed(...args: unknown[]): void {
    methods.group(...args);
  },

  groupEnd(): void {
    indentation = indentation.slice(INDENTATION.length);
  },

  count(label: unknown = 'default'): void {
    const key = `${label}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    printText(1, `${key}: ${count}`);
  },

  countReset(label: unknown = 'default'): void {
    const key = `${label}`;
    if (!counts.delete(key)) warn(`Warning: Count for '${key}' does not exist`);
  },

  time(label: unknown = 'default'): void {
    const key = `${label}`;
    if (timers.has(key)) {
      warn(`Warning: Label '${key}' already exists for console.time()`);
      return;
    }
    timers.set(key, natives.performance.now());
  },

  timeLog(label: unknown = 'default', ...args: unknown[]): void {
    const key = `${label}`;
    const time = elapsed(key);
    if (time === undefined) return;
    const rest = args.length > 0 ? ` ${format({colors: hasColors(1)}, args)}` : '';
    printText(1, `${key}: ${time}${rest}`);
  },

  timeEnd(label: unknown = 'default'): void {
    const key = `${label}`;
    const time = elapsed(key);
    if (time === undefined) return;
    timers.delete(key);
    printText(1, `${key}: ${time}`);
  },

  clear(): void {
    indentation = '';
    // To the top left, then erase to the end of the screen.
    if (natives.console.isTerminal(1)) natives.console.write(1, '\x1b[1;1H\x1b[0J');
  },
};

/** A Web IDL namespace object: an object of its own between console and
 *  Object.prototype, enumerable methods, which need no `this`. */
export const console: typeof methods =
    Object.assign(Object.create(Object.create(Object.prototype)), methods);
Object.defineProperty(
    console, Symbol.toStringTag, {value: 'console', configurable: true});
