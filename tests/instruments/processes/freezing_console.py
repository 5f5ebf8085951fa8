"""The console's window with threads that can be frozen by an order on its input.

Its arguments are the seconds that a slow disk takes and the table's configuration. It writes ``shown`` with
each view that it shows. An order is ``window`` or ``table`` with ``endless`` or ``lock``, or ``disk slow``.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from typing import Any, NoReturn

from PySide6.QtCore import QObject, Qt, Signal

from console.app import start
from console.app.console_at_table import Console
from console.cli import main
from console.table.core import NoteKind
from console.table.journal import SqliteJournal

_slow = threading.Event()
"""Set: the next commit is slow."""
_held = threading.Lock()
_consoles: list[WatchedConsole] = []
_stored = SqliteJournal._store


class Orders(QObject):
    """Orders to the window's thread, from another thread."""

    given = Signal(object)


class WatchedConsole(Console):
    """The console, which writes each view that it shows."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.orders = Orders()
        self.orders.given.connect(lambda act: act(), Qt.ConnectionType.QueuedConnection)
        self.bridge.table_shown.connect(_write_view)
        _consoles.append(self)


def _write_view(shown: Any) -> None:
    play = shown.view.round
    print("shown", shown.table.round_number, shown.view.prompt.action, repr(play), flush=True)


def _endless(*_: object) -> NoReturn:
    while True:
        pass


def _wait(*_: object) -> NoReturn:
    """Wait for a lock that nobody gives back."""
    _held.acquire()
    raise AssertionError("nobody gives it back")


def _obey() -> None:
    for order in sys.stdin:
        console = _consoles[-1]
        match order.split():
            case ["window", "endless"]:
                console.orders.given.emit(_endless)
            case ["table", "endless"]:
                console.station.ask(_endless)
            case ["window", "lock"]:
                _held.acquire()
                console.orders.given.emit(_wait)
            case ["table", "lock"]:
                _held.acquire()
                console.station.ask(_wait)
            case ["disk", "slow"]:
                _slow.set()
                console.station.note(NoteKind.LOCKED)


def _obey_or_end() -> None:
    try:
        _obey()
    except BaseException:
        traceback.print_exc()
        os._exit(1)  # otherwise the process that gave the order waits for ever


if __name__ == "__main__":
    seconds = float(sys.argv[1])

    def store(journal: SqliteJournal, *args: Any) -> Any:
        """Store as the journal does, slowly if that was ordered; the journal says meanwhile that it works."""
        if _slow.is_set():
            _slow.clear()
            time.sleep(seconds)
        return _stored(journal, *args)

    setattr(SqliteJournal, "_store", store)  # noqa: B010 (mypy has no words for a replaced method)
    setattr(start, "Console", WatchedConsole)  # noqa: B010
    threading.Thread(target=_obey_or_end, daemon=True).start()
    sys.exit(main(["--table", sys.argv[2], "--window"]))
