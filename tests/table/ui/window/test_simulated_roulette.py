"""A simulated table of roulette in its real window: its wheel on a pty, presses, and a ball that gets out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.core import SpinView, View, events, lines
from console.table.core.state.typed_facts import SERIAL
from console.table.game import Wager
from console.table.ui.dealer.prompt_words import no_press_text
from console.table.ui.felt.wheel.shown_wheel import Middle
from console.table.ui.felt.wheel.wheel_on_felt import WheelOnFelt
from console.table.ui.incident.panels.worksheet_panel import Settling
from console.table.ui.kit import PromptColour
from console.table.ui.window.surroundings import A_SPIN
from console.table.words.incident_phrases import NO_BET
from tests.base.words.catalogues import words
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.menu_rows import menu_rows
from tests.table.ui.harness.painted import painted
from tests.table.ui.harness.straight import Straight, straight


def felt(work: AtWork) -> WheelOnFelt:
    """Roulette's part of the dealer's felt."""
    on = work.window.dealer.felt.on
    assert isinstance(on, WheelOnFelt)
    return on


def spin(view: View) -> SpinView:
    """The round."""
    assert isinstance(view.round, SpinView)
    return view.round


def until_ready(work: AtWork) -> None:
    """The rotor turns, and waits for the ball."""
    work.until(lambda: work.wheel.step() and work.wheel.wheel.is_ready)


def until_state(work: AtWork, state: int) -> None:
    """The reader reports this state, over the pty."""
    while work.wheel.wheel.state != state:
        work.wheel.step()
    work.wheel.step()
    work.until(lambda: reported_state(work) == state)


def reported_state(work: AtWork) -> int | None:
    """The wheel's state as the screen has it."""
    work.window.tick()
    view = work.window.people_here.view
    return None if view is None or view.wheel is None else view.wheel.state


def to_spin(work: AtWork, running: int = 2) -> View:
    """Go on until the ball is to be sent, and send it for so many of the reader's reports."""
    while work.due != "spin":
        work.follow()
    until_ready(work)
    work.wheel.wheel.send_ball(running=running)
    until_state(work, 3)
    return work.view


def key(work: AtWork, *keys: Qt.Key) -> View:
    """Press keys that count, one after the other."""
    for each in keys:
        work.clock.advance(0.5)
        QTest.keyClick(work.window.dealer, each)
    return work.view


def enter(work: AtWork, true: Callable[[], bool]) -> None:
    """Press Enter, until what it does is so: a wheel's lines are entries of their own, and a press that one
    of them overtook is for a screen that has changed.
    """
    while not true():
        work.clock.advance(0.5)
        came = partial(came_of_it, work, true, work.view.entry)
        QTest.keyClick(work.window.dealer, Qt.Key.Key_Return)
        work.until(came)


def came_of_it(work: AtWork, true: Callable[[], bool], entry: int) -> bool:
    """Whether a press did what it should, or was taken and did not."""
    return true() or (work.view.entry > entry and work.is_settled())


def to_result(work: AtWork) -> int:
    """The ball runs as it must, the dealer says so, and the reader reports the number."""
    to_spin(work)
    enter(work, lambda: work.view.prompt.action == "await_number")
    until_state(work, 5)
    work.until(lambda: work.view.phase == "result")
    number = spin(work.view).number
    assert number is not None
    return number


def choose_kind(work: AtWork, kind: str) -> None:
    """Something went wrong: the tile of this kind."""
    screen = work.window.dealer
    work.clock.advance(0.5)
    QTest.keyClick(screen, Qt.Key.Key_F2)
    work.until(lambda: work.view.prompt.fact == "kind")
    tiles = screen.incident.zone.kinds
    assert work.window.people_here.view is not None
    at = tiles.page_kinds(work.window.people_here.view).index(kind)
    key(work, Qt.Key(Qt.Key.Key_1 + at))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("rules", ["lt", "sv"])
def test_a_ball_out_is_spun_again_from_the_last_number_with_the_bets_standing(
    qtbot: QtBot, tmp_path: Path, rules: str
) -> None:
    """LT-ROU-29, ROU-3.1.1: picked up and checked; in the words of every language."""
    with at_work(qtbot, tmp_path, rules, game="roulette", ready=True) as work:
        first = to_result(work)
        assert felt(work).shown_wheel.middle is Middle.NUMBER and felt(work).shown_wheel.lit_number == first
        enter(work, lambda: work.view.phase == "betting")
        to_spin(work, running=240)
        choose_kind(work, "ball_out")
        work.until(lambda: work.view.incident is not None and work.view.incident.state == "awaiting")
        while work.view.incident is None or work.view.incident.state != "steps":
            work.follow()
        until_ready(work)
        while work.view.incident is not None and work.view.incident.open:
            work.follow()
        view = work.view
        assert (view.prompt.action, view.prompt.from_, view.bets) == ("spin", first, "stand")
        assert felt(work).shown_wheel.middle is Middle.AGAIN and felt(work).shown_wheel.top == first
        for language in reversed(LANGUAGES):
            work.window.speak(language)
            person, prompt = words(language), work.window.dealer.prompt.text
            assert prompt.headline == person.text("prompt.spin.again", number=first)
            assert person.text("wheel.again_from") in work.window.dealer.felt.accessibleName()
            painted()
        again = to_result(work)
        assert str(again) in work.window.dealer.prompt.text.headline
        enter(work, lambda: work.view.phase == "betting")
        assert spin(work.view).status == "finished"
        assert work.shown.table.results == (str(first), str(again))


def test_an_object_in_the_wheel_is_asked_again_once_a_number_is_read(qtbot: QtBot, tmp_path: Path) -> None:
    """LT-ROU-27b: what is asked of an object in the wheel leads nowhere then; the tiles are there again."""
    with at_work(qtbot, tmp_path, "lt", game="roulette", ready=True) as work:
        to_spin(work)
        choose_kind(work, "foreign_object")
        work.until(lambda: work.view.prompt.fact == "ball_removed_in_time")
        until_state(work, 5)
        work.until(lambda: work.view.prompt.fact == "kind")
        tiles = work.window.dealer.incident.zone.kinds
        assert tiles.isVisible() and work.window.people_here.view is not None
        kinds, answers = tiles.page_kinds(work.window.people_here.view), work.view.prompt.answers
        assert isinstance(answers, tuple) and not {"ball_out", "foreign_object"} & set(answers)
        key(work, Qt.Key(Qt.Key.Key_1 + kinds.index("no_spin")))
        work.until(lambda: work.view.incident is not None and work.view.incident.state == "awaiting")
        incident = work.view.incident
        assert incident is not None and (incident.kind, incident.clause) == ("no_spin", "LT-ROU-27b")
        assert incident.facts == {"cause": "foreign_object", "recorded": True}, "the dealer said it before"


def test_an_unseen_ball_is_asked_for(qtbot: QtBot, tmp_path: Path) -> None:
    """ROU-3.1.1: its turns are confirmed, and no ball comes for as long as a spin takes."""
    with at_work(qtbot, tmp_path, "lt", game="roulette", ready=True) as work:
        while work.due != "spin":
            work.follow()
        until_ready(work)
        work.until(work.is_settled)  # what the wheel has just said is seen
        work.window.people_here.send_line(lines.Spin(4, "against", "D1"))  # the key itself waits for the ball
        work.until(lambda: work.view.prompt.action == "await_number")
        prompt = work.window.dealer.prompt
        work.let_pass(A_SPIN - 1)
        assert prompt.text.headline == words("en").text("prompt.await_number")
        work.let_pass(1)
        assert prompt.text.headline == "No ball seen: spin, or call the pit boss"
        assert work.window.dealer.bar.call.isVisible()
        work.wheel.wheel.send_ball(running=2)
        until_state(work, 3)
        assert prompt.text.headline == words("en").text("prompt.await_number")


@pytest.mark.sweep(1)
@pytest.mark.parametrize("rules", ["sv", "lt", "de"])
def test_turns_are_not_confirmed_while_the_ball_is_in_the_hand(
    qtbot: QtBot, tmp_path: Path, rules: str
) -> None:
    """ROU-3.1.1: a sensor in contact reports the ball on the track before anybody signs for its turns."""
    with at_work(qtbot, tmp_path, rules, game="roulette", ready=True) as work:
        while work.due != "spin":
            work.follow()
        until_ready(work)
        bar, text = work.window.dealer.bar, words("en").text
        work.until(lambda: bar.primary.isHidden())
        assert work.window.people_here.view is not None
        assert no_press_text(work.window.people_here.view, words("en")) == text("button.no_press.ball")
        work.clock.advance(0.5)
        QTest.keyClick(work.window.dealer, Qt.Key.Key_Return)
        until_ready(work)
        assert work.view.prompt.action == "spin" and spin(work.view).status == "open"
        work.wheel.wheel.send_ball(running=4)
        until_state(work, 3)
        work.until(lambda: not bar.primary.isHidden())
        assert bar.primary.text() == words("en").count("button.spin", 4 if rules == "lt" else 3)
        enter(work, lambda: work.view.prompt.action == "await_number")
        until_state(work, 5)
        enter(work, lambda: work.view.phase in ("collecting", "betting"))
        while work.due != "spin":
            work.follow()
        work.until(lambda: bar.primary.isHidden())  # the ball of the round before is no ball of this one


def test_the_ball_of_bet_time_is_the_spins_where_it_may_run_then(qtbot: QtBot, tmp_path: Path) -> None:
    """ROU-2.1.3 (ja, is, de): it is sent before the bets close, and its turns are confirmed after."""
    with at_work(qtbot, tmp_path, "de", game="roulette", ready=True) as work:
        while work.due != "wait":
            work.follow()
        until_ready(work)
        work.wheel.wheel.send_ball(running=40)
        until_state(work, 3)
        work.follow()
        assert work.due == "spin"
        work.until(lambda: not work.window.dealer.bar.primary.isHidden())


@pytest.mark.parametrize(("rules", "turns"), [("sv", 3), ("lt", 4)])
def test_without_a_sensor_that_is_heard_the_key_says_after_how_many_turns(
    qtbot: QtBot, rules: str, turns: int
) -> None:
    """ROU-3.1.1, LT-ROU-25: nobody has to wait for a sensor that is missing, silent, or reports no ball."""
    with straight(qtbot, rules, "roulette") as table:
        for state in ("open", "closed"):
            table.take({"do": "bets", "state": state})
        bar = table.window.dealer.bar
        assert bar.primary.text() == words("en").count("button.spin.after", turns)
        table.take({"do": "device", "name": "wheel", "hex": b"*X;2;094;17;0;163;0\r\n".hex()})
        assert bar.primary.text() == words("en").count("button.spin.after", turns), "its lamp says lost"
        table.touch(bar.primary)
        assert table.view.view.prompt.action == "await_number"


def test_a_reading_before_the_dealers_confirmation_waits_and_looks_like_no_result(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """ROU-3.1.1: the run is confirmed first; then what has waited is the number."""
    with at_work(qtbot, tmp_path, "sv", game="roulette", ready=True) as work:
        to_spin(work)
        until_state(work, 5)
        work.until(lambda: spin(work.view).recorded is not None)
        recorded = spin(work.view).recorded
        shown = felt(work).shown_wheel
        assert (shown.middle, shown.number, shown.lit_number) == (Middle.READ, recorded, None)
        said = work.window.dealer.felt.accessibleName()
        assert f"{recorded}, " in said and "A number has been read" in said
        assert work.window.dealer.bar.primary.text() == "3 full turns, against the wheel"
        enter(work, lambda: work.view.phase == "result")
        assert spin(work.view).number == recorded
        assert felt(work).shown_wheel.lit_number == recorded


def test_the_wheels_serial_number_is_noted_at_its_check(qtbot: QtBot, tmp_path: Path) -> None:
    """ROU-3.2.1: figures are a wheel's, not a table's."""
    with at_work(qtbot, tmp_path, "sv", game="roulette") as work:
        while work.due != "check_wheel":
            work.follow()
        serial = work.window.dealer.preparation.typed.get(SERIAL)
        assert serial is not None and serial.isVisible()
        serial.field.setText("W-0777")
        enter(work, lambda: work.shown.table.wheel.serial == "W-0777")
        while work.due != "spin":
            work.follow()
        assert work.window.dealer.rail.health is not None
        assert work.window.dealer.rail.health.texts[0] == "Wheel W-0777"


@pytest.mark.sweep
def test_a_wrong_number_is_settled_by_hand_and_what_was_credited_stays(qtbot: QtBot, tmp_path: Path) -> None:
    """LT-ROU-33: bets in, both amounts out; the pit boss ends the step."""
    with at_work(qtbot, tmp_path, "lt", game="roulette", ready=True) as work:
        wrong = to_result(work)
        enter(work, lambda: work.view.bets == "settled")
        actual = 17 if wrong != 17 else 18
        choose_kind(work, "wrong_number_recorded")
        work.until(lambda: work.view.prompt.fact == "actual")
        digits = [Qt.Key(Qt.Key.Key_0 + int(figure)) for figure in str(actual)]
        key(work, *digits, Qt.Key.Key_Return)
        work.until(lambda: work.view.prompt.fact is None)
        while work.due != "settle":
            work.follow()
        screen = work.window.dealer
        settling = screen.incident.zone.settling
        work.until(settling.isVisible)
        for number, stake in ((actual, "100"), (wrong, "250")):
            typed = [Qt.Key(Qt.Key.Key_0 + int(figure)) for figure in f"{number}"]
            key(work, *typed, Qt.Key.Key_Return, Qt.Key.Key_Return)
            figures = [Qt.Key(Qt.Key.Key_0 + int(figure)) for figure in stake]
            key(work, *figures)
            key(work, Qt.Key.Key_Return)
            work.until(lambda: len(settling.list.crosses) == len(settling.wagers))
        assert settling.sheet is not None
        assert [(row.numbers, row.back, row.recorded_back) for row in settling.sheet.bets] == [
            ((actual,), 3600, 0),
            ((wrong,), 0, 9000),
        ]
        assert "to credit 36.00" in settling.list.rows[0].accessibleName()
        assert "not taken back 90.00" in settling.list.rows[1].accessibleName()
        work.clock.advance(0.5)
        work.after(settling.list.crosses[1].click)
        assert len(settling.wagers) == 1
        assert screen.bar.primary.text() == words("en").text("button.step.settle"), "and one press is enough"
        enter(work, lambda: work.view.phase == "betting")
        assert spin(work.view).number == actual


SETTLED: tuple[dict[str, object], ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "number", "number": 17, "source": "reader"},
    {"do": "done", "by": "D1"},
    {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 18}, "by": "D1"},
)
"""To where a number that was recorded by mistake awaits its confirmation."""


def at_worksheet(table: Straight) -> Settling:
    """A pit boss settles a round by hand (LT-ROU-33)."""
    for line in SETTLED:
        table.take(line)
    bar = table.window.dealer.incident.bar
    table.touch(bar.primary)
    table.pin()
    table.touch(bar.primary)
    shown: Settling = table.window.dealer.incident.zone.settling
    return shown


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_empty_worksheet_is_asked_about_once_and_the_record_says_so(qtbot: QtBot, language: str) -> None:
    """LT-ROU-33: two presses of Enter don't answer what was credited."""
    with straight(qtbot, "lt", "roulette") as table:
        window, text = table.window, Words(language).text
        for line in SETTLED:
            table.take(line)
        table.touch(window.dealer.incident.bar.primary)
        table.pin()
        window.speak(language)
        table.touch(window.dealer.incident.bar.primary)
        assert table.view.view.prompt.action == "settle"
        assert window.dealer.bar.primary.text() == text("button.no_bet_to_credit")
        table.key(Qt.Key.Key_Return)
        assert table.view.view.prompt.action == "settle", "it is asked once"
        back, _ = menu_rows(window.dealer.presses.confirmation)
        table.touch(back)
        table.take({"do": "settle", "by": "P1", "bets": []})
        assert window.dealer.bar.primary.text() == text("button.no_bet_to_credit")
        table.key(Qt.Key.Key_Return)
        _, meant = menu_rows(window.dealer.presses.confirmation)
        table.touch(meant)
        assert table.view.view.phase == "betting"
        decoded = [events.DECODER.decode(each.event) for each in table.kept.entries]
        done = [each for each in decoded if isinstance(each, events.StepDone)][-1]
        assert done.note == text("button.no_bet_to_credit")


def test_an_empty_worksheet_is_not_asked_about_in_the_next_round(qtbot: QtBot) -> None:
    """LT-ROU-33: of the presses after it, none is kept with the note that nothing was to be credited."""
    with straight(qtbot, "lt", "roulette") as table:
        at_worksheet(table)
        window = table.window
        table.key(Qt.Key.Key_Return)
        table.touch(menu_rows(window.dealer.presses.confirmation)[1])
        for line in SETTLED[:2]:
            table.take(line)
        assert table.view.view.prompt.action == "spin"
        assert window.dealer.bar.primary.text() != Words("en").text("button.no_bet_to_credit")
        for line in SETTLED[2:4]:
            table.take(line)
        table.key(Qt.Key.Key_Return)
        assert table.view.view.phase == "betting"
        decoded = [events.DECODER.decode(each.event) for each in table.kept.entries]
        assert [each for each in decoded if isinstance(each, events.StepDone)][-1].note is None


@pytest.mark.sweep
def test_the_rows_of_a_worksheet_outlast_a_restart(qtbot: QtBot) -> None:
    """LT-ROU-33: nothing else shows what the pit boss has credited up to then."""
    with straight(qtbot, "lt", "roulette") as table:
        settling = at_worksheet(table)
        entered = [
            {"on": "straight", "numbers": [18], "stake": 100},
            {"on": "straight", "numbers": [17], "stake": 250},
        ]
        for bet in entered:
            settling.pad.added.emit(msgspec.convert(bet, Wager))
            table.settle()
        shown = [row.accessibleName() for row in settling.list.rows]
        table.restart(qtbot)
        table.touch(table.window.dealer.bar.primary)
        table.pin()
        screen = table.window.dealer
        settling = screen.incident.zone.settling
        assert settling.isVisible()
        assert [row.accessibleName() for row in settling.list.rows] == shown
        assert screen.bar.primary.text() == Words("en").text("button.step.settle")
        table.clock.advance(0.5)
        table.touch(settling.list.crosses[0])
        table.touch(settling.list.crosses[0])
        assert screen.bar.primary.text() == Words("en").text("button.no_bet_to_credit")
        table.restart(qtbot)
        table.touch(table.window.dealer.bar.primary)
        table.pin()
        assert table.window.dealer.bar.primary.text() == Words("en").text("button.no_bet_to_credit")


def test_a_bet_that_was_settled_at_another_window_stands_at_this_one(qtbot: QtBot) -> None:
    """LT-ROU-33: the table has one list; the next bet that is added here does not drop the other one."""
    with straight(qtbot, "lt", "roulette") as table:
        settling = at_worksheet(table)
        settling.pad.added.emit(Wager(on="red", stake=100))
        table.settle()
        bets = [{"on": "red", "stake": 100}, {"on": "odd", "stake": 200}]
        table.take({"do": "settle", "by": "P1", "bets": bets})
        assert [(each.on, each.stake) for each in settling.wagers] == [("red", 100), ("odd", 200)]
        settling.pad.added.emit(Wager(on="low", stake=300))
        settling.pad.added.emit(Wager(on="even", stake=400))
        table.settle()
        assert settling.sheet is not None
        assert [each.on for each in settling.sheet.bets] == ["red", "odd", "low", "even"]


def test_a_number_that_was_typed_for_one_report_answers_no_other(qtbot: QtBot) -> None:
    """The first report was taken back before its Enter; the next one asks the same."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in SETTLED[:5]:
            table.take(line)
        for _ in range(2):
            table.take({"do": "incident", "kind": "wrong_number_recorded", "by": "D1"})
        bar = table.window.dealer.incident.bar
        table.key(Qt.Key.Key_2)
        assert bar.primary.isVisible() and "2" in bar.primary.text()
        table.take({"do": "withdraw", "by": "D1"})
        assert table.view.view.prompt.fact == "actual" and not table.view.incident.queue
        table.key(Qt.Key.Key_Return)
        assert table.view.view.prompt.fact == "actual"
        assert table.view.view.incident is not None and "actual" not in table.view.view.incident.facts


@pytest.mark.sweep
def test_a_second_touch_of_a_cross_takes_no_bet_out_that_has_no_row_there_yet(qtbot: QtBot) -> None:
    """On a slow disk the rows stay for a moment as they were; then the next row comes under the finger."""
    with straight(qtbot, "lt", "roulette") as table:
        settling = at_worksheet(table)
        for stake in (100, 200, 300):
            settling.pad.added.emit(Wager(on="red", stake=stake))
            table.settle()
        table.clock.advance(0.5)
        for _ in range(2):
            QTest.mouseClick(settling.list.crosses[0], Qt.MouseButton.LeftButton)
        assert [wager.stake for wager in settling.wagers] == [200, 300]
        table.settle()
        assert settling.sheet is not None
        assert [row.stake for row in settling.sheet.bets] == [200, 300]
        QTest.mouseClick(settling.list.crosses[0], Qt.MouseButton.LeftButton)
        assert [wager.stake for wager in settling.wagers] == [200, 300], "nobody has seen it there"
        table.touch(settling.list.crosses[0])
        assert [wager.stake for wager in settling.wagers] == [300]


@pytest.mark.parametrize(("last", "crossed"), [(28, [5, 17]), (5, [17])])
def test_the_worksheet_crosses_out_every_number_that_no_longer_counts(
    qtbot: QtBot, last: int, crossed: list[int]
) -> None:
    """LT-ROU-33: 5 was announced and paid, then 17 was credited; at last another counts, or 5 again."""
    with straight(qtbot, "lt", "roulette") as table:
        for line in (
            {"do": "bets", "state": "open"},
            {"do": "bets", "state": "closed"},
            {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
            {"do": "number", "number": 5, "source": "reader"},
            {"do": "done", "by": "D1"},
            {"do": "sign_in", "who": "P1", "role": "pit_boss"},
        ):
            table.take(line)
        for actual in (17, last):
            facts = {"actual": actual}
            table.take({"do": "incident", "kind": "wrong_number_recorded", "by": "D1", "facts": facts})
            table.take({"do": "authorise", "by": "P1"})
            if actual != last:
                table.take({"do": "done", "by": "P1"})
        table.window.arrivals.pit_boss_pressed()
        table.pin()
        keys = table.window.dealer.incident.zone.settling.pick.numbers
        assert [key.number for key in keys if key.wrong] == crossed
        assert [key.number for key in keys if key.right] == [last]


@pytest.mark.sweep
def test_after_a_bet_the_focus_is_on_the_next_bet_and_on_no_cross(qtbot: QtBot) -> None:
    """Space would have taken the first bet out."""
    with straight(qtbot, "lt", "roulette") as table:
        settling = at_worksheet(table)
        pick, pad = settling.pick, settling.pad
        for count in (1, 2):
            table.touch(pick.numbers[20])
            table.touch(pick.tiles[0])
            assert pad.isVisible() and pad.keys["1"].hasFocus()
            table.touch(pad.keys["5"])
            table.touch(pad.add)
            assert len(settling.wagers) == count and len(settling.list.crosses) == count
            assert pick.isVisible() and pick.numbers[0].hasFocus()
        table.touch(pick.numbers[20])
        table.touch(pick.tiles[0])
        table.touch(pad.back)
        assert pick.numbers[0].hasFocus()


def _typed(table: Straight, keys: str) -> None:
    for sign in keys:
        key = Qt.Key.Key_Return if sign == "=" else Qt.Key(ord(sign))
        table.key(key)


@pytest.mark.parametrize(
    ("keys", "bet"),
    [
        ("20=500=", {"on": "straight", "numbers": (20,), "stake": 500}),  # three keys and the stake
        ("8+11=500=", {"on": "split", "numbers": (8, 11), "stake": 500}),
        ("8/11=500=", {"on": "split", "numbers": (8, 11), "stake": 500}),
        ("17C500=", {"on": "neighbours", "number": 17, "each": 2, "stake": 500}),
        ("20D500=", {"on": "street", "numbers": (19, 20, 21), "stake": 500}),
        ("R500=", {"on": "red", "stake": 500}),
    ],
)
def test_the_worksheet_takes_number_kind_and_stake_in_this_order(
    qtbot: QtBot, keys: str, bet: dict[str, Any]
) -> None:
    """A third press, 'Straight 20', was needed between a number and its stake."""
    with straight(qtbot, "lt", "roulette") as table:
        settling = at_worksheet(table)
        _typed(table, keys)
        assert settling.wagers == (msgspec.convert(bet, Wager),)
        _typed(table, keys)
        assert len(settling.wagers) == 2


def test_f1_names_the_keys_of_the_bets_on_a_typed_number(qtbot: QtBot) -> None:
    with straight(qtbot, "lt", "roulette") as table:
        at_worksheet(table)
        _typed(table, "20")
        rows = dict(table.window.dealer.keys.rows(Words("en")))
        assert (rows["A"], rows["D"]) == ("Straight 20", "Street 19–20–21") and "C" in rows
        assert rows["Enter"] == "Straight 20"


def test_no_key_says_that_nothing_is_credited_while_a_bet_is_entered(qtbot: QtBot) -> None:
    """The large amber key said 'No win to credit' over a stake that was being typed."""
    with straight(qtbot, "lt", "roulette") as table:
        settling, bar = at_worksheet(table), table.window.dealer.bar
        assert bar.primary.isVisible() and bar.primary.text() == table.window.words.text(NO_BET)
        for keys in ("2", "=", "5"):
            _typed(table, keys)
            assert not bar.primary.isVisible()
        table.key(Qt.Key.Key_Escape)
        assert bar.primary.isVisible() and not settling.wagers
        table.touch(settling.pick.numbers[20])
        assert not bar.primary.isVisible()


def test_the_ring_of_each_key_of_the_worksheet_is_whole(qtbot: QtBot) -> None:
    """Those of 0, of 1 and of the first bet were cut at the left."""
    with straight(qtbot, "lt", "roulette") as table:
        settling = at_worksheet(table)
        pick, pad = settling.pick, settling.pad
        for part, keys in ((pick, pick.numbers), (pick, pick.tiles), (pad, pad.keys.values())):
            assert [key.geometry() for key in keys if not part.rect().contains(key.geometry())] == []


def test_without_a_reader_a_whole_round_goes_by_the_dealers_touch(qtbot: QtBot, tmp_path: Path) -> None:
    """ROU-3.1.2: the number is touched on the layout, and counts once it was touched again."""
    with at_work(qtbot, tmp_path, "de", game="roulette", device=False) as work:
        while work.due != "spin":
            work.follow()
        enter(work, lambda: work.view.prompt.action == "await_number")
        pick = work.window.dealer.numbers.pick
        assert pick is not None and pick.isVisible()
        work.clock.advance(0.5)
        QTest.mouseClick(pick.keys[16], Qt.MouseButton.LeftButton)
        work.until(lambda: work.view.prompt.action == "confirm_number")
        work.clock.advance(0.5)
        QTest.mouseClick(pick.keys[17], Qt.MouseButton.LeftButton)
        work.until(lambda: work.view.prompt.number == 17)
        assert work.window.dealer.bar.primary.isHidden()
        work.clock.advance(0.5)
        QTest.mouseClick(pick.keys[17], Qt.MouseButton.LeftButton)
        work.until(lambda: work.view.phase == "result")
        assert (spin(work.view).number, spin(work.view).recorded) == (17, None)
        assert felt(work).shown_wheel.lit_number == 17 and not pick.isVisible()


def test_under_lt_an_unread_spin_waits_for_no_touch(qtbot: QtBot, tmp_path: Path) -> None:
    """LT-ROU-28: it is void, so nothing can be entered."""
    with at_work(qtbot, tmp_path, "lt", game="roulette", device=False) as work:
        while work.due != "spin":
            work.follow()
        enter(work, lambda: work.view.prompt.action == "await_number")
        assert work.window.dealer.numbers.pick is None
        choose_kind(work, "not_read")
        work.until(lambda: work.view.incident is not None and work.view.incident.kind == "not_read")
        while work.view.incident is not None and work.view.incident.open:
            work.follow()
        assert (spin(work.view).status, work.view.bets) == ("void", "refunded")
        assert felt(work).shown_wheel.middle is Middle.VOID


def test_a_ball_sent_the_wheels_way_is_offered_as_no_spin_with_its_cause(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """LT-ROU-26, LT-ROU-27a: the reader's warning bit halts; the tile has what the console noticed."""
    with at_work(qtbot, tmp_path, "sv", game="roulette", ready=True) as work:
        while work.due != "spin":
            work.follow()
        until_ready(work)
        work.wheel.let_next_fail("same_direction")
        work.wheel.wheel.send_ball(running=4)
        work.wheel.step()
        work.until(lambda: work.view.phase == "halted")
        screen = work.window.dealer
        work.clock.advance(0.5)
        QTest.keyClick(screen, Qt.Key.Key_F2)
        assert screen.incident.zone.kinds.tiles[0].noticed
        key(work, Qt.Key.Key_1)
        work.until(lambda: work.view.incident is not None and work.view.incident.kind == "no_spin")
        incident = work.view.incident
        assert incident is not None and incident.facts == {"cause": "same_direction", "recorded": False}
        until_ready(work)
        while work.view.incident is not None and work.view.incident.open:
            work.follow()
        assert (work.view.prompt.action, work.view.bets) == ("spin", "stand")
        assert work.window.dealer.prompt.text.headline == "Spin again"


@pytest.mark.parametrize("late", [False, True])
def test_a_ball_in_bet_time_is_taken_out_or_reported_as_fallen_by_the_dealer(
    qtbot: QtBot, tmp_path: Path, late: bool
) -> None:
    """LT-ROU-31a, LT-ROU-31b: on the dealer's own authority while it runs; in a pocket it is decided."""
    with at_work(qtbot, tmp_path, "lt", game="roulette", ready=True) as work:
        while work.view.bets != "open":
            work.follow()
        until_ready(work)
        work.wheel.wheel.send_ball(running=6)
        until_state(work, 3)
        work.until(lambda: work.view.phase == "halted")
        screen = work.window.dealer
        prompt = screen.prompt.text
        assert (work.view.prompt.action, work.view.prompt.actor) == ("remove_ball", "dealer")
        assert prompt.headline == words("en").text("prompt.remove_ball") and prompt.colour is PromptColour.NOW
        assert words("en").text("prompt.resolve.ball") not in screen.prompt.accessibleName(), (
            "obeying it lets the number be read"
        )
        assert felt(work).shown_wheel.middle is Middle.REMOVE
        assert screen.bar.second.text() == words("en").text("button.too_late")
        work.clock.advance(0.5)
        if late:
            work.after(lambda: QTest.mouseClick(screen.bar.second, Qt.MouseButton.LeftButton))
            work.until(lambda: work.view.incident is not None)
            incident = work.view.incident
            assert incident is not None and incident.facts["ball"] == "pocket"
            assert work.shown.table.incident is not None
            assert work.shown.table.incident.report.by == "D1", "what the dealer presses is the dealer's"
        else:
            enter(work, lambda: work.view.phase == "betting")
            assert work.view.bets == "open"
            assert work.shown.table.incidents.past[0].clause == "LT-ROU-31a"
