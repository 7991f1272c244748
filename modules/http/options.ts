// The options of serve(), checked.

import type {Handler, ServeOptions} from 'rt:http';

import {AbortSignal as SignalClass} from '../web/abort.ts';
import {LONGEST_MS, numberOption} from './number_option.ts';

/** What natives.http.listen takes. */
export interface CheckedOptions {
  readonly hostname: string;
  readonly port: number;
  readonly unix: string;
  readonly backlog: number;
  readonly reusePort: boolean;
  readonly reactors: number;
  readonly cert: string|undefined;
  readonly key: string|undefined;
  readonly limits: number[];
  readonly onListen: ServeOptions['onListen'];
  readonly onError: ServeOptions['onError'];
  readonly signal: AbortSignal|undefined;
}

function number(
    name: string, value: unknown, usual: number, least: number,
    most: number): number {
  return numberOption('serve()', name, value, usual, least, most);
}

function string(name: string, value: unknown, usual: string): string {
  if (value === undefined) return usual;
  if (typeof value !== 'string') {
    throw new TypeError(`serve(): ${name} is a string, not ${typeof value}.`);
  }
  return value;
}

function optionalFunction<T>(name: string, value: T): T {
  if (value !== undefined && typeof value !== 'function') {
    throw new TypeError(`serve(): ${name} is a function, not ${typeof value}.`);
  }
  return value;
}

/** What a handler of this realm, and a module of others, can't have. */
export function checkReactors(options: CheckedOptions, isModule: boolean): void {
  const {reactors, unix, onError} = options;
  if (isModule && onError !== undefined) {
    throw new TypeError(
        'serve(): onError is a function of this realm, and a module runs in others.');
  }
  if (reactors === 1) return;
  if (!isModule) {
    throw new TypeError(
        'serve(): a handler that is a function runs in its own realm only: for more ' +
        'reactors, pass the URL of a module with export default { fetch(request) {} }.');
  }
  if (unix !== '') {
    throw new TypeError('serve(): several reactors share a port, and no unix socket.');
  }
}

export function checkHandler(handler: unknown): Handler {
  if (typeof handler !== 'function') {
    throw new TypeError(`serve(): the handler is a function, not ${typeof handler}.`);
  }
  return handler as Handler;
}

function checkSignal(signal: AbortSignal|undefined): AbortSignal|undefined {
  if (signal !== undefined && !((signal as unknown) instanceof SignalClass)) {
    throw new TypeError('serve(): signal is an AbortSignal.');
  }
  return signal;
}

function checkTls(tls: ServeOptions['tls']): {cert?: string, key?: string} {
  if (tls === undefined) return {};
  if (typeof tls !== 'object' || tls === null) {
    throw new TypeError('serve(): tls is an object with cert and key.');
  }
  const {cert, key} = tls;
  if (typeof cert !== 'string' || typeof key !== 'string') {
    throw new TypeError('serve(): tls.cert and tls.key are PEM texts, and both are needed.');
  }
  return {cert, key};
}

export function checkOptions(options: ServeOptions): CheckedOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`serve(): the options are an object, not ${
        options === null ? 'null' : typeof options}.`);
  }
  const {cert, key} = checkTls(options.tls);
  const unix = string('unix', options.unix, '');
  if (options.unix !== undefined && unix === '') {
    throw new TypeError('serve(): unix is a path, and cannot be empty.');
  }
  if (unix !== '' && (options.port !== undefined || options.hostname !== undefined)) {
    throw new TypeError('serve(): a server has either unix, or port and hostname.');
  }
  const ms = (name: 'headerTimeout'|'bodyTimeout'|'idleTimeout', usual: number) =>
      number(name, options[name], usual, 1, LONGEST_MS);
  return {
    hostname: string('hostname', options.hostname, '127.0.0.1'),
    port: number('port', options.port, 0, 0, 65535),
    unix,
    backlog: number('backlog', options.backlog, 511, 1, 65535),
    reusePort: options.reusePort === true,
    reactors: number('reactors', options.reactors, 1, 1, 256),
    cert,
    key,
    limits: [
      number('maxHeaderBytes', options.maxHeaderBytes, 16 << 10, 64, 1 << 24),
      number('maxBodyBytes', options.maxBodyBytes, 128 * 2 ** 20, 0, 2 ** 40),
      ms('headerTimeout', 30_000),
      ms('bodyTimeout', 60_000),
      ms('idleTimeout', 75_000),
    ],
    onListen: optionalFunction('onListen', options.onListen),
    onError: optionalFunction('onError', options.onError),
    signal: checkSignal(options.signal),
  };
}
