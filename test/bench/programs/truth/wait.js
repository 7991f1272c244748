// Half a second of work, then half a second of waiting: 500 ms of CPU time in
// spin(), and none in block().
function spin(ms) {
  const end = performance.now() + ms;
  let x = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 1000; i++) x = (x * 31 + i) | 0;
  }
  return x;
}
function block(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
spin(500);
block(500);
