"""A table that plays, as a strip over what lies on its screen: what came too late is said there, too."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.ui.dealer.live_strip import LiveStrip
from console.table.ui.hands import PressGuard
from console.table.ui.incident.incident_words import not_taken_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import texts_of
from tests.table.ui.samples.incidents import PIT_BOSS_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, changed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_late_press_is_explained_whole_on_the_strip(qtbot: QtBot, language: str) -> None:
    strip, meant = LiveStrip(PressGuard(lambda: 1.0)), PIT_BOSS_SAMPLES["p0-awaiting"].view
    qtbot.addWidget(strip)
    strip.resize(1280, 112)
    strip.show()
    view = SAMPLES["result"]
    note = not_taken_text(words(language), meant)
    strip.show_view(view, words(language), words("lt"))
    assert note not in [each.text for each in texts_of(strip)]
    strip.show_view(changed(view, not_taken=meant), words(language), words("lt"))
    said = "".join("".join(each.text.split()) for each in texts_of(strip))
    assert "".join(note.split()) in said and note in strip.accessibleName()
