// Calls of a function of a thread, one after the other: realm.call() of rt; elsewhere
// what a program writes for itself, by ids over messages. Prints microseconds a call.
import {spawn} from './adapter.js';

const COUNT = 20000;
const thread = spawn(new URL('./echo.js', import.meta.url).href);
const call = thread.realm ? (value) => thread.realm.call('same', value) : byMessages();

function byMessages() {
  const waiting = new Map();
  let id = 0;
  thread.on(({id, result}) => {
    waiting.get(id)(result);
    waiting.delete(id);
  });
  return (result) => new Promise((resolve) => {
    waiting.set(++id, resolve);
    thread.post({id, result});
  });
}

for (let i = 0; i < COUNT / 10; ++i) await call(i);
const begin = performance.now();
for (let i = 0; i < COUNT; ++i) await call(i);
console.log((performance.now() - begin) / COUNT * 1000);
await thread.end();
