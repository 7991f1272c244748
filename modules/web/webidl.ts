// The rules of the Web IDL Standard that every web global follows
// (https://webidl.spec.whatwg.org): what a class looks like from outside and how
// arguments are converted. Brand checks come from private fields.

type Constructor = abstract new (...args: never[]) => object;

/** Makes a class's members enumerable and gives it its toStringTag and its
 *  public name (the bundler may have renamed the class). */
export function shapeInterface(constructor: Constructor, name: string): void {
  enumerate(constructor.prototype);
  enumerate(constructor, ['length', 'name', 'prototype']);
  Object.defineProperty(constructor, 'name', {value: name, configurable: true});
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, {
    value: name,
    configurable: true,
  });
}

function enumerate(target: object, except: string[] = ['constructor']): void {
  for (const key of Object.getOwnPropertyNames(target)) {
    if (except.includes(key)) continue;
    Object.defineProperty(target, key, {enumerable: true});
  }
}

/** Read-only constants on an interface and its prototype. */
export function defineConstants(
    constructor: Constructor, constants: Record<string, number>): void {
  for (const [name, value] of Object.entries(constants)) {
    const descriptor = {value, enumerable: true};
    Object.defineProperty(constructor, name, descriptor);
    Object.defineProperty(constructor.prototype, name, descriptor);
  }
}

/** Interfaces are not enumerable on globalThis. */
export function exposeInterfaces(
    interfaces: Record<string, Constructor>): void {
  for (const [name, constructor] of Object.entries(interfaces)) {
    shapeInterface(constructor, name);
    Object.defineProperty(globalThis, name, {
      value: constructor,
      writable: true,
      configurable: true,
    });
  }
}

/** As exposeInterfaces(), for classes that come with their shape and are unpacked when
 *  a program first names one. */
export function exposeLazily(names: readonly string[], load: (name: string) => unknown):
    void {
  for (const name of names) {
    const define = (value: unknown) => Object.defineProperty(
        globalThis, name, {value, writable: true, configurable: true});
    Object.defineProperty(globalThis, name, {
      get() {
        const value = load(name);
        define(value);
        return value;
      },
      set: define,
      configurable: true,
    });
  }
}

/** Functions are enumerable on globalThis. */
export function exposeFunctions(
    functions: Record<string, (...args: never[]) => unknown>): void {
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(globalThis, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
}

/** A [Replaceable] attribute: assigning to it lays a plain property over it. */
export function exposeReplaceable(name: string, get: () => unknown): void {
  Object.defineProperty(globalThis, name, {
    get,
    set(value: unknown) {
      Object.defineProperty(globalThis, name, {
        value,
        writable: true,
        configurable: true,
        enumerable: true,
      });
    },
    configurable: true,
    enumerable: true,
  });
}

/** Throws the TypeError for a call with too few arguments. `context` is what
 *  was called, as "construct 'Event'". */
export function requireArguments(
    given: number, required: number, context: string): void {
  if (given >= required) return;
  const s = required === 1 ? '' : 's';
  throw new TypeError(`Failed to ${context}: ${required} argument${
      s} required, but only ${given} present.`);
}

/** A dictionary argument: undefined and null are the empty one. */
export function toDictionary<T extends object>(
    value: T | null | undefined, context: string): Partial<T> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' && typeof value !== 'function') {
    throw new TypeError(`Failed to ${
        context}: The provided value is not of type 'object'.`);
  }
  return value;
}

/** Web IDL's conversion to an integer type without [EnforceRange], by the
 *  modulo that `|0` and `>>>0` use. */
export function toUnsignedLong(value: unknown): number {
  return Number(value) >>> 0;
}

export function toLong(value: unknown): number {
  return Number(value) | 0;
}

/** [EnforceRange] unsigned long long. */
export function toEnforcedUnsignedLongLong(
    value: unknown, context: string): number {
  const number = Math.trunc(Number(value));
  if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) {
    throw new TypeError(
        `Failed to ${context}: ${String(value)} is out of range.`);
  }
  return number + 0;
}

const BEYOND_BYTES = /[^\0-\xff]/;

/** Web IDL's ByteString: a character is a byte. */
export function toByteString(value: unknown, context: string): string {
  const text = typeof value === 'string' ? value : `${value}`;
  if (BEYOND_BYTES.test(text)) {
    throw new TypeError(`Failed to ${
        context}: ${JSON.stringify(text)} has a character above U+00FF.`);
  }
  return text;
}

/** Web IDL's unsigned short. */
export function toUnsignedShort(value: unknown): number {
  return Number(value) & 0xffff;
}

/** [Clamp] unsigned short. */
export function toClampedUnsignedShort(value: unknown): number {
  return toClamped(value, 0, 0xffff);
}

/** [Clamp] long long. */
export function toClampedLongLong(value: unknown): number {
  const {MAX_SAFE_INTEGER} = Number;
  return toClamped(value, -MAX_SAFE_INTEGER, MAX_SAFE_INTEGER);
}

function toClamped(value: unknown, least: number, most: number): number {
  const number = Number(value);
  if (Number.isNaN(number)) return 0;
  const clamped = Math.min(Math.max(number, least), most);
  // Rounds halves to the even neighbour.
  const floor = Math.floor(clamped);
  const rest = clamped - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return floor + (up ? 1 : 0) + 0;
}
