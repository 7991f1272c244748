// leaf() reads a property of objects of 64 shapes, which V8 finds by code of its
// own. outer() only calls leaf().
const shapes = [];
for (let i = 0; i < 64; i++) {
  const shape = {};
  for (let k = 0; k < i; k++) shape[`p${i}_${k}`] = k;
  shape.value = i;
  shapes.push(shape);
}
function leaf(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += shapes[i & 63].value;
  return sum;
}
function outer(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += leaf(200000);
  return sum;
}
const end = performance.now() + 700;
while (performance.now() < end) outer(2);
