"""Before a rehearsal: the rehearsals due today, all others, the way of playing, and the part.

The page shows offers and reports the chosen one; it is given the offers, and which of them are due today.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from console.rehearsal.result import Way
from console.table.running.clock import Clock
from console.table.showing.screen_values import Mode, Person
from console.table.state.roles import Role
from console.table.state.views import Fact
from console.ui.hands.guard import PressGuard
from console.ui.incident.incident_words import chip_text, kind_name
from console.ui.kit.buttons import lay
from console.ui.kit.keys import Keys, SmallKey, WordKey, key_names
from console.ui.kit.lettering import set_in_box, shrunk, write, write_lines
from console.ui.kit.surface import fill, outline, pen
from console.ui.kit.theme import (
    ACTION_HEIGHT,
    BG2,
    EDGE,
    LINE,
    MARGIN,
    NOW,
    NOW_FILL,
    PINK,
    PINK_FILL,
    RADIUS,
    T1,
    T2,
)
from console.ui.kit.tiles import KindTile
from console.ui.review.page import TOP, Page
from console.ui.signs.incident_signs import kind_sign
from console.ui.signs.sign import Sign
from console.words import Words
from console.words.collation import sort_by_name
from console.words.names import game_name, inside, role_name

_SIDE: Final = 356.0
"""The width of the column at the right: the part, and the way."""
_EXPLAINED: Final = 1.3
"""The distance between the lines of a way's meaning, in letter sizes."""
_COLUMNS, _ROWS, _GAP = 3, 4, 12.0
_TABS: Final = 60.0


class PlayedPart(StrEnum):
    """The part that a person plays; the console plays the others."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    BOTH = "both"


class OfferedRehearsal(NamedTuple):
    """A rehearsal that can be chosen."""

    name: str
    game: str
    kind: str | None
    """The incident that it practises; None where nothing is to be reported."""
    slip: str
    """The slip: the thing that goes wrong."""
    minutes: int
    due: bool = False
    facts: tuple[tuple[str, Fact], ...] = ()
    """The visible facts, which distinguish the rehearsal from another one of its kind."""


def offer_name(offer: OfferedRehearsal, words: Words) -> str:
    """The subject of a rehearsal on offer: the incident, else what goes wrong."""
    return kind_name(words, offer.kind).replace("\u00ad", "") if offer.kind else _slip(offer, words)


def _slip(offer: OfferedRehearsal, words: Words) -> str:
    return words.text(f"rehearsal.slip.{offer.slip}").replace("\u00ad", "")


class OfferTile(KindTile):
    """A rehearsal's tile: the sign of its mishap, its name, its minutes; one that is due today has a pink
    edge.
    """

    is_due = False

    def show_number(
        self, offer: OfferedRehearsal, number: int, words: Words, *, most_minutes: int, chosen: bool
    ) -> None:
        """Show an offer by a number, which reveals nothing. ``most_minutes`` is what the longest offer takes;
        its own minutes would tell it from the others.
        """
        self.is_due = offer.due
        minutes = words.count("rehearsal.screen.minutes", most_minutes)
        hint = words.text("rehearsal.screen.due_now", minutes=minutes) if offer.due else minutes
        name = words.text("rehearsal.screen.numbered", number=number)
        self.show_kind(name, hint, Sign("states.clapper"))
        self.show_answer(name, hint, chosen=chosen)

    def show_offer(self, offer: OfferedRehearsal, words: Words, *, chosen: bool, known: bool) -> None:
        """Show an offer; ``known``: another offer on the page has the same name, so the mishap is added."""
        self.is_due = offer.due
        minutes = words.count("rehearsal.screen.minutes", offer.minutes)
        hint = words.text("rehearsal.screen.due_now", minutes=minutes) if offer.due else minutes
        name = offer_name(offer, words)
        if known:
            seen = [_slip(offer, words)]
            if seen == [name]:
                seen = [chip_text(words, offer.kind, fact, value) for fact, value in offer.facts[:2]]
            facts = words.list_of((*seen[:1], *(inside(words, each) for each in seen[1:])))
            hint = words.side_by_side((facts, hint))
        self.show_kind(name, hint, kind_sign(offer.kind))
        self.show_answer(name, hint, chosen=chosen)

    def ground(self, painter: QPainter, body: QRectF) -> None:
        """The chosen one in the colour of the prompt; one for today with a pink edge and a mark in the
        corner.
        """
        fill(painter, body, NOW_FILL if self.chosen else BG2, RADIUS)
        edge = pen(NOW, 4) if self.chosen else pen(PINK, 3) if self.is_due else pen(EDGE, 2)
        outline(painter, body, edge, RADIUS)
        if self.is_due:
            fill(painter, QRectF(body.left() + 6, body.top() + 6, 26, 26), PINK_FILL, 6)
            Sign("outcomes.clock")(painter, QRectF(body.left() + 9, body.top() + 9, 20, 20), PINK)


class StartPage(Page):
    """Today's rehearsals, and the one press that begins the chosen one."""

    began = Signal(object, str, str)
    """The :class:`OfferedRehearsal`, the way, the part."""
    matrix_asked = Signal()
    certificate_asked = Signal()
    quit_asked = Signal()

    def __init__(
        self, words: Words, clock: Clock, parent: QWidget | None = None, *, chance: Random | None = None
    ) -> None:
        """``chance`` gives the order of what is hidden; None: another order each time."""
        super().__init__(Sign("states.clapper"), words, clock, parent)
        self._chance = chance or Random()
        self.offers: tuple[OfferedRehearsal, ...] = ()
        self.game = ""
        self.way, self.part = Way.GUIDED, PlayedPart.DEALER
        self._chosen: str | None = None
        self._drawn: tuple[OfferedRehearsal, ...] = ()
        """The offers in a random order, today's first."""
        self._first = 0
        self._parts: tuple[PlayedPart, ...] = (PlayedPart.DEALER,)
        guard = PressGuard(lambda: 1.0)
        self._tiles = [OfferTile(guard, self) for _ in range(_COLUMNS * _ROWS)]
        for at, tile in enumerate(self._tiles):
            tile.meant.connect(lambda at=at: self.choose(at))
        self._games: dict[str, WordKey] = {}
        self._ways = {way: WordKey(Sign("states.clapper"), self) for way in Way}
        for way, key in self._ways.items():
            key.meant.connect(lambda way=way: self.set_way(way))
        self._part_keys = {part: WordKey(Sign("places.person"), self) for part in PlayedPart}
        for part, key in self._part_keys.items():
            key.meant.connect(lambda part=part: self.set_part(part))
        self.more = SmallKey(Sign("review.following"), self)
        self.more.meant.connect(self.turn_page)
        self.matrix = SmallKey(Sign("review.chart"), self)
        self.matrix.meant.connect(self.matrix_asked)
        self.certificate = SmallKey(Sign("review.document"), self)
        self.certificate.meant.connect(self.certificate_asked)
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
            if game not in self._games:
                self._games[game] = WordKey(Sign("places.table"), self)
                self._games[game].meant.connect(lambda game=game: self.set_game(game))
                self._games[game].show()
        if (self.person != person or self.game not in games) and games:
            self.game = games[0]
        self.matrix.setVisible(person.role is Role.SUPERVISOR)
        self.certificate.setVisible(person.role is not Role.SUPERVISOR)
        if self.selection is None:
            self._chosen = self._here[0].name if self._here else None
        self.show_page(person, subject_texts)

    @property
    def due(self) -> tuple[OfferedRehearsal, ...]:
        """The rehearsals for today, of any game."""
        return tuple(offer for offer in self.offers if offer.due)

    @property
    def _here(self) -> tuple[OfferedRehearsal, ...]:
        """Today's first, then the others by name; in random order where nothing may be known of them."""
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
    def _on_page(self) -> tuple[OfferedRehearsal, ...]:
        return self._here[self._first : self._first + _COLUMNS * _ROWS]

    @property
    def selection(self) -> OfferedRehearsal | None:
        """The rehearsal that the primary press begins."""
        return next((offer for offer in self._here if offer.name == self._chosen), None)

    @property
    def mode(self) -> Mode:
        return Mode.REHEARSAL

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
        """Begin the chosen one."""
        if self.selection is None:
            return None
        exam = self.way is Way.UNDER_TIME
        return self.words.text("rehearsal.button.begin_exam" if exam else "rehearsal.button.begin")

    @property
    def back_label(self) -> str:
        """The way out."""
        return self.words.text("menu.quit")

    def refresh(self) -> None:
        words, here = self.words, self._on_page
        named = [offer_name(offer, words) for offer in self._here]
        most_minutes = max((offer.minutes for offer in self._here), default=0)
        for number, (tile, offer) in enumerate(zip(self._tiles, here, strict=False), self._first + 1):
            if self.hides:
                chosen = offer.name == self._chosen
                tile.show_number(offer, number, words, most_minutes=most_minutes, chosen=chosen)
                continue
            known = named.count(offer_name(offer, words)) > 1
            tile.show_offer(offer, words, chosen=offer.name == self._chosen, known=known)
        for at, tile in enumerate(self._tiles):
            tile.setVisible(at < len(here))
        for game, key in self._games.items():
            key.show_label(game_name(words, game))
            key.choose(game == self.game)
        for way, key in self._ways.items():
            key.show_label(words.text(f"rehearsal.way.{way}"))
            key.choose(way is self.way)
        for part, key in self._part_keys.items():
            label = (
                words.text("rehearsal.screen.both")
                if part is PlayedPart.BOTH
                else role_name(words, Role(part))
            )
            key.show_label(label)
            key.choose(part is self.part)
            key.setVisible(part in self._parts)
        pages = -(-len(self._here) // (_COLUMNS * _ROWS))
        at = self._first // (_COLUMNS * _ROWS) + 1
        self.more.show_label(words.text("rehearsal.button.more", page=at, pages=max(1, pages)))
        self.more.setVisible(pages > 1)
        self.matrix.show_label(words.text("rehearsal.button.matrix"))
        self.certificate.show_label(words.text("rehearsal.button.certificate"))
        super().refresh()

    # --- presses ----------------------------------------------------------------------------------

    def choose(self, at: int) -> None:
        """A rehearsal of the page was chosen."""
        if at < len(self._on_page):
            self._chosen = self._on_page[at].name
            self.refresh()

    def choose_offer(self, name: str) -> None:
        """Choose a rehearsal by its name, with the game that it belongs to."""
        offer = next((each for each in self.offers if each.name == name), None)
        if offer is not None:
            self.game, self._chosen = offer.game, name
            place = self._here.index(offer)
            self._first = place - place % (_COLUMNS * _ROWS)
            self.refresh()

    def set_game(self, game: str) -> None:
        """Another game's rehearsals were chosen."""
        self.game, self._first = game, 0
        self._chosen = self._here[0].name if self._here else None
        self.refresh()

    def set_way(self, way: Way) -> None:
        """Choose the way of playing; a rehearsal that was chosen by name is dropped where names are
        hidden.
        """
        hid, self.way = self.hides, way
        if hid is not self.hides:
            self._first = 0
            self._chosen = self._here[0].name if self._here else None
        self.refresh()

    def set_part(self, part: PlayedPart) -> None:
        """Choose the part that a person plays."""
        self.part = part
        self.refresh()

    def turn_page(self) -> None:
        """Show the next twelve; after the last the first."""
        self._first += _COLUMNS * _ROWS
        if self._first >= len(self._here):
            self._first = 0
        self.refresh()

    def press(self) -> None:
        """Begin the chosen rehearsal."""
        if self.selection is not None:
            self.began.emit(self.selection, str(self.way), str(self.part))

    shows_keys = True

    def key_rows(self, words: Words) -> Keys:
        first = (
            ("1 – 9", words.text("keys.choice")),
            (key_names(words, "next"), words.text("keys.next_page")),
        )
        return (*first, *super().key_rows(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """1 to 9 choose, Tab and arrows as everywhere, PgDn shows the next page."""
        if event.text().isdecimal() and event.text() != "0":
            self.choose(int(event.text()) - 1)
        elif event.key() == Qt.Key.Key_PageDown:
            self.turn_page()
        else:
            super().keyPressEvent(event)

    # --- layout and painting ----------------------------------------------------------------------

    def arrange(self) -> None:
        """The games above their rehearsals; the part and the way at the right."""
        super().arrange()
        bottom = self.high - ACTION_HEIGHT - 12
        side = self.wide - MARGIN - _SIDE
        x, room = float(MARGIN), side - 24 - MARGIN
        shown = [key for key in self._games.values() if not key.isHidden()]
        more = 0.0 if self.more.isHidden() else 190.0
        each = min(190.0, (room - more - _GAP * len(shown)) / max(1, len(shown)))
        for key in shown:
            lay(self, key, QRectF(x, TOP, each, _TABS))
            x += each + _GAP
        lay(self, self.more, QRectF(side - 24 - 178, TOP, 178, _TABS))
        top = TOP + _TABS + 16
        wide = (room - (_COLUMNS - 1) * _GAP) / _COLUMNS
        high = (bottom - top - (_ROWS - 1) * _GAP) / _ROWS
        for at, tile in enumerate(self._tiles):
            row, column = divmod(at, _COLUMNS)
            lay(
                self,
                tile,
                QRectF(MARGIN + column * (wide + _GAP), top + row * (high + _GAP), wide, high),
            )
        self._arrange_side(side, bottom)

    def _arrange_side(self, left: float, bottom: float) -> None:
        y = TOP + 34
        for key in self._part_keys.values():
            if not key.isHidden():
                lay(self, key, QRectF(left, y, _SIDE, 60))
                y += 68
        self._how_at = y + 20
        y += 46
        for key in self._ways.values():
            lay(self, key, QRectF(left, y, _SIDE, 60))
            y += 68
        self._explained = QRectF(left, y + 4, _SIDE, bottom - 60 - y)
        for small in (self.matrix, self.certificate):
            lay(self, small, QRectF(left, bottom - 48, _SIDE, 48))

    def paint(self, painter: QPainter) -> None:
        """The two headings, and the meaning of the chosen way."""
        super().paint(painter)
        left = self.wide - MARGIN - _SIDE
        fill(painter, QRectF(left - 13, TOP, 1, self.high - ACTION_HEIGHT - 12 - TOP), LINE)
        text = self.words.text
        for key, y in (("rehearsal.screen.as", TOP + 14), ("rehearsal.screen.how", self._how_at)):
            head = text(key).upper()
            write(painter, head, left, y, shrunk(head, _SIDE, (16, 15, 14), bold=True), T2)
        box = self._explained
        note = text(f"rehearsal.way.{self.way}.note")
        lines, face = set_in_box(note, box, (18, 17, 16, 15, 14, 13), leading=_EXPLAINED)
        place = QRectF(box.left(), box.top(), box.width(), len(lines) * face.pixelSize() * _EXPLAINED)
        write_lines(painter, lines, place, face, T1, leading=_EXPLAINED)
