// What the declarations in modules/ (rt.d.ts) let a program say, and what not. It is
// type-checked by the build (//modules:typecheck), never run.

import process, {args, env, exit, off, on, once, stdout} from 'rt:process';

const controller = new AbortController();
controller.signal.addEventListener('abort', (event: Event) => event.type);
controller.signal.onabort = () => {};
AbortSignal.any([controller.signal, AbortSignal.timeout(10)]).throwIfAborted();
// @ts-expect-error A signal comes from a controller.
new AbortSignal();

new EventTarget().addEventListener(
    'x', {handleEvent() {}}, {once: true, passive: true, signal: controller.signal});
const detail: number = new CustomEvent('x', {detail: 5}).detail;
// @ts-expect-error Attributes can't be assigned to.
new Event('x').type = 'y';
// @ts-expect-error An event needs a type.
new Event();

const bytes: Uint8Array<ArrayBuffer> = new TextEncoder().encode('text');
const text: string = new TextDecoder('utf-8', {fatal: true}).decode(bytes.buffer);

const id: number = setTimeout((a: number, b: string) => `${a}${b}`, 10, 1, 'two');
clearInterval(id);
// @ts-expect-error The arguments have to fit the callback.
setTimeout((a: number) => a, 10, 'one');

const url = new URL('./a', new URL('http://b'));
for (const [name, value] of url.searchParams) console.log(name, value, detail, text);
const parsed: URL | null = URL.parse('x');

crypto.getRandomValues(new Uint32Array(2))[0]! + 1;
const uuid: string = crypto.randomUUID();
const time: number = performance.measure('m', {start: 1, end: 2}).duration;

addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => event.reason);
onerror = (message, filename, line) => `${message}${filename}` !== '' && line > 0;
reportError(new DOMException('m', 'AbortError').code);
queueMicrotask(() => btoa(atob('')));
console.table([{parsed, uuid, time}], ['parsed']);

const first: string | undefined = args[0] ?? env.HOME;
stdout.write(first ?? bytes);
on('exit', (code: number) => code);
once('SIGTERM', (name) => name);
off('exit', () => {});
// @ts-expect-error Neither a signal nor 'exit'.
on('message', () => {});
process.exitCode = 1;
// @ts-expect-error Only the default export has an exitCode to assign.
process.pid = 3;

export function fail(): string {
  exit(1);
}
