// The part of https://w3c.github.io/webcrypto that gives random values.

interface Crypto {
  /** Fills an array of integers, of at most 65,536 bytes, from the kernel's
   *  generator and returns it. Throws a DOMException: 'TypeMismatchError' for
   *  another view, 'QuotaExceededError' for a larger one. */
  getRandomValues<T extends ArrayBufferView | null>(array: T): T;
  /** A random UUID (version 4) in lower case. */
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
}

declare var Crypto: {
  prototype: Crypto;
};

declare var crypto: Crypto;
