// The members that Request and Response share
// (https://fetch.spec.whatwg.org/#body-mixin).

import type {Blob} from '../blob/blob.ts';
import {makeBlob} from '../blob/blob.ts';
import type {Body} from './body.ts';
import type {FormData} from './form_data.ts';
import {mimeTypeOf} from './mime_type.ts';
import {parseForm} from './parse_form.ts';

/** Laid on the classes by makeBody(). */
export interface BodyMixin {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>|null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}

/** How the members get at an object. Each throws a TypeError for what is none of the
 *  class. */
interface Access<T> {
  body(object: T): Body|null;
  /** The Content-Type of its headers. */
  contentType(object: T): string|null;
}

export function makeBody<T extends object>(
    {prototype}: {prototype: T}, name: string, access: Access<T>): void {
  /** The body, where it can be read; null where there is none. */
  const open = (object: T, method: string): Body|null => {
    const body = access.body(object);
    if (body?.unusable) {
      throw new TypeError(`Failed to execute '${method}' on '${
          name}': the body is locked or was read before.`);
    }
    return body;
  };
  const bytes = async(object: T, method: string) =>
      await open(object, method)?.bytes() ?? new Uint8Array();

  const members = {
    get body() {
      return access.body(this as never)?.stream ?? null;
    },
    get bodyUsed() {
      return access.body(this as never)?.used ?? false;
    },
    async arrayBuffer(this: T) {
      return (await bytes(this, 'arrayBuffer')).buffer;
    },
    async blob(this: T) {
      const content = await bytes(this, 'blob');
      return makeBlob([content], `${mimeTypeOf(access.contentType(this)) ?? ''}`);
    },
    async bytes(this: T) {
      return bytes(this, 'bytes');
    },
    async formData(this: T) {
      const content = await bytes(this, 'formData');
      return parseForm(content, mimeTypeOf(access.contentType(this)));
    },
    async json(this: T) {
      return JSON.parse(await open(this, 'json')?.text() ?? '');
    },
    async text(this: T) {
      return await open(this, 'text')?.text() ?? '';
    },
  };
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
}
