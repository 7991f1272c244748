// An application of the npm package hono, as it is, on rt:
//
//     build/rt run examples/hono.ts
//     curl http://127.0.0.1:PORT/greet/world
import { Hono } from 'hono';
import { serve } from 'rt:http';
import { env } from 'rt:process';

const app = new Hono();

app.use(async (context, next) => {
  const began = performance.now();
  await next();
  context.header('server-timing', `app;dur=${(performance.now() - began).toFixed(3)}`);
});
app.get('/', (context) => context.text('hello'));
app.get('/greet/:name', (context) => context.json({ hello: context.req.param('name') }));
app.post('/sum', async (context) => {
  const numbers = await context.req.json<number[]>();
  return context.json({ sum: numbers.reduce((all, each) => all + each, 0) });
});
app.get('/fails', () => {
  throw new Error('as it should');
});

const server = await serve({ port: Number(env['PORT'] ?? 0) }, app.fetch);
console.log(`Listening on http://127.0.0.1:${server.port}/`);
