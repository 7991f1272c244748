// https://w3c.github.io/FileAPI and https://xhr.spec.whatwg.org/#interface-formdata

type BlobPart = BufferSource | Blob | string;

interface BlobPropertyBag {
  /** 'native': line ends in strings become '\n'. */
  endings?: 'native' | 'transparent';
  /** A MIME type. */
  type?: string;
}

/** Bytes that don't change, in memory. */
interface Blob {
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Bytes from `start` to before `end`, which count from the end where negative. */
  slice(start?: number, end?: number, contentType?: string): Blob;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The bytes decoded as UTF-8. */
  text(): Promise<string>;
}

declare var Blob: {
  prototype: Blob;
  /** Copies the parts. */
  new (parts?: Iterable<BlobPart>, options?: BlobPropertyBag): Blob;
};

interface FilePropertyBag extends BlobPropertyBag {
  /** Milliseconds since 1970; now where it is not given. */
  lastModified?: number;
}

/** A Blob with a name: that of a form. What is on the disk is read by rt:file. */
interface File extends Blob {
  readonly lastModified: number;
  readonly name: string;
  readonly webkitRelativePath: string;
}

declare var File: {
  prototype: File;
  new (bits: Iterable<BlobPart>, name: string, options?: FilePropertyBag): File;
};

/** The entries of a form, in order; a name may come several times. */
interface FormData extends Iterable<[string, string | File]> {
  append(name: string, value: string | Blob, fileName?: string): void;
  delete(name: string): void;
  get(name: string): string | File | null;
  getAll(name: string): (string | File)[];
  has(name: string): boolean;
  set(name: string, value: string | Blob, fileName?: string): void;
  entries(): IterableIterator<[string, string | File]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string | File>;
  forEach(
      callback: (value: string | File, name: string, form: FormData) => void,
      thisArg?: unknown): void;
}

declare var FormData: {
  prototype: FormData;
  new (): FormData;
};
