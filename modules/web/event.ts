// Event and the interfaces derived from it (https://dom.spec.whatwg.org/#events,
// https://html.spec.whatwg.org/#the-errorevent-interface and following).

import {defineConstants, requireArguments, toDictionary} from './webidl.ts';

/** What EventTarget does to an event, which no program may. */
interface EventControl {
  begin(event: Event, target: object): void;
  end(event: Event): void;
  enterPassive(event: Event, passive: boolean): void;
  isDispatching(event: Event): boolean;
  /** No listener of another phase shall be called. */
  isPropagationStopped(event: Event): boolean;
  /** No further listener at all shall be called. */
  isStopped(event: Event): boolean;
  /** It was made now. */
  stamp(event: Event): void;
  trust(event: Event): void;
  distrust(event: Event): void;
}

export let eventControl: EventControl;

/** The getter is one function for all events, as Web IDL asks. */
let isTrusted: PropertyDescriptor;

export class Event {
  #type: string;
  #bubbles: boolean;
  #cancelable: boolean;
  readonly #composed: boolean;
  #timeStamp = natives.performance.now();
  #target: object | null = null;
  #dispatching = false;
  #stopPropagation = false;
  #stopImmediate = false;
  #canceled = false;
  #passive = false;
  #trusted = false;

  constructor(type: string, init: EventInit|null = null) {
    requireArguments(arguments.length, 1, "construct 'Event'");
    const options = toDictionary(init, "construct 'Event'");
    this.#type = `${type}`;
    this.#bubbles = Boolean(options.bubbles);
    this.#cancelable = Boolean(options.cancelable);
    this.#composed = Boolean(options.composed);
    // [LegacyUnforgeable]: an own property that can't be taken away.
    Object.defineProperty(this, 'isTrusted', isTrusted);
  }

  declare readonly isTrusted: boolean;

  get type(): string {
    return this.#type;
  }

  get target(): EventTarget | null {
    return this.#target as EventTarget | null;
  }

  get srcElement(): EventTarget | null {
    return this.#target as EventTarget | null;
  }

  get currentTarget(): EventTarget | null {
    return this.#dispatching ? this.#target as EventTarget | null : null;
  }

  get eventPhase(): number {
    return this.#dispatching ? Event.AT_TARGET : Event.NONE;
  }

  get bubbles(): boolean {
    return this.#bubbles;
  }

  get cancelable(): boolean {
    return this.#cancelable;
  }

  get composed(): boolean {
    return this.#composed;
  }

  get defaultPrevented(): boolean {
    return this.#canceled;
  }

  get timeStamp(): number {
    return this.#timeStamp;
  }

  get cancelBubble(): boolean {
    return this.#stopPropagation;
  }

  set cancelBubble(value: boolean) {
    if (value) this.#stopPropagation = true;
  }

  get returnValue(): boolean {
    return !this.#canceled;
  }

  set returnValue(value: boolean) {
    if (!value) this.preventDefault();
  }

  composedPath(): EventTarget[] {
    return this.#dispatching ? [this.#target as EventTarget] : [];
  }

  stopPropagation(): void {
    this.#stopPropagation = true;
  }

  stopImmediatePropagation(): void {
    this.#stopPropagation = true;
    this.#stopImmediate = true;
  }

  preventDefault(): void {
    if (this.#cancelable && !this.#passive) this.#canceled = true;
  }

  /** Legacy: gives an event that is not being dispatched other values. */
  initEvent(type: string, bubbles = false, cancelable = false): void {
    requireArguments(arguments.length, 1, "execute 'initEvent' on 'Event'");
    type = `${type}`;
    if (this.#dispatching) return;
    this.#type = type;
    this.#bubbles = Boolean(bubbles);
    this.#cancelable = Boolean(cancelable);
    this.#target = null;
    this.#stopPropagation = false;
    this.#stopImmediate = false;
    this.#canceled = false;
    this.#trusted = false;
  }

  declare readonly NONE: 0;
  declare readonly CAPTURING_PHASE: 1;
  declare readonly AT_TARGET: 2;
  declare readonly BUBBLING_PHASE: 3;
  declare static readonly NONE: 0;
  declare static readonly CAPTURING_PHASE: 1;
  declare static readonly AT_TARGET: 2;
  declare static readonly BUBBLING_PHASE: 3;

  static {
    eventControl = {
      begin(event, target) {
        event.#target = target;
        event.#dispatching = true;
      },
      end(event) {
        event.#dispatching = false;
        event.#stopPropagation = false;
        event.#stopImmediate = false;
        event.#passive = false;
      },
      enterPassive(event, passive) {
        event.#passive = passive;
      },
      isDispatching: (event) => event.#dispatching,
      isPropagationStopped: (event) => event.#stopPropagation,
      isStopped: (event) => event.#stopImmediate,
      stamp(event) {
        event.#timeStamp = natives.performance.now();
      },
      trust(event) {
        event.#trusted = true;
      },
      distrust(event) {
        event.#trusted = false;
      },
    };
    isTrusted = {
      get(this: Event) {
        return this.#trusted;
      },
      enumerable: true,
      configurable: false,
    };
  }
}

defineConstants(
    Event, {NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3});
