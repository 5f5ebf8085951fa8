"""The conversation about an incident at one screen: what is opened here, which way leads back, what is said.

It keeps what was asked at this screen, so that an answer can be changed until the outcome is confirmed.
It never decides what is asked, nor what a line does.
"""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from console.table.views import DealerView, Fact
from console.ui.pit.stage import Here, Question, Stage, open_incident, question_of, stage_of


class Talk(QObject):
    """What is said about incidents at one screen."""

    moved = Signal()
    """Another stage is to be shown of the same view."""
    wrong = Signal()
    """Something went wrong: play is to halt, the kind is told next."""
    reported = Signal(str, dict)
    """A kind, and the facts that the console knows of it."""
    answered = Signal(dict)
    changed = Signal(str, dict)
    """An answer is changed after the outcome was shown: the kind, and the facts up to that answer."""
    withdrawn = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.here = Here()
        self._view: DealerView | None = None
        self._about: object = None
        self._due: object = None
        self.asked: list[Question] = []
        """The questions that were asked of the open incident, the present one last."""

    @property
    def stage(self) -> Stage:
        """Where this screen stands."""
        return Stage.PLAY if self._view is None else stage_of(self._view, self.here)

    def see(self, view: DealerView) -> None:
        """Take the table's present view; what was opened here for another prompt is closed."""
        incident = open_incident(view)
        about = incident.id if incident else None
        due = (about, incident.state if incident else None, view.view.prompt.step, view.view.prompt.fact)
        if about != self._about:
            self.asked = []
        if due != self._due:
            picking = self.here.picking and (incident is None or incident.state == "steps")
            self.here = Here(picking=picking, correcting=self.here.correcting and incident is None)
        if view.pit_boss is None:
            self.here = replace(self.here, correcting=False, skipping=False)
        self._view, self._about, self._due = view, about, due
        if self.stage is Stage.FACT and self.here.again is None:
            self._remember(question_of(view, self.here))

    def _remember(self, question: Question) -> None:
        facts = [each.fact for each in self.asked]
        if question.fact in facts:
            self.asked = self.asked[: facts.index(question.fact)]
        self.asked.append(question)

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
        self.here = Here()
        if self._view.view.prompt.fact == "kind" and open_incident(self._view) is not None:
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
        """A fact was told; once the outcome is shown, the report is made anew with it."""
        incident = open_incident(self._view) if self._view is not None else None
        if incident is None:
            return
        self.here = Here()
        if incident.state == "facts":
            self.answered.emit({fact: value})
            return
        before = [each.fact for each in self.asked]
        before = before[: before.index(fact)] if fact in before else before
        kept = {each: incident.facts[each] for each in before if each in incident.facts}
        self.changed.emit(incident.kind or "", {**kept, fact: value})

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
        if self._view is None:
            return None
        facts = [each.fact for each in self.asked]
        match self.stage:
            case Stage.FACT:
                fact = question_of(self._view, self.here).fact
                at = facts.index(fact) if fact in facts else 0
                return self.asked[at - 1] if at else None
            case Stage.OUTCOME:
                return self.asked[-1] if self.asked else None
            case _:
                return None

    def back(self) -> None:
        """One question back, or out: nothing is wrong."""
        if self._view is None:
            return
        match self.stage:
            case Stage.KIND if open_incident(self._view) is None or self.here.picking:
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
