"""``console rulebook dossier``: the dossier of a market, and of a house's rulebook beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.base.words import LANGUAGES, Words
from tests.handbook.runs import run
from tests.supervisor.commands.test_rulebook_look import folder

__all__ = ["folder"]

QUOTED = {"en": "‘{}’", "sv": "”{}”", "ja": "「{}」", "lt": "„{}“", "is": "„{}“", "de": "„{}“"}
"""The quotation marks of each language."""


@pytest.mark.sweep
def test_the_dossier_of_a_market_is_printed_and_written_in_the_language_asked_for(tmp_path: Path) -> None:
    status, output = run(["rulebook", "dossier", "is", "--game", "roulette", "--lang", "lt"])
    assert status == 0 and output.startswith(Words("lt").text("dossier.title") + "\n")
    assert output.index("ROU-2.1.2 ·") < output.index("ROU-3.1.1 ·")
    json, pdf = tmp_path / "is.json", tmp_path / "is.pdf"
    asked = ["rulebook", "dossier", "is", "--game", "roulette", "--json", str(json), "--pdf", str(pdf)]
    status, output = run([*asked, "--lang", "en"])
    assert status == 0 and output.count(" is written.") == 2
    assert b'"ROU-2.1.2"' in json.read_bytes() and pdf.read_bytes().startswith(b"%PDF")
    status, output = run([*asked, "--lang", "en"])
    assert status == 2 and str(pdf) in output, "nothing is written over"


@pytest.mark.sweep
def test_a_houses_rulebook_has_a_dossier_beside_the_market_it_follows(folder: Path) -> None:
    own = folder / "hc.toml"
    own.write_text((folder / "lt.toml").read_text().replace('id = "lt"', 'id = "hc"', 1))
    (folder / "hc.scenes.txt").write_text("# LT-ROU-25 the house's\ntable hc roulette ready\n< bets open\n")
    asked = ["rulebook", "dossier", "lt", "--rulebook", str(own), "--game", "roulette", "--lang", "en"]
    status, output = run(asked)
    assert output.splitlines()[1].startswith("hc (hc)") and "hc.scenes" in output
    status, output = run([*asked[:2], "sv", *asked[3:]])
    assert status == 2 and "hc.toml follows the document lt, not sv." in output
    status, output = run([*asked[:4], str(folder / "none.toml")])
    assert status == 2 and "There is no rulebook" in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unreadable_scene_is_reported_with_its_english_reason(language: str, folder: Path) -> None:
    own = folder / "hc.toml"
    own.write_text((folder / "lt.toml").read_text().replace('id = "lt"', 'id = "hc"', 1))
    (folder / "hc.scenes.txt").write_text("# LT-ROU-25 the house's\n< bets open\n")
    asked = ["rulebook", "dossier", "lt", "--rulebook", str(own), "--game", "roulette", "--lang", language]
    status, output = run(asked)
    text = QUOTED[language].format("hc.scenes.txt:2: no table yet")
    assert status == 2 and output.rstrip().endswith(text)
