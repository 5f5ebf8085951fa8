"""A finding about a person is made by what was answered for: no habit, clock or count of people makes one."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from console.supervisor.history.interval import Interval
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.finding_rows import (
    DEALERS,
    PIT_BOSSES,
    Share,
    against_the_house,
    compare,
)
from console.supervisor.reports.finding_words import dealers_part
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.journal_reports import shift_report, table_report, wheel_report
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.significance import poisson_interval
from console.supervisor.reports.wheel_figures import WheelCounts, wheel_report_of
from console.supervisor.reports.wheel_watch import unusual_wheels
from console.table.core import NoteKind, SetClock
from console.table.game.roulette import WHEEL
from tests.base.words.catalogues import words
from tests.supervisor.history.test_quick_steps import ball, journal
from tests.supervisor.reports.test_charts import dealer
from tests.supervisor.reports.test_charts import table as table_of
from tests.supervisor.reports.test_counts import won_by
from tests.table.core.tables import Seen
from tests.table.core.wheel_at_random import spin_line
from tests.table.played import (
    CLOSED,
    DONE_D,
    OPEN,
    ROUND,
    START,
    card,
    incident,
    noted,
    round_of,
    session_at,
    written,
)

LEAVES: Seen = {"do": "sign_out", "who": "P1"}
COMES: Seen = {"do": "sign_in", "who": "P1", "role": "pit_boss"}
LIFTED: tuple[Seen, ...] = (card("9C"), {"do": "withdraw", "by": "P1", "reason": "scanner touched"})


@pytest.mark.parametrize("leaves", [True, False], ids=["signs out after each call", "stays signed in"])
def test_a_pit_boss_answers_for_the_shift_however_long_the_sign_in_lasts(
    tmp_path: Path, leaves: bool
) -> None:
    """The window signs a pit boss out with each decision: 'Rounds 0, halts lifted 6'."""
    lines = (OPEN, *LIFTED, *((LEAVES,) if leaves else ()), *ROUND[1:], *round_of(1), *round_of(2))
    path = written(tmp_path / "J.db", *lines, refused=("bets_open",))
    (boss,) = table_report(path, Interval()).pit_bosses
    assert (boss.who, boss.rounds, boss.lifted) == ("P1", 3, 1)


def test_a_refund_of_the_only_seat_is_one_act(tmp_path: Path) -> None:
    """It ends the round, which counted as a void beside it."""
    seats: Seen = {"do": "seats", "seats": [1]}
    timed_out: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "timeout"}
    lines = (OPEN, seats, CLOSED, *map(card, ("5S", "TS", "4D", "6D")), timed_out)
    refused = (incident("no_chance_to_act", seat=1), {"do": "authorise", "by": "P1"})
    path = written(tmp_path / "J.db", *lines, *refused, DONE_D, game="blackjack")
    report = table_report(path, Interval())
    (boss,) = report.pit_bosses
    assert (report.whole.voids, boss.refunds, boss.voids) == (1, 1, 0)


def shares(acts: dict[str, int], rounds: int = 3_000, tables: int = 4) -> list[Share]:
    """Each one's acts, at every table alike."""
    return [
        Share(who, table, f"T{table}", rounds // tables, had // tables)
        for who, had in acts.items()
        for table in range(tables)
    ]


def test_the_limit_is_divided_by_the_number_of_people_compared() -> None:
    """Of sixty equal dealers one or two stood above in most reports."""
    alike = {f"D{number}": 8 for number in range(59)}
    (near,) = (each for each in compare(shares({**alike, "D99": 16}), DEALERS) if each.who == "D99")
    assert near.verdict == "no_difference" and poisson_interval(16)[0] > 9, "alone it was above"
    (far,) = (each for each in compare(shares({**alike, "D99": 40}), DEALERS) if each.who == "D99")
    assert far.verdict == "above" and far.expected == pytest.approx((59 * 8 + 40) / 60 / 3)


def test_acts_that_come_together_are_no_finding_about_the_one_they_come_to() -> None:
    """One cause brings five incidents: the same count is no longer rare."""
    single = {f"D{number}": 8 for number in range(40)}
    bursts = {f"D{number}": 40 * (number % 5 == 0) for number in range(40)}
    verdicts = [
        {each.who: each.verdict for each in compare(shares({**others, "D99": 40}), DEALERS)}["D99"]
        for others in (single, bursts)
    ]
    assert verdicts == ["above", "no_difference"]


def test_a_table_with_a_poor_reader_accuses_nobody_who_works_there() -> None:
    at_it = [Share(f"D{number}", 0, "T1", 2_000, 100) for number in range(4)]
    elsewhere = [Share(f"D{number}", 1, "T2", 2_000, 2) for number in range(4, 40)]
    assert {each.verdict for each in compare([*at_it, *elsewhere], DEALERS)} == {"no_difference"}


def test_in_a_shift_that_two_pit_bosses_share_neither_is_compared_with_the_other() -> None:
    """Nobody knows whose the table was: the one who relieves has few acts, the other all of them."""
    shared = [Share("P1", 0, "T1", 2_000, 90), Share("P2", 0, "T1", 2_000, 1)]
    assert [each.verdict for each in compare(shared, PIT_BOSSES, {0: 2_000})] == ["no_difference"] * 2
    alone = [Share("P1", 0, "T1", 2_000, 90), *(Share(f"P{n}", 0, "T1", 2_000, 4) for n in range(2, 12))]
    verdicts = {each.who: each.verdict for each in compare(alone, PIT_BOSSES, {0: 22_000})}
    assert verdicts.pop("P1") == "above" and {*verdicts.values()} == {"no_difference"}


def test_the_comparison_says_how_often_chance_names_somebody() -> None:
    formatter = RecordFormatter(words("en"))
    compared = against_the_house(
        [table_of(dealer("Rasa", 900, 3), dealer("Aino", 800, 2), dealer("Petr", 9, 1))]
    )
    note = dealers_part(compared, formatter).note
    assert "Dealers compared: 2" in note and "at most one report in 20" in note and "not a verdict" in note
    assert not dealers_part(against_the_house([table_of(dealer("Petr", 9, 1))]), formatter).note


def test_closing_a_table_ends_its_dealers_turn(tmp_path: Path) -> None:
    """T1 closed, nobody was signed out, and its dealer deals at T2: 'one dealer at two tables'."""
    closes: tuple[Seen, ...] = (*ROUND[:-1], {"do": "close", "by": "P1", "on": True}, DONE_D, DONE_D)
    first = written(tmp_path / "J.db", *closes)
    assert [each.until is not None for each in table_report(first, Interval()).lists.dealt] == [True]
    second = tmp_path / "K.db"
    clock = SetClock(START + timedelta(minutes=2))
    with session_at(second, clock) as session:
        for line in ROUND:
            clock.advance(60)
            assert session.take(msgspec.json.encode(line)).accepted
    paper = report_paper(
        shift_report([first, second], Interval(), START), RecordFormatter(words("en")), "1.2"
    )
    assert all(each.heading != "One dealer at two tables" for each in paper.parts)


def test_a_relief_of_less_than_a_minute_is_none_if_cards_come_at_both_tables(tmp_path: Path) -> None:
    files = [
        written(tmp_path / f"{name}.db", *ROUND, {"do": "sign_out", "who": "D1"}, start=start)
        for name, start in (("J", START), ("K", START + timedelta(seconds=3)))
    ]
    paper = report_paper(shift_report(files, Interval(), START), RecordFormatter(words("en")), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "One dealer at two tables")
    assert len(part.rows) == 1


def test_who_was_on_duty_is_said_beside_a_pit_boss_who_deals(tmp_path: Path) -> None:
    first = written(tmp_path / "J.db", {"do": "sign_out", "who": "D1"}, LEAVES)
    noted(first, NoteKind.SUPERVISOR_ON_DUTY, START + timedelta(minutes=1), who="S1")
    with session_at(first, SetClock(START + timedelta(minutes=2)), is_ready=False) as session:
        assert session.take(msgspec.json.encode({**COMES, "role": "dealer"})).accepted
    paper = report_paper(shift_report([first], Interval(), START), RecordFormatter(words("en")), "1.2")
    (part,) = (each for each in paper.parts if each.heading == "Pit boss as dealer")
    assert part.rows[0][-1] == "nobody else signed in at this table · on duty: S1"


def test_numbers_that_a_person_typed_are_no_sensors(tmp_path: Path) -> None:
    """Four in the same order twice: 'have the sensor checked', at a table without one."""
    lines = list[Seen]()
    for number in (11, 22, 33, 14, 5) * 4:
        typed: Seen = {"do": "number", "number": number, "source": "dealer", "by": "D1"}
        lines += [OPEN, CLOSED, spin_line(5), typed, typed, DONE_D]
    path = written(tmp_path / "J.db", *lines, game="roulette", code="sv")
    (wheel,) = wheel_report([path]).wheels
    assert wheel.spins == 20 and (wheel.repeated.length, wheel.repeated.conclusion) == (0, "as_chance")


def test_a_dealer_who_aims_is_found_by_the_dealers_own_numbers() -> None:
    """One of eight sends 30 % of the balls into nine pockets: only the wheel showed it, after 9,000."""
    chance = random.Random(3)
    dealers = [f"D{at // 60 % 8}" for at in range(12_000)]
    numbers = [
        WHEEL[chance.randrange(9) if who == "D3" and chance.random() < 0.3 else chance.randrange(37)]
        for who in dealers
    ]
    counts = tuple(map(numbers.count, range(37)))
    counted = WheelCounts("W", counts, numbers=bytes(numbers), dealers=tuple(dealers))
    found = {(each.test, each.who) for each in unusual_wheels(wheel_report_of([counted]))}
    assert ("arcs", "D3") in found and not {("arcs", f"D{n}") for n in (0, 1, 2, 4, 5, 6, 7)} & found


@pytest.mark.parametrize(("seconds", "points"), [(8.0, 0), (6.5, 1)])
def test_a_ball_of_less_than_the_least_time_is_an_open_point_and_nobodys(
    tmp_path: Path, seconds: float, points: int
) -> None:
    path = journal(tmp_path, "sv", "roulette", *ball(seconds))
    (table,) = shift_report([path], Interval(), START).tables
    assert table.handover is not None and len(table.handover.short_balls) == points
    said = [*open_points(table.handover, RecordFormatter(words("en")))]
    found = [known for subject, known in said if subject == "Ball ran for less than the rules’ least time"]
    assert len(found) == points and all("6.5 s by the wheel’s reader, at least 8 s" in each for each in found)


@pytest.mark.parametrize(("wins", "points"), [(23, 0), (24, 1)])
def test_a_run_that_chance_hardly_gives_is_an_open_point(tmp_path: Path, wins: int, points: int) -> None:
    """Macau 2016: the banker won 24 coups of a doctored set, and the handover had nothing outstanding."""
    winners = ("player", *["banker"] * wins)
    path = written(
        tmp_path / "J.db", *(line for number, each in enumerate(winners) for line in won_by(each, number))
    )
    (table,) = shift_report([path], Interval(), START).tables
    assert table.handover is not None and len(table.handover.long_runs) == points
