// One face for the threads of rt, node, deno and bun, for the programs of this folder.

const isNode = typeof process === 'object' && !globalThis.Deno && !globalThis.Bun;
const isRt = typeof process === 'undefined';
// A name that no bundler or loader looks at before its time.
const load = (name) => import(name);

/** A thread that runs `entry` (a URL): its post(), on() and end(). With `pooled`, rt's
 *  default: a realm on a thread that others share. */
export const spawn = isRt ? await forRt() : isNode ? await forNode() : forWeb();

async function forRt() {
  const {Realm} = await load('rt:realm');
  return (entry, {pooled = false} = {}) => {
    const realm = new Realm({entry, thread: !pooled});
    return {
      realm,
      post: (value, transfer) => realm.port.postMessage(value, transfer),
      on: (receive) => realm.port.onmessage = ({data}) => receive(data),
      end: () => realm.terminate(),
    };
  };
}

async function forNode() {
  const {Worker} = await load('node:worker_threads');
  return (entry) => {
    const worker = new Worker(new URL(entry));
    return {
      post: (value, transfer) => worker.postMessage(value, transfer),
      on: (receive) => worker.on('message', receive),
      end: () => worker.terminate(),
    };
  };
}

function forWeb() {
  return (entry) => {
    const worker = new Worker(entry, {type: 'module'});
    return {
      post: (value, transfer) => worker.postMessage(value, transfer),
      on: (receive) => worker.onmessage = ({data}) => receive(data),
      end: () => worker.terminate(),
    };
  };
}

/** What a thread has to do with its maker. */
export async function maker() {
  if (isRt) {
    const {port} = await load('rt:realm');
    return {
      post: (value, transfer) => port.postMessage(value, transfer),
      on: (receive) => port.onmessage = ({data}) => receive(data),
    };
  }
  if (isNode) {
    const {parentPort} = await load('node:worker_threads');
    return {
      post: (value, transfer) => parentPort.postMessage(value, transfer),
      on: (receive) => parentPort.on('message', receive),
    };
  }
  return {
    post: (value, transfer) => postMessage(value, transfer),
    on: (receive) => self.onmessage = ({data}) => receive(data),
  };
}
