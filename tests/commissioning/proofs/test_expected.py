"""A certificate says of each proof what was tried and expected, limits included, under a name that stays."""

from __future__ import annotations

from pathlib import Path

from console.commissioning.proof_words import proof_text
from console.commissioning.proofs.link_at_work import _both
from console.commissioning.proofs.link_proofs import link_proofs
from console.commissioning.proofs.machine_proofs import clock_proof, commit_proof, room_proof
from console.commissioning.proofs.panel_proofs import not_looked_at
from console.supervisor.records import left_out
from console.table.config import training_config
from tests.base.words.catalogues import words

_TOUCHED = "each mark touched where it is drawn, at most half the size of the smallest button away"
EXPECTED = {
    "machine display": ("The table’s screen", "at least 1280 × 800 pixels, all four edges in view"),
    "machine second screen": ("The other screens", "a number is visible on each"),
    "machine signs": (
        "The characters of all languages",
        "every character of 6 languages drawn whole, and checked by a person",
    ),
    "machine touch upper_left": ("Touch point upper left", _TOUCHED),
    "machine touch upper_right": ("Touch point upper right", _TOUCHED),
    "machine touch middle": ("Touch point in the middle", _TOUCHED),
    "machine touch lower_left": ("Touch point lower left", _TOUCHED),
    "machine touch lower_right": ("Touch point lower right", _TOUCHED),
    "machine keyboard": ("The keyboard", "each key that the console uses pressed once"),
    "machine badges": (
        "The badge reader",
        "a badge held to the reader 5 times, and each time the console can tell it from typing",
    ),
    "machine sound": ("The sound", "a tone is played, and a person hears it"),
    "machine clock": ("The clock of this computer", "synchronised with a time server, at most 1.0 s off"),
    "machine commits": ("Entries written permanently to disk: 20", "99 of 100 within 300.0 ms"),
    "machine room": ("Free space on the disk of the journal", "enough for at least 30 days of play"),
    "link link": (
        "The link to the game server",
        "bets opened and closed 100 times over the link, 99 of 100 round trips within 1,000.0 ms",
    ),
    "link cable": (
        "The link’s network cable, unplugged in the middle of a round",
        "cable unplugged for 10 s, then the same round at the table and at the game server",
    ),
}


def test_each_proof_of_machine_and_link_names_what_is_expected_with_its_limit(tmp_path: Path) -> None:
    config = training_config("baccarat", "lt", "en")
    proofs = (
        *not_looked_at(), clock_proof(None), commit_proof(tmp_path, 20), room_proof(tmp_path / "none.db"),
        *link_proofs(config), *_both(left_out("link.none")),
    )  # fmt: skip
    text = words("en")
    assert {
        each.name: (proof_text(text, each.what), proof_text(text, each.expected)) for each in proofs
    } == EXPECTED
    assert all(each.name.startswith(f"{each.section} ") for each in proofs)
