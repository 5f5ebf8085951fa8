"""An outcome, and the table beside its steps, while somebody signs in over it."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from console.ui.incident.panels import outcome
from console.ui.sign_in.purpose import Purpose
from console.words import LANGUAGES, Words
from tests.instruments.pictures.text_measure import listened
from tests.sweep import by_turns
from tests.ui.harness.straight import straight

PUT_BACK = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {
        "do": "incident",
        "by": "D1",
        "kind": "card_fell",
        "facts": {"where": "round", "cards": 1, "seen": False},
    },
    {"do": "sign_in", "who": "P1", "role": "pit_boss"},
    {"do": "authorise", "by": "P1"},
)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_caption_about_the_cards_stands_above_the_pin_pad(qtbot: QtBot, size: tuple[int, int]) -> None:
    """LT-BAC-18b: 'Not seen by players: the card stays face down' is read while the pit boss types."""
    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        for line in PUT_BACK:
            table.take(line)
        assert table.view.view.prompt.action == "put_back"
        steps = table.window.dealer.incident.zone.steps
        assert steps._corner == 0
        table.window.sign_in.ask(Purpose.PIT_BOSS)
        qtbot.waitUntil(lambda: steps._corner > 0)
        on = steps.felt.on
        assert on is not None and on._scene.caption and on._scene.foot > 0  # type: ignore[attr-defined]
        table.window.sign_in.screen.cancel()
        qtbot.waitUntil(lambda: steps._corner == 0)


@pytest.mark.parametrize(("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)]))
def test_no_sign_reaches_over_a_heading_of_an_outcome_under_a_sign_in(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    """LT-BAC-18b: the first step's number stands under 'Then', and the first sign under 'At once'."""
    boxes: list[QRectF] = []

    def outlined(painter: QPainter, box: QRectF, *rest: object) -> None:
        boxes.append(painter.transform().mapRect(box))

    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        table.window.speak(language)
        for line in PUT_BACK[:3]:
            table.take(line)
        table.window.sign_in.ask(Purpose.PIT_BOSS)
        page = table.window.dealer.incident.zone.outcome
        qtbot.waitUntil(lambda: page._corner > 0)
        monkeypatch.setattr(outcome, "outline", outlined)
        with listened() as heard:
            page.grab()
    then = Words(language).text("outcome.head.then").upper()
    heading = next(text for _, text in heard if text.text == then)
    assert len(boxes) == 1 and boxes[0].top() - table.window.dealer.u > heading.box.bottom()


PAD = 30.0
"""How far the keys of a PIN rise over the page, in units."""
SCANNER = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "card", "card": "9H"},
    {"do": "incident", "by": "D1", "kind": "reader_failed", "facts": {"pit_boss_read": False}},
)


@pytest.mark.parametrize(
    ("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1024, 768), (1280, 720), (1920, 1080)])
)
def test_no_row_of_an_outcome_lies_over_another_under_a_sign_in(
    qtbot: QtBot, size: tuple[int, int], language: str
) -> None:
    """LT-BAC-27, which has the most steps: the pit boss reads them while signing in."""
    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        table.window.speak(language)
        for line in SCANNER:
            table.take(line)
        outcome = table.window.dealer.incident.zone.outcome
        table.window.sign_in.ask(Purpose.PIT_BOSS)
        qtbot.waitUntil(lambda: table.window.dealer._foot > 0)
        for corner in (0.0, PAD):
            outcome.leave_corner(corner)
            with listened() as heard:
                outcome.grab()
            said = [told for _, told in heard]
            assert len(said) > 12
            over = [(one.text, two.text) for one, two in combinations(said, 2) if one.box.intersects(two.box)]
            assert not over
            foot = outcome.height() - corner * outcome.u
            assert all(told.box.bottom() <= foot for told in said if told.box.left() > outcome.width() / 2)
