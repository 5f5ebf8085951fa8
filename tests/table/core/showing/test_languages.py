"""Prompts in the person's language, announcements in the market's with the person's beneath: two choices."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.table.core import HandsView, View
from console.table.words import encode
from tests.base.words.catalogues import words
from tests.table.core.tables import CODES, Driven, Seen, book
from tests.table.core.transcripts import SceneProgress, is_reason, some_scenes

DEAL = {
    "en": "Deal the player’s first card",
    "sv": "Dela ut spelarens första kort",
    "ja": "プレイヤーに1枚目を配る",
    "lt": "Padalinkite lošėjui pirmą kortą",
    "is": "Gefðu spilara fyrsta spilið",
    "de": "Spieler: erste Karte geben",
}
NO_MORE_BETS = {
    "en": "No more bets",
    "sv": "No more bets, inga fler insatser",
    "ja": "No more bets、これ以上賭けられません",
    "lt": "Daugiau jokių statymų",
    "is": "Ekki fleiri veðmál",
    "de": "Nichts geht mehr",
}
NATURAL = {
    "en": "Natural. Player 9, banker 6, player wins",
    "sv": "Natural. Spelaren 9, banken 6, spelaren vinner",
    "ja": "ナチュラルです。プレイヤー9、バンカー6、プレイヤーの勝ちです",
    "lt": "Natūrali. Lošėjas 9, bankininkas 6, laimi lošėjas",
    "is": "Natural. Spilari 9, bankahaldari 6, spilari vinnur",
    "de": "Natural. Spieler 9, Bank 6, Spieler gewinnt",
}

ALIKE: dict[tuple[str | int | None, ...], tuple[str, str]] = {
    ("change_shoe", "dealer"): ("replace_shoe", "dealer"),
    ("discard", "pit_boss"): ("discard", "dealer"),
    ("turn_down", "pit_boss"): ("turn_down", "dealer"),
    ("answer", "pit_boss"): ("answer", "dealer"),
    ("move_cards", "pit_boss"): ("move_card", "dealer"),
    ("scan_card", "pit_boss"): ("rescan", "pit_boss"),
}
"""Prompts that ask for the same: an incident's step and the preparation's, or either person's."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_the_market_hears_its_language_and_the_person_reads_theirs(code: str, lang: str) -> None:
    table = Driven(code, lang=lang)
    table.take({"do": "bets", "state": "open"})
    seen = table.take({"do": "bets", "state": "closed"})
    assert seen["text"] == DEAL[lang]
    assert (seen["say_text"], seen["say_gloss"]) == (NO_MORE_BETS[code], NO_MORE_BETS[lang])
    for card in ("9H", "2S", "KD", "4C"):
        seen = table.take({"do": "card", "card": card})
    assert (seen["say_text"], seen["say_gloss"]) == (NATURAL[code], NATURAL[lang])
    seen = table.take({"do": "done", "by": "D1"})
    assert (seen["say_text"], seen["say_gloss"]) == (None, None)


@pytest.mark.parametrize(
    ("first", "phrase"),
    [("AH", "Sudeginkite 1 kortą"), ("2H", "Sudeginkite 2 kortas"), ("9H", "Sudeginkite 9 kortas")]
    + [(card, "Sudeginkite 10 kortų") for card in ("TH", "JH", "KH")],
)
def test_the_lithuanian_order_to_burn_cards_has_the_right_plural(first: str, phrase: str) -> None:
    """LT-BAC-03."""
    table = Driven("lt", lang="lt")
    seen = table.take({"do": "reshuffle", "by": "P1"})
    while seen["prompt"]["action"] != "burn_card":
        seen = table.take({"do": "done", "by": "D1"})
    assert table.take({"do": "card", "card": first})["text"] == phrase


class Shown(Driven):
    """A table whose views are kept as they are before words."""

    def __init__(self, code: str, *, game: str, is_ready: bool) -> None:
        self.views: list[View] = []
        super().__init__(code, game=game, is_ready=is_ready)

    def take(self, line: bytes | Seen) -> Seen:
        view = self.session.take(line if isinstance(line, bytes) else msgspec.json.encode(line))
        self.views.append(view)
        seen: Seen = msgspec.json.decode(encode(view, words(self.lang), words(book(self.code).market)))
        return seen


def spoken(view: View) -> bytes:
    """All of a view that may be put into words: the faces of cards are not, nor how many are left."""
    at = view.round
    seats = {seat: len(hands) for seat, hands in at.seats.items()} if isinstance(at, HandsView) else None
    ending = None if at is None else (type(at).__name__, at.status, at.ending, seats)
    of_play = (view.phase, view.prompt, view.incident, view.offer, view.notice, view.stops, view.manual)
    return msgspec.json.encode(
        (*of_play, view.say, view.refused, view.why, view.fact, ending, view.shoe is None)
    )


@cache
def due() -> tuple[tuple[View, str], ...]:
    """Every view that a transcript comes to, and the language of its market; those that are put into the same
    words once.
    """
    found = dict[tuple[bytes, str], View]()
    for _, scene in some_scenes():
        table = Shown(scene.code, game=scene.game, is_ready=scene.is_ready)
        stage = SceneProgress(table)
        for _, line in scene.lines:
            if line.startswith("<"):
                stage.act(line)
            stage.unseen = False
        for view in table.views:
            found.setdefault((spoken(view), book(scene.code).market), view)
    return tuple((view, market) for (_, market), view in found.items())


@pytest.mark.sweep(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_prompt_has_words_in_every_language(lang: str) -> None:
    """Every prompt that a transcript comes to, in every language; two that differ never read alike."""
    worded: dict[str, set[tuple[str | int | None, ...]]] = {}
    for view, market in due():
        seen = msgspec.json.decode(encode(view, words(lang), words(market)))
        prompt, text, why = seen["prompt"], seen["text"], seen["why"]
        assert text.strip() and "{" not in text
        fields = ("action", "actor", "hand", "card", "count", "direction", "with", "closing")
        worded.setdefault(text, set()).add(tuple(prompt.get(key) for key in fields))
        assert (seen["say"] is None) is (seen["say_text"] is None)
        assert (seen["refused"] is None) is (why is None) and (why is None or is_reason(why)), why
    for text, prompts in worded.items():
        actions = {ALIKE.get(prompt[:2], prompt[:2]) for prompt in prompts}
        assert len(actions) == 1, f"{text}: {prompts}"
    assert len(worded) > 40
