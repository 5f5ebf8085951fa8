"""A shift handed over: each side signs, and nobody for both; one supervisor at a time is on duty."""

from __future__ import annotations

import time as clocks
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from console.table.core import Resumption, Session, SetClock, game_of, ready
from console.table.core.play.shifts import ShiftByMinute, shift_after, shift_at, start_between
from console.table.game import load_rulebook
from console.table.scenes import TableInMemory
from tests.table.core.tables import JournalInMemory, book

SHIFT, NEXT = "2026-11-20 06:00", "2026-11-20 14:00"


@pytest.fixture
def session() -> Session:
    game = game_of(load_rulebook("lt"), "baccarat")
    session = Session(game, JournalInMemory(), SetClock(), Resumption(ready(game)))
    for who in ("P1", "P2"):
        session.take(msgspec.json.encode({"do": "sign_in", "who": who, "role": "pit_boss"}))
    return session


def signers(session: Session) -> dict[str, str]:
    assert session.table.handover is not None
    return session.table.handover.signed


def test_a_side_signs_a_handover_again_and_its_newest_signature_counts(session: Session) -> None:
    for who in ("P1", "P2"):
        assert session.sign_handover(who, SHIFT, "outgoing").accepted
    assert session.sign_handover("P1", SHIFT, "incoming").accepted
    assert signers(session) == {"outgoing": "P2", "incoming": "P1"}


def test_after_both_sides_have_signed_the_next_signature_begins_a_new_pair(session: Session) -> None:
    """The shift was signed too early: who took over then hands over now."""
    assert session.sign_handover("P1", SHIFT, "outgoing").accepted
    assert session.sign_handover("P2", SHIFT, "incoming").accepted
    assert session.sign_handover("P2", SHIFT, "outgoing").accepted
    assert signers(session) == {"outgoing": "P2"}
    assert session.sign_handover("P2", SHIFT, "incoming").refused == "not_authorised"
    assert session.sign_handover("P1", SHIFT, "incoming").accepted


def test_one_person_cannot_sign_a_handover_for_both_sides(session: Session) -> None:
    assert session.sign_handover("P1", SHIFT, "outgoing").accepted
    other = session.sign_handover("P1", SHIFT, "incoming")
    assert (other.accepted, other.refused) == (False, "not_authorised")


def test_a_person_who_signed_for_a_shift_may_sign_for_the_next(session: Session) -> None:
    """The person who takes a shift over hands it over later."""
    assert session.sign_handover("P1", SHIFT, "outgoing").accepted
    assert session.sign_handover("P2", SHIFT, "incoming").accepted
    assert session.sign_handover("P2", NEXT, "outgoing").accepted
    assert session.sign_handover("P1", NEXT, "incoming").accepted


def test_the_shift_of_a_moment_is_worked_out_once_a_minute_and_changes_with_it() -> None:
    asked = list[datetime]()

    def shift_of(at: datetime) -> str:
        asked.append(at)
        return shift_at(at, (time(6), time(14, 30)))

    named = ShiftByMinute(shift_of)
    ends, begins = datetime(2026, 3, 1, 14, 29, 59, 999_999, UTC), datetime(2026, 3, 1, 14, 30, tzinfo=UTC)
    assert [named(at) for at in (ends.replace(second=0), ends, begins, ends)] == [
        "2026-03-01 06:00",
        "2026-03-01 06:00",
        "2026-03-01 14:30",
        "2026-03-01 06:00",
    ]
    assert asked == [ends.replace(second=0), begins, ends]


@pytest.mark.parametrize("zoned", [False, True], ids=["the computer's zone", "a zone of its own"])
def test_a_shift_that_begins_in_the_repeated_hour_begins_once(
    monkeypatch: pytest.MonkeyPatch, zoned: bool
) -> None:
    """Vilnius: on 25 October the clocks go from 04:00 to 03:00, on 29 March from 03:00 to 04:00."""
    monkeypatch.setenv("TZ", "Asia/Tokyo" if zoned else "Europe/Vilnius")
    clocks.tzset()
    try:
        named = [
            shift_at(
                moment.astimezone(ZoneInfo("Europe/Vilnius") if zoned else None), (time(3, 30), time(22))
            )
            for moment in (
                *(
                    datetime(2026, 10, 25, 0, 29, tzinfo=UTC) + timedelta(minutes=each)
                    for each in (0, 1, 31, 62)
                ),
                *(datetime(2026, 3, 29, 0, 59, tzinfo=UTC) + timedelta(minutes=each) for each in (0, 1)),
            )
        ]
    finally:
        monkeypatch.undo()
        clocks.tzset()
    autumn, spring = "2026-10-25 03:30", "2026-03-29 03:30"
    assert named == ["2026-10-24 22:00", autumn, autumn, autumn, "2026-03-28 22:00", spring]


@pytest.mark.parametrize(
    ("shift", "names", "after"),
    [
        (SHIFT, [], NEXT),
        (NEXT, [], "2026-11-20 22:00"),
        ("2026-11-20 22:00", [], "2026-11-21 06:00"),
        ("2026-11-30 22:00", [SHIFT], "2026-12-01 06:00"),
        (SHIFT, ["2026-11-19 18:30"], "2026-11-20 18:30"),
        ("2026-11-20 18:30", [SHIFT, "night"], "2026-11-21 06:00"),
        ("9999-12-31 22:00", [], None),
        ("night", [SHIFT], None),
    ],
)
def test_the_shift_after_one_begins_at_the_next_start_of_the_table(
    shift: str, names: list[str], after: str | None
) -> None:
    assert shift_after(shift, names) == after


@pytest.mark.parametrize(
    ("after", "by", "began"),
    [
        ((5, 50), (6, 5), (6, 0)),
        ((6, 0), (6, 5), (6, 5)),
        ((5, 50), (6, 0), (6, 0)),
        ((8, 50), (9, 5), (9, 0)),
        ((8, 49), (9, 5), (9, 5)),
        ((8, 55), (9, 10), (9, 0)),
        ((9, 0), (9, 14), (9, 14)),
        ((9, 1), (9, 15), (9, 15)),
    ],
    ids=repr,
)
def test_a_shift_began_at_its_name_or_a_zones_quarter_between_two_entries(
    after: tuple[int, int], by: tuple[int, int], began: tuple[int, int]
) -> None:
    """The zones of two places differ by quarters of an hour: a span of one quarter holds one moment."""
    last, first, begun = (datetime(2026, 11, 20, *each, tzinfo=UTC) for each in (after, by, began))
    assert start_between("2026-11-20 06:00+00:00", last, first) == begun


def on_duty(table: TableInMemory) -> str | None:
    present = table.table.console.on_duty
    return None if present is None else present.who


def test_the_next_one_takes_over_and_each_change_is_one_entry() -> None:
    table = TableInMemory(book("lt"))
    assert on_duty(table) is None
    for who in ("S1", "S1", "S2", "", ""):
        table.session.set_on_duty(who)
        assert on_duty(table) == (who or None)
    kinds = [str(each.event) for each in table.kept.entries]
    assert len(kinds) == 3, "what is known already makes no entry"


def test_a_restart_and_a_replay_know_who_is_on_duty() -> None:
    table = TableInMemory(book("lt"))
    table.session.set_on_duty("S1")
    before = table.table.console.on_duty
    assert before is not None
    table.restart()
    assert table.table.console.on_duty == before
    assert table.from_the_start().console.on_duty == before
