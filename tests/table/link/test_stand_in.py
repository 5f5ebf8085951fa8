"""The game server that is not there: it opens and closes the bets of a table that it is linked to."""

from __future__ import annotations

import queue
import socket
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from console.table.link.stand_in import StandIn, bets_line, due
from tests.table.core.tables import Driven, Seen
from tests.table.link.far import SOON
from tests.table.link.rig import linked

BETS = {"do": "bets", "state": "open"}


@pytest.fixture
def views() -> queue.Queue[bytes]:
    return queue.Queue()


@pytest.fixture
def stand_in(views: queue.Queue[bytes]) -> Iterator[StandIn]:
    server = StandIn(pace=0, on_line=views.put)
    server.start()
    yield server
    server.stop()


def until(views: queue.Queue[bytes], **wanted: Any) -> Seen:
    while True:
        line = views.get(timeout=SOON)
        if not line.startswith(b'{"v":'):
            continue  # a stranger's
        view: Seen = msgspec.json.decode(line)
        if {key: view.get(key) for key in wanted} == wanted:
            return view


def test_the_stand_in_listens_on_the_loopback_alone(stand_in: StandIn) -> None:
    assert stand_in.url.startswith("tcp://127.0.0.1:")


def test_bets_open_after_a_pause_and_close_after_their_time(stand_in: StandIn) -> None:
    driven = Driven("sv")
    assert due(driven.view(), pause=stand_in.pause) == (("open", "None"), bets_line("open", None), 3.0)
    opened = driven.take({**BETS, "seconds": 11})
    assert due(opened, pause=3.0) == (("close", "T1-1"), bets_line("closed", "T1-1"), 11)
    assert due(driven.take({"do": "bets", "state": "closed"}), pause=3.0) is None


def test_bets_that_an_incident_stopped_are_still_closed() -> None:
    driven = Driven("sv")
    driven.take(BETS)
    halted = driven.take({"do": "card", "card": "9H"})
    assert halted["phase"] == "halted"
    wanted = due(halted, pause=3.0)
    assert wanted == (("close", "T1-1"), bets_line("closed", "T1-1"), 18), "no view has named another time"


def test_a_linked_table_is_led_from_coup_to_coup(stand_in: StandIn, views: queue.Queue[bytes]) -> None:
    with linked(stand_in.url) as rig:
        for number in (1, 2, 3):
            view = until(views, phase="dealing")
            assert view["round"]["id"] == f"T1-{number}"
            for face in ("9H", "2S", "KD", "4C"):
                rig.station.submit(b'{"do":"card","card":"%s"}' % face.encode())
            until(views, phase="result")
            for _ in range(2):
                rig.station.submit(b'{"do":"done","by":"D1"}')
        until(views, phase="dealing")
        kinds = [entry.kind for entry in rig.entries if entry.refused is None]
        assert kinds.count("bets_opened") == kinds.count("bets_closed") == 4


def test_the_stand_in_serves_one_console_after_the_other(
    stand_in: StandIn, views: queue.Queue[bytes]
) -> None:
    for _ in range(3):
        with linked(stand_in.url):
            assert until(views, hello="dealer-console")["table"] == "T1"
            until(views, phase="dealing")


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1",
        b"[]",
        b"7",
        b"{}",
        b'"hello"',
        b'["hello"]',
        b'{"hello":1}{',
        b'{"round":7}',
        b"\xff\xfe",
    ],
)
def test_a_stranger_is_hung_up_on_and_the_next_console_is_served(
    said: bytes, stand_in: StandIn, views: queue.Queue[bytes]
) -> None:
    host, _, port = stand_in.url.removeprefix("tcp://").partition(":")
    with socket.create_connection((host, int(port)), SOON) as end:
        end.sendall(said + b"\n")
        assert end.recv(1) == b""
    with linked(stand_in.url):
        until(views, phase="dealing")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"[" * 50_000, b""),
        (b'{"hello":"dealer-console","table":"T1"'.ljust(1_048_575) + b"}", b"{"),
        (b'{"hello":"dealer-console","table":"T1"'.ljust(1_048_578) + b"}", b""),
    ],
    ids=["nested", "one_mebibyte", "more"],
)
def test_a_line_that_is_nested_deeply_or_over_a_mebibyte_is_hung_up_on(
    line: bytes, answer: bytes, stand_in: StandIn
) -> None:
    host, _, port = stand_in.url.removeprefix("tcp://").partition(":")
    with socket.create_connection((host, int(port)), timeout=SOON) as console:
        console.sendall(line + b"\n")
        assert console.recv(1) == answer


def test_a_connection_without_a_token_gets_no_answer() -> None:
    server = StandIn(pace=0, token="geheimnis-7")
    server.start()
    try:
        host, _, port = server.url.removeprefix("tcp://").partition(":")
        with socket.create_connection((host, int(port)), SOON) as end:
            end.sendall(msgspec.json.encode(Driven("sv").view()) + b"\n")
            assert end.recv(1) == b""
    finally:
        server.stop()


def test_the_stand_in_can_be_stopped_before_anybody_came() -> None:
    server = StandIn()
    server.start()
    server.stop()
    StandIn().stop()
