"""The cards of a round as its file lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from console.supervisor.history.dealt_cards import CardFact, CardFold, cards_in_no_hand
from console.supervisor.history.timeline import Moment
from console.supervisor.records.accounts.record import UNREAD
from console.table.core import Who
from console.table.game import Card


class CorrectedFace(msgspec.Struct, frozen=True):
    """A correction of a dealt card: its time and the face, or ``??`` as in :class:`DealtCard`."""

    at: datetime
    face: str


class DealtCard(msgspec.Struct, frozen=True):
    """A card as it was dealt: its place and its face, or ``??`` while the face may not be shown. ``device``
    is None for a card that a line brought; ``by`` is the person who entered it. The other fields are in the
    file only if they say something.
    """

    entry: int
    at: datetime
    hand: str
    position: int
    face: str
    device: str | None
    by: Who | None
    read_at: datetime | msgspec.UnsetType = msgspec.UNSET
    """The time of its reading, if another entry put it into the hand."""
    placed_by: str | msgspec.UnsetType = msgspec.UNSET
    """The incident whose outcome put it there."""
    corrections: tuple[CorrectedFace, ...] | msgspec.UnsetType = msgspec.UNSET
    gone_at: datetime | msgspec.UnsetType = msgspec.UNSET
    """The time when it left the hand."""
    moved_at: datetime | msgspec.UnsetType = msgspec.UNSET
    """When it was moved, as the second card of a split is."""
    moved_hand: str | msgspec.UnsetType = msgspec.UNSET
    moved_position: int | msgspec.UnsetType = msgspec.UNSET
    """The hand and the position to which it was moved."""


class ApartCard(msgspec.Struct, frozen=True):
    """A card that was drawn and lies in no hand; ``??`` if it was not read or may not be shown."""

    entry: int
    at: datetime
    face: str
    device: str | None


def face_of(card: Card | None, *, hidden: bool) -> str:
    return UNREAD if hidden or card is None else card.value


def cards_apart(
    round_moments: Sequence[Moment], dealt: Sequence[DealtCard], *, hidden: bool
) -> tuple[ApartCard, ...]:
    placed = {each.read_at or each.at for each in dealt}
    return tuple(
        ApartCard(each.entry, each.at, face_of(each.card, hidden=hidden), each.device)
        for each in cards_in_no_hand(round_moments)
        if each.at not in placed
    )


def cards_of(
    moments: Sequence[Moment], round_moments: Sequence[Moment], *, hidden: bool
) -> tuple[DealtCard, ...]:
    """Every card that lay in a hand during these moments of a round, in order. ``moments`` also include those
    around them: a carried card was read in the round before (LT-BAC-24a). ``hidden``: without a face that
    nobody may see at their end.
    """
    first, last = round_moments[0].place, round_moments[-1].place
    fold, found = CardFold(), dict[tuple[int, str, int], CardFact]()
    for moment in moments:
        if moment.place > last:
            break
        for each in fold.follow(moment):
            if each.place >= first:
                found[each.place, each.hand, each.position] = each
    seen = {(place.name, place.card): str(face) for place, face in round_moments[-1].after.play.in_view}
    return tuple(dealt_card(each, hidden=hidden and not _is_seen(each, seen)) for each in found.values())


def _is_seen(fact: CardFact, seen: Mapping[tuple[str, int], str]) -> bool:
    """Whether everybody sees a card now: a hole card is turned up."""
    lies_at = fact.moved_to or (fact.hand, fact.position)
    return fact.gone is None and seen.get(lies_at) == fact.lies_as.value


def dealt_card(fact: CardFact, *, hidden: bool = False) -> DealtCard:
    """A card as a round's file lists it."""
    corrections = tuple(
        CorrectedFace(each.at, UNREAD if hidden and each.is_down else each.card.value)
        for each in fact.corrections
    )
    hand, position = fact.moved_to or (msgspec.UNSET, msgspec.UNSET)
    return DealtCard(
        fact.entry,
        fact.at,
        fact.hand,
        fact.position,
        UNREAD if hidden and fact.is_down else fact.card.value,
        fact.device,
        fact.by,
        read_at=fact.read or msgspec.UNSET,
        placed_by=fact.placed_by or msgspec.UNSET,
        corrections=corrections or msgspec.UNSET,
        gone_at=fact.gone or msgspec.UNSET,
        moved_at=fact.moved or msgspec.UNSET,
        moved_hand=hand,
        moved_position=position,
    )
