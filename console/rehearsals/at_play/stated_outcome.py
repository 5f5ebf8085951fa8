"""The outcome that a person states before the screen shows it; not asked in the guided way.

A line that would show the outcome is held back until then.
"""

from __future__ import annotations

from collections import deque

from console.rehearsals.at_play.jury import Jury
from console.rehearsals.at_play.mishaps import Mishaps
from console.rehearsals.at_play.rehearsed_table import RehearsedTable
from console.rehearsals.concealment import is_whole
from console.rehearsals.result import PLAY_ON, Right, StatedOutcome, Way
from console.rehearsals.right_answer import answer_of
from console.table.core import Game, Incident, IncidentState, advance, events, lines, refusal
from console.table.game import Result


class Belief:
    def __init__(self, table: RehearsedTable, mishaps: Mishaps, jury: Jury, way: Way) -> None:
        self._table, self._mishaps, self._jury, self._way = table, mishaps, jury, way
        self._is_stated = True
        self._held: deque[bytes] = deque()

    def expect(self) -> None:
        """Something goes wrong now: its outcome is not stated yet."""
        self._is_stated = False

    @property
    def holds_any(self) -> bool:
        """Whether a line waits for the person's statement."""
        return bool(self._held)

    @property
    def hides(self) -> bool:
        whole = is_whole(self._table.session.view())
        return self._way is not Way.GUIDED and not self._is_stated and whole

    @property
    def asks(self) -> tuple[str, ...]:
        """The outcomes from which the person has to choose now; empty if nothing is asked."""
        return outcomes_of(self._table.game) if self._held or self.hides else ()

    def pass_line(self, line: bytes) -> None:
        """Let a person's line through, or hold it back until its outcome is stated."""
        if self._shows_outcome(line):
            self._held.append(line)
        else:
            self._table.station.submit(line)

    def _shows_outcome(self, line: bytes) -> bool:
        if self._way is Way.GUIDED or self._is_stated or not self._mishaps.count:
            return False
        self._table.drain()
        return self._comes_to(line) is not None

    def state_outcome(self, outcome: str) -> StatedOutcome:
        """Take the outcome that the person states, and let the held lines through."""
        answer, table = self.answer(), self._table
        believed = StatedOutcome(
            table.now, table.view.entry, outcome=outcome, right=answer.answers, clause=answer.clause
        )
        self._jury.put_down(believed)
        self._is_stated = True
        if outcome == PLAY_ON and outcome in believed.right:
            self._jury.play_on()
        while self._held:
            table.station.submit(self._held.popleft())
        table.station.show()
        return believed

    def answer(self) -> Right:
        table = self._table.table
        incident = self._comes_to(self._held[0]) if self._held else table.incident
        if incident is None or incident.case is None:
            return self._mishaps.right or Right(None)
        return answer_of(table, incident)

    def _comes_to(self, line: bytes) -> Incident | None:
        """The incident that a line would decide; None if it decides none."""
        table, game = self._table.table, self._table.game
        try:
            parsed = lines.parse(line)
        except lines.InvalidLine:
            return None
        match parsed:
            case lines.Authorise():
                return table.incident if table.incident is not None and table.incident.case else None
            case lines.Incident():
                event: events.AnyEvent = events.IncidentReported(
                    "-", parsed.by, parsed.kind, parsed.given_facts
                )
            case lines.Answer():
                event = events.IncidentAnswered(parsed.by, parsed.facts)
            case _:
                return None
        if refusal(game, table, event) is not None:
            return None
        after = advance(game, table, event, None, self._table.utc)
        incident = after.shown_incident
        decided = incident is not None and incident.state in (IncidentState.STEPS, IncidentState.CLOSED)
        return incident if decided and incident is not None and incident.case is not None else None


def outcomes_of(game: Game) -> tuple[str, ...]:
    """Every outcome that the rulebook has at this game, in the decision table's order."""
    cases = (case for rows in game.rules.incidents.kinds.values() for case in rows)
    found = {case.outcome for case in cases}
    return tuple(outcome.value for outcome in Result if outcome in found)
