"""What came of a rehearsal, as values: what happened at which instant, what was right, and the score's lines.

It knows no table and no words. Whoever shows, keeps or prints a rehearsal needs this module alone.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.incidents.facts import Fact
from console.table.state.roles import Role


class Way(StrEnum):
    """How a rehearsal is played."""

    GUIDED = "guided"
    """The console helps as it does at a table."""
    ALONE = "alone"
    """Outcome and clause stay hidden until the person has said which outcome it is."""
    UNDER_TIME = "under_time"
    """As alone, and play waits for nobody: the countdown of a real table runs."""


PLAY_ON: Final = "play_on"
"""What it comes to where nothing is to be reported, and what somebody says who takes it for that."""


class RightStep(msgspec.Struct, frozen=True):
    """A step that the rulebook has done, and whose it is."""

    action: str
    actor: Literal["dealer", "pit_boss"]


class Right(msgspec.Struct, frozen=True):
    """The rulebook's answer to what went wrong, as the decision table gave it at that moment.

    ``kind`` is None where nothing is to be reported: play goes on by itself.
    """

    kind: str | None
    facts: dict[str, Fact] = {}
    """All facts that the answer rests on, those too that the table knows."""
    outcomes: tuple[str, ...] = ()
    """What it can come to: one; several where the pit boss chooses, and each is right."""
    clause: str | None = None
    basis: Literal["rule", "house"] | None = None
    authority: Literal["dealer", "pit_boss"] | None = None
    steps: tuple[RightStep, ...] = ()
    """Of a choice that has been made its own; none where several lead to different ones."""
    outcome: str | None = None
    """As the decision table has it: ``pit_boss_decides``, too."""

    @property
    def answers(self) -> tuple[str, ...]:
        """What somebody may say that it is: what it can come to, or that the pit boss decides."""
        if self.kind is None:
            return (PLAY_ON,)
        return tuple(dict.fromkeys((*self.outcomes, self.outcome))) if self.outcome else self.outcomes


# --- what happened --------------------------------------------------------------------------------


class Occurrence(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that happened; ``at`` is in seconds since the rehearsal began."""

    at: float
    entry: int = 0
    """The last entry of the rehearsal's own journal then: where a replay shows it."""


class Slipped(Occurrence, frozen=True, kw_only=True, tag="slipped"):
    """What was to go wrong went wrong; ``number`` counts from 0, as the file has them."""

    number: int
    slip: str
    facts: dict[str, Fact] = {}
    right: Right
    seen: bool = False
    """Whether the table itself shows it: a halt, a lamp. Else it is told."""


class Pressed(Occurrence, frozen=True, kw_only=True, tag="pressed"):
    """A line of a person; ``by_console``: the console played who said it."""

    do: str
    by: str | None = None
    role: Role | None = None
    by_console: bool = False
    refused: str | None = None


class Named(Occurrence, frozen=True, kw_only=True, tag="named"):
    """Kind and facts of the open incident, as somebody has told them so far."""

    kind: str | None
    facts: dict[str, Fact] = {}
    by_console: bool = False


class Believed(Occurrence, frozen=True, kw_only=True, tag="believed"):
    """Which outcome the person said that it is, before it was shown; ``right`` is what the table has."""

    outcome: str
    right: tuple[str, ...]
    clause: str | None = None


class Decided(Occurrence, frozen=True, kw_only=True, tag="decided"):
    """What an incident or a halt came to. ``right`` is the rulebook's answer at that moment."""

    outcome: str
    kind: str | None = None
    facts: dict[str, Fact] = {}
    clause: str | None = None
    right: Right
    number: int = 0
    """Of which slip, as the file counts them."""
    by_console: bool = False


class Stepped(Occurrence, frozen=True, kw_only=True, tag="stepped"):
    """A step of an outcome was done, or skipped with a reason."""

    action: str
    actor: Literal["dealer", "pit_boss"]
    skipped: bool = False
    by_console: bool = False


class Due(Occurrence, frozen=True, kw_only=True, tag="due"):
    """An announcement was due of the pit boss, who is a person (LT-BAC-12, LT-BJ-16, LT-ROU-24)."""

    key: str


class Announced(Occurrence, frozen=True, kw_only=True, tag="announced"):
    """An announcement was made."""

    key: str


class PlayersWaited(Occurrence, frozen=True, kw_only=True, tag="players_waited"):
    """Play came to stand still with a round open, or went on."""

    on: bool


End = Literal["played", "left", "out_of_time"]
"""How a rehearsal ended: to its end, left before, or because nobody did anything for too long."""


class Ended(Occurrence, frozen=True, kw_only=True, tag="ended"):
    """The rehearsal was over."""

    how: End


Course = tuple[
    Slipped | Pressed | Named | Believed | Decided | Stepped | Due | Announced | PlayersWaited | Ended,
    ...,
]
"""All that happened, in its order."""


# --- what of it was right -------------------------------------------------------------------------


class Judged(StrEnum):
    """What a line of the score is about."""

    NOTICED = "noticed"
    KIND = "kind"
    FACTS = "facts"
    OUTCOME = "outcome"
    ANNOUNCEMENTS = "announcements"
    STEPS = "steps"
    PRESSES = "presses"
    WAITED = "waited"


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was judged or measured, of the slip of this number.

    ``points`` are of ``of``; nothing is to be had for what is only measured (presses, waited).
    """

    judged: Judged
    points: int = 0
    of: int = 0
    number: int = 0
    measured: float | None = None
    """Seconds until noticed, seconds that players waited, a count of presses; None: never noticed."""
    expected: tuple[str, ...] = ()
    """What was right, in the protocol's words: a kind, ``fact=value``, an outcome, a step."""
    given: tuple[str, ...] = ()
    """What was done, in the same words."""
    at: tuple[float, ...] = ()
    """When, in seconds since it began: where the replay goes to."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost here."""
        return self.points == self.of


class Sitting(msgspec.Struct, frozen=True):
    """Which rehearsal of an exam it was, from 1 of so many, and the seed by which they were drawn."""

    seed: int
    number: int
    of: int


FULL: Final = 100
"""The points of a rehearsal in which all was right."""


class RehearsalResult(msgspec.Struct, frozen=True, kw_only=True):
    """A rehearsal that is over: what was played by whom and how, what happened, what of it was right."""

    rehearsal: str
    """Its file's name without ``.toml``."""
    kind: str | None
    """The incident kind that it practises, by which it is due again; None: nothing was to be reported."""
    game: str
    rules: str
    way: Way
    people: dict[Role, str]
    """Who rehearsed, by the part that each played; the console played the others."""
    began: datetime
    """In UTC."""
    lasted: float
    """Seconds."""
    passed: bool
    """One wrong outcome is a fail, whatever the rest."""
    score: int
    """0 to 100."""
    lines: tuple[ScoreLine, ...]
    course: Course = ()
    ended: End = "played"
    sitting: Sitting | msgspec.UnsetType = msgspec.UNSET
    """Of which exam it was one; not there where it was of none, or kept before exams were drawn."""
