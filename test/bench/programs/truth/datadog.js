// node datadog.js OUT lines|cpu SCRIPT: runs SCRIPT under @datadog/pprof's time
// profiler, with a tick each millisecond. It tells lines or CPU time, not both.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import pprof from '@datadog/pprof';

const [out, mode, script] = process.argv.slice(2);
const told = mode === 'lines'
  ? { lineNumbers: true }
  : { withContexts: true, collectCpuTime: true, useCPED: true };
pprof.time.start({ durationMillis: 60_000, intervalMicros: 1000, ...told });
await import(pathToFileURL(script).href);
writeFileSync(out, pprof.encodeSync(pprof.time.stop()));
