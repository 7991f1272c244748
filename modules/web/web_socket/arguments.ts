// What programs pass to a WebSocket, checked and converted.

import {blobPieces, isBlob} from '../blob/blob.ts';
import {DOMException} from '../dom_exception.ts';
import {joinBytes} from '../fetch/body_source.ts';
import {toBytes} from '../streams/buffer_source.ts';
import {urlInterfaces} from '../url.ts';
import {toClampedUnsignedShort} from '../webidl.ts';

const CONSTRUCT = "construct 'WebSocket'";

/** A URL with the scheme ws: or wss:. */
export function toSocketUrl(text: string): URL {
  const url = urlInterfaces.URL.parse(text);
  if (url === null) {
    throw new DOMException(
        `Failed to ${CONSTRUCT}: '${text}' is no absolute URL.`, 'SyntaxError');
  }
  if (url.protocol === 'http:') url.protocol = 'ws:';
  if (url.protocol === 'https:') url.protocol = 'wss:';
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
    throw new DOMException(
        `Failed to ${CONSTRUCT}: The URL's scheme is ws, wss, http or https, not '${
            url.protocol.slice(0, -1)}'.`,
        'SyntaxError');
  }
  // An empty one, too.
  if (url.href.includes('#')) {
    throw new DOMException(
        `Failed to ${CONSTRUCT}: The URL has a fragment.`, 'SyntaxError');
  }
  return url;
}

/** A token of HTTP (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function isProtocol(text: string): boolean {
  return TOKEN.test(text);
}

export function toProtocols(value: unknown): string[] {
  const isList = typeof value === 'object' && value !== null && Symbol.iterator in value;
  const protocols = isList ?
      Array.from(value as Iterable<unknown>, (each) => `${each}`) :
      [`${value}`];
  for (const protocol of protocols) {
    if (!isProtocol(protocol)) {
      throw new DOMException(
          `Failed to ${CONSTRUCT}: ${JSON.stringify(protocol)} is no name of a protocol.`,
          'SyntaxError');
    }
  }
  if (new Set(protocols).size !== protocols.length) {
    throw new DOMException(
        `Failed to ${CONSTRUCT}: A protocol is named twice.`, 'SyntaxError');
  }
  return protocols;
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The header that the user and the password of a URL stand for. */
export function credentialsOf(url: URL): string[] {
  if (url.username === '' && url.password === '') return [];
  const pair = `${percentDecode(url.username)}:${percentDecode(url.password)}`;
  const bytes = natives.encoding.decodeLatin1(natives.encoding.encodeUtf8(pair));
  return ['authorization', `Basic ${btoa(bytes)}`];
}

/** What is sent, and of how many bytes, where that is asked for. */
export function toMessage(data: unknown): string|BufferSource {
  if (typeof data === 'string') return data;
  if (isBlob(data)) {
    const pieces = blobPieces(data);
    return pieces.length === 1 ? pieces[0]! : joinBytes(pieces);
  }
  if (ArrayBuffer.isView(data) || natives.inspect.isArrayBuffer(data)) {
    return toBytes(data, "Failed to execute 'send' on 'WebSocket': The data");
  }
  return `${data}`;
}

export function sizeOf(message: string|BufferSource): number {
  return typeof message === 'string' ?
      natives.encoding.encodeUtf8(message).byteLength :
      message.byteLength;
}

const LONGEST_REASON = 123;

export interface Farewell {
  /** 0: none. */
  readonly code: number;
  readonly reason: string;
}

export function toFarewell(code: unknown, reason: unknown): Farewell {
  const context = "execute 'close' on 'WebSocket'";
  const number = code === undefined ? 0 : toClampedUnsignedShort(code);
  const text = reason === undefined ? '' : `${reason}`.toWellFormed();
  if (code !== undefined && number !== 1000 && (number < 3000 || number > 4999)) {
    throw new DOMException(
        `Failed to ${context}: The code is 1000 or from 3000 to 4999, not ${number}.`,
        'InvalidAccessError');
  }
  if (sizeOf(text) > LONGEST_REASON) {
    throw new DOMException(
        `Failed to ${context}: The reason has more than ${LONGEST_REASON} bytes.`,
        'SyntaxError');
  }
  // A reason stands behind a code.
  return {code: number === 0 && text !== '' ? 1000 : number, reason: text};
}
