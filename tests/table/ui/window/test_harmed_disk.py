"""A disk in trouble under the window: it lives, says what is wrong and whom to call, goes on by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import Lamp, LampFault, NoteKind, Sync, Unwritable, events
from console.table.custody import harm_watch
from console.table.journal import SqliteJournal, review, verify
from console.table.journal.archives import volumes
from console.table.ui.dealer.bands import Banner, aside_banner, fault_banner
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.felt.condition import play_waits
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import PromptColour, theme
from console.table.ui.kit.surface import DUE, HELD_BACK
from console.table.words.names import lamp_text
from tests.instruments.pictures.text_measure import texts_of
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painting import stand_still
from tests.table.ui.samples.tables import SAMPLES, changed


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[AtWork]:
    """A table at which the first card is due."""
    with at_work(qtbot, tmp_path, ready=True) as table:
        while table.due != "deal":
            table.follow()
        yield table


def call(table: AtWork) -> None:
    """The dealer calls the pit boss."""
    table.console.station.submit(b'{"do":"call","by":"D1","on":true}')


def banner(table: AtWork) -> Banner | None:
    assert table.window.people_here.view is not None
    return fault_banner(table.window.people_here.view, table.window.words)


def lamps(table: AtWork) -> tuple[Lamp, ...]:
    assert table.window.people_here.view is not None
    return table.window.people_here.view.console.lamps


def test_while_a_commit_takes_seconds_the_window_lives_and_says_that_it_saves(
    table: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, append = Event(), SqliteJournal.append

    def slow(self: SqliteJournal, *given: Any, **named: Any) -> int:
        assert disk.wait(60)
        return append(self, *given, **named)

    monkeypatch.setattr(SqliteJournal, "append", slow)
    before = table.view
    call(table)
    table.until(lambda: table.console.station.busy_since is not None)
    stand_still(table.clock, 0.5)
    here = table.window.people_here
    table.until(lambda: here.view is not None and here.view.console.saving)
    assert Lamp("journal", LampFault.SAVING) in lamps(table)
    assert table.view == before, "the prompt is unchanged"
    disk.set()
    table.until(lambda: table.view.call)
    table.until(lambda: Lamp("journal") in lamps(table))


def test_the_page_of_kinds_does_not_claim_that_data_are_saved_while_nothing_is(
    table: AtWork, tmp_path: Path
) -> None:
    (tmp_path / "journal.db").rename(tmp_path / "moved away")
    call(table)
    table.until(lambda: table.shown.unwritable is Unwritable.GONE)
    table.window.refresh()
    QTest.keyClick(table.window, Qt.Key.Key_F2)
    assert table.window.dealer.incident_stage is Stage.KIND
    said = [text.text for text in texts_of(table.window.dealer.incident.bar)]
    assert table.window.words.text("incident.kept") not in said
    assert table.window.words.text("band.not_recorded.note") in said


def test_a_moved_journal_is_reported_and_play_goes_on_when_it_is_back(table: AtWork, tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    before = table.view
    journal.rename(tmp_path / "moved away")
    call(table)
    table.until(lambda: table.shown.unwritable is Unwritable.GONE)
    table.window.refresh()
    band = banner(table)
    assert band is not None and band.ink == theme.AMBER
    screen, words = table.window.dealer, table.window.words
    assert screen.prompt.text.headline == words.text("prompt.unrecorded.cards")
    assert (screen.prompt.text.colour, screen.primary) == (PromptColour.WAIT, Primary.NONE)
    assert screen.felt.isVisible() and screen.felt.tint is HELD_BACK, "no place is marked as due"
    assert band.aside == table.window.words.text("band.not_recorded.gone")
    assert (table.view.prompt, table.view.round, table.view.call) == (before.prompt, before.round, False)
    (tmp_path / "moved away").rename(journal)
    table.until(lambda: table.shown.unwritable is None)
    table.window.refresh()
    assert banner(table) is None and Lamp("journal") in lamps(table)
    assert screen.prompt.text.headline == words.text("prompt.deal.player.1")
    assert screen.felt.tint is DUE
    assert not table.view.call, "nothing is done that nobody repeated"
    assert table.after(lambda: call(table)).call


def test_a_card_that_came_meanwhile_is_laid_when_the_journal_is_back(table: AtWork, tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    table.hear_greeting()
    journal.rename(tmp_path / "moved away")
    table.until(table.shoe.step)
    table.until(lambda: table.shown.unwritable is Unwritable.GONE)
    assert table.view.coup is not None and table.view.coup.player == ()
    (tmp_path / "moved away").rename(journal)
    table.until(lambda: table.view.coup is not None and len(table.view.coup.player) == 1)
    table.until(lambda: getattr(table.shown.job, "what", None) == NoteKind.JOURNAL_UNWRITTEN)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("page", ["itself", "the first entries"])
def test_harm_to_the_file_in_play_is_found_at_the_next_entry_and_another_takes_over(
    qtbot: QtBot, tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that the table reads in play would show it: its bytes are others than the console left."""
    for each in ("EVERY", "ALL_PAGES_EVERY"):
        monkeypatch.setattr(harm_watch, each, 0)
    path = tmp_path / "journal.db"
    with at_work(qtbot, tmp_path) as table:
        while table.due != "await_bets":
            table.follow()
        table.console.harm_watch.wait()
        harm(path, page)
        call(table)
        table.until(lambda: any(path.parent.glob("journal-damaged-*.db")))
        table.until(lambda: table.view.entry == 2 and table.view.call)  # the second of the new file
        recovered = table.console.journal.heading
        assert recovered is not None and recovered.predecessor is not None
        notice = Words("en").text("log.noted.journal_recovered")
        table.until(lambda: notice in banded(table))
        while table.due != "deal":
            table.follow()
        assert table.view.entry > 1 and table.view.refused is None, "play goes on"
        assert table.view.notice == "please_wait", "a waiting call comes before the damage in the band"
        while table.view.bets != "open":
            table.follow()
        assert notice in banded(table), "no pit boss has come yet"
        line = b'{"do":"sign_in","who":"P1","role":"pit_boss"}'
        table.after(lambda: table.console.station.submit(line))
        table.until(lambda: notice not in banded(table))
    files = volumes(path)
    assert len(files) == 2 and [verify(each).flaw for each in files] == [None, None]
    with review(path) as journal:
        first = events.DECODER.decode(next(journal.entries(0)).event)
    assert isinstance(first, events.Noted) and first.what == NoteKind.JOURNAL_RECOVERED


def banded(table: AtWork) -> str:
    """The text of the band over the table."""
    band = table.window.dealer.band
    return band.accessibleName() if band.isVisible() else ""


def harm(path: Path, page: str) -> None:
    """Harm the main file as a bad disk or a hand does, while the console has it open."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        asked = "SELECT rootpage - 1 FROM sqlite_master WHERE name = 'meta'"
        at = connection.execute(asked).fetchone()[0] * 4096
    with path.open("rb+") as file:
        if page != "itself":
            at = file.read().index(b'"table_opened"') // 4096 * 4096
        file.seek(at)
        file.write(b"\xff" * 4096)


def test_a_clock_out_of_sync_is_lit_and_one_that_is_right_has_no_lamp(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, device=False) as table:
        assert all(lamp.device != "clock" for lamp in lamps(table))
        table.clock.synchronised = Sync.NO
        table.let_pass(61)
        assert Lamp("clock", LampFault.UNSYNCHRONISED) in lamps(table)
        table.clock.synchronised = Sync.YES
        table.let_pass(61)
        assert all(lamp.device != "clock" for lamp in lamps(table))


def test_a_clock_that_differs_from_the_floor_server_s_is_lit_with_how_far(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_work(qtbot, tmp_path, device=False) as table:
        for ahead, apart in ((-3600.2, "1:00:00"), (2.0, "0:00:02")):
            table.window.surroundings.lamps.floor_clock(ahead)
            table.let_pass(1)
            (lamp,) = (lamp for lamp in lamps(table) if lamp.device == "clock")
            assert lamp == Lamp("clock", LampFault.UNSYNCHRONISED, apart)
            assert lamp_text(Words("en"), lamp) == f"Clock not in sync ({apart})"
        table.window.surroundings.lamps.floor_clock(0.0)
        table.let_pass(1)
        assert all(lamp.device != "clock" for lamp in lamps(table))


def test_a_simulated_table_has_no_lamp_for_the_machines_clock(table: AtWork) -> None:
    table.clock.synchronised = Sync.NO
    table.let_pass(61)
    assert all(lamp.device != "clock" for lamp in lamps(table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_says_that_play_waits_in_a_few_words(language: str) -> None:
    for key in ("prompt.unrecorded.cards", "prompt.unrecorded.ball"):
        assert len(Words(language).text(key)) <= 40


def test_a_halt_and_a_sign_in_say_their_own_while_nothing_is_recorded() -> None:
    """No one is asked to deal by either of them."""
    failed = (Lamp("journal", LampFault.FAILED),)
    assert play_waits(changed(SAMPLES["dealing"], lamps=failed))
    assert not play_waits(changed(SAMPLES["halted"], lamps=failed))
    assert not play_waits(changed(SAMPLES["sign-in-due"], lamps=failed))


def test_every_reason_has_its_own_words_in_every_language(table: AtWork) -> None:
    assert table.window.people_here.view is not None
    failed = changed(table.window.people_here.view, lamps=(Lamp("journal", LampFault.FAILED),))
    for language in LANGUAGES:
        reasons = set[str]()
        for reason in Unwritable:
            found = fault_banner(changed(failed, unwritable=reason), Words(language))
            assert found is not None
            reasons.add(found.aside)
        assert len(reasons) == len(Unwritable), language


def test_the_notice_of_a_halt_comes_before_the_band_of_a_journal_set_aside() -> None:
    """LT-BAC-12: the band of the journal waits until players have heard everything."""
    halted = [view for view in SAMPLES.values() if view.view.notice is not None]
    assert halted and aside_banner(changed(SAMPLES["dealing"], journal_aside=True), Words("en"))
    assert [aside_banner(changed(view, journal_aside=True), Words("en")) for view in halted] == [None] * len(
        halted
    )
