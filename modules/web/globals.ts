// Lays the web's globals on globalThis, once, while the snapshot is made.

import {AbortController, AbortSignal} from './abort.ts';
import {base64} from './base64.ts';
import {Blob} from './blob/blob.ts';
import {File} from './blob/file.ts';
import {objectUrls} from './blob/object_url.ts';
import {BroadcastChannel} from './broadcast_channel.ts';
import {console} from './console.ts';
import {crypto, Crypto} from './crypto.ts';
import {DOMException} from './dom_exception.ts';
import {TextDecoder, TextEncoder} from './encoding.ts';
import {Event} from './event.ts';
import {defineEventHandlers} from './event_handler.ts';
import {EventTarget} from './event_target.ts';
import {CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent} from './events.ts';
import {fetchPart} from '../parts.ts';
import {FormData} from './fetch/form_data.ts';
import {Headers} from './fetch/headers.ts';
import {Request} from './fetch/request.ts';
import {Response} from './fetch/response.ts';
import {installInspection} from './inspect_web.ts';
import {exposeLazyGlobals} from './lazy_globals.ts';
import {MessageChannel, MessagePort} from './message_port.ts';
import {microtask} from './microtask.ts';
import {performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure} from './performance.ts';
import {reporting} from './report_error.ts';
import {cloning} from './structured_clone.ts';
import {timers} from './timers.ts';
import {urlInterfaces} from './url.ts';
import {exposeFunctions, exposeInterfaces, exposeReplaceable} from './webidl.ts';
import {Worker} from './worker.ts';

const interfaces = {
  AbortController,
  AbortSignal,
  Blob,
  BroadcastChannel,
  Crypto,
  CustomEvent,
  DOMException,
  ErrorEvent,
  Event,
  EventTarget,
  File,
  FormData,
  Headers,
  MessageChannel,
  MessageEvent,
  MessagePort,
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PromiseRejectionEvent,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  Worker,
};

/** A method, so that it is no constructor. */
const fetching = {
  fetch(
      input: RequestInfo|URL,
      init: RequestInit|undefined = undefined): Promise<Response> {
    return fetchPart().startFetch(arguments.length, input, init);
  },
};

const functions = {
  ...base64,
  ...cloning,
  ...fetching,
  ...microtask,
  ...reporting,
  ...timers,
};

/** Fails to compile where the declarations that programs see (rt.d.ts) and the
 *  implementation say different things. */
type Declared<Names> = Pick<typeof globalThis, Names & keyof typeof globalThis>;
objectUrls satisfies Partial<typeof URL>;
interfaces satisfies Declared<keyof typeof interfaces>;
functions satisfies Declared<keyof typeof functions>;
({console, crypto, performance}) satisfies
    Declared<'console'|'crypto'|'performance'>;

/** globalThis is an EventTarget by its prototype. */
function makeGlobalAnEventTarget(): void {
  const prototype = Object.create(EventTarget.prototype, {
    [Symbol.toStringTag]: {value: 'global', configurable: true},
  });
  Object.setPrototypeOf(globalThis, prototype);
  defineEventHandlers(globalThis, ['error', 'rejectionhandled', 'unhandledrejection']);
}

export function installGlobals(): void {
  exposeInterfaces(interfaces);
  // These come with their shape.
  for (const [name, value] of Object.entries({...urlInterfaces, console})) {
    Object.defineProperty(
        globalThis, name, {value, writable: true, configurable: true});
  }
  exposeLazyGlobals();
  Object.defineProperties(
      urlInterfaces.URL, Object.getOwnPropertyDescriptors(objectUrls));
  exposeFunctions(functions);
  exposeReplaceable('performance', () => performance);
  exposeReplaceable('self', () => globalThis);
  Object.defineProperty(globalThis, 'crypto', {
    get: () => crypto,
    enumerable: true,
    configurable: true,
  });
  makeGlobalAnEventTarget();
  installInspection();
}
