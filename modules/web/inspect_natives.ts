// What Node's inspector (node-inspect-extracted) asks of its engine, answered by
// natives. bundle.py lays these modules over the stand-ins that the package has
// under the same numbers; the numbers belong to the exact version in package.json.

import {primordials} from './lazy/primordials.ts';

const PROMISE_STATES = ['pending', 'fulfilled', 'rejected'];
const ALL_PROPERTIES = 0;
const ONLY_ENUMERABLE = 2;

/** Node's internalBinding('util'). */
const util = {
  constants: {
    ALL_PROPERTIES,
    ONLY_ENUMERABLE,
    kPending: PROMISE_STATES[0],
    kRejected: PROMISE_STATES[2],
  },
  getOwnNonIndexProperties: (value: object, filter = ONLY_ENUMERABLE) =>
      natives.inspect.ownNonIndexProperties(value, filter === ONLY_ENUMERABLE),
  getPromiseDetails(promise: object) {
    const [state, result] = natives.inspect.promiseDetails(promise);
    return [PROMISE_STATES[state], result];
  },
  /** [target, handler], or the target alone where `full` is false. */
  getProxyDetails(value: unknown, full = true) {
    const details = natives.inspect.proxyDetails(value);
    return full ? details : details?.[0];
  },
  /** With `isIterator`, also whether the list holds keys and values in turn. */
  previewEntries(value: object, isIterator = false) {
    const preview = natives.inspect.previewEntries(value);
    return isIterator ? preview : preview[0];
  },
  getConstructorName: (value: object) => natives.inspect.constructorName(value),
  getExternalValue: () => 0n,
  Proxy,
};

/** Node's internalBinding('types'). */
const types = natives.inspect;

/** Frames of these scripts are shown dimmed, as not being the program's. */
const realm = {
  BuiltinModule: {exists: (name: string) => name.startsWith('rt:')},
};

type InspectModule = (module: {exports: unknown}) => void;

export const inspectModules: Record<number, InspectModule> = {
  499: (module) => module.exports = types,
  683: (module) => module.exports = primordials,
  727: (module) => module.exports = util,
  947: (module) => module.exports = realm,
};
