// Standard output and standard error for text and bytes without a line end.

export class OutputStream {
  readonly #fd: 1|2;

  constructor(fd: 1|2) {
    this.#fd = fd;
  }

  get fd(): number {
    return this.#fd;
  }

  get isTerminal(): boolean {
    return natives.console.isTerminal(this.#fd);
  }

  get columns(): number {
    return natives.console.columns(this.#fd);
  }

  write(data: string|Uint8Array): boolean {
    if (typeof data === 'string') {
      return natives.console.write(this.#fd, data);
    }
    if (ArrayBuffer.isView(data)) {
      return natives.process.writeBytes(this.#fd, data);
    }
    throw new TypeError('Only a string or a Uint8Array can be written.');
  }
}
