// What the declarations of realms and messages let a program say, and what not. It is
// type-checked by the build (//modules:typecheck), never run.

import {data, kind, port, Realm, RealmPool, transfer} from 'rt:realm';

interface Entry {
  add(a: number, b: number): Promise<number>;
  length(bytes: Uint8Array): number;
  default: () => string;
  version: string;
}

await using typed = new Realm<Entry>({entry: './entry.ts', thread: true});
const sum: number = await typed.call('add', 1, 2);
const bytes = new Uint8Array(4);
const length: number = await typed.call('length', transfer(bytes, [bytes.buffer]));
const text: string = await typed.call('default');
// @ts-expect-error The arguments are those of the export.
void typed.call('add', 1, '2');
// @ts-expect-error It is no function.
void typed.call('version');
// @ts-expect-error There is no such export.
void typed.call('subtract', 1, 2);

const realm = new Realm({entry: new URL('https://host/x.ts'), thread: true, data: sum + length});
const anything: string = await realm.call('whatever', text, {});
realm.port.postMessage(anything, [new ArrayBuffer(1)]);
// @ts-expect-error A realm has an entry.
new Realm({thread: true});

const outside = new Realm({entry: './entry.ts', process: true});
const {reason, exitCode, signal} = await outside.exited;
if (reason === 'exited') realm.port.postMessage([exitCode === 3, signal === 'SIGKILL']);
// @ts-expect-error There is no such kind.
new RealmPool({entry: './entry.ts', max: 1, kind: 'other'});

const full: Promise<void> | undefined = realm.port.postMessage(1);
const {heapUsed, arrayBuffers} = await realm.memoryUsage();
const {user, system}: {user: number, system: number} = await realm.cpuUsage();

await using pool = new RealmPool<Entry>({entry: './entry.ts', min: 1, max: 4});
const difference: number = await pool.call('add', 1, 2);
// @ts-expect-error There is no such export.
void pool.call('subtract', 1, 2);
// @ts-expect-error A pool has a most.
new RealmPool({entry: './entry.ts'});

new BroadcastChannel('name').postMessage([full, heapUsed + arrayBuffers + user + system]);
// @ts-expect-error A broadcast transfers nothing.
new BroadcastChannel('name').postMessage(difference, []);

export const seen = [data, kind, port?.onmessage];
