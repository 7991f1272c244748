// V8's additions to Error (https://v8.dev/docs/stack-trace-api).

interface ErrorConstructor {
  /** Gives the object a `stack` from the call of `below`, or from here. */
  captureStackTrace(object: object, below?: Function): void;
  /** How many frames a stack holds at most. */
  stackTraceLimit: number;
}
