"""The facts of a table, moment by moment, in whatever files its entries lie."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.supervisor.history.devices import Trouble, TroubleFold
from console.supervisor.history.interventions import IncidentFact, Intervention, InterventionFold
from console.supervisor.history.pit_boss_waits import Wait, WaitFold
from console.supervisor.history.quick_steps import QuickFold, QuickStep
from console.supervisor.history.rounds import RoundFact, RoundFold
from console.supervisor.history.shoes import ShoeFact, ShoeFold
from console.supervisor.history.stays import Stay, StayFold
from console.supervisor.history.timeline import Moment, is_only_bytes
from console.table.core import Game


class Facts(NamedTuple):
    """The facts that began, changed or ended with a moment, each as it is after it."""

    interventions: tuple[Intervention, ...] = ()
    rounds: tuple[RoundFact, ...] = ()
    stays: tuple[Stay, ...] = ()
    """Those that ended, then those that began."""
    troubles: tuple[Trouble, ...] = ()
    """The troubles that ended, then those that began."""
    waits: tuple[Wait, ...] = ()
    """The waits for a pit boss that ended with it."""
    shoes: tuple[ShoeFact, ...] = ()
    """The set that ended, then the set that began or changed."""
    unread: tuple[IncidentFact, ...] = ()
    """The incidents that were already open when the moment came, and that no moment before it reported."""
    quick: tuple[QuickStep, ...] = ()
    """The steps that ended with it sooner than its work takes."""


NOTHING: Final = Facts()


class History:
    """Follows a table moment by moment; it holds only what is not over."""

    def __init__(self, game: Game) -> None:
        self._interventions, self._rounds, self.stays = InterventionFold(game), RoundFold(), StayFold()
        self.troubles, self._waits, self.shoes = TroubleFold(), WaitFold(game), ShoeFold()
        self._quick = QuickFold(game)
        self._has_begun = False

    def follow(self, moment: Moment) -> Facts:
        fold = self._interventions
        if self._has_begun and is_only_bytes(moment):
            return NOTHING if not (waits := self._waits.follow(moment)) else Facts(waits=waits)
        self._has_begun = True
        unread, opened = fold.take_unread(moment.before), fold.open_one(moment.before)
        changed = fold.follow(moment)
        rounds = self._rounds.follow(moment, opened, fold.stopped)
        stays, troubles = self.stays.follow(moment), self.troubles.follow(moment)
        waits, shoes = self._waits.follow(moment), self.shoes.follow(moment)
        found = Facts(changed, rounds, stays, troubles, waits, shoes, unread, self._quick.follow(moment))
        return found if any(found) else NOTHING

    def incidents_before(self, moment: Moment) -> tuple[IncidentFact, ...]:
        """The incidents that are open as the next moment comes, the open one first."""
        return self._interventions.opened(moment.before)
