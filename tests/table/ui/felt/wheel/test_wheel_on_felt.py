"""Roulette on the dealer's screen: the wheel, the number in colour, shape and word, what is touched."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QImage, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Actor, DealerView, Lamp, LampFault, Mode, Prompt, SetClock
from console.table.game import Wager
from console.table.game.roulette import FIELDS as BETS
from console.table.game.roulette import WHEEL, pocket
from console.table.ui.dealer import DealerScreen
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.felt.wheel import pockets
from console.table.ui.felt.wheel.betting_layout import (
    LAYOUT_FIELDS,
    BetPlace,
    LayoutPlan,
    fields_of,
    spot_of,
    spots_with,
    wheel_plan,
)
from console.table.ui.felt.wheel.pockets import pocket_shape
from console.table.ui.felt.wheel.shown_wheel import (
    Middle,
    dealer_enters,
    field_label,
    parts_of,
    shown_wheel,
    spoken_wheel,
    state_text,
)
from console.table.ui.felt.wheel.wheel_on_felt import WheelOnFelt
from console.table.ui.hands import PressGuard
from console.table.ui.incident.panels.bet_pad import BetPick
from console.table.ui.kit import DOT, FOCUS, screen_of, theme
from console.table.ui.kit.buttons import PressArea
from console.table.words import bet_name, named_money
from console.table.words.speech import note_text, prompt_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import LEAST as LEAST_LETTERS
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.samples.tables import NOW, changed, clock
from tests.table.ui.samples.wheels import WHEEL_ACTS, WHEEL_SAMPLES, WORKSHEET, wheel

LEAST = 48
"""Pixels of what is touched, at a unit of one."""


@pytest.fixture
def time() -> SetClock:
    return clock()


@pytest.fixture
def screen(qtbot: QtBot, time: SetClock) -> DealerScreen:
    return shown_screen(qtbot, time)


def showing(screen: DealerScreen, view: str | DealerView) -> WheelOnFelt:
    screen.show_view(WHEEL_SAMPLES[view] if isinstance(view, str) else view)
    assert isinstance(screen.felt.on, WheelOnFelt)
    return screen.felt.on


def names(root: QWidget) -> list[str]:
    """All that assistive tools find on a screen."""
    found = [root, *root.findChildren(QWidget)]
    return [part.accessibleName() for part in found if part.isVisibleTo(root) or part is root]


# --- the number ---------------------------------------------------------------------------------------


def test_the_number_is_on_top_with_the_ball_and_its_fields_are_lit(screen: DealerScreen) -> None:
    """LT-ROU-17: highlighted on the layout."""
    on = showing(screen, "ro-result")
    assert (on.shown_wheel.middle, on.shown_wheel.top, on.shown_wheel.lit_number) == (Middle.NUMBER, 27, 27)
    lit = {("column", 3), ("dozen", 3), ("red", 1), ("odd", 1), ("high", 1)}
    assert fields_of(27) == lit


def test_the_fields_that_are_lit_are_those_whose_bets_cover_the_number() -> None:
    """ROU-3.3.2, LT-ROU-01: zero has none."""
    for number in WHEEL:
        covering = {
            field
            for field in LAYOUT_FIELDS
            if any(number in covered for covered in BETS[spot_of(field).on] if _covers(field, covered))  # type: ignore[index]
        }
        assert fields_of(number) == covering, number


def _covers(field: object, covered: frozenset[int]) -> bool:
    numbers = spot_of(field).numbers  # type: ignore[arg-type]
    return numbers is None or covered == frozenset(numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_numbers_words_have_colour_parity_half_dozen_and_column(language: str) -> None:
    """ROU-3.1.2: colour, parity, half, dozen and column; zero has only its colour."""
    assert len(parts_of(words(language), 27)) == 6
    assert len(parts_of(words(language), 0)) == 2
    assert parts_of(words("en"), 27) == ("27", "red", "odd", "high", "3rd dozen", "3rd column")
    assert parts_of(words("de"), 2) == (
        "2",
        "Schwarz",
        "Pair",
        "Manque",
        "erstes Dutzend",
        "zweite Kolonne",
    )


@pytest.mark.parametrize(
    ("language", "order"), [("en", "Announce: zero"), ("sv", "Annonsera: noll"), ("de", "Ansagen: Zero")]
)
def test_zero_is_announced_by_its_name(language: str, order: str) -> None:
    """ROU-3.1.2, as the phrasebook has it: zero is no number with a colour."""
    assert prompt_text(words(language), WHEEL_SAMPLES["ro-result-zero"].view) == order


def test_a_german_layout_calls_the_halves_what_the_dealer_announces() -> None:
    """ROU-1.1-bets: Manque and Passe stand beside Pair and Impair, on the layout and in a bet's name."""
    for half, numbers in (("low", "1–18"), ("high", "19–36")):
        german = words("de").text(f"say.half.{half}")
        field = next(field for field in LAYOUT_FIELDS if field[0] == half)
        assert field_label(words("de"), field) == german
        assert bet_name(words("de"), Wager(on=half, stake=100)) == german
        assert field_label(words("en"), field) == numbers


def test_each_colour_has_a_shape_of_its_own() -> None:
    box = LayoutPlan(0, 0, 400, 200).number(1)
    shapes = {pocket(number).colour: pocket_shape(box, number).elementCount() for number in (0, 1, 2)}
    assert len(shapes) == 3
    corner = QPointF(box.left() + 1.5, box.top() + 1.5)
    assert pocket_shape(box, 2, radius=0).contains(corner)
    assert not pocket_shape(box, 1).contains(corner) and not pocket_shape(box, 0).contains(corner)


def test_a_void_rounds_reading_is_not_shown(screen: DealerScreen) -> None:
    """Its round is void: 27 is in the last results alone."""
    view = replace(WHEEL_SAMPLES["ro-void"], results=())
    on = showing(screen, view)
    assert (on.shown_wheel.number, on.shown_wheel.lit_number) == (None, None)
    assert not any("27" in text for text in names(screen))


def test_a_waiting_reading_is_shown_as_waiting(screen: DealerScreen) -> None:
    on = showing(screen, "ro-spin-waits").shown_wheel
    assert (on.middle, on.number, on.lit_number) == (Middle.READ, 27, None)
    assert "27, red. A number has been read" in screen.felt.accessibleName()


def test_two_numbers_of_one_spin_are_both_shown_and_neither_is_lit(screen: DealerScreen) -> None:
    on = showing(screen, "ro-differs")
    assert (
        on.shown_wheel.middle,
        on.shown_wheel.number,
        on.shown_wheel.second,
        on.shown_wheel.lit_number,
    ) == (
        Middle.DIFFERS,
        27,
        6,
        None,
    )
    sentence = screen.felt.accessibleName()
    assert "27, red" in sentence and "6, black" in sentence and "The ball in the wheel decides." in sentence


def test_a_respin_shows_from_which_number(screen: DealerScreen) -> None:
    """LT-ROU-27a."""
    on = showing(screen, "ro-spin-again")
    assert (on.shown_wheel.middle, on.shown_wheel.top, on.shown_wheel.lit_number) == (Middle.AGAIN, 14, None)
    assert "Spin again from: 14, red" in screen.felt.accessibleName()


def test_the_last_numbers_are_twelve_with_the_newest_first_and_named(screen: DealerScreen) -> None:
    """LT-ROU-17; nothing is hot or cold here."""
    showing(screen, "ro-spin")
    marks = [mark for mark in screen.rail.marks if not mark.isHidden()]
    marks.sort(key=lambda mark: mark.x())
    names = [mark.accessibleName() for mark in marks]
    assert len(names) == 12 and names[:3] == ["27, red", "9, red", "0, green"]


# --- the wheel ----------------------------------------------------------------------------------------


def test_in_bet_time_the_last_twenty_numbers_have_the_layouts_room(screen: DealerScreen) -> None:
    screen.show_view(WHEEL_SAMPLES["ro-bets-open"])
    assert "last 20 numbers: 27, 9, 0, 31, 14, 14, 36" in screen.felt.accessibleName()
    screen.show_view(WHEEL_SAMPLES["ro-spin"])
    assert "last 20 numbers" not in screen.felt.accessibleName()


def test_the_wheel_is_silent_after_two_seconds_and_says_for_how_long(
    screen: DealerScreen, time: SetClock
) -> None:
    showing(screen, "ro-spin")
    health = screen.rail.health
    assert health is not None and not health.silent
    assert health.texts == ("Wheel W-0419", "last signal 0.5 s ago")
    time.advance(1.7)
    health.look()
    assert health.silent and health.texts[1] == "no signal for 0:02"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wheels_last_message_has_room_as_its_age_changes(
    qtbot: QtBot, time: SetClock, language: str
) -> None:
    """Nothing happens at the table meanwhile: the words change with the clock alone."""
    screen = shown_screen(qtbot, time, language=language)
    health = None
    heard = WHEEL_SAMPLES["ro-spin"]
    for view in (replace(heard, wheel=wheel(heard=None)), heard):
        screen.show_view(view)
        health = screen.rail.health
        assert health is not None and round(health.wide) >= int(health.wish)
    assert health is not None
    for seconds in (1.7, 598.0, 3600.0):
        time.advance(seconds)
        health.look()
        assert health.silent and round(health.wide) >= int(health.wish)


@pytest.mark.sweep
def test_the_repaint_of_each_second_leaves_the_arrow_out_of_the_wheel_whole(
    screen: DealerScreen,
) -> None:
    remove = WHEEL_SAMPLES["ro-remove-bet-time"]
    felt = screen.felt
    for width, height in ((1280, 800), (1366, 768), (1024, 768)):
        screen.resize(width, height)
        screen.show_view(remove)
        QApplication.processEvents()
        screen.show_view(changed(remove, seconds_left=8))
        assert felt.on is not None
        whole, part = felt.grab().toImage(), felt.grab().toImage()
        for box in felt.on.changing:
            place = felt.pixels_of(box)
            felt.render(part, place.topLeft(), QRegion(place))
        assert part == whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wheel_is_called_silent_only_where_its_lamp_says_so(language: str) -> None:
    """The text has what its bytes gave, what its lamp says, or nothing: an unknown state is no silence."""
    silent = words(language).text("lamp.wheel")
    unknown = changed(WHEEL_SAMPLES["ro-spin"], wheel=wheel(None), lamps=())
    assert state_text(words(language), shown_wheel(unknown)) == ""
    assert silent not in " ".join(spoken_wheel(words(language), shown_wheel(unknown)))
    lamps = {
        "lamp.wheel": Lamp("wheel", LampFault.SILENT),
        "lamp.connection_lost": Lamp("wheel", LampFault.LOST),
    }
    for text, lamp in lamps.items():
        shown = shown_wheel(changed(unknown, lamps=(lamp,)))
        assert state_text(words(language), shown) == words(language).text(text)


def test_a_healthy_wheels_age_stands_still(screen: DealerScreen) -> None:
    """A figure that changes twice a second would be seen by the camera."""
    for age in (0.0, 0.1, 0.3, 0.5):
        view = replace(WHEEL_SAMPLES["ro-spin"], wheel=wheel(heard=NOW - timedelta(seconds=age)))
        showing(screen, view)
        assert screen.rail.health is not None
        assert screen.rail.health.texts[1] == "last signal 0.5 s ago"


@pytest.mark.parametrize(("name", "turns"), [("ro-spin", 3), ("ro-spin-again", 4)])
def test_one_press_confirms_the_turns_that_the_rulebook_asks(
    screen: DealerScreen, name: str, turns: int
) -> None:
    """ROU-3.1.1, LT-ROU-25."""
    showing(screen, name)
    assert screen.primary is Primary.DONE
    assert screen.bar.primary.text() == f"{turns} full turns, against the wheel"


# --- the dealer's own number --------------------------------------------------------------------------


def test_without_a_reader_the_dealer_touches_the_number_and_confirms_it(
    screen: DealerScreen, qtbot: QtBot, time: SetClock
) -> None:
    """ROU-3.1.2: a number by hand counts once it was said twice."""
    showing(screen, "ro-no-reader")
    pick = screen.numbers.pick
    assert pick is not None and pick.isVisible() and screen.bar.primary.isHidden()
    time.advance(0.5)
    with qtbot.waitSignal(screen.presses.number_entered) as touched:
        QTest.mouseClick(pick.keys[17], Qt.MouseButton.LeftButton)
    assert touched.args == [17]
    showing(screen, "ro-confirm")
    time.advance(0.5)
    assert screen.primary is Primary.NUMBER and screen.bar.primary.isHidden()
    assert not any(key.chosen for key in pick.keys), "the second time is no echo of the first"
    with qtbot.assertNotEmitted(screen.presses.number_entered):
        QTest.keyClick(screen, Qt.Key.Key_Return)
    QTest.keyClicks(screen, "17")
    assert screen.bar.primary.text() == "It is 17, black"
    with qtbot.waitSignal(screen.presses.number_entered) as confirmed:
        QTest.keyClick(screen, Qt.Key.Key_Return)
    assert confirmed.args == [17]
    showing(screen, "ro-no-reader")
    QTest.keyClicks(screen, "32")
    showing(screen, "ro-confirm")
    assert screen.bar.number is None, "what was typed the first time is gone"


def test_a_reader_that_is_lost_after_the_spin_leaves_the_number_to_the_dealer(
    screen: DealerScreen, qtbot: QtBot, time: SetClock
) -> None:
    """ROU-3.1.2: the ball runs, and the dealer says its number; under lt the spin is void (LT-ROU-28)."""
    lost = WHEEL_SAMPLES["ro-reader-lost"]
    for fault in (LampFault.LOST, LampFault.SILENT, LampFault.RECONNECTING):
        screen.show_view(WHEEL_SAMPLES["ro-await-number"])
        assert not screen.numbers.is_shown, "the reader is heard: it reports the number"
        screen.show_view(changed(lost, lamps=(Lamp("wheel", fault), Lamp("journal"))))
        pick = screen.numbers.pick
        assert pick is not None and screen.numbers.is_shown
        time.advance(0.5)
        with qtbot.waitSignal(screen.presses.number_entered) as touched:
            QTest.mouseClick(pick.keys[17], Qt.MouseButton.LeftButton)
        assert touched.args == [17]
        screen.show_view(replace(lost, rules="lt"))
        assert not screen.numbers.is_shown


def test_a_press_too_soon_after_the_prompt_confirms_no_number(
    screen: DealerScreen, qtbot: QtBot, time: SetClock
) -> None:
    showing(screen, "ro-no-reader")
    time.advance(0.5)
    showing(screen, "ro-confirm")
    pick = screen.numbers.pick
    assert pick is not None
    with qtbot.assertNotEmitted(screen.presses.number_entered):
        QTest.mouseClick(pick.keys[17], Qt.MouseButton.LeftButton)
        QTest.keyClick(screen, Qt.Key.Key_Return)


def test_a_number_can_be_typed_and_is_entered_with_enter(
    screen: DealerScreen, qtbot: QtBot, time: SetClock
) -> None:
    showing(screen, "ro-no-reader")
    time.advance(0.5)
    for figure in (Qt.Key.Key_3, Qt.Key.Key_7, Qt.Key.Key_Backspace, Qt.Key.Key_3, Qt.Key.Key_2):
        QTest.keyClick(screen, figure)
    assert screen.bar.primary.text() == "It is 32, red"
    with qtbot.waitSignal(screen.presses.number_entered) as entered:
        QTest.keyClick(screen, Qt.Key.Key_Return)
    assert entered.args == [32]


def test_an_incidents_step_takes_its_number_by_two_touches(
    screen: DealerScreen, qtbot: QtBot, time: SetClock
) -> None:
    """LT-ROU-31c: it is entered twice, as in a round (ROU-3.1.2)."""
    step = WHEEL_SAMPLES["ro-step-number"]
    again = Prompt("confirm_number", Actor.DEALER, ("LT-ROU-31c",), step=1, number=17)
    for view in (step, replace(step, view=replace(step.view, prompt=again))):
        showing(screen, view)
        time.advance(0.5)
        pick = screen.numbers.pick
        assert pick is not None and not any(key.chosen for key in pick.keys)
        with qtbot.waitSignal(screen.presses.number_entered) as entered:
            QTest.mouseClick(pick.keys[17], Qt.MouseButton.LeftButton)
        assert entered.args == [17]
    assert screen.prompt.text.headline == "Enter 17 again to confirm"


def test_under_lt_no_number_is_entered_but_by_the_incidents_step() -> None:
    """LT-ROU-28: an unread spin is void."""
    view = WHEEL_SAMPLES["ro-no-reader"]
    assert dealer_enters(view) and not dealer_enters(replace(view, rules="lt"))
    assert dealer_enters(WHEEL_SAMPLES["ro-step-number"])


# --- what is touched ----------------------------------------------------------------------------------


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", ["ro-no-reader", "ro-confirm", "ro-step-number", "ro-actual", *WHEEL_ACTS])
def test_everything_that_is_touched_is_large_enough_and_has_a_name(screen: DealerScreen, name: str) -> None:
    showing(screen, name)
    if name in WHEEL_ACTS:
        WHEEL_ACTS[name](screen)
    for target in screen.findChildren(PressArea):
        if target.isVisible():
            size = target.size()
            assert min(size.width(), size.height()) - 2 * FOCUS >= LEAST - 1, target.accessibleName()
            assert target.accessibleName()


@pytest.mark.parametrize("size", [(1280, 316), (1422, 316), (1280, 540), (812, 416), (1194, 612)])
def test_wheel_number_and_layout_lie_apart_inside_the_zone(size: tuple[int, int]) -> None:
    lay = wheel_plan(*size, band=False, counting=True, small=False)
    layout = (
        lay.layout.number(0).united(lay.layout.field(("column", 1))).united(lay.layout.field(("high", 1)))
    )
    boxes = [lay.ring, lay.card, layout, lay.line]
    for at, box in enumerate(boxes):
        assert box.left() >= 0 and box.right() <= size[0] + 1
        assert box.top() >= 0 and box.bottom() <= size[1] + 1
        assert not any(box.intersects(other) for other in boxes[at + 1 :])


# --- the worksheet ------------------------------------------------------------------------------------


def test_touched_numbers_mean_the_bets_of_the_layout_that_have_them_all() -> None:
    """ROU-1.1-bets: 8 and 11 are a split, two corners, a six line; 8 and 20 are nothing together."""
    assert [(spot.on, spot.numbers) for spot in spots_with(frozenset((8, 11)))] == [
        ("split", (8, 11)),
        ("corner", (7, 8, 10, 11)),
        ("corner", (8, 9, 11, 12)),
        ("six_line", (7, 8, 9, 10, 11, 12)),
    ]
    assert spots_with(frozenset((8, 20))) == ()
    assert [spot.on for spot in spots_with(frozenset())] == ["voisins", "jeu_zero", "tiers", "orphelins"]


def test_every_inside_bet_can_be_reached_by_touching_its_numbers() -> None:
    for on in ("straight", "split", "street", "corner", "six_line"):
        for numbers in BETS[on]:  # type: ignore[index]
            assert BetPlace(on, tuple(sorted(numbers))) in spots_with(numbers)


def test_a_worksheet_row_is_either_credited_or_not_taken_back() -> None:
    """LT-ROU-33: never both in one row."""
    assert [(row.manual_credit(paid=True), row.unreturned(paid=True)) for row in WORKSHEET.bets] == [
        (3600, 0), (0, 360000), (0, 1000), (0, 0), (630000, 0), (3600, 0), (0, 0),
    ]  # fmt: skip
    assert (WORKSHEET.manual_credit(paid=True), WORKSHEET.unreturned(paid=True)) == (637200, 361000)


def test_before_a_result_was_announced_nothing_was_paid_by_it_and_all_is_credited() -> None:
    """ROU-3.1.3, LT-ROU-33."""
    assert all(row.manual_credit(paid=False) == (row.back or 0) for row in WORKSHEET.bets)
    assert WORKSHEET.manual_credit(paid=False) == sum(row.back or 0 for row in WORKSHEET.bets)
    assert WORKSHEET.unreturned(paid=False) == 0


@pytest.mark.parametrize(
    ("language", "text"), [("en", "1,800.05 EUR"), ("de", "1.800,05 EUR"), ("lt", "1 800,05 EUR")]
)
def test_minor_units_are_shown_as_money(language: str, text: str) -> None:
    assert named_money(180005, words(language), "EUR").replace("\u00a0", " ") == text


def test_the_shown_wheel_depends_on_the_view_alone() -> None:
    """The same value in play, after a restart and in a replay."""
    view = WHEEL_SAMPLES["ro-result"]
    assert shown_wheel(view) == shown_wheel(changed(view, locked=True, mode=Mode.TRAINING))


# --- changed parts are redrawn -----------------------------------------------------------------------


def on_glass(screen: DealerScreen) -> QImage:
    """The picture on the screen itself; a widget's own picture would be painted again for it.

    A paint that is due soon comes at once: on a busy computer the keyboard's focus came between two pictures.
    """
    for due in screen.findChildren(QTimer):
        if due.isSingleShot() and due.isActive():
            due.stop()
            due.timeout.emit()
    QApplication.processEvents()
    return screen_of(screen).grabWindow(screen.winId()).toImage()


@pytest.mark.usefixtures("drawn_on_screen")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_speed_leaves_nothing_of_the_one_before(screen: DealerScreen, language: str) -> None:
    """A live screen draws only what changed: it must look as one that was drawn at once."""
    screen.set_words(words(language), words("sv"))
    view = WHEEL_SAMPLES["ro-spin"]
    assert view.wheel is not None
    for turning, speed in (("anticlockwise", 888), ("clockwise", 111)):
        showing(screen, replace(view, wheel=replace(view.wheel, turning=turning, speed=speed)))
        changed = on_glass(screen)
    screen.update()
    screen.felt.update()
    assert on_glass(screen) == changed


@pytest.mark.sweep(2)
@pytest.mark.usefixtures("drawn_on_screen")
@pytest.mark.parametrize("size", [(1280, 800), (1280, 1024), (1422, 800), (1920, 1080), (1365, 853)])
def test_a_new_speed_redraws_no_pocket_and_leaves_the_ring_as_it_is(
    screen: DealerScreen, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """37 pockets take four milliseconds, and the wheel reports its speed twice a second."""
    screen.resize(*size)
    view = WHEEL_SAMPLES["ro-spin"]
    assert view.wheel is not None
    showing(screen, view)
    on_glass(screen)
    drawn: list[object] = []
    monkeypatch.setattr(pockets, "draw_ring", lambda *_, **__: drawn.append(1))
    for speed in (888, 111):
        showing(screen, replace(view, wheel=replace(view.wheel, speed=speed)))
        changed = on_glass(screen)
    assert not drawn
    monkeypatch.undo()
    screen.update()
    screen.felt.update()
    assert on_glass(screen) == changed


def test_after_the_opening_it_is_the_wheel_that_is_checked(screen: DealerScreen) -> None:
    """ROU-3.2.1: there is no shoe to prepare."""
    view = WHEEL_SAMPLES["ro-await-bets"].view
    opening = replace(view, phase="closed", prompt=Prompt("open_table", Actor.PIT_BOSS, ()))
    assert note_text(words("en"), opening) == "Then the wheel is checked."


def test_a_number_recorded_by_mistake_is_marked_on_pad_outcome_and_worksheet(
    screen: DealerScreen,
) -> None:
    """LT-ROU-33: which number bets were paid by is in sight wherever the right one is asked or used."""
    showing(screen, WHEEL_SAMPLES["ro-actual"])
    pad = screen.incident.zone.facts.numbers
    assert pad is not None and [key.number for key in pad.keys if key.wrong] == [27]
    assert pad.accessibleName() == words("en").text("wheel.wrong", number=27)
    showing(screen, WHEEL_SAMPLES["ro-outcome-wrong"])
    assert "Recorded by mistake: 27, red" in screen.incident.zone.outcome.accessibleName()
    showing(screen, WHEEL_SAMPLES["ro-settle"])
    keys = screen.incident.zone.settling.pick.numbers
    assert [key.number for key in keys if key.wrong] == [23]
    assert [key.number for key in keys if key.right] == [17]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_bet_on_a_touched_number_is_cut(qtbot: QtBot, language: str) -> None:
    pick = BetPick(PressGuard(lambda: 1.0), words(language))
    qtbot.addWidget(pick)
    pick.resize(738, 372)  # its place at 1280x800
    pick.set_unit(1)
    pick.show_words(words(language))
    pick.show()
    for number in (2, 17):  # six bets, and five
        pick.begin()
        pick.touch(number)
        assert not flaws(pick)


@pytest.mark.parametrize("band", [True, False])
@pytest.mark.parametrize("size", [(1280, 360), (1422, 360), (720, 232)])
def test_the_layout_keeps_away_from_a_halts_red_line(size: tuple[int, int], *, band: bool) -> None:
    plan = wheel_plan(*size, band=band, counting=False, small=size[0] < 1280, halted=True)
    line = (theme.BAND_HEIGHT if band else 0) + 6
    assert plan.bets.top() >= line + 6 and plan.ring.top() >= line + 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_list_every_figure_of_the_wheel_can_be_read(screen: DealerScreen, language: str) -> None:
    """The layout beside a list had figures of seven pixels or none: there the wheel has its room."""
    screen.set_words(words(language), words("sv"))
    showing(screen, "ro-step-ball")
    texts = {text.text: text.size for text in texts_of(screen) if not text.upright}
    assert len(texts) >= len(WHEEL) - 1, "all but the one on top, which stands level"
    assert min(texts.values()) >= LEAST_LETTERS


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", ["ro-spin-no-reader", "ro-no-reader", "ro-confirm"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_a_wheels_reader_shows_nothing_that_only_a_reader_fills(
    screen: DealerScreen, name: str, language: str
) -> None:
    said = words(language)
    screen.set_words(said, words("sv"))
    showing(screen, name)
    texts = {text.text for text in texts_of(screen)}
    assert said.text("wheel.turns") in texts, "the dealer still confirms the ball's turns"
    assert not texts & {said.text("wheel.no_reader"), said.text("wheel.heading"), "–"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_stands_once_in_words_beside_its_picture(screen: DealerScreen, language: str) -> None:
    """ROU-3.1.2: the line under the layout adds what number and colour do not say."""
    said = words(language)
    screen.set_words(said, words("sv"))
    showing(screen, "ro-result")
    lines = [text.text for text in texts_of(screen) if parts_of(said, 27)[-1] in text.text]
    assert lines == [DOT.join(parts_of(said, 27)[2:])]


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fault_of_a_wheel_stands_whole_inside_its_ring(
    qtbot: QtBot, time: SetClock, language: str
) -> None:
    """Its heading alone would say nothing."""
    screen = shown_screen(qtbot, time, language=language)
    silent = WHEEL_SAMPLES["ro-spin-silent"]
    faults = {LampFault.SILENT: "lamp.wheel", LampFault.LOST: "lamp.connection_lost"}
    for size, fault in product([(1280, 800), (1280, 720), (1024, 600)], faults):
        screen.resize(*size)
        screen.show_view(changed(silent, lamps=(Lamp("wheel", fault), Lamp("journal"))))
        assert isinstance(screen.felt.on, WheelOnFelt)
        ring, scale = screen.felt.on.plan.ring, screen.felt.u
        middle = ring.center() * scale + QPointF(screen.felt.mapTo(screen, QPoint(0, 0)))
        near = scale * ring.width() / 3
        inside = [
            each.text for each in texts_of(screen) if (each.box.center() - middle).manhattanLength() < near
        ]
        assert words(language).text(faults[fault]) in {inside[-1], " ".join(inside[-2:])}, size
