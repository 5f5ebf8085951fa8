"""Calls that run at a later turn of the loop, if their owner still exists then."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer


def call_later(owner: QObject, call: Callable[[], object], after: int = 0) -> None:
    """Call at the loop's next turn, or in ``after`` milliseconds; never once the owner is gone.
    QTimer.singleShot would keep its call, and a closed window with all its parts, in memory for ever.
    """
    timer = QTimer(owner, singleShot=True, interval=after, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(call)
    timer.timeout.connect(timer.deleteLater)
    timer.start()
