// What a worker's global has beside that of any realm
// (https://html.spec.whatwg.org/#dedicatedworkerglobalscope).

import {defineEventHandlers} from './event_handler.ts';
import type {MessagePort} from './message_port.ts';
import {portControl} from './message_port.ts';
import {exposeFunctions, exposeReplaceable, requireArguments} from './webidl.ts';

/** Called once, when the worker's realm starts. */
export function startWorkerScope(port: MessagePort, name: string): void {
  exposeReplaceable('name', () => name);
  exposeFunctions({
    postMessage(
        message: unknown,
        options?: StructuredSerializeOptions | Transferable[]): void {
      requireArguments(
          arguments.length, 1,
          "execute 'postMessage' on 'DedicatedWorkerGlobalScope'");
      port.postMessage(message, options);
    },
    close(): void {
      port.close();
      natives.realm.close();
    },
  });
  defineEventHandlers(globalThis, ['message', 'messageerror']);
  portControl.redirect(port, globalThis);
}
