"""A test of remote realms: main.ts, which starts them on a host of the test's."""

import json

from realm_host import TOKEN, RealmHost
from rt_run import RtTest

_PREAMBLE = """
    import {Realm} from 'rt:realm';
    const remote = REMOTE, token = TOKEN;
    const start = (entry: string, more = {}) =>
        new Realm({entry: `./${entry}.ts`, remote, token, ...more});
    const show = (value: unknown) => console.log(JSON.stringify(value));
    const caught = (promise: Promise<unknown>) => promise.then(
        () => { throw new Error('not rejected'); },
        (error: any) => ({code: error.code, message: error.message}));
"""


class RemoteTest(RtTest):
    """`worker="..."` is the entry app/worker.ts, which start('worker') starts."""

    def preamble(self, host: RealmHost) -> str:
        return _PREAMBLE.replace("REMOTE", json.dumps(host.url)).replace(
            "TOKEN", json.dumps(TOKEN))

    def values(self, host: RealmHost, main: str, *flags: str, **entries: str):
        """What main.ts showed, a value a line. It must end by itself, with code 0."""
        files = {f"app/{name}.ts": text for name, text in entries.items()}
        result = self.rt("run", *flags, "app/main.ts",
                         files={"app/main.ts": self.preamble(host) + main, **files})
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]
