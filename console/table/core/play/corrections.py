"""Corrections: of a misread card before the result, and of an entry after the fact.

The first makes the round as it would have been dealt with the right card; if the misreading has changed
what was drawn, it is an incident instead (LT-BAC-30a). The second is an entry of its own that names the other
entry: what, before, after, who, who authorised it, why. The corrected entry stays in view, and the table is
never changed.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec.structs import replace

from console.base.plain_text import stripped
from console.table.core.games.game import Game, of_cards
from console.table.core.play.course import move_on
from console.table.core.play.typed_cards import undecided
from console.table.core.protocol.permissions import is_own
from console.table.core.state import events
from console.table.core.state.phases import Phase
from console.table.core.state.reasons import HaltReason, Refusal
from console.table.core.state.table import Play, Table


def has_corrected_card(table: Table, event: events.CardCorrected) -> bool:
    """Whether this round has a card in this place."""
    return _position(table, event) is not None


def _position(table: Table, event: events.CardCorrected) -> int | None:
    """The card's position in the order dealt, counted from 0."""
    places = [(place.name, place.card) for place, _ in table.play.placed_cards]
    wanted = (event.hand, event.card)
    return places.index(wanted) if wanted in places else None


def can_correct_a_card(table: Table) -> bool:
    return _is_in_time(table, table.play.card_count - 1) and (not table.halted or ends_halt(table))


def ends_halt(table: Table) -> bool:
    """Whether a corrected card can end what halts the table: another card was read than typed."""
    halt = table.halt
    return table.incident is None and halt is not None and halt.reason is HaltReason.CARD_DIFFERS


def can_end_by_correction(game: Game, table: Table) -> bool:
    """Whether the card that differs can be corrected to what was read; if it is the result, any card."""
    differs = next(iter(undecided(table)), None)
    if not ends_halt(table) or differs is None or differs.read.face is None:
        return ends_halt(table) and differs is None and can_correct_a_card(table)
    event = events.CardCorrected("", differs.typed.hand, differs.typed.card, differs.read.face)
    if not can_still_be_corrected(table, event) or shoe_lacks_card(table, event):
        return False
    return correct_round(game, table, event) is not None


def can_still_be_corrected(table: Table, event: events.CardCorrected) -> bool:
    """Whether the card can still be corrected: until the next answer after it, or the announcement."""
    at = _position(table, event)
    return at is not None and _is_in_time(table, at)


def _is_in_time(table: Table, at: int) -> bool:
    """Whether the card at this position in the order dealt came after the last answer."""
    played = table.playing or table.phase is Phase.RESULT
    return table.open_round and played and at >= table.play_at_last_answer.card_count


def shoe_lacks_card(table: Table, event: events.CardCorrected) -> bool:
    """Whether this shoe can't have held the right card too; of the earlier shoe's cards nothing is known."""
    at = _position(table, event)
    if at is None or at < table.shoe_in_play.first_cards_of_last_shoe:
        return False
    return event.to is not table.play.cards[at] and not table.shoe.can_hold(event.to)


def correct_round(game: Game, table: Table, event: events.CardCorrected) -> Play | None:
    """The round with the right card; None if the round could not have been dealt with it."""
    at = _position(table, event)
    if at is None:
        return None
    play = of_cards(game).with_other_card(table.play_at_last_answer, table.play, at, event.to)
    drawn_for_another = table.tries > 0 and play is not None and play.next_place != table.play.next_place
    return None if drawn_for_another else play


def correct_card(game: Game, table: Table, event: events.CardCorrected) -> Table:
    """The table with the right card; the round may now need another card, or be decided."""
    at, play = _position(table, event), correct_round(game, table, event)
    assert at is not None and play is not None, "what can't have been dealt is refused"
    shoe = table.shoe
    if at >= table.shoe_in_play.first_cards_of_last_shoe:
        shoe = shoe.put_back(table.play.cards[at]).draw(event.to)
    return move_on(game, replace(table, play=play, shoe=shoe, shoe_in_step=False))


class AmendmentRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A person's request for a correction; its texts are those of :class:`events.EntryCorrected`."""

    entry: int
    what: str
    before: str
    after: str
    by: str
    authorised_by: str
    why: str
    file: str | None = None
    made_at: datetime | None = None
    """The corrected entry's time, UTC, or None; it shows whether the entry was read in the present file."""

    def event(self, table: str, at: datetime) -> events.EntryCorrected:
        """The event; its unique id consists of the table and the time to the microsecond."""
        number = f"{table}-k{at:%Y%m%d%H%M%S%f}"
        about = (self.entry, self.what, self.before, self.after, self.by, self.authorised_by, self.why)
        return events.EntryCorrected(number, *about, self.file)


def refusal_of_amendment(made: events.EntryCorrected) -> Refusal | None:
    """Why the correction is refused: nobody authorises their own, and it names change and reason."""
    if is_own(made.by, made.authorised_by):
        return Refusal.NOT_AUTHORISED
    is_complete = all(stripped(text) for text in (made.what, made.by, made.authorised_by, made.why))
    return None if is_complete and made.entry > 0 and made.before != made.after else Refusal.BAD_INPUT
