"""Acts at the log's screen, its rows that are in view, and the facts beside them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.journal import LogRow
from console.table.ui.kit import Label


def press(
    screen: LogScreen, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(screen.list, key, modifier)


def in_view(screen: LogScreen) -> list[LogRow]:
    rows = [screen.query.rows.row(at) for at in range(screen.query.rows.count)]
    return [row for row in rows if row is not None]


def fact_labels(screen: LogScreen) -> list[tuple[Label, Label]]:
    """The facts that stand beside the log: each a label, and the one with its value."""
    shown = [each for each in screen.detail.facts.findChildren(Label) if not each.isHidden()]
    return [*zip(shown[::2], shown[1::2], strict=True)]


def facts_beside(screen: LogScreen) -> dict[str, str]:
    """The facts of the chosen entry: each label's value, as it is read out."""
    return {label.text(): value.accessibleName() for label, value in fact_labels(screen)}
