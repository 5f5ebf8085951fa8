"""The best answer for a hand of blackjack if only its total and the dealer's up card count.

For these rulebooks: the dealer stands on soft 17 and looks under an ace but not under a ten, any two cards
may be doubled, equal values may be split once, and the hands of a split may be doubled too. The tables are
copied from no book: the tests compute every cell from those rules, with each card as likely as in a full
shoe. It knows totals, and never a card that is still to come.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

_UP: Final = "23456789TA"
"""The dealer's up card, by column."""
_HARD: Final = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDHH",
    12: "HHSSSHHHHH",
    **dict.fromkeys(range(13, 17), "SSSSSHHHHH"),
}
"""Below nine hit, over sixteen stand. H hit, S stand, D double, else hit; d double, else stand."""
_SOFT: Final = {
    13: "HHHHDHHHHH",
    **dict.fromkeys((14, 15), "HHHDDHHHHH"),
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
}
"""Below thirteen hit, over eighteen stand."""
_PAIRS: Final = {
    **dict.fromkeys("23", "PPPPPP...."),
    "4": "...PP.....",
    "6": "PPPPP.....",
    "7": "PPPPPP....",
    "8": "PPPPPPPP.P",
    "9": "PPPPP.PP..",
    "A": "PPPPPPPPPP",
}
"""P split; else as the total says. Fives and tens are never split."""
_GIVEN_UP: Final = frozenset((5, 6, 7, *range(12, 18)))
"""Hard totals that are worth less than half the bet against an ace that nobody has looked under."""
_CHOICES: Final = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "d": ("double", "stand"),
    "P": ("split",),
}


def best(offers: Collection[str], cards: Sequence[str], total: int, soft: bool, up: str) -> str:
    """The best of the offered answers; cards as the protocol writes them, ``up`` the dealer's."""
    column = _UP.index(_value(up))
    if "split" in offers and _PAIRS.get(_value(cards[0]), "." * len(_UP))[column] == "P":
        return "split"
    return next(choice for choice in _CHOICES[_square(total, soft, column)] if choice in offers)


def is_worth_half(total: int, soft: bool) -> bool:
    """Whether surrender is no worse than to play on against an ace (LT-BJ-07)."""
    return soft or total not in _GIVEN_UP


def _square(total: int, soft: bool, column: int) -> str:
    row = (_SOFT if soft else _HARD).get(total)
    if row is not None:
        return row[column]
    return "S" if total > 16 else "H"


def _value(card: str) -> str:
    return "T" if card[0] in "TJQK" else card[0]
