"""The review at the table's own console: who may open it, and that the table's prompts come first."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.supervisor.ui.review.log.log_screen import LogKey
from console.supervisor.ui.review.report.handover_screen import HandoverScreen
from console.supervisor.ui.review.review_desk import ReviewAtTable
from console.table.core import HandsView, Person, Role
from console.table.journal import review
from console.table.link import Habits, Players
from console.table.ui.dealer import comes_first
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import begin
from console.table.ui.page import Side
from console.table.ui.sign_in import Purpose
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.over_table import review_over
from tests.supervisor.ui.review.samples import Reviewed
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_row, menu_rows
from tests.table.ui.harness.painted import labels_of
from tests.table.ui.harness.painting import stand_still
from tests.table.ui.samples.tables import SAMPLES
from tests.table.ui.window.test_simulated_blackjack import BY_ITSELF, at_once, follow, prepare

__all__ = ["at_once"]


def open_review(work: AtWork, who: str = "P1") -> None:
    """Ask for the review in the menu, and sign in for it."""
    work.window.sign_in.ask(Purpose.REVIEW)
    work.until(work.window.sign_in.screen.isVisible)
    work.type_pin(work.window.sign_in.screen, who)
    work.until(lambda: not work.window.sign_in.screen.isVisible())


@pytest.mark.sweep
def test_a_pit_boss_reads_the_log_of_the_table_that_is_being_written(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        for _ in range(4):
            work.follow()
        open_review(work)
        review = review_over(work.window)
        assert review.is_there and review.screens is not None
        log = review.screens.log
        work.until(lambda: log.query.found.done and log.row is not None)
        assert log.query.rows.count >= 4
        assert log.row is not None and log.row.kind in ("step_done", "signed_in", "device_noted", "noted")
        QTest.keyClick(log, Qt.Key.Key_Escape)
        back = menu_row(review.screens.menu, review.screens.words.text("review.back"))
        QTest.mouseClick(back, Qt.MouseButton.LeftButton)
        assert not review.is_there


def test_a_dealer_may_not(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        work.follow()
        work.window.sign_in.ask(Purpose.REVIEW)
        work.type_pin(work.window.sign_in.screen, "D1")
        work.until(lambda: not work.window.sign_in.screen.is_verifying)
        assert work.window.sign_in.screen.isVisible()
        assert not work.window.findChild(ReviewAtTable)


def playing(work: AtWork, action: str = "deal") -> None:
    """Go on until a round is open and this is asked for."""
    while work.due != action:
        work.follow()


def pressed(work: AtWork, key: QWidget) -> None:
    """Press a key that is in view, once its prompt has stood long enough to be meant."""
    assert key.isVisible()
    work.clock.advance(0.5)
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)


def test_the_review_is_offered_while_a_round_is_open_and_opens_under_the_live_prompt(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        work.window.open_menu()
        label = work.window.words.text("menu.review")
        assert label in [key.text() for key in menu_rows(work.window.menu)]
        open_review(work)
        review = review_over(work.window)
        assert review.is_there and review.strip.isVisible()
        assert review.strip.text == work.window.dealer.prompt.text
        while work.view.prompt.action == "deal":
            work.draw()
            work.until(lambda: review.strip.text == work.window.dealer.prompt.text)
            assert review.is_there


@pytest.mark.sweep
def test_a_dealer_plays_on_from_the_strip_during_a_review(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        open_review(work)
        strip = review_over(work.window).strip
        while work.view.prompt.action == "deal":
            work.draw()
        for action in ("announce", "collect"):
            assert work.view.prompt.action == action
            work.until(strip.done.isVisible)
            work.after(lambda: pressed(work, strip.done))
        assert work.view.prompt.action == "await_bets"
        work.follow()
        work.until(lambda: strip.seconds == work.view.prompt.seconds)
        work.let_pass(1)
        assert strip.seconds == (work.view.prompt.seconds or 0) - 1
        assert review_over(work.window).is_there


@pytest.mark.sweep
def test_a_handover_is_signed_at_a_table_that_plays_by_both_sides(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        playing(work)
        open_review(work, "S1")
        screens = review_over(work.window).screens
        assert screens is not None
        work.until(lambda: screens.log.query.filter_choices.last is not None)
        QTest.mouseClick(screens.log.keys[LogKey.REPORT], Qt.MouseButton.LeftButton)
        work.until(lambda: screens.report is not None and screens.report.compared is not None)
        assert screens.report is not None
        QTest.mouseClick(screens.report.primary, Qt.MouseButton.LeftButton)
        page = screens.pages[HandoverScreen]
        assert isinstance(page, HandoverScreen)
        QTest.keyClicks(page.remarks, "Shoe 2 sticks")
        work.draw()
        assert page.isVisible(), "a card that falls takes nobody away from what he writes"
        sides: tuple[tuple[Side, str], ...] = (("outgoing", "P1"), ("incoming", "S1"))
        for side, who in sides:
            QTest.mouseClick(page.keys[side], Qt.MouseButton.LeftButton)
            sign_in = page.sign_in
            assert sign_in is not None and sign_in.isVisible()
            assert sign_in.state.title == page.words.text(f"give.sign.{side}")
            assert sign_in.state.subtitle == f"{page.words.text('record.shift')} 01/01/2026 06:00"
            work.type_pin(sign_in, who)
            work.until(partial(has_signed, page, side))
        assert work.due
        assert work.shown.table.handover is not None
        assert dict(work.shown.table.handover.signed) == {"outgoing": "P1", "incoming": "S1"}
        assert work.shown.table.open_round


def has_signed(page: HandoverScreen, side: Side) -> bool:
    card = page.keys[side].parentWidget()
    assert card is not None
    return len(labels_of(card)) > 1  # who signed, and when


def typing(work: AtWork) -> HandoverScreen:
    """Have somebody type into the handover while the table plays."""
    open_review(work)
    screens = review_over(work.window).screens
    assert screens is not None
    work.until(lambda: screens.log.query.filter_choices.last is not None)
    screens.show_shift_report()
    work.until(lambda: screens.report is not None and screens.report.compared is not None)
    screens.show_handover()
    page = screens.pages[HandoverScreen]
    assert isinstance(page, HandoverScreen)
    QTest.keyClicks(page.remarks, "Shoe 2 st")
    return page


@pytest.mark.sweep
def test_a_call_brings_the_table_back_and_typed_remarks_are_kept(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        work.window.arrivals.end_authority()
        page, review = typing(work), review_over(work.window)
        work.after(lambda: pressed(work, review.strip.call))
        work.until(lambda: not review.is_there)
        assert work.view.call and review.is_kept
        work.window.arrivals.pit_boss_pressed()
        work.sign_in("P1")
        work.until(lambda: not work.view.call)
        work.window.open_menu()
        label = work.window.words.text("menu.review.again")
        assert label in [key.text() for key in menu_rows(work.window.menu)]
        open_review(work)
        assert review.is_there and page.isVisible()
        assert page.remarks.toPlainText() == "Shoe 2 st"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("field", ["remarks", "search"])
def test_a_badge_in_a_field_of_the_review_asks_for_that_person_and_is_not_typed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        page, review = typing(work), review_over(work.window)
        assert review.screens is not None
        if field == "search":
            review.screens.show_log()
            QTest.keyClicks(review.screens.log.search, "kort")
        to = page.remarks if field == "remarks" else review.screens.log.search
        work.clock.advance(1)
        for sign in "0012345625":
            QTest.keyClicks(to, sign)
            stand_still(work.clock, 0.01)
        asked = list[str]()
        monkeypatch.setattr(work.window.sign_in.screen, "read_badge", asked.append)
        QTest.keyClick(to, Qt.Key.Key_Return)
        assert work.window.sign_in.screen.isVisible() and asked == ["0012345625"]
        assert review.is_kept, "the table is in view, and the review stays as it is"
        assert page.remarks.toPlainText() == "Shoe 2 st"
        assert review.screens.log.search.text() == ("kort" if field == "search" else "")


def test_stray_signs_over_the_review_are_answered_in_the_reviewers_language(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The dealer's language answered somebody who reads another."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        her = replace(work.window.surroundings.persons["S1"], language="ja")
        work.window.sign_in.ask(Purpose.REVIEW)
        work.window.sign_in.screen.verified.emit(her)
        review, dealer = review_over(work.window), work.window.dealer
        spoken = work.window.words.language
        for language in ("ja", spoken):
            work.window.sign_in.badges.typed.dropped.emit()
            assert dealer.press_note is not None and dealer.press_note.isVisible()
            assert dealer.press_note.text == words(language).text("press.signs")
            review.give_way()
        assert spoken != "ja"


def test_a_halt_brings_the_table_back(qtbot: QtBot, tmp_path: Path) -> None:
    """LT-BAC-25: a card drawn in bet time."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work, "wait")
        page, review = typing(work), review_over(work.window)
        work.after(work.shoe.card_in_bet_time)
        work.until(lambda: not review.is_there)
        assert work.view.phase == "halted" and work.window.dealer.isVisible()
        assert page.remarks.toPlainText() == "Shoe 2 st"


def test_an_alarm_from_the_strip_is_the_tables_and_asks_what_went_wrong(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        open_review(work)
        review = review_over(work.window)
        QTest.mouseClick(review.strip.wrong, Qt.MouseButton.LeftButton)
        assert not review.is_there
        assert work.window.dealer.incident_stage is Stage.KIND


def test_a_review_that_one_person_left_is_not_shown_to_another(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        playing(work)
        open_review(work)
        before = review_over(work.window).screens
        review_over(work.window).give_way()
        open_review(work, "S1")
        assert review_over(work.window).screens is not before


def test_a_person_who_came_for_the_review_alone_leaves_when_the_round_is_over(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        while work.due != "await_bets":
            work.follow()
        open_review(work, "S1")
        work.until(lambda: work.shown.table.has(Role.SUPERVISOR))
        work.follow()
        review_over(work.window).close()
        work.window.refresh()
        assert work.shown.table.has(Role.SUPERVISOR), "nobody signs out of an open round"
        while work.shown.table.open_round:
            work.follow()
        work.until(lambda: not work.shown.table.has(Role.SUPERVISOR))
        with review(tmp_path / "journal.db") as file:
            *_, went = (json.loads(each.event) for each in file.entries(0) if each.kind == "signed_out")
        assert (went["who"], went.get("by_clock")) == ("S1", True), "and did not press for it"


@pytest.mark.sweep
def test_everybody_who_came_for_a_review_in_one_round_leaves_when_it_is_over(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        playing(work)
        work.window.arrivals.end_authority()
        work.until(lambda: not work.shown.table.has(Role.PIT_BOSS))
        for who in ("S1", "P1"):
            open_review(work, who)
            work.until(lambda: work.shown.table.role_of(who) is not None)  # noqa: B023
            review_over(work.window).close()
        while work.shown.table.open_round:
            work.follow()
        work.until(lambda: [each.role for each in work.shown.table.people] == [Role.DEALER])


@pytest.mark.sweep
def test_a_pit_boss_who_works_at_the_table_stays_when_the_review_ends(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path) as work:
        work.follow()
        assert work.shown.table.has(Role.PIT_BOSS)
        open_review(work)
        review_over(work.window).close()
        work.window.refresh()
        assert work.shown.table.has(Role.PIT_BOSS)
        assert work.follow().phase == "shoe"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("role", "gives_way"), [(Role.PIT_BOSS, True), (Role.SUPERVISOR, False)])
def test_a_prompt_for_the_one_who_reads_brings_the_table_back(
    qtbot: QtBot, role: Role, gives_way: bool
) -> None:
    table = Reviewed("en", 1280, 800, SAMPLES["dealing"])
    qtbot.addWidget(table)
    review, person = table.review, words("en")
    review.person = Person("X1", "Jonas P.", role, "en")
    review.show_view(SAMPLES["dealing"], person, person)
    assert review.is_there
    review.show_view(SAMPLES["preparing-present"], person, person)
    assert review.is_there is not gives_way


def test_a_state_that_the_strip_has_no_room_for_brings_the_table_back() -> None:
    """A halt, a lock, a call, a number to type, a question, a step: the dealer's whole screen."""
    wanted = {name for name, view in SAMPLES.items() if comes_first(view)}
    assert wanted >= {"halted", "resolve", "locked", "called"}
    assert not wanted & {"dealing", "bets-open", "bets-ending", "result", "collecting", "await-bets"}


def test_a_person_who_signs_in_an_open_round_does_not_stay_at_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        work.window.arrivals.end_authority()
        work.until(lambda: not work.shown.table.has(Role.PIT_BOSS))
        open_review(work)
        jonas = Person("P1", "Jonas P.", Role.PIT_BOSS, "en")
        review = review_over(work.window)
        begin(review._acts.sign(jonas, "2026-01-01 06:00", "outgoing", ""))
        work.until(lambda: work.shown.table.handover is not None)
        assert work.shown.table.open_round
        review.close()
        while work.shown.table.open_round:
            work.follow()
        work.until(lambda: not work.shown.table.has(Role.PIT_BOSS))


@pytest.mark.sweep
def test_a_supervisor_reads_in_her_own_language_and_everybody_by_name(qtbot: QtBot, tmp_path: Path) -> None:
    """The dealer's screen goes on in the dealer's; who came by a badge after the start has a name, too."""
    with at_work(qtbot, tmp_path, ready=True) as work:
        playing(work)
        her = replace(work.window.surroundings.persons["S1"], language="ja", name="Ruta V.")
        del work.window.surroundings.persons["S1"]
        table_language = work.window.words.language
        work.window.sign_in.ask(Purpose.REVIEW)
        work.window.sign_in.screen.verified.emit(her)
        screens = review_over(work.window).screens
        assert screens is not None
        work.until(lambda: screens.log.query.found.done and screens.log.query.filter_choices.last is not None)
        assert screens.words.language == "ja" != table_language
        assert work.window.words.language == table_language
        assert screens.log.query.person_name("S1") == "Ruta V."
        screens.show_shift_report()
        work.until(lambda: screens.report is not None and screens.report.compared is not None)
        assert screens.report is not None and screens.report.words.language == "ja"


@pytest.mark.sweep
def test_blackjack_is_dealt_on_under_the_strip_during_a_review(
    qtbot: QtBot, tmp_path: Path, at_once: None
) -> None:
    """Every prompt of a round of seven seats is answered from the strip, by a card or by the server."""
    players = Players(random.Random(7), Habits(plays=1.0, leaves=0.0))
    with at_work(qtbot, tmp_path, "sv", game="blackjack", players=players, ready=True) as work:
        prepare(work)
        while work.due != "deal":
            follow(work)
        open_review(work)
        review, asked, first = review_over(work.window), set[str](), work.view.round
        assert isinstance(first, HandsView)
        # A server that waits for nothing may have opened the next round before anybody looks.
        while isinstance(work.view.round, HandsView) and work.view.round.id == first.id:
            if work.view.prompt.action == "await_bets":
                break
            asked.add(work.view.prompt.action)
            if work.view.prompt.action in ("deal", *BY_ITSELF):
                follow(work)
            else:
                work.until(review.strip.done.isVisible)
                work.after(lambda: pressed(work, review.strip.done))
            assert review.is_there, work.view.prompt.action
        assert {"deal", "collect"} <= asked
