/** CPU profiles of the calling realm, taken by its own code. They have nothing to do
 *  with `rt run --profile` and may run beside it. */
declare module 'rt:profiler' {
  export interface ProfileOptions {
    /** Microseconds between two samples, from 100 to 1,000,000, in steps of 100
     *  (rounded down). Default: 1000. */
    interval?: number;
  }

  /** Starts to record the calling realm. Any number of profiles may run at once, under
   *  different names, nested or not; each costs what it samples.
   *
   *  Throws an Error that names the profile where one of that name runs already, a
   *  TypeError or RangeError for a name or an interval that is none. */
  export function startProfiling(name: string, options?: ProfileOptions): void;

  /** Ends the profile and returns it: what a profile.pb holds, gzip around pprof's
   *  profile.proto, for `go tool pprof` and its like. docs/profiles.md says what is
   *  in it.
   *
   *  Throws an Error that names the profile where none of that name runs. */
  export function stopProfiling(name: string): Uint8Array<ArrayBuffer>;
}
