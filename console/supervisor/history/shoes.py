"""Shoes as facts: how each came, when it was ready, how many rounds began with it and what was left; and the
steps of preparing cards or the wheel, done or abandoned.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import Action, Outlet, Preparation, Table, events, shown_with_set
from console.table.game import CARDS, Preparing, Result

Origin: TypeAlias = Literal["there", "opening", "new_decks", "same_cards", "other_shoe", "changed"]


class ShoeFact(msgspec.Struct, frozen=True):
    number: int
    place: int | None
    """None if it began before what is read."""
    how: Origin
    """How its cards came; ``there`` if that was before the first entry read."""
    began: datetime
    cards: int
    """The cards before the first one was drawn, as far as that is known."""
    ready: datetime | None = None
    """When its preparation ended; None while it lasts, and for a changed shoe, which was prepared before."""
    rounds: int = 0
    """The rounds that began with it, void ones too."""
    left: int | None = None
    """The cards left when it ended; None while it is in play."""
    ended: datetime | None = None
    ended_place: int | None = None
    card_set: str | None = None
    """The number of its card set, and who prepared it, if noted."""
    prepared_by: str | None = None


class PreparedStep(msgspec.Struct, frozen=True):
    """A step of preparing cards or the wheel that was done, or that the table's close ended."""

    action: str
    at: datetime
    is_done: bool
    completes: bool = False
    """Whether it completes the preparation of cards or wheel; an inspection that closes the table doesn't."""
    loads: bool = False
    """Whether that preparation loaded a shoe."""


class ShoeFold:
    """Follows a table, and keeps the shoe that is in play or is being prepared."""

    def __init__(self) -> None:
        self.open: ShoeFact | None = None
        self._has_begun = False

    def before(self, moment: Moment) -> ShoeFact | None:
        if not self._has_begun:
            self._has_begun = True
            self.open = _there(moment.before, moment.row.at)
        return self.open

    def follow(self, moment: Moment) -> tuple[ShoeFact, ...]:
        """Go on to the next moment; the shoe that ended with it, then the one that began or changed."""
        before, after = moment.before, moment.after
        known = self.before(moment)
        if (
            before.shoe_in_play is after.shoe_in_play
            and before.preparation is after.preparation
            and before.is_open is after.is_open
            and before.round is after.round
            and before.sets is after.sets
        ):
            return ()
        now, was, ended = after.shoe_in_play, before.shoe_in_play, list[ShoeFact]()
        if (
            known is not None
            and before.preparation is not None
            and _replaces_decks(moment, before.preparation)
        ):
            known = replace(known, how="new_decks")  # It is known before an ordered closing removes the shoe.
        if known is not None and (now.number != was.number or not after.is_open):
            left = before.shoe.left - _is_burn_card(moment)  # The next shoe begins with a full count.
            at = {"ended": moment.row.at, "ended_place": moment.place}
            ended, known = [replace(known, left=left, **at)], None
        if now.number != was.number:
            known = ShoeFact(now.number, moment.place, _origin(moment), moment.row.at, CARDS)
        if known is not None and now.rounds > was.rounds and after.open_round:
            known = replace(known, rounds=known.rounds + 1)
        if known is not None and any(each.completes for each in prepared_steps(moment)):
            known = replace(known, ready=moment.row.at)
        if known is not None:
            typed = {row.column: getattr(after.sets, row.name) for row in shown_with_set(Outlet.FACTS)}
            known = replace(known, card_set=after.sets.in_play, **typed)
        changed = known is not None and known != self.open
        self.open = known
        return (*ended, known) if changed and known is not None else tuple(ended)


def _there(table: Table, at: datetime) -> ShoeFact | None:
    in_play = table.shoe_in_play
    if not in_play.number or not table.is_open:
        return None
    return ShoeFact(in_play.number, None, "there", at, table.shoe.left)


def prepared_steps(moment: Moment) -> Iterator[PreparedStep]:
    then, row = moment.before.preparation, moment.row
    if then is None or then is moment.after.preparation:
        return
    for action in _abandoned(moment, then):
        yield PreparedStep(action, row.at, is_done=False)
    if _is_done(moment, then):
        completes = moment.after.preparation is None and not then.closing
        loads = completes and Preparing.LOAD in then.steps
        yield PreparedStep(then.due, row.at, is_done=True, completes=completes, loads=loads)


def _abandoned(moment: Moment, then: Preparation) -> tuple[str, ...]:
    """The steps of a preparation that the table's close ends undone."""
    now = moment.after.preparation
    breaks_off = not then.closing and (now.closing if now is not None else not moment.after.is_open)
    return then.steps[len(then.done) :] if breaks_off else ()


def _is_done(moment: Moment, then: Preparation) -> bool:
    """Whether the due step is done: after the last one the preparation is over. A shoe that is brought also
    ends it, without doing a step.
    """
    before, after = moment.before, moment.after
    now = after.preparation
    if now is not None:
        return now.steps == then.steps and len(now.done) > len(then.done)
    is_same = after.shoe_in_play.number == before.shoe_in_play.number
    return after.phase is not before.phase and (then.closing or (after.is_open and is_same))


def _replaces_decks(moment: Moment, then: Preparation) -> bool:
    """Whether new decks replace the cards during the shuffle, even if an ordered close begins just then."""
    now, received = moment.after.preparation, Preparing.RECEIVE_DECKS
    if now is None or then.closing or received in then.steps:
        return False
    replaced = any(each.outcome == Result.REPLACE_DECKS for each in moment.after.ended_incidents)
    return received in now.steps or (now.closing and replaced)


def _is_burn_card(moment: Moment) -> bool:
    """Whether a burned card was read: it may end a halt in which the table was ordered to close."""
    burned = moment.is_accepted and isinstance(moment.event, events.CardDrawn)
    return burned and moment.before.preparation is not None


def _origin(moment: Moment) -> Origin:
    preparation = moment.after.preparation
    if isinstance(moment.event, events.TableOpened):
        return "opening"
    if preparation is None:
        return "changed"
    if Preparing.RECEIVE_DECKS in preparation.steps:
        return "new_decks"
    return "other_shoe" if Action.REPLACE_SHOE in preparation.steps else "same_cards"
