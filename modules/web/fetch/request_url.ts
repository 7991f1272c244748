// The URL of a request that came, as the URL Standard writes it.

import {urlInterfaces} from '../url.ts';

/** URLs that the parser leaves as they are: a host of letters, or of four numbers,
 *  a port that is no scheme's own, no dot segments, and nothing to percent-encode.
 *  Most are; the others go through the parser. */
const NORMAL = new RegExp(
    '^https?://' +
    '(?:(?:[a-z\\d](?:[a-z\\d-]*[a-z\\d])?\\.)*[a-z](?:[a-z\\d-]*[a-z\\d])?' +
    '|(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!/|:)|(?=[/:]))){4})' +
    '(?::(?!80/|443/)[1-9]\\d{0,3})?' +
    '(?:/(?:[\\w!$&\'()*+,;=:@~-][\\w!$&\'()*+,;=:@~.-]*)?)+' +
    '(?:\\?[\\w!$&()*+,;=:@~./?%-]*)?$');

export function normalizeUrl(text: string): string {
  if (NORMAL.test(text) && !text.includes('xn--')) return text;
  return urlInterfaces.URL.parse(text)?.href ?? text;
}
