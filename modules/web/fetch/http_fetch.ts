// fetch of http: and https: URLs (https://fetch.spec.whatwg.org/#http-fetch).

import {withoutFragment} from '../without_fragment.ts';
import {parseHead} from './answer_head.ts';
import {findBackend, listBackends, urlOn} from './backends.ts';
import type {Hop} from './call.ts';
import {Call} from './call.ts';
import {failure, refusal} from './failure.ts';
import {getHeader} from './header_list.ts';
import {matchesIntegrity} from './integrity.ts';
import {isRedirect, MOST_REDIRECTS, nextHop} from './redirect.ts';
import type {TakenRequest} from './request.ts';
import {makeResponse} from './response.ts';
import type {Response} from './response.ts';

export async function httpFetch(request: TakenRequest): Promise<Response> {
  let hop = firstHop(request);
  for (let redirects = 0;; redirects++) {
    const call = new Call();
    const answer = await call.start(hop, request.signal);
    const [status, , lines] = answer;
    if (!isRedirect(status) || request.redirect === 'manual') {
      return await respond(request, hop, call, answer, redirects > 0);
    }
    const location = getHeader(parseHead(lines, false), 'location');
    if (location === null) {
      return await respond(request, hop, call, answer, redirects > 0);
    }
    call.cancel();
    if (request.redirect === 'error') {
      throw refusal(
          `${hostOf(hop.url)} answers with a redirect, and redirect is 'error'`,
          'ERR_REDIRECT');
    }
    if (redirects === MOST_REDIRECTS) {
      throw refusal(
          `${hostOf(hop.url)} answers with the ${MOST_REDIRECTS + 1}th redirect`,
          'ERR_TOO_MANY_REDIRECTS');
    }
    hop = nextHop(hop, status, location);
  }
}

function firstHop(request: TakenRequest): Hop {
  const {method, headers, body} = request;
  const url = withoutFragment(request.url);
  const name = request.backend;
  if (name === undefined) {
    return {method, url, headers, body, backend: '', unixPath: request.unix ?? ''};
  }
  const backend = findBackend(name);
  if (backend === undefined) {
    natives.fetch.refuse(name, method, url);
    throw refusal(
        `no backend has the name ${JSON.stringify(name)}; ${listBackends()}`,
        'ERR_UNKNOWN_BACKEND');
  }
  return {
    method,
    url: urlOn(backend, url)!,
    headers,
    body,
    backend: name,
    unixPath: backend.unixPath,
  };
}

async function respond(
    request: TakenRequest, hop: Hop, call: Call, answer: NativeAnswer,
    redirected: boolean): Promise<Response> {
  const [status, statusText, lines, , isDecoded, bytes] = answer;
  let body: Call|Uint8Array<ArrayBuffer>|null = bytes ?? call;
  if (hop.method === 'HEAD' || hasNoBody(status)) {
    // It ends by itself, and the connection can be used again.
    if (bytes === null) call.readAll().catch(() => {});
    body = null;
  }
  if (request.integrity !== '') {
    const whole = body instanceof Call ? await body.readAll() : body;
    if (!matchesIntegrity(request.integrity, whole ?? new Uint8Array())) {
      throw failure(Object.assign(
          new Error(`the answer of ${hostOf(hop.url)} is not what its integrity says`),
          {code: 'ERR_INTEGRITY', phase: 'body'}));
    }
    if (body !== null) body = whole;
  }
  return makeResponse({
    url: hop.url,
    redirected,
    status,
    statusText,
    headers: () => parseHead(lines, isDecoded),
    body,
  });
}

function hasNoBody(status: number): boolean {
  return status === 101 || status === 204 || status === 205 || status === 304;
}

/** For people: without what may be secret. */
function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? url;
}
