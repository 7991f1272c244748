// Node has no server of Requests and Responses: this is what its programs write.
import {createServer} from 'node:http';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';

const block = new Uint8Array(64 * 1024).fill(120);

async function handle(request, response) {
  if (request.url === '/echo') {
    const text = JSON.stringify(JSON.parse(await buffer(request)));
    response.writeHead(200, {'content-type': 'application/json'}).end(text);
  } else if (request.url === '/upload') {
    response.end(String((await buffer(request)).byteLength));
  } else if (request.url === '/download') {
    let left = 160;
    new Readable({
      read() {
        this.push(left-- === 0 ? null : block);
      },
    }).pipe(response);
  } else {
    response.writeHead(200, {'content-type': 'text/plain;charset=UTF-8'}).end('hello');
  }
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
