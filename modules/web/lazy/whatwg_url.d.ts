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
