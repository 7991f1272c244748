// BroadcastChannel
// (https://html.spec.whatwg.org/#broadcasting-to-other-browsing-contexts) between the
// realms of one process. What a channel hears comes through a port that is its own.

import {DOMException} from './dom_exception.ts';
import {defineEventHandlers} from './event_handler.ts';
import {EventTarget} from './event_target.ts';
import type {MessagePort} from './message_port.ts';
import {portControl} from './message_port.ts';
import {requireArguments} from './webidl.ts';

export class BroadcastChannel extends EventTarget {
  declare onmessage: ((event: any) => unknown)|null;
  declare onmessageerror: ((event: any) => unknown)|null;

  readonly #name: string;
  readonly #member: number;
  readonly #port: MessagePort;
  #isClosed = false;

  constructor(name: string) {
    requireArguments(arguments.length, 1, "construct 'BroadcastChannel'");
    super();
    this.#name = `${name}`;
    const [member, port] = natives.messaging.joinBroadcast(this.#name);
    this.#member = member;
    this.#port = port as MessagePort;
    portControl.forward(this.#port, this);
  }

  get name(): string {
    return this.#name;
  }

  postMessage(message: unknown): void {
    requireArguments(
        arguments.length, 1, "execute 'postMessage' on 'BroadcastChannel'");
    if (this.#isClosed) {
      throw new DOMException(
          `The BroadcastChannel '${this.#name}' is closed.`,
          'InvalidStateError');
    }
    natives.messaging.broadcast(this.#name, this.#member, message);
  }

  close(): void {
    this.#isClosed = true;
    this.#port.close();
  }

  ref(): this {
    this.#port.ref();
    return this;
  }

  unref(): this {
    this.#port.unref();
    return this;
  }
}

defineEventHandlers(BroadcastChannel.prototype, ['message', 'messageerror']);
