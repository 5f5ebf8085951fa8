"""The table of a rehearsal: it can't be mistaken for a real one, reports lie over it, and nothing is shown
too early.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.rehearsals.result import MishapOccurred, Way
from console.rehearsals.ui.rehearsal_window import RehearsalWindow
from console.rehearsals.ui.report_note import ReportTab, report_text
from console.table.config import training_config
from console.table.core import Actor, Mode, Role
from console.table.game import TableLimits
from console.table.ui.kit import KeyCard, theme
from console.table.ui.kit.surface import tab_stops
from console.table.ui.window import Bridge, TableSetup
from console.table.words import outcome_text
from tests.instruments.pictures.text_measure import flaws, listened, texts_of
from tests.rehearsals.ui.hands import Hands, given, theatre_of
from tests.table.ui.harness.menu_rows import menu_row, menu_rows


def at_the_slip(hands: Hands, who: str, script: str) -> Hands:
    """Somebody has begun the rehearsal and sees what has slipped."""
    hands.begin(given("en", who), script)
    hands.until_slipped()
    hands.look()
    return hands


@pytest.fixture
def alone(qtbot: QtBot) -> Iterator[Hands]:
    """A pit boss who rehearses alone: a card lies on the floor, and no player has seen it."""
    with theatre_of("lt", "en", Way.ALONE) as hands:
        yield at_the_slip(hands, "P1", "baccarat-card-drops")


@pytest.fixture
def dealer(qtbot: QtBot) -> Iterator[Hands]:
    """A dealer with two cards on the floor, guided."""
    with theatre_of("lt", "en") as hands:
        yield at_the_slip(hands, "D1", "baccarat-cards-drop-seen")


@pytest.fixture
def boss(qtbot: QtBot) -> Iterator[Hands]:
    """A pit boss with two cards on the floor, guided."""
    with theatre_of("lt", "en") as hands:
        yield at_the_slip(hands, "P1", "baccarat-cards-drop-seen")


def painted_text(window: RehearsalWindow) -> str:
    with listened() as texts:
        window.grab()
    return "\n".join(text.text for _, text in texts)


@pytest.mark.sweep
def test_a_colleagues_report_appears_by_itself_and_can_be_reopened(alone: Hands) -> None:
    window = alone.window
    report = report_text(alone.run.reports[-1], window.words)
    assert window.note.isVisible()
    assert report in window.note.accessibleName()
    alone.press(window.note.close_key)
    assert not window.note.isVisible() and window.tab.isVisible()
    alone.press(window.tab)
    assert window.note.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert not window.note.isVisible()


@pytest.mark.sweep
def test_a_colleagues_report_does_not_lie_over_the_menu(alone: Hands) -> None:
    assert alone.window.note.isVisible()
    alone.window.open_menu()
    assert alone.window.menu.isVisible() and not alone.window.note.isVisible()


@pytest.mark.sweep
def test_f1_shows_the_keys_where_the_note_was(alone: Hands) -> None:
    assert alone.window.note.isVisible()
    QTest.keyClick(alone.window.dealer, Qt.Key.Key_F1)
    card = alone.window.dealer.keys.card
    assert card is not None and card.isVisible() and not alone.window.note.isVisible()
    QTest.keyClick(card, Qt.Key.Key_Escape)
    alone.press(alone.window.tab)
    assert alone.window.note.isVisible()


def test_no_press_and_no_key_of_the_note_is_the_prompts(alone: Hands) -> None:
    """A press that puts the note away leaves Enter where it was."""
    alone.press(alone.window.note.close_key)
    assert alone.window.focusWidget() not in (alone.window.note.close_key, alone.window.tab)


def until_asked(hands: Hands) -> None:
    """Report it, and answer, until it is asked which outcome it is."""
    for _ in range(20):
        if hands.window.belief.isVisible():
            return
        hands.act()
        hands.look()
    raise AssertionError("nothing is asked")


def test_alone_outcome_and_clause_stay_hidden_until_the_person_states_them(alone: Hands) -> None:
    until_asked(alone)
    window, right = alone.window, alone.right_outcomes()
    answer = alone.run.belief.answer()
    assert answer.clause is not None
    view = window.people_here.view
    assert view is not None
    incident = view.view.incident
    assert incident is not None and (incident.outcome, incident.clause, incident.steps) == (None, None, ())
    window.belief.hide()  # what lies beneath it shows nothing either
    hidden = painted_text(window)
    assert answer.clause not in hidden
    assert outcome_text(window.words, right[0]) not in hidden
    window.belief.show()
    alone.believe()
    alone.look()
    shown = painted_text(window)
    assert answer.clause in shown and outcome_text(window.words, right[0]) in shown


@pytest.mark.sweep
def test_the_outcomes_that_are_offered_are_the_games_and_never_the_right_one_alone(alone: Hands) -> None:
    until_asked(alone)
    belief = alone.window.belief
    assert len(belief.outcomes_asked) > 10
    assert set(alone.right_outcomes()) < set(belief.outcomes_asked)
    assert sum(tile.isVisible() for tile in belief.tiles) == len(belief.outcomes_asked)


def test_a_wrong_outcome_is_answered_with_the_right_one_and_its_clause(alone: Hands) -> None:
    until_asked(alone)
    alone.wrong = "belief"
    alone.believe()
    belief, words = alone.window.belief, alone.window.words
    assert belief.title == words.text("rehearsal.screen.wrong")
    name = belief.accessibleName()
    assert outcome_text(words, alone.right_outcomes()[0]) in name
    assert str(belief.believed and belief.believed.clause) in name
    QTest.keyClick(belief, Qt.Key.Key_Return)
    assert belief.isVisible()  # too soon to have been meant
    alone.clock.advance(0.5)
    QTest.keyClick(belief, Qt.Key.Key_Return)
    assert not belief.isVisible()


@pytest.mark.sweep
def test_a_rehearsal_is_called_one_on_each_of_its_screens(alone: Hands) -> None:
    """By frame and word, over a menu and over a sign-in too; nothing of TRAINING's colour."""
    window, word = alone.window, alone.window.words.text("mode.rehearsal")
    window.open_menu()
    QCoreApplication.processEvents()
    for _ in range(2):
        picture = window.grab().toImage()
        edges = [(3, 400), (window.width() - 4, 400), (640, window.height() - 4)]
        around = [(x + dx, y + dy) for x, y in edges for dx in range(-2, 3) for dy in range(-2, 3)]
        near = {picture.pixelColor(*place).rgb() for place in around}
        assert theme.PINK.rgb() in near and theme.VIOLET.rgb() not in near
        assert word in window.dealer.status.accessibleName() or word in painted_text(window)
        window.menu.close_menu()
    assert window.windowTitle() == word


def test_a_live_table_is_no_table_of_a_rehearsal(alone: Hands) -> None:
    window = alone.window
    config = replace(training_config("baccarat", "lt", "en"), mode=Mode.LIVE)
    with pytest.raises(AssertionError, match="no LIVE table"):
        setup = TableSetup(config, alone.repertoire.rulebook, alone.clock, window.sign_in.people, {})
        RehearsalWindow(alone.run, Bridge(), setup, played={}, language="en")


def test_a_dealer_does_not_decide_for_the_pit_boss_whom_the_console_plays(dealer: Hands) -> None:
    window = dealer.window
    dealer.press(window.note.close_key)
    window.arrivals.pit_boss_pressed()
    assert window.note.isVisible()
    assert window.words.text("rehearsal.screen.leave_to.pit_boss") in window.note.accessibleName()
    assert window.people_here.pit_boss_here() is None


def test_by_the_keyboard_alone_an_outcome_is_stated_and_play_goes_on(alone: Hands) -> None:
    """The tile that had the keys hides with its press: Enter went to nobody, and the round stood still."""
    until_asked(alone)
    window, belief = alone.window, alone.window.belief
    assert [tile.key for tile in belief.tiles[:10]] == [*"123456789", ""], "the keys that F1 names"
    for _ in range(12):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    tile = next(tile for tile in belief.tiles if tile.hasFocus())
    alone.clock.advance(1.0)
    QTest.keyClick(tile, Qt.Key.Key_Space)
    assert belief.believed is not None and window.focusWidget() is belief
    alone.clock.advance(1.0)
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert not belief.isVisible()


@pytest.mark.sweep
def test_enter_goes_on_after_an_outcome_from_every_key_of_the_status_bar(alone: Hands) -> None:
    """Tab leads up there: Enter went to the table beneath, and F1 opened a list that nobody saw."""
    until_asked(alone)
    window, belief = alone.window, alone.window.belief
    alone.clock.advance(1.0)
    belief.choose(0)
    assert belief.believed is not None
    keys = [part for part in tab_stops(window) if not (part is belief or belief.isAncestorOf(part))]
    assert window.tab in keys and len(keys) > 1
    for key in keys:
        key.setFocus()
        QTest.keyClick(key, Qt.Key.Key_F1)
        (card,) = (part for part in window.findChildren(KeyCard) if part.isVisible())
        assert belief.isAncestorOf(card)
        QTest.keyClick(card, Qt.Key.Key_Escape)
    alone.clock.advance(1.0)
    keys[-1].setFocus()
    QTest.keyClick(keys[-1], Qt.Key.Key_Return)
    assert not belief.isVisible()


@pytest.mark.sweep
def test_the_pit_bosss_word_ends_with_the_press_that_was_left_to_him(dealer: Hands) -> None:
    """It lay over the names of the hands until the round's end: 'I'm on my way', as play went on."""
    window = dealer.window

    def until(pit_boss_acts: bool) -> None:
        for _ in range(60):
            view = window.people_here.view
            if view is not None and (view.view.prompt.actor == Actor.PIT_BOSS) is pit_boss_acts:
                return
            if not pit_boss_acts:
                dealer.look()
                continue
            dealer.act()
            dealer.look()
        raise AssertionError("the prompt stays whose it is")

    until(pit_boss_acts=True)
    window.arrivals.pit_boss_pressed()
    dealer.look()
    until(pit_boss_acts=False)
    dealer.look()
    assert not window.note.isVisible()


def test_a_pit_boss_does_not_press_for_the_dealer(qtbot: QtBot) -> None:
    with theatre_of("sv", "en") as hands:
        hands.begin(given("en", "P1"), "roulette-ball-hangs")
        for _ in range(30):
            shown = hands.window.people_here.shown_table
            if shown is not None and shown.view.prompt.action == "spin":
                break
            hands.look()
        entry = hands.run.table.session.view().entry
        hands.window.play.press()
        assert hands.run.table.session.view().entry == entry
        assert hands.window.words.text("rehearsal.screen.leave_to.dealer") in hands.window.note.text


def until_due(hands: Hands) -> None:
    """Play until the players have to hear an announcement."""
    for _ in range(60):
        if hands.window.announced_key.isVisible():
            return
        hands.act()
        hands.look()
    raise AssertionError("nothing is due")


@pytest.mark.sweep
def test_an_announcement_is_made_by_a_press_of_its_own(boss: Hands) -> None:
    until_due(boss)
    assert boss.run.due is not None
    QTest.keyClick(boss.window, Qt.Key.Key_F7)
    assert boss.run.due is None
    assert not boss.window.announced_key.isVisible()


@pytest.mark.sweep
def test_the_key_of_an_announcement_does_not_work_over_an_open_menu(boss: Hands) -> None:
    until_due(boss)
    boss.window.open_menu()
    assert boss.window.menu.isVisible() and not boss.window.announced_key.isVisible()
    QTest.keyClick(boss.window, Qt.Key.Key_F7)
    assert boss.run.due is not None
    boss.window.menu.close_menu()
    boss.look()
    assert boss.window.announced_key.isVisible()


@pytest.mark.sweep
def test_a_dealer_is_asked_for_no_announcement_of_the_pit_boss(dealer: Hands) -> None:
    """LT-BAC-12: the pit boss tells the players."""
    while dealer.theatre.window is not None:
        assert not dealer.window.announced_key.isVisible()
        dealer.act()
        dealer.look()
    assert dealer.run.result is not None and dealer.run.result.score == 100


@pytest.mark.sweep
def test_stating_that_nothing_happened_is_a_press_of_its_own(qtbot: QtBot) -> None:
    """A person who is wrong about it sees at once what is right, and play stands still until it is
    reported.
    """
    with theatre_of("lt", "en") as hands:
        hands.begin(given("en", "P1"), "baccarat-card-drops")
        hands.until_slipped()
        hands.look()
        note, belief, words = hands.window.note, hands.window.belief, hands.window.words
        assert note.nothing_key.isVisible()
        hands.press(note.nothing_key)
        assert belief.isVisible() and belief.title == words.text("rehearsal.screen.wrong")
        assert words.text("rehearsal.screen.play_on") in painted_text(hands.window).replace("\n", " ")
        assert hands.run.asks_whether
        assert not hands.play().passed


@pytest.mark.sweep
def test_a_person_who_rightly_reports_nothing_passes(qtbot: QtBot) -> None:
    with theatre_of("sv", "en", Way.ALONE) as hands:
        hands.begin(given("en", "P1"), "blackjack-answer-late")
        hands.until_slipped()
        hands.look()
        hands.press(hands.window.note.nothing_key)
        assert not hands.window.belief.isVisible() and not hands.window.note.isVisible()
        assert hands.play().passed


@pytest.mark.sweep
def test_the_language_changes_all_of_it_and_leaves_the_rehearsal_where_it_is(alone: Hands) -> None:
    window = alone.window
    window.speak("ja")
    report = report_text(alone.run.reports[-1], Words("ja"))
    assert report in window.note.accessibleName()
    assert window.tab.text() == Words("ja").text("rehearsal.button.told")
    assert alone.run.mishaps.count == 1


@pytest.mark.sweep
def test_a_rehearsal_can_be_left_and_says_so(alone: Hands) -> None:
    window = alone.window
    window.open_menu()
    shown = [key.text() for key in menu_rows(window.menu)]
    assert window.words.text("menu.lock") not in shown and window.words.text("menu.sign_out") not in shown
    alone.press(menu_row(window.menu, window.words.text("rehearsal.button.leave")))
    debriefing = alone.theatre.desk.debriefing
    assert debriefing.isVisibleTo(alone.theatre.desk)
    assert debriefing.title == Words("en").text("rehearsal.screen.ended.left")


def test_two_people_at_one_table_both_sign_in(qtbot: QtBot) -> None:
    with theatre_of("lt", "en") as hands:
        desk = hands.theatre.desk
        desk.sign_in.hide()
        desk.enter(given("en", "D1"))
        desk.start.choose_offer("baccarat-cards-drop-seen")
        desk.start.set_part(type(desk.start.part)("both"))
        desk.start.press()
        assert hands.theatre.window is None and desk.sign_in.isVisible()
        desk.sign_in.verified.emit(given("en", "D2"))
        assert hands.theatre.window is None, "two dealers are no table"
        desk.sign_in.verified.emit(given("en", "P1"))
        assert hands.theatre.window is not None
        assert hands.run.people == {Role.DEALER: "D1", Role.PIT_BOSS: "P1"}
        assert hands.window.people_here.pit_boss_here() is None  # who shares a screen steps up by PIN


def within(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, part.rect().topLeft()), part.size())


def covered(window: RehearsalWindow) -> list[str]:
    """The keys that lie beneath the note and could be pressed."""
    note = within(window.note, window)
    return [
        each.text() or each.accessibleName()
        for each in window.dealer.findChildren(QAbstractButton)
        if window.note.isVisible() and each.isVisible() and note.intersects(within(each, window))
    ]


NOTED = ("baccarat-cards-drop-seen", "blackjack-player-passed-over", "roulette-number-wrong")


@pytest.mark.sweep
@pytest.mark.parametrize("name", NOTED)
def test_the_note_never_lies_over_what_is_to_be_pressed(qtbot: QtBot, bare_felt: None, name: str) -> None:
    """It is put away where a question comes up, and called back it lies where nothing is pressed."""
    with theatre_of("lt", "de") as hands:
        hands.begin(given("de", "P1"), name)
        hands.until_slipped()
        hands.look()
        called_back = 0
        while hands.theatre.window is not None:
            assert not covered(hands.window)
            asked = hands.run.is_held or hands.run.table.table.incident is not None
            if asked and not hands.window.note.isVisible() and not hands.window.belief.isVisible():
                QTest.keyClick(hands.window, Qt.Key.Key_F6)
                assert hands.window.note.isVisible() and not covered(hands.window)
                hands.look()
                assert hands.theatre.window is None or hands.window.note.isVisible(), "it stays"
                called_back += 1
            if hands.theatre.window is not None:
                hands.act()
                hands.look()
            if hands.theatre.window is not None and hands.window.note.isVisible():
                hands.act()
                hands.act()
                hands.look()
        assert called_back > 1


@pytest.mark.sweep
def test_a_rehearsals_table_has_a_name_that_no_table_has_and_no_video_is_offered(boss: Hands) -> None:
    window = boss.window
    assert window._config.name == "REHEARSAL"
    assert "T1" not in painted_text(window)
    while boss.theatre.window is not None:
        assert (
            boss.window.people_here.view is None
            or boss.window.people_here.view.incident.reported is None
            or (boss.window.people_here.view.incident.reported.video is None)
        )
        boss.act()
        boss.look()
    desk = boss.theatre.desk
    QTest.mouseClick(desk.debriefing.replay, Qt.MouseButton.LeftButton)
    assert desk.replay is not None and desk.replay.view is not None
    video = desk.words.text("replay.video", time="", table="").split()[0]
    with listened() as texts:
        desk.grab()
    assert not [text.text for _, text in texts if video in text.text]
    assert video not in desk.replay.scrubber.accessibleName()


@pytest.mark.sweep
def test_a_procedure_that_the_studio_turned_off_is_off_in_its_rehearsals(qtbot: QtBot) -> None:
    """LT-BAC-18b is the house's under sv: turned off, the pit boss decides."""
    with theatre_of("sv", "en") as hands:
        hands.repertoire.options = hands.repertoire.options._replace(off=("LT-BAC-18b",))
        hands.begin(given("en", "P1"), "baccarat-card-drops")
        hands.until_slipped()
        assert hands.run.table.table.procedures_off == ("LT-BAC-18b",)
        slipped = next(each for each in hands.run.jury.course if isinstance(each, MishapOccurred))
        assert slipped.right.outcome == "pit_boss_decides"


@pytest.mark.sweep
def test_the_limits_of_the_table_named_stand_on_the_felt_of_its_rehearsals(qtbot: QtBot) -> None:
    """BJ-1.3, LT-BAC-10: those of its own game; another game's rehearsals have none of them."""
    own = TableLimits("SEK", 700, 91_300)
    with theatre_of("sv", "en") as hands:
        hands.repertoire.options = hands.repertoire.options._replace(limits=("baccarat", own))
        hands.begin(given("en", "P1"), "baccarat-card-drops")
        hands.until_slipped()
        assert hands.run.table.table.limits == own
        shown = None if hands.window.people_here.view is None else hands.window.people_here.view.limits
        assert shown is not None and shown.of("").lowest == 700
    with theatre_of("sv", "en") as hands:
        hands.repertoire.options = hands.repertoire.options._replace(limits=("baccarat", own))
        hands.begin(given("en", "P1"), "blackjack-card-drops")
        assert hands.run.table.table.limits is None


@pytest.mark.sweep
def test_a_rehearsal_whose_application_is_quit_is_on_record_as_left(boss: Hands) -> None:
    boss.theatre.close()
    (left,) = boss.repertoire.records.results
    assert (left.ended, left.passed) == ("left", False)
    assert not list(boss.repertoire.records.path.parent.glob("*.begun"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tab_of_the_status_bar_shows_its_question_in_one_line(qtbot: QtBot, language: str) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    tab = ReportTab(around)
    tab.resize(368, 48)
    tab.show_label(Words(language).text("rehearsal.button.told"))
    around.show()
    assert [(each.text, each.size >= 16) for each in texts_of(tab)] == [(tab.text(), True)]
    assert flaws(tab) == []
