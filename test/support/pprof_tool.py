"""Reads a profile with `go tool pprof`, as a user would, and takes its answers apart.

    for row in pprof_tool.top("profile.pb"):
        print(row.name, row.flat, row.cum)

Every call asserts that pprof succeeds and prints nothing on stderr: there it says
what it misses in a profile. Times are in nanoseconds. `value` is a sample type:
samples, cpu (the default) or wall. Further flags are pprof's own, such as
"-tagfocus=thread=^1 parse.ts$", "-focus=REGEX" or "-ignore=REGEX".
"""

import dataclasses
import os
import re
import tempfile

from rt_run import run_program

# No limit on what is shown, and nothing hidden for being small.
_EVERYTHING = ("-nodecount=1000000", "-nodefraction=0", "-edgefraction=0")


def pprof(path: str | os.PathLike, *flags: str) -> str:
    """What `go tool pprof FLAGS path` prints."""
    # pprof keeps its settings in the home folder, which may be read-only or hold
    # those of a user.
    with tempfile.TemporaryDirectory(prefix="rt-pprof-") as home:
        result = run_program(
            ["go", "tool", "pprof", *flags, path],
            env={"HOME": home, "PPROF_TMPDIR": home, "GOFLAGS": None},
        )
    assert result.code == 0, str(result)
    assert result.stderr == "", f"go tool pprof complains: {result}"
    return result.stdout


def raw(path: str | os.PathLike, *flags: str) -> str:
    return pprof(path, "-raw", *flags)


def comments(path: str | os.PathLike) -> list[str]:
    return pprof(path, "-comments").splitlines()


@dataclasses.dataclass(frozen=True)
class Row:
    """A function in `-top`."""

    name: str
    flat: int  # in the function itself
    cum: int  # in it and in all that it called


def top(path: str | os.PathLike, *flags: str, value: str = "cpu") -> list[Row]:
    """All functions with time on them, the largest flat value first."""
    text = pprof(path, "-top", *_EVERYTHING, *_value(value), *flags)
    rows = []
    for line in _after(text, "flat  flat%").splitlines():
        flat, _, _, cum, _, name = line.split(maxsplit=5)
        # A function that was inlined by the compiler is marked; V8's are frames.
        rows.append(Row(name.removesuffix(" (inline)"), _number(flat), _number(cum)))
    return rows


def tags(
    path: str | os.PathLike, *flags: str, value: str = "cpu"
) -> dict[str, dict[str, int]]:
    """label -> its value -> the time under it."""
    text = pprof(path, "-tags", *_value(value), *flags)
    found: dict[str, dict[str, int]] = {}
    key = ""
    for line in text.splitlines():
        if head := re.fullmatch(r" *(\S+): Total .*", line):
            key = head[1]
            found[key] = {}
        elif entry := re.fullmatch(r" *(\S+) \( *[\d.]+%\): (.*)", line):
            text_value = entry[2]
            if key == "thread_id":
                # A number without a unit is shown in that of the time.
                text_value = text_value.removesuffix("ns")
            found[key][text_value] = _number(entry[1])
    return found


@dataclasses.dataclass(frozen=True)
class SourceLine:
    """A line in `-list`."""

    function: str
    file: str
    line: int
    flat: int
    cum: int
    text: str


def source_lines(
    path: str | os.PathLike, function: str, *flags: str, value: str = "cpu"
) -> list[SourceLine]:
    """The lines with time on them in the functions that match the regex."""
    text = pprof(path, f"-list={function}", *_EVERYTHING, *_value(value), *flags)
    found = []
    name = file = ""
    for line in text.splitlines():
        assert not line.startswith(" Error:"), f"pprof finds no source:{line}"
        if head := re.fullmatch(r"ROUTINE =+ (.*) in (.*)", line):
            name, file = head[1], head[2]
        elif entry := re.fullmatch(r" *(\S+) +(\S+) +(\d+):(.*)", line):
            flat, cum = _number(entry[1]), _number(entry[2])
            if flat or cum:
                found.append(
                    SourceLine(name, file, int(entry[3]), flat, cum, entry[4])
                )
    return found


def _value(value: str) -> list[str]:
    unit = [] if value == "samples" else ["-unit=ns"]
    return [f"-sample_index={value}", *unit]


def _after(text: str, heading: str) -> str:
    """What follows the line that has `heading`."""
    place = text.find(heading)
    assert place >= 0, f"pprof printed no {heading!r}:\n{text}"
    return text[place:].partition("\n")[2]


def _number(text: str) -> int:
    """A value as pprof prints it: 12, 12ns, 12.0ns, or . for none."""
    if text == ".":
        return 0
    match = re.fullmatch(r"(-?[\d.]+)(?:ns)?", text)
    assert match, f"{text!r} is no number"
    return round(float(match[1]))
