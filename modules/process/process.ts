// rt:process: the process that the realm runs in. process.d.ts says what each
// export is for.

import {env} from './env.ts';
import {emit, off, on, once} from './listeners.ts';
import {OutputStream} from './output_stream.ts';

export const platform = 'linux' as const;
export const arch = 'x64' as const;

export let args: string[] = [];
export let pid = 0;
export let versions: {readonly rt: string, readonly v8: string};

/** Called once, when the realm starts. */
export function startProcess(scriptArgs: string[]): void {
  args = scriptArgs;
  pid = natives.process.pid();
  const [rt, v8] = natives.process.versions();
  versions = Object.freeze({rt, v8});
}

export const stdout = new OutputStream(1);
export const stderr = new OutputStream(2);

let exitCode: number|undefined;
let exiting = false;

function toExitCode(value: unknown): number|undefined {
  if (value === undefined || value === null) return undefined;
  const code = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof code === 'number' && Number.isInteger(code)) return code & 0xff;
  throw new TypeError(`An exit code is an integer, not ${String(value)}.`);
}

/** Tells the 'exit' listeners that the realm ends, once, and returns the code
 *  that it ends with: `code`, else exitCode, else 0. A listener may set
 *  exitCode. */
export function finish(code?: number): number {
  if (code !== undefined) exitCode = code;
  if (!exiting) {
    exiting = true;
    emit('exit', exitCode ?? 0);
  }
  return exitCode ?? 0;
}

export function exit(code?: number): never {
  natives.errors.mayExit();
  natives.errors.exit(finish(toExitCode(code)));
}

export function cwd(): string {
  return natives.process.cwd();
}

export function memoryUsage() {
  const [rss, heapTotal, heapUsed, external] = natives.process.memoryUsage();
  return {rss, heapTotal, heapUsed, external};
}

export function cpuUsage(previous?: {user: number, system: number}) {
  const [user, system] = natives.process.cpuUsage();
  return {
    user: user - (previous?.user ?? 0),
    system: system - (previous?.system ?? 0),
  };
}

export {env, off, on, once};

/** The module's default export, which alone can have an exitCode to assign. */
export const process = {
  get args() {
    return args;
  },
  get pid() {
    return pid;
  },
  get versions() {
    return versions;
  },
  get exitCode(): number|undefined {
    return exitCode;
  },
  set exitCode(code: number|undefined) {
    exitCode = toExitCode(code);
  },
  arch,
  env,
  platform,
  stderr,
  stdout,
  cpuUsage,
  cwd,
  exit,
  memoryUsage,
  off,
  on,
  once,
};
