// What the constructor of Request makes of its arguments
// (https://fetch.spec.whatwg.org/#dom-request).

import type {AbortSignal} from '../abort.ts';
import {isAbortSignal} from '../event_target.ts';
import {isPlainUrl} from '../plain_url.ts';
import {urlInterfaces} from '../url.ts';
import {toByteString, toDictionary} from '../webidl.ts';
import {Body} from './body.ts';
import {extractBody} from './body_init.ts';
import {findHeader} from './header_list.ts';
import {headerListOf, isHeaders} from './headers.ts';
import {fillHeaders} from './headers_init.ts';
import {RequestState} from './request.ts';
import type {RequestOptions} from './request_options.ts';
import {readEnum} from './request_options.ts';

const CONTEXT = "construct 'Request'";
const TOKEN = /^[!#$%&'*+\-.^`|~\w]+$/;
const FORBIDDEN_METHOD = /^(?:connect|trace|track)$/i;
const SIMPLE_METHOD = /^(?:GET|HEAD|POST)$/;
const NORMALIZED_METHOD = /^(?:delete|get|head|options|post|put)$/i;

function fail(problem: string): never {
  throw new TypeError(`Failed to ${CONTEXT}: ${problem}`);
}

/** The state of another request, whose body is taken over, or a URL. */
export function initialize(
    input: RequestState|string, init: RequestInit|undefined): RequestState {
  const from = input instanceof RequestState ? input : undefined;
  const dictionary = readInit(init);
  const state = new RequestState([]);
  state.url = from?.href ?? parseUrl(input as string);
  state.hasNormalUrl = true;
  state.method = from?.method ?? 'GET';
  if (from !== undefined) state.options = from.options;
  setOptions(state, dictionary);
  if (dictionary.method !== undefined) state.method = toMethod(dictionary.method);
  if (state.options.mode === 'no-cors' && !SIMPLE_METHOD.test(state.method)) {
    fail(`The method ${state.method} needs another mode than 'no-cors'.`);
  }
  setSignal(state, from, dictionary.signal);
  setHeaders(state, from, dictionary.headers);
  setBody(state, from, dictionary);
  return state;
}

interface Init extends Partial<RequestOptions> {
  readonly body?: unknown;
  readonly duplex?: string;
  readonly headers?: unknown;
  readonly method?: string;
  readonly signal?: AbortSignal|null;
}

/** Reads the members in the order of Web IDL's dictionaries. */
function readInit(init: RequestInit|undefined): Init {
  if (init === undefined || init === null) return {};
  const from = toDictionary<any>(init, CONTEXT);
  const {backend, body} = from;
  const cache = readEnum('cache', from.cache, CONTEXT);
  const credentials = readEnum('credentials', from.credentials, CONTEXT);
  const duplex = readEnum('duplex', from.duplex, CONTEXT);
  const {headers} = from;
  const integrity = readString(from.integrity);
  const keepalive = from.keepalive === undefined ? undefined : Boolean(from.keepalive);
  const method = from.method;
  const mode = readEnum('mode', from.mode, CONTEXT);
  readEnum('priority', from.priority, CONTEXT);
  const redirect = readEnum('redirect', from.redirect, CONTEXT);
  const referrer = readString(from.referrer);
  const referrerPolicy = readEnum('referrerPolicy', from.referrerPolicy, CONTEXT);
  const {signal, unix, window} = from;
  if (window !== undefined && window !== null) fail('window can only be null.');
  return {
    backend: backend === undefined ? undefined : `${backend}`,
    body,
    cache,
    credentials,
    duplex,
    headers,
    integrity,
    keepalive,
    method: method === undefined ? undefined : toByteString(method, CONTEXT),
    mode,
    redirect,
    referrer,
    referrerPolicy,
    signal,
    unix: unix === undefined ? undefined : `${unix}`,
  } as Init;
}

function readString(value: unknown): string|undefined {
  return value === undefined ? undefined : `${value}`;
}

function parseUrl(text: string): string {
  if (isPlainUrl(text)) return text;
  const url = urlInterfaces.URL.parse(text);
  if (url === null) fail(`${JSON.stringify(text)} is no absolute URL.`);
  if (url.username !== '' || url.password !== '') {
    fail('The URL has a user name or a password in it; use the Authorization header.');
  }
  return url.href;
}

function toMethod(method: string): string {
  if (!TOKEN.test(method)) fail(`${JSON.stringify(method)} is no method.`);
  if (FORBIDDEN_METHOD.test(method)) fail(`The method ${method} is not allowed.`);
  return NORMALIZED_METHOD.test(method) ? method.toUpperCase() : method;
}

function setOptions(state: RequestState, init: Init): void {
  const {backend, cache, credentials, integrity, keepalive, mode, redirect, referrerPolicy, unix} = init;
  if (mode === 'navigate') fail("The mode 'navigate' is the browser's own.");
  if (cache === 'only-if-cached' && (mode ?? state.options.mode) !== 'same-origin') {
    fail("The cache mode 'only-if-cached' needs the mode 'same-origin'.");
  }
  const referrer = init.referrer === undefined ? undefined : toReferrer(init.referrer);
  const given = {
    backend, cache, credentials, integrity, keepalive, mode, redirect, referrer, referrerPolicy,
    unix,
  };
  const changes = Object.entries(given).filter((entry) => entry[1] !== undefined);
  if (changes.length > 0) {
    state.options = {...state.options, ...Object.fromEntries(changes)};
  }
}

function toReferrer(text: string): string {
  if (text === '') return '';
  const url = urlInterfaces.URL.parse(text);
  if (url === null) fail(`The referrer ${JSON.stringify(text)} is no absolute URL.`);
  return url.href === 'about:client' ? 'about:client' : url.href;
}

function setSignal(
    state: RequestState, from: RequestState|undefined,
    signal: AbortSignal|null|undefined): void {
  if (signal === undefined) {
    if (from !== undefined) state.source = from.ownSignal;
  } else if (signal !== null) {
    if (!isAbortSignal(signal)) fail("member signal is not of type 'AbortSignal'.");
    state.source = signal;
  }
}

function setHeaders(
    state: RequestState, from: RequestState|undefined, headers: unknown): void {
  const list = state.headerList;
  if (headers === undefined) {
    if (from !== undefined) list.push(...from.headerList);
  } else if (isHeaders(headers)) {
    list.push(...headerListOf(headers));
  } else {
    fillHeaders(list, headers as never, CONTEXT);
  }
}

function setBody(state: RequestState, from: RequestState|undefined, init: Init): void {
  const {body} = init;
  const given = body !== undefined && body !== null;
  if ((given || from?.body) && (state.method === 'GET' || state.method === 'HEAD')) {
    fail(`A request with the method ${state.method} has no body.`);
  }
  if (given) {
    const {body: extracted, type} = extractBody(body, CONTEXT);
    if (extracted.isStream && init.duplex === undefined) {
      fail("A body that is a stream needs duplex: 'half'.");
    }
    state.body = extracted;
    if (type !== null && findHeader(state.headerList, 'content-type') < 0) {
      state.headerList.push('content-type', type);
    }
  } else if (from?.body) {
    if (from.body.unusable) fail('The body of the request is locked or was read before.');
    state.body = new Body(from.body.take());
  }
}
