// upgradeWebSocket(): http.d.ts says what it is for.

import type {UpgradedWebSocket, UpgradeWebSocketOptions} from 'rt:http';

import {isRequest, servedId} from '../web/fetch/request.ts';
import {makeUpgradeResponse} from '../web/fetch/response.ts';
import {toDictionary} from '../web/webidl.ts';
import {isProtocol} from '../web/web_socket/arguments.ts';
import {makeServedSocket, MAX_QUEUE, SILENCE} from '../web/web_socket/web_socket.ts';
import {forgetWatchers} from './incoming.ts';
import {LONGEST_MS, numberOption} from './number_option.ts';

const FUNCTION = 'upgradeWebSocket()';
const MAX_MESSAGE = 64 * 2 ** 20;
const LARGEST = 256 * 2 ** 20;

/** What an answer with the status 101 stands for. */
interface Upgrade {
  readonly id: number;
  readonly protocol: string;
  readonly limits: NativeSocketLimits;
  readonly accept: ReturnType<typeof makeServedSocket>['accept'];
}

const upgrades = new WeakMap<object, Upgrade>();

function number(
    name: string, value: unknown, usual: number, least: number, most: number): number {
  return numberOption(FUNCTION, name, value, usual, least, most);
}

function chosenProtocol(protocol: unknown, offered: string): string {
  if (protocol === undefined) return '';
  const name = `${protocol}`;
  if (!isProtocol(name) || !offered.split(/\s*,\s*/).includes(name)) {
    throw new TypeError(
        `${FUNCTION}: the client does not offer the protocol ${JSON.stringify(name)}.`);
  }
  return name;
}

export function upgradeWebSocket(
    request: Request, options?: UpgradeWebSocketOptions): UpgradedWebSocket {
  if (!isRequest(request)) {
    throw new TypeError(`${FUNCTION}: the first argument is a Request.`);
  }
  const id = servedId(request);
  const offered = id === 0 ? undefined : natives.http.offeredProtocols(id);
  if (offered === undefined) {
    throw new TypeError(
        `${FUNCTION}: the request asks for no WebSocket, is no request of a server's, ` +
        'or was answered.');
  }
  const {protocol, idleTimeout, maxMessageBytes, maxBufferedBytes} =
      toDictionary(options, "execute 'upgradeWebSocket'");
  const limits: NativeSocketLimits = [
    number('maxMessageBytes', maxMessageBytes, MAX_MESSAGE, 1, LARGEST),
    number('maxBufferedBytes', maxBufferedBytes, MAX_QUEUE, 1, 2 ** 40),
    // 0: the client is never asked.
    idleTimeout === 0 ? 0 : number('idleTimeout', idleTimeout, SILENCE, 1000, LONGEST_MS),
  ];
  const {socket, accept} = makeServedSocket();
  const response = makeUpgradeResponse();
  upgrades.set(
      response, {id, protocol: chosenProtocol(protocol, offered), limits, accept});
  return {socket, response: response as globalThis.Response};
}

/** Answers with what upgradeWebSocket() returned. */
export function answerUpgrade(id: number, response: object, headers: string[]): void {
  const upgrade = upgrades.get(response);
  if (upgrade === undefined || upgrade.id !== id) {
    throw new TypeError(
        'An answer with the status 101 is what upgradeWebSocket() returned for this request.');
  }
  upgrades.delete(response);
  upgrade.accept(
      (sink) =>
          natives.http.upgrade(id, upgrade.protocol, headers, upgrade.limits, sink));
  forgetWatchers(id);
}
