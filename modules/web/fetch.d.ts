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
  /** The path of a Unix socket to connect to, in place of the URL's host and port. */
  unix?: string;
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

/** What a call that got no answer was doing. */
type FetchPhase = 'dns' | 'connect' | 'tls' | 'request' | 'response' | 'body';

/** The `cause` of the TypeError that fetch, or the reading of its answer's body, rejects
 *  with where there is no answer, or no whole one. Its message names the host, never
 *  the path, the query, a header or a body. */
interface FetchError extends Error {
  /** The system's 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT' ...; OpenSSL's
   *  'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT' ...; 'EPERM' in a sandbox, which
   *  the TypeError has too; 'ERR_TLS', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_PROTOCOL',
   *  'ERR_REDIRECT', 'ERR_TOO_MANY_REDIRECTS', 'ERR_INTEGRITY', 'ERR_UNKNOWN_BACKEND',
   *  'ERR_UNKNOWN_SCHEME', 'ERR_INVALID_URL'. */
  readonly code: string;
  readonly phase: FetchPhase;
}

/** Asks an http: or https: server (HTTP/2 where it has that), or gives what is in a data: URL or
 *  behind a blob: URL of this realm.
 *  With `backend`, a URL may be a path alone.
 *
 *  Proxies are those of the environment (http_proxy, https_proxy, all_proxy, no_proxy); a
 *  sandbox has none. Content codings gzip, deflate, br and zstd are taken off, with the
 *  headers that tell of them. Host, Content-Length, Connection and other headers that are
 *  made from the URL, the body or the connection are not taken from the request. An
 *  answer with redirect 'manual' is the redirect itself. */
declare function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
