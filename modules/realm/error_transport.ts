// An error on its way to the realm that made this one: the one that ended this realm,
// or that a call threw. Structured clone alone would lose its name and properties.

import {DOMException, isDOMException} from '../web/dom_exception.ts';

/** What crosses: plain data, and values that can be cloned. */
export type Packed = {error: PackedError} | {value: unknown};

export interface PackedError {
  /** The nearest standard class. */
  className: string;
  name: string;
  message: string;
  stack: string;
  cause?: Packed;
  errors?: Packed[];
  /** Own enumerable properties, such as `code`. */
  properties: Record<string, Packed>;
}

const classes: Record<string, ErrorConstructor> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Errors that are causes of causes of ... are cut off here. */
const MAX_DEPTH = 16;

/** What is packed goes to another process. */
let leavesProcess = false;

/** Called once, where this realm's maker is in another process. */
export function packForOtherProcess(): void {
  leavesProcess = true;
}

/** May throw, where a getter does. */
export function packError(thrown: unknown): Packed {
  return pack(thrown, 0);
}

function pack(value: unknown, depth: number): Packed {
  if (Error.isError(value) && depth < MAX_DEPTH) {
    return {error: packFields(value as Error, depth + 1)};
  }
  try {
    natives.messaging.clone(value, undefined, leavesProcess);
    return {value};
  } catch {
    return {value: describe(value)};
  }
}

function packFields(error: Error, depth: number): PackedError {
  const packed: PackedError = {
    className: classNameOf(error),
    name: String(error.name),
    message: String(error.message),
    stack: withoutBuiltins(String(error.stack)),
    properties: {},
  };
  if ('cause' in error) packed.cause = pack(error.cause, depth);
  if (error instanceof AggregateError) {
    packed.errors = Array.from(error.errors, (each) => pack(each, depth));
  }
  for (const [key, value] of Object.entries(error)) {
    packed.properties[key] = pack(value, depth);
  }
  return packed;
}

/** What called the program's code there is of no use here. */
function withoutBuiltins(stack: string): string {
  return stack.replace(/\n +at [^\n]*rt:builtins:\d+:\d+\)?(?=\n|$)/g, '');
}

function classNameOf(error: Error): string {
  if (isDOMException(error)) return 'DOMException';
  if (error instanceof AggregateError) return 'AggregateError';
  for (const [name, constructor] of Object.entries(classes)) {
    if (name !== 'Error' && error instanceof constructor) return name;
  }
  return 'Error';
}

function describe(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** What packError() packed, as an error (or a value) of this realm. */
export function unpackError(packed: Packed): unknown {
  return 'error' in packed ? unpackFields(packed.error) : packed.value;
}

function unpackFields(packed: PackedError): Error {
  const error = construct(packed);
  const define = (key: string, value: unknown) =>
      Object.defineProperty(
          error, key, {value, writable: true, configurable: true});
  define('stack', packed.stack);
  if (error.name !== packed.name) define('name', packed.name);
  if (packed.cause) define('cause', unpackError(packed.cause));
  for (const [key, value] of Object.entries(packed.properties)) {
    Object.defineProperty(error, key, {
      value: unpackError(value),
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
  return error;
}

function construct(packed: PackedError): Error {
  const {className, message, name} = packed;
  if (className === 'DOMException') return new DOMException(message, name);
  if (className === 'AggregateError') {
    return new AggregateError((packed.errors ?? []).map(unpackError), message);
  }
  return new (classes[className] ?? Error)(message);
}
