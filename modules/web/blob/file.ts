// File (https://w3c.github.io/FileAPI/#file-section).

import {Blob} from './blob.ts';
import {requireArguments, toDictionary} from '../webidl.ts';

let isFileObject: (value: object) => value is File;

export class File extends Blob {
  readonly #name: string;
  readonly #lastModified: number;

  constructor(
      bits: Iterable<BlobPart>, name: string,
      options: FilePropertyBag|null|undefined = undefined) {
    requireArguments(arguments.length, 2, "construct 'File'");
    if (bits === undefined) {
      throw new TypeError("Failed to construct 'File': The file bits are not a sequence.");
    }
    super(bits, options);
    this.#name = `${name}`.toWellFormed();
    const {lastModified} =
        toDictionary<FilePropertyBag>(options, "construct 'File'");
    this.#lastModified = lastModified === undefined ? Date.now() : toLongLong(lastModified);
  }

  get name(): string {
    return this.#name;
  }

  get lastModified(): number {
    return this.#lastModified;
  }

  get webkitRelativePath(): string {
    this.#name;
    return '';
  }

  static {
    isFileObject = (value): value is File => #name in value;
  }
}

/** Web IDL's long long, as far as numbers go. */
function toLongLong(value: unknown): number {
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) ? number + 0 : 0;
}

export function isFile(value: unknown): value is File {
  return typeof value === 'object' && value !== null && isFileObject(value);
}
