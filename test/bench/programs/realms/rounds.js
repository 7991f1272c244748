// Round trips of a value to a thread and back, `width` at a time. Prints how many a
// second, for each case.
import {spawn} from './adapter.js';

async function measure(count, width, makeValue) {
  const thread = spawn(new URL('./echo.js', import.meta.url).href);
  const run = (count) => new Promise((done) => {
    let sent = 0;
    let received = 0;
    const send = (value) => {
      ++sent;
      thread.post(value, value instanceof ArrayBuffer ? [value] : undefined);
    };
    thread.on((value) => {
      if (++received === count) done();
      else if (sent < count) send(value);
    });
    for (let i = 0; i < width; ++i) send(makeValue());
  });
  await run(count / 10);
  const begin = performance.now();
  await run(count);
  console.log(count / (performance.now() - begin) * 1000);
  await thread.end();
}

const small = () => ({id: 1, name: 'a name', list: [1, 2, 3]});
await measure(20000, 1, small);
await measure(50000, 100, small);
await measure(5000, 1, () => new ArrayBuffer(1 << 20));
