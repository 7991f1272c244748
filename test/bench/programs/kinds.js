// Realms of one kind: `kinds.js KIND COUNT`. Prints, for each realm, milliseconds until
// it has answered its first call and KB of this process's memory while it is idle; then
// round trips a second of a small object to one of them and back, one at a time.
import {args, memoryUsage} from 'rt:process';
import {Realm} from 'rt:realm';

const [kind, number] = args;
const count = Number(number);
const options = {
  pooled: {},
  thread: {thread: true},
  sandbox: {sandbox: {}},
  process: {process: true},
}[kind];

async function start(count) {
  const realms = Array.from({length: count}, () => new Realm({
    entry: './echo_realm.js', ...options}));
  await Promise.all(realms.map((realm) => realm.call('ready')));
  return realms;
}

// What the first ones bring with them is not theirs alone.
const first = await start(2);
const rss = memoryUsage().rss;
const began = performance.now();
const realms = await start(count);
const started = performance.now();
const held = memoryUsage().rss - rss;

const ROUNDS = 10000;
const {port} = realms[0];
let left = ROUNDS;
const message = {id: 1, name: 'a name', list: [1, 2, 3]};
const sent = performance.now();
await new Promise((done) => {
  port.onmessage = ({data}) => {
    if (--left === 0) done();
    else port.postMessage(data);
  };
  port.postMessage(message);
});
const took = performance.now() - sent;
console.log((started - began) / count, held / count / 1024, ROUNDS / took * 1000);
for (const realm of [...first, ...realms]) realm.terminate();
