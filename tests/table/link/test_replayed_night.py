"""A replayed night: which lines of the game server are the same, and when people's lines are shown."""

from __future__ import annotations

import socket
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from console.table.core import View
from console.table.link.replayed_night import NightView, ReplayedNight
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


def test_the_wait_between_peoples_lines_is_divided_by_the_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.table.link.replayed_night.time", SimpleNamespace(monotonic=lambda: 100.0))
    ours, theirs = socket.socketpair()
    untils = list[float]()
    with ours, theirs:
        played = ReplayedNight(ours, 2.0)
        monkeypatch.setattr(played, "_listen", untils.append)
        seconds = (0, 6, 5)  # the clock was set back at the end
        night = [NightView(START + timedelta(seconds=at), TAKEN, None) for at in seconds]
        assert [*played.play(night, lambda _: b"{}")] == []
    assert untils == [100.0, 103.0, 100.0, 100.0]
