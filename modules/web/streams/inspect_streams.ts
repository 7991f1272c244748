// How console.log shows streams: as Node does, not by what the package keeps in them.

import {setInspect, showAttributes} from '../inspect_by.ts';

/** What the package keeps in a stream. */
interface Internals {
  readonly _state: string;
  readonly _readableStreamController: object;
}

/** What the package exports. */
export type StreamClasses = Pick<
    typeof globalThis,
    'ByteLengthQueuingStrategy'|'CountQueuingStrategy'|'ReadableByteStreamController'|
    'ReadableStream'|'ReadableStreamBYOBReader'|'ReadableStreamBYOBRequest'|
    'ReadableStreamDefaultController'|'ReadableStreamDefaultReader'|'TransformStream'|
    'TransformStreamDefaultController'|'WritableStream'|
    'WritableStreamDefaultController'|'WritableStreamDefaultWriter'>;

export function inspectStreams(classes: StreamClasses): void {
  setInspect(classes.ReadableStream.prototype, (stream: ReadableStream&Internals) => ({
    locked: stream.locked,
    state: stream._state,
    supportsBYOB: classes.ReadableByteStreamController.prototype.isPrototypeOf(
        stream._readableStreamController),
  }));
  setInspect(classes.WritableStream.prototype, (stream: WritableStream&Internals) => ({
    locked: stream.locked,
    state: stream._state,
  }));
  showAttributes(classes.TransformStream, ['readable', 'writable']);
  showAttributes(classes.ReadableStreamDefaultReader, ['closed']);
  showAttributes(classes.ReadableStreamBYOBReader, ['closed']);
  showAttributes(classes.WritableStreamDefaultWriter, ['closed', 'ready', 'desiredSize']);
  showAttributes(classes.ReadableStreamDefaultController, ['desiredSize']);
  showAttributes(classes.ReadableByteStreamController, ['desiredSize', 'byobRequest']);
  showAttributes(classes.ReadableStreamBYOBRequest, ['view']);
  showAttributes(classes.WritableStreamDefaultController, []);
  showAttributes(classes.TransformStreamDefaultController, ['desiredSize']);
  showAttributes(classes.ByteLengthQueuingStrategy, ['highWaterMark']);
  showAttributes(classes.CountQueuingStrategy, ['highWaterMark']);
}
