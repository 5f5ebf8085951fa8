"""The two small hands beside the question what went wrong: both totals can be read in every language."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.game import Card, load_rulebook, rulebook_ids
from console.table.scenes import TableInMemory, sent_by
from console.table.ui.felt.game_on_screen import HAND_WIDTH, draw_hand
from console.table.ui.incident.layer import FrozenHand
from console.table.ui.kit import Surface
from console.table.words import total_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import listened
from tests.sweep import by_turns

pytestmark = pytest.mark.usefixtures("qapp")
HIGH, SECOND = 98, 184
"""The picture's height, and the left edge of the second hand."""
APART = 3
DEALT = {
    "the dealer's hole card is due": "AS 9S AC 6H 7D",
    "players decide": "AS 9S AC 6H 7D 2D",
    "the first seat waits": "TH 9S AC 5H 7D 6D",
}


def boxes(part: Surface) -> dict[str, list[QRectF]]:
    """Where each text of a part stands."""
    part.resize(int(HAND_WIDTH), HIGH)
    with listened() as heard:
        part.grab()
    found = dict[str, list[QRectF]]()
    for _, text in heard:
        found.setdefault(text.text, []).append(text.box)
    return found


@pytest.mark.sweep(5)
@pytest.mark.parametrize(
    ("language", "rules", "cards"),
    [
        (language, *rest)
        for language, rest in by_turns(LANGUAGES, [*product([*rulebook_ids()], [*DEALT.values()])])
    ],
)
def test_no_card_of_the_second_hand_lies_over_the_dealers_soft_total(
    qtbot: QtBot, cards: str, rules: str, language: str
) -> None:
    table = TableInMemory(load_rulebook(rules), game="blackjack")
    for text in ("bets open", "bets closed", "seats 1 3", *(f"card {each}" for each in cards.split())):
        for line in sent_by(text):
            table.take(line)
    for line in sent_by("incident D1"):
        table.take(line)
    part = FrozenHand(words("en"))
    qtbot.addWidget(part)
    part.show_view(table.screen(), words(language))
    found = boxes(part)
    total = total_text(words(language), 11, soft=True)
    of_dealer = [min(found[text], key=QRectF.left) for text in {total, *total.split(" ")} & found.keys()]
    assert of_dealer and any("11" in text for text in found)
    for box in of_dealer:
        assert box.right() <= SECOND - APART and box.top() >= 0 and box.bottom() <= HIGH


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", range(1, 6))
def test_a_soft_total_has_room_beside_any_number_of_cards(qtbot: QtBot, count: int, language: str) -> None:
    """Of both hands, and it is in the picture; no card reaches into it."""
    total = total_text(words(language), 17, soft=True)

    class Both(Surface):
        def paint(self, painter: QPainter) -> None:
            for left in (0, SECOND):
                draw_hand(painter, "", [Card("AS"), *[Card("2H")] * (count - 1)], total, left)

    part = Both()
    qtbot.addWidget(part)
    found = boxes(part)
    for text in total.split(" "):
        first, second = sorted(found[text], key=QRectF.left)
        assert first.right() <= SECOND - APART and second.right() <= HAND_WIDTH
        assert second.left() == pytest.approx(first.left() + SECOND)
        assert first.bottom() <= HIGH and first.top() >= 0


def test_a_hands_name_and_its_tails_stand_clear_above_its_cards(qtbot: QtBot) -> None:
    def rows(name: str, cards: list[Card]) -> list[int]:
        """The rows of the picture that have ink."""
        image = QImage(200, 98, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        draw_hand(painter, name, cards, "", 0, places=0)
        painter.end()
        wide, high = range(image.width()), range(image.height())
        return [y for y in high if any(image.pixelColor(x, y).lightness() > 60 for x in wide)]

    assert max(rows("LOŠĖJAS", [])) + 2 < min(rows("", [Card("AS")]))
