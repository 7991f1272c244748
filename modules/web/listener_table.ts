// The listeners of one event target, in the order they were added, and the
// dispatch over them (https://dom.spec.whatwg.org/#concept-event-listener-invoke).

import type {Event} from './event.ts';
import {eventControl} from './event.ts';
import {reportException} from './report_error.ts';

export interface Listener {
  readonly type: string;
  readonly callback: EventListenerOrEventListenerObject;
  readonly capture: boolean;
  readonly once: boolean;
  readonly passive: boolean;
  removed?: boolean;
}

export class ListenerTable {
  /** Most targets have none, so that the list is made when it is needed. A
   *  list is replaced, never changed, so that a dispatch may walk it. */
  #byType: Map<string, readonly Listener[]> | undefined;

  /** Called when the number of a type's listeners changes. */
  onChange: ((type: string, count: number) => void) | undefined;

  /** False where the same callback listens already. */
  add(listener: Listener): boolean {
    const list = this.#list(listener.type);
    for (const each of list) {
      if (each.callback === listener.callback &&
          each.capture === listener.capture) {
        return false;
      }
    }
    this.#set(listener.type, [...list, listener]);
    return true;
  }

  remove(
      type: string, callback: EventListenerOrEventListenerObject,
      capture: boolean): void {
    const list = this.#list(type);
    const found = list.find(
        (each) => each.callback === callback && each.capture === capture);
    if (found) this.#drop(found);
  }

  has(type: string): boolean {
    return this.#list(type).length > 0;
  }

  /** Calls the listeners; an exception in one is reported and does not keep
   *  the others from being called. False where the default was prevented. */
  dispatch(event: Event, target: object): boolean {
    const {type} = event;
    eventControl.begin(event, target);
    // The listeners of this moment: one added meanwhile is not called, one
    // removed meanwhile neither (`removed`).
    const list = this.#list(type);
    if (!eventControl.isPropagationStopped(event)) {
      this.#invoke(list, true, event, target);
    }
    if (!eventControl.isPropagationStopped(event)) {
      this.#invoke(list, false, event, target);
    }
    eventControl.end(event);
    return !event.defaultPrevented;
  }

  #invoke(
      list: readonly Listener[], capture: boolean, event: Event,
      target: object): void {
    for (const listener of list) {
      if (listener.capture !== capture || listener.removed) continue;
      if (listener.once) this.#drop(listener);
      eventControl.enterPassive(event, listener.passive);
      try {
        call(listener.callback, event, target);
      } catch (error) {
        reportException(error);
      }
      eventControl.enterPassive(event, false);
      if (eventControl.isStopped(event)) return;
    }
  }

  #list(type: string): readonly Listener[] {
    return this.#byType?.get(type) ?? NONE;
  }

  #drop(listener: Listener): void {
    listener.removed = true;
    this.#set(
        listener.type,
        this.#list(listener.type).filter((each) => each !== listener));
  }

  #set(type: string, list: readonly Listener[]): void {
    this.#byType ??= new Map();
    this.#byType.set(type, list);
    this.onChange?.(type, list.length);
  }
}

const NONE: readonly Listener[] = [];

function call(
    callback: EventListenerOrEventListenerObject, event: Event,
    target: object): void {
  if (typeof callback === 'function') {
    Reflect.apply(callback, target, [event]);
    return;
  }
  // Looked up at each call, as the standard asks: it may have been replaced.
  const {handleEvent} = callback;
  if (typeof handleEvent !== 'function') {
    throw new TypeError("The event listener has no 'handleEvent' function.");
  }
  Reflect.apply(handleEvent, callback, [event]);
}
