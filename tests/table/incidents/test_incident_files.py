"""A file of incident procedures with a mistake is refused, naming file, row and key."""

import re
import shutil
from pathlib import Path

import pytest

from console.table.game import RulebookError, load_procedures, load_rulebook, rulebook_folder
from console.table.game.baccarat import BaccaratRules


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "rulebooks"
    shutil.copytree(rulebook_folder(), copied)
    return copied


def changed(folder: Path, file: str, old: str, new: str, *, after: str = "") -> None:
    """Change the first ``old`` that stands after a text of the file."""
    path = folder / file
    text = path.read_text("utf-8")
    start = text.index(after)
    assert old in text[start:]
    path.write_text(text[:start] + text[start:].replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('when = "S"', 'when = "X"', "baccarat.card_fell[0].when: expected str matching regex"),
        ('outcome = "replace_decks"', 'outcome = "shrug"', "baccarat.card_fell[0].outcome: can't be 'shrug'"),
        (
            'authority = "pit_boss"',
            'authority = "player"',
            "baccarat.card_fell[0].authority: can't be 'player'",
        ),
        ('authority = "pit_boss", ', "", "baccarat.card_fell[0].authority: missing"),
        (
            '"replace_decks:pit_boss"',
            '"replace_decks:nobody"',
            "baccarat.card_fell[0].steps[0]: expected str matching",
        ),
        (
            'clause = "LT-BAC-19c"',
            'clause = "nineteen"',
            "baccarat.card_fell[0].clause: expected str matching",
        ),
        (
            'cards = "3+"',
            "cards = 1.5",
            "baccarat.card_fell[0].facts[...]: expected bool | int | str, got float",
        ),
        ('when = "S"', 'colour = "green", when = "S"', "baccarat.card_fell[0].colour: no such key"),
        ("[blackjack]", "[poker]", "poker: no such key"),
        ("[baccarat]", "[baccarat", "not TOML"),
    ],
)
def test_a_wrong_row_is_refused(folder: Path, old: str, new: str, message: str) -> None:
    changed(folder, "incidents/lt.toml", old, new)
    with pytest.raises(RulebookError, match=rf"^incidents/lt\.toml: {re.escape(message)}"):
        load_rulebook("sv", folder)


def test_a_file_that_is_no_text_is_refused(folder: Path) -> None:
    (folder / "incidents" / "lt.toml").write_bytes(b"\xff")
    with pytest.raises(RulebookError, match=r"^incidents/lt\.toml: not TOML: it is not UTF-8 at byte 0$"):
        load_procedures(folder)


@pytest.mark.parametrize("key", ["own", "house"])
def test_a_missing_file_of_rows_is_refused(folder: Path, key: str) -> None:
    changed(folder, "sv.toml", f'{key} = "{"common" if key == "own" else "lt"}"', f'{key} = "nobody"')
    message = rf"^sv\.toml: incidents\.{key}: no file 'nobody'; there are common, lt$"
    with pytest.raises(RulebookError, match=message):
        load_rulebook("sv", folder)


def test_a_row_is_taken_only_by_the_rulebooks_that_it_names(folder: Path) -> None:
    changed(folder, "incidents/lt.toml", 'only = ["lt"]', 'only = ["lt", "de"]', after="\nover_burn = [")
    assert "over_burn" in load_rulebook("de", folder).of(BaccaratRules).incidents.kinds
    assert "over_burn" not in load_rulebook("sv", folder).of(BaccaratRules).incidents.kinds
