"""The reports of devices while play stands still, and the onset of an incident: the person who decides has to
know them (BAC-4.1). Also what the cards say of their set while it can't halt the table yet.

Nothing of them is in the table's state: after a restart they are read from the journal's entries.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from datetime import datetime

import msgspec

from console.table.core.games.game import Game
from console.table.core.incident.onset import OnsetFold
from console.table.core.judging.checkpoints import table_of
from console.table.core.judging.transition import advance_read
from console.table.core.play.card_set_watch import WaitingFinding, waiting_after
from console.table.core.play.wheel_run import spin_of
from console.table.core.running.last_changes import Stretch
from console.table.core.showing.screen_values import CameIn
from console.table.core.state import events
from console.table.core.state.entries import KeptEntry
from console.table.core.state.phases import Phase
from console.table.core.state.table import Table

log = logging.getLogger(__name__)


def with_report(
    came_in: tuple[CameIn, ...],
    before: Table,
    event: events.AnyEvent,
    refused: str | None,
    after: Table,
    at: datetime,
) -> tuple[CameIn, ...]:
    """The reports with this event's; none if play does not stand still before it and after it. Cards that an
    incident has ended with are nothing to the report that opens after it, nor a card that a step moved.
    """
    if not (before.halted and after.halted):
        return ()
    was, now = before.incident, after.incident
    if was is not None and now is not None and was.report.id != now.report.id and after.halt is None:
        came_in = tuple(each for each in came_in if each.number is not None)
    match event:
        case events.NumberRead() if (number := spin_of(after).recorded) not in (
            None,
            spin_of(before).recorded,
        ):
            return (*came_in, CameIn(at, number))
        case events.CardDrawn() if was and now and (was is now or was.passed != now.passed):
            while len(now.strays) < len(was.strays) and came_in and came_in[-1].unread:
                came_in = came_in[:-1]  # tries at the card that a step moved
            return came_in
        case events.CardDrawn(by=None) | events.CardUnread() if refused is not None:
            return (*came_in, CameIn(at, unread=isinstance(event, events.CardUnread)))
        case _:
            return came_in


def came_in_before(
    game: Game, table: Table, entry: int, stretch_before: Callable[[int], Stretch | None]
) -> tuple[tuple[CameIn, ...], OnsetFold, WaitingFinding | None]:
    """The reports of the halt that lasts at the journal's last entry, the onset of what is open there, and
    the finding on the card set that waits there. ``table`` is the table as that entry left it.

    ``stretch_before`` gives the stretch of the journal that leads up to an entry, or None.
    """
    rows = deque[KeptEntry]()
    while table.halted or table.open_round or table.tries or _may_hold_finding(game, table):
        if (stretch := stretch_before(entry)) is None:
            break
        table, entry = table_of(stretch.state), stretch.entry
        rows.extendleft(reversed([*stretch.rows]))
    came_in: tuple[CameIn, ...] = ()
    onset = OnsetFold()
    waiting: WaitingFinding | None = None
    try:
        for row in rows:
            event, before = events.DECODER.decode(row.event), table
            table = advance_read(game, before, event, row.refused, row.at)
            came_in = with_report(came_in, before, event, row.refused, table, row.at)
            onset.follow(event, row.refused, row.at, before, table)
            waiting = waiting_after(game, waiting, before, table, event, row.refused)
    except (msgspec.DecodeError, RuntimeError) as error:  # a start must not fail because of it
        log.warning("what came in since play stopped can't be read", exc_info=error)
    return came_in, onset, waiting


def finding_waits(
    game: Game, table: Table, entry: int, stretch_before: Callable[[int], Stretch | None]
) -> bool:
    """Whether a card set's finding waits at an entry between rounds; see :func:`came_in_before`."""
    if not _may_hold_finding(game, table):
        return False
    return came_in_before(game, table, entry, stretch_before)[2] is not None


def _may_hold_finding(game: Game, table: Table) -> bool:
    return game.cards is not None and table.phase is Phase.SHOE
