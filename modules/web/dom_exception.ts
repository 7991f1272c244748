// DOMException (https://webidl.spec.whatwg.org/#idl-DOMException).

import {defineConstants} from './webidl.ts';

/** The names that have a legacy code, and the codes. */
const CODES: Record<string, number> = {
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
};

/** The constants, which the standard keeps although some names are gone. */
const CONSTANTS = {
  INDEX_SIZE_ERR: 1,
  DOMSTRING_SIZE_ERR: 2,
  HIERARCHY_REQUEST_ERR: 3,
  WRONG_DOCUMENT_ERR: 4,
  INVALID_CHARACTER_ERR: 5,
  NO_DATA_ALLOWED_ERR: 6,
  NO_MODIFICATION_ALLOWED_ERR: 7,
  NOT_FOUND_ERR: 8,
  NOT_SUPPORTED_ERR: 9,
  INUSE_ATTRIBUTE_ERR: 10,
  INVALID_STATE_ERR: 11,
  SYNTAX_ERR: 12,
  INVALID_MODIFICATION_ERR: 13,
  NAMESPACE_ERR: 14,
  INVALID_ACCESS_ERR: 15,
  VALIDATION_ERR: 16,
  TYPE_MISMATCH_ERR: 17,
  SECURITY_ERR: 18,
  NETWORK_ERR: 19,
  ABORT_ERR: 20,
  URL_MISMATCH_ERR: 21,
  QUOTA_EXCEEDED_ERR: 22,
  TIMEOUT_ERR: 23,
  INVALID_NODE_TYPE_ERR: 24,
  DATA_CLONE_ERR: 25,
};

/** A class whose constructor returns its argument lets a derived class put its
 *  private fields on an object that it did not make. */
class Existing {
  constructor(object: object) {
    return object;
  }
}

/** The state of a DOMException, on a real Error object: so V8 collects the
 *  stack, and everything that looks for errors finds one. */
class State extends Existing {
  readonly #name: string;
  readonly #message: string;

  constructor(error: object, message: string, name: string) {
    super(error);
    this.#message = message;
    this.#name = name;
  }

  static nameOf(error: State): string {
    return error.#name;
  }

  static messageOf(error: State): string {
    return error.#message;
  }

  static isOn(value: object): boolean {
    return #name in value;
  }
}

export class DOMException {
  declare readonly stack: string;

  constructor(message: string = '', name: string = 'Error') {
    message = `${message}`;
    name = `${name}`;
    const error = Reflect.construct(Error, [message], new.target);
    // The stack has the message now; the object's own must not hide the getter.
    Reflect.deleteProperty(error, 'message');
    new State(error, message, name);
    return error as DOMException;
  }

  get name(): string {
    return State.nameOf(this as never);
  }

  get message(): string {
    return State.messageOf(this as never);
  }

  get code(): number {
    const name = State.nameOf(this as never);
    return Object.hasOwn(CODES, name) ? CODES[name]! : 0;
  }
}

Object.setPrototypeOf(DOMException.prototype, Error.prototype);
defineConstants(DOMException, CONSTANTS);

export function isDOMException(value: unknown): value is DOMException {
  return typeof value === 'object' && value !== null && State.isOn(value);
}
