"""The alarm never misses, and the focus never lies on what decides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import lines
from console.table.game import Card
from console.table.ui.dealer import KeyboardBand
from console.table.ui.incident.incident_words import called_text
from console.table.ui.incident.stage import Stage
from console.table.ui.kit import Button
from console.table.ui.sign_in import Purpose
from console.table.ui.window.surroundings import REFUSAL_SHOWN
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.sweep import by_turns
from tests.table.ui.harness.at_work import PATIENCE
from tests.table.ui.harness.straight import Straight, straight
from tests.table.ui.incident.test_authority import a_card_in_bet_time, step_up, to_a_coup
from tests.table.ui.incident.test_changed_answers import fell


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot) as made:
        yield made


def at_once(table: Straight, key: Qt.Key) -> None:
    """Press a key in the very moment in which the prompt came."""
    table.window.dealer.guard.renew()
    QTest.keyClick(table.window.dealer, key)
    table.settle()


def press_at_once(table: Straight, button: QAbstractButton) -> None:
    table.window.dealer.guard.renew()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    table.settle()


@pytest.mark.parametrize("by_key", [False, True])
def test_something_went_wrong_halts_in_the_moment_of_a_new_prompt(table: Straight, by_key: bool) -> None:
    to_a_coup(table, 1)
    if by_key:
        at_once(table, Qt.Key.Key_F2)
    else:
        press_at_once(table, table.window.dealer.bar.wrong)
    assert table.view.view.phase == "halted"
    note = table.window.dealer.press_note
    assert note is None or not note.isVisible(), "what was taken is not said not to be"


@pytest.mark.parametrize("by_key", [False, True])
def test_the_pit_boss_is_called_in_the_moment_of_a_new_prompt(table: Straight, by_key: bool) -> None:
    to_a_coup(table, 1)
    if by_key:
        at_once(table, Qt.Key.Key_F3)
    else:
        press_at_once(table, table.window.dealer.bar.call)
    assert table.view.view.call


def test_the_menu_opens_and_locks_in_the_moment_of_a_new_prompt(table: Straight) -> None:
    to_a_coup(table, 1)
    press_at_once(table, table.window.dealer.status.name)
    assert table.window.menu.isVisible()
    rows = {row.text(): row for row in table.window.menu.findChildren(Button)}
    press_at_once(table, rows[Words("en").text("menu.lock")])
    assert table.window.sign_in.screen.isVisible()


def test_a_press_that_moves_play_on_is_guarded(table: Straight) -> None:
    to_a_coup(table, 4)
    assert table.view.view.phase == "result"
    at_once(table, Qt.Key.Key_Return)
    press_at_once(table, table.window.dealer.bar.primary)
    assert table.view.view.phase == "result"


def focused_after_the_guard(table: Straight, bot: QtBot) -> object:
    """Where the focus lies once the prompt has stood for its 400 ms."""
    bot.waitUntil(lambda: not table.window.dealer.focus._due.isActive(), timeout=PATIENCE)
    return QApplication.focusWidget()


def test_the_focus_is_never_on_an_answer(table: Straight, qtbot: QtBot) -> None:
    dealer = table.window.dealer
    to_a_coup(table, 3)
    table.touch(dealer.bar.wrong)
    tiles = dealer.incident.zone.kinds
    for target in (
        lambda: tiles.tiles[tiles.page_kinds(table.view).index("misread")],
        lambda: dealer.incident.zone.facts.answer_tiles[-1],
    ):
        assert focused_after_the_guard(table, qtbot) in (dealer, None)
        table.touch(target())
    assert focused_after_the_guard(table, qtbot) in (dealer, dealer.incident.bar.primary, None)


def test_an_outcome_is_focused_once_a_press_on_it_counts(table: Straight, qtbot: QtBot) -> None:
    """Enter authorised from anywhere, and no key had the ring."""
    dealer = table.window.dealer
    fell(table)
    assert focused_after_the_guard(table, qtbot) is dealer.incident.bar.primary, "the pit boss is to come"
    step_up(table)
    assert dealer.incident.bar.primary.isVisible() and dealer.hasFocus()
    assert focused_after_the_guard(table, qtbot) is dealer.incident.bar.primary
    table.key(Qt.Key.Key_Return)
    incident = table.view.view.incident
    assert incident is None or incident.state != "awaiting"


def test_the_noticed_case_has_the_focus_and_the_withdrawal_has_not(table: Straight, qtbot: QtBot) -> None:
    """LT-BAC-25: the rulebook's case leads on and decides nothing."""
    a_card_in_bet_time(table)
    step_up(table)
    assert table.view.view.offer is not None
    assert focused_after_the_guard(table, qtbot) is table.window.dealer.bar.primary


def test_a_refused_press_is_explained_until_the_next(table: Straight) -> None:
    """Two screens may answer at once: the second person reads why nothing happened, and the way out."""
    window, spoken = table.window, Words("en")
    band = window.dealer.band
    to_a_coup(table)
    for line, why in (
        (lines.Done("D1"), "refusal.out_of_turn"),
        (lines.Correct("D1", "player", 1, Card("9H")), "refusal.not_authorised.pit_boss"),
        (lines.Call("D2", on=True), "refusal.not_signed_in"),
    ):
        for ended_by_time in (True, False):
            window.people_here.send_line(line)
            table.settle()
            banner = band.accessibleName()
            assert (
                band.isVisible() and spoken.text(why) in banner and spoken.text("band.turned_down") in banner
            )
            if ended_by_time:
                table.pass_time(REFUSAL_SHOWN)
            else:
                table.take({"do": "cut_card"} if not table.view.cards.cut_card_out else {"do": "unread"})
            assert not band.isVisible() or spoken.text(why) not in band.accessibleName()


def test_a_reading_that_halts_shows_the_halt_alone(table: Straight) -> None:
    a_card_in_bet_time(table)
    assert table.view.screen.turned_down is None


def test_a_waiting_dealer_sees_how_long_the_pit_boss_has_been_called(table: Straight) -> None:
    to_a_coup(table)
    table.window.play.call()
    table.settle()
    table.pass_time(65)
    assert table.view.call.called_for == 65
    assert called_text(table.view.call, Words("en")).endswith("1:05")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("language", "kind"), by_turns(LANGUAGES, [None, "card_fell"]))
def test_under_a_question_it_is_seen_that_the_pit_boss_was_called(
    table: Straight, kind: str | None, language: str
) -> None:
    """F3 calls there as everywhere; F1 says so as long as nobody was called."""
    to_a_coup(table)
    table.window.speak(language)
    told = {} if kind is None else {"kind": kind}
    table.take({"do": "incident", "by": "D1", **told})
    dealer, text = table.window.dealer, Words(language).text
    assert ("F3", text("button.call")) in dealer.keys.rows(Words(language))
    table.key(Qt.Key.Key_F3)
    table.pass_time(65)
    assert dealer.incident.has_bar and flaws(dealer) == []
    texts = [told.text for told in texts_of(dealer)]
    assert _without_breaks(called_text(table.view.call, Words(language))) in _without_breaks("".join(texts))
    assert _without_breaks(text("button.called")) in _without_breaks("".join(texts))
    assert "F3" not in dict(dealer.keys.rows(Words(language)))


def _without_breaks(text: str) -> str:
    """A text without the places at which a line may end, as at a dot."""
    return text.replace("\u00ad", "").replace(" ", "").replace("·", "")


# --- Enter ---------------------------------------------------------------------------------------


def test_enter_confirms_no_outcome_while_another_press_has_the_focus(table: Straight) -> None:
    """LT-BAC-25: the ring stands on the way back, so Enter goes back and authorises nothing."""
    a_card_in_bet_time(table)
    step_up(table)
    table.touch(table.window.dealer.bar.primary)
    table.touch(table.window.dealer.incident.bar.primary)
    table.key(Qt.Key.Key_1)
    incident = table.view.view.incident
    assert incident is not None and incident.state == "awaiting"
    bar = table.window.dealer.incident.bar
    bar.back.setFocus()
    table.clock.advance(0.5)
    QTest.keyClick(bar.back, Qt.Key.Key_Return)
    table.settle()
    assert table.window.dealer.incident_stage is not Stage.OUTCOME
    after = table.view.view.incident
    assert after is not None and after.state == "awaiting", "nothing was authorised"


def test_tab_comes_to_the_outcomes_own_press_first(table: Straight) -> None:
    """The order of the focus: primary, then what else is asked; who ends the authority comes last."""
    a_card_in_bet_time(table)
    step_up(table)
    table.touch(table.window.dealer.bar.primary)
    table.touch(table.window.dealer.incident.bar.primary)
    table.key(Qt.Key.Key_1)
    bar, dealer = table.window.dealer.incident.bar, table.window.dealer
    assert dealer.incident_stage is Stage.OUTCOME and dealer.hasFocus()
    QTest.keyClick(dealer, Qt.Key.Key_Tab)
    assert table.window.focusWidget() is bar.primary


def test_a_reason_that_only_can_be_typed_is_typed_without_a_touch(qtbot: QtBot, table: Straight) -> None:
    """LT-BAC-31: 'another reason' has no key of its own."""
    to_a_coup(table)
    dealer = table.window.dealer
    table.take({"do": "incident", "by": "D1", "kind": "cannot_continue", "facts": {"reason": "other"}})
    step_up(table)
    deciding = dealer.incident.zone.deciding
    assert dealer.incident_stage is Stage.OUTCOME and dealer.incident.bar.primary.isHidden()
    assert focused_after_the_guard(table, qtbot) is deciding.field
    QTest.keyClicks(deciding.field, "the police came at 2")
    assert deciding.reason == "the police came at 2" and deciding.field.hasFocus()
    table.clock.advance(0.5)
    QTest.keyClick(deciding.field, Qt.Key.Key_Return)
    table.settle()
    assert table.view.view.bets == "refunded"


@pytest.mark.sweep
def test_the_ring_goes_from_the_reason_to_the_press_that_it_completes(qtbot: QtBot, table: Straight) -> None:
    to_a_coup(table)
    table.touch(table.window.dealer.bar.wrong)
    step_up(table)
    dealer = table.window.dealer
    bar, deciding = dealer.incident.bar, dealer.incident.zone.deciding
    table.touch(bar.withdraw)
    assert dealer.incident_stage is Stage.WITHDRAW and bar.primary.isHidden()
    table.touch(deciding.reasons[1])
    assert focused_after_the_guard(table, qtbot) is bar.primary
    before = len(table.kept.entries)
    table.key(Qt.Key.Key_Return)
    assert table.named("P1", before) == ["report_withdrawn"]


def test_no_ring_stands_on_the_call_of_the_pit_boss_while_a_fact_is_asked(
    qtbot: QtBot, table: Straight
) -> None:
    to_a_coup(table)
    table.take({"do": "incident", "by": "D1", "kind": "card_fell"})
    dealer = table.window.dealer
    assert dealer.incident_stage is Stage.FACT and dealer.incident.bar.asks_pit_boss
    assert focused_after_the_guard(table, qtbot) is not dealer.incident.bar.primary


def test_enter_on_a_question_answers_it_and_nothing_beneath(table: Straight) -> None:
    """The round is void only if it is meant twice; the first row is the way back."""
    a_card_in_bet_time(table)
    step_up(table)
    dealer = table.window.dealer
    table.touch(dealer.bar.third)
    rows = dealer.presses.confirmation.findChildren(Button)
    assert dealer.presses.confirmation.isVisible() and rows[0].hasFocus()
    table.clock.advance(0.5)
    QTest.keyClick(rows[0], Qt.Key.Key_Return)
    table.settle()
    assert not dealer.presses.confirmation.isVisible()
    assert table.view.view.phase == "halted" and table.view.view.incident is None
    table.touch(dealer.bar.third)
    rows = dealer.presses.confirmation.findChildren(Button)
    rows[-1].setFocus()
    table.clock.advance(0.5)
    QTest.keyClick(rows[-1], Qt.Key.Key_Return)
    table.settle()
    lying = table.view.view.round
    assert lying is not None and lying.status == "void"


def test_an_open_menu_lies_on_no_row_that_is_the_pit_boss_s(qtbot: QtBot) -> None:
    """An order of the pit boss's is chosen, not slipped into by an Enter."""
    with straight(qtbot, game="blackjack") as table:
        step_up(table)
        table.window.open_menu()
        rows = {row.text(): row for row in table.window.menu.findChildren(Button)}
        order, language = (Words("en").text(key) for key in ("button.reshuffle", "menu.language"))
        assert order in rows and table.window.focusWidget() is rows[language]


# --- over what lies over it ----------------------------------------------------------------------


def test_the_alarms_keys_go_through_a_menu_and_a_sign_in(table: Straight) -> None:
    window = table.window
    to_a_coup(table)
    for cover in (window.open_menu, window.arrivals.pit_boss_pressed):
        cover()
        over = window.menu if window.menu.isVisible() else window.sign_in.screen
        assert over.isVisible()
        QTest.keyClick(over, Qt.Key.Key_F2)
        table.settle()
        assert not over.isVisible() and table.view.view.incident is not None
        table.window.people_here.send_line(lines.Withdraw("D1"))
        table.settle()
        assert table.view.view.incident is None or not table.view.view.incident.open


def test_a_pit_boss_who_presses_call_calls_another(qtbot: QtBot) -> None:
    """Four eyes need a second pit boss; the press does what it says, and says then that one has come."""
    with straight(qtbot, game="roulette") as table:
        step_up(table)
        table.take({"do": "close", "by": "P1"})
        call = table.window.dealer.bar.call
        for key, called in (("button.call.another", True), ("button.come", False)):
            table.window.pit.page.hide()
            assert table.view.view.prompt.action == "open_table" and call.text() == Words("en").text(key)
            table.touch(call)
            assert table.view.view.call is called


def test_keys_go_to_the_table_once_the_sign_in_has_gone(qtbot: QtBot, table: Straight) -> None:
    """A kiosk may have no window manager: then nothing is active, and Qt moves no focus by itself."""
    to_a_coup(table)
    window, other = table.window, QWidget()
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not window.isActiveWindow())
    for relief in (None, table.person("D2")):
        window.sign_in.ask(Purpose.RELIEF)
        if relief is None:
            window.sign_in.screen.cancel()
        else:
            window.sign_in.screen.verified.emit(relief)
        table.settle()
        focused = window.focusWidget()
        assert focused is window.dealer or window.dealer.isAncestorOf(focused)
    other.close()


def test_a_band_says_that_another_window_has_the_keyboard_and_takes_it_back(
    table: Straight, qtbot: QtBot
) -> None:
    """Whichever page is in front: F2 and F3 go to the other window as well."""
    window, other = table.window, QWidget()
    qtbot.addWidget(other)
    (band,) = window.findChildren(KeyboardBand)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert not band.isVisible()
    for key in (None, Qt.Key.Key_F1):
        if key is not None:
            QTest.keyClick(window.dealer, key)
        other.show()
        other.activateWindow()
        qtbot.waitUntil(band.isVisible)
        assert band.accessibleName().startswith("Another window has the keyboard")
        assert window.childAt(window.width() // 2, band.height() // 2) is band, "it lies over every page"
        QTest.mouseClick(band, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not band.isVisible())
        other.hide()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_band_of_the_lost_keyboard_is_whole_in_every_language(
    table: Straight, qtbot: QtBot, language: str
) -> None:
    other = QWidget()
    qtbot.addWidget(other)
    table.window.speak(language)
    other.show()
    other.activateWindow()
    (band,) = table.window.findChildren(KeyboardBand)
    qtbot.waitUntil(band.isVisible)
    assert flaws(band) == []
