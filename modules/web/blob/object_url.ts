// blob: URLs (https://w3c.github.io/FileAPI/#url): names for blobs of this realm.

import {crypto} from '../crypto.ts';
import {requireArguments} from '../webidl.ts';
import {withoutFragment} from '../without_fragment.ts';
import type {Blob} from './blob.ts';
import {isBlob} from './blob.ts';

/** Until they are revoked. */
const blobs = new Map<string, Blob>();

/** The static methods that the File API adds to URL. */
export const objectUrls = {
  createObjectURL(blob: globalThis.Blob): string {
    const context = "execute 'createObjectURL' on 'URL'";
    requireArguments(arguments.length, 1, context);
    if (!isBlob(blob)) {
      throw new TypeError(`Failed to ${context}: parameter 1 is not of type 'Blob'.`);
    }
    // rt's realms have no origin.
    const url = `blob:null/${crypto.randomUUID()}`;
    blobs.set(url, blob);
    return url;
  },

  revokeObjectURL(url: string): void {
    requireArguments(arguments.length, 1, "execute 'revokeObjectURL' on 'URL'");
    blobs.delete(withoutFragment(`${url}`));
  },
};

/** For fetch: undefined where the URL, without its fragment, names no blob of this
 *  realm. */
export function blobOfUrl(url: string): Blob|undefined {
  return blobs.get(url);
}
