// A worker's entry: half a second of work, then the word that it is done.
const port = globalThis.postMessage === undefined
  ? (await import('node:worker_threads')).parentPort
  : globalThis;
function burn() {
  const end = performance.now() + 500;
  let x = 0;
  while (performance.now() < end) {
    for (let i = 0; i < 1000; i++) x = (x * 31 + i) | 0;
  }
  return x;
}
port.postMessage(burn());
globalThis.close?.();
