"""A wheel whose numbers are unusual: noted once, at the overview and in the handover until it is checked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history import ReportCancelled
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports import journal_reports
from console.supervisor.reports.handover import open_at
from console.supervisor.reports.handover_words import open_points
from console.supervisor.reports.wheel_figures import WheelCounts, WheelReport, wheel_report_of
from console.supervisor.reports.wheel_watch import WheelWatch, unusual_wheels
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import (
    Equipment,
    EventKind,
    InstalledDevice,
    NoteJob,
    NoteKind,
    ShownTable,
    Table,
    UnusualWheel,
)
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven, Seen
from tests.table.played import CLOSED, DONE_D, OPEN, START, written

STUCK: Final = UnusualWheel("W-17", "equal", 3000)
HAND: Final = UnusualWheel("W-17", "steps", 1200, "D3")


def spins(*numbers: int) -> list[Seen]:
    made = list[Seen]()
    for number in numbers:
        run: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
        made += [OPEN, CLOSED, run, {"do": "number", "number": number, "source": "reader"}, DONE_D]
    return made


def shown(table: Table, job: NoteJob | None = None) -> ShownTable:
    return ShownTable(Driven("sv", game="roulette").session.view(), table, None, job)


def test_figures_are_looked_at_each_thousand_spins_and_each_shift(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list[float]()

    def look(*_: object, significant: float) -> WheelReport:
        looks.append(significant)
        return WheelReport((), 0, ())

    monkeypatch.setattr(journal_reports, "wheel_report", look)
    monkeypatch.setattr("console.table.journal.archives.volumes", lambda path: [path])
    table = Driven("sv", game="roulette").table
    watch = WheelWatch(Path("t7.db"), lambda *_: None)
    shift = NoteJob(NoteKind.SHIFT_BEGAN)
    for spun, job, many in ((0, None, 1), (999, None, 1), (1000, None, 2), (1001, shift, 3), (1500, None, 3)):
        watch.observe(shown(replace(table, round_number=spun), job))
        watch.wait()
        assert len(looks) == many, spun
    assert looks == [7.5e-6] * 3, "one false alarm in 1,000 wheel-months, each of 133 looks"


def test_a_sensor_that_stands_still_is_noted_once(tmp_path: Path) -> None:
    """A sensor repeats its last number in each second spin: 200 spins."""
    chance, numbers = Random(7), list[int]()
    for _ in range(200):
        stands = numbers and chance.random() < 0.5
        numbers.append(numbers[-1] if stands else chance.randrange(37))
    path = written(tmp_path / "J.db", *spins(*numbers), game="roulette")
    driven, noted = Driven("sv", game="roulette"), list[str]()
    watch = WheelWatch(path, lambda kind, text: noted.append(text))
    watch.observe(shown(driven.table))
    watch.wait()
    found = [UnusualWheel.of(each) for each in noted]
    assert UnusualWheel("", "equal", 200) in found and UnusualWheel("", "steps", 200) in found
    known = replace(driven.table.wheel, unusual=tuple(each for each in found if each is not None))
    again = WheelWatch(path, lambda kind, text: noted.append(text))
    again.observe(shown(replace(driven.table, wheel=known)))
    again.wait()
    assert len(noted) == len(found)


def test_a_table_that_is_closed_during_a_look_ends_it_without_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread ended with a traceback, which the window shows as a fault of the program."""
    errors = list[object]()

    def look(files: object, serial: object, goes_on: Callable[[int], bool], **_: object) -> None:
        while goes_on(200):
            pass
        raise ReportCancelled

    monkeypatch.setattr(journal_reports, "wheel_report", look)
    monkeypatch.setattr("console.table.journal.archives.volumes", lambda path: [path])
    monkeypatch.setattr(threading, "excepthook", errors.append)
    watch = WheelWatch(Path("t7.db"), lambda *_: None)
    watch.observe(shown(Driven("sv", game="roulette").table))
    watch.end()
    assert errors == []


def test_a_true_wheel_is_not_noted() -> None:
    chance = Random(1)
    numbers = bytes(chance.randrange(37) for _ in range(3000))
    counts = WheelCounts("W-17", tuple(numbers.count(each) for each in range(37)), numbers=numbers)
    assert [*unusual_wheels(wheel_report_of([counts], 7.5e-6))] == []


def test_it_is_handed_over_until_the_wheel_is_checked_at_an_opening() -> None:
    driven = Driven("sv", game="roulette")
    for found in (STUCK, HAND, STUCK):
        driven.session.note(NoteKind.WHEEL_UNUSUAL, text=found.text)
    formatter = RecordFormatter(words("en"), zone=UTC, names={"D3": "Rasa K."})
    points = [text for _, text in open_points(open_at(driven.table, START, {}), formatter)]
    assert points == [
        "W-17 · Steps round the rim, dealer Rasa K. (D3) · 1,200 spins",
        "W-17 · Same number twice in a row · 3,000 spins",
    ]
    for serial, is_open in (("W-18", True), ("W-17", False)):
        for line in ({"do": "close"}, {"do": "open"}, {"do": "done", "note": serial}):
            assert driven.take({**line, "by": "P1"})["accepted"]
        while driven.table.preparation is not None:
            assert driven.take({"do": "done", "by": "P1"})["accepted"]
        assert open_at(driven.table, START, {}).unusual == ((HAND, STUCK) if is_open else ()), serial
    assert len(driven.table.wheel.unusual) == 2, "the same test is not noted again"


def test_it_is_handed_over_until_the_table_is_commissioned_with_another_wheel() -> None:
    """A wheel that had left the house stood in each handover for ever."""
    driven = Driven("sv", game="roulette")
    driven.session.note(NoteKind.WHEEL_UNUSUAL, text=STUCK.text)
    assert driven.take({"do": "close", "by": "P1"})["accepted"]
    for serial, is_open in (("", True), ("W-17", True), ("W-18", False)):
        device = InstalledDevice("wheel", "cammegh", serial)
        installed = Equipment(version="1.2", manifest="a", rulebook="b", devices=(device,))
        driven.session.commission("c", "E1", "S1", installed)
        assert open_at(driven.table, START, {}).unusual == ((STUCK,) if is_open else ()), serial


def test_of_a_house_with_many_dealers_no_test_is_noted_again() -> None:
    """A sensor that stood still made all dealers' steps unusual: each look noted some again."""
    driven = Driven("sv", game="roulette")
    every = [STUCK, *(replace(HAND, who=f"D{at}") for at in range(100, 140))]
    for found in every:
        driven.session.note(NoteKind.WHEEL_UNUSUAL, text=found.text)
    assert {each.key for each in driven.table.wheel.unusual} == {each.key for each in every}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_names_wheel_and_test_in_every_language(language: str) -> None:
    entry = LoggedEntry(EventKind.NOTED, {"what": NoteKind.WHEEL_UNUSUAL, "text": HAND.text})
    said = event_line(words(language), entry, lambda who: f"Rasa K. ({who})")
    assert "W-17" in said and "Rasa K. (D3)" in said
    later = LoggedEntry(EventKind.NOTED, {"what": NoteKind.WHEEL_UNUSUAL, "text": "of a later console"})
    assert event_line(words(language), later, str) == words(language).text("log.noted.wheel_unusual")
