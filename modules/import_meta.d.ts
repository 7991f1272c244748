/** What a module knows about itself. */
interface ImportMeta {
  /** Its URL. */
  readonly url: string;
  /** Of a file: its absolute path, and that of its folder. */
  readonly filename: string;
  readonly dirname: string;
  /** Whether it is the one that the realm started with. */
  readonly main: boolean;
  /** The URL that an import of this specifier would load. Throws where there is
   *  none. */
  resolve(specifier: string): string;
}
