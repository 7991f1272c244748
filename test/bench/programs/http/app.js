// What each runtime serves, the same for all: each has a small file that puts this
// behind its own server.

const block = new Uint8Array(64 * 1024).fill(120);

function download() {
  let left = 160;
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close();
      else controller.enqueue(block);
    },
  });
}

export async function handle(request) {
  const path = request.url.slice(request.url.indexOf('/', 8));
  if (path === '/echo') return Response.json(await request.json());
  if (path === '/upload') return new Response(String((await request.arrayBuffer()).byteLength));
  if (path === '/download') return new Response(download());
  return new Response('hello');
}

/** The hello benchmark of every runtime's own page: a handler that awaits nothing. */
export function hello() {
  return new Response('hello');
}
