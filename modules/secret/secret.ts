// rt:secret: what nobody but the program should know. secret.d.ts says what each method
// is for. The value is in C++ until text() or bytes() asks for it.

import {toStoreName} from '../kv/arguments.ts';

const SHOWN = '[secret]';

/** The method that the inspector asks an object for. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Structured cloning refuses it by its prototype (web/platform_objects.ts). */
export class Secret {
  readonly #name: string;

  constructor(name: string) {
    natives.settings.openSecret(name);
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }

  text(): string {
    return natives.settings.secretText(this.#name);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return natives.settings.secretBytes(this.#name);
  }

  toString(): '[secret]' {
    return SHOWN;
  }

  toJSON(): '[secret]' {
    return SHOWN;
  }

  [Symbol.toPrimitive](): '[secret]' {
    return SHOWN;
  }

  [INSPECT](): '[secret]' {
    return SHOWN;
  }
}

export function openSecret(name: string): Secret {
  return new Secret(toStoreName(name));
}
