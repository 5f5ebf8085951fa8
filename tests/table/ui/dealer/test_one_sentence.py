"""One thing is said at a time: the newest sentence in its full size, and no line half covered."""

from __future__ import annotations

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import Say
from console.table.ui.dealer.bands import Band, manual_banner, notice_banner
from console.table.words.speech import notice_text, say_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import Text, flaws, listened
from tests.table.core.tables import CODES
from tests.table.ui.harness.straight import straight
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES


def painted(band: Band) -> list[Text]:
    with listened() as heard:
        band.grab()
    return [text for _, text in heard]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("say", [Say("no_more_bets"), Say("number", number=36), Say("no_spin", void=True)])
def test_of_two_sentences_the_newest_stands_alone_in_full_size(qtbot: QtBot, code: str, say: Say) -> None:
    """Two stood side by side, in letters of 14 pixels if both were long."""
    market, person = words(code), words("ja" if code == "de" else "de")
    band = Band()
    qtbot.addWidget(band)
    band.resize(1280, 44)
    sample = INCIDENT_SAMPLES["p2-seen"]
    view = msgspec.structs.replace(sample, view=msgspec.structs.replace(sample.view, say=say))
    notice = notice_banner(view, person, market)
    assert notice is not None and notice.aloud == market.quote(say_text(market, say))
    band.show_banner(notice)
    first, *rest = painted(band)
    assert first.text == notice.aloud and first.size >= 24 and first.box.right() < 1280
    assert {text.text for text in rest} <= {market.quote(notice_text(market, view.view))}


@pytest.mark.parametrize("code", CODES)
def test_in_manual_mode_the_players_notice_is_read_from_a_metre(qtbot: QtBot, code: str) -> None:
    market, person = words(code), words("ja" if code == "de" else "de")
    band = Band()
    qtbot.addWidget(band)
    band.resize(1280, 44)
    banner = manual_banner(INCIDENT_SAMPLES["d8-manual"], person, market)
    assert banner is not None
    band.show_banner(banner)
    first, count = painted(band)
    assert first.text == market.quote(market.text("notice.manual_mode")) and first.size >= 24
    assert count.text == person.count("count.entered_by_hand", 4) and first.box.right() < count.box.left()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_under_the_cards_is_half_covered_by_the_sign_in(qtbot: QtBot, language: str) -> None:
    with straight(qtbot, "lt", "baccarat") as table:
        table.window.dealer.set_words(words(language), words("lt"))
        table.take({"do": "bets", "state": "open"})
        for face in ("9H", "8D", "2C"):
            table.take({"do": "card", "card": face})
        table.window.arrivals.lock(by_clock=True)
        table.settle()
        assert flaws(table.window.dealer) == []
        felt, entry = table.window.dealer.felt, table.window.sign_in
        with listened() as heard:
            felt.grab()
        lowest = felt.height() - felt._scene.foot * felt.u
        assert entry.is_asking
        assert all(text.box.bottom() <= lowest for widget, text in heard if widget is felt)
