"""What is done at a later turn of the loop, if whoever asked for it is still there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer


def later(owner: QObject, call: Callable[[], object], after: int = 0) -> None:
    """Call at the loop's next turn, or ``after`` that many milliseconds; never once the owner is gone.

    QTimer.singleShot keeps for ever what it was to call if its owner goes before: a closed window would
    stay in memory with all its parts.
    """
    timer = QTimer(owner, singleShot=True, interval=after, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(call)
    timer.timeout.connect(timer.deleteLater)
    timer.start()
