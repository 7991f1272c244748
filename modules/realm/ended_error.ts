// The error of what was asked of a realm that ended before it could answer.

import type {Realm, RealmExit} from './realm.ts';

const what = {
  'completed': 'had nothing left to do and ended',
  'terminated': 'was terminated',
  'error': 'ended with an error',
  'out-of-memory': 'ran out of memory',
  'cpu-limit': 'used up its CPU time',
  'wall-limit': 'used up its time',
  'exited': 'called exit()',
};

/** `before` is such as "before it answered". */
export function makeEndedError(
    realm: Realm, {reason, error}: RealmExit, before: string): Error {
  const name = realm.name === '' ? realm.entry : realm.name;
  const ended = new Error(
      `Realm ${realm.id} (${name}) ${what[reason]} ${before}.`,
      error === undefined ? undefined : {cause: error});
  return Object.assign(ended, {code: 'ERR_REALM_ENDED', reason});
}
