"""WebAssembly modules for tests, byte by byte."""

def _vector(items: list[bytes]) -> bytes:
    return bytes([len(items)]) + b"".join(items)


def _section(number: int, content: bytes) -> bytes:
    return bytes([number, len(content)]) + content


def _name(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def _code(body: bytes) -> bytes:
    content = b"\x00" + body + b"\x0b"  # no locals
    return bytes([len(content)]) + content


def named(exported: str, spin: str) -> bytes:
    """One with two functions that its name section names: `exported`, which calls `spin`,
    which counts down from its argument. The first is exported as "run"."""
    counting = bytes([
        0x03, 0x40,              # loop
        0x20, 0, 0x41, 1, 0x6B,  # local.get 0, i32.const 1, i32.sub
        0x22, 0,                 # local.tee 0
        0x0D, 0,                 # br_if 0
        0x0B,                    # end
        0x20, 0,                 # local.get 0
    ])
    names = _section(0, _name("name") + _section(1, _vector(
        [bytes([0]) + _name(exported), bytes([1]) + _name(spin)])))
    return b"".join([
        b"\0asm", bytes([1, 0, 0, 0]),
        _section(1, _vector([bytes([0x60, 1, 0x7F, 1, 0x7F])])),  # (i32) -> i32
        _section(3, _vector([b"\0", b"\0"])),
        _section(7, _vector([_name("run") + bytes([0, 0])])),
        _section(10, _vector([_code(bytes([0x20, 0, 0x10, 1])), _code(counting)])),
        names,
    ])


def growing() -> bytes:
    """Exports its memory, of one page at first, as "memory", and "grow", which makes it
    longer by one page at a time until it may not, and returns its pages."""
    grow = bytes([
        0x03, 0x40,                                  # loop
        0x41, 1, 0x40, 0,                            # i32.const 1, memory.grow
        0x41, 0x7F, 0x47,                            # i32.const -1, i32.ne
        0x0D, 0,                                     # br_if 0
        0x0B,                                        # end
        0x3F, 0,                                     # memory.size
    ])
    return b"".join([
        b"\0asm", bytes([1, 0, 0, 0]),
        _section(1, _vector([bytes([0x60, 0, 1, 0x7F])])),  # () -> i32
        _section(3, _vector([b"\0"])),
        _section(5, _vector([bytes([0, 1])])),  # no maximum
        _section(7, _vector([_name("memory") + bytes([2, 0]), _name("grow") + bytes([0, 0])])),
        _section(10, _vector([_code(grow)])),
    ])
