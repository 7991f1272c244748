// What the declarations of realms and messages let a program say, and what not. It is
// type-checked by the build (//modules:typecheck), never run.

import {data, kind, port, Realm, transfer} from 'rt:realm';

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

export const seen = [data, kind, port?.onmessage];
