// URLPattern (https://urlpattern.spec.whatwg.org), from urlpattern-polyfill.

import {shapeInterface} from '../webidl.ts';

declare function require(name: 'urlpattern-polyfill'):
    Pick<typeof globalThis, 'URLPattern'>;

export const {URLPattern} = require('urlpattern-polyfill');

shapeInterface(URLPattern, 'URLPattern');
