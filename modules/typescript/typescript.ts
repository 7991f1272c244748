// TypeScript to JavaScript. runtime/loader/typescript/transpiler.cc calls it for a
// file that no cache knows.

import {instantiate, type Amaro, type AmaroError} from 'amaro-glue';

import {TextDecoder, TextEncoder} from '../web/encoding.ts';

/** The JavaScript, with a source map where its places are not those of the
 *  TypeScript; or what is wrong, with line and column from 1. */
type Transpiled = [code: string, map: string]|
    [message: string, line: number, column: number];

/** Types become blanks, so that every line and column stays. */
function strip(amaro: Amaro, source: string): Transpiled {
  const {code} = amaro.transformSync(
      source,
      {mode: 'strip-only', module: true, deprecatedTsModuleAsError: true});
  return [code, ''];
}

/** For what has a meaning when it runs: enums, namespaces, parameter properties. */
function transform(amaro: Amaro, source: string): Transpiled {
  const {code, map} = amaro.transformSync(source, {
    mode: 'transform',
    module: true,
    sourceMap: true,
    deprecatedTsModuleAsError: true,
    transform: {
      verbatimModuleSyntax: true,
      nativeClassProperties: true,
      noEmptyExport: true,
      importNotUsedAsValues: 'preserve',
    },
  });
  return [code, map ?? ''];
}

function isAmaroError(error: unknown): error is AmaroError {
  return typeof error === 'object' && error !== null && 'startLine' in error;
}

/** A function that transpiles. It throws what only a fault of amaro throws; no
 *  more is to be had of it then. */
export function makeTranspiler(wasmModule: unknown):
    (source: string) => Transpiled {
  const amaro = instantiate(wasmModule, TextDecoder, TextEncoder);
  return source => {
    for (const attempt of [strip, transform]) {
      try {
        return attempt(amaro, source);
      } catch (error) {
        if (!isAmaroError(error)) throw error;
        if (attempt === strip && error.code === 'UnsupportedSyntax') continue;
        return [error.message, error.startLine, error.startColumn + 1];
      }
    }
    throw new Error('unreachable');
  };
}
