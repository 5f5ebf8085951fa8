"""A window only for the review: on another machine, for a copy of a journal, without a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.base.plain_text import short_names
from console.base.words import Words, foreseen, why
from console.supervisor.review.questions import JournalReader
from console.supervisor.review.sources import Heading, Reviewing
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.supervisor.ui.review.screens import ReviewScreens
from console.table.core import Clock
from console.table.ui.hands import HeldKeys, PressGuard
from console.table.ui.kit import (
    MenuRow,
    PlacedPart,
    desk_settings,
    end,
    run,
    show_fitting,
    theme,
    touch_typing,
)
from console.table.ui.sign_in import IgnoredBadges
from console.table.ui.signs import Sign


class ReviewWindow(PlacedPart, QWidget):
    """Only the review. Journals dropped on the window replace the shown ones."""

    def __init__(
        self,
        reviewing: Reviewing,
        words: Words,
        clock: Clock,
        heading: Heading,
        *,
        asking: Callable[[Callable[[], JournalReader]], JournalInquiries] = JournalInquiries,
    ) -> None:
        """``asking`` answers the review's questions."""
        super().__init__()
        self._clock, self._asking = clock, asking
        self._others, self._touch = reviewing.others, bool(reviewing.touch)
        self.setAcceptDrops(reviewing.others is not None)
        touch_typing(application())
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        self.badges = IgnoredBadges(self, guard, lambda key: self.screens.say(key), reviewing.badges)
        self.resize(theme.WIDTH, theme.HEIGHT)
        self._show(reviewing, words, heading, reviewing.files)

    def _show(self, reviewing: Reviewing, words: Words, heading: Heading, files: Sequence[Path]) -> None:
        """Show journals; the window's name is that of the opened ``files``."""
        self._heading, self._files = heading, tuple(files)
        self._inquiries = inquiries = self._asking(reviewing.reads)
        self.screens = ReviewScreens(
            inquiries,
            reviewing.makes(),
            words,
            self._clock,
            parent=self,
            filmed=reviewing.filmed,
            touch=self._touch,
        )
        self.screens.name_after(self._files)
        self.screens.left.connect(self.close)
        self.screens.show_recent = None if self._others is None else self._show_recent
        self.screens.language_changed.connect(self._name)
        self._name(words)
        self.screens.begin(None, heading, close="review.menu.close")
        inquiries.start()

    def _name(self, words: Words) -> None:
        """Name the window as the desktop lists it: the file first."""
        named = words.list_of(file.name for file in self._files)
        self.setWindowTitle("  ".join(filter(None, (named, *self._heading(words)))))

    # --- other journals ---------------------------------------------------------------------------

    def open_journals(self, files: Sequence[Path]) -> None:
        """Show other journals; these stay if the others can't be read."""
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
        self._inquiries.stop()
        self._show(reviewing, words, heading, files)
        before.hide()
        before.deleteLater()
        self.screens.setGeometry(self.rect())
        self.screens.show()
        self.screens.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+O shows the recently opened journals."""
        if event.matches(QKeySequence.StandardKey.Open):
            self._show_recent()
        else:
            super().keyPressEvent(event)

    def _show_recent(self) -> None:
        """Offer the recently opened journals; of two with one name each has its folder's."""
        recent = desk_settings.recent_journals() if self._others is not None else []
        rows = [
            MenuRow(name, Sign("outcomes.book"), partial(self.open_journals, (file,)))
            for file, name in zip(recent, short_names(recent), strict=True)
        ]
        if rows:
            self.screens.menu.open(self.screens.words.text("review.recent"), tuple(rows))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files only, nothing else from a browser or a text."""
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
    """The dragged files; empty if one thing is no file."""
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
    """Show a review until it is closed and its inquiries have ended; returns the application's status."""
    running = application()
    window = ReviewWindow(reviewing, words, clock, heading)
    desk_settings.keep_journals(reviewing.files)
    if desk_settings.take_place(window, "review"):
        window.show()
    else:
        show_fitting(window)
    window.activateWindow()  # Without a window manager nobody else activates it.
    done = run(running)
    end()
    return done
