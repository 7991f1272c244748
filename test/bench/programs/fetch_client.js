// Asks a server again and again, so many at once. Prints microseconds of CPU for each
// call, after some that warm up. Arguments: URL, calls, at once, bytes of a body to send.
const {args, cpuUsage, argv} = globalThis.process ?? await import('rt:process');
const [url, calls, atOnce, bytes] = args ?? argv.slice(2);
const body = Number(bytes) > 0 ? 'x'.repeat(Number(bytes)) : undefined;
const method = body === undefined ? 'GET' : 'POST';

async function ask(count) {
  let left = count;
  const one = async () => {
    while (left-- > 0) await (await fetch(url, {method, body})).text();
  };
  await Promise.all(Array.from({length: Number(atOnce)}, one));
}

await ask(Math.min(2000, Number(calls)));
const before = cpuUsage();
await ask(Number(calls));
const after = cpuUsage(before);
console.log((after.user + after.system) / Number(calls));
