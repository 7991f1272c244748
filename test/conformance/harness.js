// A small test harness for programs that run in rt and prove what a standard says.
// A program imports it, calls test() for each statement, and ends by itself with a line
// "N passed, N failed" and the exit code 0 or 1. test/integration/test_conformance.py
// runs each program.

const tests = [];

/** A statement about rt; the body may be async. Run one after the other. */
export function test(name, body) {
  if (tests.length === 0) setTimeout(runAll, 0);
  tests.push({name, body});
}

/** A statement of a standard that does not hold of rt, and why. That it holds fails, so
 *  that the list stays true. */
export function knownFailure(name, reason, body) {
  test(`${name} (known not to be so: ${reason})`, async () => {
    try {
      await body();
    } catch {
      return;
    }
    throw new AssertionError('it holds: make it a test');
  });
}

async function runAll() {
  let failed = 0;
  for (const {name, body} of tests) {
    try {
      await body();
    } catch (error) {
      failed++;
      console.log(`FAILED ${name}: ${error?.stack ?? error}`);
    }
  }
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  if (failed > 0) {
    const {default: process} = await import('rt:process');
    process.exitCode = 1;
  }
}

export class AssertionError extends Error {}

function show(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  return String(value);
}

/** The very same value (Object.is). */
export function assertEquals(actual, expected, what = 'value') {
  if (Object.is(actual, expected)) return;
  throw new AssertionError(
      `${what}: expected ${show(expected)}, got ${show(actual)}`);
}

export function assertTrue(actual, what = 'condition') {
  assertEquals(actual, true, what);
}

/** Arrays (or array-likes) with the very same elements. */
export function assertArrayEquals(actual, expected, what = 'array') {
  const a = Array.from(actual);
  if (a.length === expected.length &&
      a.every((value, i) => Object.is(value, expected[i]))) {
    return;
  }
  throw new AssertionError(`${what}: expected ${show(expected)}, got ${show(a)}`);
}

/** `expected` is a class, or the name of a DOMException. Returns the error. */
export function assertThrows(body, expected, what = 'call') {
  let thrown;
  try {
    body();
  } catch (error) {
    thrown = {error};
  }
  if (!thrown) throw new AssertionError(`${what}: expected an exception`);
  checkError(thrown.error, expected, what);
  return thrown.error;
}

export async function assertRejects(promise, expected, what = 'promise') {
  let thrown;
  try {
    await promise;
  } catch (error) {
    thrown = {error};
  }
  if (!thrown) throw new AssertionError(`${what}: expected a rejection`);
  checkError(thrown.error, expected, what);
  return thrown.error;
}

function checkError(error, expected, what) {
  if (typeof expected === 'string') {
    if (error instanceof DOMException && error.name === expected) return;
    throw new AssertionError(
        `${what}: expected a DOMException ${expected}, got ${error}`);
  }
  if (error?.constructor === expected) return;
  throw new AssertionError(`${what}: expected a ${expected.name}, got ${error}`);
}
