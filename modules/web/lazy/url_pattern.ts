// URLPattern (https://urlpattern.spec.whatwg.org), from urlpattern-polyfill.

import {showAttributes} from '../inspect_by.ts';
import {shapeInterface} from '../webidl.ts';

declare function require(name: 'urlpattern-polyfill'):
    Pick<typeof globalThis, 'URLPattern'>;

export function makeURLPattern() {
  const {URLPattern} = require('urlpattern-polyfill');

  // The standard has no such method.
  Reflect.deleteProperty(URLPattern, 'compareComponent');
  shapeInterface(URLPattern, 'URLPattern');
  showAttributes(URLPattern, [
    'protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash',
  ]);
  return {URLPattern};
}
