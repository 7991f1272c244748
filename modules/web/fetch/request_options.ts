// What a request says of how it is to be made, beyond method, URL, headers and body.
// Most requests say nothing: they share one object.

/** Members that have no meaning outside of a browser (mode, credentials, referrer and
 *  cache among them) are kept as they were given. */
export interface RequestOptions {
  readonly mode: RequestMode;
  readonly credentials: RequestCredentials;
  readonly cache: RequestCache;
  readonly redirect: RequestRedirect;
  readonly referrer: string;
  readonly referrerPolicy: ReferrerPolicy;
  readonly integrity: string;
  readonly keepalive: boolean;
  /** The name of a backend that the host knows; undefined: none. */
  readonly backend: string|undefined;
  /** The path of the socket where the server listens; undefined: none. */
  readonly unix: string|undefined;
}

export const DEFAULT_OPTIONS: RequestOptions = Object.freeze({
  mode: 'cors',
  credentials: 'same-origin',
  cache: 'default',
  redirect: 'follow',
  referrer: 'about:client',
  referrerPolicy: '',
  integrity: '',
  keepalive: false,
  backend: undefined,
  unix: undefined,
});

const ENUMS: Record<string, readonly string[]> = {
  mode: ['cors', 'navigate', 'no-cors', 'same-origin'],
  credentials: ['include', 'omit', 'same-origin'],
  cache: [
    'default', 'force-cache', 'no-cache', 'no-store', 'only-if-cached', 'reload',
  ],
  redirect: ['error', 'follow', 'manual'],
  referrerPolicy: [
    '', 'no-referrer', 'no-referrer-when-downgrade', 'origin',
    'origin-when-cross-origin', 'same-origin', 'strict-origin',
    'strict-origin-when-cross-origin', 'unsafe-url',
  ],
  duplex: ['half'],
  priority: ['auto', 'high', 'low'],
};

/** The member of the dictionary, undefined where it has none. Throws a TypeError for
 *  a value that is none of its enumeration. */
export function readEnum(
    name: string, value: unknown, context: string): string|undefined {
  if (value === undefined) return undefined;
  const text = `${value}`;
  if (!ENUMS[name]!.includes(text)) {
    throw new TypeError(`Failed to ${context}: '${text}' is no value of ${name}.`);
  }
  return text;
}
