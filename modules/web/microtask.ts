// queueMicrotask (https://html.spec.whatwg.org/#microtask-queuing).

import {reportException} from './report_error.ts';

/** A method, so that it is no constructor. */
export const microtask = {
  queueMicrotask(callback: () => void): void {
    if (typeof callback !== 'function') {
      throw new TypeError(
          "Failed to execute 'queueMicrotask': parameter 1 is not a function.");
    }
    void runSoon(callback);
  },
};

/** `await` goes through no property that a program could have changed. */
async function runSoon(callback: () => void): Promise<void> {
  await undefined;
  try {
    callback();
  } catch (error) {
    reportException(error);
  }
}
