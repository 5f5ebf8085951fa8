"""Where a screen stands in an incident: made of the table's view and of what was opened at this screen.

Pure: two screens of one table may stand at different stages, and neither decides anything.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from console.table.roles import Actor
from console.table.views import DealerView, Fact, IncidentView, SpinView

Answers = tuple[Fact, ...] | None
"""The values of a fact; None where it is a whole number."""

BY_HAND: Final = frozenset(("deal", "rescan", "burn_card", "scan_card"))
"""Prompts that a card ends."""


KIND: Final = "kind"
"""The fact that a report begins with."""


class Stage(StrEnum):
    """What the zone of table and rail shows."""

    PLAY = "play"
    KIND = "kind"
    FACT = "fact"
    OUTCOME = "outcome"
    STEPS = "steps"
    SKIP = "skip"
    MANUAL = "manual"
    CORRECT = "correct"


class Question(msgspec.Struct, frozen=True):
    """A fact that is asked, and its values."""

    fact: str
    answers: Answers


class Here(msgspec.Struct, frozen=True):
    """What was opened at this screen and is not the table's: it is gone after a restart."""

    picking: bool = False
    """A kind is being chosen for a report that is not made yet."""
    skipping: bool = False
    """A reason is being given for skipping the step that is due."""
    correcting: bool = False
    again: Question | None = None
    """A question answered before, that is asked again."""

    @property
    def wants_kinds(self) -> bool:
        """Whether kinds are chosen from at this screen."""
        return self.picking or (self.again is not None and self.again.fact == KIND)


def open_incident(view: DealerView) -> IncidentView | None:
    """The open incident; the one that has just ended is none."""
    incident = view.view.incident
    return incident if incident is not None and incident.open else None


def stage_of(view: DealerView, here: Here) -> Stage:
    """The stage of a screen."""
    if view.locked:
        return Stage.PLAY
    if here.picking or (here.again is not None and here.again.fact == KIND and open_incident(view)):
        return Stage.KIND
    if here.correcting and view.pit_boss is not None:
        return Stage.CORRECT
    incident = open_incident(view)
    if incident is None:
        return Stage.MANUAL if enters_by_hand(view) else Stage.PLAY
    return _in_incident(view, incident, here)


def _in_incident(view: DealerView, incident: IncidentView, here: Here) -> Stage:
    prompt = view.view.prompt
    if here.again is not None and incident.state in ("facts", "awaiting"):
        return Stage.FACT
    match incident.state:
        case "facts" if prompt.action == "answer":
            return Stage.KIND if prompt.fact == "kind" else Stage.FACT
        case "awaiting" if prompt.actor is Actor.PIT_BOSS:
            return Stage.OUTCOME
        case "steps" if prompt.step is not None or view.view.phase == "halted":
            if here.skipping and view.pit_boss is not None:
                return Stage.SKIP
            return Stage.MANUAL if enters_by_hand(view) else Stage.STEPS
        case _:
            return Stage.MANUAL if enters_by_hand(view) else Stage.PLAY


def enters_by_hand(view: DealerView) -> bool:
    """Whether the pit boss at this screen keys in the card that is due."""
    return view.view.manual and view.pit_boss is not None and view.view.prompt.action in BY_HAND


def question_of(view: DealerView, here: Here) -> Question:
    """The fact that this screen asks for."""
    if here.again is not None:
        return here.again
    prompt = view.view.prompt
    answers = None if prompt.answers is msgspec.UNSET else prompt.answers
    return Question(prompt.fact or "", answers)


def ways_of(view: DealerView, here: Here) -> tuple[dict[str, Fact], ...]:
    """What one press tells; fact by fact where an answer is changed."""
    asked = view.view.prompt.action == "answer" and view.view.prompt.fact != "kind"
    return view.ways if asked and here.again is None else ()


def recorded_wrong(view: DealerView) -> int | None:
    """The number that was recorded or announced by mistake, while that is reported (LT-ROU-33)."""
    incident, lying = open_incident(view), view.view.round
    if incident is None or incident.kind != "wrong_number_recorded":
        return None
    if isinstance(lying, SpinView) and lying.id == incident.round:
        return lying.number
    return int(view.results[-1]) if view.results and view.results[-1].isdigit() else None


def may_take_back(view: DealerView) -> bool:
    """Whether the one at this screen may change or withdraw the report: a slip is mended by who made it."""
    mine = view.reported is not None and view.reported.dealer_may_change
    return view.pit_boss is not None or mine


def decides(incident: IncidentView) -> bool:
    """Whether the pit boss must choose, or give a reason, where no rule is written."""
    return bool(incident.choices) or incident.outcome == "pit_boss_decides"


def needs_reason(incident: IncidentView) -> bool:
    """Whether a reason must be given with the outcome: between going on and void there is no rule."""
    return incident.outcome == "pit_boss_decides"
