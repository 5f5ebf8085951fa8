"""No words to say aloud are cut: at the table, on the strip over the review, or in the replay."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from console.table.core import Say
from console.table.incidents import Kind
from console.table.ui.dealer.bands import Band, Banner, notice_banner
from console.table.ui.kit import theme
from console.table.words.speech import notice_text
from tests.base.words.catalogues import phrases, texts, words
from tests.instruments.pictures.text_measure import listened
from tests.table.core.tables import CODES
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES

LAST_HAND: Final = Say("last_hand_before_shuffle")
RESULTS: Final = (
    Say("player_wins", player=9, banker=8, natural=True), Say("player_wins", player=7, banker=6),
    Say("banker_wins", player=8, banker=9, natural=True), Say("banker_wins", player=6, banker=7),
    Say("tie", player=8, banker=8), Say("tie", player=6, banker=6), Say("blackjack"),
    Say("dealer_result", total=21), Say("dealer_result", total=26, bust=True),
)  # fmt: skip


def _without_figures() -> list[str]:
    """The announcements in one form that has no slot."""
    said = {key.removeprefix("say."): texts(each) for key, each in phrases("en").items() if key[:4] == "say."}
    forms = Counter(name.partition(".")[0] for name in said)
    names = [name for name, text in said.items() if forms[name] == 1 and "{" not in "".join(text)]
    others = {LAST_HAND.key, "by_pit_boss", *(each.key for each in RESULTS)}
    return [name for name in names if name not in others]


SEATS: Final = tuple(range(1, 7))
SAID: Final = (
    *((each,) for each in RESULTS),
    *((each, LAST_HAND) for each in RESULTS),
    *((Say("no_more_bets"), each) for each in (LAST_HAND,)),
    *((Say(key),) for key in _without_figures()),
    *((Say(key, number=number),) for key in ("number", "number_corrected") for number in (0, 29, 36)),
    *((Say("hand_refunded", seats=SEATS, over=over),) for over in (False, True)),
    *((Say("hand_refunded", seats=(7,), hand=2, over=over),) for over in (False, True)),
    (Say("no_spin", void=True),), (LAST_HAND,),
)  # fmt: skip
"""The words to say, with the longest figures; two at once where the prompt says two."""


def test_every_announcement_is_measured() -> None:
    keys = {key for key in phrases("en") if key.startswith("say.")} - {"say.by_pit_boss"}
    parts = {key for key in keys if key.startswith(("say.colour.", "say.parity.", "say.half."))}
    told = {say.key for said in SAID for say in said}
    assert {key.split(".")[1] for key in keys - parts} == told


@pytest.mark.parametrize("code", CODES)
def test_the_notice_to_players_is_read_from_a_metre_for_each_kind_of_incident(
    qtbot: QtBot, code: str
) -> None:
    """LT-BAC-12: one line of at least 24 px at 1280x800, however long the kind's name; only then may the
    meaning in the reader's language be left out.
    """
    market, person = words(code), words("ja" if code == "de" else "de")
    band, sample = Band(), INCIDENT_SAMPLES["p2-seen"]
    qtbot.addWidget(band)
    band.resize(1280, 44)
    incident = sample.view.incident
    assert incident is not None and sample.view.notice is not None
    for kind in (None, *Kind):
        named = msgspec.structs.replace(sample.view, incident=msgspec.structs.replace(incident, kind=kind))
        notice = notice_banner(msgspec.structs.replace(sample, view=named), person, market)
        assert notice is not None
        band.show_banner(notice)
        with listened() as heard:
            band.grab()
        aloud, *meaning = (text for _, text in heard)
        assert aloud.text == market.quote(notice_text(market, named))
        assert aloud.size >= 24 and aloud.box.right() < 1280, kind
        assert all(aloud.box.right() < line.box.left() for line in meaning), kind
        assert all(line.box.top() >= 2 for line in meaning), f"{kind}: accents over the band's edge"
        shown = person.locale.gap.join(line.text for line in meaning)
        assert shown == notice_text(person, named) or (kind is not None and not meaning), kind


def test_words_for_players_are_white_in_an_amber_band_too(qtbot: QtBot) -> None:
    """While cards are entered by hand: what is said aloud stands out from what only the dealer reads."""
    band = Band()
    qtbot.addWidget(band)
    band.resize(1280, 44)
    inks = list[set[str]]()
    for aloud in ("", "Cards by hand"):
        band.show_banner(Banner("Cards by hand", "", ink=theme.AMBER, aloud=aloud))
        picture = band.grab().toImage()
        inks.append({picture.pixelColor(x, y).name() for x in range(62, 300) for y in range(6, 40)})
    (text, words_to_say), white = inks, theme.T0.name()
    assert white in words_to_say and white not in text
