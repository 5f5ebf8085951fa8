"""One entry beside the log: the hands as they lay, its facts, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Final

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from console.journal.log_rows import LogRow
from console.records.wording import LEAD_IN
from console.table.views import DealerView
from console.ui.buttons import Button, Tone
from console.ui.games import on_screen
from console.ui.lettering import balanced, sentence, shrunk, write, write_lines
from console.ui.review.days import moment_text
from console.ui.review.facts import Facts
from console.ui.review.filtering import said_or
from console.ui.review.happened import Named, happened, sign_of, stands_out
from console.ui.review.keys import NOT_GUARDED, SmallKey, lay
from console.ui.review.log_list import cut
from console.ui.review.reading import Glance
from console.ui.review.rows import by_whom, number_of, told_of
from console.ui.signs import outcomes, review, shoe
from console.ui.surface import Surface, fill
from console.ui.theme import AMBER, BG1, T0, T2, font
from console.ui.times import clock_time
from console.words import Words
from console.words.incidents import outcome_key
from console.words.names import game_name, inside, said_of

_SAID: Final = 300
"""Characters of what happened that its two lines have room for, and more."""
_SIDE: Final = 24.0
_REPLAY: Final = 72.0
_TITLE: Final = 76.0
_HANDS: Final = 104.0
_LEAST: Final = 72.0
"""Of the facts that are always in view."""


class Detail(Surface):
    """The right side of the log."""

    replay_pressed = Signal()
    file_pressed = Signal()
    correction_pressed = Signal()
    video_pressed = Signal()
    only = Signal(str)
    """``round``, ``shoe`` or ``incident``: this one alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: LogRow | None = None
        self._glance: Glance | None = None
        self._words: Words | None = None
        self._named: Named = str
        self.covers()
        self.facts = Facts(self)
        self.replay = Button(review.playing, Tone.NOW, NOT_GUARDED, self)
        self.file = SmallKey(review.document, parent=self)
        self.correction = SmallKey(outcomes.correct, parent=self)
        self.video = SmallKey(outcomes.video, parent=self)
        signs = {"round": review.only, "shoe": shoe.shoe, "incident": review.only}
        self.onlys = {name: SmallKey(sign, parent=self) for name, sign in signs.items()}
        self.replay.meant.connect(self.replay_pressed)
        self.file.meant.connect(self.file_pressed)
        self.correction.meant.connect(self.correction_pressed)
        self.video.meant.connect(self.video_pressed)
        for name, key in self.onlys.items():
            key.meant.connect(lambda name=name: self.only.emit(name))
        self.may_correct = False
        """Whether somebody is at work here who can have an entry corrected: not on a copy of a journal."""
        self.lead_in = timedelta(seconds=LEAD_IN)
        """Of the video before what happened."""
        self.has_video: Callable[[str], bool] = lambda table: False
        """Whether it is known where a table's video is looked at."""

    def show_row(self, row: LogRow | None, words: Words, named: Named) -> None:
        """Show a row at once; the rest of the entry comes once it is read."""
        anew = row is None or self._row is None or row.place != self._row.place
        if anew:
            self._glance = None
        self._row, self._words, self._named = row, words, named
        self._show_keys(row, words)
        if row is not None:
            said = sentence(happened(words, told_of(row), named))
            facts = ". ".join(said_of(words, label, value) for label, value, _ in self._facts(row))
            self.setAccessibleName(f"{said}. {facts}")
        self._show_facts(anew=anew)
        self.arrange()
        self.update()

    def show_glance(self, glance: Glance | None) -> None:
        """Show all that was kept of the row's entry."""
        if glance is not None and self._row is not None and glance.whole.row.place == self._row.place:
            self._glance = glance
            self._show_facts(anew=False)
            self.arrange()
            self.update()

    def _show_facts(self, *, anew: bool) -> None:
        self.facts.show_facts(() if self._row is None else self._facts(self._row), anew=anew)

    def _show_keys(self, row: LogRow | None, words: Words) -> None:
        in_round = row is not None and row.round is not None
        self.replay.show_label(words.text("button.replay" if in_round else "review.replay_here"))
        self.file.show_label(words.text("replay.file"))
        self.correction.show_label(words.text("review.correction"))
        shown = {
            "round": in_round,
            "shoe": row is not None and row.shoe > 0,
            "incident": row is not None and row.incident is not None,
        }
        for name, key in self.onlys.items():
            key.show_label(words.text(f"review.only.{name}"))
            key.setVisible(shown[name])
        self.replay.setVisible(row is not None)
        self.file.setVisible(in_round or shown["incident"])
        self.correction.setVisible(row is not None and self.may_correct)
        self.video.show_label(words.text("record.video"))
        self.video.setVisible(row is not None and self.has_video(row.table))

    # --- what it says -----------------------------------------------------------------------------

    def _facts(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        """A label, its value, and whether it is to be heeded."""
        words = self._words
        assert words is not None
        text, comma = words.text, words.text("access.list")
        yield text("record.happened"), moment_text(row.at, words), False
        video = text("review.detail.from", time=clock_time(row.at - self.lead_in, words))
        yield text("record.video"), video, False
        played = (inside(words, each) for each in (game_name(words, row.game), *self._shoe(row)))
        yield text("record.table"), comma.join((row.table, *played)), False
        if row.round:
            yield text("record.round"), number_of(row.round), False
        if row.incident_kind or row.outcome:
            yield text("review.filter.incident"), comma.join(self._incident(row)), False
        if row.clauses:
            yield text("review.head.clause"), comma.join(row.clauses[:3]), False
        yield text("review.head.by"), by_whom(row, words, self._named), False
        if people := [self._named(who) for who in (row.dealer, row.pit_boss) if who]:
            yield text("review.detail.at_table"), comma.join(people), False
        if row.kind == "entry_corrected":
            yield from self._corrected(row)
        if row.refused:
            yield text("review.detail.why"), said_or(words, f"halt.note.{row.refused}", row.refused), True
        yield from self._kept(row)

    def _corrected(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        """What a correction after the fact says of itself; who made it stands above."""
        assert self._words is not None
        text, said = self._words.text, row.figures
        yield text("amend.before"), said["before"], False
        yield text("amend.after"), said["after"], False
        yield text("record.authorised"), self._named(said["authorised_by"]), False
        yield text("record.reason"), said["why"], False

    def _kept(self, row: LogRow) -> Iterator[tuple[str, str, bool]]:
        words, whole = self._words, self._glance.whole if self._glance else None
        assert words is not None
        if whole is None:
            return
        key = "review.detail.sound" if whole.sound else "review.detail.unsound"
        yield words.text("review.detail.entry"), words.text(key, number=row.number), not whole.sound
        if whole.raw:
            yield words.text("review.detail.bytes"), whole.raw.hex(" ").upper(), False
        elif whole.line:
            yield words.text("review.detail.line"), whole.line, False

    def _shoe(self, row: LogRow) -> tuple[str, ...]:
        """Which shoe it was; none at a wheel, and none before the first."""
        assert self._words is not None
        return (self._words.text("status.shoe", shoe=row.shoe),) if row.shoe else ()

    def _incident(self, row: LogRow) -> Iterator[str]:
        assert self._words is not None
        if row.incident_kind:
            yield said_or(self._words, f"incident.{row.incident_kind}", row.incident_kind)
        if row.outcome:
            yield said_or(self._words, outcome_key(row.outcome), row.outcome)
        if row.decided_by:
            yield row.decided_by

    # --- layout -----------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Keys from the bottom up."""
        room, y = self.wide - 2 * _SIDE, self.high - 60
        keys = [key for key in (self.file, self.video, self.correction) if not key.isHidden()]
        self._row_of(list(keys), y, 48)
        y -= 12 + _REPLAY
        lay(self, self.replay, QRectF(_SIDE, y, room, _REPLAY))
        self._row_of([key for key in self.onlys.values() if not key.isHidden()], y - 60, 48)
        top = _TITLE + (0 if self._lying is None else _HANDS)
        self.put(self.facts, QRectF(0, top, self.wide, max(_LEAST, y - 66 - top)))

    @property
    def _lying(self) -> DealerView | None:
        """The table as the entry left it, if a round's hands are shown of it."""
        view = self._glance.view if self._glance else None
        return view if view is not None and view.view.round is not None else None

    def _row_of(self, keys: list[SmallKey], y: float, high: float) -> None:
        wide = (self.wide - 2 * _SIDE - 12 * (len(keys) - 1)) / max(1, len(keys))
        for at, key in enumerate(keys):
            lay(self, key, QRectF(_SIDE + at * (wide + 12), y, wide, high))

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        """Title and hands; the facts paint themselves."""
        fill(painter, QRectF(0, 0, self.wide, self.high), BG1)
        words, row = self._words, self._row
        if words is None:
            return
        if row is None:
            write(painter, words.text("review.detail.none"), _SIDE, 44, font(20), T2)
            return
        self._paint_title(painter, row, words)
        if self._lying is not None:
            painter.save()
            painter.translate(_SIDE, _TITLE)
            on_screen(self._lying.game).frozen.draw(painter, self._lying, words)
            painter.restore()

    def _paint_title(self, painter: QPainter, row: LogRow, words: Words) -> None:
        told = told_of(row)
        text = sentence(happened(words, told, self._named))[:_SAID]
        sign_of(told)(painter, QRectF(_SIDE, 16, 40, 40), AMBER if stands_out(told) else T0)
        room = self.wide - _SIDE - 56 - _SIDE
        face = shrunk(text, room, (26, 24, 22, 20), bold=True)
        lines = balanced(text, room, face)
        if len(lines) > 1:
            face = font(19, bold=True)
            lines = balanced(text, room, face)[:2]
        lines = tuple(cut(line, room, face) for line in lines)
        write_lines(painter, lines, QRectF(_SIDE + 56, 6, room, 60), face, T0, leading=1.25)
