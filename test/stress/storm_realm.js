// A realm of the storm: allocates, compiles new functions, computes, has others ended,
// and comes to an end of its own. What it compiles has its number in its name.
import { data, port } from "rt:realm";

const { id, kind, seed } = data;
let state = seed;

function random(n) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % n;
}

let compiled = 0;

function compile() {
  const text = `(function r${id}_${compiled++}(n) {
    let x = ${random(1000)};
    for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;
    return x;
  })`;
  const made = (0, eval)(text);
  for (let i = 0; i < 5; i++) made(random(100_000));
}

const kept = [];

function allocate() {
  for (let i = 0; i < 2000; i++) kept.push({ i, text: `${id}.${i}` });
  kept.push(new Uint8Array(random(100_000)), new SharedArrayBuffer(1000));
  if (kept.length > 20_000) kept.length = 0;
}

function grow() {
  for (const all = []; ; ) all.push(new Array(100).fill(all.length));
}

const endings = [
  () => port.close(),
  () => {
    throw new Error("storm");
  },
  () => Promise.reject(new Error("storm")),
  () => {
    for (;;) compile();
  },
  () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  // Only a sandbox has a limit of its own.
  () => (kind === "sandbox" ? grow() : port.close()),
];

function step() {
  for (let i = random(4); i >= 0; i--) random(2) ? compile() : allocate();
  const what = random(25);
  if (what === 0) port.postMessage({ end: random(16) });
  if (what === 1) endings[random(endings.length)]();
  setTimeout(step, random(3));
}

port.onmessage = () => {};
step();
