/** The process that the program runs in.
 *
 *  A sandbox realm (rt:realm) sees little of it: `args` is empty, `pid` and `rss` are 0,
 *  cpuUsage() is that of its thread, `env` has the variables of `sandbox.env` and cannot
 *  be changed. cwd() needs `sandbox.read` for that folder. exit() and the listening to
 *  signals cannot be granted. What is denied throws an Error with the code 'EPERM'. */
declare module 'rt:process' {
  /** Standard output or standard error. */
  export interface OutputStream {
    readonly fd: number;
    readonly isTerminal: boolean;
    /** The terminal's width in characters; 0 where it is no terminal. */
    readonly columns: number;
    /** Writes text (as UTF-8) or bytes, all of it before it returns. False where
     *  that failed: the reader is gone, the disk is full. */
    write(data: string | Uint8Array): boolean;
  }

  export interface MemoryUsage {
    /** Bytes of the process that are in memory. */
    rss: number;
    /** Bytes of the calling realm's heap: reserved, used, */
    heapTotal: number;
    heapUsed: number;
    /** and of what its objects hold outside of it. */
    external: number;
  }

  /** Microseconds of CPU time. */
  export interface CpuUsage {
    user: number;
    system: number;
  }

  export type Signal = `SIG${string}`;

  /** The arguments after the script on the command line. */
  export const args: string[];
  /** The environment, live: assigning to a name sets the variable for the whole
   *  process, `delete` removes it. */
  export const env: Record<string, string | undefined>;
  export const pid: number;
  export const platform: 'linux';
  export const arch: 'x64';
  /** Of rt and of V8. */
  export const versions: { readonly rt: string; readonly v8: string };
  export const stdout: OutputStream;
  export const stderr: OutputStream;

  /** Ends the process, with all realms, from whichever realm it is called, after
   *  the 'exit' listeners of this realm and of the main one have run. Without a
   *  code: exitCode, or 0. */
  export function exit(code?: number): never;
  /** The working folder. Throws where it does not exist any more. */
  export function cwd(): string;
  export function memoryUsage(): MemoryUsage;
  /** Of all threads of the process since its start, or since `previous`. */
  export function cpuUsage(previous?: CpuUsage): CpuUsage;

  /** 'exit': the realm ends; only what a listener does at once is done. A signal:
   *  while it has a listener its default action is not taken; a listener does not
   *  keep the process alive. Throws a TypeError for a name that is neither. */
  export function on(name: 'exit', listener: (code: number) => void): void;
  export function on(name: Signal, listener: (name: Signal) => void): void;
  export function once(name: 'exit', listener: (code: number) => void): void;
  export function once(name: Signal, listener: (name: Signal) => void): void;
  export function off(
      name: 'exit' | Signal, listener: (...args: never[]) => void): void;

  const process: {
    /** The code that the process ends with when it ends by itself: an integer, of
     *  which the lowest 8 bits count. Anything else throws a TypeError. */
    exitCode: number | undefined;
    readonly args: typeof args;
    readonly env: typeof env;
    readonly pid: typeof pid;
    readonly platform: typeof platform;
    readonly arch: typeof arch;
    readonly versions: typeof versions;
    readonly stdout: OutputStream;
    readonly stderr: OutputStream;
    exit: typeof exit;
    cwd: typeof cwd;
    memoryUsage: typeof memoryUsage;
    cpuUsage: typeof cpuUsage;
    on: typeof on;
    once: typeof once;
    off: typeof off;
  };
  export default process;
}
