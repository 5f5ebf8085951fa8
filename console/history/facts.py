"""The facts of a table, moment by moment, in whatever files its entries lie."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.history.interventions import IncidentFact, Intervention, InterventionFold
from console.history.moments import Moment
from console.history.rounds import RoundFact, RoundFold
from console.table.games.game import Game


class Facts(NamedTuple):
    """The facts that began, changed or ended with a moment, each as it is after it."""

    interventions: tuple[Intervention, ...] = ()
    rounds: tuple[RoundFact, ...] = ()
    open_before: tuple[IncidentFact, ...] = ()
    """The incidents that were open as the moment came, the open one first, as they were known then."""


NOTHING: Final = Facts()


class History:
    """Follows a table moment by moment; it holds only what is not over."""

    def __init__(self, game: Game) -> None:
        self._interventions, self._rounds = InterventionFold(game), RoundFold()

    def follow(self, moment: Moment) -> Facts:
        """Go on to the next moment."""
        fold, before = self._interventions, moment.before
        waiting = before.incident is not None or before.incidents.waiting
        opened = fold.known(before) if waiting else ()
        changed = fold.follow(moment)
        rounds = self._rounds.follow(moment, opened, fold.stopped)
        return Facts(changed, rounds, opened) if changed or rounds or opened else NOTHING
