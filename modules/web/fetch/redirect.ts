// HTTP redirects (https://fetch.spec.whatwg.org/#http-redirect-fetch).

import {urlInterfaces} from '../url.ts';
import {withoutFragment} from '../without_fragment.ts';
import type {Hop} from './call.ts';
import {refusal} from './failure.ts';
import type {HeaderList} from './header_list.ts';
import {deleteHeader} from './header_list.ts';

export const MOST_REDIRECTS = 20;

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 ||
      status === 308;
}

/** Headers that tell of a body, and those that are for one server only. */
const OF_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type'];
const OF_ORIGIN = ['authorization', 'cookie', 'proxy-authorization'];

/** What is asked for after `hop` was answered with this status and location. Throws
 *  what fetch rejects with. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const from = new urlInterfaces.URL(hop.url);
  const to = urlInterfaces.URL.parse(location, hop.url);
  if (to === null || (to.protocol !== 'http:' && to.protocol !== 'https:')) {
    throw refusal(
        `${from.host} redirects to what is no http: or https: URL`, 'ERR_REDIRECT');
  }
  if (to.username !== '' || to.password !== '') {
    throw refusal(
        `${from.host} redirects to a URL with a user name or a password in it`,
        'ERR_REDIRECT');
  }
  let {method, body} = hop;
  const headers: HeaderList = [...hop.headers];
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' :
      (status === 301 || status === 302) && method === 'POST';
  if (becomesGet) {
    method = 'GET';
    body = null;
    for (const name of OF_BODY) deleteHeader(headers, name);
  } else if (body !== null && !isRepeatable(body)) {
    throw refusal(
        `${from.host} answers ${status} to a body that was a stream, which can be ` +
            'sent once',
        'ERR_REDIRECT');
  }
  const isSameOrigin = to.origin === from.origin;
  if (!isSameOrigin) {
    for (const name of OF_ORIGIN) deleteHeader(headers, name);
  }
  return {
    method,
    url: withoutFragment(to.href),
    headers,
    body,
    backend: isSameOrigin ? hop.backend : '',
    unixPath: isSameOrigin ? hop.unixPath : '',
  };
}

/** It is at hand, and no stream that was read. */
function isRepeatable(body: NonNullable<Hop['body']>): boolean {
  return typeof body === 'string' || body instanceof Uint8Array || !('getReader' in body || 'read' in body);
}
