#!/usr/bin/env python3
"""Holds a profile.pb against the rules: those of profile.proto and rt's own.

    profile = load("profile.pb")     # decoded and checked
    profile.total("cpu", thread="main")

Every test that reads a profile reads it with `load`. On the command line it prints
the profile, a line a sample, or says what is wrong with it:

    test/support/profile_checker.py profile.pb
"""

import collections
import os
import pathlib
import re
import sys
from collections.abc import Iterable

from profile_reader import (
    Frame,
    Message,
    Profile,
    ProfileError,
    Sample,
    gunzip,
    parse_message,
)

__all__ = ["Frame", "Profile", "ProfileError", "Sample", "check", "decode", "load"]

# The sample types of rt's profiles, in order.
SAMPLE_TYPES = [("samples", "count"), ("cpu", "nanoseconds"), ("wall", "nanoseconds")]

# What may not be in a value of `thread`, since `-tagfocus` gives it a meaning.
THREAD_SPECIAL = set(",:=\\+*?()|[]{}^$")
THREAD_QUANTITY = re.compile("[-+]?[0-9]+[A-Za-z]*")


def load(path: str | os.PathLike) -> Profile:
    """Reads the profile at `path`. Raises ProfileError if it breaks a rule."""
    return decode(pathlib.Path(path).read_bytes())


def decode(data: bytes) -> Profile:
    """The same for the bytes of a file."""
    message = parse_message("Profile", gunzip(data))
    check(message)
    profile = Profile(message)
    check_rt(profile)
    return profile


def check(message: Message) -> None:
    """The rules of profile.proto, for a profile by anyone."""
    _check_strings(message)
    _check_types(message)
    _check_mappings(message)
    _check_functions(message)
    _check_locations(message)
    _check_samples(message)


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise ProfileError(problem)


def _check_ids(kind: str, messages: Iterable[Message]) -> set[int]:
    """Ids are unique and not 0."""
    ids = set()
    for i, message in enumerate(messages):
        _require(message.id != 0, f"{kind}[{i}]: its id is 0")
        _require(message.id not in ids, f"{kind}[{i}]: id {message.id} again")
        ids.add(message.id)
    return ids


def _check_distinct(kind: str, keys: Iterable) -> None:
    for key, count in collections.Counter(keys).items():
        _require(count == 1, f"{kind}: {key!r} {count} times")


def _check_strings(profile: Message) -> None:
    strings = profile.string_table
    _require(bool(strings), "string_table: missing")
    _require(strings[0] == "", f"string_table[0]: {strings[0]!r} is not empty")
    _check_distinct("string_table", strings)

    def in_range(where: str, message: Message, *fields: str) -> None:
        for field in fields:
            index = getattr(message, field)
            _require(
                0 <= index < len(strings),
                f"{where}.{field}: no string {index} among {len(strings)}",
            )

    in_range("Profile", profile, "drop_frames", "keep_frames")
    in_range("Profile", profile, "default_sample_type", "doc_url")
    for i, index in enumerate(profile.comment):
        _require(0 < index < len(strings), f"comment[{i}]: no string {index}")
    for i, kind in enumerate(profile.sample_type):
        in_range(f"sample_type[{i}]", kind, "type", "unit")
    if profile.period_type:
        in_range("period_type", profile.period_type, "type", "unit")
    for i, mapping in enumerate(profile.mapping):
        in_range(f"mapping[{i}]", mapping, "filename", "build_id")
    for i, function in enumerate(profile.function):
        in_range(f"function[{i}]", function, "name", "system_name", "filename")
    for i, sample in enumerate(profile.sample):
        for label in sample.label:
            in_range(f"sample[{i}].label", label, "key", "str", "num_unit")


def _check_types(profile: Message) -> None:
    _require(bool(profile.sample_type), "sample_type: missing")
    for i, kind in enumerate(profile.sample_type):
        _require(kind.type != 0, f"sample_type[{i}]: has no type")
        _require(kind.unit != 0, f"sample_type[{i}]: has no unit")
    types = [kind.type for kind in profile.sample_type]
    _check_distinct("sample_type", (profile.string_table[t] for t in types))
    default = profile.default_sample_type
    _require(
        default == 0 or default in types,
        f"default_sample_type: {profile.string_table[default]!r} is no sample type",
    )
    if profile.period_type:
        _require(profile.period_type.type != 0, "period_type: has no type")
        _require(profile.period_type.unit != 0, "period_type: has no unit")
    for field in ("period", "time_nanos", "duration_nanos"):
        value = getattr(profile, field)
        _require(value >= 0, f"{field}: {value} is negative")


def _check_mappings(profile: Message) -> None:
    _check_ids("mapping", profile.mapping)
    for i, mapping in enumerate(profile.mapping):
        _require(
            mapping.memory_start <= mapping.memory_limit,
            f"mapping[{i}]: ends before it begins",
        )


def _check_functions(profile: Message) -> None:
    _check_ids("function", profile.function)
    for i, function in enumerate(profile.function):
        _require(function.name != 0, f"function[{i}]: has no name")
        line = function.start_line
        _require(line >= 0, f"function[{i}].start_line: {line} is negative")
    strings = profile.string_table
    _check_distinct(
        "function",
        (
            (strings[f.name], strings[f.system_name], strings[f.filename], f.start_line)
            for f in profile.function
        ),
    )


def _check_locations(profile: Message) -> None:
    _check_ids("location", profile.location)
    mappings = {mapping.id for mapping in profile.mapping}
    functions = {function.id for function in profile.function}
    keys = []
    for i, location in enumerate(profile.location):
        where = f"location[{i}]"
        mapping = location.mapping_id
        _require(mapping == 0 or mapping in mappings, f"{where}: no mapping {mapping}")
        lines = []
        for line in location.line:
            function = line.function_id
            _require(function in functions, f"{where}: no function {function}")
            _require(line.line >= 0, f"{where}: line {line.line} is negative")
            _require(line.column >= 0, f"{where}: column {line.column} is negative")
            _require(
                line.column == 0 or line.line != 0, f"{where}: a column but no line"
            )
            lines.append((function, line.line, line.column))
        _require(
            bool(lines) or location.address != 0, f"{where}: neither line nor address"
        )
        keys.append((mapping, location.address, tuple(lines)))
    _check_distinct("location (mapping, address, lines)", keys)


def _check_samples(profile: Message) -> None:
    locations = {location.id for location in profile.location}
    strings = profile.string_table
    units: dict[str, set] = collections.defaultdict(set)
    seen: dict[tuple, int] = {}
    for i, sample in enumerate(profile.sample):
        where = f"sample[{i}]"
        count, wanted = len(sample.value), len(profile.sample_type)
        _require(
            count == wanted, f"{where}: {count} values for {wanted} sample types"
        )
        for value in sample.value:
            _require(value >= 0, f"{where}: value {value} is negative")
        _require(bool(sample.location_id), f"{where}: has no stack")
        for location in sample.location_id:
            _require(location in locations, f"{where}: no location {location}")

        labels = {}
        for label in sample.label:
            key = strings[label.key]
            _require(key != "", f"{where}: a label without a key")
            _require(key not in labels, f"{where}: label {key!r} twice")
            is_text = label.str != 0
            _require(
                not (is_text and (label.num or label.num_unit)),
                f"{where}: label {key!r} with a text and a number",
            )
            labels[key] = (label.str, label.num)
            units[key].add("text" if is_text else strings[label.num_unit] or "number")
        same = (tuple(sample.location_id), tuple(sorted(labels.items())))
        other = seen.setdefault(same, i)
        _require(
            other == i, f"{where}: the stack and labels of sample[{other}] again"
        )
    for key, kinds in units.items():
        _require(len(kinds) == 1, f"label {key!r}: is {' and '.join(sorted(kinds))}")


def check_rt(profile: Profile) -> None:
    """What rt promises beyond the format."""
    raw = profile.message
    _require(
        profile.sample_types == SAMPLE_TYPES,
        f"sample types: {profile.sample_types} are not {SAMPLE_TYPES}",
    )
    _require(profile.default_sample_type == "cpu", "default_sample_type: is not cpu")
    _require(
        profile.period_type == ("cpu", "nanoseconds"),
        f"period_type: {profile.period_type}",
    )
    _require(profile.period > 0, "period: missing")
    _require(profile.time_nanos > 0, "time_nanos: missing")
    # A dropped frame takes its callees along.
    _require(raw.drop_frames == 0 == raw.keep_frames, "drop_frames or keep_frames: set")

    # Otherwise `go tool pprof` complains on stderr or goes looking for symbols.
    _require(len(raw.mapping) == 1, f"mapping: {len(raw.mapping)} instead of one")
    mapping = raw.mapping[0]
    _require(mapping.filename != 0, "mapping: has no file name")
    for flag in ("functions", "filenames", "line_numbers", "inline_frames"):
        _require(getattr(mapping, f"has_{flag}"), f"mapping.has_{flag}: is false")
    for i, location in enumerate(raw.location):
        _require(
            location.mapping_id == mapping.id, f"location[{i}]: is in no mapping"
        )
        _require(len(location.line) == 1, f"location[{i}]: {len(location.line)} lines")

    kinds: dict[str, set] = collections.defaultdict(set)
    for i, sample in enumerate(profile.samples):
        labels = sample.labels
        _require(
            sorted(labels) == ["realm_kind", "thread", "thread_id"],
            f"sample[{i}]: labels {sorted(labels)}",
        )
        _require(any(sample.values.values()), f"sample[{i}]: all values are 0")
        kinds[str(labels["thread"])].add(labels["realm_kind"])
    for thread, found in kinds.items():
        special = THREAD_SPECIAL.intersection(thread)
        _require(not special, f"thread {thread!r}: has {sorted(special)}")
        _require(thread != "", "thread: is empty")
        _require(
            not THREAD_QUANTITY.fullmatch(thread), f"thread {thread!r}: is a quantity"
        )
        _require(len(found) == 1, f"thread {thread!r}: is of kinds {sorted(found)}")


def describe(profile: Profile) -> str:
    """The profile as text: its header, and a line for each sample, sorted."""
    lines = [
        f"program {profile.program}",
        f"time {profile.time_nanos} duration {profile.duration_nanos}"
        f" period {profile.period}",
        *(f"comment {comment}" for comment in profile.comments),
    ]
    samples = []
    for sample in profile.samples:
        stack = " < ".join(
            f"{frame.name} {frame.file}:{frame.line}:{frame.column}"
            for frame in sample.stack
        )
        values = " ".join(f"{name}={n}" for name, n in sample.values.items())
        labels = " ".join(f"{k}={v}" for k, v in sorted(sample.labels.items()))
        samples.append(f"{values} [{labels}] {stack}")
    return "\n".join([*lines, *sorted(samples)]) + "\n"


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: profile_checker.py FILE", file=sys.stderr)
        return 2
    try:
        sys.stdout.write(describe(load(sys.argv[1])))
    except (OSError, ProfileError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
