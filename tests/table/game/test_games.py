"""The games are one table, and a house may ship a rulebook that lacks some of them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES, Words
from console.table.config import ConfigError, load_config
from console.table.core import game_of
from console.table.game import rulebook
from console.table.game.games import DOCUMENTED, GAMES
from console.table.game.rulebook import LacksGame, RulebookError, load_rulebook
from console.table.ui.felt import on_screen
from console.table.words import game_name

WAY_OUT = "is.toml: blackjack: this rulebook has no such game; play baccarat or roulette by it, or blackjack"
TABLE = 'name = "Table 7"\ngame = "{game}"\nrules = "is"\nlanguage = "is"\n'
READER = '[[device]]\nrole = "reader"\nurl = "COM3"\n'


@pytest.fixture
def lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The rulebooks of a studio that deals no blackjack in Iceland."""
    folder = tmp_path / "rulebooks"
    shutil.copytree(rulebook.rulebook_folder(), folder)
    file = folder / "is.toml"
    parts = re.split(r"(?m)^(?=\[)", file.read_text("utf-8"))
    file.write_text("".join(part for part in parts if not re.match(r"\[blackjack[.\]]", part)), "utf-8")
    monkeypatch.setattr(rulebook, "rulebook_folder", lambda: folder)
    return folder


def test_each_game_has_its_rows_at_table_and_felt_and_a_name_in_six_languages() -> None:
    book = load_rulebook("sv")
    for name in GAMES:
        assert game_of(book, name).name == name
        assert on_screen(name).by_hand
        assert all(game_name(Words(language), name) for language in LANGUAGES)
    assert tuple(book.games) == DOCUMENTED


def test_a_rulebook_may_lack_a_game_and_plays_the_others(lacking: Path) -> None:
    book = load_rulebook("is")
    assert tuple(book.games) == ("baccarat", "roulette")
    assert game_of(book, "roulette").rules.incidents.kinds
    with pytest.raises(LacksGame, match=re.escape(WAY_OUT)):
        game_of(book, "blackjack")


def test_a_game_that_the_rulebook_lacks_is_refused_with_file_key_and_remedy(
    lacking: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["drive", "--game", "blackjack", "--rules", "is", "--ready"]) == 2
    assert WAY_OUT in capsys.readouterr().err
    table = tmp_path / "table7.toml"
    table.write_text(TABLE.format(game="blackjack") + READER, "utf-8")
    with pytest.raises(ConfigError, match=re.escape(f"table7.toml: game: {WAY_OUT}")):
        load_config(table)
    table.write_text(TABLE.format(game="baccarat") + READER, "utf-8")
    assert load_config(table).game == "baccarat"


def test_a_rulebook_without_any_game_or_with_an_unknown_one_is_refused(tmp_path: Path) -> None:
    own = (rulebook.rulebook_folder() / "sv.toml").read_text("utf-8")
    heading = own.partition("\n[baccarat]")[0]
    with pytest.raises(RulebookError, match=r"sv\.toml: no game; it needs at least one of baccarat, "):
        rulebook.read_rulebook(heading, "sv.toml")
    with pytest.raises(RulebookError, match=r"sv\.toml: bacarat: no such key; did you mean baccarat\?"):
        rulebook.read_rulebook(f"{heading}\n[bacarat]\n", "sv.toml")
