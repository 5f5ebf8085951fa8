"""A journal in which very many reports wait behind one another, as a program could write it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from console.supervisor.history.interventions import IncidentFact, InterventionFold
from console.supervisor.records.accounts import lookup
from console.supervisor.records.accounts.lookup import every
from console.supervisor.records.accounts.spans import Span, spans
from tests.table.played import CLOSED, OPEN, incident, written


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

    def counted(*of: object, **more: bool) -> Iterator[Span]:
        for span in spans(*of, **more):  # type: ignore[arg-type]
            found.append(len(span.moments))
            yield span

    monkeypatch.setattr(lookup, "spans", counted)
    brief = [*every(many, listed=True)]
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
    assert len([*every(many, listed=True)]) == 100
    assert len(looked) < 400
