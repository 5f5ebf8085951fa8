"""While a shuffle is halted nothing on the dealer's screen asks for an act; the call and the queue stay."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.dealer.dealer_screen import DealerScreen
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import listened
from tests.table.core.tables import Driven, Seen
from tests.table.played import DONE_D, incident
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import clock

RESHUFFLE: Seen = {"do": "reshuffle", "by": "P1", "on": True}
CALL: Seen = {"do": "call", "by": "D1", "on": True}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_halted_shuffle_shows_no_step_as_due_and_keeps_call_and_queue(qtbot: QtBot, language: str) -> None:
    """LT-BAC-19a: a card fell; no card is touched until the pit boss has decided."""
    table, said = Driven("lt"), words(language)
    reports = (incident("card_fell", "D1", cards=1), incident("card_turned_in_shuffle", "D1", cards=1))
    for line in (RESHUFFLE, DONE_D, *reports, {"do": "sign_out", "who": "P1"}, CALL):
        assert table.take(line)["accepted"], line
    view = table.screen()
    locked = replace(view, screen=replace(view.screen, locked=True))  # its sign-in covers the incident's page
    screen = DealerScreen(said, words("lt"), clock(), IncidentCalls())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_view(locked)
    with listened() as heard:
        screen.grab()
    shown = " ".join(text.text for _, text in heard)
    assert said.text("actor.now") not in [text.text for _, text in heard]
    (waits,) = screen.strip.texts
    assert waits in shown
    assert shown.count(said.text("button.called")) == 1, "it stood in the bar and over the shuffle's steps"
    assert said.text("status.shoe_preparing", shoe=view.shoe_number) in shown
    assert said.text("status.round", round=view.round_number) not in shown
