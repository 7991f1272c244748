// URL and URLSearchParams (https://url.spec.whatwg.org), from whatwg-url.

import {URL as urlInterface, URLSearchParams as searchParamsInterface} from 'whatwg-url/webidl2js-wrapper.js';

// The package lays its interfaces, and a registry of its own, on an object that
// stands for the global one. This one keeps the registry out of programs' sight.
const scope: WhatwgUrlScope = {Array, Object, Promise, String, TypeError};
urlInterface.install(scope, ['Worker']);
searchParamsInterface.install(scope, ['Worker']);

/** Not under names of their own: two of a name in the bundle's one scope would make
 *  esbuild rename the classes. */
export const urlInterfaces = {
  URL: scope.URL!,
  URLSearchParams: scope.URLSearchParams!,
};
