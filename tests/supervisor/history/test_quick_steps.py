"""Steps that were pressed sooner than their work takes: each limit is met at its value, and not below."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.history.quick_steps import QuickFold, QuickStep
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import shift_report, table_report
from console.supervisor.reports.report_document import report_paper
from console.table.core import SetClock, Who, game_of
from console.table.game import Quickest
from console.table.game.roulette import RouletteRules
from tests.supervisor.history.driven import moments_of
from tests.supervisor.reports.test_contradictions import formatter
from tests.table.core.play.test_found_contradictions import CLOSED, OPEN, SPUN, wheel
from tests.table.core.tables import Driven, Seen, book, words
from tests.table.played import START, session_at

DONE: Seen = {"do": "done", "by": "D1"}
RESHUFFLE: Seen = {"do": "reshuffle", "by": "P1", "on": True}
NUMBER: Seen = {"do": "number", "number": 17, "source": "dealer", "by": "D1"}


def journal(folder: Path, code: str, game: str, *lines: tuple[Seen, float]) -> Path:
    """The journal of a table at which each line came so many seconds after the one before."""
    path, clock = folder / f"{len([*folder.iterdir()])}.db", SetClock(START)
    with session_at(path, clock, game=game, rules=code) as session:
        for line, seconds in lines:
            clock.advance(seconds)
            assert session.take(msgspec.json.encode(line)).refused in (None, "out_of_turn"), line
    return path


def quick(path: Path) -> list[tuple[str, float, int, str | None]]:
    found = table_report(path, Interval()).lists.quick
    return [(each.what, each.seconds, each.least, each.by) for each in found]


def prepared(code: str, game: str, action: str, seconds: float) -> list[tuple[Seen, float]]:
    """The lines of a preparation with new decks, whose steps take what they must, and one so many seconds."""
    table, lines = Driven(code, game=game), [({**RESHUFFLE, "new": True}, 0.0)]
    limits, named = book(code).games[game].quickest, {"riffle": "shuffle"}
    table.take(lines[0][0])
    while (then := table.table.preparation) is not None and action in then.steps[len(then.done) :]:
        counted = {"counted": 416} if then.due == "inspect" else {}
        line = {**DONE, "by": "P1" if then.due == "present" else "D1", **counted}
        assert table.take(line)["accepted"], line
        least = getattr(limits, named.get(then.due, then.due.partition("_")[0]), None) or 0
        lines.append((line, seconds if then.due == action else least))
    return lines


@pytest.mark.parametrize(
    ("code", "game", "action", "least"),
    [
        ("sv", "baccarat", "wash", 20),
        ("sv", "blackjack", "shuffle", 30),
        ("ja", "baccarat", "riffle", 30),
        ("lt", "baccarat", "shuffle_1", 30),
        ("lt", "blackjack", "shuffle_2", 30),
        ("lt", "baccarat", "shuffle_3", 30),
        ("de", "blackjack", "inspect", 60),
    ],
)
def test_a_step_of_a_preparation_is_too_quick_below_its_limit(
    tmp_path: Path, code: str, game: str, action: str, least: int
) -> None:
    assert quick(journal(tmp_path, code, game, *prepared(code, game, action, least))) == []
    below = prepared(code, game, action, least - 0.1)
    assert quick(journal(tmp_path, code, game, *below)) == [(action, least - 0.1, least, "D1")]


@pytest.mark.parametrize("code", ["sv", "ja", "is", "de"])
def test_a_number_without_a_wheel_is_too_quick_below_five_seconds(tmp_path: Path, code: str) -> None:
    """Under lt no dealer enters one (LT-ROU-28). Where the ball may run in bet time, it may lie before."""
    early = [] if book(code).of(RouletteRules).ball_in_bet_time.allowed else [("number", 4.9, 5, "D1")]
    assert bool(early) is (code == "sv")
    for seconds, expected in ((5.0, []), (4.9, early)):
        lines = ((OPEN, 1), (CLOSED, 20), (SPUN, 2), (NUMBER, seconds - 2))
        assert quick(journal(tmp_path, code, "roulette", *lines)) == expected


def ball(seconds: float) -> tuple[tuple[Seen, float], ...]:
    """A round whose ball fell so many seconds after the wheel had reported it."""
    before = ((wheel(2, 11), 1), (OPEN, 1), (CLOSED, 20), (wheel(3, 11), 1), (SPUN, 3), (wheel(4, 11), 2))
    return (*before, (wheel(5, 11, 17), seconds - 5))


def test_a_ball_of_less_than_eight_seconds_is_too_quick_for_a_spin(tmp_path: Path) -> None:
    for seconds, expected in ((8.0, []), (7.9, [("ball", 7.9, 8, None)])):
        assert quick(journal(tmp_path, "sv", "roulette", *ball(seconds))) == expected


@pytest.mark.parametrize(("pause", "expected"), [(80.2, []), (70, [("wash", 0.1, 20, "D1")])])
def test_steps_that_were_done_and_then_pressed_one_after_the_other_are_none(
    tmp_path: Path, pause: float, expected: list[tuple[str, float, int, str]]
) -> None:
    """A dealer who works for five minutes and then presses: three rows with the name."""
    lines = [
        (line, pause if "counted" in line else 0.1 if seconds == 20 else seconds)
        for line, seconds in prepared("sv", "baccarat", "wash", 20)
    ]
    assert quick(journal(tmp_path, "sv", "baccarat", *lines)) == expected


@pytest.mark.parametrize(("by", "is_told"), [("MD3-2 000417", False), ("X77", False), (None, True)])
def test_steps_with_a_set_that_somebody_else_prepared_are_not_the_dealers(
    tmp_path: Path, by: str | None, is_told: bool
) -> None:
    """A machine mixed the set: three rows with the dealer's name, at each such set."""
    path, clock = tmp_path / "J.db", SetClock(START)
    with session_at(path, clock, game="baccarat", rules="ja") as session:
        assert session.take(msgspec.json.encode({**RESHUFFLE, "new": True})).accepted
        while (then := session.table.preparation) is not None and then.due != "present":
            came: Seen = {"set": "A-1", "prepared": by} if then.due == "receive_decks" else {}
            clock.advance(0.1)
            came |= {"counted": 416} if then.due == "inspect" else {}
            line = {**DONE, **{name: each for name, each in came.items() if each}}
            assert session.take(msgspec.json.encode(line)).accepted, then.due
    assert bool(quick(path)) is is_told


def test_time_in_a_halt_is_no_time_of_the_step(tmp_path: Path) -> None:
    """Cards fell in the wash, and were put back an hour later: the wash itself took nine seconds."""
    fell = {"do": "incident", "by": "P1", "kind": "card_fell", "facts": {"cards": 1, "seen": False}}
    lines = ((RESHUFFLE, 1), (fell, 5), (DONE, 3600), (DONE, 4))
    path = journal(tmp_path, "sv", "baccarat", *lines)
    assert quick(path) == [("wash", 9, 20, "D1")]


def test_a_step_that_began_in_a_halt_has_taken_no_more_than_the_time_after_it(tmp_path: Path) -> None:
    """The shuffle begins again by the first of two reports, and the second one's halt ends 50 s later."""
    fell = {"do": "incident", "by": "P1", "kind": "card_fell", "facts": {"cards": 1, "seen": False}}
    last = ((RESHUFFLE, 1), (DONE, 0.0), *[(DONE, 30)] * 2, (fell, 5), (fell, 5), (DONE, 100), (DONE, 50))
    for seconds, expected in ((30, []), (29, [("shuffle_1", 29, 30, "D1")])):
        assert quick(journal(tmp_path, "lt", "baccarat", *last, (DONE, seconds))) == expected


WITH: Seen = {"do": "spin", "by": "D1", "turns": 4, "direction": "with"}
FAULT: Seen = {"do": "incident", "by": "P1", "kind": "cannot_continue", "facts": {"reason": "other"}}
RESPIN: Seen = {"do": "authorise", "by": "P1"}
BACK: Seen = {"do": "withdraw", "by": "P1"}
IN_POCKET: Seen = {"ball": "pocket", "recorded": True}


@pytest.mark.parametrize(
    ("before", "lasts"),
    [
        (((FAULT, 1), (BACK, 60), (SPUN, 2)), 3),
        (((WITH, 12), (DONE, 30), (RESPIN, 1), (SPUN, 2)), 2),
        (((SPUN, 2), (FAULT, 1), (BACK, 60)), 3),
        (((WITH, 12), (DONE, 30), (RESPIN, 1), (FAULT, 1), (BACK, 60), (SPUN, 2)), 3),
    ],
    ids=["a halt", "a respin", "a halt as the ball runs", "a halt of a respin"],
)
def test_a_number_is_too_quick_after_a_halt_by_the_time_of_play_alone(
    tmp_path: Path, before: tuple[tuple[Seen, float], ...], lasts: float
) -> None:
    """A halt of a minute hid a number of two seconds; of a respin the first run of the ball counted."""
    for seconds, expected in ((5, []), (4.9, [("number", 4.9, 5, "D1")])):
        lines = ((OPEN, 1), (CLOSED, 20), *before, (NUMBER, seconds - lasts))
        assert quick(journal(tmp_path, "sv", "roulette", *lines)) == expected


def test_a_closings_inspection_begins_with_its_order_after_a_count_that_differed(tmp_path: Path) -> None:
    """It was measured from the step before the order, and a quick one was not found."""
    counted = ({**DONE, "counted": 415}, {**BACK, "reason": "counted again"}, {**DONE, "counted": 416})
    closed = ({"do": "close", "by": "P1", "on": True}, 3600), ({**DONE, "counted": 416}, 10)
    lines = (({**RESHUFFLE, "new": True}, 1), (DONE, 60), *((line, 100) for line in counted), *closed)
    assert quick(journal(tmp_path, "sv", "baccarat", *lines)) == [("inspect", 10, 60, "D1")]


def test_a_number_that_an_incident_asks_for_is_no_quick_one(tmp_path: Path) -> None:
    """The ball lay in its pocket before bets were closed, which the incident shows."""
    told = {"do": "incident", "by": "P1", "kind": "spun_in_bet_time", "facts": IN_POCKET}
    lines = ((OPEN, 1), (told, 10), (NUMBER, 1), (NUMBER, 1))
    assert quick(journal(tmp_path, "sv", "roulette", *lines)) == []


@pytest.mark.parametrize(("set_by", "expected"), [(0, [("wash", 10, 20, "D1")]), (-3600, [])])
def test_a_wash_over_a_start_that_finds_the_clock_set_back_is_not_judged(
    tmp_path: Path, set_by: int, expected: list[tuple[str, float, int, str]]
) -> None:
    """The console was off for an unknown time, in which the wash went on."""
    path = tmp_path / "J.db"
    for line, seconds in ((RESHUFFLE, 0), (DONE, 10 + set_by)):
        with session_at(path, SetClock(START + timedelta(seconds=seconds)), rules="sv") as session:
            assert session.take(msgspec.json.encode(line)).accepted
    assert quick(path) == expected


def test_a_step_skipped_with_a_reason_was_done_by_nobody(tmp_path: Path) -> None:
    skipped = {"do": "done", "by": "P1", "reason": "counted by a machine"}
    closed = ({"do": "close", "by": "P1", "on": True}, 1)
    assert quick(journal(tmp_path, "sv", "baccarat", closed, (skipped, 1))) == []


def test_the_export_of_facts_has_each_quick_step(tmp_path: Path) -> None:
    path = journal(tmp_path, "sv", "roulette", (OPEN, 1), (CLOSED, 20), (SPUN, 1), (NUMBER, 1.5))
    (row,) = JournalFacts([path]).rows["quick_step"]
    told = [row[name] for name in ("place", "what", "seconds", "least", "by")]
    assert told == [4, "number", 2.5, 5, "D1"]


def test_a_house_has_its_own_limits_or_none() -> None:
    found = dict[str, list[QuickStep]]()
    passed = moments_of("sv", RESHUFFLE, DONE)
    for name, own in {"own": Quickest(wash=3), "none": Quickest(shuffle=30), "left out": None}.items():
        rules = replace(book("sv").games["baccarat"], quickest=own)
        fold = QuickFold(game_of(replace(book("sv"), games={"baccarat": rules}), "baccarat"))
        found[name] = [each for moment in passed for each in fold.follow(moment)]
    assert {name: [each.least for each in of] for name, of in found.items()} == {
        "own": [3],
        "none": [],
        "left out": [],
    }


@pytest.mark.parametrize(("seconds", "shown"), [(19.999, 19.9), (19.95, 19.9), (19.9, 19.9), (8.2, 8.2)])
def test_the_time_of_a_quick_step_is_never_shown_as_its_limit(seconds: float, shown: float) -> None:
    row = formatter("en").quick_row(QuickStep(1, START, "wash", seconds, 20, Who("D1")))
    assert row[2:4] == (shown, 20)


@pytest.mark.parametrize("language", LANGUAGES)
def test_report_record_and_round_show_time_limit_and_person(tmp_path: Path, language: str) -> None:
    """A ball of seven seconds, and a second number: the halt's record shows it, too."""
    path = journal(tmp_path, "sv", "roulette", *ball(7.5), ({**NUMBER, "number": 18}, 1))
    written, formatted = words(language), formatter(language)
    heading, report = written.text("report.quick"), shift_report([path], Interval(None, None), START)
    said = {"step": written.text("quick.ball"), "seconds": 7.5, "least": 8, "who": None}
    row = {written.text(f"report.{name}"): value for name, value in said.items()}
    halt = find(path, f"H{report.tables[0].last}")
    round_file = find_round(path, "T7-1")
    sheet = RecordFormatter.sheet(formatted, halt, START, "1.2.0")
    for parts in (
        report_paper(report, formatted, "").parts,
        round_paper(round_file, formatted, START, "1.2.0").parts,
        sheet.amended,
    ):
        (part,) = (each for each in parts if each.heading == heading)
        assert part.note == written.text("finding.quick"), "who did the work is not told by a press"
        assert [dict(zip(part.columns, each, strict=True)) for each in part.rows] == [
            {written.text("report.time"): part.rows[0][0], **row}
        ], language
    assert [each.by for each in (*(halt.quick or ()), *(round_file.quick or ()))] == [None, None]
