// The classes of https://streams.spec.whatwg.org, from web-streams-polyfill, which is
// unpacked when a program first asks for one.

import {refuseClones} from '../late_refusals.ts';
import type {StreamClasses} from './inspect_streams.ts';
import {inspectStreams} from './inspect_streams.ts';

declare function require(name: 'web-streams-polyfill'): StreamClasses;

let classes: StreamClasses|undefined;

/** Not under names of their own: esbuild would rename the package's classes. */
export function streamClasses(): StreamClasses {
  if (classes === undefined) {
    classes = require('web-streams-polyfill');
    inspectStreams(classes);
    for (const {prototype} of Object.values(classes)) refuseClones(prototype);
  }
  return classes;
}

/** Nothing is one before they are unpacked. */
export function isReadableStream(value: unknown): value is ReadableStream {
  return classes !== undefined && value instanceof classes.ReadableStream;
}
