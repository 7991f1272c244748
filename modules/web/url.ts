// URL and URLSearchParams (https://url.spec.whatwg.org), from whatwg-url.

import urlStateMachine from 'whatwg-url/lib/url-state-machine.js';
import {URL as urlInterface, URLSearchParams as searchParamsInterface} from 'whatwg-url/webidl2js-wrapper.js';

import {isPlainUrl, parsePlainUrl} from './plain_url.ts';

const {basicURLParse} = urlStateMachine;
urlStateMachine.basicURLParse = (input, options) =>
    (options?.url === undefined ? parsePlainUrl(input) : null) ??
    basicURLParse(input, options);

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

/** The URL as the URL Standard writes it; null where it is no absolute one. */
export function normalizeUrl(text: string): string|null {
  if (isPlainUrl(text)) return text;
  return scope.URL!.parse(text)?.href ?? null;
}
