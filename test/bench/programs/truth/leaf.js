// The innermost of a chain that an optimizing compiler inlines: all the work.
export function leaf(n) {
  let x = 0;
  for (let i = 0; i < 1000; i++) x = (x * 31 + (n ^ i)) | 0;
  return x;
}
