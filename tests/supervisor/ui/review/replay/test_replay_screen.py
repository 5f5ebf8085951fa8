"""The replay as a supervisor uses it: keys, presses, the line, and what stands beside the table."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.review import JournalReads
from console.supervisor.ui.review.replay.chronicle import rows_of
from console.supervisor.ui.review.replay.replay_line import (
    LINE_AT,
    LineMarks,
    LineStretch,
    ReplayScrubber,
    TroubleMark,
    timeline_of,
)
from console.supervisor.ui.review.replay.replay_screen import ReplayScreen
from console.table.core import Mode, NoteKind, SetClock
from console.table.core.running.replay import ReplayPart
from console.table.core.state.views import DuelView
from console.table.journal import Doubt
from console.table.ui.kit import theme
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.supervisor.ui.review.stories import SUPERVISOR, fell, journal_of, story_of, whole_round
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, OPEN, START, card, incident, noted, time_of_line, written


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def screen(qtbot: QtBot, clock: SetClock) -> ReplayScreen:
    screen = ReplayScreen(words("en"), words("lt"), clock)
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_story(fell(), SUPERVISOR)
    return screen


def press(screen: ReplayScreen, key: Qt.Key) -> None:
    QTest.keyClick(screen, key)


def test_the_arrows_step_and_home_and_end_go_to_both_ends(screen: ReplayScreen) -> None:
    press(screen, Qt.Key.Key_Home)
    assert screen.playback.moment == 0
    press(screen, Qt.Key.Key_Right)
    press(screen, Qt.Key.Key_Right)
    press(screen, Qt.Key.Key_Left)
    assert screen.playback.moment == 1
    press(screen, Qt.Key.Key_End)
    assert screen.playback.moment == len(fell().moments) - 1


def test_the_replay_plays_in_the_time_that_it_took_and_sixteen_times_as_fast(
    screen: ReplayScreen, clock: SetClock
) -> None:
    press(screen, Qt.Key.Key_Home)
    press(screen, Qt.Key.Key_Space)
    clock.advance(3)
    screen.tick()
    assert screen.playback.seconds == 3
    press(screen, Qt.Key.Key_6)
    clock.advance(0.5)
    screen.tick()
    assert screen.playback.seconds == 11
    press(screen, Qt.Key.Key_Space)
    assert not screen.playback.is_playing
    clock.advance(5)
    assert screen.playback.seconds == 11


def test_the_replay_stands_still_at_its_end_and_begins_again_from_there(
    screen: ReplayScreen, clock: SetClock
) -> None:
    press(screen, Qt.Key.Key_Space)
    clock.advance(1000)
    screen.tick()
    assert not screen.playback.is_playing
    assert screen.playback.moment == len(fell().moments) - 1
    press(screen, Qt.Key.Key_Space)
    assert screen.playback.moment == 0


def test_a_touch_of_the_line_goes_there_and_stops_what_runs(screen: ReplayScreen) -> None:
    press(screen, Qt.Key.Key_Space)
    place = timeline_of(fell().moments).places[3]
    point = QPoint(round(screen.scrubber.x_of(place)) + 1, round(LINE_AT))
    QTest.mouseClick(screen.scrubber, Qt.MouseButton.LeftButton, pos=point)
    assert screen.playback.moment == 3
    assert not screen.playback.is_playing


def test_a_touch_of_a_row_beside_it_goes_to_its_moment(screen: ReplayScreen) -> None:
    press(screen, Qt.Key.Key_Home)
    QTest.mouseClick(screen.beside.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 50 + 25))
    assert screen.playback.moment == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_reader_meets_a_list_of_what_came(screen: ReplayScreen, language: str) -> None:
    screen.set_words(words(language), words("lt"))
    tree = QAccessible.queryAccessibleInterface(screen.beside)
    name = words(language).text("replay.beside")
    assert (tree.role().name, tree.text(QAccessible.Text.Name)) == ("List", name)
    items = [tree.child(at) for at in range(tree.childCount())]
    assert len(items) == len(screen.beside.rows) and {item.role().name for item in items} == {"ListItem"}
    for item, row in zip(items, screen.beside.rows, strict=True):
        assert row.text in item.text(QAccessible.Text.Name) and row.below in item.text(QAccessible.Text.Name)


def test_the_present_moments_row_and_the_next_are_in_view(screen: ReplayScreen) -> None:
    rows, view = screen.beside.rows, screen.beside.viewport().rect()
    for key in [Qt.Key.Key_Home, *[Qt.Key.Key_Right] * 30, *[Qt.Key.Key_Left] * 30]:
        press(screen, key)
        at = screen.beside.currentIndex().row()
        assert rows[at].moment == screen.playback.moment
        for each in range(at, min(at + 2, len(rows))):
            assert view.contains(screen.beside.visualRect(screen.beside.model().index(each, 0)))


def test_nothing_is_to_be_done_in_a_replay_the_marked_place_is_slate(
    qtbot: QtBot, screen: ReplayScreen
) -> None:
    screen.show_story(whole_round(), SUPERVISOR)
    screen.go_to(3)
    assert screen.view is not None
    assert screen.view.mode is Mode.REPLAY
    assert screen.view.view.prompt.action == "deal"
    assert screen.felt is not None
    drawn = screen.felt.grab().toImage()
    colours = {drawn.pixel(x, y) for x in range(0, drawn.width(), 2) for y in range(0, drawn.height(), 2)}
    assert theme.SLATE.rgb() in colours
    assert theme.NOW.rgb() not in colours


def test_the_line_is_even_where_cards_come_and_shorter_where_play_waits() -> None:
    line = timeline_of(fell().moments)
    assert list(line.places) == sorted(set(line.places))
    assert (line.places[0], line.places[-1]) == (0, 1)
    for number, seconds in enumerate(line.seconds):
        assert line.moment(seconds) >= number
        assert line.seconds_at(line.place_at(seconds)) == pytest.approx(seconds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_beneath_the_line_leave_one_another_room(qtbot: QtBot, language: str) -> None:
    """Waits of a long replay, a seventh of the line apart; the longest wait has its words."""
    line = ReplayScrubber()
    qtbot.addWidget(line)
    line.resize(1280, 128)
    times = [f"{minutes}:00" for minutes in (112, 110, 109, 108, 107)]
    named = [words(language).text("replay.waits", time=time) for time in times]
    spans = [(0.05 + at / 7, 0.1 + at / 7, text) for at, text in enumerate(named)]
    line.show_line(LineMarks("", "", stretches=tuple(LineStretch(*span, waits=True) for span in spans)))
    assert named[0] in {text.text for text in texts_of(line)}
    assert flaws(line) == []


def test_the_signs_over_the_end_of_the_line_leave_one_another_room(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, boxes = ReplayScrubber(), list[QRectF]()
    qtbot.addWidget(line)
    line.resize(1280, 128)
    monkeypatch.setattr(Sign, "__call__", lambda sign, painter, box, ink: boxes.append(box))
    marks = tuple(TroubleMark(place, Sign("states.halt")) for place in (0.3, 0.97, 0.98, 0.99, 1.0))
    line.show_line(LineMarks("", "", marks=marks))
    line.grab()
    assert len(boxes) == 5 and not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_a_replay_names_the_day_of_what_came_on_another_one(screen: ReplayScreen, tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, CLOSED)
    later = START + timedelta(days=2)
    noted(path, NoteKind.LOCKED, later)
    screen.show_story(story_of(path, "lt", ReplayPart(1, 99)), SUPERVISOR)
    press(screen, Qt.Key.Key_Home)
    day = f"{later.astimezone():%d/%m/%Y}"
    model = screen.beside.model()
    assert [day in model.index(row, 0).data() for row in range(model.rowCount())][-1:] == [True]
    assert day not in model.index(0, 0).data() and day not in screen.prompt.text.actor
    press(screen, Qt.Key.Key_End)
    time = f"{later.astimezone():%d/%m/%Y %H:%M:%S}"
    assert time in screen.prompt.text.actor
    assert f"Video at {time}" in screen.scrubber.accessibleName()
    assert time in {text.text for text in texts_of(screen.scrubber)}
    assert day in {text.text for text in texts_of(screen.beside.viewport())}
    assert flaws(screen.beside.viewport()) == flaws(screen.scrubber) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_came_stands_beside_it_in_every_language(language: str) -> None:
    story = fell()
    rows = rows_of(story.game, story.moments, words(language), story.person_name)
    assert {row.moment for row in rows} == set(range(len(story.moments)))
    assert all(row.text and "{" not in row.text for row in rows)
    assert any("05 " in row.below for row in rows), "the bytes of the shoe"
    assert any(row.below == "Rasa K." for row in rows)
    assert sum(row.prompt for row in rows) >= 5


def test_a_replay_shows_no_prompt_that_stood_in_no_view(tmp_path: Path) -> None:
    """The press for a ball that is to be taken out also reports it: resolve stood in no view between."""
    spun: Seen = {"do": "spin", "turns": 4, "direction": "with", "by": "D1"}
    path = written(tmp_path / "J.db", OPEN, CLOSED, spun, DONE_D, game="roulette")
    story = story_of(path, "lt", ReplayPart(1, 99, "T7-1"), game="roulette")
    shown = [story.view(at).view.prompt.action for at in range(len(story.moments))]
    assert shown == ["wait", "spin", "remove_ball", "authorise", "authorise"]
    rows = rows_of(story.game, story.moments, words("en"), story.person_name)
    asked = [row.moment for row in rows if row.prompt]
    assert asked == [1, 2, 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_shows_a_red_warning_from_the_changed_entry_on(screen: ReplayScreen, language: str) -> None:
    story = fell()
    third, fifth = (story.moments[at].number for at in (3, 5))
    screen.set_words(words(language), words("lt"))
    screen.show_story(replace(story, doubts=((third, Doubt.CHANGED), (fifth, Doubt.UNPROVED))), SUPERVISOR)
    text = words(language).text
    warning = text("review.detail.at_floor.changed", number=third)
    warns = []
    for at in range(len(story.moments)):
        screen.go_to(at)
        assert screen.felt is not None
        warns.append(warning in screen.doubt.text)
        assert screen.doubt.isHidden() is not warns[-1]
        assert not warns[-1] or screen.felt.geometry().top() > screen.doubt.geometry().bottom()
    assert warns == [at >= 3 for at in range(len(story.moments))]
    assert {row.moment for row in screen.beside.rows if row.red} == {3, 5}
    screen.show_story(story, SUPERVISOR)
    assert screen.doubt.isHidden()


def test_a_key_goes_back_to_where_it_was_asked_for(qtbot: QtBot, screen: ReplayScreen) -> None:
    with qtbot.waitSignal(screen.left):
        press(screen, Qt.Key.Key_Escape)


def test_everything_on_it_has_a_name(screen: ReplayScreen) -> None:
    for part in (screen.play, screen.previous, screen.following, screen.scrubber, screen.prompt, screen.bar):
        assert part.accessibleName()
    assert all(key.accessibleName() for key in screen.speeds.values())
    assert "video" in screen.scrubber.accessibleName().lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overdue_message_and_its_remedy_are_shown_whole(
    qtbot: QtBot, language: str, tmp_path: Path
) -> None:
    seats = {"do": "seats", "seats": [1, 2, 3, 4, 5, 6, 7]}
    up = ("8H", "9S", "TD", "JC", "5S", "6D", "7C", "AS", "8D", "2C", "KH", "9D", "5C", "5D", "7H", "6S")
    path = written(tmp_path / "J.db", OPEN, seats, CLOSED, *map(card, up), game="blackjack")
    noted(path, NoteKind.SERVER_OVERDUE, time_of_line(30), game="blackjack")
    with closing(JournalReads([path], {})) as reads:
        while not reads.count().done:
            pass
        story = reads.story(reads.rows(0, 1)[0].place)
    assert story is not None
    screen = ReplayScreen(words(language), words("lt"), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_story(story, SUPERVISOR)
    assert screen.prompt.text.headline == words(language).text("prompt.silent")
    said = "".join("".join(text.text.split()) for text in texts_of(screen))
    assert "".join((screen.prompt.text.note or "").split()) in said
    assert flaws(screen) == []


def test_a_replay_shows_the_roads_and_each_sides_wins_between_coups(screen: ReplayScreen) -> None:
    screen.show_story(whole_round(), SUPERVISOR)
    screen.go_to(0)
    shown = [each.text for each in texts_of(screen)]
    assert [
        text
        for text in ("Big Road", "Big Eye Boy", "Small Road", "Cockroach Pig", "Player", "Banker", "Tie")
        if text not in shown
    ] == []


def test_dragon_tiger_is_replayed_on_the_same_felt(qtbot: QtBot, clock: SetClock) -> None:
    lines = (OPEN, CLOSED, card("9H"), incident("card_fell", "P1", seen=True), DONE_D, card("KS"), DONE_D)
    path = journal_of("duels", lines, "sv", "dragon_tiger")
    story = story_of(path, "sv", ReplayPart(1, 99), game="dragon_tiger")
    screen = ReplayScreen(words("ja"), words("sv"), clock)
    qtbot.addWidget(screen)
    screen.show_story(story, SUPERVISOR)
    screen.go_to(len(story.moments) - 1)
    lying = story.view(len(story.moments) - 1).view.round
    assert isinstance(lying, DuelView) and lying.ending is not None
    assert lying.ending.key == "tiger_wins"
