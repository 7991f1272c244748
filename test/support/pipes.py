"""What a test does with the pipe of a program's output."""

import array
import fcntl
import termios
import time


def await_full(pipe: int, patience_s: float) -> None:
    """Until the pipe that `pipe` reads takes no more: no event tells."""
    size = fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ)
    waiting = array.array("i", [0])
    deadline = time.monotonic() + patience_s
    while waiting[0] < size:
        if time.monotonic() > deadline:
            raise AssertionError(f"it wrote {waiting[0]} of {size} bytes")
        time.sleep(0.005)
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)
