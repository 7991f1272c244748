// The part of amaro that rt uses, as unpack_amaro.py leaves it.

declare module 'amaro-glue' {
  interface Amaro {
    /** Throws an AmaroError, or what WebAssembly throws when amaro fails. */
    transformSync(source: string, options: Options): {code: string, map?: string};
  }

  interface Options {
    filename?: string;
    mode: 'strip-only'|'transform';
    module: boolean;
    sourceMap?: boolean;
    deprecatedTsModuleAsError: boolean;
    transform?: {
      verbatimModuleSyntax: boolean;
      nativeClassProperties: boolean;
      noEmptyExport: boolean;
      importNotUsedAsValues: 'remove'|'preserve';
    };
  }

  /** Of 0.. columns and 1.. lines. */
  interface AmaroError {
    code: 'UnsupportedSyntax'|'InvalidSyntax';
    message: string;
    startLine: number;
    startColumn: number;
  }

  /** A new instance of amaro, from its compiled WebAssembly. */
  export function instantiate(
      wasmModule: unknown, decoder: typeof TextDecoder,
      encoder: typeof TextEncoder): Amaro;
}
