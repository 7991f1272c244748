// An option that is a whole number, checked.

/** The most that a timer takes. */
export const LONGEST_MS = 2 ** 31 - 1;

/** `usual` where there is none; `who` begins the errors, such as "serve()". */
export function numberOption(
    who: string, name: string, value: unknown, usual: number, least: number,
    most: number): number {
  if (value === undefined) return usual;
  if (typeof value !== 'number') {
    throw new TypeError(`${who}: ${name} is a number, not ${typeof value}.`);
  }
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(
        `${who}: ${name} is a whole number from ${least} to ${most}, not ${value}.`);
  }
  return value;
}
