"""The recipe of a device model, followed as an outsider would: in a copy, with the page and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.handbook.pages import blocks, pages
from tests.sources import PROGRAM, copied

TABLE = """\
name = "Table 9"
game = "{game}"
rules = "sv"
language = "en"
[[device]]
role = "{role}"
url = "COM3"
"""
TRIED = """\
import msgspec
from console.devices.catalogue import Decoder, DeviceModel
from console.devices.line_format import NONE
from console.devices.readings import CardRead
from console.game.cards import DECK

made = DeviceModel.ONE_BYTE.made
voice, decoder = made.voice(NONE), made.decoder(NONE)
said = b"".join(voice.card(card, None) for card in DECK)
assert decoder.feed(said)[1] == tuple(map(CardRead, DECK))
assert msgspec.json.decode(msgspec.json.encode(decoder), type=Decoder) == decoder
"""


def test_a_model_is_one_module_and_one_row(tmp_path: Path) -> None:
    page = pages()["extending.md"].partition("## A device model")[2].partition("\n## ")[0]
    (name, room) = re.findall(r"`(\w+\.py)` beside the other models, in\s`(console/[\w/]+)`", page)[0]
    (where,) = re.findall(r"`(console/[\w/]+\.py)`", page)
    module = next(blocks("extending.md", page, "python")).text
    (row,) = re.findall(r"`([A-Z_]+ = .+\.MODEL)`", page)
    copied(tmp_path, *PROGRAM)
    (tmp_path / room / name).write_text(module, "utf-8")
    catalogue = tmp_path / where
    rows = catalogue.read_text("utf-8")
    last = re.findall(r'^    [A-Z_]+ = "\w+", \w+\.MODEL\n', rows, re.MULTILINE)[-1]
    rows = rows.replace(last, f"{last}    {row}\n").replace(
        "import angel_eye,", "import one_byte, angel_eye,"
    )
    catalogue.write_text(rows, "utf-8")
    _runs(tmp_path, "-c", TRIED)

    table = tmp_path / "table9.toml"
    table.write_text(TABLE.format(game="blackjack", role="reader") + 'model = "one_byte"\n', "utf-8")
    (tmp_path / "recorded.txt").write_text('2026-11-20T20:01:02+00:00  00 ff  "?"\n', "utf-8")
    replay = ("-m", "console", "listen", "--replay", "recorded.txt", "--table", "table9.toml", "--lang", "en")
    told = _runs(tmp_path, *replay).stdout
    assert "ace of" in told and "Lines with a reading: 1. Lines without a reading: 0." in told
    table.write_text(TABLE.format(game="baccarat", role="shoe") + 'model = "one_byte"\n', "utf-8")
    refused = _runs(tmp_path, *replay, status=2).stderr
    assert "device[0].model: no shoe is of the model one_byte" in refused


def _runs(folder: Path, *argv: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([sys.executable, *argv], cwd=folder, capture_output=True, text=True, timeout=180)
    assert done.returncode == status, done.stderr
    return done
