"""A new prompt is painted at once, and no more of the panel than what differs from the prompt before."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QRegion
from pytestqt.qtbot import QtBot

from console.table.ui.dealer.prompt import PromptPanel
from console.table.ui.dealer.prompt_words import prompt_of
from console.table.ui.kit import PromptColour, PromptText
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES

LONG = "The dealer draws a card and lays it crosswise beside the two that lie before the banker's hand"


class SeenPanel(PromptPanel):
    """A panel that keeps what Qt had it paint."""

    def __init__(self) -> None:
        super().__init__()
        self.region = QRegion()
        self.resize(1280, 216)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.region = self.region.united(event.region())
        super().paintEvent(event)

    def picture(self) -> QImage:
        region = self.region
        drawn = self.grab().toImage()
        self.region = region
        return drawn


@pytest.fixture
def panel(qtbot: QtBot) -> SeenPanel:
    panel = SeenPanel()
    qtbot.addWidget(panel)
    panel.set_unit(1.0)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def test_a_prompt_is_drawn_once_for_all_screens_of_one_size(panel: SeenPanel, qtbot: QtBot) -> None:
    other, larger = SeenPanel(), SeenPanel()
    text = PromptText(PromptColour.NOW, "Dealer", "Deal the banker's first card")
    larger.set_unit(1.5)
    for each in (panel, other, larger):
        qtbot.addWidget(each)
        each.show_text(text, Sign("play.deal"), "")
    drawn = [each._picture().pixmap.cacheKey() for each in (panel, other, larger)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_the_prompts_kept_for_screens_of_any_size_have_48_mib(panel: SeenPanel, qtbot: QtBot) -> None:
    """32 of the largest were kept, in the place of as many of a small screen."""
    largest = SeenPanel()
    qtbot.addWidget(largest)
    largest.resize(3840, 648)
    largest.set_unit(3.0)
    for each in (panel, largest):
        for number in range(40):
            each.show_text(PromptText(PromptColour.NOW, "Dealer", f"Order {number}"), Sign("play.deal"), "")
            each._picture()
    kept = [each.pixmap for each in PromptPanel._kept.values()]
    assert len(kept) == 5 and sum(4 * each.width() * each.height() for each in kept) <= 48 * 2**20


def without(picture: QImage, box: QRect) -> QImage:
    """The picture with a box blotted out."""
    painter = QPainter(picture)
    painter.fillRect(box, QColor("fuchsia"))
    painter.end()
    return picture


def painted_for(panel: SeenPanel, text: PromptText) -> QRect:
    """The box that was painted for a prompt; checked: nothing differs beside it."""
    before, panel.region = panel.picture(), QRegion()
    panel.show_text(text, Sign("play.deal"), "")
    assert panel.region.rectCount() <= 1
    box = panel.region.boundingRect()
    assert without(before, box) == without(panel.picture(), box), text
    return box


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", ["de", "ja", "lt"])
def test_all_that_differs_from_the_prompt_before_is_painted(panel: SeenPanel, language: str) -> None:
    prompts = [
        prompt_of(view, words(language), words(view.rules))
        for view in (*SAMPLES.values(), *SEAT_SAMPLES.values())
    ]
    beside = sorted(prompts, key=lambda prompt: (prompt.colour, prompt.actor, prompt.clauses))
    for text in (*beside, *prompts):
        painted_for(panel, text)


def test_a_new_order_repaints_only_its_own_line(panel: SeenPanel) -> None:
    first = PromptText(PromptColour.NOW, "Elín · dealer", "Draw the player's first card", ("BAC-3.4.3",))
    panel.show_text(first, Sign("play.deal"), "")
    box = painted_for(panel, PromptText(PromptColour.NOW, first.actor, "Draw", first.clauses))
    assert (box.left(), box.top(), box.bottom()) == (220, 40, 137)
    assert 900 < box.right() < 1200, "the end of the longer of the two"
    assert painted_for(panel, first) == box


def test_an_order_of_two_lines_moves_the_note_below_it(panel: SeenPanel) -> None:
    note = "Keep the cards in their order"
    panel.show_text(
        PromptText(PromptColour.NOW, "Elín", "Collect the cards", note=note), Sign("play.deal"), ""
    )
    box = painted_for(panel, PromptText(PromptColour.NOW, "Elín", LONG, note=note))
    assert box.bottom() == 215


def test_another_tile_or_person_is_painted_over_the_whole_width(panel: SeenPanel) -> None:
    panel.show_text(PromptText(PromptColour.NOW, "Elín", "Deal"), Sign("states.hourglass"), "")
    assert painted_for(panel, PromptText(PromptColour.NOW, "Elín", "Deal")) == panel.rect()
    assert painted_for(panel, PromptText(PromptColour.NOW, "Jonas", "Deal")).right() == 1279


@pytest.mark.parametrize(
    "say",
    [
        "„Die Runde ist ungültig, die Einsätze werden zurückgegeben“",
        "„Lošimas anuliuotas, statymai grąžinami“",
    ],
)
def test_an_order_of_two_lines_lies_clear_of_its_announcement(qtbot: QtBot, say: str) -> None:
    panel = SeenPanel()
    qtbot.addWidget(panel)
    panel.set_unit(1.0)
    panel.leave_room(394)
    text = PromptText(
        PromptColour.PIT_BOSS,
        "LOŠIMŲ SALĖS VADOVAS",
        "Lošimas anuliuojamas, statymai grąžinami",
        say=say,
        gloss="Lošimas anuliuotas, statymai grąžinami",
    )
    panel.show_text(text, Sign("states.caution"), "")
    seen = texts_of(panel)
    (order,) = (each for each in seen if each.text == "grąžinami")
    first = next(each for each in seen if each.text.startswith("„"))
    assert first.box.top() - order.box.bottom() >= 4
    assert flaws(panel) == []
