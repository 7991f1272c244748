// Web IDL's BufferSource as the chunk of a stream.

/** The chunk. Throws a TypeError, whose text begins with `what`, for what is none, or
 *  is shared with other realms. */
export function toBytes(chunk: unknown, what: string): BufferSource {
  const isView = ArrayBuffer.isView(chunk);
  const buffer = isView ? chunk.buffer : chunk;
  if (!natives.inspect.isArrayBuffer(buffer)) {
    throw new TypeError(`${what} is neither an ArrayBuffer nor a view of one.`);
  }
  return chunk as BufferSource;
}
