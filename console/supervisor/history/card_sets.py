"""The life of each card set of a table: received, inspected, presented, played, put aside. It begins when
decks or another shoe are received, and ends when the next set comes. Findings about a set's cards are entries
and are not worked out here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import msgspec

from console.base.plain_text import name_key
from console.supervisor.history.interventions import queue_change
from console.table.core import (
    Action,
    Incident,
    Incidents,
    Outlet,
    Report,
    SetsAtTable,
    StepEnd,
    Table,
    Who,
    events,
    shown_with_set,
)
from console.table.game import Cause, Preparing, SetFinding
from console.table.incidents import Fact, Kind


class Done(msgspec.Struct, frozen=True):
    by: Who
    at: datetime


class Signed(msgspec.Struct, frozen=True):
    """An act on a set that was signed: by whom, with whose authority, and when."""

    by: Who
    authorised_by: Who
    at: datetime


class Rounds(msgspec.Struct, frozen=True):
    first: str
    last: str
    count: int = 1

    def last_ones(self, count: int) -> Rounds:
        """The last ``count`` rounds: a table numbers its rounds consecutively."""
        if count >= self.count:
            return self
        name, _, number = self.last.rpartition("-")
        return Rounds(f"{name}-{int(number) - count + 1}", self.last, count)

    @staticmethod
    def with_next(before: Rounds | None, round_: str) -> Rounds:
        return Rounds(round_, round_) if before is None else Rounds(before.first, round_, before.count + 1)


class SetFact(msgspec.Struct):
    number: str | None = None
    """The number that was typed or scanned when it came, or when it was put aside."""
    received: Done | None = None
    """None for a set that was in play before its table's journal began."""
    inspected: Done | None = None
    """Its inspection before it came into play; the one as a table closes is ``inspected_at_close``."""
    counted: int | None = None
    """The cards that were counted then; None if no number was given."""
    presented: Done | None = None
    shoes: list[int] = msgspec.field(default_factory=list)
    """The numbers of the shoes that rounds were dealt from."""
    rounds: Rounds | None = None
    """The rounds that were dealt from it, including the one during which it came."""
    findings: list[SetFinding] = msgspec.field(default_factory=list)
    concerned: list[Rounds] = msgspec.field(default_factory=list)
    """The rounds that its figures concern, shoe by shoe. For an order of cards, those of that shoe; for
    copies, which are counted over all its shoes, every round begun with it. For a set that was put aside also
    rounds from before the first entry here.
    """
    put_back: Done | None = None
    """The fallen cards that were put back last, until an inspection counts the set or it is put aside."""
    put_aside: Done | None = None
    cause: Fact | None = None
    released: Signed | None = None
    """The supervisor's release of a set that was put aside, for play."""
    resting: Signed | None = None
    returned: Signed | None = None
    destroyed: Signed | None = None
    inspected_at_close: Done | None = None
    counted_at_close: int | None = None
    other_counts: list[tuple[Done, int]] = msgspec.field(default_factory=list)
    """The counts that did not end its inspection, and those that a person typed before another one."""
    prepared: str | None = None
    """The person or machine that prepared it, with a receipt, as noted when the set came."""

    @property
    def round_count(self) -> int:
        return 0 if self.rounds is None else self.rounds.count

    @property
    def concerned_count(self) -> int:
        return sum(each.count for each in self.concerned)


class CardSetsFold:
    """Follows a table entry by entry, and keeps its sets."""

    def __init__(self) -> None:
        self.sets: list[SetFact] = []
        self._reported: dict[str, SetFact] = {}
        """The set that was in play when a report was made."""
        self._incidents_then: tuple[Incident | None, Incidents | None] = None, None
        """The table's incidents whose reports are kept. Few entries change them, and each entry looks."""
        self._at_start: SetsAtTable | None = None
        """The table's sets before the first entry here."""
        self._was_in_play = False
        """Whether a set was in play, with or without a number."""
        self._of_shoe: Rounds | None = None
        self._concerns_shoe = False
        self._then: Table | None = None
        """The table at the last entry, which compares two sets' numbers."""

    def follow(
        self, event: events.AnyEvent, refused: str | None, at: datetime, before: Table, after: Table
    ) -> None:
        self.begin(before)
        self._then = after
        self._keep_reports(before, after)
        if refused is not None:
            return
        match event:
            case events.StepDone() if before.incident is not None:
                self._end_step(event, before.incident, after, at)
            case events.StepDone() if before.preparation is not None:
                self._prepare(event, before, after, at)
            case events.BetsOpened(round=str(round_)):
                self._begin_round(round_, after)
            case events.CardSetFound():
                self._find(event.finding)
            case events.CardSetSigned():
                self._sign(event, at)
            case _:
                pass

    @property
    def astray(self) -> tuple[SetFact, ...]:
        """The sets that are out of play although nobody put them aside or signed that they rest, went back or
        were destroyed, and those without a number if others have one. A set that came again is the later one.
        """
        numbers = [self._key(each.number) if each.number else None for each in self.sets]
        if not any(numbers):
            return ()  # A house without numbered sets has no signature for one.
        found = list[SetFact]()
        for at, each in enumerate(self.sets):
            comes_again = numbers[at] is not None and numbers[at] in (*numbers[at + 1 :], numbers[-1])
            ends = (each.put_aside, each.resting, each.returned, each.destroyed)
            is_signed = any(end is not None for end in ends)
            if (each.received is not None or each.round_count) and not (comes_again or is_signed):
                found.append(each)
        return tuple(found)

    def _key(self, number: str) -> str:
        return name_key(number) if self._then is None else self._then.set_key(number)

    def go_on(self, sets: SetsAtTable) -> None:
        self.sets.append(_in_play(sets))
        self._of_shoe, self._concerns_shoe = None, False

    def begin(self, table: Table) -> None:
        """Take the number of the set in play from the table before the first entry."""
        if not self.sets and self._at_start is None:
            self._at_start = table.sets
            is_dealt = table.is_open and table.preparation is None and table.shoe_in_play.number > 0
            self._was_in_play = self._was_in_play or is_dealt

    def of_report(self, id: str) -> SetFact | None:
        """The set in play when the report was made; None of a report that is unknown here."""
        return self._reported.get(id)

    def _keep_reports(self, before: Table, after: Table) -> None:
        """Keep for each report the set in play when it was made; a report that waits may be opened with
        another set in play.
        """
        incident, incidents = self._incidents_then
        if incident is before.incident is after.incident and incidents is before.incidents is after.incidents:
            return
        if incident is not before.incident or incidents is not before.incidents:
            for report in before.open_reports:
                if report.id not in self._reported:
                    self._reported[report.id] = self._in_play_since(report, before)
        self._incidents_then = after.incident, after.incidents
        for report in queue_change(before, after)[1]:
            self._reported.setdefault(report.id, self.present)

    def _begin_round(self, round_: str, after: Table) -> None:
        present, shoe = self.present, after.shoe_in_play.number
        present.rounds = Rounds.with_next(present.rounds, round_)
        if shoe not in present.shoes:
            present.shoes.append(shoe)
            self._of_shoe, self._concerns_shoe = None, False
        self._of_shoe = Rounds.with_next(self._of_shoe, round_)
        self._concern(present)

    def _find(self, finding: SetFinding) -> None:
        present = self.present
        present.findings.append(finding)
        if not self._concerns_shoe and self._of_shoe is not None:
            present.concerned.append(self._of_shoe)
        self._concerns_shoe = True
        self._concern(present)

    def _concern(self, present: SetFact) -> None:
        """Add the newest round to those that the figures concern, if it is one of them."""
        if any(each.cause is Cause.COPIES for each in present.findings) and present.rounds is not None:
            present.concerned = [present.rounds]
        elif self._concerns_shoe and self._of_shoe is not None:
            present.concerned[-1:] = [self._of_shoe]

    def _sign(self, event: events.CardSetSigned, at: datetime) -> None:
        """Keep a signature with the newest set of its number. If that came before the journal began, nothing
        else is known of it.
        """
        present = self.present
        key = self._key(event.set)
        known = (each for each in reversed(self.sets) if each.number and self._key(each.number) == key)
        fact = next(known, None)
        if fact is None:
            fact = SetFact(event.set)
            self.sets.insert(self.sets.index(present), fact)
        setattr(fact, event.what, Signed(Who(event.by), Who(event.authorised_by), at))

    @property
    def present(self) -> SetFact:
        if not self.sets:
            self.sets.append(_in_play(self._at_start))
        return self.sets[-1]

    def _receive(self, event: events.StepDone, done: Done) -> None:
        if not self.sets and self._was_in_play:
            self.sets.append(_in_play(self._at_start))  # No round began with it here, but it was in play.
        self.sets.append(SetFact(event.set, done, **_typed(event)))
        self._of_shoe, self._concerns_shoe = None, False

    def _prepare(self, event: events.StepDone, before: Table, after: Table, at: datetime) -> None:
        assert before.preparation is not None, "a step of the preparation"
        done, due = Done(event.person, at), before.preparation.due
        match due:
            case Action.REPLACE_SHOE:
                self._receive(event, done)
            case Preparing.RECEIVE_DECKS if self._came_with_shoe(before):
                self.present.number = after.sets.in_play
            case Preparing.RECEIVE_DECKS:
                self._receive(event, done)
            case Preparing.INSPECT:
                counted = sum(event.counted) if isinstance(event.counted, tuple) else event.counted
                ended = _is_done(before, after)
                others = [*event.before] if ended or counted is None else [*event.before, counted]
                self.present.other_counts += [(done, each) for each in others if each != counted or not ended]
                if not ended:
                    return
                self.present.put_back = None
                if before.preparation.closing:
                    self.present.inspected_at_close, self.present.counted_at_close = done, counted
                else:
                    self.present.inspected, self.present.counted = done, counted
            case Preparing.PRESENT:
                self.present.presented = done
        if any(due in row.steps for row in _TYPED):
            for name, text in _typed(after.sets).items():
                setattr(self.present, name, text)

    def _came_with_shoe(self, before: Table) -> bool:
        """Whether the shoe that was brought is the one whose decks are now received: both are one set."""
        assert before.preparation is not None, "a step of the preparation"
        return Action.REPLACE_SHOE in before.preparation.steps

    def _end_step(self, event: events.StepDone, incident: Incident, after: Table, at: datetime) -> None:
        # The next report may open with the last step.
        own = next((each for each in after.changed_incidents if each.report.id == incident.report.id), None)
        step = incident.step
        if step is None or own is None:
            return
        ended = next((each for each in own.steps if each.action == step.action and each.is_done), None)
        if ended is None or ended.end is StepEnd.SKIPPED:
            return
        done = Done(event.person, at)
        match step.action:
            case Action.CHANGE_SHOE:
                self._receive(event, done)
                if after.open_round and after.round is not None:  # it goes on from this shoe (LT-BAC-22a)
                    self._begin_round(after.round.id, after)
            case Action.PUT_BACK if incident.report.kind == Kind.CARD_FELL:
                self.present.put_back = done
            case Action.QUARANTINE_SET:
                wrong = self._reported[incident.report.id]
                if all(each is not wrong for each in self.sets):
                    self.sets.insert(0, wrong)  # the history saw nothing else of this set
                wrong.number = wrong.number or event.set
                wrong.put_aside, wrong.cause, wrong.put_back = done, incident.facts.get("cause"), None
                if (told := incident.set_rounds) is not None:
                    # A person's figures concern rounds too, even those from before the first entry here.
                    every = Rounds(told.first, told.last, told.rounds)
                    newest = [every.last_ones(told.concerned)] if told.concerned else []
                    earlier = [each for each in wrong.concerned if each.last != told.last]
                    wrong.concerned = newest if newest == [every] else [*earlier, *newest]

    def _in_play_since(self, report: Report, before: Table) -> SetFact:
        """The set in play when a report that was open before the first entry was made; it may be another set
        than the one in play there.
        """
        is_same = report.set_in_play == self.present.number and not _has_new_set(report, before)
        if is_same:
            return self.present
        others = (each for each in self._reported.values() if each is not self.present)
        same = next((each for each in others if each.number == report.set_in_play), None)
        return same or SetFact(report.set_in_play)


def _in_play(sets: SetsAtTable | None) -> SetFact:
    return SetFact() if sets is None else SetFact(sets.in_play, **_typed(sets))


_TYPED: Final = shown_with_set(Outlet.SETS)


def _typed(sets: events.StepDone | SetsAtTable) -> dict[str, Any]:
    """The facts typed about a set, as it came or as the table keeps them while it is in play."""
    return {row.name: getattr(sets, row.name) for row in _TYPED}


def _has_new_set(report: Report, table: Table) -> bool:
    incident = table.incident
    return (
        incident is not None
        and incident.report.id == report.id
        and any(each.action == Action.CHANGE_SHOE and each.is_done for each in incident.steps)
    )


def _is_done(before: Table, after: Table) -> bool:
    """Whether the preparation's due step is done; a count that differs ends no inspection."""
    was, now = before.preparation, after.preparation
    return was is not None and (now is None or now.done != was.done)
