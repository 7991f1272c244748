// rt:profiler: CPU profiles of the calling realm. profiler.d.ts says what each export
// is for.

function checkName(name: unknown): void {
  if (typeof name !== 'string') {
    throw new TypeError(`A profile's name is a string, not ${typeof name}.`);
  }
  if (name === '') throw new TypeError(`A profile's name cannot be empty.`);
}

function toInterval(interval: unknown): number {
  const {least, most, usual} = natives.profiler.intervals();
  if (interval === undefined) return usual;
  if (typeof interval !== 'number') {
    throw new TypeError(
        `A profile's interval is a number of microseconds, not ${typeof interval}.`);
  }
  if (!Number.isInteger(interval) || interval < least || interval > most) {
    throw new RangeError(
        `A profile's interval is a whole number of microseconds from ${least} to ${
            most}, not ${interval}.`);
  }
  return interval;
}

export function startProfiling(
    name: string, options?: {interval?: number}): void {
  checkName(name);
  natives.profiler.start(name, toInterval(options?.interval));
}

export function stopProfiling(name: string): Uint8Array<ArrayBuffer> {
  checkName(name);
  return natives.profiler.stop(name);
}
