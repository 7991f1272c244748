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

  write(data: string|Uint8Array): void {
    if (typeof data === 'string') {
      natives.console.write(this.#fd, data);
    } else if (ArrayBuffer.isView(data)) {
      natives.process.writeBytes(this.#fd, data);
    } else {
      throw new TypeError('Only a string or a Uint8Array can be written.');
    }
  }
}
