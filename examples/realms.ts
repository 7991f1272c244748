// The kinds of realms, and the ways to work with one. Run it with:
//
//     build/rt run --profile examples/realms.ts
//
// This file is the program and also the entry of each realm: `kind` tells.
import { data, kind, port, Realm, RealmPool, transfer } from 'rt:realm';

/** Counts the primes below `limit`: what the realms are for. */
export function countPrimes(limit: number): number {
  let count = 0;
  next: for (let n = 2; n < limit; ++n) {
    for (let d = 2; d * d <= n; ++d) if (n % d === 0) continue next;
    ++count;
  }
  return count;
}

/** Takes the bytes, and gives them back: neither way copies them. */
export function increment(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (let i = 0; i < bytes.length; ++i) ++bytes[i]!;
  return transfer(bytes, [bytes.buffer]);
}

type Exports = { countPrimes: typeof countPrimes; increment: typeof increment };

async function main(): Promise<void> {
  const entry = import.meta.url;

  // A realm on a thread of its own: calls, messages, what it uses, its end.
  await using realm = new Realm<Exports>({ entry, name: 'one', data: 3, thread: true });
  console.log('primes below 100,000:', await realm.call('countPrimes', 100_000));
  const bytes = new Uint8Array(1 << 20);
  const back = await realm.call('increment', transfer(bytes, [bytes.buffer]));
  console.log('moved there and back:', bytes.length, back.length, back[0]);
  for await (const message of realm.port) console.log('it says:', message);
  const { heapUsed } = await realm.memoryUsage();
  const { user } = await realm.cpuUsage();
  console.log('it used', heapUsed > 0, user > 0);

  // As many as there is work for.
  await using pool = new RealmPool<Exports>({ entry, name: 'pool', data: 0, max: 4 });
  const counts = await Promise.all([1e5, 2e5, 3e5].map((n) => pool.call('countPrimes', n)));
  console.log('of', pool.size, 'realms:', counts.join(' '));
}

if (kind === 'main') {
  await main();
} else if (data > 0) {
  for (let i = 1; i <= data; ++i) port!.postMessage(`${i} of ${data}`);
  port!.close();
}
