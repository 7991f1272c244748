"""AbortSignal.any() against V8's garbage collector: what lives, what goes."""

import unittest

from rt_run import RtTest

# With a small heap, so that a few MB make V8 collect the whole of it.
HEAP_MB = "24"

COLLECT = """
    // A WeakRef that was made or read keeps its target to the end of the task, and
    // a suspended function keeps its temporaries: hence tasks and functions.
    const makeCanary = () => new WeakRef({});
    async function collectGarbage() {
      const canary = makeCanary();
      const ring = [];
      for (let i = 0; i < 100; i++) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        // An array lives until 10 more are there: what dies young is collected
        // without a look at the rest.
        ring[i % 10] = new Array(1e5).fill(i);
      }
      if (canary.deref()) throw new Error('no garbage was collected');
    }
"""


class AbortMemory(RtTest):
    def run_program(self, program: str):
        self.write("main.js", COLLECT + program)
        return self.rt("run", "--max-heap", HEAP_MB, "main.js")

    def test_a_dependent_that_is_only_listened_to_lives(self):
        result = self.run_program("""
            const controller = new AbortController();
            let count = 0;
            for (let i = 0; i < 100; i++) {
              AbortSignal.any([controller.signal])
                  .addEventListener('abort', () => count++);
            }
            await collectGarbage();
            controller.abort();
            console.log(count);
        """)
        self.assertOutput(result, stdout="100\n")

    def test_a_dependent_that_nobody_listens_to_goes(self):
        result = self.run_program("""
            const controller = new AbortController();
            const makeDependent = () => {
              const signal = AbortSignal.any([controller.signal]);
              // Listened to once, but no more.
              const listener = () => {};
              signal.addEventListener('abort', listener);
              signal.removeEventListener('abort', listener);
              return new WeakRef(signal);
            };
            const refs = Array.from({length: 100}, makeDependent);
            await collectGarbage();
            console.log(refs.filter((ref) => ref.deref()).length);
            controller.abort();
        """)
        self.assertOutput(result, stdout="0\n")


if __name__ == "__main__":
    unittest.main()
