// The way to the host of a remote realm: from what a program writes to what C++ takes,
// which checks it (runtime/realm/remote_host.h).

import type {RemoteOptions} from 'rt:realm';

import {toPath} from './sandbox.ts';

/** As natives.realm.start takes it. */
export interface RemoteHost {
  readonly texts: [url: string, token: string, cert: string];
  readonly insecure: boolean;
}

type Options = Partial<RemoteOptions>;

const companions = ['token', 'cert', 'insecure'] as const;

/** Undefined where the options are none of a remote realm. Throws a TypeError that
 *  names what can't be. */
export function toRemoteHost(options: Options): RemoteHost | undefined {
  const {remote, token, cert, insecure = false} = options;
  if (remote === undefined) {
    const lone = companions.find((name) => options[name] !== undefined);
    if (lone === undefined) return undefined;
    throw new TypeError(`${lone} is there, and \`remote\` is not.`);
  }
  if (typeof token !== 'string') {
    throw new TypeError('token is no string: what the host was given by --token-file.');
  }
  if (typeof insecure !== 'boolean') throw new TypeError('insecure is no boolean.');
  return {texts: [`${remote}`, token, cert === undefined ? '' : toPath(cert, 'cert')], insecure};
}

/** The same options, checked, and with a path that does not depend on who calls. */
export function settleRemote(options: Options): Options {
  const host = toRemoteHost(options);
  if (host === undefined) return {};
  const {texts: [remote, token, cert], insecure} = host;
  return {remote, token, insecure, ...(cert === '' ? {} : {cert})};
}
