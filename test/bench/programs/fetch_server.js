// The server of fetches.py: answers /N with N bytes. Prints its URL.
const {createServer} = require('node:http');

const bodies = new Map();
const server = createServer((request, response) => {
  const size = Number(request.url.slice(1));
  if (!bodies.has(size)) bodies.set(size, Buffer.alloc(size, 'x'));
  request.resume();
  request.on('end', () => response.end(bodies.get(size)));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
