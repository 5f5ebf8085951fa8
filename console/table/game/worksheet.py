"""The worksheet as a value: bets that a person asks about, and the return of each by a round. It knows how
rows are summed, in minor units; its game knows the odds of a bet, and the bets with a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from console.table.game.stakes import BrokenLimit


class Wager(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A requested bet: its name, its stake, and its place if its game has such places."""

    on: str
    seat: int | None = None
    hand: int | None = None
    numbers: tuple[int, ...] | None = None
    """All numbers that a bet on numbers covers."""
    number: int | None = None
    each: int | None = None
    """The number of pockets at each side of ``number`` that are covered too."""
    stake: int


class WorksheetRow(Wager, frozen=True, kw_only=True, omit_defaults=True):
    """A wager with its return; ``recorded_back`` is its return by a wrong number which was recorded."""

    back: int | None
    recorded_back: int | None
    limit: BrokenLimit | None
    paid: int | None = None
    """The earlier payment; None if none was given."""

    def manual_credit(self, *, paid: bool) -> int:
        """The amount to be credited by hand; less the earlier payment, if the bets were ``paid`` before."""
        return max(0, (self.back or 0) - self._paid(paid))

    @property
    def by_mistake(self) -> int | None:
        """The amount beside the due one: the earlier payment, else the return by a wrong number; or None."""
        return self.recorded_back if self.paid is None else self.paid

    def unreturned(self, *, paid: bool) -> int:
        """The amount that was credited by mistake and is not taken back (LT-ROU-33)."""
        return max(0, self._paid(paid) - (self.back or 0))

    def _paid(self, paid: bool) -> int:
        if not paid:
            return 0
        return (self.recorded_back or 0) if self.paid is None else self.paid


class Worksheet(msgspec.Struct, frozen=True):
    """All the rows, what they bring back together, and the clause that they break together."""

    bets: tuple[WorksheetRow, ...]
    back: int | None
    restriction: str | None

    def manual_credit(self, *, paid: bool) -> int:
        """All that is credited by hand (LT-ROU-30b, LT-ROU-33)."""
        return sum(row.manual_credit(paid=paid) for row in self.bets)

    def unreturned(self, *, paid: bool) -> int:
        """All that is not taken back (LT-ROU-33)."""
        return sum(row.unreturned(paid=paid) for row in self.bets)


def worksheet(
    wagers: Sequence[Wager],
    brought: Callable[[Wager], int] | None,
    limit: Callable[[Wager], BrokenLimit | None],
    restriction: str | None = None,
    recorded: Callable[[Wager], int] | None = None,
    paid: Callable[[Wager], int] | None = None,
) -> Worksheet:
    """A row for each wager; ``brought`` gives its return, None while nothing is decided. ``recorded`` gives
    its return by a mistaken number, ``paid`` its earlier payment; None without.
    """
    rows = tuple(
        WorksheetRow(
            **msgspec.structs.asdict(wager),
            back=brought(wager) if brought else None,
            recorded_back=recorded(wager) if recorded else None,
            limit=limit(wager),
            paid=paid(wager) if paid else None,
        )
        for wager in wagers
    )
    return Worksheet(rows, sum(map(brought, wagers)) if brought else None, restriction)


def stake_back(wager: Wager) -> int:
    return wager.stake
