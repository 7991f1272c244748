// The globals that are unpacked when a program first names one: they are large, or
// built on the streams, and most programs do without.

import {streams} from './streams/streams.ts';
import {exposeLazily} from './webidl.ts';

declare function require(path: './streams/compression_streams.ts'):
    typeof import('./streams/compression_streams.ts');
declare function require(path: './streams/text_streams.ts'):
    typeof import('./streams/text_streams.ts');
declare function require(path: './event_source/event_source.ts'):
    typeof import('./event_source/event_source.ts');
declare function require(path: './lazy/url_pattern.ts'):
    typeof import('./lazy/url_pattern.ts');

type Interfaces = Partial<typeof globalThis>;

/** The names, with what gives the classes. */
const GROUPS: [names: (keyof typeof globalThis)[], load: () => Interfaces][] = [
  [
    [
      'ByteLengthQueuingStrategy',
      'CountQueuingStrategy',
      'ReadableByteStreamController',
      'ReadableStream',
      'ReadableStreamBYOBReader',
      'ReadableStreamBYOBRequest',
      'ReadableStreamDefaultController',
      'ReadableStreamDefaultReader',
      'TransformStream',
      'TransformStreamDefaultController',
      'WritableStream',
      'WritableStreamDefaultController',
      'WritableStreamDefaultWriter',
    ],
    () => streams().interfaces
  ],
  [
    ['CompressionStream', 'DecompressionStream'],
    () => require('./streams/compression_streams.ts')
  ],
  [
    ['TextDecoderStream', 'TextEncoderStream'],
    () => require('./streams/text_streams.ts')
  ],
  [['EventSource'], () => require('./event_source/event_source.ts')],
  [['URLPattern'], () => require('./lazy/url_pattern.ts')],
];

export function exposeLazyGlobals(): void {
  for (const [names, load] of GROUPS) {
    exposeLazily(names as string[], (name) => load()[name as keyof Interfaces]);
  }
}
