// performance.now(), timeOrigin and the user's marks and measures
// (https://w3c.github.io/hr-time, https://w3c.github.io/performance-timeline,
// https://w3c.github.io/user-timing).

import {DOMException} from './dom_exception.ts';
import {EventTarget} from './event_target.ts';
import {requireArguments, toDictionary} from './webidl.ts';

const KEY = Symbol('performance');

function checkKey(key: unknown): void {
  if (key !== KEY) throw new TypeError('Illegal constructor');
}

export class PerformanceEntry {
  readonly #name: string;
  readonly #entryType: string;
  readonly #startTime: number;
  readonly #duration: number;

  // The parameters are in a list, so that the function's length is 0.
  constructor(...[key, name, entryType, startTime, duration]: [
    symbol, string, string, number, number
  ]) {
    checkKey(key);
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }

  get name(): string {
    return this.#name;
  }

  get entryType(): string {
    return this.#entryType;
  }

  get startTime(): number {
    return this.#startTime;
  }

  get duration(): number {
    return this.#duration;
  }

  toJSON(): object {
    const {name, entryType, startTime, duration} = this;
    return {name, entryType, startTime, duration};
  }
}

export class PerformanceMark extends PerformanceEntry {
  readonly #detail: unknown;

  constructor(
      markName: string, markOptions: PerformanceMarkOptions|null = null) {
    const context = "construct 'PerformanceMark'";
    requireArguments(arguments.length, 1, context);
    const {startTime, detail} = toDictionary(markOptions, context);
    super(
        KEY, `${markName}`, 'mark',
        startTime === undefined ? natives.performance.now() :
                                  checkTime(startTime),
        0);
    this.#detail = cloneDetail(detail);
  }

  get detail(): any {
    return this.#detail;
  }

  override toJSON(): object {
    return {...super.toJSON(), detail: this.#detail};
  }
}

export class PerformanceMeasure extends PerformanceEntry {
  readonly #detail: unknown;

  constructor(...[key, name, startTime, duration, detail]: [
    symbol, string, number, number, unknown
  ]) {
    super(key, name, 'measure', startTime, duration);
    this.#detail = detail;
  }

  get detail(): any {
    return this.#detail;
  }

  override toJSON(): object {
    return {...super.toJSON(), detail: this.#detail};
  }
}

/** The timeline. Entries with the same start keep the order they came in. */
let entries: PerformanceEntry[] = [];

function record(entry: PerformanceEntry): void {
  let at = entries.length;
  while (at > 0 && entries[at - 1]!.startTime > entry.startTime) at--;
  entries.splice(at, 0, entry);
}

function clear(type: string, name: unknown): void {
  entries = entries.filter(
      (entry) => entry.entryType !== type ||
          name !== undefined && entry.name !== `${name}`);
}


export class Performance extends EventTarget {
  readonly #brand = true;

  constructor(key: symbol|undefined = undefined) {
    checkKey(key);
    super();
  }

  get timeOrigin(): number {
    this.#brand;
    return natives.performance.timeOrigin();
  }

  now(): number {
    this.#brand;
    return natives.performance.now();
  }

  mark(markName: string, markOptions: PerformanceMarkOptions|null = null):
      PerformanceMark {
    this.#brand;
    requireArguments(arguments.length, 1, "execute 'mark' on 'Performance'");
    const mark = new PerformanceMark(markName, markOptions);
    record(mark);
    return mark;
  }

  measure(
      measureName: string, startOrOptions: string|PerformanceMeasureOptions = {},
      endMark: string|undefined = undefined): PerformanceMeasure {
    this.#brand;
    requireArguments(arguments.length, 1, "execute 'measure' on 'Performance'");
    const name = `${measureName}`;
    const {start, end, detail} =
        measureSpan(startOrOptions, endMark, natives.performance.now());
    const measure = new PerformanceMeasure(KEY, name, start, end - start, detail);
    record(measure);
    return measure;
  }

  clearMarks(markName: string|undefined = undefined): void {
    this.#brand;
    clear('mark', markName);
  }

  clearMeasures(measureName: string|undefined = undefined): void {
    this.#brand;
    clear('measure', measureName);
  }

  getEntries(): PerformanceEntry[] {
    this.#brand;
    return [...entries];
  }

  getEntriesByType(type: string): PerformanceEntry[] {
    this.#brand;
    requireArguments(
        arguments.length, 1, "execute 'getEntriesByType' on 'Performance'");
    return entries.filter((entry) => entry.entryType === `${type}`);
  }

  getEntriesByName(name: string, type: string|undefined = undefined): PerformanceEntry[] {
    this.#brand;
    requireArguments(
        arguments.length, 1, "execute 'getEntriesByName' on 'Performance'");
    return entries.filter(
        (entry) => entry.name === `${name}` &&
            (type === undefined || entry.entryType === `${type}`));
  }

  toJSON(): object {
    return {timeOrigin: this.timeOrigin};
  }
}

export const performance = new Performance(KEY);

/** Start and end of a measure (https://w3c.github.io/user-timing/#measure-method). */
function measureSpan(
    startOrOptions: unknown, endMark: string | undefined, now: number) {
  const hasOptions =
      typeof startOrOptions === 'object' && startOrOptions !== null;
  const {start, end, duration, detail} =
      (hasOptions ? startOrOptions : {}) as PerformanceMeasureOptions;
  const given = [start, end, duration, detail].some((v) => v !== undefined);
  if (hasOptions && given) {
    if (endMark !== undefined) {
      throw measureError('an end mark is given beside the options');
    }
    if (start === undefined && end === undefined) {
      throw measureError('neither start nor end is given');
    }
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw measureError('start, end and duration are given');
    }
  }
  const length = duration === undefined ? undefined : checkTime(duration);
  let endTime = now;
  if (endMark !== undefined) endTime = timeOf(endMark);
  else if (end !== undefined) endTime = timeOf(end);
  else if (start !== undefined && length !== undefined) {
    endTime = timeOf(start) + length;
  }
  let startTime = 0;
  if (start !== undefined) startTime = timeOf(start);
  else if (length !== undefined && end !== undefined) {
    startTime = timeOf(end) - length;
  } else if (!hasOptions && startOrOptions !== undefined) {
    startTime = timeOf(`${startOrOptions}`);
  }
  return {start: startTime, end: endTime, detail: cloneDetail(detail)};
}

function measureError(problem: string): TypeError {
  return new TypeError(
      `Failed to execute 'measure' on 'Performance': ${problem}.`);
}

/** A mark's name or a time. */
function timeOf(mark: string | number): number {
  if (typeof mark === 'number') return checkTime(mark);
  const name = `${mark}`;
  const entry = entries.findLast(
      (each) => each.entryType === 'mark' && each.name === name);
  if (entry) return entry.startTime;
  throw new DOMException(
      `Failed to execute 'measure' on 'Performance': The mark '${
          name}' does not exist.`,
      'SyntaxError');
}

function checkTime(value: unknown): number {
  const time = Number(value);
  if (!Number.isFinite(time)) {
    throw new TypeError('The provided double value is non-finite.');
  }
  if (time < 0) throw new TypeError(`The time ${time} is negative.`);
  return time;
}

function cloneDetail(detail: unknown): unknown {
  if (detail === undefined || detail === null) return null;
  return typeof detail === 'object' || typeof detail === 'function' ?
      globalThis.structuredClone(detail) :
      detail;
}
