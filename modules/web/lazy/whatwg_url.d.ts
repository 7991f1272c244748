// The part of whatwg-url, which ships no types, that web/url.ts uses.

interface WhatwgUrlScope {
  Array: ArrayConstructor;
  Object: ObjectConstructor;
  Promise: PromiseConstructor;
  String: StringConstructor;
  TypeError: TypeErrorConstructor;
  URL?: typeof globalThis.URL;
  URLSearchParams?: typeof globalThis.URLSearchParams;
}

declare module 'whatwg-url/webidl2js-wrapper.js' {
  interface Interface {
    install(scope: WhatwgUrlScope, globalNames: ['Worker']): void;
  }
  export const URL: Interface;
  export const URLSearchParams: Interface;
}

declare module 'whatwg-url/lib/url-state-machine.js' {
  type UrlRecord = import('../plain_url.ts').UrlRecord;
  const urlStateMachine: {
    /** null: no URL. With options.url, that is changed. */
    basicURLParse(input: string, options?: {url?: UrlRecord}): UrlRecord|null;
  };
  export default urlStateMachine;
}
