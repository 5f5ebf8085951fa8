"""An incident of which the house must inform somebody: it stands open until two people have ticked it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from msgspec.structs import replace

from console.table.core import NoteKind, Notification
from console.table.game import Rulebook
from console.table.game.incident_cases import OfficeToInform
from console.table.scenes import TableInMemory
from tests.table.core.tables import Seen, book
from tests.table.played import OPEN, START, answer, incident

FAULT: Seen = incident("technical_fault", "P1")


def telling(
    kind: str = "technical_fault", code: str = "lt", hours: int = 24, game: str = "baccarat"
) -> Rulebook:
    """The rulebook of a house that must inform the authority of each incident of a kind."""
    rulebook = book(code)
    rules = rulebook.games[game]
    cases = rules.incidents
    rows = tuple(replace(row, tell=OfficeToInform("authority", hours)) for row in cases.kinds[kind])
    told = replace(rules, incidents=replace(cases, kinds={**cases.kinds, kind: rows}))
    return replace(rulebook, games={**rulebook.games, game: told})


def reported() -> TableInMemory:
    """A table whose open round is void for a technical fault."""
    table = TableInMemory(telling(), game="baccarat")
    for line in (OPEN,):
        assert table.take(line)["accepted"]
    assert table.take(FAULT)["accepted"]
    return table


def kinds_of(table: TableInMemory) -> list[str]:
    decoded = (msgspec.json.decode(each.event) for each in table.kept.entries)
    return [str(each.get("what") or each["event"]) for each in decoded]


def test_an_outcome_begins_a_notification_in_its_own_transaction() -> None:
    table = reported()
    (due,) = table.table.notifications
    (report,) = [each for each in table.kept.entries if each.kind == "incident_reported"]
    assert (due.incident, due.whom, due.within_hours, due.since) == ("T1-i1", "authority", 24, report.at)
    assert due.until == report.at + timedelta(hours=24)
    assert kinds_of(table)[-2:] == ["incident_reported", NoteKind.NOTIFICATION_DUE]


def test_the_view_of_the_line_still_shows_its_outcome() -> None:
    table = TableInMemory(telling(), game="baccarat")
    plain = TableInMemory(book("lt"), game="baccarat")
    for line in (OPEN,):
        table.take(line)
        plain.take(line)
    shown, usual = table.take(FAULT), plain.take(FAULT)
    assert shown.pop("entry") == usual.pop("entry") + 1
    assert shown == usual
    assert shown["incident"]["outcome"] == "void"


def test_the_five_rulebooks_ask_for_none() -> None:
    for code in ("sv", "ja", "lt", "is", "de"):
        for rules in book(code).games.values():
            assert all(row.tell is None for rows in rules.incidents.kinds.values() for row in rows)


def test_two_different_people_tick_it() -> None:
    table = reported()
    (due,) = table.table.notifications
    assert table.session.tick_notification(due, "S1").refused is None
    (half,) = table.table.notifications
    assert [tick.by for tick in half.ticks] == ["S1"]
    assert half.is_open
    assert table.session.tick_notification(due, "S1").refused == "not_authorised"
    assert table.session.tick_notification(replace(due, incident="T1-i9"), "P1").refused == "bad_input"
    assert len(table.table.notifications) == 1
    assert table.session.tick_notification(due, "P1").refused is None
    assert not [*table.table.notifications]
    assert table.session.tick_notification(due, "P2").refused == "bad_input"


def test_a_restart_and_a_replay_keep_it() -> None:
    table = reported()
    (due,) = table.table.notifications
    table.session.tick_notification(due, "S1")
    before = table.table
    assert before.notifications[0].ticks
    table.restart()
    assert table.table.notifications == before.notifications
    assert table.from_the_start().notifications == before.notifications
    table.take(OPEN)
    assert [each.incident for each in table.table.notifications] == ["T1-i1"]


def test_a_report_that_is_taken_back_begins_none() -> None:
    table = TableInMemory(telling("card_fell"), game="baccarat")
    for line in (OPEN, incident("card_fell", "D1"), {"do": "withdraw_report", "by": "P1"}):
        table.take(line)
    assert table.table.incident is None
    assert NoteKind.NOTIFICATION_DUE not in kinds_of(table)


WHEEL: tuple[Seen, ...] = (
    OPEN,
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {**incident("foreign_object", "D1"), "facts": {"ball_removed_in_time": True}},
)
NINE: Seen = {"do": "number", "number": 9, "source": "reader"}


def at_wheel() -> TableInMemory:
    """A table whose house must inform the authority of each foreign object, with a respin decided."""
    table = TableInMemory(telling("foreign_object", game="roulette"), game="roulette")
    for line in WHEEL:
        assert table.take(line)["accepted"], line
    return table


def test_an_outcome_that_a_number_takes_back_withdraws_its_notification() -> None:
    """LT-ROU-32a: the ball was not taken out in time. It is one transaction with the number."""
    table = at_wheel()
    assert [each.incident for each in table.table.notifications] == ["T1-i1"]
    assert table.take(NINE)["prompt"]["action"] == "answer"
    noted = [*map(str, kinds_of(table)[-3:])]
    assert noted == ["number_read", "notification_withdrawn", "contradiction_found"]
    assert table.table.notifications == ()
    table.take({"do": "withdraw", "by": "D1"})
    assert (table.table.notifications, table.from_the_start().notifications) == ((), ())


def test_the_next_outcome_of_the_same_incident_begins_a_notification_of_its_own() -> None:
    table = at_wheel()
    table.session.tick_notification(table.table.notifications[0], "S1")
    for line in (NINE, answer(ball_removed_in_time=False), {"do": "authorise", "by": "P1"}):
        table.take(line)
    (due,) = table.table.notifications
    assert (due.incident, due.ticks) == ("T1-i1", ())
    assert table.from_the_start().notifications == (due,)


def test_a_number_of_another_incident_withdraws_nothing() -> None:
    table = TableInMemory(telling("foreign_object", game="roulette"), game="roulette")
    for line in (*WHEEL, {"do": "done", "by": "D1"}, *({"do": "done", "by": "P1"} for _ in range(4))):
        table.take(line)
    assert table.table.incident is None
    for line in (WHEEL[2], NINE):
        table.take(line)
    assert len(table.table.notifications) == 1


def test_a_text_that_no_console_wrote_is_no_notification() -> None:
    due = Notification("T 7-i2", "authority", START, 24)
    assert Notification.of(due.text) == due
    for text in ("", "authority", "authority 24", "authority x 2026-11-20 T1-i2", "authority 24 2026-11-20 ",
                 "authority 99999 9999-12-31T00:00:00+00:00 T1-i2"):  # fmt: skip
        assert Notification.of(text) is None, text


# --- on paper --------------------------------------------------------------------------------------
