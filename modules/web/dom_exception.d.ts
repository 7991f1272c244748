// https://webidl.spec.whatwg.org/#idl-DOMException

/** An error of a web API, told apart by its name. */
interface DOMException extends Error {
  readonly name: string;
  readonly message: string;
  /** The legacy number of the name; 0 where it has none. */
  readonly code: number;
}

declare var DOMException: {
  prototype: DOMException;
  new (message?: string, name?: string): DOMException;
};
