// How an object tells the inspector to show it.

/** The method that the inspector asks an object for. */
export const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

export type Inspect = (value: unknown, options: object) => string;

/** Shows `shown` in the place of an object, under the name of its class. */
function inspectAs(
    object: object, shown: object, depth: number, options: InspectOptions,
    inspect: Inspect): string {
  const name = object.constructor?.name ?? 'Object';
  if (depth < 0) return `[${name}]`;
  const inner = {
    ...options,
    depth: options.depth == null ? null : options.depth - 1,
  };
  return `${name} ${inspect(shown, inner)}`;
}

/** Objects with the prototype are shown as what `shown` makes of them. */
export function setInspect(
    prototype: object, shown: (object: any) => object): void {
  Object.defineProperty(prototype, CUSTOM, {
    value(
        this: object, depth: number, options: InspectOptions,
        inspect: Inspect) {
      // The prototype itself has none of the attributes.
      if (this === prototype) return this;
      return inspectAs(this, shown(this), depth, options, inspect);
    },
    writable: true,
    configurable: true,
  });
}

/** Objects of the class are shown by these of their attributes. */
export function showAttributes(
    {prototype}: {prototype: object}, names: readonly string[]): void {
  setInspect(
      prototype,
      (object) => Object.fromEntries(names.map((name) => [name, object[name]])));
}
