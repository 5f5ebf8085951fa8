"""The loss of a serial server's power between two network namespaces: no packet says farewell.

Run by ``unshare --map-root-user --net``. The far end is a process in a namespace of its own behind a pair of
virtual cables; its power is cut by taking the cable away before it is killed.
"""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import time
from typing import Final

from console.devices.health import Health
from console.devices.port import SerialLink

NEAR, FAR, PORT = "10.9.0.1", "10.9.0.2", 4001
WHEEL: Final = b"*X;2;011;34;0;157;0\r\n"
PATIENCE: Final = 60.0
SERVER: Final = f"""
import socket, sys, time
server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind(("{FAR}", {PORT}))
server.listen()
while True:
    client = server.accept()[0]
    client.sendall({WHEEL!r})
    kept = [client]
    if sys.argv[1] == "wheel":
        client.settimeout(0.5)
        try:
            while True:
                client.sendall({WHEEL!r})
                try:
                    if not client.recv(99):
                        break
                except TimeoutError:
                    pass
        except OSError:
            pass
    else:
        globals().setdefault("all", []).append(client)
"""


def run(*words: str) -> None:
    subprocess.run(words, check=True)


class FarEnd:
    """A computer with a serial server, at the other end of a cable."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo ready; exec cat"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._holder.stdout is not None and self._holder.stdout.readline() == b"ready\n"
        run(
            "ip", "link", "add", "near", "type", "veth", "peer", "name", "far", "netns", str(self._holder.pid)
        )
        run("ip", "addr", "add", f"{NEAR}/24", "dev", "near")
        run("ip", "link", "set", "near", "up")
        self._inside("ip", "addr", "add", f"{FAR}/24", "dev", "far")
        self.server: subprocess.Popen[bytes] | None = None

    def _inside(self, *words: str) -> None:
        run("nsenter", "--target", str(self._holder.pid), "--net", *words)

    def switch_on(self) -> None:
        self._inside("ip", "link", "set", "far", "up")
        words = ("nsenter", "--target", str(self._holder.pid), "--net", sys.executable, "-c", SERVER)
        self.server = subprocess.Popen([*words, self._kind])

    def cut_power(self) -> None:
        """First the cable, so that no packet of the dying process arrives."""
        assert self.server is not None
        self._inside("ip", "link", "set", "far", "down")
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()

    def close(self) -> None:
        if self.server is not None:
            self.server.kill()
            self.server.wait()
        self._holder.kill()
        self._holder.wait()


def main(kind: str) -> int:
    """Cut the power and give it back; prints the seconds from then to the first byte."""
    far = FarEnd(kind)
    came: queue.Queue[bytes | Health] = queue.Queue()

    def until(wanted: object) -> None:
        end = time.monotonic() + PATIENCE
        while (found := came.get(timeout=max(0.01, end - time.monotonic()))) != wanted:
            if isinstance(wanted, type) and isinstance(found, wanted):
                return

    link = SerialLink(
        f"socket://{FAR}:{PORT}", came.put, came.put, silent_after=2.0 if kind == "wheel" else None
    )
    try:
        far.switch_on()
        link.start()
        until(bytes)
        far.cut_power()
        until(Health.LOST)
        far.switch_on()
        began = time.monotonic()
        while not came.empty():
            came.get()
        until(bytes)
        print(f"{time.monotonic() - began:.1f}")
    finally:
        link.stop()
        far.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
