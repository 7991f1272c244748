// Stands for the global TransformStream in @exodus/bytes, which has streams that rt
// does not use: a free TransformStream in the bundle would make esbuild rename the class.

function makeTransformStream(...args: never[]): TransformStream {
  return new globalThis.TransformStream(...args);
}

export {makeTransformStream as TransformStream};
