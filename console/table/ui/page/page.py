"""The common parts of a page: the bar above, a headline, the way back, one press, and progress. The bar shows
REVIEW or REPLAY, what is read, the language, who reads, and the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from PySide6.QtCore import QLocale, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from console.base.plain_text import ListedRows, WriteTarget
from console.base.words import Words, foreseen, why
from console.table.core.running.clock import Clock
from console.table.core.showing.screen_values import Mode, Person
from console.table.ui.dealer.top_bar import MARKS, MIDDLE, TopBar, paint_bar, paint_mode, paint_texts
from console.table.ui.hands.guard import ENTERS, PressGuard
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import FOCUS, Button, Tone, lay
from console.table.ui.kit.column import Column, Row
from console.table.ui.kit.keys import NOT_GUARDED, Keys, SmallKey, key_wish, show_keys, with_control
from console.table.ui.kit.lettering import advance, write
from console.table.ui.kit.panel import Panel
from console.table.ui.kit.row_table import RowTable, table_keys
from console.table.ui.kit.surface import Surface, fill, hatch
from console.table.ui.kit.work import Progress, Work
from console.table.ui.page.save_screen import SaveScreen
from console.table.ui.page.table_acts import ActNotRecorded, TableActs
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.sign_in.sign_in_screen import SignInScreen
from console.table.ui.signs.sign import Sign
from console.table.words.names import table_title


class PageBar(TopBar):
    """The bar: what is read, and by whom."""

    def __init__(self, clock: Callable[[], datetime], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(clock, words, parent)
        self._mode, self._texts = Mode.REVIEW, tuple[str, ...]()
        self.start()

    def show_reading(
        self, mode: Mode, texts: Sequence[str], person: Person | None, words: Words, *, opens: bool = True
    ) -> None:
        """Show what is read, the most important text first; a number alone is a table's name. ``opens``: the
        menu can be opened.
        """
        texts = tuple(table_title(words, text) for text in texts)
        self._mode, self._texts = mode, texts
        self.show_person(person, words, opens=opens)
        self.setAccessibleName("  ".join((words.text(f"mode.{mode}"), *texts)))
        self.tick()
        self.arrange()
        self.update()

    def paint(self, painter: QPainter) -> None:
        bar = QRectF(0, 0, self.wide, self.high)
        if self._mode is Mode.REPLAY:
            hatch(painter, bar, theme.mix(theme.SLATE_FILL, theme.BG1, 0.9), theme.BG1, 6, 9)
        else:
            paint_bar(painter, bar, self._mode)
        x = self._paint_mode(painter, self._words) + 22
        paint_texts(painter, ((text, at > 1) for at, text in enumerate(self._texts)), x, self.room_ends)
        self.paint_code(painter)
        self.paint_clock(painter)

    def _paint_mode(self, painter: QPainter, words: Words) -> float:
        if self._mode is Mode.LIVE or self._mode in MARKS:
            return paint_mode(painter, self._mode, self.high, words)
        text, face = words.text(f"mode.{self._mode}"), theme.font(18, bold=True, track=103)
        block = QRectF(0, 0, 46 + advance(text, face) + 22, self.high)
        replay = self._mode is Mode.REPLAY
        ink = theme.BG0 if replay else theme.T1
        fill(painter, block, theme.SLATE if replay else theme.BG3)
        sign = Sign("outcomes.video") if replay else Sign("outcomes.book")
        sign(painter, QRectF(14, MIDDLE - 12, 24, 24), ink)
        write(painter, text, 46, MIDDLE, face, ink)
        return block.right()


_STOP: Final = 124.0
"""The least width of the key that stops work; its word may then stand alone."""
_HEAD: Final = 90.0
"""The height of a title with the line beneath it."""


class ProgressLine(Surface):
    """Shown while work is under way."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self._key, self._slots, self._share = "", dict[str, object](), 0.0
        self._room = 0.0
        self.stop = SmallKey(Sign("outcomes.cross"), self)
        self.covers()
        self.hide()

    def begin(self, key: str, words: Words, **slots: object) -> None:
        """Show that work has begun; ``key`` is its phrase, which has a slot for the share in per cent."""
        self._key, self._slots, self._share = key, slots, 0.0
        self.set_words(words)
        self.show()

    def set_words(self, words: Words) -> None:
        self._words = words
        self.stop.show_label(words.text("shift.stop"))
        self.arrange()
        self._name()

    def show_share(self, share: float) -> None:
        """Show which share of the work is done, from 0 to 1."""
        self._share = max(0.0, min(1.0, share))
        self._name()
        self.update()

    def end(self) -> None:
        self.hide()

    @property
    def text(self) -> str:
        """The words of the line: the work, and its share in per cent; empty before the first work."""
        if not self._key:
            return ""
        return self._words.text(self._key, share=round(self._share * 100), **self._slots)

    def _name(self) -> None:
        self.setAccessibleName(self.text)
        self.update()

    def arrange(self) -> None:
        """Place the key at the right end, as wide as its word if the line has the room."""
        wide = min(key_wish(self.stop.text()), max(_STOP, self.wide / 4))
        left = self.wide - FOCUS - wide
        self._room = left - 20
        lay(self, self.stop, QRectF(left, self.high / 2 - 24, wide, 48))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG1)
        room = self._room
        place = QRectF(0, self.high / 2 - 36, room, 42)
        Column([Row(self.text, 18, theme.T1)], room, place.height()).paint_in(painter, place)
        bar = QRectF(0, self.high / 2 + 8, room, 8)
        fill(painter, bar, theme.BG3, 4)
        fill(painter, QRectF(bar.left(), bar.top(), max(8.0, room * self._share), 8), theme.T0, 4)


class RowPrinter(Protocol):
    """Writes the rows of a list as a PDF. It takes time, so no window's thread calls it."""

    @property
    def folder(self) -> Path:
        ...

    def write_rows(self, rows: ListedRows, target: WriteTarget, words: Words, progress: Progress) -> None:
        """Write the rows of a list as ``.pdf``, with the time under its head."""


TOP = theme.STATUS_HEIGHT + 104.0
"""The upper edge of a page's content."""


class Page(Surface):
    """A page; subclasses give its phrases, or the words that vary, and paint the rest."""

    title_key: str
    """The headline's phrase."""
    beneath_key: str
    primary_key: str | None = None
    """The phrase of the primary key; None without such a key."""
    back_key = "button.back_to"
    """The phrase of the way back, which may name the screen to which it leads."""
    back_to_key = "review.log"
    mode = Mode.REVIEW
    """The text in the bar's block."""
    body: QWidget | None = None
    """The widget that Qt's layouts place between headline and keys; None if a page paints it."""

    left = Signal()
    menu_requested = Signal()
    language_requested = Signal()

    listed: RowTable[Any] | None = None
    """The page's list, which Ctrl+F searches."""
    least = 380.0
    """The least width of the primary, in units."""
    printer: RowPrinter | None = None
    """Prints the list; None if no file can be written."""

    def __init__(
        self,
        sign: Sign,
        words: Words,
        clock: Clock,
        parent: QWidget | None = None,
        *,
        guard: PressGuard = NOT_GUARDED,
    ) -> None:
        """``guard`` is given to the primary of a page whose question may change between two presses."""
        super().__init__(parent)
        self.guard = guard
        self.words = words
        self.setLocale(QLocale(words.language))
        self.person: Person | None = None
        self.about: tuple[str, ...] = ()
        self.message = ""
        self.sign_in: SignInScreen | None = None
        """The sign-in, once a PIN was asked for."""
        self.save: SaveScreen | None = None
        """The question for a file's name, once the list was printed."""
        self.bar = PageBar(clock.utc, words, self)
        self.back = Button(Sign("outcomes.back"), Tone.PLAIN, NOT_GUARDED, self)
        self.primary = Button(sign, Tone.NOW, guard, self)
        self.progress = ProgressLine(words, self)
        self.work = Work(self, self.show_failure, self.progress.show_share)
        self.progress.stop.meant.connect(self.stop)
        self.back.meant.connect(self.left)
        self.left.connect(self.stop)
        self.primary.meant.connect(self.press)
        self.bar.menu_requested.connect(self.menu_requested)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # --- what a page says -------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.words.text(self.title_key)

    @property
    def beneath(self) -> str:
        return self.words.text(self.beneath_key)

    @property
    def primary_label(self) -> str | None:
        return None if self.primary_key is None else self.words.text(self.primary_key)

    @property
    def standing(self) -> str:
        """The text in the message's place while there is no message."""
        return ""

    def press(self) -> None:
        """The primary was pressed."""

    @property
    def message(self) -> str:
        """The result of the last press, in the present words."""
        return self._said(self.words)

    @message.setter
    def message(self, text: str) -> None:
        self._said: Callable[[Words], str] = lambda _: text

    def say(self, key: str, **slots: object) -> None:
        self.say_in(lambda words: words.text(key, **slots))

    def say_in(self, said: Callable[[Words], str]) -> None:
        """Say the result of a press in the person's language, also if that changes while it is shown."""
        self.progress.end()
        self._said = said
        self.update()

    def say_why(self, key: str, error: Exception) -> None:
        self.say_in(lambda words: words.text(key, why=why(error, words)))

    def show_failure(self, error: Exception) -> None:
        if isinstance(error, ActNotRecorded):
            self.say(error.key)
        else:
            self.say_why("review.failed", error)

    def stop(self) -> None:
        """Stop the work that can be stopped: the person pressed 'stop', or leaves the page."""
        if not self.progress.isHidden() and self.work.stop():
            self.say("shift.stopped")

    def ask_whose_pin(
        self, acts: TableActs, purpose: Purpose, named: Callable[[Words], tuple[str, str]] | None = None
    ) -> None:
        """Ask for the PIN of the person who signs, authorises or seals; then :meth:`signed_in` is called.
        ``named`` gives the title and the line beneath it, if the purpose does not say what is signed.
        """
        if self.sign_in is None:
            self.sign_in = acts.asking(self.words, self)
            self.sign_in.verified.connect(self._sign_in)
            self.sign_in.cancelled.connect(self._take_focus)
        else:
            self.sign_in.set_words(self.words)
        self.sign_in.setGeometry(self.rect())
        self.sign_in.ask(purpose, named=named)

    def signed_in(self, person: Person) -> None:
        """Somebody's PIN was right."""

    def _sign_in(self, person: Person) -> None:
        self.end_sign_in()
        self._take_focus()
        self.signed_in(person)

    def _take_focus(self) -> None:
        """Take the focus again: when a part is hidden, Qt gives its focus to the widget beneath."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_sign_in(self) -> None:
        """Stop asking for a PIN; the digits typed so far are deleted."""
        if self.sign_in is not None:
            self.sign_in.hide()

    # --- printing ---------------------------------------------------------------------------------

    @property
    def prints(self) -> bool:
        return self.printer is not None and self.listed is not None and self.listed.isVisibleTo(self)

    def print_seen(self) -> None:
        """Ask for a file's name, and write the list as it is ordered: its rows, or several chosen ones."""
        if self.printer is None or self.listed is None or self.work.busy:
            return
        listed, chosen, text = self.listed, self.listed.chosen_rows, self.words.text
        columns = tuple(text(column.title) if column.title else "" for column in listed.of.columns)
        rows = tuple(map(listed.texts, chosen if len(chosen) > 1 else listed.of.rows))
        heading = (*self.about, *(() if self.person is None else (self.person.name,)))
        title = self.title.replace("\u00ad", "")
        seen = ListedRows(self.words.language, title, heading, self.beneath, columns, rows)
        prints = partial(self.printer.write_rows, seen)
        if self.save is None:
            self.save = SaveScreen(self.printer.folder, self.words, self)
            self.save.closed.connect(self._take_focus)
            self.save.language_requested.connect(self.language_requested)
        self.save.set_words(self.words)
        name, begin = f"{listed.name}.pdf", self.work.begin
        self.save.ask(name, ("pdf",), lambda target: begin(self._print(prints, target)))

    async def _print(self, prints: Callable[..., None], target: WriteTarget) -> None:
        words, name = self.words, target.path.name
        self.progress.begin("shift.writing", words, file=name)
        try:
            await self.work.of(partial(prints, target, words))
        except Exception as error:
            if not foreseen(error):
                raise
            self.say_why("shift.not_written", error)
        else:
            self.say("shift.written", file=name)

    def drop_questions(self) -> None:
        if self.save is not None:
            self.save.hide()

    def show_page(self, person: Person | None, subject_texts: tuple[str, ...]) -> None:
        """Show the page to a person; ``subject_texts`` are the texts of its subject in the bar."""
        self.person, self.about = person, subject_texts
        self.refresh()

    def set_words(self, words: Words) -> None:
        self.words = words
        self.setLocale(QLocale(words.language))
        self.progress.set_words(words)
        if self.save is not None:
            self.save.set_words(words)
        self.refresh()

    def refresh(self) -> None:
        self.bar.show_reading(self.mode, self.about, self.person, self.words, opens=self.has_menu)
        self.back.show_label(self.words.text(self.back_key, fact=self.words.text(self.back_to_key)))
        label = self.primary_label
        self.primary.setVisible(label is not None)
        if label is not None:
            self.primary.show_label(label)
        self.setAccessibleName(f"{self.title}. {self.beneath}")
        self.arrange()
        self.update()

    def replace_body(self, body: Panel | None) -> None:
        """Lay this between headline and keys, in place of the body that was there."""
        if self.body is not None:
            self.body.hide()
            self.body.deleteLater()
        self.body = body
        if body is not None:
            body.setParent(self)
            body.set_unit(self.u)
            body.stackUnder(self.progress)  # the question for a PIN must cover it, too
            body.show()

    def show_mode(self, mode: Mode) -> None:
        if mode is not self.mode:
            self.mode = mode
            self.refresh()

    # --- layout and painting ----------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_unit(self.own_unit)

    def arrange(self) -> None:
        wide, high = self.wide, self.high
        self.put(self.bar, QRectF(0, 0, wide, theme.STATUS_HEIGHT))
        top = high - theme.ACTION_HEIGHT + 16
        back = max(220.0, self.back.wish(400) - 14)
        lay(self, self.back, QRectF(theme.MARGIN, top, back, 80))
        right = wide - theme.MARGIN
        if not self.primary.isHidden():
            reach = max(self.least, self.primary.wish(560) - 14)
            right -= reach
            lay(self, self.primary, QRectF(right, top, reach, 80))
            right -= 24
        left = theme.MARGIN + back + 24
        self._free = QRectF(left, top, right - left, 80)
        self.put(self.progress, self._free.adjusted(0, 0, FOCUS, 0))
        if self.body is not None:
            self.put(self.body, self.room)

    @property
    def room(self) -> QRectF:
        """The place between headline and keys, in units."""
        high = self.high - theme.ACTION_HEIGHT - 12 - TOP
        return QRectF(theme.MARGIN, TOP, self.wide - 2 * theme.MARGIN, high)

    def paint(self, painter: QPainter) -> None:
        """The ground, the headline, and the result of the last press."""
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG0)
        bar = QRectF(0, self.high - theme.ACTION_HEIGHT, self.wide, theme.ACTION_HEIGHT)
        fill(painter, bar, theme.BG1)
        fill(painter, QRectF(0, bar.top(), self.wide, 1), theme.LINE)
        room = self.wide - 2 * theme.MARGIN
        rows = Row(self.title, 38, bold=True), Row(self.beneath, 19, theme.T1, gap=0)
        head = Column(rows, room, _HEAD)
        head.paint(painter, theme.MARGIN, TOP - 12 - head.high)
        text, free = self.message or self.standing, self._free
        if self.progress.isHidden() and text:
            Column([Row(text, 19, bold=True)], free.width(), free.height(), least=16).paint_in(painter, free)

    def key_rows(self, words: Words) -> Keys:
        listed = () if self.listed is None or not self.listed.isVisibleTo(self) else table_keys(words)
        prints = ((with_control(words, "P"), words.text("keys.print")),) if self.prints else ()
        first = () if self.primary.isHidden() else (("Enter", self.primary.text()),)
        back = ("Esc", words.text("button.back") if self.back.isHidden() else self.back.text())
        return (*listed, *prints, *first, back, *self.bar.key_rows(words))

    has_menu = True
    """Whether the page has a menu behind the name in its bar."""
    shows_keys = False
    """Whether this page shows its keys at F1; those of the review do not, since the review does it for them.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is the primary, Esc goes back, F1 shows the keys, F9 changes the language, F10 opens the
        menu; Ctrl+F and Ctrl+P are the list's. An Enter that repeats because it is held is no second press.
        """
        match event.key():
            case _ if event.matches(QKeySequence.StandardKey.Find) and self.listed is not None:
                if self.listed.isVisibleTo(self):
                    self.listed.open_search(self.words)
            case _ if event.matches(QKeySequence.StandardKey.Print) and self.prints:
                self.print_seen()
            case Qt.Key.Key_F1 if self.shows_keys:
                show_keys(self, self.key_rows(self.words), self.words)
            case key if key in ENTERS and not self.primary.isHidden():
                if not event.isAutoRepeat() and self.guard.accepts(self.guard.time_of(event)):
                    self.press()
            case Qt.Key.Key_Escape:
                self.left.emit()
            case Qt.Key.Key_F9:
                self.language_requested.emit()
            case Qt.Key.Key_F10:
                self.bar.open_menu()
            case _:
                super().keyPressEvent(event)
