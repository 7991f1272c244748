// https://streams.spec.whatwg.org: what programs rely on. The classes are
// web-streams-polyfill's, which is tested by the standard's own suite.
import {assertArrayEquals, assertEquals, assertRejects, assertThrows, assertTrue, test} from '../harness.js';

const numbers = (count) => new ReadableStream({
  next: 0,
  pull(controller) {
    if (this.next === count) controller.close();
    else controller.enqueue(this.next++);
  },
});

test('a stream is read by its reader, which locks it', async () => {
  const stream = numbers(2);
  const reader = stream.getReader();
  assertEquals(stream.locked, true);
  assertThrows(() => stream.getReader(), TypeError);
  assertEquals((await reader.read()).value, 0);
  reader.releaseLock();
  assertEquals(stream.locked, false);
  assertArrayEquals(await Array.fromAsync(stream), [1]);
});

test('pull is asked for no more than the strategy wants', async () => {
  let pulls = 0;
  const source = {pull: (controller) => controller.enqueue(pulls++)};
  const reader = new ReadableStream(source, {highWaterMark: 3}).getReader();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(pulls, 3);
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(pulls, 4);
});

test('errors and cancel', async () => {
  const error = new Error('e');
  const failing = new ReadableStream({pull: () => Promise.reject(error)});
  const thrown = await failing.getReader().read().catch((reason) => reason);
  assertEquals(thrown, error);
  let reason;
  const stream = new ReadableStream({cancel: (given) => void (reason = given)});
  await stream.cancel('why');
  assertEquals(reason, 'why');
  for await (const value of numbers(9)) if (value === 2) break;
});

test('tee, from, and a for loop that keeps the stream', async () => {
  const [one, other] = numbers(3).tee();
  assertArrayEquals(await Array.fromAsync(one), [0, 1, 2]);
  assertArrayEquals(await Array.fromAsync(other), [0, 1, 2]);
  assertArrayEquals(await Array.fromAsync(ReadableStream.from('ab')), ['a', 'b']);
  const stream = numbers(3);
  for await (const _ of stream.values({preventCancel: true})) break;
  assertArrayEquals(await Array.fromAsync(stream), [1, 2]);
});

test('pipes have backpressure and pass on errors', async () => {
  const written = [];
  let release;
  const sink = new WritableStream({
    async write(chunk) {
      written.push(chunk);
      await new Promise((resolve) => release = resolve);
    },
  });
  const done = numbers(2).pipeTo(sink);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertArrayEquals(written, [0]);
  release();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertArrayEquals(written, [0, 1]);
  release();
  await done;
  const error = new Error('e');
  const bad = new TransformStream({transform: () => Promise.reject(error)});
  const thrown = await Array.fromAsync(numbers(1).pipeThrough(bad)).catch((e) => e);
  assertEquals(thrown, error);
  await assertRejects(
      numbers(1).pipeTo(new WritableStream(), {signal: AbortSignal.abort()}), 'AbortError');
});

test('transforms', async () => {
  const double = new TransformStream({
    transform: (chunk, controller) => controller.enqueue(2 * chunk),
    flush: (controller) => controller.enqueue('end'),
  });
  assertArrayEquals(await Array.fromAsync(numbers(3).pipeThrough(double)), [0, 2, 4, 'end']);
});

test('byte streams fill the buffers of their readers', async () => {
  const stream = new ReadableStream({
    type: 'bytes',
    start: (controller) => controller.enqueue(new Uint8Array([1, 2, 3])),
    pull: (controller) => controller.close(),
  });
  const reader = stream.getReader({mode: 'byob'});
  const buffer = new ArrayBuffer(2);
  const {value} = await reader.read(new Uint8Array(buffer));
  assertArrayEquals(value, [1, 2]);
  assertTrue(buffer.detached);
  assertArrayEquals((await reader.read(new Uint8Array(2))).value, [3]);
});

test('strategies', () => {
  const bytes = new ByteLengthQueuingStrategy({highWaterMark: 5});
  assertEquals(bytes.highWaterMark, 5);
  assertEquals(bytes.size(new Uint8Array(7)), 7);
  assertEquals(new CountQueuingStrategy({highWaterMark: 1}).size('long'), 1);
  assertThrows(() => new ReadableStream({}, {highWaterMark: -1}), RangeError);
});

test('what can be cloned, and what cannot', async () => {
  const {file, error} = structuredClone({
    file: new File(['abc'], 'n', {type: 'a/b', lastModified: 5}),
    error: new DOMException('m', 'AbortError'),
  });
  assertTrue(file instanceof File);
  assertEquals(`${file.name} ${file.type} ${file.lastModified}`, 'n a/b 5');
  assertEquals(await file.text(), 'abc');
  assertEquals(error.name, 'AbortError');
  const blob = structuredClone(new Blob(['0123'], {type: 'c/d'}).slice(1, 3, 'e/f'));
  assertEquals(Object.getPrototypeOf(blob), Blob.prototype);
  assertEquals(`${blob.type} ${await blob.text()}`, 'e/f 12');
  const {port1, port2} = new MessageChannel();
  port1.postMessage([new Blob(['over'])]);
  for await (const [sent] of port2) {
    assertEquals(await sent.text(), 'over');
    break;
  }
  port1.close();
  const refused = [
    new ReadableStream(), new WritableStream(), new TransformStream(), new Response(),
    new Request('http://a/'), new Headers(), new FormData(),
  ];
  for (const object of refused) {
    const thrown = assertThrows(() => structuredClone({a: object}), 'DataCloneError');
    assertTrue(thrown.message.includes(object.constructor.name), thrown.message);
    assertThrows(
        () => structuredClone(object, {transfer: [object]}), 'DataCloneError');
  }
});
