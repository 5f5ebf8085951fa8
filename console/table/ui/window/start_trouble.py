"""The screen of a table that can't start: the reason in one sentence, a press to try again, one to quit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.words import LANGUAGES, LOCALES, Words
from console.table.ui.dealer.prompt import announce
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.keys import ChoiceKey, Keys, show_keys
from console.table.ui.kit.lettering import write
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.sign_in.badge_reader import IgnoredBadges
from console.table.ui.sign_in.form import in_rows
from console.table.ui.signs.sign import Sign

_MOST_LETTERS: Final = 1_200
_MOST_LINES: Final = 12
"""The most characters and lines of a reason that are painted; a name or a file can make it longer."""
_LEFT: Final = 96.0
_WIDE: Final = theme.WIDTH - 2 * _LEFT
_LANGUAGES: Final = 584.0
_BELOW: Final = 680.0


class TroubleWords(NamedTuple):
    """The screen's subject: the word keys of its headline, of the way out, and of the press."""

    title: str
    how: str
    again: str
    go_on: str | None = None
    """The key of the press by which a supervisor starts the table all the same; None: nobody can."""


TROUBLE: Final = TroubleWords("trouble.title", "trouble.how", "trouble.again")
"""A table can't start."""
MISSING: Final = TROUBLE._replace(go_on="missing.go_on")
"""A table can't start because a file is missing that it had; a supervisor can start it without."""
DAMAGED: Final = TROUBLE._replace(go_on="missing.begin_again")
"""A table can't start with its damaged journal; a supervisor can begin a new one."""
PLAIN: Final = TroubleWords("plain.title", "plain.how", "plain.again")
"""An earlier start hung: the table is shown in words, before anything is painted again."""


class TroubleScreen(Surface):
    """A table that can't start, its reason, 'Try again', and a way to quit."""

    again = Signal()
    beyond = Signal()
    """A supervisor is to be asked to start the table all the same."""
    left = Signal()
    """Nobody tries again: the console quits."""

    def __init__(
        self,
        words: Words,
        parent: QWidget | None = None,
        *,
        now: Callable[[], str] = lambda: time.strftime("%H:%M:%S"),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``now`` gives the time of day as the screen shows it."""
        super().__init__(parent)
        self.words, self._now = words, now
        self._text_of: Callable[[Words], str] = lambda _: ""
        self._at, self.about = "", TROUBLE
        self.guard = PressGuard(monotonic)
        self._note = ""
        """The phrase key of the words about a badge; empty until one is read."""
        self.badges = IgnoredBadges(self, self.guard, self._show_message)
        self._languages = [ChoiceKey(self, LOCALES[code].name, code, self._speak) for code in LANGUAGES]
        self.primary = Button(Sign("review.following"), Tone.NOW, self.guard, self)
        self.primary.meant.connect(self.again)
        self.go_on = Button(Sign("places.person"), Tone.PLAIN, self.guard, self)
        self.go_on.meant.connect(self.beyond)
        self.back = Button(Sign("places.leave"), Tone.PLAIN, self.guard, self)
        self.back.meant.connect(self.left)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covers()
        self.set_words(words)

    def show_reason(self, text_of: Callable[[Words], str], trouble_words: TroubleWords | None = None) -> None:
        """Show a reason; ``text_of`` gives it in the words of a language."""
        self._text_of, self._at, self.about, self._note = text_of, self._now(), trouble_words or TROUBLE, ""
        self.guard.renew()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.set_words(self.words)
        announce(self, self.reason, at_once=True)

    @property
    def reason(self) -> str:
        return self._text_of(self.words)

    def set_words(self, words: Words) -> None:
        self.words = words
        self.setWindowTitle(words.text(self.about.title))
        self.setAccessibleName(f"{words.text(self.about.title)}. {self.reason}")
        for choice in self._languages:
            choice.setChecked(choice.code == words.language)
        self.primary.show_label(words.text(self.about.again))
        self.back.show_label(words.text("menu.quit"))
        self.go_on.setVisible(self.about.go_on is not None)
        if self.about.go_on is not None:
            self.go_on.show_label(words.text(self.about.go_on))
        self.arrange()
        self.update()

    @property
    def note(self) -> str:
        """The line above the languages: when the files were read last, or that a badge does nothing."""
        if self._note:
            return self.words.text(self._note)
        return self.words.text("trouble.looked", time=self._at) if self._at else ""

    def _show_message(self, key: str) -> None:
        self._note = key
        announce(self, self.note, at_once=False)
        self.update()

    def _speak(self, language: str) -> None:
        self.set_words(Words(language))

    # --- how it looks -----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(theme.unit(self.width(), self.height()))

    def arrange(self) -> None:
        row = QRectF(_LEFT, _LANGUAGES, _WIDE, 54)
        for choice, box in zip(self._languages, in_rows(row, len(self._languages)), strict=True):
            self.put(choice, self._moved(box))
        back = max(220.0, self.back.wish(460) - 2 * FOCUS)
        wide = max(380.0, self.primary.wish(560) - 2 * FOCUS)
        beyond = max(260.0, self.go_on.wish(400) - 2 * FOCUS)
        if not self.go_on.isHidden():  # if the key to go back is wide, it makes room for the key beside it
            back = min(back, _WIDE - wide - beyond - 2 * 24)
        self._place_button(self.back, QRectF(_LEFT, _BELOW, back, 80))
        self._place_button(self.go_on, QRectF(theme.WIDTH - _LEFT - wide - 24 - beyond, _BELOW, beyond, 80))
        self._place_button(self.primary, QRectF(theme.WIDTH - _LEFT - wide, _BELOW, wide, 80))

    def _place_button(self, button: Button, body: QRectF) -> None:
        lay(self, button, self._moved(body))

    def _moved(self, box: QRectF) -> QRectF:
        """A box of a screen 1280 by 800, moved to the middle of this one."""
        return box.translated((self.wide - theme.WIDTH) / 2, (self.high - theme.HEIGHT) / 2)

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        tile = self._moved(QRectF(_LEFT, 96, 120, 120))
        fill(painter, tile, theme.AMBER_FILL, 14)
        Sign("states.caution")(painter, tile.adjusted(22, 22, -22, -22), theme.AMBER)
        text = self.words.text
        what = Row(text(self.about.title), 44, bold=True), Row(text(self.about.how), ink=theme.T1)
        place = QRectF(tile.right() + 32, tile.top(), _WIDE - 152, 136)
        Column(what, place.width(), place.height()).paint(painter, place.left(), place.top())
        lines = enumerate(self.reason[:_MOST_LETTERS].splitlines()[:_MOST_LINES])
        reason = [Row(line, 26, theme.AMBER, bold=True, gap=0, spare=at) for at, line in lines]
        box = self._moved(QRectF(_LEFT, 252, _WIDE, 256))
        Column(reason, box.width(), box.height()).paint(painter, box.left(), box.top())
        note = self._moved(QRectF(_LEFT, _LANGUAGES - 62, _WIDE, 24))
        write(
            painter,
            self.note,
            note.left(),
            note.center().y(),
            theme.font(theme.LEAST),
            theme.T1 if self._note else theme.T2,
        )

    # --- keys -------------------------------------------------------------------------------------

    def key_rows(self, words: Words) -> Keys:
        pressed = ("Enter", self.primary.text())
        return (pressed, ("Tab", words.text("keys.fields")), ("F9", words.text("keys.language")))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter tries again, F9 takes the next language; F1 shows the keys."""
        if event.key() in ENTERS:
            self.primary.click()
        elif event.key() == Qt.Key.Key_F1:
            show_keys(self, self.key_rows(self.words), self.words)
        elif event.key() == Qt.Key.Key_F9:
            self._speak(self.words.next_language)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """A window that the system closes quits, as the press does."""
        self.left.emit()
