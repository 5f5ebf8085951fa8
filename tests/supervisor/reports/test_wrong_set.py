"""The rounds of a wrong card set, in its record, its shift report and its handover (BAC-3.1.1)."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest
from msgspec import UNSET

from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import find
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_reports import table_report
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import EventKind, SetRounds
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import AUTHORISE, CLOSED, DONE_D, DONE_P, OPEN, card, incident, written

EN = words("en")


def coup(*faces: str) -> tuple[Seen, ...]:
    return (OPEN, CLOSED, *map(card, faces), DONE_D, DONE_D)


COUP = coup("9H", "2S", "KD", "4C")
OTHER = coup("4D", "KC", "5S", "7H")
SHUFFLED: tuple[Seen, ...] = ({"do": "reshuffle", "by": "P1"}, *[DONE_D] * 6)
"""Under sv the same cards are dealt again."""
OF_BOTH = (*COUP, *COUP, *COUP, *SHUFFLED, *OTHER, *OTHER)
"""Three rounds of the set's first shoe, two of its second."""


def wrong(cause: str) -> tuple[Seen, ...]:
    return (incident("wrong_card_set", cause=cause), AUTHORISE, DONE_D, DONE_P)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("cause", "concerned"), [("order", 2), ("copies", 5), ("count", 5)])
def test_the_rounds_since_the_set_came_into_play_are_the_houses_to_decide_on(
    tmp_path: Path, cause: str, concerned: int
) -> None:
    """An order is of its shoe; copies and a count are of the set. Nothing paid is taken back."""
    path = written(tmp_path / "J.db", *OF_BOTH, *wrong(cause), code="sv")
    record, report = find(path, "T7-i1"), table_report(path, Interval())
    ids = tuple(f"T7-{each}" for each in range(6 - concerned, 6))
    assert record.set_rounds == SetRounds(5, concerned, "T7-1", "T7-5", ids)
    (listed,) = report.incidents
    assert listed.fact.set_rounds == record.set_rounds
    assert report.handover is not None
    (point,) = report.handover.wrong_sets
    assert (point.id, point.rounds) == ("T7-i1", record.set_rounds)
    formatter = RecordFormatter(EN, zone=UTC)
    details = dict(open_points(report.handover, formatter))[EN.text("incident.wrong_card_set")]
    said = EN.count("count.set_rounds", 5, concerned=str(concerned))
    note = EN.text("record.set_rounds.note")
    assert all(each in details for each in (said, f"{ids[0]}–T7-5", note))
    decided = {each.label: each.text for each in formatter.sheet(record, record.reported, "1.1.0").decided}
    assert decided[EN.text("record.head.set_rounds")].startswith(said) and decided[""] == note


def test_the_record_of_a_count_names_the_count_and_the_set(tmp_path: Path) -> None:
    """TB-5: eight decks are replaced by what they say."""
    close: Seen = {"do": "close", "by": "P1", "on": True}
    renewed = ({"do": "reshuffle", "by": "P1", "new": True}, {**DONE_D, "set": "nord-7a"})
    ready = ({**DONE_D, "counted": 416}, DONE_P, *[DONE_D] * 6, *COUP, close)
    lines = (*renewed, *ready, {**DONE_D, "counted": 415}, AUTHORISE, DONE_P)
    path = written(tmp_path / "J.db", *lines, code="sv")
    record = find(path, "T7-i1")
    assert (record.counted, record.card_set) == (415, "nord-7a")
    sheet = RecordFormatter(EN).sheet(record, record.reported, "1")
    decided = [(each.label, each.text) for each in sheet.decided]
    assert decided[1:3] == [("Number of all cards", "415 cards counted"), (EN.text("report.set"), "nord-7a")]
    plain = find(written(tmp_path / "K.db", *COUP, *wrong("count"), code="sv"), "T7-i1")
    assert plain.card_set is UNSET


def test_a_set_that_came_since_counts_from_its_own_first_round(tmp_path: Path) -> None:
    """BAC-3.1.4: new decks came after three rounds."""
    ordered: Seen = {"do": "reshuffle", "new": True, "by": "P1"}
    new = (ordered, DONE_D, DONE_D, DONE_P, *[DONE_D] * 6)
    path = written(tmp_path / "J.db", *COUP, *COUP, *COUP, *new, *COUP, *wrong("copies"), code="sv")
    assert find(path, "T7-i1").set_rounds == SetRounds(1, 1, "T7-4", "T7-4", ("T7-4",))


def test_only_rounds_that_were_dealt_from_the_set_and_settled_are_concerned(tmp_path: Path) -> None:
    """A house that followed the list paid wrong rounds again: one was void, one of the set before."""
    void = (OPEN, card("9H"), {"do": "void", "by": "P1"}, DONE_D)
    burn = (card("AC"), DONE_D)
    lines = (*COUP, *wrong("copies"), *burn, *COUP, *void, *COUP, *wrong("copies"))
    path = written(tmp_path / "J.db", *lines, refused=["bets_open"])
    found = find(path, "T7-i2").set_rounds
    assert found == SetRounds(3, 2, "T7-2", "T7-4", ("T7-2", "T7-4"))


def test_a_report_that_is_withdrawn_leaves_no_round_to_decide_on(tmp_path: Path) -> None:
    lines = (*COUP, incident("wrong_card_set", cause="copies"), {"do": "withdraw", "by": "P1"})
    path = written(tmp_path / "J.db", *lines, code="sv")
    report = table_report(path, Interval())
    assert find(path, "T7-i1").set_rounds is UNSET
    assert report.handover is not None and report.handover.wrong_sets == ()


def test_a_set_that_dealt_no_round_concerns_none(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *wrong("copies"), code="sv")
    assert find(path, "T7-i1").set_rounds is UNSET


@pytest.mark.parametrize(("counted", "said"), [(413, "413"), ([52] * 7 + [51], "415")])
def test_the_number_counted_stands_in_the_record_and_in_the_log(
    tmp_path: Path, counted: int | list[int], said: str
) -> None:
    close: Seen = {"do": "close", "by": "P1"}
    path = written(tmp_path / "J.db", *COUP, close, {**DONE_D, "counted": counted}, code="sv")
    record = find(path, "T7-i1")
    assert record.counted == (tuple(counted) if isinstance(counted, list) else counted)
    decided = RecordFormatter(EN, zone=UTC).sheet(record, record.reported, "1.1.0").decided
    text = {each.label: each.text for each in decided}[EN.text("answer.cause.count")]
    assert text.startswith(EN.count("count.counted", int(said)))
    entry = LoggedEntry(kind=EventKind.STEP_DONE, figures={"counted": counted}, pressed="inspect")
    assert event_line(EN, entry, str).startswith(EN.count("count.counted", int(said)))
