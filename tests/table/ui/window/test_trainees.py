"""At a LIVE table a trainee deals beside a dealer who may deal, and never alone."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import Words
from console.table.core import Person, PersonAtTable, Role, SetClock, Sync
from console.table.devices import SimulatedShoe
from console.table.people import BarKind, DealingBar, DealingRights
from console.table.ui.sign_in import Purpose, SignInScreen
from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.harness.menu_rows import menu_row
from tests.table.ui.window.test_dealers_licence import DEALER, TODAY, LiveTable, asks_dealer, passes
from tests.table.ui.window.test_live_table import PIN, file, shoe, tries

__all__ = ["file", "shoe"]

TRAINEE, OTHER = "T-7", "D-115"
TRAINEE_PIN, OTHER_PIN, BADGE = "314159", "161803", "9876543210"
IN_TRAINING = DealingRights(trainee=True)
BOTH = PersonAtTable(TRAINEE, Role.DEALER, DEALER)
ALONE = PersonAtTable(TRAINEE, Role.DEALER, DEALER, left=True)


@pytest.fixture
def live(qtbot: QtBot, file: Path, shoe: SimulatedShoe) -> LiveTable:
    """A LIVE table with two dealers and a trainee."""
    made = LiveTable(qtbot, file, shoe)
    made.people.add(Person(TRAINEE, "Mina K.", Role.DEALER, "ja"), TRAINEE_PIN, rights=IN_TRAINING)
    made.people.add(Person(OTHER, "Elín S.", Role.DEALER, "is"), OTHER_PIN, BADGE)
    return made


def asked(work: AtWork, *, purpose: Purpose = Purpose.DEALER) -> None:
    """The trainee types the right PIN, and the dealer beside is asked for."""
    screen = work.window.sign_in.screen
    work.window.sign_in.ask(purpose)
    tries(screen, TRAINEE, TRAINEE_PIN)
    work.until(lambda: bool(screen.state.note.heed))
    assert screen.isVisible()


def is_refused(live: LiveTable, times: int) -> bool:
    """Whether the journal has so many refusals of somebody who may not deal."""
    return len(live.noted("dealing_refused")) == times


def warns(screen: SignInScreen) -> bool:
    """Whether the sign-in says why somebody may not deal."""
    return screen.state.note.heed


def types_pin(work: AtWork, pin: str) -> None:
    """Somebody whose name stands in the form types a PIN."""
    QTest.keyClicks(work.window.sign_in.screen, pin)
    QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)


def both_sign_in(work: AtWork) -> None:
    asks_dealer(work)
    asked(work)
    tries(work.window.sign_in.screen, DEALER, PIN)
    work.until(lambda: BOTH in work.shown.table.people)
    work.pins = {"P1": ("P-7", PIN)}


def deals_to(work: AtWork, phase: str) -> None:
    while work.view.phase != phase:
        work.follow()


def chooses(work: AtWork, key: str) -> None:
    """Somebody opens the menu and presses a row."""
    QTest.keyClick(work.window.dealer, Qt.Key.Key_F10)
    row = menu_row(work.window.menu, work.window.words.text(key))
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)


def leaves(work: AtWork) -> None:
    """The dealer beside presses in the menu that this dealer leaves."""
    chooses(work, "menu.beside.leaves")
    work.until(lambda: ALONE in work.shown.table.people or not work.shown.table.has(Role.DEALER))


def test_a_trainee_reads_who_has_to_come_and_deals_once_both_have_signed_in(live: LiveTable) -> None:
    with live.opened() as work:
        asks_dealer(work)
        asked(work)
        screen = work.window.sign_in.screen
        assert screen.state.note.text == Words("ja").text("sign_in.barred.trainee"), "the way out"
        assert screen.state.title == work.window.words.text("sign_in.beside", name="Mina K.")
        assert not work.shown.table.has(Role.DEALER)
        tries(screen, DEALER, PIN)
        work.until(lambda: BOTH in work.shown.table.people)
        assert work.window.words.language == "ja", "the trainee's screen"
        view = work.window.people_here.view
        assert view is not None and view.dealer is not None and view.beside is not None
        assert (view.dealer.name, view.beside.name) == ("Mina K.", "Rasa K.")
        name = work.window.dealer.status.name.accessibleName()
        assert "Mina K." in name and Words("ja").text("bar.beside", name="Rasa K.") in name
    assert not live.noted("dealing_refused")


def test_a_trainee_with_whom_nobody_signs_in_is_refused_on_record(live: LiveTable) -> None:
    with live.opened() as work:
        asks_dealer(work)
        asked(work)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Escape)
        work.until(lambda: not work.window.sign_in.is_asking)
        assert not work.shown.table.has(Role.DEALER)
        asked(work)
        tries(work.window.sign_in.screen, TRAINEE, TRAINEE_PIN)
        screen = work.window.sign_in.screen
        work.until(lambda: screen.state.id == "" and bool(screen.state.note.heed))
        tries(screen, OTHER, PIN)
        work.until(lambda: screen.state.note.text == work.window.words.text("sign_in.wrong"))
    refused = live.noted("dealing_refused", "sign_in_failed")
    assert refused == [
        ("dealing_refused", TRAINEE, "trainee"), ("dealing_refused", TRAINEE, "trainee"),
        ("sign_in_failed", OTHER, None),
    ]  # fmt: skip


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "rights",
    (DealingRights(until=TODAY - timedelta(days=1)), DealingRights(games=("roulette",)), IN_TRAINING),
    ids=("expired", "another game", "a trainee"),
)
def test_beside_a_trainee_stands_nobody_who_may_not_deal(live: LiveTable, rights: DealingRights) -> None:
    live.people.set_rights(DEALER, rights, "new")
    with live.opened() as work:
        asks_dealer(work)
        asked(work)
        screen = work.window.sign_in.screen
        tries(screen, DEALER, PIN)
        work.until(lambda: len(live.noted("dealing_refused")) == 1)
        QTest.keyClicks(screen, BADGE)  # another dealer's badge is enough
        QTest.keyClick(screen, Qt.Key.Key_Return)
        work.until(lambda: PersonAtTable(TRAINEE, Role.DEALER, OTHER) in work.shown.table.people)
    assert live.noted("dealing_refused")[0][1] == DEALER


def test_a_trainee_whose_own_licence_ended_deals_beside_nobody(live: LiveTable) -> None:
    live.people.set_rights(TRAINEE, DealingRights(until=TODAY - timedelta(days=1), trainee=True), "new")
    with live.opened() as work:
        asks_dealer(work)
        asked(work)
        assert work.window.sign_in.screen.state.title != work.window.words.text(
            "sign_in.beside", name="Mina K."
        )


@pytest.mark.sweep
def test_the_present_dealer_is_expected_beside_the_trainee_who_relieves(live: LiveTable) -> None:
    with live.opened() as work:
        deals_to(work, "dealing")
        asked(work, purpose=Purpose.RELIEF)
        assert work.window.sign_in.screen.state.id == DEALER
        types_pin(work, PIN)
        work.until(lambda: BOTH in work.shown.table.people)
        deals_to(work, "collecting")
        assert work.shown.table.role_of(DEALER) is None


@pytest.mark.sweep
def test_once_the_one_beside_left_the_trainee_goes_after_the_round(
    live: LiveTable,
) -> None:
    with live.opened() as work:
        both_sign_in(work)
        deals_to(work, "dealing")
        leaves(work)
        while work.view.phase != "collecting":
            work.follow()
            assert work.shown.table.role_of(TRAINEE) is Role.DEALER
        work.follow()
        work.until(lambda: not work.shown.table.has(Role.DEALER))
        assert not work.shown.table.open_round and work.view.prompt.action == "sign_in"
    assert live.noted("beside_left") == [("beside_left", DEALER, TRAINEE)]


def test_between_rounds_the_trainee_is_signed_out_at_once(live: LiveTable) -> None:
    with live.opened() as work:
        both_sign_in(work)
        leaves(work)
        work.until(lambda: not work.shown.table.has(Role.DEALER))


@pytest.mark.sweep
def test_another_dealer_comes_beside_before_the_round_ends(live: LiveTable) -> None:
    with live.opened() as work:
        both_sign_in(work)
        deals_to(work, "dealing")
        leaves(work)
        chooses(work, "menu.beside")
        QTest.keyClicks(work.window.sign_in.screen, BADGE)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)
        other = PersonAtTable(TRAINEE, Role.DEALER, OTHER)
        work.until(lambda: other in work.shown.table.people)
        deals_to(work, "collecting")
        work.follow()
        assert other in work.shown.table.people


@pytest.mark.sweep
def test_the_licence_of_the_one_beside_that_ends_ends_the_trainees_turn(live: LiveTable) -> None:
    """The trainee is signed out: log and report said 'Dealer signed out' of the one beside."""
    live.license(TODAY)
    with live.opened() as work:
        both_sign_in(work)
        deals_to(work, "dealing")
        passes(work, 86_400, (TRAINEE, TRAINEE_PIN), (DEALER, PIN))
        deals_to(work, "collecting")
        assert BOTH in work.shown.table.people
        work.follow()
        work.until(lambda: not work.shown.table.has(Role.DEALER))
    why = DealingBar(BarKind.EXPIRED, (TODAY.isoformat(),)).text
    assert live.noted("dealing_ended", "dealing_refused") == [("dealing_refused", DEALER, why)]


@pytest.mark.sweep
@pytest.mark.parametrize("mended_first", (True, False), ids=("before the other leaves", "after it"))
def test_who_is_no_trainee_any_more_deals_on_after_the_one_beside_left(
    live: LiveTable, mended_first: bool
) -> None:
    """The list was mended, and the dealer signed out all the same, without a reason."""
    with live.opened() as work:
        both_sign_in(work)
        deals_to(work, "dealing")
        for mends in (mended_first, not mended_first):
            if mends:
                live.people.set_rights(TRAINEE, DealingRights("4711"), "the training is over")
                work.draw()
            elif BOTH in work.shown.table.people:
                leaves(work)
        full = PersonAtTable(TRAINEE, Role.DEALER)
        work.until(lambda: full in work.shown.table.people)
        view = work.window.people_here.view
        assert view is not None and not view.beside_left, "no band says that the dealer will be signed out"
        deals_to(work, "collecting")
        deals_to(work, "betting")
        assert full in work.shown.table.people
        work.window.arrivals.lock()
        types_pin(work, TRAINEE_PIN)
        work.until(lambda: not work.window.surroundings.presence.locked)
    assert live.noted("training_ended", "dealing_refused") == [("training_ended", TRAINEE, None)]


def test_a_trainee_unlocks_the_screen_with_the_dealer_beside(live: LiveTable) -> None:
    with live.opened() as work:
        both_sign_in(work)
        deals_to(work, "dealing")
        work.window.arrivals.lock()
        screen = work.window.sign_in.screen
        types_pin(work, TRAINEE_PIN)
        work.until(lambda: screen.state.id == DEALER)
        QTest.keyClick(screen, Qt.Key.Key_Escape)
        work.until(lambda: screen.state.id == TRAINEE)
        assert work.window.surroundings.presence.locked and screen.isVisible()
        types_pin(work, TRAINEE_PIN)
        work.until(lambda: screen.state.id == DEALER)
        types_pin(work, PIN)
        work.until(lambda: not work.window.surroundings.presence.locked)
        assert BOTH in work.shown.table.people


@pytest.mark.sweep
def test_a_restart_keeps_who_stands_beside_and_who_left(live: LiveTable) -> None:
    with live.opened() as work:
        both_sign_in(work)
        deals_to(work, "dealing")
    with live.opened(work.clock, asks=False) as work:
        assert BOTH in work.shown.table.people
        leaves(work)
    with live.opened(work.clock, asks=False) as work:
        assert ALONE in work.shown.table.people
        work.pins = {"P1": ("P-7", PIN)}
        while work.shown.table.open_round:
            work.follow()
        deals_to(work, "collecting")
        work.follow()
        work.until(lambda: not work.shown.table.has(Role.DEALER))


@pytest.mark.sweep
def test_a_dealer_who_turns_out_to_be_a_trainee_goes_after_the_round(live: LiveTable) -> None:
    with live.opened() as work:
        deals_to(work, "dealing")
        live.people.terminal = "root"
        live.people.set_rights(DEALER, IN_TRAINING, "the office’s list")
        work.window.sign_in.record_changes()
        deals_to(work, "collecting")
        assert work.shown.table.has(Role.DEALER)
        work.follow()
        work.until(lambda: not work.shown.table.has(Role.DEALER))
    assert ("dealing_refused", DEALER, "trainee") in live.noted("dealing_refused")


@pytest.mark.sweep
def test_a_trainees_own_badge_stands_beside_nobody(live: LiveTable) -> None:
    """By two badges of one person, by the menu, and by the lock of another dealer's screen."""
    own, third = "1234567890", "T-8"
    live.people.add(Person(third, "Ola N.", Role.DEALER, "sv"), "271829", own, rights=IN_TRAINING)
    with live.opened() as work:
        deals_to(work, "dealing")
        screen = work.window.sign_in.screen

        def holds(badge: str) -> None:
            QTest.keyClicks(screen, badge)
            QTest.keyClick(screen, Qt.Key.Key_Return)

        work.window.sign_in.ask(Purpose.RELIEF)
        for refused in (0, 1, 2):
            holds(own)
            work.until(partial(is_refused, live, refused))
            work.until(lambda: not screen.is_verifying)
        QTest.keyClick(screen, Qt.Key.Key_Escape)
        assert work.shown.table.role_of(DEALER) is Role.DEALER
        work.window.arrivals.lock()
        holds(own)
        work.until(lambda: screen.state.id == DEALER)
        QTest.keyClick(screen, Qt.Key.Key_Escape)
        assert work.window.surroundings.presence.locked
        assert work.shown.table.role_of(third) is None


@pytest.mark.sweep(1)
@pytest.mark.parametrize("follows", (Sync.NO, Sync.YES))
def test_a_clock_that_was_set_back_makes_no_ended_licence_valid(live: LiveTable, follows: Sync) -> None:
    """Over restarts too, each of which leaves newer entries with the wrong day; a clock that follows a time
    server is right.
    """
    last = TODAY + timedelta(days=10)
    live.license(last)
    right = SetClock()
    right.advance(86_400 * 12)
    with live.opened(right):
        pass
    for _ in range(2):
        back = SetClock()
        back.synchronised = follows
        with live.opened(back) as work:
            asks_dealer(work)
            screen = work.window.sign_in.screen
            work.window.sign_in.ask_first()
            tries(screen, DEALER, PIN)
            if follows is Sync.YES:
                work.until(lambda: work.shown.table.has(Role.DEALER))
                return
            work.until(partial(warns, screen))
            days = {"what": last, "today": TODAY, "before": TODAY + timedelta(days=12)}
            slots = {name: day.isoformat() for name, day in days.items()}
            assert screen.state.note.text == Words("lt").text("sign_in.barred.set_back", **slots)
            assert not work.shown.table.has(Role.DEALER)
