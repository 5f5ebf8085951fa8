"""The rehearsals that the person at a simulated table should do today; a press begins them. The tab lies in
the status bar of a simulated table's window, never a LIVE one's. The first screen, at which nobody is signed
in, has everybody's.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.rehearsals.ui.report_note import ReportTab, pixels
from console.table.core import Mode, Person
from console.table.ui.kit import advance, fill, outline, pen, theme
from console.table.ui.window import FirstScreen, TableWindow

LOOK: Final = 500
"""Milliseconds between two looks at the person at the table."""
_MOST: Final = 380.0

Due = Callable[[Person, Words], tuple[str, ...]]
"""The rehearsal to do first today: texts, each shorter than the one before; empty if none is due."""


class DueTab(ReportTab):
    """'Today’s rehearsal: hole card exposed', shorter for want of room; 'Rehearsals' if none is due."""

    def __init__(
        self,
        window: TableWindow,
        due: Due,
        begin: Callable[[str], object],
        everybody: Callable[[Words], Sequence[str]] = lambda _: (),
    ) -> None:
        """``begin`` starts the rehearsals in a language."""
        super().__init__(window)
        if (cover := window.front.cover) is not None:
            self.stackUnder(cover)  # The first question was there before it, and covers the bar.
        if isinstance(cover, FirstScreen):
            cover.show_remark("rehearsal.due.short", everybody)
        view = window.people_here.view
        assert view is None or view.mode is Mode.TRAINING, "a LIVE table rehearses nothing"
        self._table, self._due = window, due
        self._known: tuple[str | None, str] | None = None
        self._texts: tuple[str, ...] = ("",)
        """The tab's text, and shorter ones for a bar without room for it."""
        self.meant.connect(lambda: begin(window.words.language))
        self._looking = QTimer(self, interval=LOOK)
        self._looking.timeout.connect(self.look)
        self._looking.start()
        window.language_changed.connect(lambda _: self.look())
        window.dealer.status.arranged.connect(self._lie)
        self.look()

    def look(self) -> None:
        window = self._table
        view = window.people_here.view
        dealer = None if view is None else view.dealer or view.pit_boss
        known = (dealer.id if dealer is not None else None, window.words.language)
        if known != self._known:
            self._known = known
            words = window.words
            due = self._due(dealer, words) if dealer is not None else ()
            self._texts = due or (words.text("rehearsal.button.all"),)
        self.place()

    def place(self) -> None:
        """Lie in the bar's free room, beneath anything that covers the table."""
        window: QWidget = self._table
        u, bar = theme.unit(window.width(), window.height()), self._table.dealer.status
        self.u = bar.u or u
        bar.keep(min(_MOST, advance(self._texts[0], theme.font(theme.LEAST, bold=True)) + 60))
        self._lie()

    def _lie(self) -> None:
        """Lie in the place that the bar keeps free, with the text that is legible there."""
        box = self._table.dealer.status.kept_box
        room, face = box.width() - 24, theme.font(theme.LEAST, bold=True)
        fits = [text for text in self._texts if advance(text, face) <= room]
        shown = bool(fits) and self._table.dealer.isVisible()
        if fits:
            if fits[0] != self.text():
                self.show_label(fits[0])
            box.setLeft(box.right() - advance(fits[0], face) - 24)
        self.setGeometry(pixels(box, self.u))
        self.setVisible(shown)

    def _body(self, painter: QPainter, body: QRectF) -> QColor:
        """Quieter than the table's name: it waits for a pause."""
        fill(painter, body, theme.PINK_FILL, 8)
        outline(painter, body, pen(theme.EDGE, 1.5), 8)
        return theme.PINK


def show_due(window: TableWindow, *, rules: str, game: str, language: str, full_screen: bool) -> None:
    """Show the rehearsals due for the person at a simulated table; a press begins one in its own process. A
    LIVE table's process loads nothing of rehearsals.
    """
    from console.rehearsals.commands.rehearsals import RehearsalOptions, due_today, everybody_due

    def begin(spoken: str) -> None:
        import subprocess

        root = Path(__file__).parents[3]
        more = {"PYTHONPATH": os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))}
        asked = ("rehearsal", "--rules", rules, "--lang", spoken)
        full = ("--full-screen",) if full_screen else ()
        subprocess.Popen((sys.executable, "-m", "console", *asked, *full), env={**os.environ, **more})

    options = RehearsalOptions(rules, language)
    DueTab(window, partial(due_today, options, game=game), begin, partial(everybody_due, options, game=game))
