// Lays the web's globals on globalThis, once, while the snapshot is made.

import {AbortController, AbortSignal} from './abort.ts';
import {atob, btoa} from './base64.ts';
import {console} from './console.ts';
import {crypto, Crypto} from './crypto.ts';
import {DOMException} from './dom_exception.ts';
import {TextDecoder, TextEncoder} from './encoding.ts';
import {Event} from './event.ts';
import {defineEventHandlers} from './event_handler.ts';
import {EventTarget} from './event_target.ts';
import {CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent} from './events.ts';
import {queueMicrotask} from './microtask.ts';
import {performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure} from './performance.ts';
import {reportError} from './report_error.ts';
import {clearInterval, clearTimeout, setInterval, setTimeout} from './timers.ts';
import {URL, URLSearchParams} from './url.ts';
import {exposeFunctions, exposeInterfaces, exposeReplaceable} from './webidl.ts';

const interfaces = {
  AbortController,
  AbortSignal,
  Crypto,
  CustomEvent,
  DOMException,
  ErrorEvent,
  Event,
  EventTarget,
  MessageEvent,
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PromiseRejectionEvent,
  TextDecoder,
  TextEncoder,
};

const functions = {
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  queueMicrotask,
  reportError,
  setInterval,
  setTimeout,
};

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
  for (const [name, value] of Object.entries({URL, URLSearchParams, console})) {
    Object.defineProperty(
        globalThis, name, {value, writable: true, configurable: true});
  }
  exposeFunctions(functions);
  exposeReplaceable('performance', () => performance);
  Object.defineProperty(globalThis, 'crypto', {
    get: () => crypto,
    enumerable: true,
    configurable: true,
  });
  makeGlobalAnEventTarget();
}
