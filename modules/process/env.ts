// The process's environment as an object: reading, writing, deleting and listing
// go to the process itself.

/** The handler of a Proxy whose target stays empty. Names and values are
 *  strings; what is written is converted, as Node does. */
class ProcessEnv implements ProxyHandler<Record<string, string>> {
  get(_target: object, name: PropertyKey): string|undefined {
    if (typeof name === 'symbol') return undefined;
    return natives.process.getEnv(`${String(name)}`);
  }

  set(_target: object, name: PropertyKey, value: unknown): boolean {
    natives.process.setEnv(checkName(name), `${value}`);
    return true;
  }

  has(_target: object, name: PropertyKey): boolean {
    return this.get(_target, name) !== undefined;
  }

  deleteProperty(_target: object, name: PropertyKey): boolean {
    if (typeof name !== 'symbol') natives.process.deleteEnv(String(name));
    return true;
  }

  ownKeys(): string[] {
    return natives.process.envNames();
  }

  getOwnPropertyDescriptor(_target: object, name: PropertyKey) {
    const value = this.get(_target, name);
    if (value === undefined) return undefined;
    return {value, writable: true, enumerable: true, configurable: true};
  }

  defineProperty(
      target: object, name: PropertyKey,
      descriptor: PropertyDescriptor): boolean {
    if (!('value' in descriptor)) {
      throw new TypeError('An environment variable can only have a value.');
    }
    return this.set(target, name, descriptor.value);
  }
}

function checkName(name: PropertyKey): string {
  const text = String(name);
  if (typeof name === 'symbol' || text === '' || text.includes('=') ||
      text.includes('\0')) {
    throw new TypeError(
        `'${text}' can't be the name of an environment variable.`);
  }
  return text;
}

/** The target holds nothing but how console.log shows the environment. */
const target = Object.create(null, {
  [Symbol.for('nodejs.util.inspect.custom')]: {
    value: () => ({...env}),
    configurable: true,
  },
});

export const env: Record<string, string|undefined> =
    new Proxy(target, new ProcessEnv());
