"""Tables that fall silent together: what the wall still says of each, and what can be taken."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from console.base.words import LANGUAGES
from console.floor.ui.wall_keys import WallAct
from console.floor.wall import Reading
from tests.base.words.catalogues import words
from tests.floor.nights import calm, with_these
from tests.floor.readings import reading, waiting
from tests.floor.ui.samples import SCREENS
from tests.floor.ui.wall_at_work import JONAS, WallAtWork, WallOf
from tests.instruments.pictures.text_measure import texts_of
from tests.table.ui.harness.drawn import Drawn

HALTED, CALLING = "J8", "B2"


def night(silence: float) -> Reading:
    """Twenty tables of two switches, silent for ``silence`` seconds: one is halted, one had called before."""
    those = {
        7: waiting("x", "halt", age=56.0 + silence, round_open=True, reason="number_differs"),
        1: waiting("x", "call", age=30.0 + silence, call=9, round_open=True),
    }
    return reading(*(replace(each, silence=silence) for each in with_these(calm(20), those)))


@pytest.fixture
def lost(wall_of: WallOf) -> WallAtWork:
    made = wall_of(night(0.4))
    for second in range(1, 13):
        made.hear(1.0, night(float(second)))
    made.person = JONAS
    made.window.alarms.look()
    made.window.take_focus()
    return made


@pytest.mark.sweep
def test_a_halt_stays_a_row_of_its_own_above_the_line_of_all_that_are_lost_with_it(lost: WallAtWork) -> None:
    assert lost.places == [HALTED, "All tables"]
    for second in range(13, 130):  # the silence counts on past the halt's own count
        lost.hear(1.0, night(float(second)))
    assert lost.places == [HALTED, "All tables"]


def test_the_line_of_tables_that_are_lost_counts_their_silence(lost: WallAtWork) -> None:
    assert lost.lines[1].wait == "0:12"
    lost.hear(1.0, night(13.0))
    assert lost.lines[1].wait == "0:13"


def test_the_key_of_a_line_of_several_tables_names_the_table_whose_call_it_takes(lost: WallAtWork) -> None:
    line = lost.lines[1]
    assert (line.press, line.press_name.split(",")[0]) == ("Take the call: B2", "Take the call: B2")
    lost.press(Qt.Key.Key_Down)
    assert lost.window.keys.acts[WallAct.TAKE].text() == "Take the call: B2"
    lost.press(Qt.Key.Key_T)
    assert lost.desk.asked == [("take", CALLING, "P7")]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("table", [HALTED, CALLING])
@pytest.mark.parametrize("silence", [12, 70])
def test_in_a_lost_table_that_is_opened_its_call_is_taken_and_released(
    lost: WallAtWork, table: str, silence: int
) -> None:
    """Its silence may press as much as the call, or more."""
    for second in range(13, silence + 1):
        lost.hear(1.0, night(float(second)))
    lost.window.presses.open_table(table)
    assert lost.window.keys.acts[WallAct.TAKE].isEnabled()
    lost.press(Qt.Key.Key_T)
    assert lost.desk.asked == [("take", table, "P7")]
    lost.hear()
    assert lost.window.keys.acts[WallAct.TAKE].text() == "Release the call"
    lost.clock.advance(1.0)
    lost.press(Qt.Key.Key_T)
    assert lost.desk.asked[1:] == [("release", table, "P7")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cause_that_all_lost_tables_share_is_large_and_names_them(drawn: Drawn, language: str) -> None:
    screen, say = drawn(SCREENS["floor-lost-chosen"], language), words(language)
    texts = texts_of(screen)
    assert max(text.size for text in texts if text.text == say.text("floor.cause.studio")) >= 18
    assert any(text.text.startswith(("B1, B2", "B1、B2")) for text in texts)
