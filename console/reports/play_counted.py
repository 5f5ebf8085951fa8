"""What happened to rounds and reports, counted as moments come: every game alike.

It follows the table from before the interval on, so that what began earlier is known when it ends, and
counts only where it is told to.
"""

from __future__ import annotations

from typing import Final

from console.records.moments import Moment
from console.reports.tally import Tallies, Tally
from console.table import events
from console.table.state import Bets, Halt, Phase, Table

OPEN: Final = "open"
"""The outcome of an incident that is not over."""
_TAKEN_BACK: Final = "record_only"
_REFUND: Final = "refund_hand"


class PlayCounted:
    """Counts rounds, incidents, halts, corrections, manual mode and calls, for the table and its dealers."""

    def __init__(self) -> None:
        self.tallies = Tallies()
        self._closed: float | None = None
        self._known: float | None = None
        self._called: float | None = None
        self._caller: str | None = None
        self._reported: dict[str, str | None] = {}

    def take(self, moment: Moment, counting: bool) -> None:
        """Go on by a moment; ``counting``: it is in the interval."""
        tallies = self.tallies.of(moment.dealer) if counting else ()
        self._round(moment, tallies)
        self._reports(moment, counting)
        self._calls(moment, counting)
        if counting and moment.taken and isinstance(moment.event, events.EntryCorrected):
            self.tallies.whole.counts["amended"] += 1  # whoever deals by now had no part in it
        for tally in tallies:
            _presses(tally, moment)
            if begins_halt(moment) and moment.after.halt is not None:
                tally.halts[moment.after.halt.reason] += 1

    def pass_time(self, table: Table, dealer: str | None, seconds: float) -> None:
        """So long the table stayed as it is."""
        for tally in self.tallies.of(dealer):
            if table.phase is not Phase.CLOSED:
                tally.seconds["open_seconds"] += seconds
            if table.halted:
                tally.seconds["stood_seconds"] += seconds
            if table.manual is not None:
                tally.seconds["manual_seconds"] += seconds

    def end(self, table: Table) -> None:
        """The interval is over: reports that are still open count as such."""
        opened = table.incident
        if opened is not None and opened.report.id in self._reported:
            clause = opened.case.clause if opened.case else None
            self._settle(opened.report.id, opened.report.kind, clause, OPEN, opened.outcome == _REFUND)
        for report in table.queue:
            if report.id in self._reported:
                self._settle(report.id, report.kind, None, OPEN)

    # --- rounds -----------------------------------------------------------------------------------

    def _round(self, moment: Moment, tallies: tuple[Tally, ...]) -> None:
        before, after = moment.before, moment.after
        if before.bets is Bets.OPEN and after.bets is not Bets.OPEN:
            self._closed, self._known = moment.seconds, None
        if before.phase is not Phase.RESULT and after.phase is Phase.RESULT:
            self._known = moment.seconds
        if (status := ended_round(moment)) is None:
            return
        known = moment.seconds if self._known is None else self._known
        for tally in tallies:
            tally.counts[_NAMES[status]] += 1
            if status == "finished" and self._closed is not None:
                tally.to_result.add(known - self._closed)
        self._closed = self._known = None

    # --- reports ----------------------------------------------------------------------------------

    def _reports(self, moment: Moment, counting: bool) -> None:
        event = moment.event
        if counting and moment.taken and isinstance(event, events.IncidentReported):
            self._reported[event.id] = moment.dealer
        if self._reported and moment.after.past is not moment.before.past:
            for past in moment.after.past:
                if past.id in self._reported:
                    self._settle(past.id, past.kind, past.clause, past.outcome, past.outcome == _REFUND)

    def _settle(
        self, report: str, kind: str | None, clause: str | None, outcome: str, refund: bool = False
    ) -> None:
        for tally in self.tallies.of(self._reported.pop(report)):
            if outcome == _TAKEN_BACK:
                tally.counts["taken_back"] += 1
                continue
            tally.incidents[kind or "", clause or "", outcome] += 1
            tally.counts["refunds"] += refund

    # --- calls ------------------------------------------------------------------------------------

    def _calls(self, moment: Moment, counting: bool) -> None:
        before, after = moment.before.called, moment.after.called
        if before is None and after is not None:
            self._called, self._caller = moment.seconds, moment.dealer
        if before is None or after is not None:
            return
        waited = (moment.row.at - before).total_seconds()
        waited = waited if self._called is None else moment.seconds - self._called
        if counting:
            for tally in self.tallies.of(self._caller):
                tally.waits.add(max(0.0, waited))
        self._called = self._caller = None


_NAMES: Final = {"finished": "rounds", "void": "voids", "unplayed": "unplayed"}


def ended_round(moment: Moment) -> str | None:
    """How the open round ended in this moment: ``finished``, ``void``, ``unplayed``; None if it did not."""
    before, after = moment.before, moment.after
    if not before.open_round or after.open_round or after.round is None:
        return None
    if after.round.status == "finished":
        return "finished"
    voided = isinstance(moment.event, events.RoundVoided | events.OutcomeAuthorised)
    return "unplayed" if after.play.is_empty and not voided else "void"


def begins_halt(moment: Moment) -> bool:
    """Whether play stopped in this moment, or stopped for another reason than before."""
    before, after = moment.before.halt, moment.after.halt
    return after is not None and not _goes_on(before, after)


def _goes_on(before: Halt | None, after: Halt) -> bool:
    return before is not None and (before.reason, before.at) == (after.reason, after.at)


def _presses(tally: Tally, moment: Moment) -> None:
    """What somebody did that is counted as it is."""
    event = moment.event
    if not moment.taken:
        return
    match event:
        case events.CardCorrected():
            tally.counts["corrections"] += 1
        case events.ManualSet(on=True) if moment.before.manual is None:
            tally.counts["manual"] += 1
        case events.CardDrawn(by=str()):
            tally.counts["manual_cards"] += 1
