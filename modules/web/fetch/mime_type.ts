// MIME types, by whatwg-mimetype, which is unpacked when the first one is asked for.

/** A MIME type; as a string, its serialization. */
export interface MimeType {
  /** As 'text/html'. */
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

declare function require(path: string): {parse(text: string): MimeType|null};

const mimeTypes = () =>
    require('../../../node_modules/whatwg-mimetype/lib/mime-type.js');

const SPLIT_OUTSIDE_QUOTES = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** Of the values, joined, of all Content-Type headers
 *  (https://fetch.spec.whatwg.org/#concept-header-extract-mime-type); null: none. */
export function mimeTypeOf(contentType: string|null): MimeType|null {
  if (contentType === null) return null;
  let charset: string|undefined;
  let essence: string|undefined;
  let found: MimeType|null = null;
  for (const part of contentType.split(SPLIT_OUTSIDE_QUOTES)) {
    const type = mimeTypes().parse(part);
    if (type === null || type.essence === '*/*') continue;
    found = type;
    if (type.essence !== essence) {
      charset = type.parameters.get('charset');
      essence = type.essence;
    } else if (!type.parameters.has('charset') && charset !== undefined) {
      (type.parameters as Map<string, string>).set('charset', charset);
    }
  }
  return found;
}
