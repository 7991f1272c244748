// console.table (https://console.spec.whatwg.org/#table), in Node's look: a row
// for each element, a column for each property and, where elements have no
// properties, one for the values.

import {inspect, widthOf} from './inspect.ts';

const INDEX = '(index)';
const ITERATION_INDEX = '(iteration index)';
const KEY = 'Key';
const VALUES = 'Values';

interface Table {
  /** The heading of the column that tells rows apart. */
  readonly index: string;
  /** The headings of columns that are there for every row, before the others. */
  readonly fixed: string[];
  readonly rows: Row[];
}

interface Row {
  readonly index: string;
  readonly fixed: string[];
  readonly value: unknown;
}

/** undefined for what is no object, which has no table. */
export function formatTable(
    data: unknown, properties: readonly string[] | undefined,
    colors: boolean): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if (properties !== undefined && !Array.isArray(properties)) {
    throw new TypeError("console.table: 'properties' must be an array.");
  }
  const show = (value: unknown) => inspect(value, {
    colors,
    maxArrayLength: 3,
    breakLength: Infinity,
    // A nested object is shown without its contents where it is large.
    depth: isLarge(value) ? -1 : 0,
  });
  const table = tableOf(data, show);
  const columns = new Map<string, string[]>();
  const values: string[] = [];
  let hasValues = false;
  for (const key of properties ?? []) columns.set(key, []);
  table.rows.forEach(({value}, row) => {
    if (typeof value !== 'object' && typeof value !== 'function' ||
        value === null) {
      values[row] = show(value);
      hasValues = true;
      return;
    }
    for (const key of properties ?? Object.keys(value)) {
      if (properties && !Object.hasOwn(value, key)) continue;
      let column = columns.get(key);
      if (!column) columns.set(key, column = []);
      column[row] = show((value as Record<string, unknown>)[key]);
    }
  });
  const headings = [table.index, ...table.fixed, ...columns.keys()];
  if (hasValues) headings.push(VALUES);
  return draw(
      headings,
      table.rows.map(
          ({index, fixed}, row) =>
              [index, ...fixed,
               ...[...columns.values()].map((column) => column[row] ?? ''),
               ...(hasValues ? [values[row] ?? ''] : []),
  ]));
}

function isLarge(value: unknown): boolean {
  return typeof value === 'object' && value !== null &&
      !Array.isArray(value) && Object.keys(value).length > 2;
}

function tableOf(data: object, show: (value: unknown) => string): Table {
  const keyed = (entries: unknown[]): Table => {
    const rows: Row[] = [];
    for (let i = 0; i < entries.length; i += 2) {
      rows.push({
        index: `${i / 2}`,
        fixed: [show(entries[i]), show(entries[i + 1])],
        value: {},
      });
    }
    return {index: ITERATION_INDEX, fixed: [KEY, VALUES], rows};
  };
  const {inspect: is} = natives;
  if (is.isMap(data) || is.isSet(data) || is.isMapIterator(data) ||
      is.isSetIterator(data)) {
    const [entries, isKeyed] = is.previewEntries(data);
    if (isKeyed) return keyed(entries);
    const rows = entries.map((value, index) => ({
                               index: `${index}`,
                               fixed: [show(value)],
                               value: {},
                             }));
    return {index: ITERATION_INDEX, fixed: [VALUES], rows};
  }
  const rows = Object.entries(data).map(
      ([index, value]) => ({index, fixed: [], value}));
  return {index: INDEX, fixed: [], rows};
}

function draw(headings: string[], rows: string[][]): string {
  const widths = headings.map(
      (heading, column) => Math.max(
          widthOf(heading), ...rows.map((row) => widthOf(row[column]!))) + 2);
  const rule = (left: string, middle: string, right: string) =>
      left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
  const line = (cells: string[]) =>
      `│${cells.map((cell, i) => ` ${cell}`.padEnd(
          widths[i]! + cell.length - widthOf(cell))).join('│')}│`;
  return [
    rule('┌', '┬', '┐'),
    line(headings),
    rule('├', '┼', '┤'),
    ...rows.map(line),
    rule('└', '┴', '┘'),
  ].join('\n');
}
