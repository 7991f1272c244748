// What formData() makes of a body, by its MIME type.

import {urlInterfaces} from '../url.ts';
import type {FormData} from './form_data.ts';
import {makeFormData} from './form_data.ts';
import type {MimeType} from './mime_type.ts';
import {parseMultipart} from './multipart_parser.ts';

/** Throws a TypeError where the bytes are no form of the type. */
export function parseForm(
    bytes: Uint8Array<ArrayBuffer>, type: MimeType|null): FormData {
  switch (type?.essence) {
    case 'multipart/form-data': {
      const boundary = type.parameters.get('boundary');
      if (boundary === undefined) {
        throw new TypeError('The Content-Type of the form names no boundary.');
      }
      return makeFormData(parseMultipart(bytes, boundary));
    }
    case 'application/x-www-form-urlencoded': {
      const text = natives.encoding.decodeUtf8(bytes, false, true);
      // A question mark at the start would be left out.
      return makeFormData([...new urlInterfaces.URLSearchParams(`&${text}`)]);
    }
    default:
      throw new TypeError(
          `A body of the type '${type ?? ''}' is no form: neither ` +
          'multipart/form-data nor application/x-www-form-urlencoded.');
  }
}
