"""Before a rehearsal and after it: what is due, what was right, step by step on a replay."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.rehearsals.proficiency.matrix import KindFigures, Matrix, MatrixCell, MatrixRow
from console.rehearsals.result import MishapOccurred, ScoreSubject, Way
from console.rehearsals.script import Rehearsal, built_in_rehearsals
from console.rehearsals.ui.matrix_page import MatrixPage
from console.rehearsals.ui.rehearsal_desk import RehearsalDesk
from console.rehearsals.ui.start_page import OfferedRehearsal, StartPage, offer_details, offer_name
from console.supervisor.records import Paper
from console.table.core import SetClock
from console.table.people import people
from console.table.ui.kit.row_table import CELL
from console.table.ui.signs import Sign
from console.table.words import rules_name
from tests.instruments.pictures.text_measure import listened
from tests.rehearsals.ui.hands import Hands, given, theatre_of
from tests.sweep import by_turns

OFFERS = (
    OfferedRehearsal("baccarat-card-drops", "baccarat", "card_fell", "card_drops", 4),
    OfferedRehearsal(
        "blackjack-hole-card-shown", "blackjack", "hole_card_exposed", "hole_card_shown", 4, due=True
    ),
    OfferedRehearsal("roulette-ball-hangs", "roulette", "no_spin", "ball_hangs", 3, due=True),
)


@pytest.fixture
def start(qtbot: QtBot) -> StartPage:
    page = StartPage(Words("en"), SetClock())
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show_offers(given("en", "P1"), OFFERS, ("Swedish rules",))
    page.show()
    return page


def test_the_due_rehearsal_stands_first_and_begins_with_one_press(start: StartPage) -> None:
    begun: list[object] = []
    start.began.connect(lambda *asked: begun.append(asked))
    assert start.title == "Today’s rehearsal: hole card exposed, 4 minutes"
    QTest.keyClick(start, Qt.Key.Key_Return)
    (asked,) = begun
    assert asked[0].name == "blackjack-hole-card-shown" and asked[2] == "pit_boss"  # type: ignore[index]


def test_the_page_says_that_nothing_is_due_and_offers_every_rehearsal(start: StartPage) -> None:
    start.show_offers(given("en", "D1"), [each._replace(due=False) for each in OFFERS], ())
    assert start.title == Words("en").text("rehearsal.screen.nothing_due")
    assert {key for key in start.games} == {"baccarat", "blackjack", "roulette"}


def test_a_dealer_rehearses_as_dealer_and_no_supervisors_page_is_shown(start: StartPage) -> None:
    assert start.matrix.isHidden()
    start.show_offers(given("en", "D1"), OFFERS, ())
    assert start.part == "dealer"
    assert start.part_keys[type(start.part)("pit_boss")].isHidden()
    start.show_offers(given("en", "S1"), OFFERS, ())
    assert not start.matrix.isHidden()


def test_f9_over_the_desks_menu_is_the_next_language_as_on_its_pages(qtbot: QtBot) -> None:
    desk = RehearsalDesk(people(), Words("en"), SetClock(), offers=lambda _: (), about=lambda _: ())
    qtbot.addWidget(desk)
    desk.show()
    desk.open_menu()
    QTest.keyClick(desk.focusWidget() or desk.menu, Qt.Key.Key_F9)
    assert desk.words.language == Words("en").next_language and not desk.menu.isVisible()


@pytest.mark.sweep
def test_a_language_chosen_at_the_desk_is_that_of_the_table_and_of_the_bar(qtbot: QtBot) -> None:
    """F9 at the start, and the table spoke the language of the person's list again."""
    with theatre_of("lt", "en", Way.GUIDED) as hands:
        desk = hands.theatre.desk
        desk.enter(given("en", "D1"))
        desk.speak("ja")
        assert desk.start.about == (rules_name(Words("ja"), "lt"),)
        desk.start.choose_offer("baccarat-card-drops")
        QTest.mouseClick(desk.start.primary, Qt.MouseButton.LeftButton)
        hands.window.resize(1280, 800)
        hands.until_slipped()
        assert hands.window.words.language == "ja"
        hands.play()
        following = desk.debriefing.following
        desk.speak("de")
        assert desk.debriefing.about == (rules_name(Words("de"), "lt"),)
        assert bool(desk.debriefing.following) is bool(following)
        assert not following or desk.debriefing.following != following


@pytest.fixture
def failed(qtbot: QtBot) -> Iterator[Hands]:
    """A rehearsal in which another outcome was said, and that is over."""
    with theatre_of("lt", "en", Way.ALONE) as hands:
        hands.wrong = "belief"
        hands.begin(given("en", "P1"), "baccarat-cards-drop-seen")
        hands.play()
        yield hands


def test_a_wrong_outcome_is_a_fail_with_the_clause(failed: Hands) -> None:
    page, words = failed.theatre.desk.debriefing, Words("en")
    result = page.result
    assert result is not None and not result.passed
    assert page.title == words.text("rehearsal.fail")
    outcome = next(line for line in result.lines if line.judged is ScoreSubject.OUTCOME)
    assert words.text(f"outcome.{outcome.expected[0]}") in page.beneath
    assert page._clause is not None


@pytest.mark.sweep
def test_every_line_of_the_score_is_shown(failed: Hands) -> None:
    page = failed.theatre.desk.debriefing
    assert len(page.table.of.rows) == len(page.lines) == 8
    said = [[page.table.of.index(row, column).data() for column in (0, 1)] for row in range(8)]
    assert all(name and value for name, value in said)
    table = page.table
    assert table.visualRect(table.of.index(7, 0)).bottom() <= table.viewport().height(), "without scrolling"


@pytest.mark.sweep
def test_a_press_or_space_shows_a_lines_moment_and_shift_only_chooses(failed: Hands) -> None:
    page = failed.theatre.desk.debriefing
    asked = list[float]()
    page.moment_asked.disconnect()
    page.moment_asked.connect(asked.append)
    at = next(at for at, line in enumerate(page.lines) if line.at)
    place = page.table.visualRect(page.table.of.index(at, 1)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    assert asked == [page.lines[at].at[0]] * 2
    shift = Qt.KeyboardModifier.ShiftModifier
    below = page.table.visualRect(page.table.of.index(at + 1, 1)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, shift, below)
    assert len(asked) == 2 and len(page.table.chosen_rows) == 2


@pytest.mark.sweep
def test_a_line_leads_to_its_moment_in_the_replay_and_back(failed: Hands) -> None:
    desk = failed.theatre.desk
    result = desk.debriefing.result
    assert result is not None
    desk.debriefing.replay.click()
    replay = desk.replay
    assert replay is not None and replay.isVisibleTo(desk)
    slipped = next(each for each in result.course if isinstance(each, MishapOccurred))
    assert replay.story is not None
    assert replay.story.moments[replay.playback.moment].number <= max(slipped.entry, 1)
    assert replay.message.startswith(Words("en").text("rehearsal.screen.note.slipped", what="").rstrip())
    notes = set()
    for _ in range(len(replay.story.moments)):
        replay.step(1)
        notes.add(replay.message)
    assert any("Right:" in note for note in notes), notes
    QTest.mouseClick(replay.back, Qt.MouseButton.LeftButton)
    assert desk.debriefing.isVisibleTo(desk)


@pytest.mark.sweep
def test_the_score_is_printed_with_the_persons_name(failed: Hands, tmp_path: Path, qtbot: QtBot) -> None:
    page, drawn = failed.theatre.desk.debriefing, list[Paper]()

    def draw(paper: Paper) -> bytes:
        drawn.append(paper)
        return b"%PDF"

    failed.repertoire._draw = draw
    QTest.keyClick(page.table, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert page.save is not None
    page.save.folder = tmp_path
    QTest.keyClick(page.save.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not page.work.busy)
    (paper,) = drawn
    assert paper.title == page.title and given("en", "P1").name in paper.head
    assert [row[0] for row in paper.parts[0].rows] == [page.table.texts(line)[0] for line in page.lines]
    assert (tmp_path / "debriefing.pdf").exists()


@pytest.mark.sweep
def test_the_key_again_repeats_the_same_rehearsal(failed: Hands) -> None:
    desk = failed.theatre.desk
    QTest.mouseClick(desk.debriefing.again, Qt.MouseButton.LeftButton)
    assert failed.theatre.window is not None
    assert failed.run.rehearsal.name == "baccarat-cards-drop-seen"
    failed.wrong = ""
    assert failed.play().passed


DAY = date(2026, 11, 20)
MATRIX = Matrix(
    (("baccarat", "card_fell"), ("blackjack", "hole_card_exposed")),
    (
        MatrixRow(given("en", "D1"), (MatrixCell(DAY, True, 95, 1, DAY, True), None)),
        MatrixRow(given("en", "P1"), (None, MatrixCell(DAY, False, 40, 1, DAY, False))),
    ),
    (KindFigures("blackjack", "hole_card_exposed", 3, 1, 2, 0.0, None, 0.0, "void"),),
    0,
)


def test_a_supervisor_sees_who_is_due_and_what_goes_wrong_most(qtbot: QtBot) -> None:
    page = MatrixPage(Words("en"), SetClock())
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show_matrix(MATRIX, given("en", "S1"), ())
    assert "2 of 3" in page.accessibleName()
    table = page.table
    assert table is not None
    assert table.texts(MATRIX.rows[0]) == (
        f"{given('en', 'D1').name}. D1  Dealer",
        "Passed. Due today. 95. 20 Nov",
    )
    page.set_game("blackjack")
    assert page.table is not None
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().endswith("\tNot passed this time. 40. 20 Nov")
    asked: list[str] = []
    page.save_asked.connect(asked.append)
    page.press()
    page.csv.click()
    QTest.keyClick(page.table, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["pdf", "csv", "pdf"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["baccarat", "blackjack", "roulette"])
def test_no_two_rehearsals_of_a_game_say_the_same(game: str) -> None:
    def label(rehearsal: Rehearsal) -> tuple[str, str]:
        wrong = rehearsal.script.wrong[0]
        facts = tuple(wrong.facts.items())
        offer = OfferedRehearsal(rehearsal.name, game, rehearsal.script.kind, wrong.slip, 3, facts=facts)
        return offer_name(offer, Words("en")), offer_details(offer, Words("en"))

    labels = [label(each) for each in built_in_rehearsals() if each.script.game == game]
    assert len(labels) > 10
    assert len(labels) == len({*labels})


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("way", "language"), by_turns([Way.ALONE, Way.UNDER_TIME], LANGUAGES))
def test_alone_and_under_time_no_row_reveals_what_goes_wrong(qtbot: QtBot, language: str, way: Way) -> None:
    """No row gives it away by its sign, its minutes or its place, and no headline."""
    words, facts = Words(language), (("cards", 2), ("seen", True))
    offers = [
        OfferedRehearsal(
            each.name,
            each.script.game,
            each.script.kind,
            each.script.wrong[0].slip,
            each.script.minutes,
            due=at % 7 == 0,
            facts=facts,
        )
        for at, each in enumerate(built_in_rehearsals())
    ]
    page = StartPage(words, SetClock())
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show_offers(given(language, "P1"), offers, ())
    page.show()
    page.set_way(way)
    orders = set()
    for _ in range(6):
        page.show_offers(given(language, "P1"), offers, ())
        shown = page.table.of.rows
        orders.add(tuple(row.of.name for row in shown[:12]))
        with listened() as painted:
            page.grab()
        cells = [
            [page.table.of.index(at, column).data(CELL) for column in range(3)] for at in range(len(shown))
        ]
        texts = "\n".join(
            [*(text.text for _, text in painted), *(each.said for row in cells for each in row)]
        )
        assert not [each for each in offers if offer_name(each, words) in texts]
        assert page.selection in [row.of for row in shown]
        assert {name.sign for name, _, _ in cells} == {Sign("states.clapper")}
        hints = {(row.of.due, hint.said) for row, (_, _, hint) in zip(shown, cells, strict=True)}
        assert len(hints) == len({is_due for is_due, _ in hints})
    assert len({each.minutes for each in page._here}) > 1, "else they are never told apart by minutes"
    assert len(orders) > 1
    page.set_way(Way.GUIDED)
    first = page.table.of.rows[0]
    assert page.table.of.index(0, 0).data() == offer_name(first.of, words)
