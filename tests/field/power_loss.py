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

from console.table.devices import Health, SerialLink

NEAR, FAR = "10.9.0.1", "10.9.0.2"
WHEEL: Final = b"*X;2;011;34;0;157;0\r\n"
PATIENCE: Final = 60.0
PORTS: Final = {"wheel": ("socket", 4001), "shoe": ("socket", 4002), "scanner": ("rfc2217", 4003)}
"""The devices at the server, each with its scheme and port. The wheel sends twice a second; the others say
something when their port is opened, and then nothing: a shoe may be quiet for an hour.
"""
SERVER: Final = f"""
import socket, threading
import serial, serial.rfc2217

class Written:
    def __init__(self, client):
        self.write = client.sendall

def serve(name, client):
    try:
        if name == "scanner":
            spoken = serial.rfc2217.PortManager(serial.serial_for_url("loop://"), Written(client))
        client.settimeout(0.5)
        said = False
        while True:
            try:
                received = client.recv(99)
                if not received:
                    break
                if name == "scanner":
                    for _ in spoken.filter(received):
                        pass
            except TimeoutError:
                if name == "wheel" or not said:
                    client.sendall({WHEEL!r})
                    said = True
    except OSError:
        pass

def listen(name, port):
    server = socket.create_server(("{FAR}", port))
    while True:
        threading.Thread(target=serve, args=(name, server.accept()[0])).start()

for name, (_, port) in {PORTS!r}.items():
    threading.Thread(target=listen, args=(name, port)).start()
threading.Event().wait()  # from Python 3.12 on, no thread begins once the main one has ended
"""


def run(*words: str) -> None:
    subprocess.run(words, check=True)


class FarEnd:
    """A computer with a serial server, at the other end of a cable."""

    def __init__(self) -> None:
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
        self.server = subprocess.Popen(words)

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


class Device:
    """A link to one of the server's ports, and what it says."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._came: queue.Queue[bytes | Health] = queue.Queue()
        scheme, port = PORTS[name]
        quiet = 2.0 if name == "wheel" else None
        url = f"{scheme}://{FAR}:{port}"
        self.link = SerialLink(url, self._came.put, self._came.put, silent_after=quiet)

    def await_bytes(self) -> float:
        """Wait until it is heard; the moment at which it was."""
        while not isinstance(self._next(), bytes):
            pass
        return time.monotonic()

    def await_loss(self) -> None:
        """Wait until the link knows that it is lost."""
        while self._next() is not Health.LOST:
            pass

    def _next(self) -> bytes | Health:
        try:
            return self._came.get(timeout=PATIENCE)
        except queue.Empty as late:
            raise RuntimeError(f"the {self.name} says nothing") from late


def main() -> int:
    """Cut the power and give it back; prints of each device the seconds from then to its first byte."""
    far, devices = FarEnd(), [Device(name) for name in PORTS]
    try:
        far.switch_on()
        for device in devices:
            device.link.start()
        for device in devices:
            device.await_bytes()
        far.cut_power()
        for device in devices:
            device.await_loss()
        far.switch_on()
        began = time.monotonic()
        for device in devices:
            print(device.name, f"{device.await_bytes() - began:.1f}")
    finally:
        for device in devices:
            device.link.stop()
        far.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
