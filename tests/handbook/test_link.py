"""The game server of the handbook's page, spoken with by a console's own link."""

from __future__ import annotations

import socketserver
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.game.games import DOCUMENTED
from console.game.rulebook import load_rulebook
from console.link.server import server_at
from console.protocol.conformance import Trial, Verdict, conform
from tests.handbook import pages

PAGE = "protocol.md"


def program(name: str = "game_server.py") -> str:
    (found,) = (
        block.text
        for block in pages.blocks(PAGE, pages.pages()[PAGE], "python")
        if block.text.startswith(f"# {name}\n")
    )
    return found


@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_game_server_of_the_page_passes_every_case(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game_server.py"
    file.write_text(program(), "utf-8")
    command = (sys.executable, file, "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as there:
        try:
            assert there.stdout is not None and there.stderr is not None
            url = f"tcp://127.0.0.1:{int(there.stdout.readline())}"
            first, second = (server_at(url, table=name) for name in ("Table 7", "Table 8"))
            other, rulebook = DOCUMENTED[DOCUMENTED.index(game) - 1], load_rulebook("lt")
            trial = Trial(first, game, rulebook, second, other, 5.0, quiet=0.1, silence=1.0, pace=0.0)
            failed = [result for result in conform(trial) if result.verdict is Verdict.FAILED]
        finally:
            there.terminate()
        assert (failed, there.stderr.read()) == ([], "")


@pytest.mark.parametrize("game", ["baccarat", "roulette"])
def test_the_first_server_of_the_page_leads_a_table_from_round_to_round(game: str) -> None:
    text = program("first_server.py")
    made: dict[str, Any] = {"__name__": "first_server"}
    exec(
        compile(text.replace("time.sleep(", "float("), "first_server.py", "exec"), made
    )  # it waits for no bet time
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), made["Table"]) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = server_at(f"tcp://127.0.0.1:{server.server_address[1]}", table="Table 7")
        trial = Trial(place, game, load_rulebook("sv"), place, game, 5.0, quiet=0.1, silence=0.1, pace=0.0)
        tried = {each.case: each.verdict for each in islice(conform(trial), 5)}
        server.shutdown()
    assert tried.keys() >= {"first_line", "bets_open", "bets_closed", "next_round"}
    assert {case for case, verdict in tried.items() if verdict is not Verdict.PASSED} == set()


def test_the_hello_of_the_page_is_the_consoles_own(tmp_path: Path) -> None:
    (shown,) = (
        block.text for block in pages.blocks(PAGE, pages.pages()[PAGE], "json") if '"hello"' in block.text
    )
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text("what the token's file holds\n", "utf-8")
    server = server_at("tcp://127.0.0.1:1", table="Table 7", token_file=token)
    assert msgspec.json.decode(server.hello("8b1c6c1e")) == msgspec.json.decode(shown)
