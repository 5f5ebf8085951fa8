"""A contradiction as a value: two statements about one thing that can't both be true, and its answer.

It is found by rows (:mod:`console.table.core.play.found_contradictions`), kept by an entry of its own, and
open until somebody who made neither statement has answered it with a reason.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from console.table.devices.model import DeviceRole
from console.table.game.card_set import SetFinding


class ContradictionKind(StrEnum):
    """The thing about which two statements differ."""

    NO_SPIN = "no_spin"
    """The wheel or the dealer reported that it was no spin, and a pit boss lifted the halt."""
    BALL_OUT = "ball_out"
    """The ball was said to be out of the wheel, and the wheel gave a number in the same game."""
    CARD = "card"
    """The card that was typed and the card that the shoe read for its place."""
    RESULT = "result"
    """The result of the typed cards and the shoe's own."""
    COUNT = "count"
    """Two counts of one inspection."""
    CARD_SET = "card_set"
    """The console's finding about the card set, and the pit boss who dismissed it."""
    NUMBER = "number"
    """The number that was announced and another one by which the round was settled."""
    REPORT = "report"
    """A report, and what the table itself knows against it."""
    BETS_OPEN = "bets_open"
    """The wheel's own 'no more bets', and bets that were open."""


class Claim(StrEnum):
    """The content of a statement; its value, if it has one, stands beside it."""

    NO_SPIN = "no_spin"
    """The value is the cause, if one was given."""
    DISMISSED = "dismissed"
    BALL_OUT = "ball_out"
    IN_TIME = "in_time"
    """The ball was taken out in time (LT-ROU-32a)."""
    NUMBER = "number"
    CARD = "card"
    WINNER = "winner"
    """The value is the winner; after it, if the winners are alike, the pairs."""
    COUNT = "count"
    """The value is the count; of decks that were counted one by one, their counts with spaces."""
    UNCOUNTED = "uncounted"
    """The inspection was ended without a count."""
    FINDING = "finding"
    REPORT = "report"
    """The value is the reported kind."""
    NO_BALL = "no_ball"
    """Neither the dealer nor the wheel has told of a ball in this spin."""
    VALID_RUN = "valid_run"
    """The ball's run, confirmed as valid; the value is its turns."""
    CUT_CARD = "cut_card"
    """The cut card has come in this round."""
    CARDS_LEFT = "cards_left"
    """The value is the number of cards left in the shoe, among which the cut card still is."""
    NO_TRY = "no_try"
    """No try of the card that is due has failed."""
    ANSWERED = "answered"
    """The value is the choice with which the hand's player answered."""
    NO_MORE_BETS = "no_more_bets"
    BETS_OPEN = "bets_open"


class Statement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement of a person, of a device or of the console, and its time."""

    claim: Claim
    at: datetime
    by: str | None = None
    """The person; None if a device or the console stated it."""
    device: DeviceRole | None = None
    value: str = ""
    reason: str = ""
    """The reason that the person gave."""
    finding: SetFinding | None = None


class ContradictionAnswer(msgspec.Struct, frozen=True):
    """The person who answered a contradiction, when, and with what reason."""

    by: str
    at: datetime
    reason: str


class Contradiction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two statements about one thing, in the order in which they were made."""

    id: str
    """``T1-c1``: unique in its journal."""
    kind: ContradictionKind
    first: Statement
    second: Statement
    round: str | None = None
    hand: str = ""
    """The hand of the card, if it is about one."""
    card: int | None = None
    """The card's position in it, from 1."""
    dealer: str | None = None
    answer: ContradictionAnswer | None = None
    kept_by: str | None = None
    """The person who kept what was typed against what was read: it stays open for somebody else."""

    @property
    def at(self) -> datetime:
        """When the second statement was made."""
        return self.second.at

    @property
    def is_of_typed(self) -> bool:
        """Whether it is about what was typed and what was read, in manual mode."""
        return self.kind in (ContradictionKind.CARD, ContradictionKind.RESULT)

    @property
    def without_faces(self) -> Contradiction:
        """The same while nobody may see its cards."""
        first, second = replace(self.first, value=""), replace(self.second, value="")
        return replace(self, first=first, second=second)

    @property
    def sides(self) -> tuple[str, ...]:
        """The people who made its statements: none of them answers it."""
        made = (self.first.by, self.second.by, self.kept_by)
        return tuple(each for each in made if each is not None)

    @property
    def people(self) -> tuple[str, ...]:
        return self.sides if self.answer is None else (*self.sides, self.answer.by)


class Contradictions(msgspec.Struct, frozen=True, gc=False):
    open: tuple[Contradiction, ...] = ()
    """Those that nobody has answered, the oldest first."""
    found: int = 0
    """The number of contradictions so far."""
