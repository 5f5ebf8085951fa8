"""The charts of a report, and how sure a rate is."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta
from math import exp, factorial
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.supervisor.history.interval import Interval
from console.supervisor.history.timeline import go_on
from console.supervisor.records.accounts.record import Origin
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.charts import ChartedPart, Slow, kinds, pace
from console.supervisor.reports.figures import DealerFigures, Figures, Hour, IncidentCount
from console.supervisor.reports.finding_rows import against_the_house
from console.supervisor.reports.finding_words import dealers_part
from console.supervisor.reports.journal_reports import compared_dealers, shift_report
from console.supervisor.reports.report_document import chart_parts, hour_names, slow_text
from console.supervisor.reports.shift_report import Lists, TableFold, TableReport
from console.supervisor.reports.significance import poisson_interval
from console.table.core import NoteKind, SetClock, game_of
from console.table.journal import review
from tests.journals_of.__main__ import HERE
from tests.table.core.tables import book
from tests.table.played import ROUND, session_at

NIGHT = datetime(2026, 11, 19, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [(0, 0, 3.689), (1, 0.0253, 5.572), (5, 1.623, 11.668), (10, 4.795, 18.391), (100, 81.364, 121.627)],
)
def test_the_interval_is_that_of_the_published_tables(count: int, low: float, high: float) -> None:
    """Garwood's limits, as tables of the Poisson distribution print them."""
    assert poisson_interval(count) == pytest.approx((low, high), abs=1e-3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_hour_that_a_halt_before_it_slowed_says_no_number_of_halts(language: str) -> None:
    formatter = RecordFormatter(Words(language), zone=UTC)
    stood, halted = (
        slow_text((Slow(NIGHT, "halts", halts, 120.0),), {NIGHT: "18:00"}, formatter) for halts in (0, 1)
    )
    assert stood.count("2") == halted.count("2") and "18:00" in stood
    assert "0" not in stood.replace("18:00", "") and "1" in halted.replace("18:00", "")


@given(st.integers(1, 60))
def test_at_its_ends_such_a_count_comes_in_one_case_of_forty(count: int) -> None:
    low, high = poisson_interval(count)
    assert _at_most(count, high) == pytest.approx(0.025)
    assert 1 - _at_most(count - 1, low) == pytest.approx(0.025)


def _at_most(count: int, mean: float) -> float:
    return sum(exp(-mean) * mean**each / factorial(each) for each in range(count + 1))


def hour(number: int, rounds: int, halts: int = 0, stood: float = 0, prepared: float = 0) -> Hour:
    return Hour(NIGHT + timedelta(hours=number), rounds, halts, 3600, stood, prepared)


def test_a_slow_hour_has_its_reason() -> None:
    found = pace((hour(0, 52), hour(1, 53), hour(2, 31, 2, 840, 60), hour(3, 51)))
    assert found.usual == 51.5
    slow = NIGHT + timedelta(hours=2)
    assert found.slow == (Slow(slow, "halts", 2, 840), Slow(slow, "cards", 2, 60))


def test_the_slow_hour_names_its_known_causes_or_an_unknown_one() -> None:
    shuffled = pace((hour(0, 50), hour(1, 50), hour(2, 30, 0, 100, 900)))
    assert [(each.why, each.seconds) for each in shuffled.slow] == [("cards", 900), ("halts", 100)]
    unknown = pace((hour(0, 50), hour(1, 50), hour(2, 30)))
    assert [each.why for each in unknown.slow] == ["unknown"]


@pytest.mark.usefixtures("in_vilnius")
def test_each_hour_in_which_the_console_was_off_is_named_with_its_minutes(tmp_path: Path) -> None:
    """Of hours without a round only one was named, as slower without a cause."""
    path, clock = tmp_path / "J.db", SetClock(NIGHT - timedelta(hours=3))
    for off in (0, 0, 2, 0, 0):
        clock.advance(off * 3600)
        with session_at(path, clock) as session:
            session.note(NoteKind.RESTARTED)
            for line in ROUND:
                assert session.take(msgspec.json.encode(line)).accepted
                clock.advance(3600 / len(ROUND))
    (table,) = shift_report([path], Interval(), NIGHT).tables
    formatter = RecordFormatter(Words("en"), zone=UTC)
    text = slow_text(pace(table.hours).slow, hour_names(table.hours, formatter), formatter)
    assert text == "17:00: the console was off for 60 min · 18:00: the console was off for 60 min"


def test_an_ordinary_night_has_no_exception_and_half_an_hour_is_not_compared() -> None:
    half = Hour(NIGHT, 10, 0, 1700, 0, 0)
    assert pace((half, hour(1, 50), hour(2, 48))).slow == ()
    assert pace(()).usual is None


def test_hours_stand_in_rows_unless_at_least_two_have_a_bar() -> None:
    hardly = Hour(NIGHT + timedelta(hours=5), 0, 0, 2, 0, 0)
    formatter = RecordFormatter(Words("en"), zone=UTC)

    def is_charted(*hours: Hour) -> bool:
        (part,) = chart_parts(replace(table(), hours=hours), "T7", formatter)
        assert len(part.rows) == len(hours)
        return isinstance(part, ChartedPart)

    assert is_charted(hour(0, 50), hour(1, 50), hardly)
    assert not is_charted(hour(0, 50), hardly), "one bar"
    assert not is_charted(hardly, hardly), "no bar"


def dealer(who: str, rounds: int, incidents: int) -> DealerFigures:
    counts = (IncidentCount("card_fell", "", "void", incidents),) if incidents else ()
    return DealerFigures(who, Figures(rounds=rounds, incidents=counts))


def table(*dealers: DealerFigures) -> TableReport:
    game = game_of(book("lt"), "baccarat")
    empty = TableFold(game, Origin("T7", "baccarat", "lt"), (), Interval()).report()
    return TableReport(
        **{name: getattr(empty, name) for name in empty.__struct_fields__} | {"dealers": dealers}
    )


def test_dealers_are_compared_only_over_enough_rounds() -> None:
    compared = against_the_house(
        [table(dealer("Rasa", 8412, 110), dealer("Aino", 2105, 70), dealer("Petr", 499, 40))]
    )
    verdicts = {each.who: each.verdict for each in compared.dealers}
    assert verdicts == {"Rasa": "below", "Aino": "above", "Petr": "too_few"}
    assert [each.who for each in compared.dealers] == ["Rasa", "Aino", "Petr"]
    petr = compared.dealers[-1]
    assert (petr.rate, petr.low, petr.high) == (None, None, None)
    assert compared.house == pytest.approx(220 * 1000 / (8412 + 2105 + 499))


def test_a_dealer_at_several_tables_is_one_dealer() -> None:
    compared = against_the_house([table(dealer("Rasa", 300, 3)), table(dealer("Rasa", 400, 4))])
    (rasa,) = compared.dealers
    assert (rasa.rounds, rasa.incidents, rasa.verdict) == (700, 7, "no_difference")


def test_kinds_come_by_how_often_they_came() -> None:
    counted = (
        IncidentCount("card_fell", "LT-BAC-18a", "go_on", 1),
        IncidentCount("card_fell", "LT-BAC-18b", "void", 2),
        IncidentCount("misread", "", "go_on", 1),
    )
    assert [(each.kind, each.count) for each in kinds(Figures(incidents=counted))] == [
        ("card_fell", 3),
        ("misread", 1),
    ]


def test_without_activity_nothing_is_drawn() -> None:
    empty = table()
    assert not empty.active and against_the_house([empty]).house is None
    assert not any(empty.lists.events.values()) and replace(empty.lists, events={}) == Lists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_dealer_apart_from_the_house_has_the_counts_of_each_table(lang: str) -> None:
    """By a stolen token a table could name another's dealer, and no word said whose count it was."""
    one, other = table(dealer("Rasa", 1_000, 1), dealer("Aida", 9_000, 20)), table(dealer("Rasa", 600, 60))
    other = replace(other, dealers=(*other.dealers, dealer("Petr", 9_000, 60)))
    one = replace(one, origin=Origin("T1", "baccarat", "lt"))
    other = replace(other, origin=Origin("Table 7", "baccarat", "lt", label="Riga/Table 7"))
    compared = against_the_house([one, other])
    part = dealers_part(compared, RecordFormatter(Words(lang), names={}, zone=UTC))
    said = {str(row[0]): str(row[-1]) for row in part.rows}
    assert "1/" in said["Rasa"] and "60/600" in said["Rasa"] and "Riga/Table 7" in said["Rasa"]
    assert "T1" not in said["Aida"], "she dealt at one table alone"
    assert [each.tables for each in compared.dealers if each.who == "Aida"] == [()]


def _unpacked(packed: Path, folder: Path) -> Path:
    journal = folder / "J.journal"
    journal.write_bytes(gzip.decompress(packed.read_bytes()))
    return journal


KEPT = sorted(HERE.glob("*/*.journal.gz"))


@pytest.mark.parametrize("packed", KEPT, ids=lambda each: f"{each.parent.name} {each.stem}")
def test_dealers_are_compared_by_the_figures_of_a_whole_report(packed: Path, tmp_path: Path) -> None:
    path = _unpacked(packed, tmp_path)
    with review(path) as journal:
        times = [row.at for row in journal.entries(0)]
        shift = journal.shifts()[-1]
    made_at = max(times) + timedelta(days=1)
    for interval in (Interval(), Interval(times[len(times) // 3], times[-10]), Interval(shift=shift)):
        whole, brief = (
            against_the_house(shift_report([path], interval, made_at, dealers_only=only).tables)
            for only in (False, True)
        )
        assert brief == whole


def test_a_report_of_a_whole_journal_reads_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The days before the report's end were read again, by which its dealers are compared."""
    path, days = _unpacked(KEPT[0], tmp_path), timedelta(days=90)
    report = shift_report([path], Interval(), datetime(2036, 1, 1, tzinfo=UTC))
    again = compared_dealers(report, [path], days, go_on)
    assert again.rounds > 0
    monkeypatch.delattr("console.supervisor.reports.journal_reports.shift_report")
    assert compared_dealers(report, [path], days, go_on, is_whole=True) == again
