"""The game server of the handbook's page, spoken with by a console's own link."""

from __future__ import annotations

import socket
import socketserver
import subprocess
import sys
import threading
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.supervisor.protocol.conformance import Trial, Verdict, conform
from console.table.game import DOCUMENTED, load_rulebook
from console.table.link import server_at
from tests.handbook import pages
from tests.table.link.rig import linked

PAGE = "protocol.md"


def program(name: str = "game_server.py") -> str:
    (found,) = (
        block.text
        for block in pages.blocks(PAGE, pages.pages()[PAGE], "python")
        if block.text.startswith(f"# {name}\n")
    )
    return found


@pytest.mark.sweep(1)
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


def test_the_first_server_of_the_page_runs_and_leads_a_consoles_table(tmp_path: Path) -> None:
    """As a program, spoken with by the link of a real table: two coups, and bets open for a third."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    text = program("first_server.py")
    assert text.count("7000") == text.count("time.sleep(") == 1
    file = tmp_path / "first_server.py"
    file.write_text(text.replace("7000", str(port)).replace("time.sleep(", "float("), "utf-8")
    with subprocess.Popen((sys.executable, file), stderr=subprocess.PIPE, text=True) as there:
        try:
            with linked(f"tcp://127.0.0.1:{port}") as rig:
                shoe = cycle(("9H", "2S", "KD", "4C"))
                opened = list[str]()
                for _ in range(2):
                    *_, last = rig.taken_over_the_link(3 if not opened else 2)
                    assert (last.prompt.action, last.bets) == ("deal", "closed")
                    assert last.round is not None
                    opened.append(last.round.id)
                    for card in islice(shoe, 4):
                        rig.taken(f'{{"do":"card","card":"{card}"}}'.encode())
                    for _ in range(2):
                        rig.taken(b'{"do":"done","by":"D1"}')
                (last,) = rig.taken_over_the_link(1)
                assert last.round is not None and last.previous is not None
                assert (last.bets, last.round.id in opened, last.previous.id) == ("open", False, opened[-1])
        finally:
            there.terminate()
        assert there.stderr is not None and there.stderr.read() == ""


def test_the_hello_of_the_page_is_the_consoles_own(tmp_path: Path) -> None:
    (shown,) = (
        block.text for block in pages.blocks(PAGE, pages.pages()[PAGE], "json") if '"hello"' in block.text
    )
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text("what the token's file holds\n", "utf-8")
    server = server_at("tcp://127.0.0.1:1", table="Table 7", token_file=token)
    assert msgspec.json.decode(server.hello("8b1c6c1e")) == msgspec.json.decode(shown)
