// What a call or its result moves instead of copying it.

import {toTransferList} from '../web/structured_clone.ts';

const lists = new WeakMap<object, object[]>();

/** Has the next call that `value` is an argument or the result of move what `list`
 *  says. */
export function transfer<T extends object>(
    value: T, list: Iterable<Transferable>): T {
  if ((typeof value !== 'object' && typeof value !== 'function') ||
      value === null) {
    throw new TypeError(
        "Failed to execute 'transfer': parameter 1 is not an object.");
  }
  const objects = toTransferList([...list], "execute 'transfer'");
  lists.set(value, objects ?? []);
  return value;
}

/** What transfer() said of these values, which it then says no more. */
export function takeTransfers(values: unknown[]): object[] | undefined {
  let all: object[] | undefined;
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const list = lists.get(value);
    if (!list) continue;
    lists.delete(value);
    all = all ? [...new Set([...all, ...list])] : list;
  }
  return all;
}
