"""The numbers of a table's card sets: which is in play, and which were put aside and can't come back.

A number is typed or scanned with the step that brings the set. The life of each set is worked out from the
entries (:mod:`console.supervisor.history.card_sets`); here is only what the table itself decides by.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.base.plain_text import stripped
from console.table.core.protocol.permissions import is_own
from console.table.core.state import events
from console.table.core.state.actions import Action
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import SetsAtTable, Table
from console.table.core.state.typed_facts import COMES, OF_SET
from console.table.game.card_set import RestingSet
from console.table.game.rule_values import Preparing


def brings_barred_set(table: Table, event: events.StepDone) -> bool:
    """Whether the step would bring a set into play that was put aside and not released, or that the open
    incident is about to put aside.
    """
    incident, preparation = table.incident, table.preparation
    if incident is None:
        comes = preparation is not None and preparation.due in COMES
        return event.set is not None and comes and table.bars_set(event.set)
    if event.set is None or incident.step is None or incident.step.action not in COMES:
        return False
    wrong = wrong_set(table)
    is_wrong = wrong is not None and table.set_key(wrong) == table.set_key(event.set)
    return is_wrong or table.bars_set(event.set)


def follow_preparation(before: Table, after: Table, event: events.StepDone) -> Table:
    assert before.preparation is not None, "a step of the preparation"
    typed = of_set(event, before.preparation.due)
    match before.preparation.due:
        case Preparing.RECEIVE_DECKS if Action.REPLACE_SHOE in before.preparation.steps:
            # the shoe that was brought holds these decks: they are one set
            known, number = after.sets, event.set
            here = known.in_play
            if number is None or here is None or after.set_key(number) == after.set_key(here):
                typed = {name: text or getattr(known, name) for name, text in typed.items()}
            else:  # the figures that came with the shoe are the other set's
                card_set = after.card_set.resume(RestingSet(""))
                after = replace(after, sets=rested(after), card_set=card_set)
            return _bring(after, number or known.in_play, after.sets.before, typed)
        case Preparing.RECEIVE_DECKS | Action.REPLACE_SHOE:
            return _bring(after, event.set, after.sets.in_play, typed)
        case _:
            return replace(after, sets=replace(after.sets, **typed)) if typed else after


def of_set(event: events.StepDone, action: str) -> dict[str, str | None]:
    """The facts typed with a step about the set that is in play from it on; None: not typed."""
    return {row.name: getattr(event, row.name) for row in OF_SET if action in row.steps}


def follow_outcome(before: Table, after: Table, event: events.StepDone) -> Table:
    incident = before.incident
    assert incident is not None and incident.step is not None, "a step of an incident"
    match incident.step.action:
        case Action.CHANGE_SHOE:
            return _bring(after, event.set, after.sets.in_play, of_set(event, incident.step.action))
        case Action.QUARANTINE_SET:
            number = wrong_set(before) or event.set
            if number is None:
                return after
            put_aside = (*_without(after, number), number)
            resting = _others(after, number)
            return replace(after, sets=replace(after.sets, put_aside=put_aside, resting=resting))
        case _:
            return after


def wrong_set(table: Table) -> str | None:
    """The number of the set that an open incident puts aside: the one in play at its report; None if none."""
    incident = table.incident
    if incident is None or all(each.action != Action.QUARANTINE_SET for each in incident.steps):
        return None
    return incident.report.set_in_play


KEPT_SETS: Final = 40
"""The sets whose figures are kept: a house has a handful of them in turn at one table."""


def rested(table: Table) -> SetsAtTable:
    """The table's sets as another comes: the figures of the one in play are kept under its number."""
    sets, card_set, number = table.sets, table.card_set, table.sets.in_play
    if number is None or table.keeps_aside(number) or not (card_set.order or card_set.shoes):
        return sets
    return replace(sets, resting=(*_others(table, number), card_set.rest(number))[-KEPT_SETS:])


def _others(table: Table, number: str) -> tuple[RestingSet, ...]:
    key = table.set_key(number)
    return tuple(each for each in table.sets.resting if table.set_key(each.number) != key)


def _bring(table: Table, number: str | None, before: str | None, typed: dict[str, str | None]) -> Table:
    """The table with another set: one that comes again under its number goes on with its figures."""
    sets = replace(table.sets, in_play=number, before=before, **typed)
    key = None if number is None else table.set_key(number)
    found = next((each for each in sets.resting if table.set_key(each.number) == key), None)
    if found is not None and number is not None:
        card_set = table.card_set.resume(found)
        return replace(table, sets=replace(sets, resting=_others(table, number)), card_set=card_set)
    return table if sets == table.sets else replace(table, sets=sets)


def follow_signed(table: Table, event: events.CardSetSigned) -> Table:
    """The table after people signed what becomes of a set: a set that is released may come into play."""
    if event.what is not events.SetEnd.RELEASED:
        return table
    return replace(table, sets=replace(table.sets, put_aside=_without(table, event.set)))


def _without(table: Table, number: str) -> tuple[str, ...]:
    """The sets that are put aside but this one."""
    key = table.set_key(number)
    return tuple(each for each in table.sets.put_aside if table.set_key(each) != key)


def refusal_of_signature(table: Table, event: events.CardSetSigned) -> Refusal | None:
    """Why a signature about a set does not count: no number, a set to release that was not put aside here,
    or one person who signs any but a release twice.
    """
    is_release = event.what is events.SetEnd.RELEASED
    if not stripped(event.set) or (is_release and not table.keeps_aside(event.set)):
        return Refusal.BAD_INPUT
    return Refusal.NOT_AUTHORISED if not is_release and is_own(event.by, event.authorised_by) else None
