// Reporting an exception (https://html.spec.whatwg.org/#report-an-exception):
// an 'error' event at globalThis, and where no listener prevents its default, the
// end of the realm.

import {ErrorEvent, PromiseRejectionEvent} from './events.ts';
import {dispatchTrusted, listenersOf} from './event_target.ts';
import {requireArguments} from './webidl.ts';

/** Where an error was thrown, as of an ErrorEvent: message, file, line, column. */
type Place = [string, string, number, number];

/** Of errors that other realms threw, of which this one's engine knows nothing. */
const foreignPlaces = new WeakMap<WeakKey, Place>();

export function setForeignPlace(error: unknown, place: Place): void {
  if (typeof error === 'object' && error !== null) {
    foreignPlaces.set(error, place);
  }
}

function placeOf(error: unknown): Place {
  return foreignPlaces.get(error as WeakKey) ?? natives.errors.describe(error);
}

/** The error that a listener of 'error' throws is not an event again. */
let isReporting = false;

/** Offers an error that nobody caught to the listeners of 'error'. Returns
 *  whether one of them handled it. */
export function offerException(error: unknown): boolean {
  if (isReporting || !listenersOf(globalThis).has('error')) return false;
  const [message, filename, lineno, colno] = placeOf(error);
  const event = new ErrorEvent(
      'error', {message, filename, lineno, colno, error, cancelable: true});
  isReporting = true;
  const handled = !dispatchTrusted(globalThis, event);
  isReporting = false;
  return handled;
}

/** What a callback that rt called threw. */
export function reportException(error: unknown): void {
  if (!offerException(error)) natives.errors.reportUncaught(error);
}

/** Offers a rejection that nobody handled to the listeners of
 *  'unhandledrejection'. Returns whether one of them handled it. */
export function offerRejection(
    promise: Promise<unknown>, reason: unknown): boolean {
  return !dispatchRejection('unhandledrejection', promise, reason, true);
}

/** Tells that a rejection that was offered has found its handler after all. */
export function announceLateHandler(
    promise: Promise<unknown>, reason: unknown): void {
  dispatchRejection('rejectionhandled', promise, reason, false);
}

function dispatchRejection(
    type: string, promise: Promise<unknown>, reason: unknown,
    cancelable: boolean): boolean {
  if (!listenersOf(globalThis).has(type)) return true;
  return dispatchTrusted(
      globalThis, new PromiseRejectionEvent(type, {promise, reason, cancelable}));
}

/** A method, so that it is no constructor. */
export const reporting = {
  reportError(error: unknown): void {
    requireArguments(arguments.length, 1, "execute 'reportError'");
    reportException(error);
  },
};
