"""A replayed night: which lines of the game server are the same, and when people's lines are shown."""

from __future__ import annotations

import socket
from datetime import timedelta
from itertools import repeat
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import asdict

from console.table.core import View
from console.table.core.running.replay import EntryRow
from console.table.link.replayed_night import NightView, ReplayedNight, night_views
from tests.table.core.tables import Driven
from tests.table.journal.entries import START

TAKEN = cast(View, SimpleNamespace(accepted=True, entry=1))


def differences(then: dict[str, Any], now: dict[str, Any]) -> int:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(msgspec.json.encode(now) + b"\n")
        night = [NightView(START, TAKEN, msgspec.json.encode(then))]
        return len([*ReplayedNight(ours, 1e6, patience=0.02).play(night, lambda _: b"{}")])


@pytest.mark.parametrize(
    ("line", "field", "other"),
    [
        ({"do": "bets", "state": "open", "seconds": 18}, "state", "closed"),
        ({"do": "bets", "state": "open", "seconds": 18}, "seconds", 17),
        ({"do": "bets", "state": "open", "round": "T-1"}, "round", "T-2"),
        ({"do": "seats", "seats": [1, 2]}, "seats", [1]),
        ({"do": "seats", "seats": [1, 2]}, "do", "decision"),
        ({"do": "decision", "seat": 1, "hand": 1, "choice": "hit"}, "seat", 2),
        ({"do": "decision", "seat": 1, "hand": 1, "choice": "hit"}, "hand", 2),
        ({"do": "decision", "seat": 1, "hand": 1, "choice": "hit"}, "choice", "stand"),
    ],
)
def test_each_field_that_a_server_sends_tells_two_lines_apart(
    line: dict[str, Any], field: str, other: object
) -> None:
    """table-protocol.md, In: bets, seats, decision. What was seen differs if more or fewer lines came."""
    assert differences(line, line | {field: other}) == 2, "one that did not come, and one that is new"
    assert differences(line | {"seen": {"entry": 7, "ms": 1}}, dict(reversed(line.items()))) == 0


@pytest.mark.parametrize(
    ("line", "seconds", "method", "untils"),
    [
        # People's lines are shown sooner by the speed; the clock was set back at the end.
        (None, (0, 6, 5), "_listen", [100.0, 103.0, 100.0, 100.0]),
        # The server's are waited for as long as then, and for five seconds.
        (b"{}", (0, 2, 5, 9, 14), "_hears", [107.0, 108.0, 109.0, 110.0]),
    ],
)
def test_only_the_wait_between_peoples_lines_is_divided_by_the_speed(
    line: bytes | None,
    seconds: tuple[int, ...],
    method: str,
    untils: list[float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("console.table.link.replayed_night.time", SimpleNamespace(monotonic=lambda: 100.0))
    ours, theirs = socket.socketpair()
    waits = list[float]()

    def heard(*given: Any) -> bool:
        waits.append(given[-1])
        return True

    with ours, theirs:
        played = ReplayedNight(ours, 2.0)
        monkeypatch.setattr(played, method, heard)
        said = (None, *repeat(line, len(seconds) - 1))
        night = [
            NightView(START + timedelta(seconds=at), TAKEN, each)
            for at, each in zip(seconds, said, strict=True)
        ]
        assert [*played.play(night, lambda _: b"{}")] == []
    assert waits == untils


def test_a_nights_views_are_those_that_were_shown_with_the_lines_of_the_server() -> None:
    """Bets, seats and a decision are the server's; cards and what a person does are not."""
    driven = Driven("sv", game="blackjack")
    said = [
        b'{"do":"bets","state":"open"}',
        b'{"do":"seats","seats":[1]}',
        b'{"do":"bets","state":"closed"}',
        *(b'{"do":"card","card":"%s"}' % card for card in (b"TH", b"9S", b"8D", b"7C")),
        b'{"do":"decision","seat":1,"hand":1,"choice":"stand"}',
        b'{"do":"done","by":"D1"}',
    ]
    of_server = [None if b"card" in line or b"by" in line else line for line in said]
    views = [driven.session.view()]
    views += [
        driven.session.take(line, by_link=line == by_link)
        for line, by_link in zip(said, of_server, strict=True)
    ]
    assert all(view.accepted for view in views)
    rows = (
        cast(EntryRow, SimpleNamespace(number=number, **asdict(entry)))
        for number, entry in enumerate(driven.kept.entries, 1)
    )
    night = [*night_views(driven.game, driven.first, rows, "T1", driven.journal_id)]
    assert [(each.view, each.line) for each in night] == [*zip(views, (None, *of_server), strict=True)]
