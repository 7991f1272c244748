"""What the tests of fetch share."""

import json
import re

from rt_run import RtTest

_PREAMBLE = """
    const show = (value: unknown) => console.log(JSON.stringify(value));
    const failed = (promise: Promise<unknown>) => promise.then(
        () => { throw new Error('not rejected'); },
        (error: any) => ({
          name: error.name, message: error.message,
          code: error.cause?.code, phase: error.cause?.phase,
        }));
"""

# No proxy of the machine that the tests run on.
NO_PROXY = {name: None for name in (
    "http_proxy", "https_proxy", "all_proxy", "no_proxy",
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")}


class FetchTest(RtTest):
    def shown(self, program: str, *flags: str, env: dict | None = None, timeout: float = 60,
              **names: object) -> list:
        """What the program showed, a value a line. Each of `names` stands in it for a
        value. It must end by itself, with code 0."""
        for name, value in names.items():
            program = re.sub(rf"\b{name}\b", lambda _, value=value: str(value), program)
        result = self.rt("run", *flags, "main.ts", files={"main.ts": _PREAMBLE + program},
                         env=NO_PROXY | (env or {}), timeout=timeout)
        self.assertEqual((result.code, result.stderr), (0, ""), str(result))
        return [json.loads(line) for line in result.stdout.splitlines()]
