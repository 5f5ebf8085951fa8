"""Cards as facts: where each one lay, the reading it came from, how it came to its place, and how it left.

A reading, an incident's outcome, or the close of bets (which places a card read in bet time) can put a card
into a hand. So the table before and after an entry is compared, and the entry's kind does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import Play, Table, Who, events, is_only_recorded
from console.table.game import Card


class CardCorrection(msgspec.Struct, frozen=True):
    """A card that lies in a hand was corrected to this one, ``is_down`` if it lay face down then."""

    at: datetime
    card: Card
    is_down: bool


class CardFact(msgspec.Struct, frozen=True):
    place: int
    entry: int
    """The entry that put it into the hand."""
    at: datetime
    round: str
    hand: str
    position: int
    card: Card
    is_down: bool
    """Whether it came to lie face down."""
    device: str | None
    by: Who | None
    """The person who entered it by hand."""
    read: datetime | None = None
    """The time of its reading, if another entry put it into the hand."""
    placed_by: str | None = None
    """The incident whose outcome put it there."""
    corrections: tuple[CardCorrection, ...] = ()
    """In their order: a card may be corrected more than once."""
    moved: datetime | None = None
    """When a split moved it; it remains the same card."""
    moved_to: tuple[str, int] | None = None
    """Hand and position since then."""
    gone: datetime | None = None
    """The time when it left the hand."""

    @property
    def lies_as(self) -> Card:
        """The card that it counts as after its corrections."""
        return self.corrections[-1].card if self.corrections else self.card


Places = Mapping[tuple[str, int], Card]
"""The cards in the hands of a round, by hand and position."""


class CardFold:
    """Follows a table, and keeps the cards that lie in the hands of its round."""

    def __init__(self) -> None:
        self._unplaced: list[tuple[int, datetime, events.CardDrawn]] = []
        """The readings whose card has come to no hand yet, with their entries' places."""
        self._lying: dict[tuple[str, int], CardFact] = {}
        """The cards, by the place where each lies now."""
        self._kept: dict[Card, str] = {}
        """The incident for which a card that lies aside is the next one dealt (LT-BAC-24a, LT-BAC-25a)."""

    def follow(self, moment: Moment) -> tuple[CardFact, ...]:
        """Go on to the next moment; the cards that came, left or were corrected with it."""
        event, before, after = moment.event, moment.before, moment.after
        if isinstance(event, events.CardDrawn) and not is_only_recorded(before, event):
            self._unplaced.append((moment.place, moment.row.at, event))
        if before.aside is not after.aside and (incident := _incident(moment)) is not None:
            aside = before.aside.waiting
            self._kept.update((card, incident) for card in after.aside.waiting if card not in aside)
        return () if before.play is after.play else tuple(self._follow_play(moment))

    def forget(self, place: int) -> None:
        """Forget the readings before a place that have come to no hand."""
        self._unplaced = [each for each in self._unplaced if each[0] >= place]

    def _follow_play(self, moment: Moment) -> Iterator[CardFact]:
        before, after = _lay(moment.before), _lay(moment.after)
        if moment.before.round_number != moment.after.round_number:
            before, self._lying = {}, {}
        if isinstance(moment.event, events.CardCorrected) and moment.is_accepted:
            yield from self._correct(moment, before, after)
            return
        left = {place: card for place, card in before.items() if after.get(place) != card}
        for place, card, moved in _changed(before, after, left):
            if moved is None:
                yield self._lay_down(moment, place, card)
            elif moved in self._lying:
                fact = replace(self._lying.pop(moved), moved=moment.row.at, moved_to=place)
                self._lying[place] = fact
                yield fact
        for place in left:
            if (gone := self._lying.pop(place, None)) is not None:
                yield replace(gone, gone=moment.row.at)

    def _lay_down(self, moment: Moment, place: tuple[str, int], card: Card) -> CardFact:
        row, round_ = moment.row, moment.after.round
        assert round_ is not None, "a card lies in a round"
        is_down = place in _face_down(moment.after)
        fact = CardFact(moment.place, row.number, row.at, round_.id, *place, card, is_down, None, None)
        incident = _incident(moment) or self._kept.pop(card, None)
        read = next((each for each in reversed(self._unplaced) if each[2].card == card), None)
        if read is not None:
            self._unplaced.remove(read)
            drawn = read[2]
            fact = replace(fact, device=drawn.device, by=None if drawn.by is None else drawn.person)
        if read is None or read[0] != moment.place:
            fact = replace(fact, placed_by=incident, read=None if read is None else read[1])
        self._lying[place] = fact
        return fact

    def _correct(self, moment: Moment, before: Places, after: Places) -> Iterator[CardFact]:
        """A card that was corrected stays where it lies, as another one."""
        for place, card in after.items():
            if before.get(place) != card and (fact := self._lying.get(place)) is not None:
                mended = CardCorrection(moment.row.at, card, place in _face_down(moment.after))
                fact = self._lying[place] = replace(fact, corrections=(*fact.corrections, mended))
                yield fact


class CardInNoHand(msgspec.Struct, frozen=True):
    """A card that was drawn and came to no hand: it halted the table, or came during a halt or a report."""

    entry: int
    at: datetime
    card: Card | None
    """None if it was not read."""
    device: str | None


_READINGS: Final = (events.CardDrawn, events.CardUnread)


def cards_in_no_hand(moments: Iterable[Moment]) -> Iterator[CardInNoHand]:
    """The cards of these moments that came to no hand, or to none at once, in the order drawn; without those
    that were decided not to be drawn.
    """
    came: list[CardInNoHand] = []
    for moment in moments:
        event, before, after = moment.event, moment.before, moment.after
        was, now = Counter(before.in_no_hand), Counter(after.in_no_hand)
        is_read = isinstance(event, _READINGS) and len(before.in_no_hand) <= len(after.in_no_hand)
        if was - now and before.shoe.left == after.shoe.left and before.aside == after.aside:
            for card in (was - now).elements():
                came = _without_last(came, card)
        # An unread card that has its face now counts as new, too.
        if is_read and now - was:
            card = event.card if isinstance(event, events.CardDrawn) else None
            came.append(CardInNoHand(moment.row.number, moment.row.at, card, event.device))
    return iter(came)


def _without_last(came: list[CardInNoHand], card: Card | None) -> list[CardInNoHand]:
    last = max((at for at, each in enumerate(came) if each.card == card), default=len(came))
    return came[:last] + came[last + 1 :]


def place_of_reading(
    event: events.AnyEvent, refused: str | None, was: Table, now: Table
) -> tuple[str, int] | None:
    """The hand and position to which a card came with its own reading, or None."""
    if not isinstance(event, events.CardDrawn) or refused is not None or was.play is now.play:
        return None
    before, after = {} if was.round_number != now.round_number else _lay(was), _lay(now)
    came = [place for place, card in after.items() if card == event.card != before.get(place)]
    if not came or before.items() <= after.items():  # nothing was moved or taken away
        return came[0] if came else None
    left = {place: card for place, card in before.items() if after.get(place) != card}
    laid = (each for each in _changed(before, after, left) if each[1] == event.card and each[2] is None)
    return next((place for place, *_ in laid), None)


def _changed(
    before: Places, after: Places, left: dict[tuple[str, int], Card]
) -> Iterator[tuple[tuple[str, int], Card, tuple[str, int] | None]]:
    """The places that have another card now, with the place in ``left`` from which it came: in a split, or
    when a card is laid where it belongs.
    """
    for place, card in after.items():
        if before.get(place) != card:
            moved = next((each for each in left if left[each] == card), None)
            if moved is not None:
                del left[moved]
            yield place, card, moved


def _incident(moment: Moment) -> str | None:
    """The incident whose outcome a moment may carry out."""
    incident = moment.before.incident or moment.after.shown_incident
    return None if incident is None else incident.report.id


def _lay(table: Table) -> Places:
    return {} if table.round is None else _places(table.play)


@lru_cache(maxsize=8)  # after one entry the cards lie as they did before the next
def _places(play: Play) -> Places:
    return {(place.name, place.card): card for place, card in play.placed_cards}


def _face_down(table: Table) -> Iterator[tuple[str, int]]:
    return ((place.name, place.card) for place, shown in table.play.in_view if not isinstance(shown, Card))
