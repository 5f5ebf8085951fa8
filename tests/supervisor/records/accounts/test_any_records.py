"""Whatever happens at a table, each report has one record, and each record has its words."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from console.supervisor.history import Moment, moments
from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.incident_account import record_of
from console.supervisor.records.accounts.record import Origin
from console.supervisor.records.accounts.spans import spans
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.core import Entry, JournalEntry, Table, encode_table, events
from tests.base.words.catalogues import words
from tests.examples import examples
from tests.table.core.incident.obedience import obeyed
from tests.table.core.incident.test_any_incidents import FACES, GIVEN, OWN
from tests.table.core.tables import CODES, Driven

ORIGIN = Origin("T1", "baccarat", "sv")
MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)
STEPS = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(OWN), GIVEN, FACES, st.sampled_from(["D1", "P1"])),
    min_size=10,
    max_size=60,
)


def row(number: int, entry: Entry) -> JournalEntry:
    """The entry with its number, as the journal gives it back."""
    values = {name: getattr(entry, name) for name in JournalEntry.__struct_fields__ if name != "number"}
    return JournalEntry(number=number, **values)


def moments_of(code: str, steps: list[tuple[int, str, dict[str, object], str, str]]) -> list[Moment]:
    """A table at which each step is what the prompt asks for, a report, a card out of turn, or a way back."""
    driven = Driven(code)
    for number, kind, facts, face, by in steps:
        table, seen = driven.table, driven.view()
        match number:
            case 0 | 1:
                driven.take({"do": "incident", "kind": kind, "facts": facts, "by": by})
            case 2:
                driven.take({"do": "card", "card": face})
            case 3:
                driven.take({"do": "withdraw", "by": by})
            case _:
                driven.take(obeyed(table, seen, face, number))
    rows = map(row, count(1), driven.kept.entries)
    return list(moments(driven.game, encode_table(driven.first), rows))


@settings(max_examples=examples(20, at_night=400), deadline=None)
@given(st.sampled_from(CODES), STEPS)
def test_every_report_has_one_record_and_every_record_its_words(
    code: str, steps: list[tuple[int, str, dict[str, object], str, str]]
) -> None:
    every = moments_of(code, steps)
    records = [record_of(span, every, ORIGIN, "00") for span in spans(Driven(code).game, every)]
    reported = [
        moment.event.id
        for moment in every
        if isinstance(moment.event, events.IncidentReported) and moment.row.refused is None
    ]
    found = Counter(record.id for record in records)
    assert set(found.values()) <= {1}
    assert sorted(reported) == sorted(
        record.id for record in records if record.sort is InterventionKind.INCIDENT
    )
    for language in ("lt", "ja"):
        formatter = RecordFormatter(words(language), zone=UTC)
        for record in records:
            assert formatter.sheet(record, MADE, "1.0").kind


@settings(max_examples=examples(20, at_night=400), deadline=None)
@given(st.sampled_from(CODES), STEPS)
def test_a_record_agrees_with_the_state_of_its_table(
    code: str, steps: list[tuple[int, str, dict[str, object], str, str]]
) -> None:
    every = moments_of(code, steps)
    last: Table = every[-1].after if every else Table()
    waiting = {report.id for report in last.incidents.waiting}
    waiting |= {last.incident.report.id} if last.incident else set()
    for span in spans(Driven(code).game, every):
        record = record_of(span, every, ORIGIN, "00")
        if record.sort is InterventionKind.INCIDENT:
            assert record.open == (record.id in waiting)
            assert record.happened <= record.reported <= (record.closed or record.reported)
            assert record.open or record.outcome is not None
            assert record.outcome != "void" or record.after.status == "void"
            assert all(step.by or step.at for step in record.steps if step.state != "due")
        if record.open is False:
            assert all(step.state != "due" for step in record.steps)
