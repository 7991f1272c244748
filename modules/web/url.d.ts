// https://url.spec.whatwg.org

interface URL {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toJSON(): string;
  toString(): string;
}

declare var URL: {
  prototype: URL;
  /** Throws a TypeError where the text, resolved against base, is no URL. */
  new (url: string | URL, base?: string | URL): URL;
  /** null instead of a TypeError. */
  parse(url: string | URL, base?: string | URL): URL | null;
  canParse(url: string | URL, base?: string | URL): boolean;
  /** A blob: URL, by which fetch in this realm finds the blob until it is revoked. */
  createObjectURL(blob: Blob): string;
  revokeObjectURL(url: string): void;
};

/** The parameters of a query, in order; a name may come several times. */
interface URLSearchParams extends Iterable<[string, string]> {
  readonly size: number;
  append(name: string, value: string): void;
  /** With a value, only the parameters that have it. */
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  /** By name, in UTF-16 code units; equal names keep their order. */
  sort(): void;
  toString(): string;
  forEach(
      callback: (value: string, name: string, params: URLSearchParams) => void,
      thisArg?: unknown): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
}

declare var URLSearchParams: {
  prototype: URLSearchParams;
  new (init?: string[][] | Record<string, string> | string | URLSearchParams):
      URLSearchParams;
};
