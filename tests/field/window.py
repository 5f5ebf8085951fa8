"""The process of a table's window that a field test presses: orders come in, what it shows goes out."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from console.table.core import SystemClock
from console.table.people import BadgeForm
from console.table.ui.hands import HeldKeys
from console.table.ui.hands.guard import GUARD
from console.table.ui.incident import open_incident
from console.table.ui.incident.stage import Stage
from tests.table.ui.harness.straight import Straight

SETTLED = 600
"""Milliseconds after which every sign that waited has acted."""


def main(given: str) -> None:
    """Show a table, obey orders, and report the screen."""
    game, badges, language = msgspec.json.decode(given, type=tuple[str, BadgeForm | None, str])
    application = QApplication([])
    HeldKeys(application)
    rules = "sv" if game == "roulette" else "lt"
    table = Straight(rules, game, devices=game != "roulette", clock=SystemClock(), badges=badges)
    window = table.window
    window.speak(language)
    read: list[str] = []
    window.sign_in.badges.typed.badge.connect(lambda number, *_: read.append(number))

    def tell(**told: Any) -> None:
        print(msgspec.json.encode(told).decode(), flush=True)

    def tell_state() -> None:
        table.settle()
        guard = window.dealer.guard
        if guard.painted_at is None or guard.now() - guard.painted_at <= GUARD:  # too early to press
            QTimer.singleShot(SETTLED, tell_state)
            return
        asked = window.sign_in.screen.state if window.sign_in.is_asking else None
        incident, note = open_incident(table.view), window.dealer.press_note
        reasons = window.dealer.incident_stage in (Stage.OUTCOME, Stage.SKIP, Stage.WITHDRAW)
        tell(
            id=asked.id if asked else None,
            id_shown=asked.shown_id if asked else None,
            digits=asked.digits if asked else None,
            note=asked.note.text if asked else None,
            number=window.dealer.bar.number,
            prompt=table.view.view.prompt.action,
            kind=incident.kind if incident else None,
            stage=window.dealer.incident_stage,
            reason=window.dealer.incident.zone.deciding.field.text() if reasons else None,
            refused=note.text if note is not None and note.isVisible() else None,
            badges=read,
        )

    def obey(order: dict[str, Any]) -> None:
        if "tell" in order:
            QApplication.sync()  # the order may come before keys that were pressed earlier
            QTimer.singleShot(SETTLED, tell_state)
        elif "withdraw" in order:
            window.dealer.incident.bar.withdraw.click()
        elif "skip" in order:
            window.dealer.incident.dialog.skip()
        else:
            table.take(order)

    def hear() -> None:
        given = os.read(sys.stdin.fileno(), 65536)
        if not given:
            application.quit()
        for line in given.splitlines():
            obey(msgspec.json.decode(line))

    turning = QTimer(interval=5)
    turning.timeout.connect(table.settle)
    turning.start()
    heard = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    heard.activated.connect(hear)
    window.activateWindow()
    QTimer.singleShot(500, lambda: tell(window=int(window.winId())))
    application.exec()


main(sys.argv[1])
