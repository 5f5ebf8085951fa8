"""The real window on a pty: bytes in, presses as a dealer makes them, prompts out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import NoteJob, NoteKind, Role, SetClock, events
from console.table.devices import SimulatedShoe
from console.table.journal import Identity, open_journal, review
from console.table.journal.proof.seals import seal
from console.table.ui.kit import clock_time, screen_of
from console.table.ui.sign_in import Purpose
from console.table.ui.sign_in.credentials import Field
from console.table.words.speech import prompt_text
from tests.table.journal.sealing import key_in
from tests.table.ui.harness.at_work import PINS, AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.painted import painted
from tests.table.ui.harness.straight import PERSONS, straight

COUPS, BEHIND = 16, 370
"""The number of coups that are dealt, and of cards behind the shoe's cut card."""


def sign_out_the_pit_boss(work: AtWork) -> None:
    if work.shown.table.has(Role.PIT_BOSS):
        work.after(work.window.arrivals.end_authority)


@pytest.mark.sweep
def test_coups_are_dealt_past_the_reshuffle(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoe = partial(SimulatedShoe, from_end=BEHIND)
    monkeypatch.setattr("tests.table.ui.harness.at_work.SimulatedShoe", shoe)
    with at_work(qtbot, tmp_path) as work:
        announced, last_hands, shoes = 0, 0, set()
        while announced < COUPS:
            before = work.view
            view = work.follow()
            assert view.accepted, (before.prompt, view.refused)
            assert view.round is None or view.round.status != "void"
            announced += before.phase == "result" and view.phase == "collecting"
            last_hands += view.say is not None and view.say.key == "last_hand_before_shuffle"
            shoes.add(work.shown.table.shoe_in_play.number)
        assert work.shown.table.round_number == COUPS
        assert shoes == {0, 1, 2}, "BAC-3.2.2: the cards are shuffled again after the last hand"
        assert last_hands >= 1, "BAC-3.5.4: the last hand is announced"


def test_focus_comes_to_the_primary_of_each_prompt(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "result", "announce")
        bar = work.window.dealer.bar
        work.until(lambda: QApplication.focusWidget() is bar.primary)
        bar.call.setFocus()
        assert work.enter().phase == "collecting"
        work.until(lambda: QApplication.focusWidget() is bar.primary)


def test_a_step_up_ends_by_itself_and_the_dealer_stays(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "betting", "wait")
        work.after(work.shoe.card_in_bet_time)
        work.sign_in("P1")
        assert {person.who for person in work.shown.table.people} == {"D1", "P1"}
        work.after(lambda: work.let_pass(work.console.config.step_up))
        work.until(lambda: [person.who for person in work.shown.table.people] == ["D1"])


def test_a_relief_dealer_signs_in_over_the_running_table(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        before = work.view
        work.window.sign_in.ask(Purpose.RELIEF)
        assert work.window.dealer.prompt.isVisible(), "the table's prompt stays in view"
        after = work.sign_in("D2")
        assert after.prompt == before.prompt and after.round == before.round
        assert work.shown.table.role_of("D1") is None
        assert work.shown.table.role_of("D2") is Role.DEALER


@pytest.mark.usefixtures("drawn_on_screen")
def test_nothing_of_the_digits_stays_on_the_table_they_lay_over(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, game="roulette", rules="lt", ready=True) as work:
        play_to(work, "betting", "await_bets")
        window = work.window
        window.sign_in.ask(Purpose.RELIEF)
        for typed in PINS["D2"]:
            QTest.keyClicks(window.sign_in.screen, typed)
            QApplication.processEvents()  # the form lies there, and is painted
            QTest.keyClick(window.sign_in.screen, Qt.Key.Key_Return)
        work.until(lambda: not window.sign_in.screen.isVisible())
        # before anything else, such as a wheel that falls silent, has the table painted again
        qtbot.waitUntil(lambda: on_the_screen(window) == as_repainted(window))


def on_the_screen(window: QWidget) -> QImage:
    """The table zone of the screen, painted part by part."""
    zone = screen_of(window).grabWindow(window.winId(), 12, 300, 1256, 330)
    return zone.toImage().convertToFormat(QImage.Format.Format_RGB32)


def as_repainted(window: QWidget) -> QImage:
    """The same zone painted at once, with nothing left over."""
    return window.grab(QRect(12, 300, 1256, 330)).toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_a_locked_table_still_takes_the_cards_that_are_due(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.after(work.window.arrivals.lock)
        assert work.window.sign_in.screen.isVisible()
        assert work.draw().accepted
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Escape)
        assert work.window.sign_in.screen.isVisible(), "only a PIN unlocks"
        people = work.shown.table.people
        unlock(work, "D1")
        assert not work.window.sign_in.screen.isVisible()
        assert work.shown.table.people == people, "unlocking signs nobody in again"


def test_a_pit_boss_may_unlock_in_the_place_of_the_dealer(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.after(work.window.arrivals.lock)
        screen = work.window.sign_in.screen
        screen._go_to(Field.ID)  # the dealer's id is there already
        for _ in range(2):
            QTest.keyClick(screen, Qt.Key.Key_Backspace)
        QTest.keyClicks(screen, "P1")
        QTest.keyClick(screen, Qt.Key.Key_Return)
        unlock(work, "P1")
        assert not screen.isVisible()


def test_five_minutes_without_a_press_lock_the_session(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        work.let_pass(299)
        assert not work.window.sign_in.screen.isVisible()
        work.let_pass(1)
        assert work.window.sign_in.screen.isVisible()


@pytest.mark.parametrize(("by", "ends"), [(8 * 3600.0, True), (61.0, True), (-61.0, True), (59.0, False)])
def test_a_clock_set_by_more_than_a_minute_ends_the_pit_bosss_time_and_locks(
    qtbot: QtBot, tmp_path: Path, by: float, ends: bool
) -> None:
    """Nobody knows how long the computer was left alone."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "betting", "wait")
        work.after(work.shoe.card_in_bet_time)
        work.sign_in("P1")
        work.window.tick()
        work.clock.set(by)
        work.window.tick()
        assert (work.window.people_here.pit_boss_here() is None) is ends
        assert work.window.sign_in.screen.isVisible() is ends


def test_a_restarted_console_shows_the_same_hand_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        before, people = work.view, work.shown.table.people
    with at_work(qtbot, tmp_path, ready=True) as work:
        assert work.view.round == before.round
        assert work.view.prompt == before.prompt
        assert work.shown.table.people == people
        assert work.window.dealer.band.isVisible()
        while work.view.round == before.round:
            work.draw()  # what is heard first may be the shoe's greeting, of which no card comes
        assert not work.window.dealer.band.isVisible(), "the next card takes the band away"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("again", [False, True])
def test_a_restart_unlocks_no_screen(qtbot: QtBot, tmp_path: Path, again: bool) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        work.after(work.window.arrivals.lock)
        before = work.view.round
    for _ in range(2 if again else 1):
        with at_work(qtbot, tmp_path, ready=True) as work:
            assert work.window.sign_in.screen.isVisible() and work.window.sign_in.screen.state.overlay
            assert not work.window.sign_in.screen.back.isVisible(), "only a PIN unlocks"
            assert work.window.dealer.isVisible() and work.view.round == before, "the hand stays in view"
    with at_work(qtbot, tmp_path, ready=True) as work:
        unlock(work, "D1")
    with at_work(qtbot, tmp_path, ready=True) as work:
        assert not work.shown.table.console.screen_locked
        assert not work.window.sign_in.is_made, "nobody is asked again"


def asked_to_close(work: AtWork) -> None:
    """Close the window as a window manager does."""
    handle = work.window.windowHandle()
    assert handle is not None
    QApplication.sendEvent(handle, QCloseEvent())


def test_the_window_system_closes_no_hand_unless_a_pit_boss_means_it(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        before, noted = work.view.round, list[object]()
        work.console.bridge.table_shown.connect(lambda shown: noted.append(shown.job))
        asked_to_close(work)
        assert work.window.isVisible() and work.window.sign_in.screen.isVisible()
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Escape)
        assert work.window.isVisible() and not work.window.menu.isVisible()
        work.window.sign_in.ask(Purpose.PIT_BOSS)
        work.sign_in("P1")
        work.until(lambda: work.window.pit.page.is_there)
        assert not work.window.menu.isVisible(), "who comes for something else is asked nothing"
        work.after(work.window.arrivals.end_authority)
        asked_to_close(work)
        work.sign_in("P1")
        work.let_pass(1)
        back, meant = menu_rows(work.window.menu)
        assert work.window.menu.isVisible() and not work.window.pit.page.is_there
        QTest.mouseClick(back, Qt.MouseButton.LeftButton)
        work.after(work.window.tick)
        assert work.window.people_here.pit_boss_here() is None, "the authority was for this alone"
        assert work.window.isVisible() and work.view.round == before
        asked_to_close(work)
        work.sign_in("P1")
        work.let_pass(1)
        back, meant = menu_rows(work.window.menu)
        QTest.mouseClick(meant, Qt.MouseButton.LeftButton)
        work.until(lambda: not work.window.isVisible())
        work.until(lambda: NoteJob(NoteKind.CONSOLE_CLOSED, who="P1") in noted)


def test_a_console_that_was_down_for_more_than_five_minutes_comes_back_locked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """GLI-19: five minutes without anybody lock the session, whether or not the console ran meanwhile."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        since = (work.clock.utc() - SetClock().utc()).total_seconds()
    with at_work(qtbot, tmp_path, down=since + 290, ready=True) as work:
        assert not work.window.sign_in.is_made
    with at_work(qtbot, tmp_path, down=since + 290 + 301, ready=True) as work:
        assert work.window.sign_in.screen.isVisible() and work.window.sign_in.screen.state.overlay
        work.until(lambda: work.shown.table.console.screen_locked)
        assert work.draw().accepted, "cards that are due are still taken"


def test_a_console_whose_clock_was_set_back_while_it_was_down_comes_back_locked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Its battery was empty, or somebody set it: nobody knows for how long it was down."""
    with at_work(qtbot, tmp_path, down=3600, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.draw()
    with at_work(qtbot, tmp_path, down=60, ready=True) as work:
        assert work.window.sign_in.screen.isVisible() and work.window.sign_in.screen.state.overlay
        work.until(lambda: work.shown.table.console.screen_locked)


@pytest.mark.sweep
@pytest.mark.parametrize("state_kept", [False, True])
def test_a_seal_at_a_terminal_keeps_no_screen_unlocked_and_shortens_no_outage(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state_kept: bool
) -> None:
    """GLI-19: the table stopped with its own last entry, whatever was written to its closed journal."""
    if state_kept:  # with each entry: a replay then has no entry of the table
        monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 1)
    with at_work(qtbot, tmp_path) as work:
        play_to(work, "dealing", "deal")
        work.draw()
        name, stopped = work.console.config.name, work.clock.utc()
    clock = SetClock()
    clock.advance((stopped - clock.utc()).total_seconds() + 290)
    with open_journal(tmp_path / "journal.db", Identity(name, "baccarat", "sv")) as journal:
        seal(journal, key_in(tmp_path / "keys"), clock, terminal="root")
    clock.advance(20)
    down = (clock.utc() - SetClock().utc()).total_seconds()
    with at_work(qtbot, tmp_path, down=down) as work:
        assert work.window.sign_in.screen.isVisible(), "310 seconds have passed, and nobody was there"
        work.until(lambda: work.shown.table.console.screen_locked)
    with review(tmp_path / "journal.db") as found:
        noted = [events.DECODER.decode(each.event) for each in found.of_a_kind("noted", "what")]
    restarted = [each for each in noted if isinstance(each, events.Noted) and each.what == "restarted"]
    assert [each.text for each in restarted] == [stopped.isoformat()]


def test_after_a_restart_the_screen_is_in_the_language_of_the_dealer_signed_in(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PERSONS, "D1", replace(PERSONS["D1"], language="ja"))
    with straight(qtbot) as table:
        table.restart(qtbot)
        prompt = table.window.dealer.prompt.text
        assert table.window.words.language == "ja"
        assert prompt is not None and prompt.headline == prompt_text(Words("ja"), table.view.view)
        table.take({"do": "sign_out", "who": "D1"})
        table.restart(qtbot)
        assert table.window.words.language == "en", "the table's own, for the next person"


def test_the_language_that_the_dealer_chose_stays_after_a_pit_bosss_visit_and_a_lock(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        own = table.window.words.language
        table.key(Qt.Key.Key_F9)
        chosen = table.window.words.language
        table.window.arrivals.pit_boss_pressed()
        table.pin()
        assert table.window.words.language == PERSONS["P1"].language == own
        table.window.arrivals.end_authority()
        assert table.window.words.language == chosen != own
        table.window.arrivals.lock()
        table.pin("D1")
        assert table.window.words.language == chosen


def test_the_screen_speaks_the_tables_own_language_while_nobody_is_signed_in(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PERSONS, "P1", replace(PERSONS["P1"], language="de"))
    monkeypatch.setitem(PERSONS, "D1", replace(PERSONS["D1"], language="ja"))
    with straight(qtbot) as table:
        window = table.window
        window.arrivals.come(PERSONS["D1"], Purpose.DEALER)
        assert window.words.language == "ja"
        table.take({"do": "sign_out", "who": "D1"})
        assert window.words.language == "en", "the dealer's ended with the dealer"
        window.arrivals.come(PERSONS["P1"], Purpose.PIT_BOSS)
        table.settle()
        assert window.words.language == "de"
        window.arrivals.end_authority()
        assert window.words.language == "en", "the pit boss's ended with the pit boss"


def test_a_dealer_who_signs_in_again_keeps_the_own_language_after_a_pit_bosss_visit(qtbot: QtBot) -> None:
    with straight(qtbot) as table:
        own = table.window.words.language
        table.key(Qt.Key.Key_F9)
        assert table.window.words.language != own
        table.take({"do": "sign_out", "who": "D1"})
        table.window.arrivals.come(PERSONS["D1"], Purpose.DEALER)
        table.settle()
        assert table.window.words.language == own
        table.window.arrivals.pit_boss_pressed()
        table.pin()
        table.window.arrivals.end_authority()
        assert table.window.words.language == own


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pit_boss_who_was_called_is_told_who_called_and_when(qtbot: QtBot, language: str) -> None:
    """The sign-in takes the call back: the page must not say that all is well after it."""
    with straight(qtbot) as table:
        text = Words(language).text
        table.take({"do": "call", "on": True, "by": "D1"})
        shown = table.window.people_here.table
        assert shown is not None and shown.called is not None
        called = clock_time(shown.called, Words(language))
        table.window.arrivals.come(PERSONS["P1"], Purpose.PIT_BOSS)
        table.window.speak(language)
        table.settle()
        page = table.window.pit.page.screen
        assert page is not None and page.isVisible()
        asked = page.prompt.text
        assert PERSONS["D1"].name in asked.headline and called in asked.headline
        assert (asked.note or "").startswith(text("pit.is_settled"))
        said = " ".join((page.accessibleName(), page.open.accessibleName()))
        assert text("pit.nothing_open") not in said and text("pit.all_well") not in said
        assert page.primary.text() == text("pit.settled") and not page.wrong.isHidden()
        page.primary.meant.emit()
        table.settle()
        table.window.arrivals.come(PERSONS["P1"], Purpose.PIT_BOSS)
        table.window.arrivals.show_page()
        table.settle()
        assert PERSONS["D1"].name not in page.prompt.text.headline


def test_a_pulled_cable_shows_and_the_card_comes_when_it_is_back(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.shoe.unplug()
        work.until(lambda: lamp(work, "shoe") == "no_such_file")
        prompt = work.window.dealer.prompt.text
        assert prompt.headline == Words("en").text("prompt.unheard.shoe.lost")
        work.shoe.plug_in()
        work.until(lambda: lamp(work, "shoe") is None)
        assert work.window.dealer.prompt.text.headline == Words("en").text("prompt.deal.player.1")
        work.draw()
        assert work.view.coup is not None and len(work.view.coup.player) == 1
        assert work.view.shoe is not None and work.view.shoe.left == 415


def test_a_shoe_that_says_nothing_while_a_card_is_due_is_silent(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "dealing", "deal")
        work.let_pass(work.console.config.silence + 1)
        assert lamp(work, "shoe") == "silent"
        prompt = work.window.dealer.prompt.text
        assert prompt.headline == Words("en").text("prompt.unheard.shoe.silent")
        work.draw()
        work.until(lambda: lamp(work, "shoe") is None)


@pytest.mark.sweep
def test_every_prompt_of_a_coup_is_shown_in_the_persons_language(qtbot: QtBot, tmp_path: Path) -> None:
    """The language is the configuration's, then each other that somebody chooses while the prompt stands."""
    with at_work(qtbot, tmp_path, rules="lt", language="ja") as work:
        assert prompt_text(Words("ja"), work.view) in work.window.dealer.prompt.accessibleName()
        while work.view.phase != "collecting":
            work.until(work.is_settled)
            for language in LANGUAGES:
                work.window.speak(language)
                name = work.window.dealer.prompt.accessibleName()
                assert prompt_text(Words(language), work.view) in name
            work.follow()


def test_no_press_of_the_last_prompt_confirms_the_next(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        play_to(work, "result", "announce")
        entry = work.view.entry
        QTest.keyClick(work.window.dealer, Qt.Key.Key_Return)
        work.let_pass(0.5)
        assert work.view.entry == entry, "a press within 400 ms of a new prompt is not meant for it"
        assert work.enter().phase == "collecting"


def play_to(work: AtWork, phase: str, action: str) -> None:
    """Follow the prompts until this one is due."""
    while (work.due, work.view.phase) != (action, phase):
        work.follow()


def primary(work: AtWork) -> str:
    """The kind of the large key at the lower right."""
    return str(work.window.dealer.primary)


def unlock(work: AtWork, who: str) -> None:
    """Type the PIN, and wait for what it does: a device may say something while it is verified."""
    work.until(work.is_settled)
    painted()
    QTest.keyClicks(work.window.sign_in.screen, PINS[who][1])
    QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)
    work.until(lambda: not work.shown.table.console.screen_locked and work.is_settled())


def lamp(work: AtWork, device: str) -> str | None:
    """The fault that a lamp shows."""
    work.window.tick()
    shown = work.window.people_here.view
    assert shown is not None
    return next(lamp.fault for lamp in shown.console.lamps if lamp.device == device)
