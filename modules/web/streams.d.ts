// https://streams.spec.whatwg.org. They are loaded when a program first names one.

interface QueuingStrategy<T = any> {
  highWaterMark?: number;
  size?: (chunk: T) => number;
}

interface ReadableStreamReadDone {
  done: true;
  value: undefined;
}
interface ReadableStreamReadValue<T> {
  done: false;
  value: T;
}
type ReadableStreamReadResult<T> = ReadableStreamReadDone | ReadableStreamReadValue<T>;

interface UnderlyingDefaultSource<R = any> {
  type?: undefined;
  start?: (controller: ReadableStreamDefaultController<R>) => unknown;
  pull?: (controller: ReadableStreamDefaultController<R>) => void | PromiseLike<void>;
  cancel?: (reason: any) => void | PromiseLike<void>;
}

interface UnderlyingByteSource {
  type: 'bytes';
  autoAllocateChunkSize?: number;
  start?: (controller: ReadableByteStreamController) => unknown;
  pull?: (controller: ReadableByteStreamController) => void | PromiseLike<void>;
  cancel?: (reason: any) => void | PromiseLike<void>;
}

interface UnderlyingSink<W = any> {
  type?: undefined;
  start?: (controller: WritableStreamDefaultController) => unknown;
  write?: (
      chunk: W, controller: WritableStreamDefaultController) => void | PromiseLike<void>;
  close?: () => void | PromiseLike<void>;
  abort?: (reason: any) => void | PromiseLike<void>;
}

interface Transformer<I = any, O = any> {
  readableType?: undefined;
  writableType?: undefined;
  start?: (controller: TransformStreamDefaultController<O>) => unknown;
  transform?: (
      chunk: I,
      controller: TransformStreamDefaultController<O>) => void | PromiseLike<void>;
  flush?: (controller: TransformStreamDefaultController<O>) => void | PromiseLike<void>;
  cancel?: (reason: any) => void | PromiseLike<void>;
}

interface StreamPipeOptions {
  preventAbort?: boolean;
  preventCancel?: boolean;
  preventClose?: boolean;
  signal?: AbortSignal;
}

interface ReadableWritablePair<R = any, W = any> {
  readable: ReadableStream<R>;
  writable: WritableStream<W>;
}

interface ReadableStream<R = any> extends AsyncIterable<R> {
  readonly locked: boolean;
  cancel(reason?: any): Promise<void>;
  getReader(options: {mode: 'byob'}): ReadableStreamBYOBReader;
  getReader(options?: {mode?: undefined}): ReadableStreamDefaultReader<R>;
  pipeThrough<T>(
      transform: ReadableWritablePair<T, R>,
      options?: StreamPipeOptions): ReadableStream<T>;
  pipeTo(destination: WritableStream<R>, options?: StreamPipeOptions): Promise<void>;
  tee(): [ReadableStream<R>, ReadableStream<R>];
  values(options?: {preventCancel?: boolean}): AsyncIterableIterator<R>;
  [Symbol.asyncIterator](options?: {preventCancel?: boolean}): AsyncIterableIterator<R>;
}

declare var ReadableStream: {
  prototype: ReadableStream;
  new (
      source: UnderlyingByteSource,
      strategy?: {highWaterMark?: number}): ReadableStream<Uint8Array<ArrayBuffer>>;
  new <R = any>(
      source?: UnderlyingDefaultSource<R>,
      strategy?: QueuingStrategy<R>): ReadableStream<R>;
  from<R>(iterable: Iterable<R | PromiseLike<R>> | AsyncIterable<R>): ReadableStream<R>;
};

interface ReadableStreamGenericReader {
  readonly closed: Promise<void>;
  cancel(reason?: any): Promise<void>;
  releaseLock(): void;
}

interface ReadableStreamDefaultReader<R = any> extends ReadableStreamGenericReader {
  read(): Promise<ReadableStreamReadResult<R>>;
}

declare var ReadableStreamDefaultReader: {
  prototype: ReadableStreamDefaultReader;
  new <R>(stream: ReadableStream<R>): ReadableStreamDefaultReader<R>;
};

interface ReadableStreamBYOBReader extends ReadableStreamGenericReader {
  read<T extends ArrayBufferView>(
      view: T, options?: {min?: number}): Promise<{done: boolean, value: T | undefined}>;
}

declare var ReadableStreamBYOBReader: {
  prototype: ReadableStreamBYOBReader;
  new (stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader;
};

interface ReadableStreamDefaultController<R = any> {
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk: R): void;
  error(error?: any): void;
}

declare var ReadableStreamDefaultController: {
  prototype: ReadableStreamDefaultController;
};

interface ReadableByteStreamController {
  readonly byobRequest: ReadableStreamBYOBRequest | null;
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk: ArrayBufferView): void;
  error(error?: any): void;
}

declare var ReadableByteStreamController: {
  prototype: ReadableByteStreamController;
};

interface ReadableStreamBYOBRequest {
  readonly view: Uint8Array | null;
  respond(bytesWritten: number): void;
  respondWithNewView(view: ArrayBufferView): void;
}

declare var ReadableStreamBYOBRequest: {
  prototype: ReadableStreamBYOBRequest;
};

interface WritableStream<W = any> {
  readonly locked: boolean;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  getWriter(): WritableStreamDefaultWriter<W>;
}

declare var WritableStream: {
  prototype: WritableStream;
  new <W = any>(
      sink?: UnderlyingSink<W>, strategy?: QueuingStrategy<W>): WritableStream<W>;
};

interface WritableStreamDefaultWriter<W = any> {
  readonly closed: Promise<void>;
  readonly desiredSize: number | null;
  readonly ready: Promise<void>;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  releaseLock(): void;
  write(chunk?: W): Promise<void>;
}

declare var WritableStreamDefaultWriter: {
  prototype: WritableStreamDefaultWriter;
  new <W>(stream: WritableStream<W>): WritableStreamDefaultWriter<W>;
};

interface WritableStreamDefaultController {
  readonly signal: AbortSignal;
  error(error?: any): void;
}

declare var WritableStreamDefaultController: {
  prototype: WritableStreamDefaultController;
};

interface TransformStream<I = any, O = any> {
  readonly readable: ReadableStream<O>;
  readonly writable: WritableStream<I>;
}

declare var TransformStream: {
  prototype: TransformStream;
  new <I = any, O = any>(
      transformer?: Transformer<I, O>, writableStrategy?: QueuingStrategy<I>,
      readableStrategy?: QueuingStrategy<O>): TransformStream<I, O>;
};

interface TransformStreamDefaultController<O = any> {
  readonly desiredSize: number | null;
  enqueue(chunk?: O): void;
  error(reason?: any): void;
  terminate(): void;
}

declare var TransformStreamDefaultController: {
  prototype: TransformStreamDefaultController;
};

interface ByteLengthQueuingStrategy extends QueuingStrategy<ArrayBufferView> {
  readonly highWaterMark: number;
  readonly size: (chunk: ArrayBufferView) => number;
}

declare var ByteLengthQueuingStrategy: {
  prototype: ByteLengthQueuingStrategy;
  new (init: {highWaterMark: number}): ByteLengthQueuingStrategy;
};

interface CountQueuingStrategy extends QueuingStrategy {
  readonly highWaterMark: number;
  readonly size: () => 1;
}

declare var CountQueuingStrategy: {
  prototype: CountQueuingStrategy;
  new (init: {highWaterMark: number}): CountQueuingStrategy;
};

// https://encoding.spec.whatwg.org/#interface-textdecoderstream

interface TextEncoderStream extends ReadableWritablePair<Uint8Array<ArrayBuffer>, string> {
  readonly encoding: string;
}

declare var TextEncoderStream: {
  prototype: TextEncoderStream;
  new (): TextEncoderStream;
};

interface TextDecoderStream extends ReadableWritablePair<string, BufferSource> {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
}

declare var TextDecoderStream: {
  prototype: TextDecoderStream;
  new (label?: string, options?: TextDecoderOptions): TextDecoderStream;
};

// https://compression.spec.whatwg.org

type CompressionFormat = 'deflate' | 'deflate-raw' | 'gzip';

interface CompressionStream
    extends ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource> {}

declare var CompressionStream: {
  prototype: CompressionStream;
  new (format: CompressionFormat): CompressionStream;
};

/** Input that is not in the format, is cut off or goes on after the end errors the
 *  stream with a TypeError. */
interface DecompressionStream
    extends ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource> {}

declare var DecompressionStream: {
  prototype: DecompressionStream;
  new (format: CompressionFormat): DecompressionStream;
};
