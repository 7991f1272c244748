// URLPattern (https://urlpattern.spec.whatwg.org), from urlpattern-polyfill.

import {showAttributes} from '../inspect_web.ts';
import {shapeInterface} from '../webidl.ts';

declare function require(name: 'urlpattern-polyfill'):
    Pick<typeof globalThis, 'URLPattern'>;

export const {URLPattern} = require('urlpattern-polyfill');

// The standard has no such method.
Reflect.deleteProperty(URLPattern, 'compareComponent');
shapeInterface(URLPattern, 'URLPattern');
showAttributes(URLPattern, [
  'protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash',
]);
