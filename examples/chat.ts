// A chat over WebSockets: whoever opens the page, in as many windows as there are, hears
// what the others say.
//
//     PORT=8000 build/rt run examples/chat.ts
import { serve, upgradeWebSocket } from 'rt:http';
import { env } from 'rt:process';

const page = `<!doctype html>
<title>chat</title>
<form><input autofocus placeholder="Say something"></form>
<ul></ul>
<script>
  const socket = new WebSocket(location.href.replace('http', 'ws') + 'chat');
  const [form, list] = document.querySelectorAll('form, ul');
  socket.onmessage = ({ data }) => {
    const { from, text } = JSON.parse(data);
    list.prepend(Object.assign(document.createElement('li'), { textContent: from + ': ' + text }));
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    socket.send(form.elements[0].value);
    form.reset();
  };
</script>`;

// Of a member that reads more slowly than the others talk.
const MOST_UNREAD = 1 << 20;

const members = new Map<WebSocket, string>();
let count = 0;

function tellAll(from: string, text: string): void {
  const message = JSON.stringify({ from, text });
  for (const member of members.keys()) {
    if (member.bufferedAmount < MOST_UNREAD) member.send(message);
  }
}

function join(request: Request): Response {
  const { socket, response } = upgradeWebSocket(request, { maxMessageBytes: 4096 });
  const name = `guest ${++count}`;
  socket.onopen = () => {
    members.set(socket, name);
    tellAll(name, 'is here');
  };
  socket.onmessage = ({ data }) => tellAll(name, String(data));
  socket.onclose = () => {
    members.delete(socket);
    tellAll(name, 'has left');
  };
  return response;
}

const server = await serve({ port: Number(env['PORT'] ?? 0) }, (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/') return new Response(page, { headers: { 'content-type': 'text/html' } });
  if (pathname !== '/chat') return new Response('Not found', { status: 404 });
  // Other names than 'websocket', and none, are requests of another kind.
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') {
    return new Response('A WebSocket is expected', { status: 426 });
  }
  return join(request);
});
console.log(`Listening on http://127.0.0.1:${server.port}/`);
