"""Reads profile.pb: gzip, protobuf's wire format and profile.proto, strictly.

It shares nothing with rt's writer, neither code nor protobuf's: the field numbers
and types below are written down a second time, from the public format. What a
protobuf parser would forgive (an unknown field, a field given twice, a number in
too many bytes, bytes behind the end) is an error here.

    profile = decode(data)
    for sample in profile.samples: ...

Whether ids, references and values make sense is profile_checker's business.
"""

import dataclasses
import zlib

_VARINT = 0
_BYTES = 2


class ProfileError(AssertionError):
    """The profile breaks a rule; the message says which and where."""


# message -> field number -> (name, kind). Kinds: int (int64), uint (uint64), bool,
# text, or the name of a message; with [] if repeated.
SCHEMA = {
    "Profile": {
        1: ("sample_type", "ValueType[]"),
        2: ("sample", "Sample[]"),
        3: ("mapping", "Mapping[]"),
        4: ("location", "Location[]"),
        5: ("function", "Function[]"),
        6: ("string_table", "text[]"),
        7: ("drop_frames", "int"),
        8: ("keep_frames", "int"),
        9: ("time_nanos", "int"),
        10: ("duration_nanos", "int"),
        11: ("period_type", "ValueType"),
        12: ("period", "int"),
        13: ("comment", "int[]"),
        14: ("default_sample_type", "int"),
        15: ("doc_url", "int"),
    },
    "ValueType": {1: ("type", "int"), 2: ("unit", "int")},
    "Sample": {
        1: ("location_id", "uint[]"),
        2: ("value", "int[]"),
        3: ("label", "Label[]"),
    },
    "Label": {
        1: ("key", "int"),
        2: ("str", "int"),
        3: ("num", "int"),
        4: ("num_unit", "int"),
    },
    "Mapping": {
        1: ("id", "uint"),
        2: ("memory_start", "uint"),
        3: ("memory_limit", "uint"),
        4: ("file_offset", "uint"),
        5: ("filename", "int"),
        6: ("build_id", "int"),
        7: ("has_functions", "bool"),
        8: ("has_filenames", "bool"),
        9: ("has_line_numbers", "bool"),
        10: ("has_inline_frames", "bool"),
    },
    "Location": {
        1: ("id", "uint"),
        2: ("mapping_id", "uint"),
        3: ("address", "uint"),
        4: ("line", "Line[]"),
        5: ("is_folded", "bool"),
    },
    "Line": {
        1: ("function_id", "uint"),
        2: ("line", "int"),
        3: ("column", "int"),
    },
    "Function": {
        1: ("id", "uint"),
        2: ("name", "int"),
        3: ("system_name", "int"),
        4: ("filename", "int"),
        5: ("start_line", "int"),
    },
}


class Message:
    """One message as it is in the file: its fields by their names in the schema.

    A field that is not in the file is 0, False, None (a message) or [].
    """

    __slots__ = ("kind", "fields")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.fields = {}
        for name, field_kind in SCHEMA[kind].values():
            if field_kind.endswith("[]"):
                self.fields[name] = []

    def __getattr__(self, name: str):
        try:
            return self.fields[name]
        except KeyError:
            return _default(self.kind, name)


def _default(kind: str, name: str):
    for field_name, field_kind in SCHEMA[kind].values():
        if field_name == name:
            return {"bool": False, "int": 0, "uint": 0}.get(field_kind)
    raise AttributeError(f"{kind} has no field {name}")


def _varint(data: bytes, at: int, end: int, where: str) -> tuple[int, int]:
    value = 0
    for i in range(10):
        if at + i >= end:
            raise ProfileError(f"{where}: ends within a number")
        byte = data[at + i]
        value |= (byte & 0x7F) << (7 * i)
        if byte < 0x80:
            if byte == 0 and i > 0:
                raise ProfileError(f"{where}: a number in more bytes than it needs")
            if value >= 1 << 64:
                break
            return value, at + i + 1
    raise ProfileError(f"{where}: a number of more than 64 bits")


def _scalar(kind: str, value: int, where: str) -> int | bool:
    if kind == "bool":
        if value > 1:
            raise ProfileError(f"{where}: {value} is not a bool")
        return bool(value)
    if kind == "int" and value >= 1 << 63:
        return value - (1 << 64)
    return value


def parse_message(kind: str, data: bytes, where: str = "") -> Message:
    """Decodes all of `data` as one message of the schema."""
    return _parse(kind, data, 0, len(data), where or kind)


def _parse(kind: str, data: bytes, at: int, end: int, where: str) -> Message:
    message = Message(kind)
    fields = message.fields
    schema = SCHEMA[kind]
    while at < end:
        tag, at = _varint(data, at, end, where)
        number, wire_type = tag >> 3, tag & 7
        if number not in schema:
            raise ProfileError(f"{where}: unknown field {number} of {kind}")
        name, field_kind = schema[number]
        here = f"{where}.{name}"
        repeated = field_kind.endswith("[]")
        element = field_kind.removesuffix("[]")
        is_scalar = element in ("int", "uint", "bool")

        if wire_type == _VARINT and is_scalar:
            value, at = _varint(data, at, end, here)
            values = [_scalar(element, value, here)]
        elif wire_type == _BYTES and (repeated or not is_scalar):
            length, at = _varint(data, at, end, here)
            stop = at + length
            if stop > end:
                raise ProfileError(f"{here}: {length} bytes, {end - at} left")
            if is_scalar:  # packed
                values = []
                while at < stop:
                    value, at = _varint(data, at, stop, here)
                    values.append(_scalar(element, value, here))
            elif element == "text":
                try:
                    values = [data[at:stop].decode("utf-8")]
                except UnicodeDecodeError as error:
                    raise ProfileError(f"{here}: not UTF-8: {error}") from None
            else:
                if repeated:
                    here = f"{here}[{len(fields[name])}]"
                values = [_parse(element, data, at, stop, here)]
            at = stop
        else:
            raise ProfileError(f"{here}: wire type {wire_type} for {field_kind}")

        if repeated:
            fields[name].extend(values)
        elif name in fields:
            raise ProfileError(f"{here}: given twice")
        else:
            fields[name] = values[0]
    return message


def gunzip(data: bytes) -> bytes:
    """The content of exactly one gzip member, its checksum and length verified."""
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        content = stream.decompress(data) + stream.flush()
    except zlib.error as error:
        raise ProfileError(f"gzip: {error}") from None
    if not stream.eof:
        raise ProfileError("gzip: ends too early")
    if stream.unused_data:
        raise ProfileError(f"gzip: {len(stream.unused_data)} bytes behind the end")
    return content


@dataclasses.dataclass(frozen=True)
class Frame:
    """A place in a stack."""

    name: str
    file: str
    line: int  # the executing line; 0 if not known
    column: int
    start_line: int  # of the function
    system_name: str


@dataclasses.dataclass(frozen=True)
class Sample:
    """One stack with its labels; `stack` has the leaf first."""

    stack: tuple[Frame, ...]
    values: dict[str, int]  # by sample type: samples, cpu, wall
    labels: dict[str, str | int]

    def has(self, name: str) -> bool:
        """Whether a function of this name is anywhere in the stack."""
        return any(frame.name == name for frame in self.stack)


class Profile:
    """A decoded profile, with all references followed.

    Attributes: message (the raw Profile message), sample_types ([(type, unit)]),
    samples, functions ([Frame] of line 0), comments, default_sample_type,
    period, period_type, time_nanos, duration_nanos, program (the mapping's file).
    """

    def __init__(self, message: Message) -> None:
        self.message = message
        self.strings = message.string_table
        self.sample_types = [self._type(kind) for kind in message.sample_type]
        self.comments = [self.text(index) for index in message.comment]
        self.default_sample_type = self.text(message.default_sample_type)
        self.period = message.period
        self.period_type = self._type(message.period_type)
        self.time_nanos = message.time_nanos
        self.duration_nanos = message.duration_nanos
        self.program = self.text(message.mapping[0].filename) if message.mapping else ""

        functions = {function.id: function for function in message.function}
        self.functions = [self._frame(f, None) for f in message.function]
        frames = {
            location.id: [
                self._frame(functions[line.function_id], line) for line in location.line
            ]
            for location in message.location
        }
        names = [name for name, _ in self.sample_types]
        self.samples = [
            Sample(
                tuple(f for i in sample.location_id for f in frames[i]),
                dict(zip(names, sample.value)),
                {
                    self.text(label.key): self.text(label.str) or label.num
                    for label in sample.label
                },
            )
            for sample in message.sample
        ]

    def text(self, index: int) -> str:
        return self.strings[index] if self.strings else ""

    def _type(self, kind: Message | None) -> tuple[str, str]:
        return (self.text(kind.type), self.text(kind.unit)) if kind else ("", "")

    def _frame(self, function: Message, line: Message | None) -> Frame:
        return Frame(
            name=self.text(function.name),
            file=self.text(function.filename),
            line=line.line if line else 0,
            column=line.column if line else 0,
            start_line=function.start_line,
            system_name=self.text(function.system_name),
        )

    def threads(self) -> list[str]:
        """The values of the label `thread`, sorted."""
        return sorted({str(s.labels.get("thread", "")) for s in self.samples})

    def total(self, value: str, thread: str | None = None) -> int:
        """The sum of `value` over all samples, or over one thread's."""
        return sum(
            sample.values[value]
            for sample in self.samples
            if thread is None or sample.labels.get("thread") == thread
        )
