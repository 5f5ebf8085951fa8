"""The prompt over the pit boss's page: why play is halted, also for a pit boss who has yet to sign in."""

from __future__ import annotations

import pytest

from console.table.state.reasons import HaltReason
from console.ui.pit.page_prompt import page_prompt
from console.words import LANGUAGES
from console.words.speech import halt_text, halted_text
from tests.table.tables import Driven, Seen
from tests.words.catalogues import words

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
SPIN: Seen = {"do": "spin", "turns": 4, "direction": "against", "by": "D1"}
UNREAD: Seen = {"do": "unread"}


def number(read: int) -> Seen:
    return {"do": "number", "number": read, "source": "reader"}


HALTS: dict[str, tuple[str, tuple[Seen, ...], HaltReason]] = {
    "two numbers": ("roulette", (OPEN, CLOSED, SPIN, number(7), number(9)), HaltReason.NUMBER_DIFFERS),
    "thrice unread": ("baccarat", (OPEN, CLOSED, UNREAD, UNREAD, UNREAD), HaltReason.RESCAN),
    "in bet time": ("baccarat", (OPEN, {"do": "card", "card": "9H"}), HaltReason.BETS_OPEN),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("there", [False, True], ids=["nobody there", "signed in"])
@pytest.mark.parametrize("halt", HALTS)
def test_the_page_says_why_play_is_halted(halt: str, there: bool, language: str) -> None:
    game, lines, reason = HALTS[halt]
    table = Driven("lt", game=game)
    if not there:
        table.take({"do": "sign_out", "who": "P1"})
    for line in lines:
        table.take(line)
    view = table.screen()
    assert view.view.phase == "halted" and (view.pit_boss is not None) is there
    said, _ = page_prompt(view, words(language))
    assert said.note == halted_text(words(language), view.view, reason, pit_boss=True)
    assert said.note != halt_text(words(language), HaltReason.DEVICE, pit_boss=True)
