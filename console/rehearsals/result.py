"""The result of a rehearsal, as values: the events with their times, the right answers, and the lines of the
score. A module that shows, keeps or prints a rehearsal needs only this one.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final, Literal

import msgspec

from console.table.core import Role
from console.table.incidents import Fact


class Way(StrEnum):
    GUIDED = "guided"
    """The console helps as it does at a table."""
    ALONE = "alone"
    """Outcome and clause stay hidden until the person has stated the outcome."""
    UNDER_TIME = "under_time"
    """Like alone, but play does not wait: the countdown of a real table runs."""


PLAY_ON: Final = "play_on"
"""The outcome if nothing must be reported, and the answer of a person who thinks so."""


class RightStep(msgspec.Struct, frozen=True):
    action: str
    actor: Literal["dealer", "pit_boss"]


class Right(msgspec.Struct, frozen=True):
    """The rulebook's answer to a mishap when it happened; ``kind`` None: play goes on without a report."""

    kind: str | None
    facts: dict[str, Fact] = {}
    """All facts behind the answer, even those that the table itself knows."""
    outcomes: tuple[str, ...] = ()
    """The possible outcomes; if the pit boss chooses among several, each is right."""
    clause: str | None = None
    basis: Literal["rule", "house"] | None = None
    authority: Literal["dealer", "pit_boss"] | None = None
    steps: tuple[RightStep, ...] = ()
    """The steps of the choice that was made; empty if several choices have different steps."""
    outcome: str | None = None
    """The outcome in the decision table's words, which may be ``pit_boss_decides``."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The right answers of a person: a possible outcome, or that the pit boss decides."""
        if self.kind is None:
            return (PLAY_ON,)
        return tuple(dict.fromkeys((*self.outcomes, self.outcome))) if self.outcome else self.outcomes


# --- what happened --------------------------------------------------------------------------------


class Occurrence(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """An event; ``at`` is in seconds from the beginning of the rehearsal."""

    at: float
    entry: int = 0
    """The last entry of the rehearsal's own journal at that time: the replay starts there."""


class MishapOccurred(Occurrence, frozen=True, kw_only=True, tag="slipped"):
    """A mishap of the file; ``number`` counts from 0, in the order of the file."""

    number: int
    slip: str
    facts: dict[str, Fact] = {}
    """The facts of it that a person reports: the file's, and those obvious from the mishap."""
    right: Right
    seen: bool = False
    """Whether the table itself shows it (a halt, a lamp); otherwise a colleague reports it."""


class LinePressed(Occurrence, frozen=True, kw_only=True, tag="pressed"):
    """A line of a person; ``by_console``: the console played that person."""

    do: str
    by: str | None = None
    role: Role | None = None
    by_console: bool = False
    refused: str | None = None


class ReportedKind(Occurrence, frozen=True, kw_only=True, tag="named"):
    """Kind and facts of the open incident, as far as reported."""

    kind: str | None
    facts: dict[str, Fact] = {}
    by_console: bool = False


class StatedOutcome(Occurrence, frozen=True, kw_only=True, tag="believed"):
    """The outcome that the person stated before it was shown; ``right`` is the table's own."""

    outcome: str
    right: tuple[str, ...]
    clause: str | None = None


class Decided(Occurrence, frozen=True, kw_only=True, tag="decided"):
    """The outcome of an incident or a halt. ``right`` is the rulebook's answer at that moment."""

    outcome: str
    kind: str | None = None
    facts: dict[str, Fact] = {}
    clause: str | None = None
    steps: tuple[RightStep, ...] = ()
    """The steps to which the reported facts led, before any was done."""
    right: Right
    number: int = 0
    """The number, in the file, of the slip to which it belongs."""
    by_console: bool = False


class StepTaken(Occurrence, frozen=True, kw_only=True, tag="stepped"):
    """A step of an outcome was done, or skipped with a reason."""

    action: str
    actor: Literal["dealer", "pit_boss"]
    skipped: bool = False
    by_console: bool = False
    facts: dict[str, Fact] = {}
    """The facts that it showed: only its check finds a ball's damage."""


class AnnouncementDue(Occurrence, frozen=True, kw_only=True, tag="due"):
    """A pit boss played by a person had to make an announcement (LT-BAC-12, LT-BJ-16, LT-ROU-24)."""

    key: str


class Announced(Occurrence, frozen=True, kw_only=True, tag="announced"):
    key: str


class PlayersWaited(Occurrence, frozen=True, kw_only=True, tag="players_waited"):
    """Play stopped with a round open, or went on."""

    on: bool


End = Literal["played", "left", "out_of_time"]
"""The end of a rehearsal: played to its end, left before, or given up after too long without an act."""


class Ended(Occurrence, frozen=True, kw_only=True, tag="ended"):
    how: End


Course = tuple[
    MishapOccurred
    | LinePressed
    | ReportedKind
    | StatedOutcome
    | Decided
    | StepTaken
    | AnnouncementDue
    | Announced
    | PlayersWaited
    | Ended,
    ...,
]
"""Everything that happened, in order."""


# --- what of it was right -------------------------------------------------------------------------


class ScoreSubject(StrEnum):
    NOTICED = "noticed"
    KIND = "kind"
    FACTS = "facts"
    OUTCOME = "outcome"
    ANNOUNCEMENTS = "announcements"
    STEPS = "steps"
    PRESSES = "presses"
    WAITED = "waited"


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judged or measured part, for the slip with this number. ``points`` are out of ``of``; a part that is
    only measured (presses, waiting time) has none.
    """

    judged: ScoreSubject
    points: int = 0
    of: int = 0
    number: int = 0
    measured: float | None = None
    """Seconds until noticed, seconds that players waited, a count of presses; None: never noticed."""
    expected: tuple[str, ...] = ()
    """The right answer, in the protocol's words: a kind, ``fact=value``, an outcome, a step."""
    given: tuple[str, ...] = ()
    """The person's answer, in the same words."""
    at: tuple[float, ...] = ()
    """The time, in seconds from the beginning: the replay jumps there."""

    @property
    def good(self) -> bool:
        return self.points == self.of


class Sitting(msgspec.Struct, frozen=True):
    """The rehearsal's number in an exam, how many the exam has, and the seed of its draw."""

    seed: int
    number: int
    of: int


FULL: Final = 100
"""The points for a rehearsal without a mistake."""


class RehearsalResult(msgspec.Struct, frozen=True, kw_only=True):
    """A finished rehearsal: the players and their parts, the events, and how much of it was right."""

    rehearsal: str
    """The name of its file, without ``.toml``."""
    kind: str | None
    """The practised kind, by which the rehearsal becomes due again; None if nothing had to be reported."""
    game: str
    rules: str
    way: Way
    people: dict[Role, str]
    """The part of each person who rehearsed; the console played the others."""
    began: datetime
    """In UTC."""
    lasted: float
    """Seconds; 0 if its program was killed, so that nobody knows."""
    passed: bool
    """Whether it is passed: one wrong outcome fails it."""
    score: int
    """0 to 100."""
    lines: tuple[ScoreLine, ...]
    course: Course = ()
    ended: End = "played"
    sitting: Sitting | msgspec.UnsetType = msgspec.UNSET
    """Its exam; None without one, or if it was kept before exams were drawn."""
