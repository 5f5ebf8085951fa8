"""A proof that failed is listed with its whole reason, however long a scene's is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.commissioning.proof import Phrase
from console.ui.commissioning.proof_list import ProofList, row_of, why
from console.words import LANGUAGES
from tests.commissioning.certificates import FAILED, NOT_PROVED
from tests.words.catalogues import words

WIDE, HIGH = 740.0, 440.0
LONG = (
    "phase: wanted 'result', was 'dealing'; prompt: wanted announce/dealer, was scan_card/dealer to player; "
)
LONGEST = replace(
    FAILED, found=Phrase("commissioning.found.player", {"text": f"{LONG * 3}shoe: wanted 7, was 6"})
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_reason_of_a_scene_is_shown_whole(qtbot: QtBot, language: str) -> None:
    row = row_of(LONGEST, WIDE, HIGH, words(language))
    whole = "".join(why(LONGEST, words(language)).split())
    assert "".join("".join(row.lines).split()) == whole
    assert row.high <= HIGH


@pytest.fixture
def listed(qtbot: QtBot) -> ProofList:
    made = ProofList(words("de"), None)  # type: ignore[arg-type]  # it stands alone here
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    proofs = [replace(LONGEST if at % 3 == 0 else NOT_PROVED, name=f"proof {at}") for at in range(20)]
    made.show_proofs(proofs, words("de"))
    return made


def names(listed: ProofList) -> list[str]:
    return [row.proof.name for row in listed.rows]


def test_each_proof_comes_once_from_page_to_page_up_to_the_last(
    listed: ProofList,
) -> None:
    seen = names(listed)
    while seen[-1] != "proof 19":
        listed.turn_page(1)
        page = names(listed)
        assert set(page) - set(seen) and page[0] in (f"proof {len(seen)}", *seen)
        seen += [name for name in page if name not in seen]
    assert seen == [f"proof {at}" for at in range(20)]
    listed.turn_page(-1)
    assert names(listed)[0] != seen[-1]
    while names(listed)[0] != "proof 0":
        before = names(listed)[0]
        listed.turn_page(-1)
        assert names(listed)[0] != before


def test_the_keys_stand_there_only_where_not_all_has_room(listed: ProofList) -> None:
    assert not listed.up.isHidden() and not listed.down.isHidden()
    listed.show_proofs([NOT_PROVED], words("de"))
    assert listed.up.isHidden() and names(listed) == [NOT_PROVED.name]
