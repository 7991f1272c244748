// Event handler attributes such as onerror
// (https://html.spec.whatwg.org/#event-handler-attributes).

import {Event} from './event.ts';
import {ErrorEvent} from './events.ts';
import {listenersOf} from './event_target.ts';

type Handler = ((this: unknown, ...args: unknown[]) => unknown)|object|null;

/** For each target the handlers by event type. A handler keeps the place in
 *  the order of listeners that it had when it was first set. */
const handlers = new WeakMap<object, Map<string, Handler>>();

/** Defines `on<type>` on an interface's prototype or on globalThis, for each of
 *  the event types. */
export function defineEventHandlers(owner: object, types: string[]): void {
  for (const type of types) {
    const property = `on${type}`;
    const accessor = {
      get [property](): Handler {
        const target = targetOf(this);
        listenersOf(target);  // The brand check.
        return handlers.get(target)?.get(type) ?? null;
      },
      set [property](value: unknown) {
        setHandler(targetOf(this), type, value);
      },
    };
    Object.defineProperty(
        owner, property, Object.getOwnPropertyDescriptor(accessor, property)!);
  }
}

function targetOf(value: unknown): object {
  return (value ?? globalThis) as object;
}

function setHandler(target: object, type: string, value: unknown): void {
  const table = listenersOf(target);
  const usable = typeof value === 'object' || typeof value === 'function';
  const handler = usable ? value as Handler : null;
  let byType = handlers.get(target);
  if (!byType) handlers.set(target, byType = new Map());
  const had = byType.get(type) ?? null;
  byType.set(type, handler);
  if (handler === null) {
    byType.delete(type);
    table.remove(type, callbackFor(target, type), false);
  } else if (had === null) {
    table.add({
      type,
      callback: callbackFor(target, type),
      capture: false,
      once: false,
      passive: false,
    });
  }
}

/** The listener that runs a target's current handler for a type. */
const callbacks = new WeakMap<object, Map<string, (event: Event) => void>>();

function callbackFor(target: object, type: string): (event: Event) => void {
  let byType = callbacks.get(target);
  if (!byType) callbacks.set(target, byType = new Map());
  let callback = byType.get(type);
  if (!callback) {
    callback = (event) => runHandler(handlers.get(target)?.get(type), event);
    byType.set(type, callback);
  }
  return callback;
}

function runHandler(handler: Handler | undefined, event: Event): void {
  if (typeof handler !== 'function') return;
  const target = event.currentTarget;
  if (target as unknown === globalThis && event instanceof ErrorEvent &&
      event.type === 'error') {
    // OnErrorEventHandler: five arguments, and true means handled.
    const {message, filename, lineno, colno, error} = event;
    const result = Reflect.apply(
        handler, target, [message, filename, lineno, colno, error]);
    if (result === true) event.preventDefault();
    return;
  }
  if (Reflect.apply(handler, target, [event]) === false) event.preventDefault();
}
