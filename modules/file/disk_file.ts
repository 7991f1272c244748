// An open file, its reader and its writer.

import type {FileInfo} from 'rt:file';
import {POSITION, toBuffer, toData, toInteger, toOffset, toOptions} from './arguments.ts';
import {toFileInfo} from './file_info.ts';
import {settle} from './operation.ts';

const DEFAULT_CHUNK = 65_536;
/** The most that one read gives (kPieceBytes in C++). */
const MAX_CHUNK = 8 * 1024 * 1024;

function toChunkSize(value: unknown): number {
  return toInteger(value, 'options.chunkSize', 1, MAX_CHUNK, DEFAULT_CHUNK);
}

function bytesOf(buffer: BufferSource): Uint8Array {
  return ArrayBuffer.isView(buffer) ?
      new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) :
      new Uint8Array(buffer);
}

/** Only open() makes files. */
const KEY = Symbol('DiskFile');

export class DiskFile {
  readonly #id: number;
  readonly #path: string;
  #closed = false;

  constructor(key: symbol, id: number, path: string) {
    if (key !== KEY) throw new TypeError('A DiskFile is made by DiskFileSystem.open');
    this.#id = id;
    this.#path = path;
    natives.openFile.setOwner(id, this);
  }

  get path(): string {
    return this.#path;
  }

  async read(buffer: BufferSource, options?: {at?: number}): Promise<number> {
    const at = toOffset(toOptions(options).at, 'options.at');
    const target = bytesOf(toBuffer(buffer, 'buffer'));
    const bytes = await settle(natives.openFile.read(this.#id, target.length, at));
    if (bytes.length > target.length) {
      throw new TypeError('buffer was detached or became shorter during the read');
    }
    target.set(bytes);
    return bytes.length;
  }

  async write(data: string|BufferSource, options?: {at?: number}): Promise<void> {
    const at = toOffset(toOptions(options).at, 'options.at');
    await settle(natives.openFile.write(this.#id, toData(data), at));
  }

  reader(options?: {at?: number, chunkSize?: number}):
      AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    const {at, chunkSize} = toOptions(options);
    return this.#chunks(toOffset(at, 'options.at'), toChunkSize(chunkSize));
  }

  async *
      #chunks(at: number, chunkSize: number):
          AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    while (true) {
      const chunk = await settle(natives.openFile.read(this.#id, chunkSize, at));
      if (chunk.length === 0) return;
      if (at !== POSITION) at += chunk.length;
      yield chunk;
    }
  }

  writer(options?: {at?: number, chunkSize?: number}): DiskFileWriter {
    const {at, chunkSize} = toOptions(options);
    return new DiskFileWriter(
        this, toOffset(at, 'options.at'), toChunkSize(chunkSize));
  }

  async stat(): Promise<FileInfo> {
    return toFileInfo(await settle(natives.openFile.stat(this.#id)));
  }

  async truncate(size?: number): Promise<void> {
    const length = toInteger(size, 'size', 0, Number.MAX_SAFE_INTEGER, 0);
    await settle(natives.openFile.truncate(this.#id, length));
  }

  async sync(): Promise<void> {
    await settle(natives.openFile.sync(this.#id));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await settle(natives.openFile.close(this.#id));
  }

  async[Symbol.asyncDispose](): Promise<void> {
    if (!this.#closed) await this.close();
  }
}

export async function openDiskFile(path: string, opened: Promise<number>): Promise<DiskFile> {
  return new DiskFile(KEY, await settle(opened), path);
}

export class DiskFileWriter {
  readonly #file: DiskFile;
  readonly #buffer: Uint8Array;
  #at: number;
  #filled = 0;
  /** The last write; rejected from the first failure on. */
  #written: Promise<void> = Promise.resolve();

  constructor(file: DiskFile, at: number, chunkSize: number) {
    this.#file = file;
    this.#at = at;
    this.#buffer = new Uint8Array(chunkSize);
  }

  async write(data: string|BufferSource): Promise<void> {
    const bytes = typeof toData(data) === 'string' ?
        natives.encoding.encodeUtf8(data as string) :
        bytesOf(data as BufferSource);
    if (this.#filled + bytes.length <= this.#buffer.length) {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
      return;
    }
    this.#send(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
    if (bytes.length >= this.#buffer.length) {
      this.#send(bytes);
    } else {
      this.#buffer.set(bytes);
      this.#filled = bytes.length;
    }
    await this.#written;
  }

  async flush(): Promise<void> {
    this.#send(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
    await this.#written;
  }

  async[Symbol.asyncDispose](): Promise<void> {
    await this.flush();
  }

  /** Writes behind the earlier writes; the file copies the bytes at the call. */
  #send(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const options = this.#at === POSITION ? {} : {at: this.#at};
    if (this.#at !== POSITION) this.#at += bytes.length;
    const write = this.#file.write(bytes as BufferSource, options);
    this.#written = Promise.all([this.#written, write]).then(() => {});
    // Whoever awaits next sees it; until then it is no unhandled rejection.
    this.#written.catch(() => {});
  }
}
