// fetch of what needs no server: data: and blob: URLs
// (https://fetch.spec.whatwg.org/#scheme-fetch).

import {base64} from '../base64.ts';
import type {Blob} from '../blob/blob.ts';
import {blobOfUrl} from '../blob/object_url.ts';
import {withoutFragment} from '../without_fragment.ts';
import {refusal} from './failure.ts';
import {mimeTypeOf} from './mime_type.ts';
import type {Response} from './response.ts';
import {makeResponse} from './response.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export function dataFetch(href: string): Response {
  const url = withoutFragment(href);
  const data = parseDataUrl(url);
  if (data === null) {
    throw refusal('the data: URL has no comma, or no Base64 after it', 'ERR_INVALID_URL');
  }
  return localResponse(url, ['Content-Type', data.type], data.bytes);
}

export function blobFetch(method: string, href: string): Response {
  const url = withoutFragment(href);
  const blob = blobOfUrl(url);
  if (method !== 'GET' || blob === undefined) {
    throw refusal(
        method !== 'GET' ? `a blob: URL knows no ${method}` :
                           'nothing is behind the blob: URL in this realm',
        'ERR_INVALID_URL');
  }
  const headers = ['Content-Length', `${blob.size}`, 'Content-Type', blob.type];
  return localResponse(url, headers, blob);
}

function localResponse(url: string, headers: string[], body: Bytes|Blob): Response {
  return makeResponse({
    url,
    redirected: false,
    status: 200,
    statusText: 'OK',
    headers: () => headers,
    body,
  });
}

const BASE64_END = /; *base64$/i;

/** https://fetch.spec.whatwg.org/#data-url-processor; null where it fails. */
function parseDataUrl(url: string): {type: string, bytes: Bytes}|null {
  const rest = url.slice('data:'.length);
  const comma = rest.indexOf(',');
  if (comma < 0) return null;
  let type = rest.slice(0, comma).replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  let bytes = percentDecode(rest.slice(comma + 1));
  if (BASE64_END.test(type)) {
    const decoded = fromBase64(natives.encoding.decodeLatin1(bytes));
    if (decoded === null) return null;
    bytes = decoded;
    type = type.replace(BASE64_END, '');
  }
  if (type.startsWith(';')) type = `text/plain${type}`;
  const parsed = mimeTypeOf(type);
  return {type: parsed === null ? 'text/plain;charset=US-ASCII' : `${parsed}`, bytes};
}

function fromBase64(text: string): Bytes|null {
  try {
    return Uint8Array.from(base64.atob(text), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}

/** https://url.spec.whatwg.org/#percent-decode */
function percentDecode(text: string): Bytes {
  const bytes = natives.encoding.encodeUtf8(text);
  const percent = 0x25;
  let kept = 0;
  for (let i = 0; i < bytes.length; i++, kept++) {
    const value = bytes[i] === percent ? hexByte(bytes[i + 1], bytes[i + 2]) : -1;
    bytes[kept] = value < 0 ? bytes[i]! : value;
    if (value >= 0) i += 2;
  }
  return bytes.slice(0, kept);
}

function hexByte(high: number|undefined, low: number|undefined): number {
  if (high === undefined || low === undefined) return -1;
  const text = String.fromCharCode(high, low);
  return /^[\da-f]{2}$/i.test(text) ? parseInt(text, 16) : -1;
}
