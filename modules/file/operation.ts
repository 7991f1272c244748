// How rt:file waits for work that runs elsewhere.

import type {AbortSignal} from '../web/abort.ts';

/** Awaits native work. Its errors are made in a task where no JavaScript runs; here
 *  they get the stack of who called. */
export async function settle<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    Error.captureStackTrace(error as Error, settle);
    throw error;
  }
}

let lastCancelId = 0;

/** Awaits native work that `signal` may cancel: `start` begins it under an id. */
export async function cancellable<T>(
    signal: AbortSignal|undefined, start: (cancelId: number) => Promise<T>): Promise<T> {
  if (!signal) return settle(start(0));
  signal.throwIfAborted();
  const id = ++lastCancelId;
  const cancel = () => natives.file.cancel(id);
  signal.addEventListener('abort', cancel);
  try {
    return await settle(start(id));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
