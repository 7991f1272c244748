// URL and URLSearchParams (https://url.spec.whatwg.org), from whatwg-url.

import {URL as urlInterface, URLSearchParams as searchParamsInterface} from 'whatwg-url/webidl2js-wrapper.js';

// The package lays its interfaces, and a registry of its own, on an object that
// stands for the global one. This one keeps the registry out of programs' sight.
const scope: WhatwgUrlScope = {Array, Object, Promise, String, TypeError};
urlInterface.install(scope, ['Worker']);
searchParamsInterface.install(scope, ['Worker']);

export const URL = scope.URL!;
export const URLSearchParams = scope.URLSearchParams!;
