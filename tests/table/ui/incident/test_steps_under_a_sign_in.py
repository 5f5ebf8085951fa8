"""An outcome, and the table beside its steps, while somebody signs in over it."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.table.ui.incident.panels.steps import caption
from console.table.ui.sign_in import Purpose
from console.table.ui.sign_in.credentials import Field
from tests.instruments.pictures.text_measure import listened
from tests.sweep import by_turns
from tests.table.ui.harness.straight import straight

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
def test_the_table_and_its_caption_are_whole_beside_the_steps_under_a_sign_in(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    """LT-BAC-18b: 'Not seen by players: the card stays face down' is read while the pit boss types a PIN."""
    with straight(qtbot, "lt") as table:
        table.window.resize(*size)
        for line in PUT_BACK:
            table.take(line)
        assert table.view.view.prompt.action == "put_back"
        sign_in, dealer = table.window.sign_in, table.window.dealer
        sign_in.ask(Purpose.PIT_BOSS)
        sign_in.screen.type("P")
        sign_in.screen.type("\r")
        assert sign_in.screen.state.field is Field.PIN
        felt = dealer.incident.zone.steps.felt
        box = QRect(felt.mapTo(dealer, QPoint(0, 0)), felt.size())
        assert not sign_in.screen.mask().intersects(box)
        with listened() as heard:
            felt.grab()
        said = " ".join(told.text for _, told in heard)
        assert caption(table.view, Words("en")) in said and "…" not in said


SCANNER = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "card", "card": "9H"},
    {"do": "unread"},
    {"do": "incident", "by": "D1", "kind": "reader_failed", "facts": {"pit_boss_read": False}},
)


@pytest.mark.sweep(1)
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
        with listened() as heard:
            outcome.grab()
        said = [told for _, told in heard]
        assert len(said) > 12
        over = [(one.text, two.text) for one, two in combinations(said, 2) if one.box.intersects(two.box)]
        assert not over
        assert not [told.text for told in said if told.text and not QRectF(outcome.rect()).contains(told.box)]
