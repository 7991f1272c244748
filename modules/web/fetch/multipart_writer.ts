// multipart/form-data
// (https://html.spec.whatwg.org/#multipart-form-data, RFC 7578).

import {blobPieces, makeBlob} from '../blob/blob.ts';
import type {Blob} from '../blob/blob.ts';
import type {FormData} from './form_data.ts';
import {formEntries} from './form_data.ts';

const LINE_ENDS = /\r\n|\r|\n/g;
const ESCAPES: Record<string, string> = {'\n': '%0A', '\r': '%0D', '"': '%22'};

const escape = (name: string) =>
    name.replace(/[\n\r"]/g, (character) => ESCAPES[character]!);

/** The form as a blob whose type names the boundary. Files are shared, not copied. */
export function writeMultipart(form: FormData): Blob {
  const boundary = `----rt-${makeBoundary()}`;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let text = '';
  for (const [name, value] of formEntries(form)) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${
        escape(name.replace(LINE_ENDS, '\r\n'))}"`;
    if (typeof value === 'string') {
      text += `\r\n\r\n${value.replace(LINE_ENDS, '\r\n')}\r\n`;
      continue;
    }
    text += `; filename="${escape(value.name)}"\r\nContent-Type: ${
        value.type || 'application/octet-stream'}\r\n\r\n`;
    pieces.push(natives.encoding.encodeUtf8(text), ...blobPieces(value));
    text = '\r\n';
  }
  text += `--${boundary}--\r\n`;
  pieces.push(natives.encoding.encodeUtf8(text));
  return makeBlob(pieces, `multipart/form-data; boundary=${boundary}`);
}

/** Nobody who writes a value can know it. */
function makeBoundary(): string {
  const bytes = new Uint8Array(16);
  natives.crypto.getRandomValues(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
