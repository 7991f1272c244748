// The entry of the bundle that the start-up snapshot is made from. It runs once, at
// build time, in a context without a process: it lays the globals on globalThis and
// leaves behind the registry. What belongs to a process or a realm is set by
// `internal.start` when a realm starts.

import {filePart, httpPart, storesPart} from './parts.ts';
import * as process from './process/process.ts';
import * as profiler from './profiler/profiler.ts';
import {packError} from './realm/error_transport.ts';
import * as realm from './realm/realm.ts';
import {RealmPool} from './realm/realm_pool.ts';
import {runDry} from './realm/run_dry.ts';
import {serveEntry, setServer} from './realm/serve.ts';
import {transfer} from './realm/transfer.ts';
import {inspect} from './web/inspect.ts';
import {makeTranspiler} from './typescript/typescript.ts';
import {installGlobals} from './web/globals.ts';
import type {MessagePort} from './web/message_port.ts';
import {portHooks} from './web/message_port.ts';
import {announceLateHandler, offerException, offerRejection} from './web/report_error.ts';
import {prepareStackTrace} from './web/stack_trace.ts';
import {cloningHooks} from './web/structured_clone.ts';
import {startWorkerScope} from './web/worker_scope.ts';
import {warmUp} from './warm_up.ts';

installGlobals();
warmUp();
setServer((...call) => httpPart().serveCall(...call));

/** What C++ knows when a realm starts. */
interface RealmStart {
  /** The program's arguments. */
  readonly args: string[];
  readonly id: number;
  readonly name: string;
  readonly kind: 'main'|'thread'|'pooled'|'sandbox'|'process';
  /** The global is that of a Worker. */
  readonly isWorker: boolean;
  /** What its maker gave it, and the port to it. */
  readonly data?: unknown;
  readonly port?: MessagePort;
  /** What its maker's calls come through; a Worker has none. */
  readonly calls?: MessagePort;
}

/** The exports of the rt: modules by specifier. They are read when a module is
 *  first imported, after `start`. */
const modules: {
  'rt:cache': typeof import('rt:cache'),
  'rt:config': typeof import('rt:config'),
  'rt:file': typeof import('rt:file'),
  'rt:http': typeof import('rt:http'),
  'rt:kv': typeof import('rt:kv'),
  'rt:process': typeof import('rt:process'),
  'rt:profiler': typeof import('rt:profiler'),
  'rt:realm': typeof import('rt:realm'),
  'rt:secret': typeof import('rt:secret'),
} = {
  'rt:cache': {
    get open() {
      return storesPart().openCache;
    },
  },
  'rt:config': {
    get open() {
      return storesPart().openConfig;
    },
  },
  'rt:file': {
    get DiskFileSystem() {
      return filePart().DiskFileSystem;
    },
  },
  'rt:http': {
    get serve() {
      return httpPart().serve as typeof import('rt:http').serve;
    },
    get upgradeWebSocket() {
      return httpPart().upgradeWebSocket;
    },
  },
  'rt:kv': {
    get open() {
      return storesPart().openKv;
    },
  },
  'rt:secret': {
    get open() {
      return storesPart().openSecret;
    },
  },
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
  'rt:realm': {
    get data() {
      return realm.data;
    },
    get id() {
      return realm.id;
    },
    get kind() {
      return realm.kind;
    },
    get name() {
      return realm.name;
    },
    get port() {
      return realm.port;
    },
    Realm: realm.Realm,
    RealmPool,
    transfer,
  },
  'rt:profiler': {
    get startProfiling() {
      natives.profiler.prepare();
      return profiler.startProfiling;
    },
    stopProfiling: profiler.stopProfiling,
  },
};

/** The functions that C++ calls. */
const internal = {
  /** First of all, once in a realm. */
  start(start: RealmStart): void {
    // The realm's times count from here.
    natives.performance.timeOrigin();
    process.startProcess(start.args);
    realm.startRealm(start);
    if (start.isWorker) startWorkerScope(start.port!, start.name);
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
  /** From amaro's WebAssembly.Module: what transpiles TypeScript. */
  makeTranspiler,
  /** An error's `stack`. */
  prepareStackTrace,
  /** Does nothing: to be called is enough (Realm::Unwind). */
  nothing(): void {},
  /** An error that ends this realm, for the one that made it. */
  packError,
  /** A realm that this one made has ended. */
  endRealm: realm.endRealm,
  enforceRealm: realm.enforceRealm,
  /** The entry is being evaluated: its exports may be called when it is. */
  serveEntry,
  /** The same for --serve: what it exports by default answers HTTP requests. */
  serveDefault: (...args: Parameters<ReturnType<typeof httpPart>['serveDefault']>) =>
      httpPart().serveDefault(...args),
  /** Nothing is left to do. Returns whether the realm waits for calls, or for realms
   *  that do. */
  runDry,
  ...cloningHooks,
  ...portHooks,
};

export const registry = {modules, internal};
