// Extracts a body (https://fetch.spec.whatwg.org/#concept-bodyinit-extract).

import {isBlob} from '../blob/blob.ts';
import {copyBytes, isBufferSource} from '../blob/blob_parts.ts';
import {isReadableStream} from '../streams/streams.ts';
import {urlInterfaces} from '../url.ts';
import {Body} from './body.ts';
import {isFormData} from './form_data.ts';
import {writeMultipart} from './multipart_writer.ts';

export interface Extracted {
  readonly body: Body;
  /** The Content-Type, where what the body is made of has one. */
  readonly type: string|null;
}

const TEXT = 'text/plain;charset=UTF-8';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

export function extractBody(init: unknown, context: string): Extracted {
  if (typeof init === 'string') return {body: new Body(init), type: TEXT};
  if (typeof init === 'object' && init !== null) {
    if (isReadableStream(init)) {
      const body = new Body(init);
      if (body.unusable) {
        throw new TypeError(`Failed to ${context}: The stream is locked or was read from.`);
      }
      return {body, type: null};
    }
    if (isBlob(init)) return {body: new Body(init), type: init.type || null};
    if (isBufferSource(init)) return {body: new Body(copyBytes(init)), type: null};
    if (isFormData(init)) {
      const blob = writeMultipart(init);
      return {body: new Body(blob), type: blob.type};
    }
    if (init instanceof urlInterfaces.URLSearchParams) {
      return {body: new Body(`${init}`), type: FORM};
    }
  }
  return {body: new Body(`${init}`), type: TEXT};
}
