"""What the bets of a worksheet may hold, by what they are on, in every game of the protocol.

Whether a bet is of the game that is played here is not asked.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from console.game.baccarat_rules import Bet as OnCoup
from console.game.blackjack_payout import Bet as OnHand
from console.game.roulette_payout import BETS as ON_SPIN
from console.game.roulette_payout import is_a_bet
from console.game.worksheet import Wager

Stake = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
"""A stake in minor units."""
Seat = Annotated[int, msgspec.Meta(ge=1, le=7)]
HandNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]
Pocket = Annotated[int, msgspec.Meta(ge=0, le=36)]
EachSide = Annotated[int, msgspec.Meta(ge=1, le=18)]


class _On(msgspec.Struct, frozen=True):
    on: str


class _Plain(_On, frozen=True):
    stake: Stake


class _OfHand(_Plain, frozen=True):
    seat: Seat
    hand: HandNumber


class _OfNumbers(_Plain, frozen=True):
    numbers: tuple[Pocket, ...]

    def __post_init__(self) -> None:
        """As many as the bet covers, no two alike."""
        if len(self.numbers) != _COVERED[self.on] or len(set(self.numbers)) != len(self.numbers):
            raise ValueError(f"{self.on} covers {_COVERED[self.on]} numbers")


class _OfNeighbours(_Plain, frozen=True):
    number: Pocket
    each: EachSide


_COVERED: Final = {
    **{"straight": 1, "split": 2, "street": 3, "corner": 4, "six_line": 6},
    **{"column": 12, "dozen": 12},
}
"""Roulette's bets that name their numbers, and how many each covers."""

_FIELDS: Final = ("red", "black", "odd", "even", "low", "high", "voisins", "jeu_zero", "tiers", "orphelins")
"""Roulette's bets whose numbers the wheel and the layout give."""

FORMS: Final[dict[str, type[_Plain]]] = {
    **{on.value: _Plain for on in OnCoup},
    **{on.value: _OfHand for on in OnHand},
    **dict.fromkeys(_COVERED, _OfNumbers),
    **dict.fromkeys(_FIELDS, _Plain),
    "neighbours": _OfNeighbours,
}
"""Every bet by its name, and the fields that it has."""


def is_wager(bet: msgspec.Raw) -> bool:
    """Whether a bet fits its form."""
    try:
        wager_of(bet)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def wager_of(bet: msgspec.Raw) -> Wager:
    """The bet as a value, without fields that are not its own; ValueError if it does not fit its form."""
    on = msgspec.json.decode(bet, type=_On).on
    if on not in FORMS:
        raise ValueError(f"{on}: nothing that can be bet on")
    wager = Wager(**msgspec.structs.asdict(msgspec.json.decode(bet, type=FORMS[on])))
    if on in ON_SPIN and not is_a_bet(wager):
        raise ValueError(f"{on}: the layout has no such bet on {wager.numbers}")
    return wager
