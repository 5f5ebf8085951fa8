"""What has not come in time: a part of the table that notes of its window begin, and the next prompt ends."""

from __future__ import annotations

from msgspec.structs import replace

from console.table.games.game import Game
from console.table.judging.prompts import prompt_due
from console.table.state import events
from console.table.state.note_kinds import OVERDUE, NoteKind
from console.table.state.table import Overdue, Table


def follow_overdue(game: Game, table: Table, event: events.AnyEvent) -> Table:
    """The table with what is overdue after an event; ``table`` is as that event left it otherwise.

    A restarted console waits for everything from the beginning.
    """
    what = event.what if type(event) is events.Noted else None
    if what == NoteKind.RESTARTED:
        return table if table.overdue is None else replace(table, overdue=None)
    if table.overdue is None and what not in OVERDUE:
        return table
    before, awaited = table.overdue, prompt_due(game, table).awaited
    after = before if before is not None and before.awaited == awaited else None
    if type(event) is events.Noted and what in OVERDUE:
        after = _noted(after or Overdue(awaited), event)
    return table if after is before else replace(table, overdue=after)


def _noted(overdue: Overdue, event: events.Noted) -> Overdue:
    match event.what:
        case NoteKind.SERVER_OVERDUE:
            return replace(overdue, server=True)
        case NoteKind.DEVICE_OVERDUE:
            return replace(overdue, devices=(*overdue.devices, event.text or ""))
        case _:
            return replace(overdue, ball=True)
