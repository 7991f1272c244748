// About two seconds of the work that programs are made of: arithmetic in typed
// arrays, objects with methods, closures over arrays, strings, maps and JSON. It
// runs unchanged in every runtime, and prints a checksum so that nothing of it can
// be left out.

class Body {
  constructor(x, y, mass) {
    this.x = x;
    this.y = y;
    this.vx = 0;
    this.vy = 0;
    this.mass = mass;
  }

  pull(other, dt) {
    const dx = other.x - this.x;
    const dy = other.y - this.y;
    const d2 = dx * dx + dy * dy + 0.01;
    const f = (other.mass / (d2 * Math.sqrt(d2))) * dt;
    this.vx += dx * f;
    this.vy += dy * f;
  }

  move(dt) {
    this.x += this.vx * dt;
    this.y += this.vy * dt;
  }
}

function simulate(steps) {
  const bodies = [];
  for (let i = 0; i < 40; i++) {
    bodies.push(new Body(Math.cos(i) * i, Math.sin(i) * i, 1 + (i % 5)));
  }
  for (let step = 0; step < steps; step++) {
    for (const a of bodies) for (const b of bodies) if (a !== b) a.pull(b, 0.01);
    for (const body of bodies) body.move(0.01);
  }
  return bodies.reduce((sum, body) => sum + body.x + body.y, 0);
}

function sieve(limit) {
  const composite = new Uint8Array(limit);
  let count = 0;
  for (let i = 2; i < limit; i++) {
    if (composite[i]) continue;
    count++;
    for (let k = i * i; k < limit; k += i) composite[k] = 1;
  }
  return count;
}

function words(rounds) {
  const counts = new Map();
  for (let i = 0; i < rounds; i++) {
    const text = `item ${i % 97} of ${i % 31} in group ${i % 11}`;
    for (const word of text.split(" ")) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).length;
}

function json(rounds) {
  let size = 0;
  for (let i = 0; i < rounds; i++) {
    const text = JSON.stringify({ id: i, tags: ["a", "b", String(i)], nested: { x: i / 3 } });
    size += Object.keys(JSON.parse(text)).length + text.length;
  }
  return size;
}

function pipeline(rounds) {
  let total = 0;
  const numbers = Array.from({ length: 1000 }, (_, i) => i);
  for (let i = 0; i < rounds; i++) {
    total += numbers
      .filter((n) => (n + i) % 3 === 0)
      .map((n) => n * 2)
      .reduce((a, b) => a + b, 0);
  }
  return total;
}

let checksum = 0;
for (let round = 0; round < 5; round++) {
  checksum += simulate(400);
  checksum += sieve(3_000_000);
  checksum += words(120_000);
  checksum += json(90_000);
  checksum += pipeline(9_000);
}
console.log(checksum.toFixed(3));
