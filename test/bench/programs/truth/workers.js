// Two workers that work while the main thread waits for them.
const Worker = globalThis.Worker ?? (await import('node:worker_threads')).Worker;

function run() {
  const worker = new Worker(new URL('burn.js', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    if (worker.addEventListener === undefined) worker.on('message', resolve);
    else worker.addEventListener('message', resolve);
  });
}
await Promise.all([run(), run()]);
