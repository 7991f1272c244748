// What fetch rejects with where there is no answer
// (https://fetch.spec.whatwg.org/#concept-network-error): a TypeError whose `cause`
// tells programs what happened.

/** `code` is such as 'ECONNREFUSED', `phase` what was being done. Native code's errors
 *  have both. */
export interface CallError extends Error {
  code?: string;
  phase?: string;
}

export function failure(cause: CallError): TypeError {
  const error = new TypeError(`fetch failed: ${cause.message}`, {cause});
  // As everywhere, what a sandbox may not do is seen by the error itself.
  if (cause.code === 'EPERM') Object.assign(error, {code: 'EPERM'});
  return error;
}

/** Of what fetch itself does not do. */
export function refusal(message: string, code: string): TypeError {
  return failure(Object.assign(new Error(message), {code, phase: 'request'}));
}
