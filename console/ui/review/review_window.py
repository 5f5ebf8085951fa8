"""A window only for the review: on another machine, for a copy of a journal, without a table."""

from __future__ import annotations

import sys

from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.review.documents import DocumentMaker
from console.review.sources import NOT_FILMED, Heading, Reviewing, VideoSettings
from console.table.running.clock import Clock
from console.ui.hands.guard import PressGuard
from console.ui.hands.held_keys import HeldKeys
from console.ui.kit.desk_settings import keep_place, take_place
from console.ui.kit.keyboard import touch_typing
from console.ui.kit.surface import show_fitting
from console.ui.kit.theme import HEIGHT, WIDTH
from console.ui.kit.work import end, run
from console.ui.review.inquiries import JournalInquiries
from console.ui.review.screens import ReviewScreens
from console.ui.sign_in.badge_reader import NobodysBadges
from console.words import Words


class ReviewWindow(QWidget):
    """Only the review."""

    def __init__(
        self,
        inquiries: JournalInquiries,
        makes: DocumentMaker,
        words: Words,
        clock: Clock,
        *,
        heading: Heading,
        filmed: VideoSettings = NOT_FILMED,
    ) -> None:
        super().__init__()
        self._inquiries = inquiries
        touch_typing(application())
        self.screens = ReviewScreens(inquiries, makes, words, clock, parent=self, filmed=filmed)
        self.screens.left.connect(self.close)
        guard = PressGuard(lambda: clock.monotonic() / 1e9)
        self.badges = NobodysBadges(self, guard, self.screens.say)
        self._heading = heading
        self._name(words)
        self.screens.language_changed.connect(self._name)
        self.resize(WIDTH, HEIGHT)
        self.screens.begin(None, heading, close="review.menu.close")

    def _name(self, words: Words) -> None:
        self.setWindowTitle("  ".join(self._heading(words)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the review fill the window."""
        self.screens.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the journals."""
        keep_place(self, "review")
        self._inquiries.stop()


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
    window = ReviewWindow(inquiries, makes, words, clock, heading=heading, filmed=filmed)
    inquiries.start()
    if take_place(window, "review"):
        window.show()
    else:
        show_fitting(window)
    done = run(running)
    end()
    return done
