"""The strip of what is open at a table: at most three lines and a count, in the same place on every screen.

A contradiction of the decision that is due is no line but the strip's head: both sides in two columns, under
each side the key that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, assert_never

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from console.base.words import Words
from console.table.core.showing import open_matters
from console.table.core.showing.screen_values import NO_TABLE, DealerView, PastIncident, QueuedReport
from console.table.core.state.contradictions import Contradiction
from console.table.ui.hands.guard import PressGuard
from console.table.ui.incident.incident_words import kind_name
from console.table.ui.kit import theme
from console.table.ui.kit.buttons import Button, Tone, lay
from console.table.ui.kit.lettering import elide, shrunk, write
from console.table.ui.kit.surface import Surface, fill
from console.table.ui.kit.times import clock_time
from console.table.ui.signs.sign import Sign
from console.table.words.contradiction_words import contradiction_heading, contradiction_text, statement_text

LINE: Final = 24.0
ABOVE: Final = 8.0
"""The height of the strip that lies on the prompt's free lower edge."""
_HEAD: Final = 34.0
_KEY: Final = 58.0
_SIZES: Final = (theme.LEAST, 17, 16)

_SIGNS: Final = {
    open_matters.Rank.WRONG: "states.caution",
    open_matters.Rank.NO_ANSWER: "states.caution",
    open_matters.Rank.HELD_BACK: "states.hourglass",
    open_matters.Rank.WAITS: "states.hourglass",
    open_matters.Rank.AUTHORITY: "places.pit_boss",
}
_STANDSTILLS: Final = {
    open_matters.Standstill.SIGNAL: "contradiction.bets_open",
    open_matters.Standstill.TABLE: "band.no_answer",
    open_matters.Standstill.DEALER: "strip.dealer",
}


class SideKeys(NamedTuple):
    """The keys of the screen that follow from the first and from the second side of a contradiction."""

    first: Button | None = None
    second: Button | None = None


NO_KEYS: Final = SideKeys()


def matter_text(matter: open_matters.Matter, view: DealerView, words: Words) -> str:
    """A matter in a line of words, with its time."""
    return words.side_by_side(_parts(matter, view, words))


def _parts(matter: open_matters.Matter, view: DealerView, words: Words) -> Iterator[str]:
    text, about, since = words.text, matter.about, matter.since
    match about:
        case Contradiction():
            yield contradiction_text(
                words, about, lambda who: _name(view, who), lambda at: clock_time(at, words)
            )
            since = None  # Both sides have their own times.
        case open_matters.NumberKept():
            yield text("strip.number", number=about.number)
        case open_matters.Standstill():
            yield text(_STANDSTILLS[about])
        case open_matters.ServerDue():
            yield text(f"strip.server.{about.awaited}")
        case open_matters.BetsHeldBack():
            why = words.list_of(text(f"held_back.{each}") for each in about.by)
            yield text("strip.held", why=why)
        case QueuedReport():
            kind = text("fact.kind") if about.kind is None else _kind(words, about.kind)
            yield text("strip.waits", kind=kind)
            yield f"{about.by.name} {clock_time(about.at, words)}"
            since = None
        case PastIncident():
            kind, after, since = _kind(words, about.kind), about.overtaken_by, None
            if after is None:
                yield text("strip.nothing", kind=kind)
            else:
                yield text("strip.nothing.after", kind=kind, after=_kind(words, after))
        case open_matters.MayNotDeal():
            yield may_not_deal_text(about, words)
        case open_matters.LivingAuthority():
            yield text(f"strip.authority.{about.way}", name=about.by.name, seconds=about.left)
        case _:
            assert_never(about)
    if since is not None:
        yield text("strip.since", time=clock_time(since, words))


def may_not_deal_text(matter: open_matters.MayNotDeal, words: Words) -> str:
    if matter.until is None:
        return words.text("band.beside_left", name=matter.name)
    return words.text("band.licence.over", name=matter.name, what=matter.until)


def _kind(words: Words, kind: str) -> str:
    return kind_name(words, kind).replace("\u00ad", "")


def _name(view: DealerView, who: str) -> str:
    here = {each.id: each.name for each in (view.dealer, view.pit_boss, view.beside) if each is not None}
    if view.incident.reported is not None:
        here[view.incident.reported.by.id] = view.incident.reported.by.name
    return here.get(who, who)


class OpenStrip(Surface):
    """Paints the lines; a press on it means nothing, but on the keys of its head."""

    side_meant = Signal()
    """One of the keys of its head was pressed, whose key of the screen has its effect next."""

    def __init__(self, guard: PressGuard, parent: QWidget) -> None:
        super().__init__(parent)
        self.covers()
        self._view, self._words = NO_TABLE, None
        self.matters = open_matters.OpenMatters()
        self.texts: tuple[str, ...] = ()
        """The lines as they stand there, from the top."""
        self.head: Contradiction | None = None
        """The contradiction of the decision that is due."""
        self.sides = ("", "")
        """Both sides of it, in words."""
        self._ranks: list[open_matters.Rank] = []
        self.stands_for: SideKeys = SideKeys()
        """The keys of the screen that the two of the head press."""
        self.keys = tuple(Button(Sign("states.arrow_right"), Tone.AMBER_EDGE, guard, self) for _ in range(2))
        for at, key in enumerate(self.keys):
            key.among_plain, key.decides = True, True
            key.meant.connect(lambda at=at: self._press(at))
            key.hide()
        self.hide()

    def show_view(self, view: DealerView, words: Words, keys: SideKeys = NO_KEYS) -> None:
        """Show what is open; ``keys`` of the screen decide by one side of the head or the other."""
        self.stands_for = keys
        self.matters = found = open_matters.open_matters(view)
        self.head = found.head
        lines = found.lines
        texts = [matter_text(each, view, words) for each in lines]
        if found.more:
            texts[-1] = words.side_by_side((texts[-1], words.text("strip.more", count=found.more)))
        sides = ("", "")
        if self.head is not None:
            first, second = (
                statement_text(words, each, lambda who: _name(view, who), lambda at: clock_time(at, words))
                for each in (self.head.first, self.head.second)
            )
            sides = first, second
        still = (self.texts, self.sides)
        self._ranks = [each.rank for each in lines]
        self.texts, self.sides = tuple(texts), sides
        heading = () if self.head is None else (contradiction_heading(words, self.head), *sides)
        self.setAccessibleName(". ".join((*heading, *texts)))
        for key, of in zip(self.keys, (keys.first, keys.second), strict=True):
            is_there = self.head is not None and of is not None and of.isEnabled() and bool(of.text())
            if is_there and of is not None:
                key.show_label(of.text())
            key.setVisible(is_there)
        self.setVisible(bool(texts) or self.head is not None)
        if still != (self.texts, self.sides):
            self.update()

    def _press(self, at: int) -> None:
        if (key := self.stands_for[at]) is not None and key.isEnabled():
            self.side_meant.emit()
            key.meant.emit()

    @property
    def need(self) -> float:
        """The height that it needs, in units."""
        if self.isHidden():
            return 0.0
        keys = _KEY if any(not key.isHidden() for key in self.keys) else 0.0
        return LINE * len(self.texts) + (0.0 if self.head is None else _HEAD + keys)

    @property
    def below(self) -> float:
        """The height by which it reaches into the table zone."""
        return max(0.0, self.need - ABOVE)

    def arrange(self) -> None:
        half = self.wide / 2
        for at, key in enumerate(self.keys):
            lay(self, key, QRectF(at * half + theme.MARGIN, _HEAD, half - 2 * theme.MARGIN, _KEY - 8))

    def paint(self, painter: QPainter) -> None:
        fill(painter, QRectF(0, 0, self.wide, self.high), theme.BG2)
        top = 0.0
        if self.head is not None:
            top = self.need - LINE * len(self.texts)
            fill(painter, QRectF(0, 0, self.wide, top), theme.AMBER_FILL)
            half = self.wide / 2
            fill(painter, QRectF(half - 1, 6, 2, top - 12), theme.AMBER)
            for at, side in enumerate(self.sides):
                room = half - 2 * theme.MARGIN
                face = shrunk(side, room, (22, 20, *_SIZES), bold=True)
                write(painter, elide(side, room, face), at * half + theme.MARGIN, _HEAD / 2, face, theme.T0)
        for at, (text, rank) in enumerate(zip(self.texts, self._ranks, strict=True)):
            self._paint_line(painter, text, rank, top + at * LINE)

    def _paint_line(self, painter: QPainter, text: str, rank: open_matters.Rank, top: float) -> None:
        ink: QColor = theme.AMBER if rank < open_matters.Rank.WAITS else theme.T1
        Sign(_SIGNS[rank])(painter, QRectF(theme.MARGIN, top + 3, 18, 18), ink)
        left = theme.MARGIN + 28
        room = self.wide - theme.MARGIN - left
        face = shrunk(text, room, _SIZES, bold=rank < open_matters.Rank.WAITS)
        write(
            painter,
            elide(text, room, face),
            left,
            top + LINE / 2,
            face,
            theme.T0 if rank < open_matters.Rank.WAITS else ink,
        )
