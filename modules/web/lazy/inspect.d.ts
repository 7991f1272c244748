// The part of node-inspect-extracted that web/console.ts uses.

interface InspectOptions {
  breakLength?: number;
  colors?: boolean;
  compact?: boolean | number;
  customInspect?: boolean;
  depth?: number | null;
  getters?: boolean | 'get' | 'set';
  maxArrayLength?: number | null;
  maxStringLength?: number | null;
  showHidden?: boolean;
  showProxy?: boolean;
  sorted?: boolean;
}

interface Inspector {
  inspect(value: unknown, options?: InspectOptions): string;
  formatWithOptions(options: InspectOptions, ...args: unknown[]): string;
  getStringWidth(text: string): number;
}
