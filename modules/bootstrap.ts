// The entry of the bundle that the start-up snapshot is made from. It runs once, at
// build time, in a context without a process: it lays the globals on globalThis and
// leaves behind the registry. What belongs to a process or a realm is set by
// `internal.start` when a realm starts.

import * as process from './process/process.ts';
import {warmUp} from './warm_up.ts';
import {inspect} from './web/inspect.ts';
import {installGlobals} from './web/globals.ts';
import {announceLateHandler, offerException, offerRejection} from './web/report_error.ts';

installGlobals();
warmUp();

/** What C++ knows when a realm starts. */
interface RealmStart {
  /** The program's arguments. */
  readonly args: string[];
  /** Of rt and V8. */
  readonly versions: Record<string, string>;
}

/** The exports of the rt: modules by specifier. They are read when a module is
 *  first imported, after `start`. */
const modules: Record<string, object> = {
  'rt:process': {
    get args() {
      return process.args;
    },
    get pid() {
      return process.pid;
    },
    get versions() {
      return process.versions;
    },
    default: process.process,
    arch: process.arch,
    env: process.env,
    platform: process.platform,
    stderr: process.stderr,
    stdout: process.stdout,
    cpuUsage: process.cpuUsage,
    cwd: process.cwd,
    exit: process.exit,
    memoryUsage: process.memoryUsage,
    off: process.off,
    on: process.on,
    once: process.once,
  },
};

/** The functions that C++ calls. */
const internal = {
  /** First of all, once in a realm. */
  start(realm: RealmStart): void {
    // The realm's times count from here.
    natives.performance.timeOrigin();
    process.startProcess(realm);
  },
  /** An error that nobody caught: true where a listener of 'error' handled it. */
  offerException,
  /** A rejection without a handler: true where a listener of 'unhandledrejection'
   *  handled it. */
  offerRejection,
  /** The rejection that was offered has a handler now. */
  announceLateHandler,
  /** When the realm ends by itself, or by an uncaught error (then with code 1):
   *  runs the 'exit' listeners and returns the exit code. */
  finish: process.finish,
  /** A value as console.log shows it, for messages to people. */
  inspect,
};

export const registry = {modules, internal};
