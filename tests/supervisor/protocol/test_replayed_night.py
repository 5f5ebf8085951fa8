"""A night played again to a game server: the views are those of then, and its lines are compared."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from console.base.words import Words
from console.table.core import Game, SetClock, game_of, table_of
from console.table.custody import open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, review
from console.table.link import ReplayedNight, night_views
from console.table.link.replayed_night import Difference
from console.table.words import encode
from tests.command_lines import run
from tests.table.journal.entries import START

main = partial(run, "protocol")
Seen = dict[str, Any]

OPEN, SEATS, CLOSED = (
    {"do": "bets", "state": "open", "round": None},
    {"do": "seats", "seats": [1]},
    {"do": "bets", "state": "closed"},
)
STAND = {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"}
SAID = (OPEN, SEATS, CLOSED, STAND)
"""The server's lines that the table took that night."""
NIGHT: tuple[Seen, ...] = (
    OPEN,
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    SEATS,
    {"do": "bets", "state": "ajar"},
    CLOSED,
    *({"do": "card", "card": card} for card in ("TH", "9S", "8D", "7C")),
    {"do": "card", "card": "2H"},
    {"do": "withdraw", "by": "P1"},
    STAND,
    {"do": "done", "by": "D1"},
)
"""A hand with a hole card, a card out of turn, and lines that were refused."""


class Night:
    """A table's journal, and the views that its lines brought."""

    def __init__(self, path: Path) -> None:
        rulebook = load_rulebook("sv")
        self.path, self.views = path, list[Seen]()
        words = Words("en"), Words(rulebook.market)
        with ExitStack() as stack:
            named = path, Identity("Table 7", "blackjack", "sv"), rulebook, SetClock(START)
            session = open_session(*named, stack, is_ready=True).session
            self.id = session.journal_id
            self.views.append(json.loads(encode(session.view(), *words)))
            for line in NIGHT:
                by_link = line["do"] in ("bets", "seats", "decision")
                view = session.take(json.dumps(line).encode(), by_link=by_link)
                self.views.append(json.loads(encode(view, *words)))


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return Night(tmp_path_factory.mktemp("night") / "table.journal")


class Heard:
    """A game server that says its lines at once, and keeps what it hears."""

    def __init__(self, listening: socket.socket, lines: tuple[Seen, ...]) -> None:
        self.url = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        self.lines = list[Seen]()
        self._listening, self._said = listening, lines
        self.thread = threading.Thread(target=self._serve, daemon=True)

    def _serve(self) -> None:
        end = self._listening.accept()[0]
        end.settimeout(20)
        with end, end.makefile("rb") as reader:
            self.lines.append(json.loads(reader.readline()))
            end.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in self._said))
            self.lines += map(json.loads, reader)


@contextmanager
def served(*lines: Seen) -> Iterator[Heard]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(20)
        server = Heard(listening, lines)
        server.thread.start()
        yield server
        server.thread.join(20)
        assert not server.thread.is_alive()


def replay(night: Night, server: Heard, *more: str) -> int:
    return main(["replay", str(night.path), server.url, "--speed", "1000000", *more])


def table_game() -> Game:
    return game_of(load_rulebook("sv"), "blackjack")


def without_id(view: Seen) -> Seen:
    return {name: value for name, value in view.items() if name not in ("journal", "replay")}


def test_the_views_are_those_of_that_night_and_marked(
    night: Night, capsys: pytest.CaptureFixture[str]
) -> None:
    before = night.path.read_bytes()
    with served(*SAID) as server:
        assert replay(night, server) == 0
    hello, *views = server.lines
    assert capsys.readouterr().out == "Lines the same as then: 4. Lines that differ: 0.\n"
    assert [without_id(view) for view in views] == [without_id(view) for view in night.views]
    assert "??" in json.dumps(views) and "7C" not in json.dumps(views[:-1])
    assert hello["replay"] is True and all(view["replay"] is True for view in views)
    assert {view["journal"] for view in views} == {hello["journal"]} != {night.id}
    assert night.path.read_bytes() == before


def test_no_line_of_a_table_is_marked(night: Night) -> None:
    assert not any("replay" in view for view in night.views)


def test_a_new_line_is_printed_and_the_status_says_so(
    night: Night, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {**STAND, "choice": "hit"}
    with served(other, *SAID) as server:
        assert replay(night, server) == 1
    told = capsys.readouterr().out
    assert '"choice": "hit"' in told and "Lines the same as then: 4. Lines that differ: 1." in told


def test_a_line_that_does_not_come_is_given_with_its_entry(night: Night) -> None:
    words = Words("en"), Words("sv")
    with served(OPEN, SEATS, STAND) as server, review(night.path) as journal:
        number, state = journal.begin(0)
        views = night_views(table_game(), table_of(state), journal.entries(number), "Table 7", "0badcafe")
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as end:
            end.sendall(b"{}\n")
            played = ReplayedNight(end, 1e6, patience=0.5)
            found = list(played.play(views, lambda view: encode(view, *words, replay=True)))
    assert [(each.is_new, json.loads(each.line)) for each in found] == [(False, CLOSED)]
    assert isinstance(found[0], Difference) and found[0].entry == night.views[4]["entry"]
    assert played.same == 3


def test_the_tables_own_token_is_refused_and_another_is_sent(
    night: Night, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("own", "run"):
        (tmp_path / name).touch(0o600)
        (tmp_path / name).write_text(name)
    (tmp_path / "table.toml").write_text(
        'name = "Table 7"\ngame = "blackjack"\nrules = "sv"\nlanguage = "sv"\n'
        f'journal = "{night.path}"\n[[device]]\nrole = "reader"\nurl = "loop://"\n'
        '[link]\nurl = "tcp://127.0.0.1:1"\ntoken_file = "own"\n'
    )
    own, other = (("--token-file", str(tmp_path / name)) for name in ("own", "run"))
    table = ("--table", str(tmp_path / "table.toml"))
    with served(*SAID) as server:
        assert main(["replay", str(night.path), server.url, *own, *table]) == 2
        assert "the table’s own token" in capsys.readouterr().err
        with pytest.raises(SystemExit):
            main(["replay", str(night.path), server.url, *other])
        assert "--table TOML" in capsys.readouterr().err
        assert replay(night, server, *other, *table) == 0
    assert server.lines[0]["token"] == "run"
