"""Before a rehearsal: today's rehearsals, all others, the way of playing, and the part. It shows the given
offers and reports the chosen one.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from console.base.words import Words, sort_by_name, sort_key
from console.rehearsals.result import Way
from console.table.core import Clock, Fact, Mode, Person, Role
from console.table.ui.hands import digit_of
from console.table.ui.incident import chip_text, kind_name
from console.table.ui.kit import (
    ACROSS,
    DOWN,
    FOCUS,
    Cell,
    Keys,
    Label,
    Panel,
    RowTable,
    SmallKey,
    TableColumn,
    WordKey,
    in_a_row,
    theme,
)
from console.table.ui.page import Page
from console.table.ui.signs import Sign, kind_sign
from console.table.words import game_name, inside, role_name

_KEY: Final = 48.0 + 2 * FOCUS


class PlayedPart(StrEnum):
    """The part that a person plays; the console plays the others."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    BOTH = "both"


class OfferedRehearsal(NamedTuple):
    name: str
    game: str
    kind: str | None
    """The incident that it practises; None if nothing must be reported."""
    slip: str
    """The slip: the thing that goes wrong."""
    minutes: int
    due: bool = False
    facts: tuple[tuple[str, Fact], ...] = ()
    """The visible facts, which distinguish the rehearsal from another one of its kind."""


def offer_name(offer: OfferedRehearsal, words: Words) -> str:
    """The subject of an offered rehearsal: the incident, else what goes wrong."""
    return kind_name(words, offer.kind).replace("\u00ad", "") if offer.kind else _slip(offer, words)


def _slip(offer: OfferedRehearsal, words: Words) -> str:
    return words.text(f"rehearsal.slip.{offer.slip}").replace("\u00ad", "")


def offer_details(offer: OfferedRehearsal, words: Words) -> str:
    """The details that distinguish rehearsals of an incident: the slip, else the visible facts."""
    seen = [_slip(offer, words)]
    if seen == [offer_name(offer, words)]:
        seen = [chip_text(words, fact, value) for fact, value in offer.facts[:2]]
    return words.list_of((*seen[:1], *(inside(words, each) for each in seen[1:])))


class OfferRow(NamedTuple):
    """A row of the list: a rehearsal, and its number, which reveals nothing."""

    number: int
    of: OfferedRehearsal


class StartPage(Page):
    """Today's rehearsals, and the one press that begins the chosen one."""

    back_key = "menu.quit"
    mode = Mode.REHEARSAL
    shows_keys = True

    began = Signal(object, str, str)
    """The :class:`OfferedRehearsal`, the way, the part."""
    matrix_asked = Signal()
    certificate_asked = Signal()
    quit_asked = Signal()

    def __init__(
        self, words: Words, clock: Clock, parent: QWidget | None = None, *, chance: Random | None = None
    ) -> None:
        """``chance`` gives the order of hidden offers; None: another order each time."""
        super().__init__(Sign("states.clapper"), words, clock, parent)
        self._chance = chance or Random()
        self.offers: tuple[OfferedRehearsal, ...] = ()
        self.game = ""
        self.way, self.part = Way.GUIDED, PlayedPart.DEALER
        self._drawn: tuple[OfferedRehearsal, ...] = ()
        """The offers in a random order, today's first."""
        self._parts: tuple[PlayedPart, ...] = (PlayedPart.DEALER,)
        self.table = RowTable(
            "rehearsals",
            (
                TableColumn("rehearsal.column.rehearsal", 300, self._name, self._order_of_name),
                TableColumn("rehearsal.column.details", 300, self._details),
                TableColumn("rehearsal.column.duration", 210, self._duration, self._order_of_duration),
            ),
            lambda row: row.of.name,
        )
        self.listed = self.table
        self.table.chose.connect(self.refresh)
        self.table.opened.connect(lambda _: self.press())
        self.setFocusProxy(self.table)
        self.games: dict[str, WordKey] = {}
        self._ways = {way: WordKey(Sign("states.clapper"), self) for way in Way}
        for way, key in self._ways.items():
            key.meant.connect(lambda way=way: self.set_way(way))
        self.part_keys = {part: WordKey(Sign("places.person"), self) for part in PlayedPart}
        for part, key in self.part_keys.items():
            key.meant.connect(lambda part=part: self.set_part(part))
        self.matrix = SmallKey(Sign("review.chart"), self)
        self.matrix.meant.connect(self.matrix_asked)
        self.certificate = SmallKey(Sign("review.document"), self)
        self.certificate.meant.connect(self.certificate_asked)
        self._as, self._how = (Label(16, theme.T2, bold=True) for _ in range(2))
        self._note = Label(16)
        self._tabs = Panel(ACROSS, high=_KEY, gap=0)
        side = Panel(
            DOWN,
            self._as,
            Panel(DOWN, *self.part_keys.values(), high=_KEY, gap=0),
            self._how,
            Panel(DOWN, *self._ways.values(), high=_KEY, gap=0),
            self._note,
            None,
            Panel(DOWN, self.matrix, self.certificate, high=_KEY, gap=0),
            gap=6,
        )
        listed = Panel(DOWN, self._tabs, self.table, shares=(0, 1))
        self.body = Panel(ACROSS, listed, side, gap=24, shares=(12, 5))
        self.body.setParent(self)
        self.left.connect(self.quit_asked)

    # --- what it shows ----------------------------------------------------------------------------

    def show_offers(
        self, person: Person, offers: Iterable[OfferedRehearsal], subject_texts: tuple[str, ...]
    ) -> None:
        """Show a person the rehearsals: first those due today, the shortest of them at the top."""
        self.offers = tuple(sorted(offers, key=lambda each: not each.due))
        drawn = list(self.offers)
        self._chance.shuffle(drawn)
        self._drawn = tuple(sorted(drawn, key=lambda each: not each.due))
        self._parts = (
            (PlayedPart.DEALER, PlayedPart.PIT_BOSS)
            if person.role is Role.SUPERVISOR
            else (PlayedPart(person.role), PlayedPart.BOTH)
        )
        if self.part not in self._parts:
            self.part = self._parts[0]
        games = tuple(dict.fromkeys(offer.game for offer in self.offers))
        for game in games:
            if game not in self.games:
                self.games[game] = WordKey(Sign("places.table"), self)
                self.games[game].meant.connect(lambda game=game: self.set_game(game))
                self._tabs.add(self.games[game], 1)
        if (self.person != person or self.game not in games) and games:
            self.game = games[0]
        self.matrix.setVisible(person.role is Role.SUPERVISOR)
        self.certificate.setVisible(person.role is not Role.SUPERVISOR)
        self._list(chosen=self.selection is not None)
        self.set_unit(self.u)
        self.show_page(person, subject_texts)

    def _list(self, *, chosen: bool) -> None:
        """List the rehearsals of the game; ``chosen``: the chosen one may stay so, else it is the first."""
        self.table.show_rows([OfferRow(at, offer) for at, offer in enumerate(self._here, 1)], self.words)
        if not chosen or self.selection is None:
            self.table.choose(0)

    def _name(self, row: OfferRow) -> Cell:
        """The incident; if nothing may be known of it, a number."""
        ink = theme.PINK if row.of.due else theme.T1
        if self.hides:
            name = self.words.text("rehearsal.screen.numbered", number=row.number)
            return Cell(name, theme.T0, 20, bold=True, sign=Sign("states.clapper"), sign_ink=ink)
        sign, name = kind_sign(row.of.kind), offer_name(row.of, self.words)
        return Cell(name, theme.T0, 20, bold=True, sign=sign, sign_ink=ink)

    def _order_of_name(self, row: OfferRow) -> object:
        return row.number if self.hides else sort_key(self.words.language, offer_name(row.of, self.words))

    def _details(self, row: OfferRow) -> Cell:
        return Cell("" if self.hides else offer_details(row.of, self.words), theme.T1, 17)

    def _duration(self, row: OfferRow) -> Cell:
        """The minutes, and whether it is due today."""
        minutes = self.words.count("rehearsal.screen.minutes", self._minutes(row))
        if not row.of.due:
            return Cell(minutes, theme.T2, 17)
        text = self.words.text("rehearsal.screen.due_now", minutes=minutes)
        return Cell(text, theme.PINK, 17, sign=Sign("outcomes.clock"))

    def _minutes(self, row: OfferRow) -> int:
        """Its minutes; if they would give it away, those of the longest."""
        if self.hides:
            return max((offer.minutes for offer in self._here), default=0)
        return row.of.minutes

    def _order_of_duration(self, row: OfferRow) -> object:
        return not row.of.due, self._minutes(row)

    @property
    def due(self) -> tuple[OfferedRehearsal, ...]:
        return tuple(offer for offer in self.offers if offer.due)

    @property
    def _here(self) -> tuple[OfferedRehearsal, ...]:
        """Today's first, then the others by name; in random order if nothing may be known of them."""
        if self.hides:
            return tuple(offer for offer in self._drawn if offer.game == self.game)
        here = [offer for offer in self.offers if offer.game == self.game]
        others = (offer for offer in here if not offer.due)
        named = sort_by_name(self.words, others, lambda offer: offer_name(offer, self.words))
        return (*(offer for offer in here if offer.due), *named)

    @property
    def hides(self) -> bool:
        """Whether nothing may be known of a rehearsal before it begins: alone, and with a time limit."""
        return self.way is not Way.GUIDED

    @property
    def selection(self) -> OfferedRehearsal | None:
        return self.table.current.of if self.table.current is not None else None

    @property
    def title(self) -> str:
        """The headline: the first rehearsal of today."""
        due = self.due
        if not due:
            return self.words.text("rehearsal.screen.nothing_due")
        if self.hides:
            return self.words.count("rehearsal.screen.due_number", len(due))
        minutes = self.words.count("rehearsal.screen.minutes", due[0].minutes)
        what = inside(self.words, offer_name(due[0], self.words))
        return self.words.text("rehearsal.screen.due_today", what=what, minutes=minutes)

    @property
    def beneath(self) -> str:
        """The number of further rehearsals; and that nothing here counts at a table."""
        others = 0 if self.hides else len(self.due) - 1
        first = self.words.count("rehearsal.screen.due_besides", others) if others > 0 else ""
        return self.words.locale.gap.join(
            part for part in (first, self.words.text("mode.rehearsal.note")) if part
        )

    @property
    def primary_label(self) -> str | None:
        if self.selection is None:
            return None
        exam = self.way is Way.UNDER_TIME
        return self.words.text("rehearsal.button.begin_exam" if exam else "rehearsal.button.begin")

    def refresh(self) -> None:
        words = self.words
        self.table.setAccessibleName(self.title)
        self._as.setText(words.text("rehearsal.screen.as").upper())
        self._how.setText(words.text("rehearsal.screen.how").upper())
        self._note.setText(words.text(f"rehearsal.way.{self.way}.note"))
        for game, key in self.games.items():
            key.show_label(game_name(words, game))
            key.choose(game == self.game)
        for way, key in self._ways.items():
            key.show_label(words.text(f"rehearsal.way.{way}"))
            key.choose(way is self.way)
        for part, key in self.part_keys.items():
            label = (
                words.text("rehearsal.screen.both")
                if part is PlayedPart.BOTH
                else role_name(words, Role(part))
            )
            key.show_label(label)
            key.choose(part is self.part)
            key.setVisible(part in self._parts)
        self.matrix.show_label(words.text("rehearsal.button.matrix"))
        self.certificate.show_label(words.text("rehearsal.button.certificate"))
        super().refresh()

    # --- presses ----------------------------------------------------------------------------------

    def set_words(self, words: Words) -> None:
        self.words = words
        self._list(chosen=True)
        super().set_words(words)

    def choose_offer(self, name: str) -> None:
        offer = next((each for each in self.offers if each.name == name), None)
        if offer is not None:
            self.set_game(offer.game)
            self.table.choose_key(name)

    def set_game(self, game: str) -> None:
        self.game = game
        self._list(chosen=False)
        self.refresh()

    def set_way(self, way: Way) -> None:
        """Choose the way of playing; hidden names drop a rehearsal chosen by name."""
        hid, self.way = self.hides, way
        self._list(chosen=hid is self.hides)
        self.refresh()

    def set_part(self, part: PlayedPart) -> None:
        self.part = part
        self.refresh()

    def press(self) -> None:
        if self.selection is not None:
            self.began.emit(self.selection, str(self.way), str(self.part))

    def key_rows(self, words: Words) -> Keys:
        digits = [str(number) for number in range(1, min(9, len(self.table.of.rows)) + 1)]
        rows = ((in_a_row(digits), words.text("keys.choice")),) if digits else ()
        return (*rows, *super().key_rows(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """1 to 9 choose; the rest as on every page."""
        digit = digit_of(event)
        if digit and digit != "0":
            self.table.choose(int(digit) - 1)
        else:
            super().keyPressEvent(event)
