// The streams of https://streams.spec.whatwg.org, which are unpacked when a program
// first asks for one.

type Lazy = typeof import('./lazy_streams.ts');

declare function require(path: './lazy_streams.ts'): Lazy;

let loaded: Lazy|undefined;

export function streams(): Lazy {
  return loaded ??= require('./lazy_streams.ts');
}

/** Nothing is one before they are unpacked. */
export function isReadableStream(value: unknown): value is ReadableStream {
  return loaded !== undefined && value instanceof loaded.interfaces.ReadableStream;
}
