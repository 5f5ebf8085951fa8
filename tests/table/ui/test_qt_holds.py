"""The Qt that is pinned holds: one release aborted after some hundred signals on Python before 3.12."""

from __future__ import annotations

import subprocess
import sys

EXERCISE = """
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

class Speaker(QObject):
    said = Signal(object)

app = QCoreApplication([])
speaker, heard, ticks = Speaker(), [], []
speaker.said.connect(heard.append)
for number in range(2_000):
    speaker.said.emit(None if number % 2 else bool(number % 4))

def tick():
    ticks.append(None)
    if len(ticks) == 10_000:
        app.quit()

timer = QTimer()
timer.timeout.connect(tick)
timer.start(0)
app.exec()
print(len(heard), len(ticks))
"""


def test_two_thousand_signals_and_ten_thousand_timer_events() -> None:
    done = subprocess.run([sys.executable, "-c", EXERCISE], capture_output=True, text=True, timeout=180)
    assert (done.returncode, done.stdout.split()) == (0, ["2000", "10000"]), done.stderr
