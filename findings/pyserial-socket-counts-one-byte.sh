#!/usr/bin/env bash
# pyserial 3.5: over socket:// in_waiting is 1 however many bytes wait, and read_all() returns one of them.
#
# Expected: in_waiting is the number of bytes in the input buffer, and read_all() reads them (API
# documentation); so it is for a port, and the URLs are there to be used in a port's place.
# Seen: of a hundred bytes one is counted and one is read. cancel_read(), which ends a waiting reader, is not
# there at all.
# Hurts: loops with read(port.in_waiting or 1): right, but byte by byte; and read_all() before a command
# leaves ninety-nine bytes of old answers.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pyserial==3.5'

cat > "$dir/try.py" <<'END'
import os
import pty
import select
import socket
import threading

import serial

server = socket.create_server(("127.0.0.1", 0))
port = serial.serial_for_url(f"socket://127.0.0.1:{server.getsockname()[1]}", timeout=5)
peer, _ = server.accept()
first = threading.Event()


def send():
    peer.sendall(b"x" * 100)
    first.set()


threading.Thread(target=send).start()
first.wait()
select.select([port.fileno()], [], [], 5)
print("socket:// waiting:", port.in_waiting, "read:", len(port.read_all()), "cancel_read:", hasattr(port, "cancel_read"))
print("socket:// left:", len(port.read(99)))

ours, theirs = pty.openpty()
port = serial.Serial(os.ttyname(theirs), timeout=5)
os.write(ours, b"x" * 100)
select.select([port.fileno()], [], [], 5)
print("port waiting:", port.in_waiting, "read:", len(port.read_all()), "cancel_read:", hasattr(port, "cancel_read"))
END

cat > "$dir/expected" <<'END'
socket:// waiting: 1 read: 1 cancel_read: False
socket:// left: 99
port waiting: 100 read: 100 cancel_read: True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 100 bytes wait, 1 is counted and read"
else
    echo "changed: pyserial-socket-counts-one-byte"
    exit 1
fi
