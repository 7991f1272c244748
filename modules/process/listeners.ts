// rt:process's listeners: for 'exit' and for signals. A signal is watched while it
// has a listener; the last one to go gives it its default action back.

import {reportException} from '../web/report_error.ts';

type Listener = (...args: never[]) => void;

interface Entry {
  readonly listener: Listener;
  readonly once: boolean;
}

const EXIT = 'exit';

/** Lists are replaced, never changed, so that emit() may walk one. */
const entries = new Map<string, readonly Entry[]>();

function listOf(name: string): readonly Entry[] {
  return entries.get(name) ?? [];
}

function add(name: string, listener: Listener, isOnce: boolean): void {
  if (typeof listener !== 'function') {
    throw new TypeError(`The listener of '${name}' is not a function.`);
  }
  const list = listOf(name);
  if (name !== EXIT && list.length === 0 &&
      !natives.process.watchSignal(name, () => emit(name, name))) {
    throw new TypeError(
        `'${name}' is no event: it is neither '${EXIT}' nor the name of a ` +
        'signal that can be caught.');
  }
  entries.set(name, [...list, {listener, once: isOnce}]);
}

function drop(name: string, entry: Entry): void {
  const list = listOf(name).filter((each) => each !== entry);
  if (list.length > 0) {
    entries.set(name, list);
    return;
  }
  entries.delete(name);
  if (name !== EXIT) natives.process.unwatchSignal(name);
}

export function on(name: string, listener: Listener): void {
  add(`${name}`, listener, false);
}

export function once(name: string, listener: Listener): void {
  add(`${name}`, listener, true);
}

export function off(name: string, listener: Listener): void {
  const entry = listOf(`${name}`).findLast((each) => each.listener === listener);
  if (entry) drop(`${name}`, entry);
}

/** Calls the listeners in their order. What one throws is reported and does not
 *  keep the others from being called. */
export function emit(name: string, ...args: unknown[]): void {
  for (const entry of listOf(name)) {
    if (entry.once) drop(name, entry);
    try {
      Reflect.apply(entry.listener, undefined, args);
    } catch (error) {
      reportException(error);
    }
  }
}
