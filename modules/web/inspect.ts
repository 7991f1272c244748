// How values are shown: Node's util.inspect and util.format, from
// node-inspect-extracted.

declare function require(name: 'node-inspect-extracted'): Inspector;

const inspector = (): Inspector => require('node-inspect-extracted');

export function inspect(value: unknown, options?: InspectOptions): string {
  return inspector().inspect(value, options);
}

/** Formats as console.log does: `%s` and the like in the first argument, then
 *  the others behind it. */
export function format(options: InspectOptions, args: unknown[]): string {
  if (args.length === 1) {
    const value = args[0];
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && !options.colors) {
      return Object.is(value, -0) ? '-0' : `${value}`;
    }
  }
  return inspector().formatWithOptions(options, ...args);
}

/** The columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : inspector().getStringWidth(text);
}

const PLAIN = /^[\x20-\x7e]*$/;
