"""The rows of a file of incident procedures: a case each, as its document writes it.

It knows the form of a row; what a row means for a report is decided in :mod:`console.incidents`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from console.game.rules import Clause, Code, Rule, Text

Game = Literal["baccarat", "blackjack", "roulette"]

When = Annotated[str, msgspec.Meta(pattern=r"^[TRCNELSIA]( [TRCNELSIA])*\Z")]
"""The moments at which a case can be reported, by their letters."""

StepText = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]+:(dealer|pit_boss)\Z")]
"""A step and whose it is: ``put_back:dealer``."""

FactText = bool | Annotated[int, msgspec.Meta(ge=0)] | Text
"""What a case asks of a fact: true or false, a word, or whole numbers as ``2``, ``"1-2"`` or ``"3+"``."""


class Result(StrEnum):
    """What an incident comes to."""

    GO_ON = "go_on"
    VOID = "void"
    REPLACE_DECKS = "replace_decks"
    SHUFFLE_ON = "shuffle_on"
    SHUFFLE_AGAIN = "shuffle_again"
    CHANGE_SHOE = "change_shoe"
    CHANGE_SHOE_AFTER = "change_shoe_after"
    CARRY_CARD = "carry_card"
    BURN_CARD = "burn_card"
    REPLACE_READER = "replace_reader"
    MOVE_CARD = "move_card"
    MOVE_CARDS = "move_cards"
    REPLACE_CARD = "replace_card"
    REMOVE_LAST = "remove_last"
    REFUND_HAND = "refund_hand"
    RESTORE_HANDS = "restore_hands"
    SETTLE_BY_HAND = "settle_by_hand"
    RESPIN = "respin"
    FINISH = "finish"
    PIT_BOSS_DECIDES = "pit_boss_decides"
    RECORD_ONLY = "record_only"


Authority = Literal["dealer", "pit_boss"]
Choice = Literal["go_on", "void", "reveal", "change_shoe"]


class Row(Rule, frozen=True):
    """A case: when it can be, the facts that part it from the others, and what is done then.

    ``only`` are the rulebooks that take it; all where it is empty.
    """

    when: When
    outcome: Result
    authority: Authority
    facts: dict[str, FactText] = msgspec.field(default_factory=dict)
    clause: Clause | None = None
    steps: tuple[StepText, ...] = ()
    choices: tuple[Choice, ...] = ()
    only: tuple[Code, ...] = ()


Rows = dict[str, tuple[Row, ...]]
"""A game's rows by their kind of incident."""


class Procedures(Rule, frozen=True):
    """A file of incident procedures: the rows of each game."""

    baccarat: Rows = msgspec.field(default_factory=dict)
    blackjack: Rows = msgspec.field(default_factory=dict)
    roulette: Rows = msgspec.field(default_factory=dict)

    def of(self, game: Game) -> Rows:
        """The rows of one game."""
        match game:
            case "baccarat":
                return self.baccarat
            case "blackjack":
                return self.blackjack
            case "roulette":
                return self.roulette


class Named(Rule, frozen=True):
    """Which files a rulebook takes: what its own document writes, and the studio's house procedures."""

    own: Text
    house: Text
