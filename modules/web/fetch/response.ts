// Response (https://fetch.spec.whatwg.org/#response-class). A server makes one for
// every request: nothing is made before somebody asks for it.

import type {Blob} from '../blob/blob.ts';
import {urlInterfaces} from '../url.ts';
import {toByteString, toDictionary, toUnsignedShort} from '../webidl.ts';
import type {BodyData} from './body.ts';
import {Body} from './body.ts';
import {extractBody} from './body_init.ts';
import type {BodyMixin} from './body_mixin.ts';
import {makeBody} from './body_mixin.ts';
import type {BodySource} from './body_source.ts';
import type {HeaderList} from './header_list.ts';
import {findHeader, getHeader} from './header_list.ts';
import type {Headers} from './headers.ts';
import {headerListOf, isHeaders, makeHeaders} from './headers.ts';
import {fillHeaders} from './headers_init.ts';

type Type = 'basic'|'default'|'error';

/** What native code knows of an answer. */
export interface ResponseParts {
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  /** Called once, when somebody first needs them. */
  readonly headers: () => HeaderList;
  readonly body: BodySource|Blob|Uint8Array<ArrayBuffer>|null;
}

/** What goes out. */
export interface TakenResponse {
  readonly status: number;
  readonly statusText: string;
  /** Not to be changed. */
  readonly headers: HeaderList;
  readonly body: BodyData|null;
}

/** Behind a Response. */
class ResponseState {
  type: Type = 'default';
  url = '';
  redirected = false;
  status = 200;
  statusText = '';
  /** A function until somebody needs the list. */
  list: HeaderList|(() => HeaderList);
  headers: Headers|null = null;
  isImmutable = false;
  body: Body|null = null;

  constructor(list: HeaderList|(() => HeaderList)) {
    this.list = list;
  }

  get headerList(): HeaderList {
    if (typeof this.list === 'function') this.list = this.list();
    return this.list;
  }
}

const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CONSTRUCT = "construct 'Response'";

let stateOf: (response: Response) => ResponseState;
let isResponseObject: (value: object) => value is Response;

export class Response {
  readonly #state: ResponseState;

  constructor(
      body: BodyInit|null|undefined|ResponseState = undefined,
      init: ResponseInit|undefined = undefined) {
    if (body instanceof ResponseState) {
      this.#state = body;
      return;
    }
    const state = new ResponseState([]);
    if (init !== undefined) initialize(state, init);
    if (body !== undefined && body !== null) setBody(state, body);
    this.#state = state;
  }

  static error(): Response {
    const state = new ResponseState([]);
    state.type = 'error';
    state.status = 0;
    state.isImmutable = true;
    return new Response(state);
  }

  static json(data: unknown, init: ResponseInit|undefined = undefined): Response {
    const text = JSON.stringify(data);
    if (text === undefined) {
      throw new TypeError("Failed to execute 'json' on 'Response': The data is no JSON.");
    }
    const state = new ResponseState([]);
    if (init !== undefined) initialize(state, init);
    checkMayHaveBody(state.status);
    state.body = new Body(text);
    addContentType(state.headerList, 'application/json');
    return new Response(state);
  }

  static redirect(url: string|URL, status: number = 302): Response {
    const context = "execute 'redirect' on 'Response'";
    const href = urlInterfaces.URL.parse(url)?.href;
    if (href === undefined) {
      throw new TypeError(`Failed to ${context}: '${url}' is no absolute URL.`);
    }
    status = toUnsignedShort(status);
    if (![301, 302, 303, 307, 308].includes(status)) {
      throw new RangeError(`Failed to ${context}: ${status} is not the status of a redirect.`);
    }
    const state = new ResponseState(['location', href]);
    state.status = status;
    state.isImmutable = true;
    return new Response(state);
  }

  get type(): Type {
    return this.#state.type;
  }

  get url(): string {
    return this.#state.url;
  }

  get redirected(): boolean {
    return this.#state.redirected;
  }

  get status(): number {
    return this.#state.status;
  }

  get ok(): boolean {
    const {status} = this.#state;
    return status >= 200 && status <= 299;
  }

  get statusText(): string {
    return this.#state.statusText;
  }

  get headers(): Headers {
    const state = this.#state;
    return state.headers ??= makeHeaders(state.headerList, state.isImmutable);
  }

  clone(): Response {
    const state = this.#state;
    if (state.body?.unusable) {
      throw new TypeError("Failed to execute 'clone' on 'Response': the body is locked or was read before.");
    }
    const copy = new ResponseState([...state.headerList]);
    copy.type = state.type;
    copy.url = state.url;
    copy.redirected = state.redirected;
    copy.status = state.status;
    copy.statusText = state.statusText;
    copy.isImmutable = state.isImmutable;
    copy.body = state.body?.clone() ?? null;
    return new Response(copy);
  }

  static {
    stateOf = (response) => response.#state;
    isResponseObject = (value): value is Response => #state in value;
  }
}

export interface Response extends BodyMixin {}

makeBody(Response, 'Response', {
  body: (response: Response) => stateOf(response).body,
  contentType: (response) =>
      getHeader(stateOf(response).headerList, 'content-type'),
});

function initialize(state: ResponseState, init: ResponseInit): void {
  // In the order of Web IDL's dictionaries.
  const {headers, status, statusText} = toDictionary(init, CONSTRUCT);
  const list = state.list as HeaderList;
  if (headers !== undefined && !isHeaders(headers)) {
    fillHeaders(list, headers as never, CONSTRUCT);
  }
  if (status !== undefined) {
    state.status = toUnsignedShort(status);
    if (state.status < 200 || state.status > 599) {
      throw new RangeError(`Failed to ${CONSTRUCT}: The status ${state.status} is not in the range 200 to 599.`);
    }
  }
  if (statusText !== undefined) {
    state.statusText = toByteString(statusText, CONSTRUCT);
    if (!REASON_PHRASE.test(state.statusText)) {
      throw new TypeError(`Failed to ${CONSTRUCT}: ${JSON.stringify(state.statusText)} is no reason phrase.`);
    }
  }
  if (isHeaders(headers)) list.push(...headerListOf(headers));
}

function checkMayHaveBody(status: number): void {
  if (status === 204 || status === 205 || status === 304) {
    throw new TypeError(`Failed to ${CONSTRUCT}: A response with the status ${status} has no body.`);
  }
}

function setBody(state: ResponseState, init: BodyInit): void {
  checkMayHaveBody(state.status);
  const {body, type} = extractBody(init, CONSTRUCT);
  state.body = body;
  if (type !== null) addContentType(state.headerList, type);
}

function addContentType(list: HeaderList, type: string): void {
  if (findHeader(list, 'content-type') < 0) list.push('content-type', type);
}

export function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && isResponseObject(value);
}

/** An answer that native code got. */
export function makeResponse(parts: ResponseParts): Response {
  const state = new ResponseState(parts.headers);
  state.type = 'basic';
  state.url = parts.url;
  state.redirected = parts.redirected;
  state.status = parts.status;
  state.statusText = parts.statusText;
  state.isImmutable = true;
  if (parts.body !== null) state.body = new Body(parts.body);
  return new Response(state);
}

/** The answer that makes a connection a WebSocket's. */
export function makeUpgradeResponse(): Response {
  const state = new ResponseState([]);
  state.status = 101;
  return new Response(state);
}

/** Uses the response up. Throws a TypeError where somebody has done so, or reads it,
 *  and for Response.error(). */
export function takeResponse(response: Response): TakenResponse {
  const {status, statusText, headerList, body, type} = stateOf(response);
  if (type === 'error') {
    throw new TypeError('Response.error() is no answer that can be sent.');
  }
  if (body === null) return {status, statusText, headers: headerList, body};
  if (body.unusable) {
    throw new TypeError('The body of the Response is locked or was read before: ' +
        'a Response can be sent once.');
  }
  return {status, statusText, headers: headerList, body: body.take()};
}
