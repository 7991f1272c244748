// rt:config: what an operator sets. config.d.ts says what each method is for.

import {toStoreName} from '../kv/arguments.ts';

const BYTE_ORDER_MARK = '\uFEFF';

function parse(text: string): Record<string, unknown> {
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  return JSON.parse(
      json,
      (_, value: unknown) => typeof value === 'object' && value !== null ?
          Object.freeze(value) :
          value) as Record<string, unknown>;
}

class Config {
  readonly #name: string;
  readonly #values: Record<string, unknown>;

  constructor(name: string) {
    this.#name = name;
    this.#values = parse(natives.settings.openConfig(name));
  }

  get name(): string {
    return this.#name;
  }

  get<T>(key: string): T|undefined {
    natives.settings.accessConfig(this.#name);
    return Object.hasOwn(this.#values, key) ? this.#values[key] as T : undefined;
  }

  has(key: string): boolean {
    natives.settings.accessConfig(this.#name);
    return Object.hasOwn(this.#values, key);
  }

  keys(): string[] {
    natives.settings.accessConfig(this.#name);
    return Object.keys(this.#values);
  }
}

export function openConfig(name: string): Config {
  return new Config(toStoreName(name));
}
