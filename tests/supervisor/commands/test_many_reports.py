"""A journal in which very many reports wait behind one another, as a program could write it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import pytest

from console.supervisor.history import EntrySequence, IncidentFact, Moment
from console.supervisor.history.interval import Interval
from console.supervisor.history.interventions import InterventionFold
from console.supervisor.records import Span, spans
from console.supervisor.records.accounts import lookup
from console.supervisor.records.accounts.lookup import every
from console.supervisor.records.accounts.record import Origin
from console.supervisor.records.accounts.spans import SpanFold
from console.supervisor.reports.dealer_rounds import DealerFold
from console.supervisor.reports.kept_reports import going_on
from console.supervisor.reports.shift_report import TableFold
from console.supervisor.review import fact_source
from tests.table.played import CLOSED, OPEN, incident, written

Fold: TypeAlias = Callable[[EntrySequence, list[Moment]], None]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("console.table.core.judging.refusals.MOST_WAITING", 1_000)
        reports = (incident("card_fell") for _ in range(100))
        return written(tmp_path_factory.mktemp("many") / "J.db", OPEN, CLOSED, *reports)


def test_a_list_keeps_two_moments_of_each_of_many_reports(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kept all moments since its report, and a record went through them: a minute for 4,000 reports."""
    found = list[int]()

    def counted(*of: object, **more: object) -> Iterator[Span]:
        for span in spans(*of, **more):  # type: ignore[arg-type]
            found.append(len(span.moments))
            yield span

    monkeypatch.setattr(lookup, "spans", counted)
    brief = [*every(many, going_on=going_on)]
    assert len(brief) == 100 and max(found) == 2
    names = ("id", "kind", "outcome", "clause", "facts", "happened", "reported", "overtaken_by", "taken_back")
    whole = [*every(many)]
    assert [[getattr(each, name) for name in names] for each in brief] == [
        [getattr(each, name) for name in names] for each in whole
    ]


def test_a_report_that_waits_and_has_not_changed_is_not_looked_at_again(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, of_number = list[str](), InterventionFold._of_number

    def counted(fold: InterventionFold, fact: IncidentFact) -> IncidentFact:
        looked.append(fact.id)
        return of_number(fold, fact)

    monkeypatch.setattr(InterventionFold, "_of_number", counted)
    assert len([*every(many, going_on=going_on)]) == 100
    assert len(looked) < 400


def steps_of(work: Callable[[], object]) -> int:
    """The bytecode instructions that it takes, which no other program on the computer changes."""
    steps = 0

    def traced(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


def counted(sequence: EntrySequence, moments: list[Moment]) -> None:
    fold = TableFold(sequence.game, Origin("T7", "baccarat", "lt"), (), Interval())
    for each in moments:
        fold.count_moment(each, inside=True)


def dealt(sequence: EntrySequence, moments: list[Moment]) -> None:
    fold = DealerFold(sequence.game)
    for each in moments:
        fold.follow(each, counting=True)


def listed(sequence: EntrySequence, moments: list[Moment]) -> None:
    for _ in spans(sequence.game, moments, fold=SpanFold(sequence.game, listed=True)):
        pass


def indexed(sequence: EntrySequence, moments: list[Moment]) -> None:
    source = fact_source(sequence.identity, sequence.state(0)[1])
    for each in moments:
        source.facts_of_next(each.row.event, each.row.refused, each.row.at.isoformat())


@pytest.mark.parametrize("fold", [counted, dealt, listed, indexed])
def test_an_entry_takes_no_more_steps_the_more_reports_wait(many: Path, fold: Fold) -> None:
    """4,000 reports took 24 s in a report, and 60 s in the list of incidents."""
    sequence = EntrySequence([many])
    moments = [*sequence.moments(0, decoded=False)]
    none, some, every = (steps_of(partial(fold, sequence, moments[:count])) for count in (10, 50, 90))
    assert every - some <= 1.05 * (some - none)
