"""The dealer's screen: what it shows, what it says to who hears it, and which press is meant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import product

import msgspec
import pytest
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Bets, DealerView, Lamp, LampFault, Mode, Phase, SetClock
from console.table.core.state.typed_facts import SERIAL
from console.table.game import DOCUMENTED, load_rulebook
from console.table.game.baccarat.coup import Hand
from console.table.ui.dealer import dealer_screen
from console.table.ui.dealer.bands import banner_of
from console.table.ui.dealer.dealer_screen import DealerScreen, FirstPaint
from console.table.ui.dealer.preparation import step_pictures
from console.table.ui.dealer.status_bar import StatusBar
from console.table.ui.dealer.top_bar import mode_width
from console.table.ui.felt.card_faces import LaidThing
from console.table.ui.felt.notices import hand_limits
from console.table.ui.hands import PressRefusal
from console.table.ui.kit import Button, Surface, advance, clock_time, moment_text, theme
from console.table.words import table_title
from console.table.words.names import lamp_text
from console.table.words.speech import notice_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import flaws, listened, seen_of, texts_of
from tests.sweep import by_turns
from tests.table.ui.harness.at_work import coup
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.harness.painted import painted
from tests.table.ui.in_turn import in_turn, taken_away
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.screens import screen_of
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import DEALER, PIT_BOSS, SAMPLES, changed, clock, preparing
from tests.table.ui.samples.wheels import WHEEL_SAMPLES


@pytest.fixture
def time() -> SetClock:
    return clock()


@pytest.fixture
def screen(qtbot: QtBot, time: SetClock) -> DealerScreen:
    return shown_screen(qtbot, time)


def signals(screen: DealerScreen) -> list[str]:
    pressed: list[str] = []
    screen.call_pressed.connect(lambda: pressed.append("call"))
    for name in ("primary", "pit_boss_here", "withdraw", "void"):
        getattr(screen.presses, f"{name}_pressed").connect(lambda *_, name=name: pressed.append(name))
    for name in ("person_menu", "language", "lock"):
        getattr(screen, f"{name}_requested").connect(lambda name=name: pressed.append(name))
    return pressed


def show_for_a_second(screen: DealerScreen, time: SetClock, view: DealerView) -> None:
    screen.show_view(view)
    time.advance(1)
    screen.status.tick()  # otherwise the clock's timer would paint later, when nothing may be painted


def test_every_card_has_its_name(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["result"])
    names = {place: card.accessibleName() for place, card in coup(screen.felt).places.items()}
    assert names[Hand.BANKER, 2] == "banker, card 2, king of diamonds"
    assert names[Hand.BANKER, 3] == "banker, card 3, 3 of spades, crosswise"
    assert names[Hand.PLAYER, 1] == "player, card 1, 2 of hearts"


def test_between_coups_the_score_boards_fill_the_felt_and_are_read_aloud(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["bets-open"])
    assert all(place.isHidden() for place in coup(screen.felt).places.values())
    assert "this shoe: player 7, banker 8, tie 2" in screen.felt.accessibleName()
    boards = screen.grab().toImage()
    one_less = msgspec.structs.replace(SAMPLES["bets-open"], results=SAMPLES["bets-open"].results[:-1])
    screen.show_view(one_less)
    fewer = screen.grab().toImage()
    changed = [
        (x, y)
        for x in range(0, 1280, 2)
        for y in range(320, 632, 2)
        if fewer.pixel(x, y) != boards.pixel(x, y)
    ]
    # the last coup is the banker's: the third column of the plate's foot, the ninth column of the road
    assert changed
    assert {x < 640 for x, _ in changed} == {True, False}


def test_a_card_on_the_table_puts_the_score_boards_away(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    assert not coup(screen.felt).places[Hand.PLAYER, 1].isHidden()
    assert "this shoe" not in screen.felt.accessibleName()


def test_the_next_place_is_marked_and_named(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    place = coup(screen.felt).places[Hand.BANKER, 2]
    assert place.face.lies is LaidThing.NEXT
    assert place.accessibleName() == "banker, card 2, next card goes here"


def test_no_line_of_limits_looks_out_from_under_a_sign_in(screen: DealerScreen) -> None:
    view = changed(SAMPLES["dealing"], limits=load_rulebook("lt").rules_of("baccarat").limits)
    lines = hand_limits(words("en"), view.limits)
    screen.show_view(view)
    for foot, is_there in ((0.0, True), (192.0, False)):
        screen.leave_foot(foot)
        with listened() as heard:
            screen.felt.grab()
        painted = " ".join(said.text for _, said in heard)
        assert (lines[0] in painted) is is_there


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_press_is_explained_in_large_letters_that_cover_no_press(
    screen: DealerScreen, language: str
) -> None:
    screen.set_words(words(language), words("sv"))
    screen.show_view(SAMPLES["resolve"])
    for drop in PressRefusal:
        screen.say_dropped(drop)
        assert screen.press_note is not None
        with listened() as heard:
            screen.press_note.grab()
        for _, said in heard:
            assert said.text in screen.press_note.text and said.size >= 18
            assert QRectF(screen.press_note.rect()).contains(said.box)
        for press in screen.bar.findChildren(Button):
            ringed = QRectF(press.rect()).translated(QPointF(press.mapTo(screen, QPoint())))
            assert press.isHidden() or not ringed.intersects(QRectF(screen.press_note.geometry()))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("sample", ["p3-awaiting", "p3-void", "p3-house"])
def test_the_note_of_a_refused_press_hides_no_words_of_an_outcome(screen: DealerScreen, sample: str) -> None:
    """Who reported it, and when, stands where the note lies at play."""
    screen.show_view(INCIDENT_SAMPLES[sample])
    screen.say_dropped(PressRefusal.TOO_NEW)
    note = screen.press_note
    assert note is not None
    with listened() as heard:
        note.grab()
    places = [told.box.translated(QPointF(note.pos())) for _, told in heard]
    note.hide()
    assert [each.text for each in texts_of(screen) for place in places if place.intersects(each.box)] == []


def test_the_note_of_a_refused_press_follows_the_language(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["resolve"])
    screen.say_dropped(PressRefusal.TOO_NEW)
    screen.set_words(words("lt"), words("sv"))
    assert screen.press_note is not None
    assert screen.press_note.text == words("lt").text("press.too_new")


@pytest.mark.sweep(2)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(
    ("language", "size", "last_hand"),
    [
        (language, *rest)
        for language, rest in by_turns(
            LANGUAGES, [*product([(1280, 800), (1366, 768), (1920, 1080)], [False, True])]
        )
    ],
)
def test_the_note_of_a_refused_press_leaves_the_cut_cards_press_free(
    screen: DealerScreen, language: str, size: tuple[int, int], last_hand: bool
) -> None:
    screen.set_words(words(language), words("sv"))
    screen.resize(*size)
    dealt = changed(SAMPLES["dealing"], cut_card_by_hand=True)
    shoe = dealt.view.shoe
    assert shoe is not None
    left = msgspec.structs.replace(shoe, last_hand=last_hand)
    view = msgspec.structs.replace(dealt, view=msgspec.structs.replace(dealt.view, shoe=left))
    screen.show_view(view)
    key = screen.rail.cut_card
    pressed = QRectF(key.rect()).translated(QPointF(key.mapTo(screen, QPoint())))
    for drop in PressRefusal:
        screen.say_dropped(drop)
        note = screen.press_note
        assert note is not None and key.isVisible()
        with listened() as heard:
            note.grab()
        assert " ".join(told.text for _, told in heard).replace("。 ", "。") == note.text
        for _, told in heard:
            assert told.size >= 18 * min(1, screen.u) and QRectF(note.rect()).contains(told.box)
            assert not pressed.intersects(told.box.translated(QPointF(note.pos())))


@pytest.mark.sweep(1)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("language", ["de", "ja"])
@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_note_of_a_refused_press_covers_no_key_of_any_screen(
    qtbot: QtBot, time: SetClock, language: str, game: str
) -> None:
    """Not the card pad's either, nor an answer's tile, nor the number to touch."""
    screen = shown_screen(qtbot, time, "sv", language=language)
    covered: list[str] = []
    samples = {**SAMPLES, **INCIDENT_SAMPLES, **SEAT_SAMPLES, **WHEEL_SAMPLES}
    for name, view in samples.items():
        if view.game != game:
            continue
        screen.show_view(view)
        QApplication.processEvents()
        screen.say_dropped(PressRefusal.TOO_NEW)
        note = screen.press_note
        assert note is not None
        with listened() as heard:
            note.grab()
        texts = [told.box.translated(QPointF(note.pos())) for _, told in heard]
        note.hide()
        for key in screen.findChildren(QAbstractButton):
            place = QRect(key.mapTo(screen, QPoint()), key.size())
            upper = screen.childAt(place.center())
            if key.isVisible() and upper is not None and (upper is key or key.isAncestorOf(upper)):
                covered += [
                    f"{name}: {key.accessibleName()}" for text in texts if text.intersects(QRectF(place))
                ]
    assert covered == []


@pytest.mark.sweep(2)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(
    ("language", "sample", "bets"),
    [
        (language, *rest)
        for language, rest in by_turns(
            LANGUAGES,
            [
                *product(
                    ["p1-kind", "p2-seen", "p3-awaiting", "p4-put-back", "d8-manual-alone"],
                    ["closed", "open"],
                )
            ],
        )
    ],
)
def test_an_incident_and_manual_mode_say_too_that_the_console_was_restarted(
    screen: DealerScreen, sample: str, language: str, bets: str
) -> None:
    """Beside it stand the words for players, the outcome, or manual mode, which the band had before. Nobody
    tells a pit boss at the screen to call herself.
    """
    view = INCIDENT_SAMPLES[sample]
    if view.view.phase == Phase.HALTED:
        view = msgspec.structs.replace(view, view=msgspec.structs.replace(view.view, bets=Bets(bets)))
    screen.set_words(words(language), words("lt"))
    screen.show_view(view)
    due = screen.band.accessibleName().removesuffix(". ")
    damaged = "mode.recovered.damaged" if view.pit_boss is None else "mode.recovered.damaged.pit_boss"
    for restart, says in (("recovered", "mode.recovered"), ("recovered-damaged", damaged)):
        screen.show_view(changed(view, recovered=SAMPLES[restart].console.recovered))
        with listened() as heard:
            screen.band.grab()
        first, second = (told for _, told in heard)
        assert first.text == words(language).text(says) and due.startswith(second.text)
        for told in (first, second):
            assert QRectF(screen.band.rect()).contains(told.box) and told.size >= 15
        assert not first.box.intersects(second.box)


def test_a_restart_says_between_which_times_there_is_no_entry(screen: DealerScreen) -> None:
    """Nobody knows when a console stopped that was killed: its last entry may be minutes older."""
    restart = SAMPLES["recovered"].console.recovered
    assert restart is not None
    screen.show_view(SAMPLES["recovered"])
    first, last = (clock_time(at, words("en")) for at in (restart.stopped, restart.back))
    assert f"No entries {first}–{last}, nothing recorded was lost" in screen.band.accessibleName()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("days", [2, -2])
def test_a_restart_says_the_days_of_its_times_if_they_differ(
    screen: DealerScreen, language: str, days: int
) -> None:
    same = SAMPLES["recovered"].console.recovered
    assert same is not None
    other = msgspec.structs.replace(same, back=same.back + timedelta(days=days))
    screen.set_words(words(language), words("lt"))
    screen.show_view(changed(SAMPLES["recovered"], recovered=other))
    for at in (other.stopped, other.back):
        assert moment_text(at, words(language)) in screen.band.accessibleName()
    with listened() as heard:
        screen.band.grab()
    assert all(QRectF(screen.band.rect()).contains(told.box) and told.size >= 15 for _, told in heard)


@pytest.mark.parametrize(
    ("language", "sample"),
    by_turns(LANGUAGES, ["coming-halted-long", "passed-over-long", "recovered-damaged"]),
)
def test_a_band_says_all_that_it_has_to_say_in_one_line_or_in_two(
    screen: DealerScreen, sample: str, language: str
) -> None:
    """The players' notice and whom to call are not left out if somebody's name is long."""
    view = SAMPLES[sample]
    banner = banner_of(view, words(language), words(view.rules))
    assert banner is not None
    screen.set_words(words(language), words(view.rules))
    screen.show_view(view)
    with listened() as heard:
        screen.band.grab()
    said = [told for _, told in heard]
    assert [told.text for told in said] == [banner.aloud or banner.text, banner.aside]
    first, second = said
    assert first.size >= 16 and second.size >= 15
    assert not first.box.intersects(second.box)
    for told in said:
        assert QRectF(screen.band.rect()).contains(told.box)


def test_third_cards_lie_crosswise_at_the_outer_sides(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["result"])
    banker, player = coup(screen.felt).places[Hand.BANKER, 3], coup(screen.felt).places[Hand.PLAYER, 3]
    assert banker.width() > banker.height() and player.width() > player.height()
    assert (
        banker.x()
        < coup(screen.felt).places[Hand.BANKER, 1].x()
        < coup(screen.felt).places[Hand.BANKER, 2].x()
    )
    assert (
        player.x()
        > coup(screen.felt).places[Hand.PLAYER, 2].x()
        > coup(screen.felt).places[Hand.PLAYER, 1].x()
    )


def test_the_sides_are_the_tables_configuration(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    assert coup(screen.felt).places[Hand.BANKER, 1].x() < coup(screen.felt).places[Hand.PLAYER, 1].x()
    screen.show_view(msgspec.structs.replace(SAMPLES["dealing"], banker_left=False))
    assert coup(screen.felt).places[Hand.BANKER, 1].x() > coup(screen.felt).places[Hand.PLAYER, 1].x()


def test_a_card_that_halted_the_table_lies_apart_as_a_back(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["halted"])
    assert not screen.felt.held.isHidden()
    assert screen.felt.held.face.lies is LaidThing.BACK
    assert screen.felt.held.accessibleName() == words("en").text("access.held")


def test_a_bug_in_every_prompt_is_told_over_the_table(
    screen: DealerScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last prompt stood there with no word that it was old."""

    def planted(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(screen, "_show_prompt", planted)
    shown = SAMPLES["dealing"]
    console = msgspec.structs.replace(shown.console, bug=True)
    with pytest.raises(ZeroDivisionError):
        screen.show_view(msgspec.structs.replace(shown, console=console))
    assert words("en").text("bug.title") in {each.text for each in texts_of(screen)}


def test_a_losing_hand_is_dimmed_and_a_tie_is_not(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["result"])
    assert coup(screen.felt).places[Hand.PLAYER, 1].face.dimmed
    assert not coup(screen.felt).places[Hand.BANKER, 1].face.dimmed
    screen.show_view(SAMPLES["result-tie"])
    assert not any(place.face.dimmed for place in coup(screen.felt).places.values())


def test_cards_that_were_picked_up_are_gone(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["collecting"])
    assert coup(screen.felt).cards_of(Hand.PLAYER)
    screen.show_view(SAMPLES["await-bets"])
    assert not coup(screen.felt).cards_of(Hand.PLAYER)


def test_the_language_is_switched_live(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    for language in LANGUAGES:
        screen.set_words(words(language), words("sv"))
        assert screen.prompt.text.headline == words(language).text("prompt.deal.banker.2")
        assert screen.bar.call.text() == words(language).text("button.call")
        assert (
            words(language).text("access.next") in coup(screen.felt).places[Hand.BANKER, 2].accessibleName()
        )


def test_a_new_text_never_moves_a_part(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    before = [part.geometry() for part in (screen.prompt, screen.felt, screen.rail, screen.bar)]
    screen.show_view(SAMPLES["rescan"])
    assert before == [part.geometry() for part in (screen.prompt, screen.felt, screen.rail, screen.bar)]


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("name", "due"),
    [
        ("result", ["primary"]), ("collecting", ["primary"]), ("sign-in-due", ["primary"]),
        ("halted", ["pit_boss_here"]), ("dealing", []), ("bets-open", []),
    ],
)  # fmt: skip
def test_enter_is_the_primary_wherever_the_focus_is(
    screen: DealerScreen, time: SetClock, name: str, due: list[str]
) -> None:
    pressed = signals(screen)
    show_for_a_second(screen, time, SAMPLES[name])
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert pressed == due


def test_enter_from_a_foot_switch_still_down_confirms_nothing(screen: DealerScreen, time: SetClock) -> None:
    pressed = signals(screen)
    show_for_a_second(screen, time, SAMPLES["dealing"])
    screen.show_view(SAMPLES["result"])
    time.advance(0.2)
    QTest.keyClick(screen, Qt.Key.Key_Enter)
    assert pressed == []


def test_a_tick_of_the_clock_is_no_new_prompt(screen: DealerScreen, time: SetClock) -> None:
    pressed = signals(screen)
    show_for_a_second(screen, time, SAMPLES["result"])
    screen.show_view(changed(SAMPLES["result"], saving=True, lamps=(Lamp("shoe", LampFault.SILENT),)))
    QTest.mouseClick(screen.bar.primary, Qt.MouseButton.LeftButton)
    assert pressed == ["primary"]


def test_the_same_prompt_in_another_round_is_a_new_one(screen: DealerScreen, time: SetClock) -> None:
    pressed = signals(screen)
    show_for_a_second(screen, time, SAMPLES["result"])
    lying = SAMPLES["result"].view.round
    assert lying is not None
    again = msgspec.structs.replace(lying, id="R-4712")
    view = msgspec.structs.replace(SAMPLES["result"].view, round=again)
    screen.show_view(msgspec.structs.replace(SAMPLES["result"], view=view))
    QTest.mouseClick(screen.bar.primary, Qt.MouseButton.LeftButton)
    assert pressed == []


def test_midnight_makes_no_inspection_of_a_press_that_was_meant_for_the_day_before(
    screen: DealerScreen, time: SetClock
) -> None:
    """BJ-1.4: at midnight 'Loaded' becomes 'Inspected and loaded', and is noted so."""
    asked = SEAT_SAMPLES["bj-load-new-day"]
    notes: list[str | None] = []
    screen.presses.primary_pressed.connect(lambda: notes.append(screen.step_typed["note"]))
    show_for_a_second(screen, time, changed(asked, check_again=False))
    screen.show_view(asked)
    painted()
    time.advance(0.1)
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert notes == []
    time.advance(0.4)
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert notes == [words("en").text("button.prepared.load.new_day")]


def test_a_pit_boss_withdraws_or_voids(screen: DealerScreen, time: SetClock) -> None:
    pressed = signals(screen)
    show_for_a_second(screen, time, SAMPLES["resolve"])
    for press in (screen.bar.second, screen.bar.primary):
        QTest.mouseClick(press, Qt.MouseButton.LeftButton)
        time.advance(1)
        before = [] if press is screen.bar.second else ["void"]
        assert pressed == before, "each is asked once"
        (meant,) = (
            row for row in screen.presses.confirmation.findChildren(Button) if row.text() == press.text()
        )
        QTest.mouseClick(meant, Qt.MouseButton.LeftButton)
    assert pressed == ["void", "withdraw"]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_band_covers_a_question_or_the_keys_while_they_are_read(
    qtbot: QtBot, time: SetClock, language: str
) -> None:
    """The players' notice stands over the table; it once lay over the question's first line."""
    screen = DealerScreen(words(language), words("lt"), time, IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show()
    show_for_a_second(screen, time, SAMPLES["resolve"])
    QTest.mouseClick(screen.bar.second, Qt.MouseButton.LeftButton)
    question = screen.presses.confirmation
    for left in (270, 269):
        screen.show_view(changed(SAMPLES["resolve"], step_up_left=left))
        assert screen.band.isVisible() and question.isVisible()
        panel = question.pixels_of(question._panel())
        assert not panel.intersects(screen.band.geometry())
        assert screen.childAt(panel.topLeft() + QPoint(4, 4)) is question
    question.close_menu()
    screen.keys.show_card()
    screen.show_view(SAMPLES["resolve"])
    assert screen.childAt(screen.band.geometry().center()) is screen.keys.card


def test_the_card_of_keys_outlives_the_next_prompt_and_shows_its_keys(
    screen: DealerScreen, time: SetClock
) -> None:
    """TB-38: it was gone with the next prompt, before anybody had read it."""
    screen.show()
    show_for_a_second(screen, time, SAMPLES["bets-open"])
    QTest.keyClick(screen, Qt.Key.Key_F1)
    card = screen.keys.card
    assert card is not None and card.isVisible()
    before = card.rows
    show_for_a_second(screen, time, SAMPLES["result"])
    assert card.isVisible() and card.hasFocus(), "the next key puts the card away, and presses nothing"
    assert card.rows == screen.keys.rows(words("en")) != before
    pressed: list[object] = []
    screen.bar.primary.clicked.connect(lambda: pressed.append(1))
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert pressed == [] and not card.isVisible()
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert pressed == [1], "Enter is the prompt's again"


def test_the_clauses_on_the_card_of_keys_are_no_key(screen: DealerScreen) -> None:
    """WD-4: § is a key of Swedish and German keyboards."""
    screen.show_view(SAMPLES["result"])
    clauses = [(key, does) for key, does in screen.keys.rows(words("en")) if "BAC-3.5.3" in does]
    ((key, does),) = clauses
    assert key == "" and does.startswith("Rule for this step: "), "a bare number says nothing to a newcomer"


def test_without_an_open_round_the_key_to_void_is_hidden(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["resolve-no-round"])
    assert screen.bar.second.isHidden() and not screen.bar.primary.isHidden()


def test_keys_for_all_that_can_be_pressed(screen: DealerScreen, time: SetClock) -> None:
    pressed = signals(screen)
    show_for_a_second(screen, time, SAMPLES["dealing"])
    for key in (Qt.Key.Key_F3, Qt.Key.Key_F4, Qt.Key.Key_F9):
        QTest.keyClick(screen, key)
    QTest.keyClick(screen, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(screen.status.name, Qt.MouseButton.LeftButton)
    assert pressed == ["call", "pit_boss_here", "language", "lock", "person_menu"]


def test_the_pit_boss_is_called_once(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["called"])
    assert screen.bar.call.isHidden()
    screen.show_view(SAMPLES["pit-boss-come"])
    assert screen.bar.call.text() == words("en").text("button.come")


def test_lamps_say_what_is_wrong(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["recovered"])
    names = [lamp.accessibleName() for lamp in screen.status.lamps if not lamp.isHidden()]
    assert names == ["Shoe in order", "Reconnecting", "Journal in order"]


FAULTS = (
    Lamp("shoe", LampFault.SILENT),
    Lamp("reader", LampFault.SILENT),
    Lamp("link", LampFault.RECONNECTING),
    Lamp("journal"),
    Lamp("clock", LampFault.UNSYNCHRONISED),
)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", list(Mode))
def test_mode_and_table_give_way_to_no_lamp(qtbot: QtBot, language: str, mode: Mode) -> None:
    """The lamps fold to their signs, then to a count; a pit boss is signed in, the clock not in sync."""
    bar = StatusBar(clock().utc, words("en"))
    qtbot.addWidget(bar)
    bar.resize(1280, 56)
    bar.show()
    for count in range(len(FAULTS) + 1):
        here = changed(
            SAMPLES["dealing"], mode=mode, lamps=FAULTS[:count] or (Lamp("shoe"), Lamp("journal")),
            pit_boss=PIT_BOSS, step_up_left=102, step_up_lasts=120,
        )  # fmt: skip
        bar.show_view(here, words(language))
        title = table_title(words(language), here.table)
        ends = mode_width(mode, words(language)) + 22 + advance(title, theme.font(22, bold=True))
        parts = [part for part in (*bar.lamps, bar.faults, bar.authority, bar.name) if not part.isHidden()]
        assert all(part.x() >= ends for part in parts), [part.accessibleName() for part in parts]
        names = " ".join(part.accessibleName() for part in parts)
        assert all(lamp_text(words(language), lamp) in names for lamp in here.console.lamps if lamp.fault)


def test_the_menu_can_be_found_and_opened_before_any_sign_in(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed table names its menu beneath the prompt: a supervisor comes to it before anybody signs in."""
    bar = StatusBar(clock().utc, words("en"))
    qtbot.addWidget(bar)
    bar.resize(1280, 56)
    bar.show()
    painted: list[float] = []
    monkeypatch.setattr(StatusBar, "paint_code", lambda bar, painter: painted.append(bar.room_ends))
    bar.show_view(msgspec.structs.replace(SAMPLES["dealing"], dealer=None, pit_boss=None), words("ja"))
    bar.grab()
    with qtbot.waitSignal(bar.menu_requested):
        at = QPoint(round((painted[-1] + 30) * bar.u), 28)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seconds_kept_in_training_hide_neither_game_nor_rules(qtbot: QtBot, language: str) -> None:
    bar = StatusBar(clock().utc, words("en"))
    qtbot.addWidget(bar)
    bar.resize(1280, 56)
    bar.show_view(msgspec.structs.replace(SAMPLES["training"], dealer=DEALER), words(language))
    bar.keep(380)
    texts = [text for text, _ in bar._left(SAMPLES["training"], words(language))][:3]
    assert 0 <= bar.kept <= 380
    assert bar._texts_end(SAMPLES["training"], words(language), 3) <= bar.kept_box.left(), texts


def test_training_is_framed_and_live_is_not(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["training"])
    assert not any(strip.isHidden() for strip in screen.frame.strips)
    screen.show_view(SAMPLES["dealing"])
    assert all(strip.isHidden() for strip in screen.frame.strips)


class Paints(QObject):
    """Notes the size of what Qt has each of some parts paint."""

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self.sizes = list[tuple[QObject, QSize]]()
        for part in parts:
            part.installEventFilter(self)

    def eventFilter(self, part: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.sizes.append((part, event.region().boundingRect().size()))
        return False


def test_keys_and_name_that_stay_are_not_repainted_for_another_prompt(
    screen: DealerScreen, time: SetClock
) -> None:
    """A pixel of the bar shows when the prompt was painted, and a press counts from then on."""
    before = SAMPLES["dealing"]
    due = msgspec.structs.replace(before.view.prompt, hand="player", card=3)
    after = msgspec.structs.replace(before, view=msgspec.structs.replace(before.view, prompt=due))
    show_for_a_second(screen, time, before)
    QApplication.processEvents()
    paints = Paints(screen.bar, screen.bar.wrong, screen.status.name)
    screen.show_view(after)
    assert screen.guard.painted_at is None
    QApplication.processEvents()
    assert paints.sizes == [(screen.bar, QSize(1, 1))]
    assert screen.guard.painted_at == time.monotonic() / 1e9
    screen.show_view(msgspec.structs.replace(after, dealer=msgspec.structs.replace(DEALER, name="Jonas")))
    QApplication.processEvents()
    assert (screen.status.name, screen.status.name.size()) in paints.sizes


def test_the_bar_of_an_incident_is_repainted_only_if_it_changes(screen: DealerScreen, time: SetClock) -> None:
    asked = INCIDENT_SAMPLES["p2-seen"]
    show_for_a_second(screen, time, asked)
    QApplication.processEvents()
    bar = screen.incident.bar
    assert bar.isVisible()
    paints = Paints(bar, bar.back, bar.withdraw)
    screen.show_view(msgspec.structs.replace(asked))
    QApplication.processEvents()
    assert paints.sizes == []
    screen.show_view(changed(asked, step_up_left=59))
    QApplication.processEvents()
    assert (bar, bar.size()) in paints.sizes


def test_the_frame_over_the_table_is_repainted_only_when_it_changes(screen: DealerScreen) -> None:
    """The frame lies over all: a card that falls paints none of its pattern, and it stays uppermost."""
    in_training = [
        msgspec.structs.replace(SAMPLES[name], mode=Mode.TRAINING) for name in ("await-bets", "dealing")
    ]
    for view in in_training:
        screen.show_view(view)
        QApplication.processEvents()
    painted: list[str] = []
    for strip in screen.frame.strips:
        strip.when_painted = lambda: painted.append("frame")
    screen.felt.when_painted = lambda: painted.append("table")
    for view in in_training:
        screen.show_view(view)
        QApplication.processEvents()
    assert set(painted) == {"table"}
    laid = [part for part in screen.children() if isinstance(part, QWidget)]
    assert laid[-3:] == list(screen.frame.strips)
    screen.band.raise_()
    screen.show_view(in_training[0])
    laid = [part for part in screen.children() if isinstance(part, QWidget)]
    question = screen.presses.confirmation
    assert laid[-6:] == [screen.band, screen.end_signal, question, *screen.frame.strips]


@pytest.mark.parametrize("name", ["7", "East 3"])
@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_screen_shows_which_table_it_is(screen: DealerScreen, game: str, name: str) -> None:
    """BAC-1.2.2, BJ-1.2.2, ROU-1.2.2: the number or name that the casino gave it, above everything else."""
    samples = {"baccarat": SAMPLES, "blackjack": SEAT_SAMPLES, "roulette": WHEEL_SAMPLES}[game]
    view = next(each for each in samples.values() if each.game == game)
    with listened() as painted:
        screen.show_view(msgspec.structs.replace(view, table=name))
        screen.grab()
    title = table_title(words("en"), name)
    assert title in [text.text for text in seen_of(screen, painted)]
    assert title in screen.status.accessibleName()


def _grey(screen: DealerScreen) -> dict[str, QImage]:
    """The frame's strips and the status bar without their colours."""
    parts = {"left": screen.frame.strips[0], "bar": screen.status}
    return {
        name: part.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        for name, part in parts.items()
    }


def test_a_rehearsal_is_taken_for_nothing_else_without_its_colour(screen: DealerScreen) -> None:
    """A chequered frame, a word and a sign of its own: who sees no colour tells it from TRAINING too."""
    drawn = {}
    for name in ("training", "rehearsal"):
        screen.show_view(SAMPLES[name])
        assert not any(strip.isHidden() for strip in screen.frame.strips)
        assert screen.status.accessibleName()
        drawn[name] = _grey(screen)
    assert all(drawn["training"][part] != drawn["rehearsal"][part] for part in ("left", "bar"))
    colours = {
        strip.grab().toImage().pixelColor(x, y).rgb()
        for strip in screen.frame.strips
        for x in range(10)
        for y in range(10)
    }
    assert theme.PINK.rgb() in colours and theme.VIOLET.rgb() not in colours


def test_no_language_calls_a_rehearsal_by_the_word_of_another_mode() -> None:
    for language in LANGUAGES:
        modes = [words(language).text(f"mode.{mode}").casefold() for mode in Mode]
        assert len(set(modes)) == len(Mode), language
        singly = [word for one in modes for word in one.split()]
        assert len(set(singly)) == len(singly), f"{language}: no word of one mode is a word of another"


def test_red_flashes_when_bet_time_is_over(screen: DealerScreen) -> None:
    """BAC-3.4.2: under ja and de the red comes at zero, under sv it has come before."""
    for signal, hidden in (("flash", False), ("light", False), ("blink_running_out", True)):
        screen.end_signal.hide()
        screen.show_view(changed(SAMPLES["bets-ending"], end_signal=signal))
        screen.show_view(changed(SAMPLES["deal-first"], end_signal=signal))
        assert screen.end_signal.isHidden() is hidden


def test_steps_are_named_with_their_state(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["preparing-sv-04"])
    names = [row.accessibleName() for row in screen.preparation.steps.rows if not row.isHidden()]
    assert names[0] == "done: Shoe and rack inspected"
    assert names[3].startswith("now: ") and names[3].endswith("Pit boss")
    assert names[9].startswith("to come: ")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (2560, 1440), (1280, 1024)])
def test_spare_height_goes_to_the_table(qtbot: QtBot, size: tuple[int, int]) -> None:
    screen = DealerScreen(words("en"), words("sv"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(*size)
    screen.show()
    screen.show_view(SAMPLES["dealing"])
    u = screen.u
    heights = [round(part.height() / u) for part in (screen.status, screen.prompt, screen.rail, screen.bar)]
    assert heights == [56, 216, 56, 112]
    assert screen.felt.height() / u == pytest.approx(size[1] / u - 440, abs=1)
    assert screen.band.isHidden()


def test_cards_come_with_the_first_view_at_any_size(qtbot: QtBot) -> None:
    screen = DealerScreen(words("en"), words("sv"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(1920, 1080)
    screen.show()
    screen.show_view(SAMPLES["dealing"])
    assert {place.u for place in coup(screen.felt).places.values()} == {screen.u}


def test_a_screen_that_is_too_small_says_so_and_still_shows_the_prompt(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    screen.resize(1024, 600)
    assert not screen.band.isHidden()
    assert "1280" in screen.band.accessibleName()
    assert screen.prompt.text.headline == words("en").text("prompt.deal.banker.2")
    screen.resize(1280, 800)
    assert screen.band.isHidden()


@pytest.mark.parametrize("scale", [1.25, 1.5, 1.75, 2, 2.25])
def test_a_text_scale_makes_no_screen_too_small(
    screen: DealerScreen, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt makes a unit of the screen larger then, and gives the screen fewer of them."""
    monkeypatch.setattr(screen, "devicePixelRatioF", lambda: scale)
    screen.show_view(SAMPLES["dealing"])
    for pixels, warns in ((QSize(1024, 768), True), (QSize(1280, 800), False)):
        screen.resize(QSize(int(pixels.width() / scale), int(pixels.height() / scale)))
        assert screen.band.isHidden() is not warns


def test_the_notice_to_players_comes_before_the_warning_of_a_small_screen(screen: DealerScreen) -> None:
    """LT-BAC-12: on a small screen, too, it is read while a question is asked, and what was decided after."""
    screen.resize(1024, 600)
    for name in ("p1-kind", "p2-seen"):
        view = INCIDENT_SAMPLES[name]
        screen.show_view(view)
        assert notice_text(words("en"), view.view) in screen.band.accessibleName()
        assert "1280" not in screen.band.accessibleName()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_drawn_with_no_part_over_another(qtbot: QtBot, language: str) -> None:
    """Each in one by turns, in a sweep in all; every text of every screen is measured in ``test_texts``."""
    for name in in_turn(SAMPLES, language):
        view = SAMPLES[name]
        screen = DealerScreen(words(language), words(view.rules), clock(), IncidentCalls())
        with taken_away(screen):
            screen.resize(1280, 800)
            screen.show()
            screen.show_view(view)
            drawn_with_no_part_over_another(screen, name)


def drawn_with_no_part_over_another(screen: DealerScreen, name: str) -> None:
    assert is_drawn(screen), name
    for zone in (screen.felt, screen.rail, screen.bar, screen.status):
        if not zone.isHidden():
            _apart(zone, 12, name)


def _apart(zone: Surface, slack: int, name: str) -> None:
    parts = [part for part in zone.children() if isinstance(part, QWidget) and not part.isHidden()]
    for at, part in enumerate(parts):
        assert zone.rect().adjusted(-slack, -slack, slack, slack).contains(part.geometry()), name
        body = part.geometry().adjusted(slack, slack, -slack, -slack)
        assert not any(body.intersects(other.geometry()) for other in parts[at + 1 :]), name


def test_a_persons_name_is_shown_with_the_role(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["dealing"])
    assert screen.status.name.accessibleName() == f"{DEALER.name}, Dealer"


def test_the_table_is_heard_as_one_sentence(screen: DealerScreen) -> None:
    screen.show_view(SAMPLES["result"])
    names = screen.felt.accessibleName()
    assert names == "the table. player: 1 point. banker: 7 points. banker wins"
    assert screen.rail.accessibleName() == "shoe: 287 cards left"


def test_the_stack_looks_as_the_documents_have_it(screen: DealerScreen) -> None:
    """BAC-3.3.1: faces to the dealer under sv, de (and lt, as sv), backs under is; ja leaves it open."""
    notes = {}
    for code, step in (("sv", 7), ("de", 9), ("is", 9), ("ja", 9), ("lt", 8)):
        screen.show_view(SAMPLES[f"preparing-{code}-{step:02}"])
        notes[code] = screen.prompt.text.note
    assert notes["sv"] == notes["de"] == notes["lt"] == "One stack of 416, faces towards you."
    assert notes["is"] == "One stack of 416, backs towards you."
    assert notes["ja"] == "One stack of 416, face down."


def test_decks_are_presented_as_the_documents_have_it(screen: DealerScreen) -> None:
    """BJ-3.1.2: in order under sv (and lt, as sv), by suit and in order under ja is, by suit under de.
    BAC-3.1.2: under sv in order; under ja is de with the dealer, who looks at the backs, too.
    """
    notes = {}
    for name in ("bj-preparing-sv-04", "bj-present-ja", "bj-present-is", "bj-present-de"):
        screen.show_view(SEAT_SAMPLES[name])
        notes[name[-5:]] = screen.prompt.text.note
    assert notes["sv-04"] == "Deck by deck, in order, so that the cameras see every card."
    assert notes["nt-ja"] == notes["nt-is"]
    assert notes["nt-ja"] == "Deck by deck, suit by suit, in order, so that the cameras see every card."
    assert notes["nt-de"] == "Deck by deck, suit by suit, so that the cameras see every card."
    screen.show_view(preparing("sv", 3, pit_boss=PIT_BOSS))
    assert screen.prompt.text.note == notes["sv-04"]


def test_each_pile_is_shuffled_again_where_the_document_says_so(screen: DealerScreen) -> None:
    """BAC-3.2.1: under de; under sv the cards are shuffled."""
    notes = {}
    for code, step in (("sv", 6), ("de", 8)):
        screen.show_view(SAMPLES[f"preparing-{code}-{step:02}"])
        notes[code] = screen.prompt.text.note
    assert notes == {"sv": None, "de": "Shuffle each pile again."}


def test_the_prompt_names_the_second_cut_card_of_baccarat(screen: DealerScreen) -> None:
    """BAC-1.3.1: one behind the stack, one seven cards from its end; BJ-3.3: one, four decks from the end."""
    orders = {}
    for name in ("preparing-sv-02", "preparing-sv-09"):
        for game, samples in (("baccarat", SAMPLES), ("blackjack", SEAT_SAMPLES)):
            screen.show_view(samples[name if game == "baccarat" else f"bj-{name}"])
            orders[game, name[-2:]] = screen.prompt.text.headline, screen.prompt.text.note
    assert orders["baccarat", "02"][1] == "8 decks, backs alike, no jokers, and two cut cards."
    assert orders["blackjack", "02"][1] == "8 decks, backs alike, no jokers, and one cut card."
    assert orders["baccarat", "09"] == (
        "Place the cut card 7 cards from the end",
        "Count 7 cards from the back. The second cut card stays last.",
    )
    assert orders["blackjack", "09"] == ("Place the cut card 4 decks from the end", None)


def test_the_cut_card_is_pictured_as_many_cards_from_the_end_as_the_rules_say(
    screen: DealerScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BAC-3.3.4, BJ-3.3: seven, each with its number; four decks are one block: nobody counts 208."""
    written: list[str] = []

    def noted(painter: object, text: str, x: float, *place: object, **more: object) -> float:
        written.append(text)
        return x

    for name in ("write", "label"):
        monkeypatch.setattr(step_pictures, name, noted)
    for view, label in (
        (SAMPLES["preparing-sv-09"], "7 6 5 4 3 2 1"),
        (SEAT_SAMPLES["bj-preparing-sv-09"], "4 decks"),
    ):
        written.clear()
        image = QImage(812, 416, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        step_pictures.draw_step(painter, view, words("en"), theme.NOW)
        painter.end()
        assert label in " ".join(written)
        assert view.view.prompt.from_end == view.preparation.cut_card_from_end
    assert "7" not in written


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Hans-Joachim Müller", "Hans-Joachim Müller"),
        ("Hans-Joachim Müller-Lüdenscheidt", "Hans-Joachim Mülle…"),
        ("エリザベート・フォン・シュヴァルツェンベルク", "エリザベート・フォ…"),
    ],
)
def test_a_name_too_long_for_the_bar_ends_with_an_ellipsis(
    screen: DealerScreen, name: str, shown: str
) -> None:
    view = SAMPLES["await-bets"]
    with listened() as heard:
        screen.show_view(msgspec.structs.replace(view, dealer=msgspec.structs.replace(DEALER, name=name)))
        screen.grab()
    named = [text for _, text in heard if text.text[:5] == name[:5]]
    assert {text.text for text in named} == {shown}
    assert all(text.part.contains(text.box) for text in named)


def test_the_number_of_cards_is_shown_only_once_it_was_counted(screen: DealerScreen) -> None:
    """BAC-1.3.3, BAC-3.1.1: '416 of 416' stood beside the order to count them."""
    before = ("closing", "closing-decks", "preparing-sv-01", "preparing-sv-02", "preparing-sv-03")
    for name, counted in (*((each, False) for each in before), ("preparing-sv-04", True)):
        screen.show_view(SAMPLES[name])
        with listened() as heard:
            screen.grab()
        told = [told.text for _, told in heard]
        assert ("416 of 416" in told) is counted, name
        assert any(number in text for text in told for number in ("416", "52")) is counted, name


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)]))
def test_the_menus_key_is_seen_with_and_without_a_person_and_not_while_it_is_locked(
    screen: DealerScreen, size: tuple[int, int], language: str
) -> None:
    """It lay behind the name without a sign; with nobody there only the language's code opened it."""
    screen.resize(*size)
    screen.set_words(words(language), words("sv"))
    for name, opens in (("dealing", True), ("closed-nobody", True), ("resolve", True), ("locked", False)):
        screen.show_view(SAMPLES[name])
        key = screen.status.name
        assert key.isVisible() and key.isEnabled() is opens, name
        assert key.width() >= 48 * screen.u and flaws(screen.status) == []
        pressed = signals(screen)
        QTest.mouseClick(key, Qt.MouseButton.LeftButton)
        QTest.keyClick(screen, Qt.Key.Key_F10)
        assert ("person_menu" in pressed) is opens or name == "locked"
        assert ("F10", words(language).text("menu.open")) in screen.keys.rows(words(language)) or not opens


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (1024, 600)])
def test_the_field_for_a_wheels_number_lies_whole_on_a_low_screen(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    screen = screen_of("ro-check-1", "ja", *size)
    assert isinstance(screen, DealerScreen)
    qtbot.addWidget(screen)
    screen.show()
    serial = screen.preparation.typed.get(SERIAL)
    assert serial is not None and serial.isVisible()
    assert screen.preparation.rect().contains(serial.geometry())


@pytest.fixture
def unshown(qtbot: QtBot) -> DealerScreen:
    screen = DealerScreen(words("en"), words("sv"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    return screen


def one_turn_later(qtbot: QtBot, work: Callable[[], object]) -> None:
    """Have the loop go round until what has the time that an overdue timer has has come."""
    loop = QEventLoop()
    QTimer.singleShot(60, loop.quit)
    work()
    loop.exec()


def test_later_work_follows_the_first_paint_in_order_and_once(qtbot: QtBot, unshown: DealerScreen) -> None:
    done: list[str] = []
    unshown.prompt.painted.connect(lambda: done.append("painted"))
    first = unshown.paint_prompt_first()
    first.start(60_000)  # the window may be slow to come on a busy machine
    for name in ("ports", "key", "log"):
        first.then(partial(done.append, name))
    one_turn_later(qtbot, unshown.show)
    assert done == [], "a panel that says nothing yet is no prompt, however long it takes to come"
    assert not unshown.felt.updatesEnabled()
    unshown.show_view(SAMPLES["result"])
    assert done == ["painted"]
    qtbot.waitUntil(lambda: "log" in done)
    assert [each for each in done if each != "painted"] == ["ports", "key", "log"]
    assert unshown.felt.updatesEnabled()
    unshown.prompt.repaint()
    first.then(lambda: done.append("asked for later"))
    qtbot.waitUntil(lambda: done[-1] == "asked for later")
    assert done.count("ports") == 1


def test_a_window_that_is_never_painted_keeps_nothing_waiting(qtbot: QtBot, unshown: DealerScreen) -> None:
    assert dealer_screen.PATIENCE <= 1_000, "ports are open within a second or so, minimised or not"
    done: list[str] = []
    first = FirstPaint(unshown.prompt, patience=1)
    for name in ("ports", "key"):
        first.then(partial(done.append, name))
    qtbot.waitUntil(lambda: done == ["ports", "key"])
    unshown.show()
    unshown.show_view(SAMPLES["result"])
    one_turn_later(qtbot, lambda: None)
    assert done == ["ports", "key"], "a paint that comes after all has nothing done twice"


def test_failed_work_does_not_stop_the_work_after_it(qtbot: QtBot, unshown: DealerScreen) -> None:
    done: list[str] = []
    first = FirstPaint(unshown.prompt, patience=1)
    first.then(lambda: 1 / 0)
    first.then(lambda: done.append("ports"))
    with qtbot.captureExceptions() as errors:
        qtbot.waitUntil(lambda: done == ["ports"])
    assert [each[0] for each in errors] == [ZeroDivisionError]


def test_work_left_when_a_table_ends_is_never_done(qtbot: QtBot, unshown: DealerScreen) -> None:
    """It would open the ended table's ports again."""
    done: list[str] = []
    first = unshown.paint_prompt_first()
    first.then(first.end)
    first.then(partial(done.append, "ports"))
    unshown.show()
    unshown.show_view(SAMPLES["result"])
    one_turn_later(qtbot, lambda: None)
    qtbot.waitUntil(lambda: first.is_over)
    one_turn_later(qtbot, lambda: None)
    assert done == [] and not first.isActive()
