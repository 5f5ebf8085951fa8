"""The cards of a round: where each one lay, the reading it came from, and how it left.

A card lies in a hand whatever put it there: its own reading, an incident's outcome, or the close of bets that
places a card read in bet time. So the table before and after an entry is compared, and never the kind of the
entry asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from console.game.cards import Card
from console.history.moments import Moment
from console.records.accounts.record import UNREAD
from console.records.accounts.spans import is_correction
from console.table.state import events
from console.table.state.entries import JournalEntry
from console.table.state.table import Table


class DealtCard(msgspec.Struct, frozen=True):
    """A card as it was dealt: its place and its face, or ``??`` while the face may not be shown.

    ``device`` is None for a card that a line brought; ``by`` is the person who entered it by hand. The other
    fields are in the file only if they say something.
    """

    entry: int
    """The entry that put it into the hand."""
    at: datetime
    hand: str
    position: int
    face: str
    device: str | None
    by: str | None
    read_at: datetime | msgspec.UnsetType = msgspec.UNSET
    """The time of its reading, if another entry put it into the hand."""
    placed_by: str | msgspec.UnsetType = msgspec.UNSET
    """The incident whose outcome put it there."""
    gone_at: datetime | msgspec.UnsetType = msgspec.UNSET
    """The time when it left the hand, or was corrected."""
    became: str | msgspec.UnsetType = msgspec.UNSET
    """The face to which it was corrected."""


Places = dict[tuple[str, int], Card]
"""The cards in the hands of a round, by hand and position."""


def cards_of(
    moments: Sequence[Moment], round_moments: Sequence[Moment], *, hidden: bool
) -> tuple[DealtCard, ...]:
    """Every card that lay in a hand during these moments of a round, in the order in which it came there.

    ``moments`` are those and the ones around them: a carried card was read in the round before (LT-BAC-24a).
    ``hidden``: a face that lies face down is left out.
    """
    first, last = round_moments[0].place, round_moments[-1].place
    found = _Cards(hidden)
    for moment in moments:
        if moment.place > last:
            break
        found.follow(moment, listed=moment.place >= first)
    return tuple(found.listed)


class _Cards:
    """The cards in the hands along the moments, each with the reading that it came from."""

    def __init__(self, hidden: bool) -> None:
        self.listed: list[DealtCard] = []
        self._hidden = hidden
        self._unplaced: list[tuple[JournalEntry, events.CardDrawn]] = []
        """The readings whose card has come to no hand yet."""
        self._at: dict[tuple[str, int], int] = {}
        """Where the listed cards lie now: their numbers in the list."""
        self._kept: dict[Card, str] = {}
        """The incident by which a card that lies aside is the next one dealt (LT-BAC-24a, LT-BAC-25a)."""

    def follow(self, moment: Moment, *, listed: bool) -> None:
        """Take in what one moment did to the cards."""
        event, table = moment.event, moment.after
        if isinstance(event, events.CardDrawn):
            self._unplaced.append((moment.row, event))
        if moment.before.aside is not table.aside and (incident := _incident(moment)) is not None:
            aside = moment.before.aside.waiting
            self._kept.update((card, incident) for card in table.aside.waiting if card not in aside)
        if moment.before.play is table.play:
            return
        before, after = _lay(moment.before), _lay(table)
        if moment.before.round_number != table.round_number:
            before, self._at = {}, {}
        if is_correction(moment):
            self._correct(moment, before, after)
            return
        left = {place: card for place, card in before.items() if after.get(place) != card}
        for place, card in after.items():
            if before.get(place) == card:
                continue
            moved = next((each for each in left if left[each] == card), None)
            if moved is None:
                self._place(moment, place, card, listed=listed)
                continue
            del left[moved]  # a split, or a card that is laid where it belongs: it is the same card
            if moved in self._at:
                self._at[place] = self._at.pop(moved)
        for place in left:
            self._end(place, gone_at=moment.row.at)

    def _place(self, moment: Moment, place: tuple[str, int], card: Card, *, listed: bool) -> None:
        read = next((each for each in reversed(self._unplaced) if each[1].card == card), None)
        if read is not None:
            self._unplaced.remove(read)
        if not listed:
            return
        row, own = moment.row, read is not None and read[0] is moment.row
        shown = card.value if not (self._hidden and place in _face_down(moment.after)) else UNREAD
        dealt = DealtCard(
            row.number,
            row.at,
            *place,
            shown,
            None if read is None else read[1].device,
            None if read is None else read[1].by,
        )
        incident = _incident(moment) or self._kept.pop(card, None)
        if not own and incident is not None:
            dealt = replace(dealt, placed_by=incident)
        if not own and read is not None:
            dealt = replace(dealt, read_at=read[0].at)
        self._at[place] = len(self.listed)
        self.listed.append(dealt)

    def _correct(self, moment: Moment, before: Places, after: Places) -> None:
        for place, card in after.items():
            if before.get(place) != card:
                shown = card.value
                if self._hidden and place in _face_down(moment.after):
                    shown = UNREAD
                self._end(place, gone_at=moment.row.at, became=shown)

    def _end(self, place: tuple[str, int], **end: datetime | str) -> None:
        """Note how a listed card left its place; one that was corrected stays there, as another one."""
        number = self._at.get(place) if "became" in end else self._at.pop(place, None)
        if number is not None:
            self.listed[number] = replace(self.listed[number], **end)


def _incident(moment: Moment) -> str | None:
    """The incident whose outcome a moment may carry out."""
    incident = moment.before.incident or moment.after.shown_incident
    return None if incident is None else incident.report.id


def _lay(table: Table) -> Places:
    if table.round is None:
        return {}
    return {(place.name, place.card): card for place, card in table.play.placed_cards}


def _face_down(table: Table) -> Iterator[tuple[str, int]]:
    """The places whose faces nobody may see."""
    return ((place.name, place.card) for place, shown in table.play.in_view if str(shown) == UNREAD)
