"""The open matters of a table, as values without words: the lines of the strip that every screen of it shows.

They are sorted by what can still be prevented: first what may decide money wrongly, last who may still press.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from console.table.core.showing.screen_values import DealerView, PastIncident, Person, QueuedReport
from console.table.core.state.actions import Action
from console.table.core.state.contradictions import Contradiction
from console.table.core.state.phases import HeldBack, Phase, RoundStatus
from console.table.core.state.reasons import HaltReason
from console.table.core.state.roles import Role
from console.table.core.state.views import SpinView

AT_MOST: Final = 3
"""The lines of the strip; what has no line is counted."""


class Rank(IntEnum):
    """Kinds of harm that can still be prevented, the most first."""

    WRONG = 0
    """A contradiction, or a number that is not counted."""
    NO_ANSWER = 1
    """The table, its server or its dealer does not answer."""
    HELD_BACK = 2
    WAITS = 3
    AUTHORITY = 4


class Standstill(Enum):
    """A matter that has no more to it than that it lasts."""

    SIGNAL = 1
    """The wheel has said 'no more bets', and bets are open."""
    TABLE = 2
    """The table's own thread stands still."""
    DEALER = 3
    """A dealer's prompt is due at a locked screen for too long."""


class NumberKept(NamedTuple):
    """A number that the reader has read and that is not counted yet."""

    number: int


class ServerDue(NamedTuple):
    """The game server owes its next line: to open or close bets, the seats, or an answer."""

    awaited: str


class BetsHeldBack(NamedTuple):
    by: tuple[HeldBack, ...]


class MayNotDeal(NamedTuple):
    """The dealer beside a trainee has left, or a dealer's licence ended ``until`` a day, while the band has
    the words for players.
    """

    name: str
    until: date | None = None


class LivingAuthority(NamedTuple):
    """A pit boss who may decide by a press alone: by what, and the seconds that are left."""

    by: Person
    way: str
    left: int


class Matter(NamedTuple):
    rank: Rank
    about: (
        Contradiction
        | NumberKept
        | Standstill
        | ServerDue
        | BetsHeldBack
        | QueuedReport
        | PastIncident
        | MayNotDeal
        | LivingAuthority
    )
    """Of a past incident its report waited, and had nothing left to decide at its turn."""
    since: datetime | None = None


class OpenMatters(NamedTuple):
    """The lines of the strip, how many matters have none, and its head."""

    lines: tuple[Matter, ...] = ()
    more: int = 0
    head: Contradiction | None = None
    """The contradiction of the decision that is due; it has the place of a line."""


def open_matters(view: DealerView) -> OpenMatters:
    """All that is open, the most urgent first, in each rank the oldest first. A line that came since the last
    press stays a line: an older one is counted in its place.
    """
    head = contradicting(view)
    found = sorted((each for each in _found(view) if each.about != head), key=_order)
    pressed = view.pressed_at
    fresh = [each for each in found if pressed and each.since is not None and each.since > pressed]
    kept = [*fresh, *(each for each in found if each not in fresh)][: AT_MOST - (head is not None)]
    return OpenMatters(tuple(sorted(kept, key=_order)), len(found) - len(kept), head)


def contradicting(view: DealerView) -> Contradiction | None:
    """The contradiction of the decision that is due, the last one found; None if none bears on it."""
    if view.view.phase is not Phase.HALTED or view.view.prompt.step is not None:
        return None
    due = view.behind or view.view.prompt
    place = due.hand or "", due.card
    found = (
        each
        for each in reversed(view.contradictions)
        if due.reason != HaltReason.CARD_DIFFERS or (each.hand, each.card) == place
    )
    return next(found, None)


def _order(matter: Matter) -> tuple[int, float]:
    return matter.rank, 0.0 if matter.since is None else matter.since.timestamp()


def _found(view: DealerView) -> list[Matter]:
    found = [Matter(Rank.WRONG, each, each.second.at) for each in view.contradictions]
    if (kept := _number_kept(view)) is not None:
        found.append(kept)
    if view.view.wheel_signal is not None:
        found.append(Matter(Rank.WRONG, Standstill.SIGNAL))
    if view.console.unanswered:
        found.append(Matter(Rank.NO_ANSWER, Standstill.TABLE))
    if view.server.overdue:
        found.append(Matter(Rank.NO_ANSWER, ServerDue(view.view.prompt.action), view.awaited_since))
    if view.screen.locked_due and view.awaited_since is not None:
        found.append(Matter(Rank.NO_ANSWER, Standstill.DEALER, view.awaited_since))
    if view.view.held_back is not None and view.view.prompt.action == Action.AWAIT_BETS:
        found.append(Matter(Rank.HELD_BACK, BetsHeldBack(view.view.held_back), view.held_since))
    found += [Matter(Rank.WAITS, each, each.at) for each in view.incident.queue]
    found += [
        Matter(Rank.WAITS, each, each.at)
        for each in view.incident.past
        if each.came_to_nothing and view.pressed_at is not None and each.at >= view.pressed_at
    ]
    if view.view.notice is not None and (gone := may_not_deal(view)) is not None:
        found.append(Matter(Rank.AUTHORITY, gone))
    left = view.screen.step_up_left
    if view.pit_boss is not None and view.pit_boss.role is Role.PIT_BOSS and left:
        found.append(Matter(Rank.AUTHORITY, LivingAuthority(view.pit_boss, view.screen.way, left)))
    elif view.screen.lasts_on is not None and view.screen.lasts_left:
        lasting = LivingAuthority(view.screen.lasts_on, "lasting", view.screen.lasts_left)
        found.append(Matter(Rank.AUTHORITY, lasting))
    return found


def may_not_deal(view: DealerView) -> MayNotDeal | None:
    licence = view.licence
    if licence is not None and licence.is_over and not licence.is_gone:
        return MayNotDeal(licence.name, licence.until)
    is_alone = view.dealer is not None and view.beside is not None and view.beside_left
    return MayNotDeal(view.beside.name) if is_alone and view.beside is not None else None


def _number_kept(view: DealerView) -> Matter | None:
    """The reader's number of the open round, while it is not counted; two that differ halt the table."""
    lying = view.view.round
    if not isinstance(lying, SpinView) or lying.status != RoundStatus.OPEN:
        return None
    if (
        lying.recorded is None
        or lying.number is not None
        or view.view.prompt.reason == HaltReason.NUMBER_DIFFERS
    ):
        return None
    at = next((each.at for each in reversed(view.halt.came_in) if each.number == lying.recorded), None)
    return Matter(Rank.WRONG, NumberKept(lying.recorded), at)
