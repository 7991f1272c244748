"""Lists or runs the tests of one module, in a process of its own.

    --list MODULE SUPPORT
    --run MODULE SUPPORT REPORT TEST...

SUPPORT is the folder that the module imports its helpers from. REPORT gets a line
of JSON for each test as it ends, so that it is right up to a crash, and END last.
"""

import importlib
import json
import pathlib
import signal
import sys
import unittest

from outcome import FAILED, PASSED, SKIPPED

END = "end"


class Reporter(unittest.TestResult):
    """Writes an outcome for each test: the first thing that went wrong counts."""

    def __init__(self, report):
        super().__init__()
        self._report = report
        self._written = set()

    def addSuccess(self, test):
        super().addSuccess(test)
        self._write(test, PASSED, "")

    def addError(self, test, err):
        super().addError(test, err)
        self._write(test, FAILED, self.errors[-1][1])

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._write(test, FAILED, self.failures[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            detail = f"{subtest}\n{self._exc_info_to_string(err, test)}"
            self._write(test, FAILED, detail)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._write(test, SKIPPED, reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._write(test, FAILED, "expected to fail: a test that proves nothing")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._write(test, FAILED, "passed, though marked as expected to fail")

    def _write(self, test, status, detail):
        name = f"integration/{test.id()}"
        if name not in self._written:
            self._written.add(name)
            line = {"name": name, "status": status, "detail": detail}
            print(json.dumps(line), file=self._report, flush=True)


def main() -> int:
    mode, module, support, *rest = sys.argv[1:]
    path = pathlib.Path(module)
    sys.path[:0] = [str(path.parent), support]
    loaded = importlib.import_module(path.stem)
    suite = unittest.defaultTestLoader.loadTestsFromModule(loaded)
    if mode == "--list":
        print("\n".join(test.id() for test in _flatten(suite)))
        return 0
    report, *names = rest
    _take_signals()
    chosen = unittest.TestSuite(t for t in _flatten(suite) if t.id() in names)
    with open(report, "w", encoding="utf-8") as out:
        chosen.run(Reporter(out))
        print(END, file=out)
    return 0


def _take_signals() -> None:
    """Who started the tests may ignore signals: nohup does, and a shell for what it
    runs in the background. A program would inherit that, and rightly keep to it."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _flatten(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flatten(test)
        else:
            yield test


if __name__ == "__main__":
    sys.exit(main())
