"""A window only for the review: on another machine, for a copy of a journal, without a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from console.base.plain_text import short_names
from console.base.words import Words, foreseen, why
from console.supervisor.review.documents import DocumentMaker
from console.supervisor.review.sources import NOT_FILMED, Heading, Reviewing, VideoSettings
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import Clock
from console.table.people import BadgeForm
from console.table.ui.hands import HeldKeys, PressGuard
from console.table.ui.kit import MenuRow, desk_settings, end, run, show_fitting, theme, touch_typing
from console.table.ui.sign_in import IgnoredBadges
from console.table.ui.signs import Sign

OtherJournals: TypeAlias = Callable[[Sequence[Path]], tuple[Reviewing, Heading]]
"""Opens other journals and gives their heading; raises JournalError."""


class ReviewWindow(QWidget):
    """Only the review. Journals that are dropped on the window take the place of the shown ones."""

    def __init__(
        self,
        inquiries: JournalInquiries,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        *,
        heading: Heading,
        filmed: VideoSettings = NOT_FILMED,
        others: OtherJournals | None = None,
        badges: BadgeForm | None = None,
        touch: bool = False,
        files: Sequence[Path] = (),
    ) -> None:
        """``others`` opens other journals; None if a person chooses none, such as on a floor. ``touch``:
        whether fingers press it. ``files`` are the journals', by whose names the window is known.
        ``badges``: how the house's reader types, if it was measured.
        """
        super().__init__()
        self._clock, self._others, self._touch, self._files = clock, others, touch, tuple(files)
        self.setAcceptDrops(others is not None)
        touch_typing(application())
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        self.badges = IgnoredBadges(self, guard, lambda key: self.screens.say(key), badges)
        self.resize(theme.WIDTH, theme.HEIGHT)
        self._show(inquiries, makes, words, heading, filmed)

    def _show(
        self,
        inquiries: JournalInquiries,
        makes: DocumentMaker,
        words: Words,
        heading: Heading,
        filmed: VideoSettings,
    ) -> None:
        self._inquiries, self._heading = inquiries, heading
        self.screens = ReviewScreens(
            inquiries, makes, words, self._clock, parent=self, filmed=filmed, touch=self._touch
        )
        self.screens.name_after(self._files)
        self.screens.left.connect(self.close)
        self.screens.show_recent = None if self._others is None else self._show_recent
        self.screens.language_changed.connect(self._name)
        self._name(words)
        self.screens.begin(None, heading, close="review.menu.close")

    def _name(self, words: Words) -> None:
        """Name the window as the desktop lists it: the file first."""
        named = words.list_of(file.name for file in self._files)
        self.setWindowTitle("  ".join(filter(None, (named, *self._heading(words)))))

    # --- other journals ---------------------------------------------------------------------------

    def open_journals(self, files: Sequence[Path]) -> None:
        """Show other journals in place of these; these stay if the others can't be read."""
        words, before = self.screens.words, self.screens
        if self._others is None:
            return
        try:
            reviewing, heading = self._others(files)
        except Exception as error:
            if not foreseen(error):
                raise
            before.show_log()
            before.log.warn("review.failed", why=why(error, words))
            return
        desk_settings.keep_journals(files)
        self._files = tuple(files)
        self._inquiries.stop()
        inquiries = JournalInquiries(reviewing.reads)
        self._show(inquiries, reviewing.makes(), words, heading, reviewing.filmed)
        inquiries.start()
        before.hide()
        before.deleteLater()
        self.screens.setGeometry(self.rect())
        self.screens.show()
        self.screens.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+O shows the journals that were opened last."""
        if event.matches(QKeySequence.StandardKey.Open):
            self._show_recent()
        else:
            super().keyPressEvent(event)

    def _show_recent(self) -> None:
        """Offer the journals that were opened last; of two with one name each has its folder's."""
        recent = desk_settings.recent_journals() if self._others is not None else []
        rows = [
            MenuRow(name, Sign("outcomes.book"), partial(self.open_journals, (file,)))
            for file, name in zip(recent, short_names(recent), strict=True)
        ]
        if rows:
            self.screens.menu.open(self.screens.words.text("review.recent"), tuple(rows))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files; what comes from a browser or a text is none."""
        if _files_of(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped files together, as one log."""
        event.acceptProposedAction()
        self.open_journals(_files_of(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.screens.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        desk_settings.keep_place(self, "review")
        self._inquiries.stop()


def _files_of(event: QDropEvent) -> list[Path]:
    """The files that are dragged; empty if one of the dragged things is no file."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls] if all(url.isLocalFile() for url in urls) else []


def application() -> QApplication:
    """The running application, or a new one with widgets."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    made = QApplication(sys.argv[:1])
    HeldKeys(made)
    return made


def run_review(reviewing: Reviewing, words: Words, clock: Clock, heading: Heading) -> int:
    """Show a review until it is closed and its inquiries have ended; returns how the application ended."""
    running = application()
    inquiries = JournalInquiries(reviewing.reads)
    makes, filmed = reviewing.makes(), reviewing.filmed
    window = ReviewWindow(
        inquiries,
        makes,
        words,
        clock,
        heading=heading,
        filmed=filmed,
        others=reviewing.others,
        badges=reviewing.badges,
        touch=bool(reviewing.touch),
        files=reviewing.files,
    )
    desk_settings.keep_journals(reviewing.files)
    inquiries.start()
    if desk_settings.take_place(window, "review"):
        window.show()
    else:
        show_fitting(window)
    window.activateWindow()  # without a window manager none does
    done = run(running)
    end()
    return done
