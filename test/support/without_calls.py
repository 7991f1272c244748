"""Runs a program for which the kernel lacks some system calls.

    without_calls.py ERRNO CALL[,CALL...] PROGRAM ARGUMENT...

A seccomp filter, which the program inherits, makes each call (landlock_create_ruleset,
seccomp) fail with ERRNO ("ENOSYS"). That is what a program sees of a kernel that was
built or started without it.
"""

import ctypes
import errno
import os
import struct
import sys

# x86-64's (asm/unistd_64.h).
NUMBERS = {"landlock_create_ruleset": 444, "seccomp": 317}

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2
_LOAD_NUMBER = (0x20, 0, 0, 0)  # BPF_LD | BPF_W | BPF_ABS, seccomp_data.nr
_ALLOW = (0x06, 0, 0, 0x7FFF0000)  # BPF_RET | BPF_K, SECCOMP_RET_ALLOW


class _Program(ctypes.Structure):
    """sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def launcher(error: str, *calls: str) -> list[str]:
    """What to put before a command."""
    return [sys.executable, __file__, error, ",".join(calls)]


def take_away(error: str, calls: list[str]) -> None:
    """Of this process and of what it executes."""
    code = [_LOAD_NUMBER]
    for call in calls:
        # Where it is not this one, over the next instruction.
        code += [(0x15, 0, 1, NUMBERS[call]),  # BPF_JMP | BPF_JEQ | BPF_K
                 (0x06, 0, 0, 0x00050000 | getattr(errno, error))]  # SECCOMP_RET_ERRNO
    code.append(_ALLOW)
    text = b"".join(struct.pack("HBBI", *each) for each in code)
    program = _Program(len(code), text)
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
                      (_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program))):
        if libc.prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), f"prctl: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    take_away(sys.argv[1], sys.argv[2].split(","))
    os.execvp(sys.argv[3], sys.argv[3:])
