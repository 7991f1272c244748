// fetch (https://fetch.spec.whatwg.org/#fetch-method).

import {requireArguments} from '../webidl.ts';
import {findBackend} from './backends.ts';
import {refusal} from './failure.ts';
import {httpFetch} from './http_fetch.ts';
import {blobFetch, dataFetch} from './local_fetch.ts';
import {isRequest, Request, takeRequest} from './request.ts';
import type {Response} from './response.ts';

/** The global fetch (web/globals.ts), called with `count` arguments. */
export async function startFetch(
    count: number, input: RequestInfo|URL,
    init: RequestInit|undefined): Promise<Response> {
  requireArguments(count, 1, "execute 'fetch'");
  const request = takeRequest(
      isRequest(input) && init === undefined ? input : toRequest(input, init));
  request.signal?.throwIfAborted();
  const scheme = request.url.slice(0, request.url.indexOf(':'));
  if (scheme === 'http' || scheme === 'https') return httpFetch(request);
  if (request.backend !== undefined) {
    throw refusal(`a backend gets no ${scheme}: URLs`, 'ERR_UNKNOWN_SCHEME');
  }
  if (scheme === 'data') return dataFetch(request.url);
  if (scheme === 'blob') return blobFetch(request.method, request.url);
  throw refusal(
      `fetch takes no ${scheme}: URLs, only http:, https:, data: and blob:`,
      'ERR_UNKNOWN_SCHEME');
}

function toRequest(input: RequestInfo|URL, init: RequestInit|undefined): Request {
  // A path is a URL where it is known whose.
  if (typeof input === 'string' && input.startsWith('/') && init?.backend) {
    const backend = findBackend(init.backend);
    return new Request((backend?.origin ?? 'http://backend') + input, init);
  }
  return new Request(input, init);
}
