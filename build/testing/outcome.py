"""How tests ended, and what is shown of it."""

import dataclasses
import threading

PASSED = "passed"
FAILED = "failed"
SKIPPED = "skipped"


@dataclasses.dataclass(frozen=True)
class Outcome:
    name: str  # "unit/ClockTest.Advances"; its group comes first
    status: str
    detail: str = ""  # why it failed or was skipped


class Tally:
    """Counts outcomes and prints the failed and skipped ones as they come. May
    be used by several threads."""

    def __init__(self):
        self._lock = threading.Lock()
        self._outcomes = []

    def add(self, outcomes: list[Outcome], title: str, seconds: float) -> None:
        """Adds what one test program said, and prints a line for it."""
        with self._lock:
            self._outcomes += outcomes
            for outcome in outcomes:
                if outcome.status != PASSED:
                    say(f"{outcome.status.upper()} {outcome.name}")
                    for line in outcome.detail.rstrip().splitlines():
                        say(f"  {line}")
            counts = ", ".join(
                f"{number} {status}"
                for status in (PASSED, FAILED, SKIPPED)
                if (number := _count(outcomes, status)) or status == PASSED
            )
            say(f"{title}: {counts} ({seconds:.1f} s)")

    def finish(self) -> int:
        """Prints what is worth reading last, then the sum; returns the exit code."""
        failed = [o.name for o in self._outcomes if o.status == FAILED]
        skipped = [o for o in self._outcomes if o.status == SKIPPED]
        say("")
        for outcome in skipped:
            say(f"skipped: {outcome.name}: {outcome.detail.strip()}")
        for name in failed:
            say(f"failed: {name}")
        say(f"{_count(self._outcomes, PASSED)} passed, {len(failed)} failed")
        return 1 if failed else 0


def say(line: str) -> None:
    print(line, flush=True)


def tail(text: str, lines: int = 60) -> str:
    kept = text.rstrip().splitlines()
    if len(kept) > lines:
        kept = [f"[... {len(kept) - lines} lines before ...]", *kept[-lines:]]
    return "\n".join(kept)


def _count(outcomes: list[Outcome], status: str) -> int:
    return sum(outcome.status == status for outcome in outcomes)


