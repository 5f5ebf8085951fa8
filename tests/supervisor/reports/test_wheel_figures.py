"""A wheel's figures: what it is tested by, when that says anything, and what is counted of its journals."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from console.base.words import Words
from console.supervisor.history.interval import Interval
from console.supervisor.history.sequence import SameJournal
from console.supervisor.reports.figures import NamedCount
from console.supervisor.reports.journal_reports import NoWheel, shift_report, table_report, wheel_report
from console.supervisor.reports.significance import SIGNIFICANT
from console.supervisor.reports.wheel_figures import (
    Conclusion,
    Detectable,
    Errors,
    WheelCounts,
    WheelFigures,
    arcs_of_wheel,
    detectable,
    repeated_run,
    wheel_report_of,
)
from console.supervisor.reports.wheel_words import lines_of, period, wheel_paper
from console.table.core import Entry, SetClock, kind_of_name
from console.table.core.state.entries import EventRecord
from console.table.devices import wheel_status
from console.table.devices.models.cammegh import status_line
from console.table.game.roulette import WHEEL
from console.table.journal import JournalError, backup, open_journal, review
from console.table.words import table_title
from tests.instruments.wheels import report_of, stuck, thrown
from tests.supervisor.records.accounts.test_across_files import PUT_RIGHT, SPUN, divided
from tests.table.core.editions.scenes import under
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, OPEN, START, TICK, noted, session_at, time_of_line, written

DRAWN = datetime(2026, 11, 20, tzinfo=UTC)


def figures(counts: dict[int, int], usual: int = 10) -> WheelFigures:
    """The figures of a wheel to which every number came as usual, but for these."""
    whole = tuple(counts.get(number, usual) for number in range(37))
    (wheel,) = wheel_report_of([WheelCounts("W-1", whole, DRAWN, DRAWN)]).wheels
    return wheel


def test_the_sectors_and_the_arcs_each_part_the_wheel() -> None:
    wheel = figures({})
    for parts in (wheel.sectors, wheel.arcs):
        assert sorted(chain(*(part.numbers for part in parts))) == list(range(37))
        assert sum(part.count for part in parts) == wheel.spins == 370
    assert [(part.name, len(part.numbers), part.expected) for part in wheel.sectors] == [
        ("voisins", 17, 170.0),
        ("tiers", 12, 120.0),
        ("orphelins", 8, 80.0),
    ]


def test_a_sectors_numbers_lie_side_by_side_on_the_wheel_but_for_the_orphelins() -> None:
    voisins, tiers, orphelins = figures({}).sectors
    around = WHEEL * 2
    assert set(around[WHEEL.index(22) : WHEEL.index(22) + 17]) == set(voisins.numbers)  # LT-ROU-07
    assert around[WHEEL.index(27) : WHEEL.index(27) + 12] == tiers.numbers  # LT-ROU-09
    assert set(orphelins.numbers) == {17, 34, 6, 1, 20, 14, 31, 9}  # LT-ROU-10


def test_the_arcs_are_four_or_five_pockets_in_the_wheels_order_from_zero() -> None:
    arcs = arcs_of_wheel()
    assert tuple(chain(*arcs)) == WHEEL
    assert len(arcs) == 8
    assert {len(arc) for arc in arcs} == {4, 5}


def test_counts_that_are_all_as_expected_are_as_chance_has_it() -> None:
    wheel = figures({})
    for test in (wheel.by_number, wheel.by_sector, wheel.by_arc):
        assert test.statistic == pytest.approx(0)
        assert (test.p, test.conclusion) == (1.0, Conclusion.AS_CHANCE)
    assert (wheel.by_number.freedom, wheel.by_sector.freedom, wheel.by_arc.freedom) == (36, 2, 7)


def test_too_few_spins_say_nothing_however_far_off_they_are() -> None:
    wheel = figures({17: 184}, usual=0)
    assert wheel.by_number.needed == 185
    assert wheel.by_number.conclusion is Conclusion.TOO_FEW
    assert figures({17: 185}, usual=0).by_number.conclusion is Conclusion.UNUSUAL
    assert (wheel.by_sector.needed, wheel.by_arc.needed) == (24, 47)


def test_a_number_that_comes_far_too_often_is_unusual() -> None:
    wheel = figures({17: 40})
    assert wheel.by_number.conclusion is Conclusion.UNUSUAL
    assert wheel.by_number.statistic == pytest.approx(30**2 * 36 / 37 / (400 / 37), rel=1e-9)


def test_a_deviation_that_one_test_finds_is_usual_among_many_tests() -> None:
    counts = tuple(19 if number == 17 else 10 for number in range(37))
    wheel = WheelCounts("W", counts)
    alone = wheel_report_of([wheel])
    assert alone.tests == 6
    assert alone.wheels[0].by_number.limit == pytest.approx(0.05 / 6)
    many = wheel_report_of([WheelCounts(f"W-{number}", counts) for number in range(20)])
    assert many.tests == 120
    assert many.wheels[0].by_number.limit == pytest.approx(0.05 / 120)


@pytest.mark.sweep
def test_true_wheels_are_rarely_called_unusual() -> None:
    chance, called = random.Random(37), 0
    for _ in range(20):
        wheels = []
        for number in range(20):
            drawn = chance.choices(range(37), k=500)
            wheels.append(WheelCounts(f"W-{number}", tuple(map(drawn.count, range(37)))))
        counted = wheel_report_of(wheels).wheels
        called += any(
            test.conclusion is Conclusion.UNUSUAL
            for each in counted
            for test in (each.by_number, each.by_sector, each.by_arc)
        )
    assert called <= 4


def test_a_numbers_bias_takes_tens_of_thousands_of_spins_and_a_sectors_a_thousand() -> None:
    """P1: reckoned for the limit below which the report says unusual; by the noncentral distribution."""
    assert detectable(0.05) == (
        Detectable(10, 95_059, 1_134),  # 26.405 / (0.1 squared / 36); 9.6347 / (0.1 squared * 17 / 20)
        Detectable(20, 23_765, 284),
        Detectable(50, 3_803, 46),
    )
    assert detectable(0.0125)[0] == Detectable(10, 122_278, 1_566)
    assert detectable(0.0025)[0] == Detectable(10, 149_811, 2_046)
    report = wheel_report_of([WheelCounts("W", (10,) * 37)])
    assert report.detectable == detectable(report.wheels[0].by_number.limit)


def wheel_of(numbers: list[int]) -> WheelFigures:
    return report_of(numbers).wheels[0]


@pytest.mark.sweep
def test_a_repeating_reader_and_a_hands_habit_are_found_and_true_wheels_are_not() -> None:
    """P2: none of the other tests sees them, since each number comes as often as any other."""
    chance, wheels = random.Random(4), 40
    found = [wheel_of(stuck(chance, 3_000)) for _ in range(wheels)]
    assert sum(each.equal.conclusion is Conclusion.UNUSUAL for each in found) >= 0.98 * wheels
    found = [wheel_of(thrown(chance, 3_000)) for _ in range(wheels)]
    assert all(each.by_step.conclusion is Conclusion.UNUSUAL for each in found)
    assert all(each.by_dealer[0].steps.conclusion is Conclusion.UNUSUAL for each in found)
    true = [wheel_of(chance.choices(range(37), k=3_000)) for _ in range(wheels)]
    assert sum(Conclusion.UNUSUAL in (each.equal.conclusion, each.by_step.conclusion) for each in true) <= 3


def test_a_dealer_of_few_spins_is_not_tested_and_costs_the_others_no_limit() -> None:
    few = wheel_of([0, 5] * 92)
    assert few.by_dealer == ()
    assert (few.equal.count, few.equal.conclusion) == (0, Conclusion.TOO_FEW)
    enough = wheel_of([0, 5] * 94)
    assert [(each.who, each.spins) for each in enough.by_dealer] == [("D1", 187)]
    assert enough.by_step.conclusion is Conclusion.UNUSUAL


def test_a_wheel_of_which_nothing_was_counted_is_left_out() -> None:
    assert wheel_report_of([WheelCounts("W", (0,) * 37)]).wheels == ()
    assert len(wheel_report_of([WheelCounts("W", (0,) * 37, errors=Errors(broken_lines=1))]).wheels) == 1
    assert Errors().per_thousand(3, 0) is None
    assert Errors().per_thousand(3, 1500) == 2.0


# The counts of a journal.


def line(state: int, game: int, number: int, bits: int = 0) -> bytes:
    return status_line(wheel_status.WheelStatus(state, game, number, bits, 140, "clockwise"))


def wheel_bytes(data: bytes) -> Seen:
    return {"do": "device", "name": "wheel", "hex": data.hex()}


RUN: Seen = {"do": "spin", "turns": 4, "direction": "against", "by": "D1"}


def spun(game: int, number: int) -> tuple[Seen, ...]:
    """A round whose number the wheel reports."""
    track = b"".join(line(state, game, 0) for state in (2, 3, 4))
    return (OPEN, CLOSED, wheel_bytes(track), RUN, wheel_bytes(line(5, game, number)), DONE_D)


def wheel_journal(path: Path, *lines: Seen, refused: tuple[str, ...] = ()) -> Path:
    return written(path, *lines, game="roulette", refused=refused)


def test_each_finished_rounds_number_is_counted_once(tmp_path: Path) -> None:
    rounds = [spun(game, number) for game, number in ((1, 17), (2, 0), (3, 17))]
    (wheel,) = wheel_report([wheel_journal(tmp_path / "a.db", *chain(*rounds))]).wheels
    assert (wheel.spins, wheel.counts[17], wheel.counts[0]) == (3, 2, 1)
    assert wheel.serial is None
    assert wheel.first is not None and wheel.last is not None
    assert (wheel.last - wheel.first).total_seconds() == 2 * len(rounds[0]) * TICK


def test_a_round_that_is_not_finished_is_no_spin(tmp_path: Path) -> None:
    path = wheel_journal(tmp_path / "a.db", *spun(1, 17), *spun(2, 5)[:-1])
    assert wheel_report([path]).wheels[0].spins == 1


def test_a_wheel_is_its_serial_number_wherever_it_stands(tmp_path: Path) -> None:
    one, two = (
        written(tmp_path / f"{at}.db", *spun(1, number), game="roulette", start=START + timedelta(days=at))
        for at, number in enumerate((17, 4))
    )
    (wheel,) = wheel_report([one, two], unnoted="W-7").wheels
    assert (wheel.serial, wheel.spins) == ("W-7", 2)


@pytest.mark.parametrize(("edition", "wheels"), [(3, ["W-1042", "w-1042"]), (4, ["W-1042"])])
def test_a_wheel_whose_serial_is_typed_in_another_form_is_the_same_one(
    edition: int, wheels: list[str], tmp_path: Path
) -> None:
    """Its spins stood under two wheels; a journal of an older console says what it said."""
    lines = list[Seen]()
    for game, serial in enumerate(("W-1042", "w-1042", "W-1042"), 1):
        lines += [{"do": each, "by": "P1"} for each in ("close", "open")]
        lines += [{"do": "done", "by": "P1", "note": serial}, *[{"do": "done", "by": "P1"}] * 3]
        lines += spun(game, 17)
    with under(edition):
        path = wheel_journal(tmp_path / "a.db", *lines)
    found = wheel_report([path]).wheels
    assert ([each.serial for each in found], sum(each.spins for each in found)) == (wheels, 3)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_wheel_of_several_tables_names_each_with_its_spins(tmp_path: Path, language: str) -> None:
    """A table may name another's wheel as its own: whose spins it adds stands in the figures."""
    paths, words = list[Path](), Words(language)
    for table, numbers in (("T1", (17, 4)), ("8", (5,))):
        paths.append(path := tmp_path / f"{table}.db")
        clock = SetClock(START)
        with session_at(path, clock, game="roulette", table=table) as session:
            for line in chain(*(spun(game, number) for game, number in enumerate(numbers, 1))):
                clock.advance(TICK)
                assert session.take(msgspec.json.encode(line)).accepted
    (wheel,) = (report := wheel_report(paths, unnoted="W-7")).wheels
    assert wheel.tables == (NamedCount("8", 1), NamedCount("T1", 2))
    named = [words.label(table_title(words, name), str(count)) for name, count in (("8", 1), ("T1", 2))]
    first, *_ = lines_of(report, words)
    note = wheel_paper(report, words, ()).parts[0].note
    assert all(each in first and each in note for each in named)
    alone = wheel_report(paths[:1], unnoted="W-7")
    assert named[1] not in next(lines_of(alone, words))


def test_a_forged_number_that_no_wheel_has_is_the_finding_of_its_own_journal(tmp_path: Path) -> None:
    """It ended the figures of all tables, and no file was named."""
    path = wheel_journal(tmp_path / "a.db", *spun(1, 17))
    with review(path) as journal:
        identity, begun, rows = journal.identity, journal.begin(0)[1] or b"", [*journal.entries(0)]
    forged = [
        Entry(
            **{name: getattr(row, name) for name in EventRecord.__struct_fields__} | {"event": event},
            prompt=b"{}",
            clauses=(),
        )
        for row in rows
        for event in [row.event.replace(b'"number":17', b'"number":99')]
    ]
    assert any(b'"number":99' in each.event for each in forged)
    with open_journal(tmp_path / "b.db", identity, begin=lambda: begun) as journal:
        journal.append(forged)
    with pytest.raises(JournalError) as error:
        wheel_report([tmp_path / "b.db"])
    assert error.value.path == tmp_path / "b.db"


def test_no_spin_counts_twice_by_a_journals_copy(tmp_path: Path) -> None:
    path = wheel_journal(tmp_path / "a.db", *chain(spun(1, 17), spun(2, 4)))
    backup(path, copy := tmp_path / "b.db")
    with pytest.raises(SameJournal) as refused:
        wheel_report([path, copy])
    assert refused.value.slots == {"file": str(path), "other": str(copy)}
    with pytest.raises(SameJournal):
        shift_report([copy, path], Interval(), START)


def numbers_of(*paths: Path) -> list[int]:
    """The numbers that are counted of one wheel, in their order."""
    return [
        number
        for each in wheel_report(paths).wheels
        for number in range(37)
        for _ in range(each.counts[number])
    ]


@pytest.mark.sweep
def test_a_spin_is_of_the_file_in_which_it_finished_and_counts_once(tmp_path: Path) -> None:
    last = spun(1, 4)
    for cut, found in ((len(SPUN), ([17], [4])), (len(SPUN) - 1, ([], [4, 17]))):
        closed, goes_on = divided(tmp_path / str(cut) / "J.db", cut, (*SPUN, *last), "roulette")
        assert (numbers_of(closed), numbers_of(goes_on)) == found
        assert numbers_of(closed, goes_on) == numbers_of(goes_on, closed) == [4, 17]


def test_a_number_that_the_next_file_puts_right_counts_in_place_of_the_first(tmp_path: Path) -> None:
    """LT-ROU-33: at once, and after the bets of the next round were opened."""
    for at, between in enumerate(((), (OPEN,))):
        lines = (*SPUN, *between, *PUT_RIGHT, *(SPUN[len(between) :]))
        closed, goes_on = divided(tmp_path / str(at) / "J.db", len(SPUN), lines, "roulette")
        assert (numbers_of(closed), numbers_of(goes_on)) == ([17], [17, 20])
        assert numbers_of(goes_on, closed) == numbers_of(closed, goes_on) == [17, 20]


def test_faults_broken_lines_and_silences_are_counted_of_the_reader(tmp_path: Path) -> None:
    cut = b"*X;2;094;33;0;163\r\n"
    path = wheel_journal(
        tmp_path / "a.db",
        *spun(1, 17),
        wheel_bytes(cut + cut[:5]),
        wheel_bytes(cut[5:]),
        wheel_bytes(line(2, 2, 17, 4)),
    )
    (wheel,) = wheel_report([path]).wheels
    assert wheel.errors == Errors((NamedCount("failure", 1),), broken_lines=2)
    assert wheel.errors.per_thousand(wheel.errors.broken_lines, wheel.spins) == 2000


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("notes", "silences"),
    [
        ("device_silent", 1),
        ("device_overdue", 1),
        ("device_overdue device_silent", 1),
        ("device_overdue device_silent device_connected device_silent", 2),
        ("device_overdue device_lost device_connected", 1),
    ],
)
def test_a_wheels_silences_are_those_of_its_tables_report(tmp_path: Path, notes: str, silences: int) -> None:
    """A number is due: the wheel is overdue, and silent if its model always sends."""
    path = wheel_journal(tmp_path / "J.db", OPEN, CLOSED, RUN)
    for number, note in enumerate(notes.split(), 4):
        noted(path, kind_of_name(note), time_of_line(number), "wheel", game="roulette")
    (wheel,) = wheel_report([path]).wheels
    assert wheel.errors == Errors(silences=silences, losses=notes.count("lost"))
    (reported,) = table_report(path, Interval()).devices
    assert (reported.device, reported.silent, reported.lost) == ("wheel", silences, wheel.errors.losses)


def test_a_table_of_cards_has_no_wheel(tmp_path: Path) -> None:
    with pytest.raises(NoWheel):
        wheel_report([written(tmp_path / "a.db", OPEN)])


def spun_at_random(spins: int, seed: int) -> bytes:
    chance = random.Random(seed)
    return bytes(chance.randrange(37) for _ in range(spins))


def test_a_wheels_own_numbers_come_in_no_order_that_chance_cannot_explain() -> None:
    found = [repeated_run(spun_at_random(5_000, seed), SIGNIFICANT / 4) for seed in range(40)]
    assert sum(each.conclusion is Conclusion.UNUSUAL for each in found) <= 2
    assert {each.length for each in found} <= {4, 5, 6, 7}


def test_a_line_that_is_played_again_is_unusual_after_eight_numbers() -> None:
    numbers = spun_at_random(2_000, 1)
    assert repeated_run(numbers, SIGNIFICANT / 4).conclusion is Conclusion.AS_CHANCE
    again = repeated_run(numbers + numbers[500:508], SIGNIFICANT / 4)
    assert (again.length, again.conclusion) == (8, Conclusion.UNUSUAL)
    assert again.chance < 1e-5


@pytest.mark.sweep
def test_numbers_stay_in_their_journal_s_order_if_the_clock_was_set_back(tmp_path: Path) -> None:
    """By the clock of day two halves lay among one another, and a line that was played again was none."""
    path, clock, numbers = tmp_path / "J.db", SetClock(START), spun_at_random(12, 3)
    with session_at(path, clock, game="roulette") as session:
        for game, number in enumerate(numbers * 2):
            if game == len(numbers):
                clock.set(-60)
            for line in spun(game % 256, number):
                clock.advance(TICK)
                assert session.take(msgspec.json.encode(line)).accepted
    (wheel,) = wheel_report([path]).wheels
    assert wheel.repeated.length == len(numbers)


def test_a_sensor_that_stands_still_is_a_run_that_came_before() -> None:
    stuck = repeated_run(spun_at_random(500, 2) + bytes([17] * 9), SIGNIFICANT / 4)
    assert (stuck.length, stuck.conclusion) == (8, Conclusion.UNUSUAL)


@pytest.mark.parametrize("numbers", [b"", b"\x00", b"\x00\x01"])
def test_without_two_places_there_is_no_run(numbers: bytes) -> None:
    """Another wheel's first spin is no reason to have its sensor checked."""
    found = repeated_run(numbers)
    assert (found.length, found.chance, found.conclusion) == (0, 1.0, Conclusion.AS_CHANCE)


def test_a_sensor_that_gives_one_pocket_for_another_is_found_by_the_numbers_alone() -> None:
    """A hundred and more spins of the lost pocket are needed: 17 is never named, and 18 twice as often."""
    found = dict[int, int]()
    for spins in (185, 740, 1_480):
        drawn = bytes(18 if number == 17 else number for number in spun_at_random(spins, 3))
        counts = WheelCounts("W", tuple(map(drawn.count, range(37))), numbers=drawn)
        (wheel,) = wheel_report_of([counts]).wheels
        found[spins] = wheel.by_number.conclusion is Conclusion.UNUSUAL
    assert found == {185: False, 740: True, 1_480: True}


def test_a_period_says_which_of_the_two_hours_its_spins_were_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files of a salvaged journal read '02:31' and, half an hour later, '02:01'."""
    monkeypatch.setenv("TZ", "Europe/Stockholm")
    time.tzset()
    try:
        spun = datetime(2026, 10, 25, 0, 31, tzinfo=UTC)
        counts = WheelCounts("W-1", (1,) * 37, spun, spun + timedelta(minutes=30))
        (wheel,) = wheel_report_of([counts]).wheels
        assert period(wheel, Words("de")) == "25.10.2026 02:31+02:00 – 25.10.2026 02:01+01:00"
    finally:
        monkeypatch.undo()
        time.tzset()
