"""The conversation about an incident at one screen: what is opened here, which way leads back, what is said.

It keeps what was asked at this screen, so that an answer can be changed until the outcome is confirmed.
It never decides what is asked, nor what a line does.
"""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from console.table.views import DealerView, Fact
from console.ui.pit.stage import (
    KIND,
    Here,
    Question,
    Stage,
    may_take_back,
    open_incident,
    question_of,
    stage_of,
)


class Talk(QObject):
    """What is said about incidents at one screen."""

    moved = Signal()
    """Another stage is to be shown of the same view."""
    wrong = Signal()
    """Something went wrong: play is to halt, the kind is told next."""
    reported = Signal(str, dict)
    """A kind, and the facts that the console knows of it."""
    answered = Signal(dict)
    withdrawn = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.here = Here()
        self._view: DealerView | None = None
        self._due: object = None

    @property
    def stage(self) -> Stage:
        """Where this screen stands."""
        return Stage.PLAY if self._view is None else stage_of(self._view, self.here)

    def see(self, view: DealerView) -> None:
        """Take the table's present view; what was opened here for another prompt is closed."""
        incident = open_incident(view)
        about = incident.id if incident else None
        due = (about, incident.state if incident else None, view.view.prompt.step, view.view.prompt.fact)
        if due != self._due:
            picking = self.here.picking and (incident is None or incident.state == "steps")
            self.here = Here(picking=picking, correcting=self.here.correcting and incident is None)
        if view.pit_boss is None:
            self.here = replace(self.here, correcting=False, skipping=False)
        self._view, self._due = view, due

    # --- forward ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Something went wrong: choose what."""
        if self._view is None or self.stage is Stage.KIND:
            return
        self.here = Here(picking=True)
        self.moved.emit()
        halted = self._view.view.phase == "halted" or open_incident(self._view) is not None
        if self._view.view.offer is None and not halted:
            self.wrong.emit()

    def choose_kind(self, kind: str, facts: dict[str, Fact]) -> None:
        """A kind was chosen: as the answer that is asked for, or as a report."""
        if self._view is None:
            return
        again = self.here.again is not None
        self.here = Here()
        asked = again or self._view.view.prompt.fact == KIND
        if asked and open_incident(self._view) is not None:
            self.answered.emit({"kind": kind, **facts})
        elif self._view.pit_boss is not None and open_incident(self._view) is None:
            # A pit boss's report that lacks nothing is authorised by itself: so that its outcome is seen
            # before it is confirmed, the kind comes as an answer.
            self.wrong.emit()
            self.answered.emit({"kind": kind, **facts})
        else:
            self.reported.emit(kind, facts)
        self.moved.emit()

    def answer(self, fact: str, value: Fact) -> None:
        """A fact was told, or told otherwise: the report stays the same one."""
        if self._view is None or open_incident(self._view) is None:
            return
        self.here = Here()
        self.answered.emit({fact: value})
        self.moved.emit()

    def tell(self, facts: dict[str, Fact]) -> None:
        """Several facts were told at once."""
        self.here = Here()
        self.answered.emit(facts)

    def skip(self) -> None:
        """The pit boss wants to skip the step that is due."""
        self.here = Here(skipping=True)
        self.moved.emit()

    def correct(self) -> None:
        """The pit boss wants to put a card right."""
        self.here = Here(correcting=True)
        self.moved.emit()

    def end_correcting(self) -> None:
        """The card was named."""
        self.here = Here()
        self.moved.emit()

    # --- back -------------------------------------------------------------------------------------

    @property
    def before(self) -> Question | None:
        """The question to which the way back leads; None where it leads out of the report."""
        view, incident = self._view, open_incident(self._view) if self._view is not None else None
        if view is None or incident is None or incident.kind is None:
            return None
        told = view.reported.asked if view.reported is not None else ()
        questions = [Question(KIND, None), *(Question(each.fact, each.answers) for each in told)]
        match self.stage:
            case Stage.FACT:
                fact, asked = question_of(view, self.here).fact, [each.fact for each in questions]
                return questions[asked.index(fact) - 1] if fact in asked else questions[-1]
            case Stage.OUTCOME:
                return questions[-1]
            case _:
                return None

    def back(self) -> None:
        """One question back, or out: nothing is wrong."""
        if self._view is None:
            return
        match self.stage:
            case Stage.KIND if self.here.again is not None and may_take_back(self._view):
                self.here = Here()
                self.withdrawn.emit()
            case Stage.KIND if open_incident(self._view) is None or self.here.wants_kinds:
                self.here = Here()
                self.moved.emit()
            case Stage.KIND:
                self.withdrawn.emit()
            case Stage.FACT | Stage.OUTCOME:
                self._back_from_question()
            case Stage.SKIP | Stage.CORRECT:
                self.here = Here()
                self.moved.emit()

    def _back_from_question(self) -> None:
        question = self.before
        if question is None:
            self.withdrawn.emit()
            return
        self.here = Here(again=question)
        self.moved.emit()
