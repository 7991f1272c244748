// The globals that are made when a program first names one: they are large, or built on
// the streams, and most programs do without. Only packages are unpacked by require():
// esbuild would turn each module of rt's own that such a module imports into a lazy one,
// whose constants are none to V8 and whose classes have other names.

import {fetchPart, httpPart} from '../parts.ts';
import {makeURLPattern} from './lazy/url_pattern.ts';
import {makeCompressionStreams} from './streams/compression_streams.ts';
import {streamClasses} from './streams/streams.ts';
import {makeTextStreams} from './streams/text_streams.ts';
import {exposeLazily} from './webidl.ts';

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
    streamClasses
  ],
  [
    ['CompressionStream', 'DecompressionStream'],
    makeCompressionStreams
  ],
  [
    ['TextDecoderStream', 'TextEncoderStream'],
    makeTextStreams
  ],
  [['EventSource'], () => fetchPart().makeEventSource()],
  [['URLPattern'], makeURLPattern],
  [['CloseEvent', 'WebSocket'], () => httpPart().webSocketClasses()],
];

export function exposeLazyGlobals(): void {
  for (const [names, load] of GROUPS) {
    let group: Interfaces|undefined;
    exposeLazily(
        names as string[], (name) => (group ??= load())[name as keyof Interfaces]);
  }
}
