"""What the set-up prints: steps on stderr, and the logs of what it runs."""

import collections
import os
import pathlib
import subprocess
import sys

from manifest import SyncError


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


class Progress:
    """How far a step is. A line that rewrites itself on a terminal; elsewhere a
    line each quarter."""

    def __init__(self, step: str):
        self._step = step
        self._terminal = sys.stderr.isatty()
        self._told = None

    def show(self, percent: float, what: str) -> None:
        if self._terminal:
            line = f"{self._step}: {percent:3.0f}% {what}"
            width = os.get_terminal_size(sys.stderr.fileno()).columns - 1
            print(f"\r\x1b[K{line[: max(width, 20)]}", end="", file=sys.stderr,
                  flush=True)
        elif (quarter := int(percent // 25)) and (what, quarter) != self._told:
            self._told = (what, quarter)
            say(f"{self._step}: {quarter * 25}% {what}")

    def close(self) -> None:
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run(
    words: list[str],
    *,
    doing: str,
    log: pathlib.Path,
    cwd: pathlib.Path | None = None,
    env: dict[str, str] | None = None,
    keep_open: int | None = None,
    makes: pathlib.Path | None = None,
    on_line=lambda line: False,
) -> None:
    """Runs a program with its output in `log`. If it fails, or does not write the
    file `makes`, raises SyncError with what was being done and the output's end.

    `on_line` sees each line first and returns True to keep it out of the log.
    `keep_open` is a file descriptor that the program inherits.
    """
    tail = collections.deque(maxlen=15)
    with open(log, "a", encoding="utf-8") as out:
        out.write(f"$ {' '.join(words)}\n")
        try:
            process = subprocess.Popen(
                words,
                cwd=cwd,
                env=dict(os.environ) | (env or {}),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                pass_fds=() if keep_open is None else (keep_open,),
            )
        except OSError as error:
            raise SyncError(f"{doing} failed: {words[0]}: {error.strerror}") from None
        with process:
            for line in process.stdout:
                if not on_line(line):
                    out.write(line)
                    tail.append(line)
    # `gem fetch` ends with 0 whatever happened.
    if process.returncode != 0 or (makes is not None and not makes.exists()):
        raise SyncError(
            f"{doing} failed; {words[0]} said:\n"
            f"{''.join(tail).rstrip()}\n"
            f"Is the network up? Then run build/sync again (all of the output: {log})."
        )


def megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"


def folder_size(folder: pathlib.Path) -> int:
    return sum(
        entry.lstat().st_size for entry in folder.rglob("*") if not entry.is_dir()
    )
