// The `stack` of errors: V8's own words, with the places that the program's author
// wrote, and without the frames of rt's own modules above the first of the program:
// who passes a wrong argument sees the call where it was passed.

/** The script that all of rt's modules are in (runtime/engine/isolate_host.h). */
const BUILTINS = 'rt:builtins';

/** https://v8.dev/docs/stack-trace-api#customizing-stack-traces */
export interface CallSite {
  getScriptNameOrSourceURL(): unknown;
  getLineNumber(): number|null;
  getColumnNumber(): number|null;
  getEnclosingLineNumber(): number|null;
  getEnclosingColumnNumber(): number|null;
  toString(): string;
}

const errorToString = Error.prototype.toString;
const join = Array.prototype.join;

/** How many frames at the top are those of rt, and of V8's functions that it calls;
 *  0 where the program has none below them. */
function countHidden(sites: CallSite[]): number {
  let hidden = 0;
  for (let i = 0; i < sites.length; ++i) {
    const script = sites[i]!.getScriptNameOrSourceURL();
    if (script === BUILTINS) {
      hidden = i + 1;
    } else if (typeof script === 'string') {
      return hidden;
    }
  }
  return 0;
}

/** Which scripts have places to map: known when a script was compiled. */
const known: {[script: string]: boolean} = Object.create(null);

/** Where the frame is, where that is not as V8 has it. */
function placeOf(site: CallSite): OriginalPlace|undefined {
  return map(site, site.getLineNumber, site.getColumnNumber);
}

function map(
    site: CallSite, lineOf: () => number|null,
    columnOf: () => number|null): OriginalPlace|undefined {
  const script = site.getScriptNameOrSourceURL();
  if (typeof script !== 'string') return undefined;
  if (!(known[script] ??= natives.errors.hasOtherPlaces(script))) return undefined;
  const line = lineOf.call(site);
  if (line === null) return undefined;
  return natives.errors.originalPlace(script, line, columnOf.call(site) ?? 0);
}

/** The frame as V8 writes it, "f (file:///a.ts:3:5)", with the original place. */
function frameText(site: CallSite, place: OriginalPlace|undefined): string {
  const text = site.toString();
  if (place === undefined) return text;
  const compiled = `${site.getScriptNameOrSourceURL()}:${site.getLineNumber()}:${
      site.getColumnNumber()}`;
  const at = text.lastIndexOf(compiled);
  if (at === -1) return text;
  return `${text.slice(0, at)}${place[0]}:${place[1]}:${place[2]}${
      text.slice(at + compiled.length)}`;
}

/** A call site as the program's own Error.prepareStackTrace gets it. V8's methods
 *  are for V8's call sites alone, so that each is wrapped. */
function mappedSite(site: CallSite): CallSite {
  const place = placeOf(site);
  if (place === undefined) return site;
  const start = map(site, site.getEnclosingLineNumber, site.getEnclosingColumnNumber);
  const methods = Object.getPrototypeOf(site);
  const mapped = Object.create(methods);
  const define = (name: string, value: (...args: unknown[]) => unknown) =>
      Object.defineProperty(
          mapped, name, {value, configurable: true, writable: true});
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = methods[name];
    if (typeof method === 'function' && name !== 'constructor') {
      define(name, (...args) => method.apply(site, args));
    }
  }
  define('getFileName', () => place[0]);
  define('getScriptNameOrSourceURL', () => place[0]);
  define('getLineNumber', () => place[1]);
  define('getColumnNumber', () => place[2]);
  if (start !== undefined) {
    define('getEnclosingLineNumber', () => start[1]);
    define('getEnclosingColumnNumber', () => start[2]);
  }
  define('toString', () => frameText(site, place));
  return mapped;
}

function header(error: unknown): string {
  try {
    return errorToString.call(error as Error);
  } catch {
    return '<error>';  // as V8 does
  }
}

/** V8 calls it when an error's `stack` is first asked for. */
export function prepareStackTrace(error: unknown, sites: CallSite[]): unknown {
  const own = (Error as {prepareStackTrace?: unknown}).prepareStackTrace;
  const first = countHidden(sites);
  if (typeof own === 'function') {
    const shown: CallSite[] = [];
    for (let i = first; i < sites.length; ++i) shown.push(mappedSite(sites[i]!));
    return own.call(Error, error, shown);
  }
  const lines = [header(error)];
  for (let i = first; i < sites.length; ++i) {
    const site = sites[i]!;
    lines[lines.length] = frameText(site, placeOf(site));
  }
  // A flat string: a program may keep many errors.
  return join.call(lines, '\n    at ');
}
