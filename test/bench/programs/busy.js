// Realms of which some work: `busy.js KIND ALIVE WORKING TURNS [BEFORE]`, KIND being
// pooled, thread or ring (pooled realms that work one after the other, TURNS in all).
// Those that work take BEFORE turns first, which do not count, so that V8 has optimized
// their code. Prints milliseconds of the process's CPU time: to start them, and for the
// work.
import {args, cpuUsage} from 'rt:process';
import {Realm} from 'rt:realm';

const [kind, ...numbers] = args;
const [alive, working, turns, turnsBefore = 0] = numbers.map(Number);

function cpu() {
  const {user, system} = cpuUsage();
  return (user + system) / 1000;
}

const answer = (realm) =>
    new Promise((resolve) => realm.port.onmessage = ({data}) => resolve(data));

const work = (turns) =>
    Promise.all(realms.slice(0, working).map((realm) => {
      realm.port.postMessage({turns});
      return answer(realm);
    }));

const before = cpu();
const realms = Array.from({length: alive}, () => new Realm({
  entry: './busy_worker.js', thread: kind === 'thread'}));
await Promise.all(realms.map((realm) => realm.call('ready')));
const started = cpu();
// In parts: V8 takes up code that it optimized meanwhile when a task begins.
for (let part = 0; turnsBefore > 0 && part < 3; part++) await work(turnsBefore / 3);
const warm = cpu();

if (kind === 'ring') {
  // From each to the next one; the first one's number comes from here.
  const channels = realms.map(() => new MessageChannel());
  const begin = new MessageChannel();
  await Promise.all(realms.map((realm, i) => {
    const from = i === 0 ? begin.port2 : channels[i - 1].port2;
    const to = channels[i].port1;
    realm.port.postMessage({from, to}, [from, to]);
    return answer(realm);
  }));
  const done = Promise.race(realms.map(answer));
  // What the last one gives on comes back to the first one through here.
  channels.at(-1).port2.onmessage = ({data}) => begin.port1.postMessage(data);
  begin.port1.postMessage(turns - 1);
  await done;
  begin.port1.close();
  channels.at(-1).port2.close();
} else {
  await work(turns);
}
console.log(started - before, cpu() - warm);
for (const realm of realms) realm.terminate();
