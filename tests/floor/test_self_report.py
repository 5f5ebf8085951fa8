"""A table's report to the floor: its state, whom it wants since when, and never a card."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import settings

from console.floor.self_report import Call, CallKind, SelfReport, TableStanding, encode_report, read_report
from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.table.core import NoteKind, ShownTable, Table, Unwritable
from tests.examples import examples
from tests.sweep import sampled
from tests.table.core.tables import Driven, Seen
from tests.table.core.transcripts import all_scenes, play
from tests.table.core.two_hole_cards import two_hole_cards, while_it_lies_face_down

BEGAN = datetime(2026, 1, 1, 12, tzinfo=UTC)
CALLED = {"D1": "Austėja", "P1": "Jonas", "P2": "Guðrún"}
NAMES = OutsideFacts(mode="live", name=lambda who: CALLED.get(who, who))


class Telling:
    """A table that makes its report after each line."""

    def __init__(self, driven: Driven) -> None:
        self.driven = driven
        self.was: tuple[Table, SelfReport] | None = None
        self.unwritable: Unwritable | None = None
        self.at = BEGAN

    @property
    def now(self) -> SelfReport:
        self.at += timedelta(seconds=1)
        session = self.driven.session
        shown = ShownTable(session.view(), session.table, None, None, self.unwritable)
        report = self_report_of(shown, self.at, NAMES, self.was)
        self.was = session.table, report
        return report

    def after(self, *lines: Seen) -> SelfReport:
        for line in lines[:-1]:
            self.driven.take(line)
            assert self.now
        self.driven.take(lines[-1])
        return self.now


def line(do: str, **fields: Any) -> Seen:
    return {"do": do, **fields}


CALL = line("call", by="D1", on=True)
OPEN = line("bets", state="open")
EARLY = line("card", card="9H")
"""A card while bets are open halts the table."""


def table(code: str = "sv", **fields: Any) -> Telling:
    telling = Telling(Driven(code, **fields))
    for person in telling.driven.table.people:
        if person.role == "pit_boss":
            telling.driven.take(line("sign_out", who=person.who))
    assert telling.now
    return telling


def test_a_report_without_a_field_says_nothing_of_it() -> None:
    """A console writes no field that is empty, and an older one lacks the newer fields."""
    least = b'{"standing":"playing","since":"2026-01-01T12:00:00Z"}'
    assert encode_report(SelfReport(standing=TableStanding.PLAYING, since=BEGAN)) == least
    report = read_report(least).report
    assert report is not None
    assert [name for name in report.__struct_fields__ if getattr(report, name)] == ["standing", "since"]


def test_a_table_that_plays_reports_no_call() -> None:
    report = table().after(OPEN)
    assert (report.standing, report.call, report.round_open) == (TableStanding.PLAYING, None, True)
    assert (report.dealer, report.pit_boss) == ("Austėja", "")


def test_a_call_begins_with_its_entry_and_keeps_it_while_its_cause_changes() -> None:
    here = table()
    called = here.after(CALL).call
    assert called is not None
    assert (called.kind, called.number) == (CallKind.CALL, here.driven.kept.last)
    halted = here.after(OPEN, EARLY)
    assert halted.call == Call(number=called.number, kind=CallKind.HALT, since=called.since)
    assert (halted.standing, halted.reason) == (TableStanding.HALTED, "bets_open")
    comes = here.after(line("sign_in", who="P2", role="pit_boss"))
    assert comes.call is not None
    assert (comes.call.arrived, comes.call.number, comes.pit_boss) == ("P2", called.number, "Guðrún")
    assert here.after(line("void", by="P2"), line("call", by="P2", on=False)).call is None


def test_a_table_calls_once_more_after_the_pit_boss_who_came_has_left() -> None:
    """A report waits behind another, and the pit boss leaves after the first one's outcome (LT-BAC-18a)."""
    here = table("lt")
    fell = line("incident", by="D1", kind="card_fell", facts={"where": "round", "cards": 1, "seen": True})
    first = here.after(OPEN, line("bets", state="closed"), fell, fell).call
    comes = here.after(line("sign_in", who="P2", role="pit_boss"), line("authorise", by="P2")).call
    assert first is not None and comes is not None
    assert (comes.number, comes.arrived, comes.kind) == (first.number, "P2", CallKind.QUEUE)
    left = here.after(line("sign_out", who="P2")).call
    assert left == Call(number=here.driven.kept.last, kind=CallKind.QUEUE, since=here.at)
    opens = here.after(line("done", by="D1")).call
    assert opens == Call(number=left.number, kind=CallKind.OUTCOME, since=left.since)


def test_a_pit_boss_who_is_at_the_table_is_called_by_the_dealer_alone() -> None:
    """Between two steps of the dealer's the wall rang for a pit boss who stood there (LT-BJ-2.3.3)."""
    here = Telling(Driven("sv"))
    assert here.now.call is None
    halted = here.after(OPEN, EARLY).call
    assert halted == Call(number=here.driven.kept.last, kind=CallKind.HALT, since=here.at, arrived="P1")
    called = here.after(CALL).call
    assert called == Call(number=here.driven.kept.last, kind=CallKind.HALT, since=here.at)
    assert here.after(line("say", by="D1", text="still here")).call == called


def test_a_call_that_one_of_two_pit_bosses_leaves_goes_on_with_the_other() -> None:
    here = table()
    halted = here.after(OPEN, EARLY).call
    here.after(*(line("sign_in", who=who, role="pit_boss") for who in ("P2", "P1")))
    left = here.after(line("sign_out", who="P2")).call
    assert halted is not None and left is not None
    assert (left.number, left.arrived) == (halted.number, "P1")


def test_a_call_after_a_restart_is_as_old_as_the_standstill_that_it_began_with() -> None:
    """A card halts the table, and then it is reported: the wall took the report for the wait's beginning."""
    here = table()
    halted = here.after(OPEN, EARLY).call
    assert halted is not None
    here.driven.take(line("incident", by="D1", kind="early_deal", facts={"first_card": True, "seen": False}))
    session = here.driven.session
    shown = ShownTable(session.view(), session.table, None)
    again = self_report_of(shown, BEGAN, NAMES).call
    incident = session.table.incident
    assert again is not None and incident is not None
    assert again.since == halted.since
    assert again.since == session.table.stood_since
    assert again.since < incident.opened


def test_a_journal_that_takes_nothing_comes_before_all_else() -> None:
    here = table()
    here.unwritable = Unwritable.FULL
    assert here.after(CALL).standing is TableStanding.CANT_RECORD


def test_a_table_stands_so_since_it_began_to() -> None:
    here = table()
    first = here.after(OPEN)
    assert here.after(CALL).since == first.since
    assert here.after(EARLY).since > first.since


@pytest.mark.sweep
def test_every_halted_or_waiting_table_of_the_transcripts_reports_a_call() -> None:
    """A prompt of a pit boss in a halt or an incident is a call, a table that is halted says why."""
    scenes = all_scenes()
    for _, scene in sampled(scenes, scenes[::3]):
        here = Telling(play(scene))
        report = here.now
        view, state = here.driven.session.view(), here.driven.table
        assert (report.standing is TableStanding.CLOSED) == (view.phase == "closed")
        waits = state.halted and view.prompt.actor == "pit_boss"
        assert (report.call is not None) == (
            waits or state.called is not None or bool(state.incidents.waiting)
        )
        assert report.standing is not TableStanding.WAITS or report.call is not None
        assert report.entry == view.entry


@settings(max_examples=examples(40, at_night=800))
@two_hole_cards
def test_a_tables_report_is_the_same_for_any_hole_card(
    code: str, holes: list[str], faces: list[str], numbers: list[int]
) -> None:
    """BJ-1.1-hole: in halts, refusals, incidents and corrections alike."""
    tables = [Driven(code, game="blackjack") for _ in holes]
    one, other = (Telling(table) for table in tables)
    for _ in while_it_lies_face_down(tables, holes, faces, numbers):
        assert encode_report(one.now) == encode_report(other.now)


def test_a_trainee_is_reported_with_the_dealer_beside_until_that_dealer_leaves() -> None:
    driven = Driven("sv")
    driven.session.sign_in_beside("T7", "D1")
    report = Telling(driven).now
    assert (report.dealer, report.beside) == ("T7", CALLED["D1"])
    assert report.people["D1"] == CALLED["D1"]
    driven.session.note(NoteKind.BESIDE_LEFT, who="D1", text="T7")
    assert Telling(driven).now.beside == ""
