// The text of an event stream
// (https://html.spec.whatwg.org/#event-stream-interpretation).

/** What a stream says. */
export interface StreamHandler {
  /** An event is complete. */
  onEvent(type: string, data: string, lastEventId: string): void;
  /** The stream should be asked for from here on when it has broken. */
  onLastEventId(lastEventId: string): void;
  /** How long to wait before the stream is asked for again, in milliseconds. */
  onRetry(milliseconds: number): void;
}

const LINE_END = /\r\n|\n|\r/g;

export class EventStream {
  readonly #handler: StreamHandler;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #type = '';
  #data: string[] = [];
  #lastEventId: string;

  /** `lastEventId`: of the stream before this one, '' for none. */
  constructor(handler: StreamHandler, lastEventId: string) {
    this.#handler = handler;
    this.#lastEventId = lastEventId;
  }

  write(bytes: Uint8Array): void {
    this.#rest += this.#decoder.decode(bytes, {stream: true});
    let start = 0;
    for (const {0: end, index} of this.#rest.matchAll(LINE_END)) {
      // The line feed of this end may be the first of what comes next.
      if (end === '\r' && index === this.#rest.length - 1) break;
      this.#line(this.#rest.slice(start, index));
      start = index + end.length;
    }
    this.#rest = this.#rest.slice(start);
  }

  #line(line: string): void {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    switch (name) {
      case 'event':
        this.#type = value;
        break;
      case 'data':
        this.#data.push(value);
        break;
      case 'id':
        if (!value.includes('\0')) this.#lastEventId = value;
        break;
      case 'retry':
        if (/^\d+$/.test(value)) this.#handler.onRetry(Number(value));
        break;
    }
  }

  #dispatch(): void {
    const type = this.#type;
    const data = this.#data;
    this.#type = '';
    this.#data = [];
    this.#handler.onLastEventId(this.#lastEventId);
    if (data.length === 0) return;
    this.#handler.onEvent(type || 'message', data.join('\n'), this.#lastEventId);
  }
}
