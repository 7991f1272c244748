// What the declarations of the classes of fetch, of blobs and streams let a program say,
// and what not. It is type-checked by the build (//modules:typecheck), never run.

import {serve, upgradeWebSocket} from 'rt:http';

const headers = new Headers({a: 'b'});
const value: string | null = headers.get('a');
const cookies: string[] = headers.getSetCookie();
for (const [name, each] of headers) console.log(name.length + each.length, value, cookies);
// @ts-expect-error A value is a string.
headers.set('a', 1);

const request = new Request('http://a/', {
  method: 'POST',
  headers: [['a', 'b']],
  body: new URLSearchParams('a=1'),
  signal: AbortSignal.timeout(5),
});
new Request(new URL(request.url), {body: new Blob(['x']), duplex: 'half'});
// @ts-expect-error None of the modes.
new Request('http://a/', {mode: 'none'});
// @ts-expect-error Attributes can't be assigned to.
request.method = 'GET';

export async function read(response: Response): Promise<number> {
  const form = await response.clone().formData();
  const entry: string | File | null = form.get('a');
  const bytes: Uint8Array<ArrayBuffer> = await response.clone().bytes();
  if (entry instanceof File) return entry.lastModified;
  for await (const chunk of response.body ?? []) bytes.set(chunk);
  return (await new Blob([bytes, 'text'], {type: 'a/b'}).slice(1).text()).length;
}

Response.json({a: 1}, {status: 201});
new Response('text', {headers}).headers.append('c', 'd');
// @ts-expect-error A number is no body.
new Response(5);

const lengths: ReadableStream<number> = new ReadableStream<string>({
  start(controller) {
    controller.enqueue('a');
    controller.close();
  },
}).pipeThrough(new TransformStream<string, number>({
  transform: (chunk, controller) => controller.enqueue(chunk.length),
}));
lengths.pipeTo(new WritableStream({write: (chunk) => console.log(chunk.toFixed())}));

export const text: ReadableStream<string> =
    new Blob(['x']).stream()
        .pipeThrough(new CompressionStream('gzip'))
        .pipeThrough(new DecompressionStream('gzip'))
        .pipeThrough(new TextDecoderStream());
// @ts-expect-error No such format.
new CompressionStream('zip');

export const id: string | undefined =
    new URLPattern({pathname: '/:id'}).exec('http://a/b')?.pathname.groups.id;
URL.revokeObjectURL(URL.createObjectURL(new File([], 'name')));

const socket = new WebSocket(new URL('ws://a/'), ['b', 'c']);
socket.binaryType = 'arraybuffer';
socket.onmessage = ({data}: MessageEvent<string>) => socket.send(data.length === 0 ? new Blob() : data);
socket.onclose = ({code, reason, wasClean}) => socket.close(wasClean ? code : 1000, reason);
socket.addEventListener('error', ({error}: ErrorEvent) => error);
const wasClean: boolean = new CloseEvent('close', {code: 1000}).wasClean;
// @ts-expect-error There are two types of bytes.
socket.binaryType = wasClean ? 'buffer' : 'blob';
// @ts-expect-error Nobody else says what the state is.
socket.readyState = WebSocket.CLOSED;
serve((request) => {
  const {socket, response} = upgradeWebSocket(request, {protocol: 'a', idleTimeout: 0});
  socket.onopen = () => socket.send(new Uint8Array(1));
  return response;
});
