// https://fetch.spec.whatwg.org: the classes. What has no meaning outside of a browser
// (mode, credentials, cache, referrer) is kept and has no effect. No name of a header
// is forbidden.

type HeadersInit = Iterable<Iterable<string>> | Record<string, string>;

/** Names are compared without regard to case. */
interface Headers extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  /** All values of the name, joined by ', '. */
  get(name: string): string | null;
  /** The values of all Set-Cookie headers, which can't be joined. */
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  /** Sorted, with names in lower case. */
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  forEach(
      callback: (value: string, name: string, headers: Headers) => void,
      thisArg?: unknown): void;
}

declare var Headers: {
  prototype: Headers;
  /** Throws a TypeError for what can't be a header. */
  new (init?: HeadersInit): Headers;
};

type BodyInit =
  | ReadableStream<Uint8Array>
  | Blob
  | BufferSource
  | FormData
  | URLSearchParams
  | string;

/** What Request and Response have in common. A body can be read once; then its methods
 *  reject with a TypeError. */
interface Body {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Of multipart/form-data or application/x-www-form-urlencoded. */
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}

type RequestInfo = Request | string;
type RequestCache =
  | 'default' | 'force-cache' | 'no-cache' | 'no-store' | 'only-if-cached' | 'reload';
type RequestCredentials = 'include' | 'omit' | 'same-origin';
type RequestMode = 'cors' | 'navigate' | 'no-cors' | 'same-origin';
type RequestRedirect = 'error' | 'follow' | 'manual';
type ReferrerPolicy =
  | '' | 'no-referrer' | 'no-referrer-when-downgrade' | 'origin'
  | 'origin-when-cross-origin' | 'same-origin' | 'strict-origin'
  | 'strict-origin-when-cross-origin' | 'unsafe-url';

interface RequestInit {
  /** The name of a backend given to rt (--backend NAME=URL): the request goes there,
   *  with the path and query of its URL. */
  backend?: string;
  body?: BodyInit | null;
  cache?: RequestCache;
  credentials?: RequestCredentials;
  /** To be given with a body that is a stream. */
  duplex?: 'half';
  headers?: HeadersInit;
  /** As 'sha256-...': fetch fails for an answer with another hash. */
  integrity?: string;
  keepalive?: boolean;
  method?: string;
  mode?: RequestMode;
  priority?: 'auto' | 'high' | 'low';
  redirect?: RequestRedirect;
  referrer?: string;
  referrerPolicy?: ReferrerPolicy;
  signal?: AbortSignal | null;
  window?: null;
}

interface Request extends Body {
  readonly cache: RequestCache;
  readonly credentials: RequestCredentials;
  readonly destination: string;
  readonly duplex: 'half';
  readonly headers: Headers;
  readonly integrity: string;
  readonly isHistoryNavigation: boolean;
  readonly isReloadNavigation: boolean;
  readonly keepalive: boolean;
  readonly method: string;
  readonly mode: RequestMode;
  readonly redirect: RequestRedirect;
  readonly referrer: string;
  readonly referrerPolicy: ReferrerPolicy;
  readonly signal: AbortSignal;
  readonly url: string;
  clone(): Request;
}

declare var Request: {
  prototype: Request;
  /** The URL is absolute. Throws a TypeError where it is not, and for what can't be a
   *  request. */
  new (input: RequestInfo | URL, init?: RequestInit): Request;
};

interface ResponseInit {
  headers?: HeadersInit;
  /** 200 to 599; 200 where it is not given. */
  status?: number;
  statusText?: string;
}

interface Response extends Body {
  readonly headers: Headers;
  /** A status from 200 to 299. */
  readonly ok: boolean;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly type: 'basic' | 'default' | 'error';
  readonly url: string;
  clone(): Response;
}

declare var Response: {
  prototype: Response;
  /** Throws a RangeError for other statuses, a TypeError for what else can't be a
   *  response. */
  new (body?: BodyInit | null, init?: ResponseInit): Response;
  error(): Response;
  json(data: unknown, init?: ResponseInit): Response;
  /** The URL is absolute. */
  redirect(url: string | URL, status?: number): Response;
};
