import {serve} from 'rt:http';
import {args} from 'rt:process';
import {handle, hello} from './app.js';

const server = await serve(args[0] === 'hello' ? hello : handle);
console.log(server.port);
