// EventTarget (https://dom.spec.whatwg.org/#interface-eventtarget) without a tree:
// an event has one target. globalThis is a target too.

import {DOMException} from './dom_exception.ts';
import {Event, eventControl} from './event.ts';
import {ListenerTable} from './listener_table.ts';
import {requireArguments, toDictionary} from './webidl.ts';

type Listener = EventListenerOrEventListenerObject;

const globalListeners = new ListenerTable();

/** The listeners of an EventTarget or of globalThis; throws a TypeError for
 *  anything else. */
export let listenersOf: (target: unknown) => ListenerTable;

export class EventTarget {
  #listeners = new ListenerTable();

  addEventListener(
      type: string, listener: Listener | null,
      options: AddEventListenerOptions|boolean = false): void {
    requireArguments(
        arguments.length, 2, "execute 'addEventListener' on 'EventTarget'");
    const table = listenersOf(this);
    checkListener(listener, 'addEventListener');
    const {capture, once, passive, signal} = addOptions(options);
    type = `${type}`;
    if (listener === null || signal?.aborted) return;
    if (!table.add({type, callback: listener, capture, once, passive})) return;
    signal?.addEventListener(
        'abort', () => table.remove(type, listener, capture), {once: true});
  }

  removeEventListener(
      type: string, listener: Listener | null,
      options: EventListenerOptions|boolean = false): void {
    requireArguments(
        arguments.length, 2, "execute 'removeEventListener' on 'EventTarget'");
    const table = listenersOf(this);
    checkListener(listener, 'removeEventListener');
    const capture = captureOption(options);
    if (listener) table.remove(`${type}`, listener, capture);
  }

  dispatchEvent(event: Event): boolean {
    requireArguments(
        arguments.length, 1, "execute 'dispatchEvent' on 'EventTarget'");
    const table = listenersOf(this);
    if (!(event instanceof Event)) {
      throw new TypeError(
          "Failed to execute 'dispatchEvent' on 'EventTarget': parameter 1 " +
          "is not of type 'Event'.");
    }
    if (eventControl.isDispatching(event)) {
      throw new DOMException(
          'The event is already being dispatched.', 'InvalidStateError');
    }
    eventControl.distrust(event);
    return table.dispatch(event, this ?? globalThis);
  }

  static {
    listenersOf = (target) => {
      if (target === undefined || target === null || target === globalThis) {
        return globalListeners;
      }
      return (target as EventTarget).#listeners;
    };
  }
}

/** Dispatches an event that rt made: isTrusted is true. Returns false where a
 *  listener prevented the default. */
export function dispatchTrusted(target: object, event: Event): boolean {
  eventControl.trust(event);
  return listenersOf(target).dispatch(event, target);
}

function checkListener(listener: unknown, method: string): void {
  if (listener === null || listener === undefined) return;
  if (typeof listener === 'object' || typeof listener === 'function') return;
  throw new TypeError(`Failed to execute '${
      method}' on 'EventTarget': parameter 2 is not of type 'Object'.`);
}

function captureOption(options: unknown): boolean {
  if (typeof options === 'object' && options !== null) {
    return Boolean((options as EventListenerOptions).capture);
  }
  return Boolean(options);
}

function addOptions(options: unknown) {
  const capture = captureOption(options);
  if (typeof options !== 'object' || options === null) {
    return {capture, once: false, passive: false, signal: undefined};
  }
  const {once, passive, signal} = toDictionary<AddEventListenerOptions>(
      options, "execute 'addEventListener' on 'EventTarget'");
  if (signal !== undefined && !isAbortSignal(signal)) {
    throw new TypeError(
        "Failed to execute 'addEventListener' on 'EventTarget': member " +
        "signal is not of type 'AbortSignal'.");
  }
  return {capture, once: Boolean(once), passive: Boolean(passive), signal};
}

/** Set by abort_signal.ts, which derives from this module's class. */
export let isAbortSignal: (value: unknown) => value is AbortSignal;

export function setIsAbortSignal(
    check: (value: unknown) => value is AbortSignal): void {
  isAbortSignal = check;
}
