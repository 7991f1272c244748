// https://html.spec.whatwg.org/#message-ports

interface MessagePort extends EventTarget {}

/** Throws a DOMException 'DataCloneError' for what can't be cloned. */
declare function structuredClone<T>(value: T): T;
