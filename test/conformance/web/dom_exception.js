// DOMException: https://webidl.spec.whatwg.org/#idl-DOMException
import {assertEquals, assertThrows, assertTrue, test} from '../harness.js';

// https://webidl.spec.whatwg.org/#dfn-error-names-table
const LEGACY_CODES = {
  IndexSizeError: ['INDEX_SIZE_ERR', 1],
  HierarchyRequestError: ['HIERARCHY_REQUEST_ERR', 3],
  WrongDocumentError: ['WRONG_DOCUMENT_ERR', 4],
  InvalidCharacterError: ['INVALID_CHARACTER_ERR', 5],
  NoModificationAllowedError: ['NO_MODIFICATION_ALLOWED_ERR', 7],
  NotFoundError: ['NOT_FOUND_ERR', 8],
  NotSupportedError: ['NOT_SUPPORTED_ERR', 9],
  InUseAttributeError: ['INUSE_ATTRIBUTE_ERR', 10],
  InvalidStateError: ['INVALID_STATE_ERR', 11],
  SyntaxError: ['SYNTAX_ERR', 12],
  InvalidModificationError: ['INVALID_MODIFICATION_ERR', 13],
  NamespaceError: ['NAMESPACE_ERR', 14],
  InvalidAccessError: ['INVALID_ACCESS_ERR', 15],
  TypeMismatchError: ['TYPE_MISMATCH_ERR', 17],
  SecurityError: ['SECURITY_ERR', 18],
  NetworkError: ['NETWORK_ERR', 19],
  AbortError: ['ABORT_ERR', 20],
  URLMismatchError: ['URL_MISMATCH_ERR', 21],
  QuotaExceededError: ['QUOTA_EXCEEDED_ERR', 22],
  TimeoutError: ['TIMEOUT_ERR', 23],
  InvalidNodeTypeError: ['INVALID_NODE_TYPE_ERR', 24],
  DataCloneError: ['DATA_CLONE_ERR', 25],
};

test('names have their legacy codes and constants', () => {
  for (const [name, [constant, code]] of Object.entries(LEGACY_CODES)) {
    const error = new DOMException('m', name);
    assertEquals(error.code, code, name);
    assertEquals(DOMException[constant], code, constant);
    assertEquals(error[constant], code, constant);
  }
});

test('newer and unknown names have code 0', () => {
  for (const name of ['DataError', 'NotAllowedError', 'Nonsense', 'toString']) {
    assertEquals(new DOMException('', name).code, 0, name);
  }
});

test('the defaults', () => {
  const error = new DOMException();
  assertEquals(error.message, '');
  assertEquals(error.name, 'Error');
  assertEquals(error.code, 0);
  assertEquals(new DOMException(null).message, 'null');
});

test('it is an Error by its prototype, with a stack', () => {
  const error = new DOMException('what', 'NotFoundError');
  assertTrue(error instanceof Error);
  assertEquals(Object.getPrototypeOf(DOMException.prototype), Error.prototype);
  assertEquals(Object.getPrototypeOf(DOMException), Function.prototype);
  assertEquals(String(error), 'NotFoundError: what');
  assertEquals(Object.prototype.toString.call(error), '[object DOMException]');
  const [first, second] = error.stack.split('\n');
  assertEquals(first, 'NotFoundError: what');
  assertTrue(second.includes('dom_exception.js'), second);
});

test('name, message and code are getters of the prototype', () => {
  const error = new DOMException('m', 'n');
  for (const key of ['name', 'message', 'code']) {
    assertEquals(Object.hasOwn(error, key), false, key);
    const {get, set, enumerable} =
        Object.getOwnPropertyDescriptor(DOMException.prototype, key);
    assertEquals(set, undefined);
    assertEquals(enumerable, true);
    assertThrows(() => get.call(new Error('x')), TypeError);
  }
});

test('a derived class works', () => {
  class Derived extends DOMException {}
  const error = new Derived('m', 'AbortError');
  assertTrue(error instanceof Derived && error instanceof DOMException);
  assertEquals(error.code, 20);
});
