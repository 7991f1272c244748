// https://w3c.github.io/hr-time and https://w3c.github.io/user-timing. All times are
// milliseconds since timeOrigin, with fractions.

interface PerformanceEntry {
  readonly name: string;
  readonly entryType: string;
  readonly startTime: number;
  readonly duration: number;
  toJSON(): any;
}

declare var PerformanceEntry: {
  prototype: PerformanceEntry;
};

interface PerformanceMarkOptions {
  /** Cloned as by structuredClone. */
  detail?: unknown;
  startTime?: number;
}

interface PerformanceMark extends PerformanceEntry {
  readonly detail: any;
}

declare var PerformanceMark: {
  prototype: PerformanceMark;
  new (markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark;
};

interface PerformanceMeasureOptions {
  /** Cloned as by structuredClone. */
  detail?: unknown;
  /** A mark's name or a time. */
  start?: string | number;
  /** A mark's name or a time. */
  end?: string | number;
  duration?: number;
}

interface PerformanceMeasure extends PerformanceEntry {
  readonly detail: any;
}

declare var PerformanceMeasure: {
  prototype: PerformanceMeasure;
};

interface Performance extends EventTarget {
  /** When the realm started: milliseconds since the Unix epoch. */
  readonly timeOrigin: number;
  /** From a clock that never goes back. */
  now(): number;
  /** Entries stay until they are cleared. */
  mark(markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark;
  /** From a mark (default timeOrigin) to another (default now). Throws a
   *  DOMException 'SyntaxError' where a mark does not exist. */
  measure(
      measureName: string, startOrOptions?: string | PerformanceMeasureOptions,
      endMark?: string): PerformanceMeasure;
  clearMarks(markName?: string): void;
  clearMeasures(measureName?: string): void;
  getEntries(): PerformanceEntry[];
  getEntriesByType(type: string): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
  toJSON(): any;
}

declare var Performance: {
  prototype: Performance;
};

declare var performance: Performance;
