"""The parts of a screen that a screen reader finds: every part in view with its role and its name, in reading
order.

``python3 -m tests.app.heard.tree`` writes the kept trees again, which ``test_trees`` holds the screens to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget

from console.base.words import LANGUAGES
from console.table.ui.kit import accessibility

KEPT: Final = Path(__file__).parent
DESK: Final = (
    "start-people",
    "start-people-add",
    "start-commissioning-failed",
    "start-save-there",
    "rehearsal-start",
    "rehearsal-failed",
    "rehearsal-exam-failed",
    "rehearsal-matrix",
    "review-correction",
    "review-handover",
    "review-report",
    "review-seal-failed",
    "review-wheel",
)
"""Screens on a desk, by the names of their pictures."""
AT_TABLE: Final = (
    "await-bets",  # baccarat, from bets to a result
    "bets-ending",
    "dealing",
    "result",
    "preparing-lt-05",  # the shuffle of another shoe
    "halted",  # halted, locked, called
    "halted-in-hand",
    "locked",
    "locked-in-a-halt",
    "two-open",
    "p1-kind",  # an incident's questions, outcome and steps
    "p2-cards",
    "p2-fell",
    "p3-choose",
    "p3-void",
    "p4-put-back",
    "p4-pit-boss-step",
    "d7-decide",
    "d8-manual",
    "bj-split",  # blackjack
    "bj-all-split",
    "bj-halted",
    "bj-double",
    "ro-result",  # roulette, with and without a sensor of the wheel
    "ro-no-reader",
    "ro-step-ball",
    "ro-settle-rows",
    "p0-open",  # the pit boss's page
    "p0-halted",
    "p0-nothing",
    "start-simulated",  # before and around play
    "start-simulated-due",
    "start-menu",
    "start-sign-in",
    "start-sign-in-pit-boss",
    "floor-12",  # the wall
    "floor-list",
    "floor-mine",
    "floor-duty",
    "floor-opened",
    "review-log-desk",  # the log, a round's replay
    "review-replay",
    "review-replay-blackjack",
)
"""The screens of tables, pit bosses, walls and of the log, by the names of their pictures."""
SCREENS: Final = {
    **dict.fromkeys(DESK, "en"),
    **{name: LANGUAGES[at % len(LANGUAGES)] for at, name in enumerate(AT_TABLE)},
}
"""The language of each screen: six by turns."""


_DIGEST = re.compile(r"[0-9a-f]{16}")
"""A part of a digest: it changes with each state that a journal keeps."""


def tree(screen: QWidget) -> str:
    """The tree, a line for each part; a table's places are in the order in which Qt tells them."""
    accessibility.install()
    screen.show()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    found = QAccessible.queryAccessibleInterface(screen)
    return "".join(f"{line}\n" for line in _lines(found, 0))


def _lines(part: QAccessibleInterface, depth: int) -> Iterator[str]:
    name = part.text(QAccessible.Text.Name)
    value = part.text(QAccessible.Text.Value)
    told = " ".join(filter(None, (part.role().name, repr(name), repr(value) if value else "")))
    yield f"{'  ' * depth}{_DIGEST.sub('digest', told)}"
    for at in range(part.childCount()):
        child = part.child(at)
        of = None if child is None else child.object()
        hidden = child is None or (isinstance(of, QWidget) and bool(child.state().invisible))
        if child is not None and not hidden:
            yield from _lines(child, depth + 1)


def main() -> None:
    from tests.instruments.pictures.screens import every_screen
    from tests.table.ui.harness.drawn import SIZE, let_go

    app = QApplication([])
    for name, language in SCREENS.items():
        screen = every_screen()[name](language, *SIZE)
        (KEPT / f"{name}.txt").write_text(tree(screen), "utf-8")
        let_go(screen)
    app.processEvents()


if __name__ == "__main__":
    main()
