// 20,000 distinct functions that take turns for long enough that a sampler at 100 us
// meets nearly all of them. Prints the time of day in milliseconds when its body
// ends: from there on, what a profile costs is to stop, walk, encode and write it.

const COUNT = 20_000;
const source = [];
for (let i = 0; i < COUNT; i++) {
  source.push(
    `function f${i}(n) { let x = ${i}; for (let k = 0; k < n; k++) x = (x * 31 + k) | 0; return x; }`,
  );
}
source.push(`[${Array.from({ length: COUNT }, (_, i) => `f${i}`).join(",")}]`);
const functions = (0, eval)(source.join("\n"));

let sum = 0;
const until = performance.now() + 8_000;
while (performance.now() < until) {
  for (let i = 0; i < COUNT; i++) sum = (sum + functions[i](400)) | 0;
}
if (sum === 0.5) console.log("never");
console.log(performance.timeOrigin + performance.now());
