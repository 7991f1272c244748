// The same work in two loops, three times as much in the second one.
function work(n) {
  let x = n;
  for (let i = 0; i < 100000; i++) x = (x * 31 + i) | 0; // one
  for (let i = 0; i < 300000; i++) x = (x * 31 + i) | 0; // three
  return x;
}
const end = performance.now() + 700;
let x = 0;
while (performance.now() < end) x += work(x);
