"""The end of bet time as each rulebook's timer gives it: by sound, by flashing, blinking, a steady light."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.kit import theme
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.sweep import by_turns
from tests.table.core.tables import CODES
from tests.table.ui.harness.at_work import at_work
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.harness.driven import Dealt
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, changed, clock
from tests.table.ui.samples.wheels import WHEEL_SAMPLES

SOUNDING = {("ja", "baccarat"), ("is", "baccarat"), ("de", "baccarat")}
"""BAC-2.1.6-sound: three documents, and baccarat alone."""


OPEN = {"bj": SEAT_SAMPLES["bj-bets-open"], "ba": SAMPLES["bets-open"], "ro": WHEEL_SAMPLES["ro-bets-open"]}
"""A table of each game while bets are open."""


@pytest.fixture
def beeped(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Each beep of the machine."""
    beeps: list[None] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(None))
    return beeps


@pytest.mark.parametrize(("game", "beeps"), [("baccarat", 1), ("roulette", 0)])
def test_the_window_sounds_at_the_end_of_bet_time_where_a_timer_does(
    qtbot: QtBot, tmp_path: Path, beeped: list[None], game: str, beeps: int
) -> None:
    """BAC-2.1.6-sound: pressed through from the opening of the table to the end of the bets."""
    with at_work(qtbot, tmp_path, "ja", game=game) as work:
        while work.view.bets != "open":
            work.follow()
        work.follow()
        assert work.view.bets == "closed"
        assert len(beeped) == beeps


def test_every_table_sounds_as_its_document_has_it(qtbot: QtBot, beeped: list[None]) -> None:
    """BAC-2.1.6-sound, BJ-2.1.3, ROU-2.1.1: sv and lt have no sound, nor has any blackjack or roulette."""
    for game in ("baccarat", "blackjack", "roulette"):
        for code in CODES:
            beeped.clear()
            table = Dealt(qtbot, code, game)
            table.bets("open")
            table.bets("closed")
            assert len(beeped) == ((code, game) in SOUNDING), (code, game)


def test_the_red_comes_when_the_document_says(qtbot: QtBot) -> None:
    """BAC-3.4.2, ROU-2.1.1: as the time runs out under sv and lt, else once it is over."""
    for game in ("baccarat", "blackjack", "roulette"):
        for code in CODES:
            table = Dealt(qtbot, code, game)
            table.bets("open")
            before = code in ("sv", "lt") and game != "roulette"
            table.show(seconds_left=5)
            assert _figure_is_red(table) is before, (code, game)
            table.bets("closed")
            assert table.screen.end_signal.isHidden() is before, (code, game)


def test_the_swedish_timer_blinks_in_red(qtbot: QtBot) -> None:
    """BAC-3.4.2: red and pale by turns, once a second, until the time is over."""
    table = Dealt(qtbot, "sv")
    table.bets("open")
    for left in (5, 4):
        table.show(seconds_left=left)
        assert _figure_is_red(table), "a second begins in red"
        qtbot.waitUntil(lambda: not _figure_is_red(table))
        table.show(seconds_left=left)
        assert not _figure_is_red(table), "the same second stays pale, whatever else is shown"
        assert table.prompt.colour == "red", "the prompt itself stays as it is"


def test_a_warning_sign_comes_up_at_the_swedish_wheel(qtbot: QtBot) -> None:
    """ROU-2.1.1-sign: it ends the betting, and is gone once the number is known."""
    for code in CODES:
        table = Dealt(qtbot, code, "roulette")
        pictures = []
        for act in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
            table.take(act)
            pictures.append(_red_on_the_layout(table))
        assert pictures == [False, code == "sv"], code
        table.take({"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
        table.take({"do": "number", "number": 22, "source": "reader"})
        assert not _red_on_the_layout(table)


def _figure_is_red(table: Dealt) -> bool:
    """Whether the countdown's last block, which stands until the end, is red."""
    felt = table.screen.felt
    image = felt.grab().toImage()
    row = [image.pixelColor(felt.width() - 40, y) for y in range(44)]
    return any(colour == theme.RED for colour in row)


def _red_on_the_layout(table: Dealt) -> bool:
    """Whether the interface's red is anywhere on the layout; a pocket's red is another."""
    image = table.screen.felt.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels, wide = memoryview(image.constBits()).cast("I"), image.width()
    return any(theme.RED.rgb() in pixels[end - wide // 2 : end] for end in range(wide, len(pixels) + 1, wide))


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "size", "sample"),
    [
        (language, *rest)
        for language, rest in by_turns(LANGUAGES, [*product([(1280, 800), (1366, 768)], [*OPEN])])
    ],
)
def test_the_word_under_the_figure_is_whole_under_a_band(
    qtbot: QtBot, language: str, sample: str, size: tuple[int, int]
) -> None:
    screen = shown_screen(qtbot, clock(), language=language)
    screen.resize(*size)
    view = changed(OPEN[sample], software_changed=True)
    screen.show_view(view)
    assert screen.band.isVisible()
    unit = words(language).count("countdown.seconds", view.countdown.seconds_left or 0)
    assert unit in {text.text for text in texts_of(screen)} and flaws(screen) == []


@pytest.mark.parametrize("under_a_question", [False, True])
def test_the_red_light_covers_no_words_of_a_band(qtbot: QtBot, under_a_question: bool) -> None:
    table = Dealt(qtbot, "ja", "blackjack")
    table.bets("open")
    if under_a_question:
        table.take({"do": "incident", "by": "D1"})
    table.show(software_changed=True)
    table.take({"do": "bets", "state": "closed"})
    table.show(software_changed=True)
    light, band = table.screen.end_signal, table.screen.band
    assert light.isVisible() and band.isVisible() and not light.geometry().intersects(band.geometry())
