// The kinds of realms, and the ways to work with one. Run it with:
//
//     build/rt run --profile examples/realms.ts
//
// With `wss://HOST:PORT TOKEN [CERT.pem]` behind it, where an `rt realm-host` listens,
// one of them runs there; a certificate in CERT.pem is trusted beside the system's.
//
// This file is the program and also the entry of each realm: `kind` tells.
import { args } from 'rt:process';
import { data, kind, port, Realm, RealmPool, transfer } from 'rt:realm';
import type { RealmOptions } from 'rt:realm';

/** Counts the primes below `limit`: what the realms are for. */
export function countPrimes(limit: number): number {
  let count = 0;
  next: for (let n = 2; n < limit; ++n) {
    for (let d = 2; d * d <= n; ++d) if (n % d === 0) continue next;
    ++count;
  }
  return count;
}

/** Takes the bytes, and gives them back: within a process neither way copies them. */
export function increment(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (let i = 0; i < bytes.length; ++i) ++bytes[i]!;
  return transfer(bytes, [bytes.buffer]);
}

type Exports = { countPrimes: typeof countPrimes; increment: typeof increment };
const entry = import.meta.url;

/** Calls, messages, what it uses. At the end of the function it ends. */
async function show(place: Partial<RealmOptions>): Promise<void> {
  await using realm = new Realm<Exports>({ entry, name: 'one', data: 2, ...place });
  const primes = await realm.call('countPrimes', 100_000);
  const bytes = new Uint8Array(1 << 20);
  const back = await realm.call('increment', transfer(bytes, [bytes.buffer]));
  let says = '';
  for await (const message of realm.port) says += `, ${message}`;
  const { user } = await realm.cpuUsage();
  console.log(`${realm.kind}: ${primes} primes, gave ${back[0]} back${says}, used ${user > 0}`);
}

if (kind === 'main') {
  await show({});  // pooled: on a thread that it shares
  await show({ thread: true });
  await show({ sandbox: { memory: 64 << 20, cpuMs: 5000 } });
  await show({ process: true });
  const [remote, token, cert] = args;
  if (remote) await show({ remote, token: token!, ...(cert ? { cert } : {}) });

  // As many as there is work for.
  await using pool = new RealmPool<Exports>({ entry, name: 'pool', data: 0, max: 4 });
  const counts = await Promise.all([1e5, 2e5, 3e5].map((n) => pool.call('countPrimes', n)));
  console.log(`${pool.size} pooled: ${counts.join(' ')}`);
} else if (data > 0) {
  for (let i = 1; i <= data; ++i) port!.postMessage(`says ${i} of ${data}`);
  port!.close();
}
