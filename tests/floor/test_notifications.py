"""The offices to inform of incidents, on the wall: a supervisor's line, and an alarm once it is late."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.floor.alarms.items import AlarmKind, AlarmLine, AlarmOrder, Priority
from console.floor.alarms.watch import Watch
from console.floor.self_report import OpenNotification, SelfReport, encode_report, read_report
from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.floor.ui.appearance import reason_and_act, what_text
from console.table.core import ShownTable
from tests.base.words.catalogues import words
from tests.floor.readings import AT, reading, table
from tests.table.core.play.test_offices_to_inform import reported
from tests.table.played import START

DUE = OpenNotification("T1-i1", "authority", AT + timedelta(hours=1))


def alarms(hours: float, *due: OpenNotification, standing: str = "playing") -> list[AlarmLine]:
    """The lines of a table at so many hours after it reported."""
    seen = replace(reading(table("B1", standing, notifications=due)), at=AT + timedelta(hours=hours))
    watch = Watch.new_watch(0.0).after_reading(seen, 0.0)
    kinds = (AlarmKind.NOTIFY, AlarmKind.NOTIFY_OVERDUE)
    return [each for each in watch.moment(0.0).items if each.what in kinds]


def test_in_time_it_is_a_line_for_the_supervisors_without_a_sound() -> None:
    (item,) = alarms(0.5, DUE)
    assert (item.what, item.rank, item.priority) == (AlarmKind.NOTIFY, AlarmOrder.SUPERVISOR, Priority.INFO)
    assert not item.sounds
    assert not alarms(0.5)


def test_overdue_it_is_an_alarm_with_an_act_that_rises_and_cannot_be_laid_aside() -> None:
    (item,) = alarms(1.001, DUE)
    assert (item.what, item.rank, item.priority) == (
        AlarmKind.NOTIFY_OVERDUE,
        AlarmOrder.SUPERVISOR,
        Priority.LOW,
    )
    assert item.sounds and not item.can_shelve
    assert "Gambling authority, T1-i1" in reason_and_act(words("en"), item)
    assert words("en").text("floor.act.notify") in reason_and_act(words("en"), item)
    (later,) = alarms(1.3, DUE)
    assert later.priority is Priority.MEDIUM
    assert later.wait == pytest.approx(0.3 * 3600)


def test_a_closed_table_s_clock_runs_on() -> None:
    (item,) = alarms(2, DUE, standing="closed")
    assert item.what is AlarmKind.NOTIFY_OVERDUE


def test_a_table_has_a_line_for_twenty_offices_at_most() -> None:
    due = [OpenNotification(f"T1-i{number}", "authority", DUE.until) for number in range(21)]
    assert len(alarms(0.5, *due)) == 20


def test_each_incident_has_a_line_of_its_own() -> None:
    other = OpenNotification("T1-i2", "authority", AT + timedelta(hours=9))
    assert [(each.what, each.about[1]) for each in alarms(2, DUE, other)] == [
        (AlarmKind.NOTIFY_OVERDUE, "T1-i1"),
        (AlarmKind.NOTIFY, "T1-i2"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_are_told_in_every_language(language: str) -> None:
    for hours in (0.5, 2.0):
        (item,) = alarms(hours, DUE)
        assert what_text(words(language), item)
        assert words(language).text("whom.authority") in reason_and_act(words(language), item)


def test_an_office_of_another_house_is_named_by_its_key() -> None:
    (item,) = alarms(0.5, OpenNotification("T1-i1", "landlord", AT + timedelta(hours=1)))
    assert "landlord" in reason_and_act(words("en"), item)


def report_of(driven: object) -> SelfReport:
    session = driven.session  # type: ignore[attr-defined]
    return self_report_of(ShownTable(session.view(), session.table, None, None), START, OutsideFacts())


def test_a_table_reports_it_until_two_people_ticked_it() -> None:
    driven = reported()
    (due,) = driven.table.notifications
    assert report_of(driven).notifications == (OpenNotification("T1-i1", "authority", due.until),)
    assert read_report(encode_report(report_of(driven))).report == report_of(driven)
    for who in ("S1", "P1"):
        driven.session.tick_notification(due, who)
    assert report_of(driven).notifications == ()
