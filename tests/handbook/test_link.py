"""The game server of the handbook's page, spoken with by a console's own link."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from console.link.server import server_at
from tests.handbook import pages
from tests.link.rig import linked

PAGE = "protocol.md"


def program() -> str:
    (found,) = (
        block.text
        for block in pages.blocks(PAGE, pages.pages()[PAGE], "python")
        if block.text.startswith("# game_server.py\n")
    )
    return found


def test_the_game_server_of_the_page_opens_and_closes_the_bets_of_a_round(tmp_path: Path) -> None:
    file = tmp_path / "game_server.py"
    file.write_text(program(), "utf-8")
    with subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, text=True) as there:
        assert there.stdout is not None
        port = int(there.stdout.readline())
        with linked(server_at(f"tcp://127.0.0.1:{port}", table="Table 7")) as rig:
            opened, closed = rig.taken_over_the_link(2)
            assert (opened.accepted, opened.bets) == (True, "open")
            assert (closed.accepted, closed.phase) == (True, "dealing")
            assert there.stdout.read() == "Table 7\ndeal\n"


def test_the_hello_of_the_page_is_the_consoles_own(tmp_path: Path) -> None:
    (shown,) = (
        block.text for block in pages.blocks(PAGE, pages.pages()[PAGE], "json") if '"hello"' in block.text
    )
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text("what the token's file holds\n", "utf-8")
    server = server_at("tcp://127.0.0.1:1", table="Table 7", token_file=token)
    assert msgspec.json.decode(server.hello) == msgspec.json.decode(shown)
