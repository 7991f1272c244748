// Which objects of the web and of rt structured cloning copies by what they are made of, and which
// it refuses, told by their prototypes. The others are copied by their properties.

import {Secret} from '../secret/secret.ts';
import {Blob} from './blob/blob.ts';
import {DOMException} from './dom_exception.ts';
import {FormData} from './fetch/form_data.ts';
import {Headers} from './fetch/headers.ts';
import {Request} from './fetch/request.ts';
import {Response} from './fetch/response.ts';
import {isRefusedLate} from './late_refusals.ts';

export const COPIED = [Blob.prototype, DOMException.prototype];

export const REFUSED = [
  FormData.prototype,
  Headers.prototype,
  Request.prototype,
  Response.prototype,
  Secret.prototype,
];

export function isRefused(value: object): boolean {
  return REFUSED.some((prototype) => prototype.isPrototypeOf(value)) ||
      isRefusedLate(value);
}
