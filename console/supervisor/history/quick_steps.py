"""Steps that were pressed sooner than their work takes, by the limits of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

from console.supervisor.history.shoes import prepared_steps
from console.supervisor.history.timeline import Moment
from console.table.core import Bets, Game, Preparation, Who, events
from console.table.game import Preparing
from console.table.game.roulette import Spin

Limit: TypeAlias = Literal["inspect", "wash", "shuffle", "number", "ball"]
"""The keys of a rulebook's ``quickest``."""

_LIMITS: Final[dict[str, Limit]] = {
    Preparing.INSPECT: "inspect",
    Preparing.WASH: "wash",
    Preparing.SHUFFLE: "shuffle",
    Preparing.RIFFLE: "shuffle",
    Preparing.SHUFFLE_1: "shuffle",
    Preparing.SHUFFLE_2: "shuffle",
    Preparing.SHUFFLE_3: "shuffle",
}
"""The limit of each step of a preparation, if it has one."""
BALL: Final = "ball"
_RESPIN: Final = Spin().next_run()


class QuickStep(msgspec.Struct, frozen=True):
    """A step that was pressed sooner than its work takes."""

    entry: int
    """The entry that ended it."""
    at: datetime
    what: str
    """The step of a preparation; ``number``: from the end of bet time to a number that was entered; ``ball``:
    its run, as the wheel reports it.
    """
    seconds: float
    least: int
    """The rulebook's limit, in seconds."""
    by: Who | None
    """The person who ended it; None for the ball's run, which a device reports."""


class QuickFold:
    """Follows a table, and keeps since when each limited step has been under way. A halt's time does not
    count, and after a respin the ball's run begins with the halt's end. A step that began before the first
    entry, or before the clock was set, is not judged: after a clock set back while the console was off,
    nobody knows how long it was off. Nor is a number that an incident asks for: it fell before the report;
    nor one of a ball that may run in bet time; nor a step with a set that a machine or another person
    prepared. A press shows when work was confirmed: time that one step had over is the next one's, too.
    """

    def __init__(self, game: Game) -> None:
        self._limits = game.rules.quickest
        self._may_run = getattr(getattr(game.rules, "ball_in_bet_time", None), "allowed", False)
        self._step: float | None = None
        self._over = 0.0
        """The seconds that the steps before had over, of this preparation."""
        self._set: str | None = None
        """The set of the last shoe that was made ready: a new one comes as it was prepared."""
        self._closed: float | None = None
        self._ball: tuple[int | None, float] | None = None
        """The wheel's game, and since when its ball has run."""
        self._halted: Moment | None = None
        """The moment with which the present halt began."""

    def follow(self, moment: Moment) -> tuple[QuickStep, ...]:
        """Go on to the next moment; the steps that ended with it and were too quick."""
        before, after, event, now = moment.before, moment.after, moment.event, moment.seconds
        if self._limits is None:
            return ()
        if moment.set_by:
            self._step = self._closed = self._ball = None
        if isinstance(event, events.BallSent) and (self._ball is None or self._ball[0] != event.game):
            self._ball = None if event.held else (event.game, now)
        if before.halted is not after.halted:
            if (halted := self._halted) is not None:
                # The step may have begun in the halt, between two incidents.
                self._step, self._closed = (
                    None if since is None else since + now - max(halted.seconds, since)
                    for since in (self._step, self._closed)
                )
            is_new = halted is None or after.play is not halted.before.play
            if after.play == _RESPIN and not after.halted and is_new:
                self._closed = now
            self._halted = moment if after.halted else None
        if before.bets is Bets.OPEN and after.bets is not Bets.OPEN:
            self._closed = now
        found: tuple[QuickStep, ...] = ()
        if before.preparation is not after.preparation:
            was, then = before.preparation, after.preparation
            found = self._prepared(moment)
            if was is None or then is None or was.steps != then.steps:
                self._over, self._set = 0.0, after.sets.in_play if then is None else self._set
            if _begins(before.preparation, after.preparation):
                self._step = now
        elif before.play is not after.play:
            found = self._number(moment)
        return found

    def _prepared(self, moment: Moment) -> tuple[QuickStep, ...]:
        event = moment.event
        for step in prepared_steps(moment):
            limit = _LIMITS.get(step.action)
            if not step.is_done or self._step is None:
                continue
            least = None if limit is None else getattr(self._limits, limit)
            over, self._over = self._over, max(0.0, self._over + moment.seconds - self._step - (least or 0))
            sets = moment.before.sets
            is_of_another = sets.prepared is not None and sets.in_play != self._set
            if limit is None or not isinstance(event, events.StepDone) or event.reason or is_of_another:
                continue  # With a reason it was not done.
            return self._judged(moment, limit, step.action, self._step, over=over)
        return ()

    def _number(self, moment: Moment) -> tuple[QuickStep, ...]:
        was, spin, event = moment.before.play, moment.after.play, moment.event
        if not isinstance(was, Spin) or not isinstance(spin, Spin):
            return ()
        # A dealer enters the number twice; it is known from the first time.
        is_first = was.said is None and spin.recorded is None and not moment.before.halted
        if isinstance(event, events.NumberSaid) and is_first and not self._may_run:
            return self._judged(moment, "number", "number", self._closed)
        if isinstance(event, events.NumberRead) and was.recorded is None and self._ball is not None:
            if event.held:
                return ()
            game, since = self._ball
            return self._judged(moment, "ball", BALL, since) if game == event.game else ()
        return ()

    def _judged(
        self, moment: Moment, limit: Limit, what: str, since: float | None, *, over: float = 0.0
    ) -> tuple[QuickStep, ...]:
        least, row = getattr(self._limits, limit), moment.row
        if since is None or least is None or (seconds := round(moment.seconds - since, 3)) + over >= least:
            return ()
        by = moment.person or (Who(moment.dealer) if moment.dealer is not None else None)
        return (QuickStep(row.number, row.at, what, seconds, least, None if what == BALL else by),)


def _begins(was: Preparation | None, then: Preparation | None) -> bool:
    """Whether a step begins, perhaps again; a count that differed is of the same inspection."""
    return was is None or then is None or then.miscount is None or was.miscount is then.miscount


def quick_between(game: Game, moments: Sequence[Moment], first: int, last: int) -> tuple[QuickStep, ...]:
    """The steps that ended from place ``first`` to ``last`` and were too quick."""
    fold = QuickFold(game)
    return tuple(each for moment in moments for each in fold.follow(moment) if first <= moment.place <= last)
