import {handle, hello} from './app.js';

const server = Bun.serve({
  port: 0, hostname: '127.0.0.1', fetch: process.argv[2] === 'hello' ? hello : handle,
});
console.log(server.port);
