// Event and EventTarget: https://dom.spec.whatwg.org/#events
import {assertArrayEquals, assertEquals, assertThrows, assertTrue, test} from '../harness.js';

test('an event has the defaults of the standard', () => {
  const event = new Event('x');
  assertEquals(event.type, 'x');
  assertEquals(event.target, null);
  assertEquals(event.currentTarget, null);
  assertEquals(event.srcElement, null);
  assertEquals(event.eventPhase, 0);
  assertEquals(event.bubbles, false);
  assertEquals(event.cancelable, false);
  assertEquals(event.composed, false);
  assertEquals(event.defaultPrevented, false);
  assertEquals(event.isTrusted, false);
  assertEquals(event.returnValue, true);
  assertEquals(event.cancelBubble, false);
  assertArrayEquals(event.composedPath(), []);
  assertTrue(event.timeStamp > 0 && event.timeStamp <= performance.now());
});

test('the constructor converts its arguments', () => {
  assertEquals(new Event(null).type, 'null');
  assertEquals(new Event(undefined).type, 'undefined');
  assertEquals(new Event('x', null).cancelable, false);
  assertEquals(new Event('x', {cancelable: 1}).cancelable, true);
  assertThrows(() => new Event(), TypeError);
  assertThrows(() => new Event('x', 3), TypeError);
  assertThrows(() => Event('x'), TypeError);
});

test('isTrusted can neither be redefined nor shadowed', () => {
  const event = new Event('x');
  const descriptor = Object.getOwnPropertyDescriptor(event, 'isTrusted');
  assertEquals(descriptor.configurable, false);
  assertEquals(descriptor.enumerable, true);
  assertEquals(
      descriptor.get,
      Object.getOwnPropertyDescriptor(new Event('y'), 'isTrusted').get);
});

test('listeners run in order, capturing ones first', () => {
  const target = new EventTarget();
  const log = [];
  target.addEventListener('x', () => log.push('a'));
  target.addEventListener('x', () => log.push('b'), true);
  target.addEventListener('x', () => log.push('c'), {capture: false});
  target.addEventListener('x', () => log.push('d'), {capture: true});
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, ['b', 'd', 'a', 'c']);
});

test('during the dispatch the event knows its target', () => {
  const target = new EventTarget();
  const event = new Event('x');
  let seen;
  target.addEventListener('x', function (e) {
    seen = [
      this === target, e === event, e.target === target,
      e.currentTarget === target, e.eventPhase === Event.AT_TARGET,
      e.composedPath().length === 1 && e.composedPath()[0] === target,
    ];
  });
  target.dispatchEvent(event);
  assertArrayEquals(seen, [true, true, true, true, true, true]);
  assertEquals(event.target, target);
  assertEquals(event.currentTarget, null);
  assertEquals(event.eventPhase, Event.NONE);
  assertArrayEquals(event.composedPath(), []);
});

test('the same listener is added once for each capture', () => {
  const target = new EventTarget();
  let count = 0;
  const listener = () => count++;
  target.addEventListener('x', listener);
  target.addEventListener('x', listener, {once: true});
  target.addEventListener('x', listener, {capture: true});
  target.dispatchEvent(new Event('x'));
  assertEquals(count, 2);
  target.removeEventListener('x', listener);
  target.dispatchEvent(new Event('x'));
  assertEquals(count, 3);
});

test('once: the listener is gone before it is called', () => {
  const target = new EventTarget();
  let count = 0;
  target.addEventListener('x', () => {
    count++;
    target.dispatchEvent(new Event('x'));
  }, {once: true});
  target.dispatchEvent(new Event('x'));
  assertEquals(count, 1);
});

test('a listener added during the dispatch is not called', () => {
  const target = new EventTarget();
  const log = [];
  target.addEventListener('x', () => {
    log.push('first');
    target.addEventListener('x', () => log.push('added'));
  }, {once: true});
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, ['first']);
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, ['first', 'added']);
});

test('a listener removed during the dispatch is not called', () => {
  const target = new EventTarget();
  const log = [];
  const second = () => log.push('second');
  target.addEventListener('x', () => target.removeEventListener('x', second));
  target.addEventListener('x', second);
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, []);
});

test('stopImmediatePropagation keeps the rest from being called', () => {
  const target = new EventTarget();
  const log = [];
  target.addEventListener('x', (e) => {
    log.push(1);
    e.stopImmediatePropagation();
  });
  target.addEventListener('x', () => log.push(2));
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, [1]);
});

test('stopPropagation in a capturing listener keeps the others from it', () => {
  const target = new EventTarget();
  const log = [];
  target.addEventListener('x', () => log.push('bubble'));
  target.addEventListener('x', (e) => {
    log.push('capture 1');
    e.stopPropagation();
  }, true);
  target.addEventListener('x', () => log.push('capture 2'), true);
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, ['capture 1', 'capture 2']);
});

test('an event stopped beforehand reaches nobody, then is as new', () => {
  const target = new EventTarget();
  let count = 0;
  target.addEventListener('x', () => count++);
  const event = new Event('x');
  event.stopPropagation();
  assertEquals(event.cancelBubble, true);
  target.dispatchEvent(event);
  assertEquals(count, 0);
  assertEquals(event.cancelBubble, false);
  target.dispatchEvent(event);
  assertEquals(count, 1);
});

test('preventDefault counts for cancelable events only', () => {
  const target = new EventTarget();
  target.addEventListener('x', (e) => e.preventDefault());
  assertEquals(target.dispatchEvent(new Event('x')), true);
  const event = new Event('x', {cancelable: true});
  assertEquals(target.dispatchEvent(event), false);
  assertEquals(event.defaultPrevented, true);
  assertEquals(event.returnValue, false);
});

test('preventDefault has no effect in a passive listener', () => {
  const target = new EventTarget();
  target.addEventListener('x', (e) => e.preventDefault(), {passive: true});
  assertEquals(target.dispatchEvent(new Event('x', {cancelable: true})), true);
  target.addEventListener('x', (e) => {
    e.returnValue = false;
  });
  assertEquals(target.dispatchEvent(new Event('x', {cancelable: true})), false);
});

test('handleEvent is looked up at each call, with the object as this', () => {
  const target = new EventTarget();
  const log = [];
  const listener = {};
  target.addEventListener('x', listener);
  listener.handleEvent = function (e) {
    log.push(this === listener, e.type);
  };
  target.dispatchEvent(new Event('x'));
  assertArrayEquals(log, [true, 'x']);
});

test('an event that is being dispatched cannot be dispatched', () => {
  const target = new EventTarget();
  const event = new Event('x');
  let error;
  target.addEventListener('x', () => {
    error = assertThrows(() => target.dispatchEvent(event), 'InvalidStateError');
  });
  target.dispatchEvent(event);
  assertEquals(error.code, 11);
});

test('a null listener is ignored, one of a wrong type refused', () => {
  const target = new EventTarget();
  target.addEventListener('x', null);
  target.removeEventListener('x', null);
  assertThrows(() => target.addEventListener('x'), TypeError);
  assertThrows(() => target.addEventListener('x', 'f'), TypeError);
  assertThrows(() => target.dispatchEvent({type: 'x'}), TypeError);
  assertThrows(() => target.dispatchEvent(), TypeError);
});

test('a method called on something else is refused', () => {
  const add = EventTarget.prototype.addEventListener;
  assertThrows(() => add.call({}, 'x', () => {}), TypeError);
  const {get} = Object.getOwnPropertyDescriptor(Event.prototype, 'type');
  assertThrows(() => get.call({}), TypeError);
});

test('signal: the listener goes when the signal aborts', () => {
  const target = new EventTarget();
  const controller = new AbortController();
  let count = 0;
  const {signal} = controller;
  target.addEventListener('x', () => count++, {signal});
  target.dispatchEvent(new Event('x'));
  controller.abort();
  target.dispatchEvent(new Event('x'));
  target.addEventListener('x', () => count++, {signal});
  target.dispatchEvent(new Event('x'));
  assertEquals(count, 1);
  assertThrows(
      () => target.addEventListener('x', () => {}, {signal: null}), TypeError);
});

test('what a listener throws is reported, and the others run', () => {
  const target = new EventTarget();
  const error = new Error('from a listener');
  const seen = [];
  const onError = (e) => {
    seen.push(e.error, e.isTrusted, e.cancelable);
    e.preventDefault();
  };
  addEventListener('error', onError);
  target.addEventListener('x', () => {
    throw error;
  });
  target.addEventListener('x', () => seen.push('second'));
  target.addEventListener('x', {handleEvent: 3});
  target.dispatchEvent(new Event('x'));
  removeEventListener('error', onError);
  assertArrayEquals(seen.slice(0, 4), [error, true, true, 'second']);
  assertEquals(seen[4].constructor, TypeError);
});

test('CustomEvent carries its detail', () => {
  const detail = {};
  const event = new CustomEvent('x', {detail, bubbles: true});
  assertEquals(event.detail, detail);
  assertEquals(event.bubbles, true);
  assertEquals(new CustomEvent('x').detail, null);
  assertTrue(event instanceof Event);
});

test('ErrorEvent, MessageEvent and PromiseRejectionEvent have their members', () => {
  const error = new RangeError('r');
  const init = {message: 'm', filename: 'f', lineno: 3, colno: -1, error};
  const event = new ErrorEvent('error', init);
  assertArrayEquals(
      [event.message, event.filename, event.lineno, event.colno, event.error],
      ['m', 'f', 3, 2 ** 32 - 1, error]);
  assertEquals(new ErrorEvent('error').error, undefined);
  const message = new MessageEvent('message', {data: 5, lastEventId: 7});
  assertArrayEquals(
      [message.data, message.origin, message.lastEventId, message.source],
      [5, '', '7', null]);
  assertEquals(new MessageEvent('message').data, null);
  assertTrue(Object.isFrozen(message.ports));
  const promise = Promise.resolve();
  const rejection =
      new PromiseRejectionEvent('unhandledrejection', {promise, reason: 1});
  assertEquals(rejection.promise, promise);
  assertEquals(rejection.reason, 1);
  assertThrows(() => new PromiseRejectionEvent('x'), TypeError);
  assertThrows(() => new PromiseRejectionEvent('x', {}), TypeError);
});

test('a class derived from EventTarget is one', () => {
  class Derived extends EventTarget {}
  const target = new Derived();
  let seen;
  target.addEventListener('x', (e) => seen = e.target);
  target.dispatchEvent(new Event('x'));
  assertEquals(seen, target);
});

test('globalThis is an EventTarget, also without a this', () => {
  assertTrue(globalThis instanceof EventTarget);
  let seen;
  addEventListener('global-x', (e) => seen = e.target, {once: true});
  dispatchEvent(new Event('global-x'));
  assertEquals(seen, globalThis);
});

test('initEvent gives an event other values, unless it is under way', () => {
  const event = new Event('x', {cancelable: true});
  event.preventDefault();
  event.initEvent('y', true, false);
  assertArrayEquals(
      [event.type, event.bubbles, event.cancelable, event.defaultPrevented],
      ['y', true, false, false]);
  const target = new EventTarget();
  target.addEventListener('y', (e) => e.initEvent('z'));
  target.dispatchEvent(event);
  assertEquals(event.type, 'y');
});
