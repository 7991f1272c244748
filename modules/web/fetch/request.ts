// Request (https://fetch.spec.whatwg.org/#request-class). A server makes one for every
// request that comes: nothing is parsed or made before somebody asks for it.

import {AbortSignal} from '../abort.ts';
import type {BodyData} from './body.ts';
import {Body} from './body.ts';
import type {BodyMixin} from './body_mixin.ts';
import {makeBody} from './body_mixin.ts';
import type {BodySource} from './body_source.ts';
import type {HeaderList} from './header_list.ts';
import {getHeader} from './header_list.ts';
import type {Headers} from './headers.ts';
import {makeHeaders} from './headers.ts';
import {initialize} from './request_init.ts';
import type {RequestOptions} from './request_options.ts';
import {DEFAULT_OPTIONS} from './request_options.ts';
import {normalizeUrl} from '../url.ts';
import {requireArguments} from '../webidl.ts';

/** What native code knows of a request that came. */
export interface RequestParts {
  /** What its server knows it by. */
  readonly id: number;
  readonly method: string;
  /** Absolute; it need not be normalized. A function is called once, when somebody
   *  first needs it. */
  readonly url: string|(() => string);
  /** Called once, when somebody first needs them. */
  readonly headers: () => HeaderList;
  readonly body: BodySource|null;
  /** Called once, when somebody first needs it. */
  readonly signal: () => AbortSignal;
}

/** What fetch sends. */
export interface TakenRequest extends RequestOptions {
  readonly method: string;
  /** Normalized, with its fragment. */
  readonly url: string;
  /** Not to be changed. */
  readonly headers: HeaderList;
  readonly body: BodyData|null;
  /** undefined: nothing can abort it. */
  readonly signal: AbortSignal|undefined;
}

/** Behind a Request. */
export class RequestState {
  /** Of RequestParts; 0 for one that came to no server. */
  id = 0;
  method = 'GET';
  /** A function until somebody needs it. */
  url: string|(() => string) = '';
  /** Otherwise `url` is as it came. */
  hasNormalUrl = false;
  /** A function until somebody needs the list. */
  list: HeaderList|(() => HeaderList);
  headers: Headers|null = null;
  isImmutable = false;
  body: Body|null = null;
  /** What aborts it: a signal of somebody else's. */
  source: AbortSignal|(() => AbortSignal)|undefined;
  /** What `signal` gives. */
  signal: AbortSignal|undefined;
  options: RequestOptions = DEFAULT_OPTIONS;

  constructor(list: HeaderList|(() => HeaderList)) {
    this.list = list;
  }

  get headerList(): HeaderList {
    if (typeof this.list === 'function') this.list = this.list();
    return this.list;
  }

  get href(): string {
    if (!this.hasNormalUrl) {
      const url = typeof this.url === 'function' ? this.url() : this.url;
      this.url = normalizeUrl(url) ?? url;
      this.hasNormalUrl = true;
    }
    return this.url as string;
  }

  /** Made at the first call. */
  get ownSignal(): AbortSignal {
    if (this.signal === undefined) {
      if (typeof this.source === 'function') this.source = this.source();
      this.signal = AbortSignal.any(this.source === undefined ? [] : [this.source]);
    }
    return this.signal;
  }
}

let stateOf: (request: Request) => RequestState;
let isRequestObject: (value: object) => value is Request;

export class Request {
  readonly #state: RequestState;

  constructor(
      input: RequestInfo|URL|RequestState,
      init: RequestInit|undefined = undefined) {
    if (input instanceof RequestState) {
      this.#state = input;
      return;
    }
    requireArguments(arguments.length, 1, "construct 'Request'");
    this.#state = initialize(
        isRequest(input) ? input.#state : `${input as string}`, init);
  }

  get method(): string {
    return this.#state.method;
  }

  get url(): string {
    return this.#state.href;
  }

  get headers(): Headers {
    const state = this.#state;
    return state.headers ??= makeHeaders(state.headerList, state.isImmutable);
  }

  get destination(): '' {
    this.#state;
    return '';
  }

  get referrer(): string {
    return this.#state.options.referrer;
  }

  get referrerPolicy(): ReferrerPolicy {
    return this.#state.options.referrerPolicy;
  }

  get mode(): RequestMode {
    return this.#state.options.mode;
  }

  get credentials(): RequestCredentials {
    return this.#state.options.credentials;
  }

  get cache(): RequestCache {
    return this.#state.options.cache;
  }

  get redirect(): RequestRedirect {
    return this.#state.options.redirect;
  }

  get integrity(): string {
    return this.#state.options.integrity;
  }

  get keepalive(): boolean {
    return this.#state.options.keepalive;
  }

  get isReloadNavigation(): false {
    this.#state;
    return false;
  }

  get isHistoryNavigation(): false {
    this.#state;
    return false;
  }

  get duplex(): 'half' {
    this.#state;
    return 'half';
  }

  get signal(): AbortSignal {
    return this.#state.ownSignal;
  }

  clone(): Request {
    const state = this.#state;
    if (state.body?.unusable) {
      throw new TypeError("Failed to execute 'clone' on 'Request': the body is locked or was read before.");
    }
    const copy = new RequestState([...state.headerList]);
    copy.method = state.method;
    copy.url = state.href;
    copy.hasNormalUrl = true;
    copy.isImmutable = state.isImmutable;
    copy.body = state.body?.clone() ?? null;
    copy.source = state.ownSignal;
    copy.options = state.options;
    return new Request(copy);
  }

  static {
    stateOf = (request) => request.#state;
    isRequestObject = (value): value is Request => #state in value;
  }
}

export interface Request extends BodyMixin {}

makeBody(Request, 'Request', {
  body: (request: Request) => stateOf(request).body,
  contentType: (request) => getHeader(stateOf(request).headerList, 'content-type'),
});

export function isRequest(value: unknown): value is Request {
  return typeof value === 'object' && value !== null && isRequestObject(value);
}

/** A request that came to a server. */
export function makeRequest(parts: RequestParts): Request {
  const state = new RequestState(parts.headers);
  state.id = parts.id;
  state.method = parts.method;
  state.url = parts.url;
  state.isImmutable = true;
  state.source = parts.signal;
  if (parts.body !== null) state.body = new Body(parts.body);
  return new Request(state);
}

export function servedId(request: Request): number {
  return stateOf(request).id;
}

/** Uses the request's body up, for fetch. Throws a TypeError where somebody has done
 *  so, or reads it. */
export function takeRequest(request: Request): TakenRequest {
  const state = stateOf(request);
  if (state.body?.unusable) {
    throw new TypeError('The body of the Request is locked or was read before.');
  }
  return {
    ...state.options,
    method: state.method,
    url: state.href,
    headers: state.headerList,
    body: state.body?.take() ?? null,
    signal: state.source === undefined ? state.signal : state.ownSignal,
  };
}
