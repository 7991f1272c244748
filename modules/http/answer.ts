// Sends a Response.

import type {BodyData} from '../web/fetch/body.ts';
import {toSource} from '../web/fetch/body.ts';
import type {BodySource} from '../web/fetch/body_source.ts';
import type {Response} from '../web/fetch/response.ts';
import {isResponse, takeResponse} from '../web/fetch/response.ts';
import {blobBytes, isBlob} from '../web/blob/blob.ts';
import {forgetWatchers} from './incoming.ts';
import {showError} from './show_error.ts';
import {answerUpgrade} from './upgrade.ts';

/** Throws the web's TypeError for a Response that was used, and for what is none.
 *  `failed`: for a handler that threw. */
export function answer(id: number, response: unknown, failed: boolean): void {
  if (!isResponse(response)) {
    throw new TypeError('The handler returned no Response, but ' +
        (response === null ? 'null' : typeof response) + '.');
  }
  const {status, statusText, headers, body} = takeResponse(response as Response);
  if (status === 101) {
    answerUpgrade(id, response, headers);
  } else if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    natives.http.answer(id, status, statusText, headers, body, failed);
    forgetWatchers(id);
  } else if (isBlob(body)) {
    natives.http.answer(id, status, statusText, headers, blobBytes(body), failed);
    forgetWatchers(id);
  } else {
    stream(id, status, statusText, headers, body);
  }
}

function stream(
    id: number, status: number, statusText: string, headers: string[],
    body: Exclude<BodyData, string>): void {
  const source = toSource(body as BodySource|ReadableStream);
  if (!natives.http.begin(id, status, statusText, headers, source.size ?? -1)) {
    // Of HEAD and the like, or nobody is there any more.
    source.cancel(undefined);
    natives.http.end(id);
    forgetWatchers(id);
    return;
  }
  void pump(id, source);
}

function clientLeft(): DOMException {
  return new DOMException('The client has left', 'AbortError');
}

async function pump(id: number, source: BodySource): Promise<void> {
  try {
    for (;;) {
      const part = await source.read();
      if (part === null) break;
      const room = natives.http.send(id, part);
      if (room === true) continue;
      if (room === false || !await room) {
        source.cancel(clientLeft());
        return;
      }
    }
    natives.http.end(id);
  } catch (error) {
    // The client sees that the answer is not whole.
    natives.http.abortAnswer(id);
    showError('The body of a Response failed', error);
  } finally {
    forgetWatchers(id);
  }
}
