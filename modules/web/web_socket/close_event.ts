// CloseEvent (https://websockets.spec.whatwg.org/#the-closeevent-interface).

import {Event} from '../event.ts';
import {requireArguments, shapeInterface, toDictionary, toUnsignedShort} from '../webidl.ts';

export function makeCloseEvent() {
  class CloseEvent extends Event {
    readonly #wasClean: boolean;
    readonly #code: number;
    readonly #reason: string;

    constructor(type: string, init: CloseEventInit|null = null) {
      requireArguments(arguments.length, 1, "construct 'CloseEvent'");
      super(type, init);
      const {code, reason, wasClean} = toDictionary(init, "construct 'CloseEvent'");
      this.#code = toUnsignedShort(code ?? 0);
      this.#reason = reason === undefined ? '' : `${reason}`.toWellFormed();
      this.#wasClean = Boolean(wasClean);
    }

    get wasClean(): boolean {
      return this.#wasClean;
    }

    get code(): number {
      return this.#code;
    }

    get reason(): string {
      return this.#reason;
    }
  }

  shapeInterface(CloseEvent, 'CloseEvent');
  return CloseEvent;
}
