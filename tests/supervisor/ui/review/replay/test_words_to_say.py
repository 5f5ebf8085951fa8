"""No words to say are cut: at the dealer's panel, on the strip, and in a replay."""

from __future__ import annotations

from typing import Final

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES, Words
from console.supervisor.ui.review.replay.replay_screen import ShownPrompt
from console.table.core import Say
from console.table.ui.dealer.live_strip import HIGH, LiveStrip
from console.table.ui.dealer.prompt import PromptPanel
from console.table.ui.hands import PressGuard
from console.table.ui.kit import PromptColour, PromptText, theme
from console.table.ui.signs import Sign
from console.table.words.speech import say_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import measured
from tests.sweep import by_turns, sampled
from tests.table.core.tables import CODES, book
from tests.table.ui.dealer.test_words_to_say import SAID
from tests.table.ui.samples.tables import SAMPLES, changed

SIZES: Final = ((1280, 800), (1366, 768), (1920, 1080))


def prompt(said: tuple[Say, ...], market: Words, person: Words) -> PromptText:
    """The prompt with these words, as the dealer's screen makes it."""
    aloud = " ".join(market.quote(say_text(market, each)) for each in said)
    gloss = "  ·  ".join(say_text(person, each) for each in said)
    own = None if person.language == market.language else gloss
    return PromptText(
        PromptColour.NOW, "DEALER", person.text("prompt.announce.player_wins"), say=aloud, gloss=own
    )


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("size", "code"), by_turns(SIZES, CODES))
def test_no_words_to_say_are_cut(qtbot: QtBot, size: tuple[int, int], code: str) -> None:
    u = theme.unit(*size)
    panel, shown = PromptPanel(), ShownPrompt()
    strip = LiveStrip(PressGuard(lambda: 0.0))
    heights = {panel: theme.PROMPT_HEIGHT, shown: 124.0, strip: HIGH}
    for part, high in heights.items():
        qtbot.addWidget(part)
        part.set_unit(u)
        part.resize(QSize(size[0], round(high * u)))
    # In five markets each is measured in each language: a third of them in each market.
    market, found, looked, due = Words(book(code).market), list[str](), 0, 0
    for language in LANGUAGES:
        person = words(language)
        strip.show_view(changed(SAMPLES["result"], can_report=True), person, market)
        assert strip.done.isVisibleTo(strip) and strip.wrong.isVisibleTo(strip), "the least room for words"
        # a panel does not paint the same words twice running
        turn = LANGUAGES.index(language) + CODES.index(code)
        prompts = {prompt(said, market, person): said[0].key for said in sampled(SAID, SAID[turn % 3 :: 3])}
        due += len(heights) * len(prompts)
        for text, key in prompts.items():
            panel.show_text(text, Sign("play.deal"), "")
            shown.text = strip.text = text
            for part in heights:
                texts, flaws = measured(part)
                found += [f"{type(part).__name__} {language} {key}: {flaw}" for flaw in flaws]
                assert text.say is not None
                if _letters(text.say) not in _letters("".join(each.text for each in texts)):
                    found.append(f"{type(part).__name__} {language} {key}: not whole")
                looked += 1
    assert looked == due
    assert found == []


def _letters(text: str) -> str:
    """A text without the places at which a line may end."""
    return "".join(text.split())
