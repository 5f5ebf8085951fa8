"""Things on the felt that are no hand: the area for a tie, the cut card, and the picture of a stack."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from console.table.core import DealerView
from console.table.ui.dealer import DealerScreen
from console.table.ui.dealer.preparation import step_pictures
from console.table.ui.felt import two_hands
from console.table.ui.kit import theme
from tests.base.words.catalogues import words
from tests.table.ui.harness.dealer_screen import shown_screen
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, changed, clock, preparing


@pytest.fixture
def screen(qtbot: QtBot) -> DealerScreen:
    return shown_screen(qtbot, clock())


@pytest.mark.parametrize(("state", "won"), [("dealing", False), ("result", False), ("result-tie", True)])
def test_the_felt_has_a_third_area_between_the_hands_for_bets_on_a_tie(
    screen: DealerScreen, monkeypatch: pytest.MonkeyPatch, state: str, won: bool
) -> None:
    """BAC-1.2.1: three areas, for player, banker and tie; a chip lies on the tie's that has won."""
    named: dict[str, tuple[float, float]] = {}
    framed: list[QRectF] = []
    filled: list[QRectF] = []

    def write(painter: QPainter, text: str, x: float, y: float, *rest: Any, **more: Any) -> float:
        named[text] = x, y
        return x

    monkeypatch.setattr(two_hands, "write", write)
    monkeypatch.setattr(two_hands, "outline", lambda _, box, *rest: framed.append(box))
    monkeypatch.setattr(
        two_hands, "fill", lambda _, box, ink, *rest: filled.append(box) if ink == theme.T0 else None
    )
    screen.show_view(SAMPLES[state])
    screen.felt.grab()
    between = sorted(named[name] for name in ("PLAYER", "TIE", "BANKER"))
    assert between[1] == named["TIE"]
    around = [box for box in (filled if won else framed) if box.contains(*named["TIE"])]
    assert len(around) == 1
    assert not any(box.contains(*named[name]) for box in around for name in ("PLAYER", "BANKER"))


@pytest.mark.parametrize("view", [SAMPLES["dealing"], SEAT_SAMPLES["bj-cut-card"]], ids=["coup", "seats"])
def test_the_cut_card_that_came_lies_in_view_at_the_dealers_right(
    screen: DealerScreen, view: DealerView
) -> None:
    """BAC-3.5.4: it is no card of the game, and looks like none."""
    screen.show_view(view)
    lies = screen.felt.cut_card
    assert lies.isVisible()
    middle = lies.mapTo(screen.felt, lies.rect().center())
    assert middle.x() > screen.felt.width() * 0.8
    assert screen.felt.rect().contains(lies.geometry())
    face = lies.grab(lies.rect().adjusted(16, 16, -16, -16)).toImage()
    seen = {face.pixelColor(x, y).name() for x in range(face.width()) for y in range(face.height())}
    assert {theme.CUT_CARD.name(), theme.CUT_CARD_DARK.name()} <= seen
    on_felt = screen.felt.grab().toImage()
    striped = {on_felt.pixelColor(middle + QPoint(at, 0)).name() for at in range(-16, 16)}
    assert striped & {theme.CUT_CARD.name(), theme.CUT_CARD_DARK.name()}
    screen.show_view(changed(view, cut_card_out=False))
    assert not lies.isVisible()


@pytest.mark.parametrize(
    ("rules", "step", "front"),
    [("sv", 6, "face"), ("de", 8, "face"), ("lt", 7, "face"), ("is", 8, "back"), ("ja", 8, None)],
)
def test_a_stack_is_pictured_as_the_dealer_sees_it(
    monkeypatch: pytest.MonkeyPatch, rules: str, step: int, front: str | None
) -> None:
    """BAC-3.3.1: faces to the dealer under sv, de (and lt, as sv), backs under is; ja leaves it open."""
    laid: list[str] = []
    monkeypatch.setattr(step_pictures, "draw_face", lambda *_: laid.append("face"))
    monkeypatch.setattr(step_pictures, "draw_back", lambda *_: laid.append("back"))
    view = preparing(rules, step)
    assert view.view.prompt.action == "stack"
    image = QImage(812, 416, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    step_pictures.draw_step(painter, view, words("en"), theme.NOW)
    painter.end()
    assert laid[-1:] == ([] if front is None else [front])
    assert laid.count("face") == (front == "face")
