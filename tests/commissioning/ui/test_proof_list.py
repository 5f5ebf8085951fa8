"""A proof that failed is listed with its whole reason, however long a scene's is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.commissioning.proof_words import proof_text
from console.commissioning.ui.proof_list import HEEDED, proof_table, why
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.ui.kit import RowTable
from tests.base.words.catalogues import words
from tests.commissioning.certificates import FAILED, NOT_PROVED, PROVED
from tests.instruments.pictures.text_measure import listened

LONG = (
    "phase: wanted 'result', was 'dealing'; prompt: wanted announce/dealer, was scan_card/dealer to player; "
)
LONGEST = replace(
    FAILED, found=Phrase("commissioning.found.player", {"text": f"{LONG * 3}shoe: wanted 7, was 6"})
)


@pytest.fixture
def listed(qtbot: QtBot) -> RowTable[Proof]:
    made = proof_table(lambda: words("de"))
    qtbot.addWidget(made)
    made.resize(740, 440)
    made.arrange()
    proofs = [replace(LONGEST if at % 3 == 0 else NOT_PROVED, name=f"proof {at}") for at in range(19)]
    proofs.insert(0, replace(PROVED, name="device level"))  # every signer reads the wheel's level
    made.show_rows(proofs, words("de"))
    made.show()
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_reason_of_a_scene_is_shown_whole(qtbot: QtBot, language: str) -> None:
    made = proof_table(lambda: words(language))
    qtbot.addWidget(made)
    made.resize(740, 440)
    made.arrange()
    made.show_rows([LONGEST, NOT_PROVED], words(language))
    made.show()
    with listened() as painted:
        made.grab()
    shown = "".join("".join(text.text for _, text in painted).split())
    assert "".join(why(LONGEST, words(language)).split()) in shown and "…" not in shown
    assert made.rowHeight(0) > 2 * made.rowHeight(1)


def test_every_proof_comes_into_view_by_keys(listed: RowTable[Proof]) -> None:
    seen = set()
    QTest.keyClick(listed, Qt.Key.Key_Home)
    for _ in range(20):
        assert listed.current is not None
        assert listed.viewport().rect().intersects(listed.visualRect(listed.currentIndex()))
        seen.add(listed.current.name)
        QTest.keyClick(listed, Qt.Key.Key_Down)
    assert len(seen) == 20


def test_proofs_are_sorted_by_how_bad_they_are(listed: RowTable[Proof]) -> None:
    listed.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    order = [[*HEEDED, Verdict.PROVED].index(proof.verdict) for proof in listed.of.rows]
    assert order == sorted(order) and len(set(order)) > 2


def test_a_failed_proof_stands_out_among_those_with_nothing_to_prove(listed: RowTable[Proof]) -> None:
    named = {each.verdict: proof_text(words("de"), each.what) for each in (FAILED, NOT_PROVED)}
    with listened() as painted:
        listed.grab()
    sizes = {text.text: text.size for _, text in painted}
    assert sizes[named[Verdict.FAILED]] > 1.2 * sizes[named[Verdict.NOT_PROVED]]
