"""A test of realms: main.ts beside its entries, which says what it found as JSON."""

import json

from rt_run import RtTest

_PREAMBLE = """
    import {Realm, RealmPool, transfer} from 'rt:realm';
    const start = (entry: string, more = {}) =>
        new Realm({entry: `./${entry}.ts`, thread: true, ...more});
    const show = (value: unknown) => console.log(JSON.stringify(value));
    const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const caught = (promise: Promise<unknown>) => promise.then(
        () => { throw new Error('not rejected'); }, (error: any) => error);
"""


class RealmTest(RtTest):
    """`worker="..."` is the entry ./worker.ts, which start('worker') starts."""

    def values(self, main: str, *flags: str, timeout: float = 60, **entries: str):
        """What main.ts showed, a value a line. It must end by itself, with code 0."""
        files = {f"{name}.ts": text for name, text in entries.items()}
        result = self.rt("run", *flags, "main.ts",
                         files={"main.ts": _PREAMBLE + main, **files}, timeout=timeout)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]
