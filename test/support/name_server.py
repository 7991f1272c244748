"""Runs a program where the only name server is one that keeps silent, or lies.

    name_server.py FILE PROGRAM ARGUMENT...

To be started in a network and a mount namespace of its own (launcher()). The server
makes FILE when it is first asked, and answers by what stands in the name: servfail.* with
SERVFAIL, silent.* not at all, and all else with NXDOMAIN. The C library asks five times
and waits 30 s for each answer.
"""

import fcntl
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading

_OWN_NAMESPACES = ["unshare", "--net", "--mount", "--map-root-user"]
_RESOLV_CONF = "nameserver 127.0.0.1\noptions timeout:30 attempts:5\n"
_SERVFAIL, _NXDOMAIN = 2, 3
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1


def launcher(asked: str) -> list[str]:
    """What to put before a command."""
    return [*_OWN_NAMESPACES, sys.executable, __file__, asked]


def can_launch() -> bool:
    """Whether this machine lets one have namespaces."""
    return subprocess.run([*_OWN_NAMESPACES, "mount", "-t", "tmpfs", "none", "/mnt"],
                          capture_output=True, check=False).returncode == 0


def _bring_loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sH14x", b"lo", 0)
        request = fcntl.ioctl(any_socket, _SIOCGIFFLAGS, request)
        flags = struct.unpack("16sH14x", request)[1] | _IFF_UP
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags))


def _be_the_name_server() -> None:
    conf = "/etc/resolv.conf"
    # Where there is none, the C library asks 127.0.0.1 by itself.
    if not os.path.exists(conf):
        return
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as own:
        own.write(_RESOLV_CONF)
        own.flush()
        subprocess.run(["mount", "--bind", own.name, os.path.realpath(conf)], check=True)


def _serve(server: socket.socket, asked: pathlib.Path) -> None:
    while True:
        question, client = server.recvfrom(512)
        asked.touch()
        # RFC 1035, 4.1: twelve bytes of head, then the name's labels.
        label = question[13:13 + question[12]]
        if label == b"silent":
            continue
        code = _SERVFAIL if label == b"servfail" else _NXDOMAIN
        server.sendto(question[:2] + bytes([0x81, 0x80 | code]) + question[4:6]
                      + b"\0" * 6 + question[12:], client)


def main() -> int:
    _bring_loopback_up()
    _be_the_name_server()
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))
    threading.Thread(target=_serve, args=(server, pathlib.Path(sys.argv[1])),
                     daemon=True).start()
    return subprocess.run(sys.argv[2:], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
