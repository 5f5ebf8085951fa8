"""A drift is noted once, stands until the table is commissioned again, and is shown to people."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.commissioning.drift import journal_drift
from console.commissioning.drift.drift_watch import EVERY, DriftWatch
from console.commissioning.drift.journal_drift import DayOpening, DriftFindings
from console.supervisor.reports.counts import DeviceCounts
from console.supervisor.reports.list_words import Lister
from console.supervisor.review.log.entry_words import LoggedEntry, event_line
from console.table.core import (
    Commissioning,
    DealerView,
    Drift,
    Equipment,
    Measure,
    Newer,
    NoteKind,
    Phase,
    Preparation,
    SetClock,
    Table,
    advance,
    events,
    game_of,
)
from console.table.game import load_rulebook
from console.table.ui.dealer import prompt_of
from console.table.words import drift_text, proven_drift_text
from tests.base.words.catalogues import words
from tests.table.ui.samples.tables import preparing

SHOE = Drift("shoe", Measure.UNREAD, 1.0, 12.5, 3e-5, 4000)
SLOW = Drift("shoe", Measure.BETWEEN, 1.5, 3.0, 1e-9)
MADE = Commissioning(at=datetime(2026, 11, 21, tzinfo=UTC), digest="ab" * 32, by="T1", authorised_by="S1")
OPENING = Table(commissioned=MADE, preparation=Preparation(("check_shoe",)))


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Drift]:
    """The drifts in the journal, whichever reads are today's."""
    drifts = [SHOE]
    monkeypatch.setattr(journal_drift, "journal_drift", lambda file, today: DriftFindings(tuple(drifts)))
    return drifts


class Noted:
    """The notes of a watch."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def note(self, what: str, text: str) -> None:
        """Keep it."""
        self.said.append((what, text))


def test_the_drift_watch_looks_as_a_table_opens_and_not_again_for_four_hours(found: list[Drift]) -> None:
    notes = Noted()
    clock = SetClock()
    watch = DriftWatch(Path("t7.db"), clock, notes.note)
    for hours, many in ((0, 1), (3.9, 1), (0.2, 2)):
        clock.advance(hours * 3600)
        watch.observe(replace(OPENING, preparation=None), (0, 1))
        watch.observe(OPENING, (0, 2))
        watch.observe(OPENING, (0, 3))
        watch.wait()
        assert len(notes.said) == many
    assert EVERY == 4 * 3600


def test_the_first_reads_of_today_are_looked_at_once_the_cards_of_a_deck_are_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The look at all reads, as the table was opened, is not four hours old."""
    asked: list[DayOpening | None] = []

    def looked(_: Path, today: DayOpening | None) -> DriftFindings:
        asked.append(today)
        return DriftFindings((SHOE,) if len(asked) > 2 else (), {"shoe": 75})

    monkeypatch.setattr(journal_drift, "journal_drift", looked)
    notes = Noted()
    watch = DriftWatch(Path("t7.db"), SetClock(), notes.note)
    dealt = replace(OPENING, preparation=None, phase=Phase.BETTING, round_number=21)
    for table, entry in (
        (replace(OPENING, preparation=None), 40),  # closed
        (replace(OPENING, round_number=7), 41),
        (dealt, 300),
        (replace(dealt, round_number=22), 301),
        (replace(dealt, round_number=23), 302),
    ):
        watch.observe(table, (0, entry))
        watch.wait()
    assert asked == [None, DayOpening(41)], "all as it opens, then those since: once"
    assert notes.said == [
        (NoteKind.CERTIFICATE_COMPARED, "shoe 75"),
        (NoteKind.CERTIFICATE_COMPARED, "shoe 75"),
    ]


def test_an_opening_is_found_again_in_the_file_that_was_set_aside_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[DayOpening | None] = []

    def looked(_: Path, today: DayOpening | None) -> DriftFindings:
        asked.append(today)
        return DriftFindings()

    monkeypatch.setattr(journal_drift, "journal_drift", looked)
    watch = DriftWatch(Path("t7.db"), SetClock(), Noted().note)
    watch.observe(replace(OPENING, preparation=None), (1, 40))
    watch.observe(OPENING, (1, 41))
    watch.wait()
    dealt = replace(OPENING, preparation=None, phase=Phase.BETTING, round_number=15)
    watch.observe(dealt, (3, 7))
    watch.wait()
    assert asked == [None, DayOpening(41, files_since=2)]


@pytest.mark.parametrize(
    "found", ((DayOpening(41, files_since=1), 9), None), ids=("not yet compared", "compared")
)
def test_the_first_reads_of_an_opening_before_the_start_are_compared(
    monkeypatch: pytest.MonkeyPatch, found: tuple[DayOpening, int] | None
) -> None:
    """The console began at an open table: the rounds before its start count."""
    asked: list[DayOpening | None] = []

    def looked(_: Path, today: DayOpening | None) -> DriftFindings:
        asked.append(today)
        return DriftFindings()

    monkeypatch.setattr(journal_drift, "journal_drift", looked)
    monkeypatch.setattr(journal_drift, "last_opening", lambda _: found)
    watch = DriftWatch(Path("t7.db"), SetClock(), Noted().note)
    table = replace(OPENING, preparation=None, phase=Phase.BETTING)
    began = replace(table, round_number=20)
    for number, entry in ((20, 7), (25, 80), (26, 90), (99, 99)):
        watch.observe(replace(began, round_number=number), (1, entry))
        watch.wait()
    assert asked == [None] + [DayOpening(41, files_since=1)] * bool(found)


def test_a_drift_is_noted_once_and_only_for_a_commissioned_table(
    found: list[Drift],
) -> None:
    notes = Noted()
    known = replace(OPENING, commissioned=MADE.with_drift(SHOE))
    found.append(SLOW)
    for table in (known, replace(OPENING, commissioned=None)):
        watch = DriftWatch(Path("t7.db"), SetClock(), notes.note)
        watch.look(table)
        watch.wait()
    assert notes.said == [(NoteKind.CERTIFICATE_DRIFT, SLOW.text)]


def test_the_certificate_no_longer_holds_while_a_device_drifts() -> None:
    here = Equipment(version="0.4.0", manifest="ab", rulebook="cd")
    sound = replace(MADE, installed=here)
    assert sound.older_than(here) == ()
    assert sound.with_drift(SHOE).older_than(here) == (Newer.DRIFT,)
    assert sound.with_drift(SHOE).with_drift(replace(SHOE, now=20.0)).drifts[0].now == 20.0


TOLD = events.Noted(NoteKind.CERTIFICATE_DRIFT, None, SHOE.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_log_report_and_the_opening_say_both_figures(language: str) -> None:
    phrases, counted = words(language), DeviceCounts()
    drift, surely = drift_text(phrases, SHOE), proven_drift_text(phrases, SHOE)
    assert drift in surely and phrases.figure(4000, 0) in surely and phrases.figure(30_000, 0) in surely
    row = event_line(
        phrases, LoggedEntry("noted", {"what": NoteKind.CERTIFICATE_DRIFT, "text": SHOE.text}), str
    )
    assert surely in row and SHOE.text not in row
    counted.count_moment(SimpleNamespace(event=TOLD), (), counting=True)  # type: ignore[arg-type]  # it is all it looks at
    (doing,) = counted.doings
    lister = Lister(None, "", SimpleNamespace(words=phrases))  # type: ignore[arg-type]
    assert lister.doing(doing.name) == row
    view = preparing("lt", 0)
    assert view.view.prompt.action == "check_shoe"

    def drifting(drift: Drift) -> DealerView:
        return replace(view, commissioning=replace(view.commissioning, drifts=(drift,)))

    note = prompt_of(drifting(SHOE), phrases, phrases).note
    assert note is not None and drift in note
    wheel = replace(SHOE, device="wheel")
    assert drift not in str(prompt_of(drifting(wheel), phrases, phrases).note)


def test_the_table_keeps_its_drifts_until_it_is_commissioned_again() -> None:
    game = game_of(load_rulebook("lt"), "baccarat")
    at = datetime(2026, 11, 22, tzinfo=UTC)
    drifting = advance(game, Table(commissioned=MADE), TOLD, None, at)
    assert drifting.commissioned is not None and [each.text for each in drifting.commissioned.drifts] == [
        SHOE.text
    ]
    renewed = advance(game, drifting, events.Commissioned("cd" * 32, "T1", "S1"), None, at)
    assert renewed.commissioned is not None and renewed.commissioned.drifts == ()
    assert advance(game, Table(), TOLD, None, at).commissioned is None
    later = events.Noted(NoteKind.CERTIFICATE_DRIFT, None, "of a later console")
    assert advance(game, drifting, later, None, at) == drifting


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_without_drift_is_noted_too(language: str) -> None:
    phrases = words(language)
    row = event_line(
        phrases, LoggedEntry("noted", {"what": NoteKind.CERTIFICATE_COMPARED, "text": "shoe 75"}), str
    )
    assert phrases.text("log.noted.certificate_compared") in row and "75" in row and "shoe 75" not in row
