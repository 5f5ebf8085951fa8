#!/usr/bin/env bash
# pytest-timeout 2.4.0 with PySide6 6.11.3: a limit of one second ends a test after four, when Qt's loop ends
# by itself.
#
# Expected: the method "signal" interrupts the test at the limit, as the documentation says of code in
# Python; that is what it is installed for where a test waits for a signal of Qt.
# Seen: Python handles the signal only when it runs again, and within QEventLoop.exec() it does not. The test
# goes on as long as the loop does, and then fails with "Timeout (>1.0s)". Should nothing end the loop,
# nothing ends the test.
# Hurts: suites of windows: their limit is none. The method "thread" does end it, with the whole process.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pytest-timeout==2.4.0' 'pytest-qt==4.5.0' 'pytest==9.2.0' 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
(here / "test_it.py").write_text(
    """
import pathlib
import time

from PySide6.QtCore import QEventLoop, QTimer


def test_it(qtbot):
    loop = QEventLoop()
    QTimer.singleShot(4000, loop.quit)
    begin = time.monotonic()
    try:
        loop.exec()
    finally:
        pathlib.Path(__file__).with_name("waited").write_text(str(time.monotonic() - begin))
"""
)
done = subprocess.run([sys.executable, "-m", "pytest", "-q", "--timeout=1", here / "test_it.py"], capture_output=True, text=True, cwd=here)
print("failed at its limit:", "Timeout (>1.0s)" in done.stdout)
print("but after at least 3.5 s:", float((here / "waited").read_text()) > 3.5)
END

cat > "$dir/expected" <<'END'
failed at its limit: True
but after at least 3.5 s: True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a limit of 1 s is felt when Qt's loop ends after 4 s"
else
    echo "changed: pytest-timeout-waits-for-qt"
    exit 1
fi
