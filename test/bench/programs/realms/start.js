// Starts 100 threads, or of rt 100 pooled realms, waits for a word of each, and ends them. Prints milliseconds.
import {spawn} from './adapter.js';

const COUNT = 100;
const begin = performance.now();
const threads = [];
await Promise.all(Array.from({length: COUNT}, () => new Promise((done) => {
  const thread = spawn(new URL('./echo.js', import.meta.url).href, {pooled: true});
  threads.push(thread);
  thread.on(done);
  thread.post(1);
})));
console.log(performance.now() - begin);
await Promise.all(threads.map((thread) => thread.end()));
