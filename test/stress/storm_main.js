// Keeps 16 realms of all kinds alive for a while, which end in every way and are
// replaced. Prints how many there were, and how they ended.
//
//   storm_main.js SECONDS SEED
import { Realm } from "rt:realm";
import { args, exit } from "rt:process";

const SLOTS = 16;
const KINDS = {
  pooled: {},
  thread: { thread: true },
  sandbox: { sandbox: { memory: 32 * 2 ** 20 } },
  process: { process: true },
};
const [seconds, seed] = args.map(Number);

const slots = [];
const ended = {};
let started = 0;
let state = seed;

function random(n) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % n;
}

function start(slot) {
  const id = ++started;
  const names = Object.keys(KINDS);
  const kind = names[random(names.length)];
  const realm = new Realm({
    entry: "./storm_realm.js",
    name: `r${id}`,
    data: { id, kind, seed: random(1 << 20) },
    ...KINDS[kind],
  });
  slots[slot] = realm;
  realm.port.onmessage = (event) => slots[event.data.end % SLOTS].terminate();
  realm.exited.then(({ reason, error }) => {
    if (reason === "error" && error.message !== "storm") {
      console.error(`r${id} (${kind}):`, error);
      exit(1);
    }
    ended[reason] = (ended[reason] ?? 0) + 1;
    start(slot);
  });
}

for (let slot = 0; slot < SLOTS; slot++) start(slot);
// Some spin, and listen to nobody.
setInterval(() => slots[random(SLOTS)].terminate(), 400);
// The end finds all slots taken.
setTimeout(() => {
  console.log(JSON.stringify({ started, ended }));
  exit(0);
}, seconds * 1000);
