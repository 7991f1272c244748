import {handle, hello} from './app.js';

Deno.serve({
  port: 0, hostname: '127.0.0.1', onListen: ({port}) => console.log(port),
}, Deno.args[0] === 'hello' ? hello : handle);
