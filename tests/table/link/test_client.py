"""The link over real sockets: every view in its order, nothing lost and nothing twice, whatever breaks."""

from __future__ import annotations

import errno
import logging
import queue
import random
import socket
import threading
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from console.table.core import NOT_RESPONDING, NoteKind, ShownTable, View, events
from console.table.core.protocol.permissions import LONGEST_OVER_LINK
from console.table.core.running.station import LINKED_AT_MOST, LOOK_AGAIN
from console.table.devices import DeviceRole, Health, LossReason
from console.table.link.client import GameServerLink, Outgoing, ServerReadsNothing, reason_of
from console.table.link.server import server_at
from console.table.link.stream import Stream
from tests.table.core.tables import Driven, card_frame
from tests.table.link.far import SOON, Far, Heard
from tests.table.link.rig import CLOSED, OPEN, VIEW, Rig, as_sent, encoded_view, linked

pytestmark = pytest.mark.usefixtures("at_once")

REMARK = b'{"do":"say","by":"D1","text":"mark"}'
FOREIGN: list[dict[str, Any]] = [
    {"do": "card", "card": "9H"},
    {"do": "card", "card": "9H", "by": "P1"},
    {"do": "unread"},
    {"do": "cut_card"},
    {"do": "device", "name": "shoe", "hex": card_frame("0", "player", 1, "9H").hex()},
    {"do": "sign_in", "who": "X9", "role": "pit_boss"},
    {"do": "sign_out", "who": "D1"},
    {"do": "done", "by": "D1"},
    {"do": "open", "by": "P1"},
    {"do": "close", "by": "P1"},
    {"do": "reshuffle", "by": "P1"},
    {"do": "withdraw", "by": "P1"},
    {"do": "void", "by": "P1"},
    {"do": "call", "by": "D1", "on": True},
    {"do": "manual", "by": "P1", "on": True},
    {"do": "incident", "by": "D1"},
    {"do": "answer", "by": "D1", "facts": {}},
    {"do": "authorise", "by": "P1"},
    {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9H"},
    {"do": "say", "by": "D1", "text": "the server's own words"},
]

JOURNAL = "8b1c6c1e"


def accepted_count(rig: Rig, kind: str) -> int:
    return sum(entry.kind == kind and entry.refused is None for entry in rig.entries)


def test_the_console_says_hello_and_the_present_view_then_every_view(far: Far) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        assert connection.greeting()["prompt"]["action"] == "await_bets"
        assert connection.ask(OPEN)["say"] == "place_your_bets"
        assert rig.health() is Health.CONNECTED
        assert connection.ask(VIEW)["bets"] == "open"
        rig.station.submit(b'{"do":"call","by":"D1","on":true}')
        assert connection.line()["call"] is True
        rig.station.receive(DeviceRole.SHOE, card_frame("0", "player", 1, "9H"))
        assert connection.line()["refused"] == "bets_open"
        rig.station.note(NoteKind.LOCKED)
        assert connection.line()["refused"] is None, "the console's own note"
        assert connection.ask(CLOSED)["bets"] == "closed"


def test_the_hello_of_a_refused_line_is_the_present_view(far: Far) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        assert rig.taken(CLOSED).refused == "out_of_turn"
        connection.finish()
        view = far.accept().greeting()
        assert (view["accepted"], view["refused"], view["entry"]) == (True, None, 1)


@pytest.mark.parametrize("line", FOREIGN, ids=lambda line: "-".join(map(str, line.values()))[:30])
def test_any_line_that_is_not_the_servers_is_not_authorised_and_recorded(
    far: Far, line: dict[str, Any]
) -> None:
    sent = msgspec.json.encode(line)
    with linked(far.url) as rig:
        connection = far.accept()
        before = connection.greeting()
        after = connection.ask(sent)
        assert after["refused"] == "not_authorised"
        answer = {"accepted": False, "refused": "not_authorised", "why": after["why"], "entry": 1}
        assert after == {**before, **answer} and "bets, seats, decision and view" in after["why"]
        (entry,) = rig.entries
        assert (entry.kind, entry.refused, entry.line) == ("line_rejected", "not_authorised", sent.decode())
        assert entry.raw is None, "no byte of a device came"


@pytest.mark.parametrize(
    "line", [b'{"do":"seats","seats":[1]}', b'{"do":"decision","seat":1,"hand":1,"choice":"hit"}']
)
def test_the_servers_lines_of_another_game_are_that(far: Far, line: bytes) -> None:
    with linked(far.url):
        connection = far.accept()
        connection.greeting()
        assert connection.ask(line)["refused"] == "not_this_game"


@pytest.mark.parametrize(
    "line",
    [b"", b"[]", b"\xff\xfe\xfd", b'{"do":"bets","state":"\xc3\x28"}', b'{"do":"bets"}', b"\0", b"[" * 5000],
)
def test_a_malformed_line_from_the_server_is_bad_input_and_recorded(far: Far, line: bytes) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        assert connection.ask(line)["refused"] == "bad_input"
        assert rig.entries[0].line == line.decode("utf-8", "backslashreplace")
        assert connection.ask(OPEN + b"\r")["accepted"]


def test_several_lines_in_one_packet_are_taken_in_their_order(far: Far) -> None:
    with linked(far.url):
        connection = far.accept()
        connection.greeting()
        connection.say(OPEN, CLOSED, OPEN, VIEW)
        assert [connection.line()["refused"] for _ in range(4)] == [None, None, "out_of_turn", None]


def test_a_line_over_many_packets_is_one(far: Far) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        for at in range(len(OPEN)):
            connection.end.sendall(OPEN[at : at + 1])
        assert rig.entries == []
        assert connection.ask(b"")["bets"] == "open"


def test_a_million_characters_are_refused_and_take_no_memory(far: Far) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        connection.ask(VIEW)
        packet = b" " * 50_000
        tracemalloc.start()
        try:
            for _ in range(200):
                connection.end.sendall(packet)
            view = connection.ask(OPEN)
            assert tracemalloc.get_traced_memory()[1] < 1_500_000
        finally:
            tracemalloc.stop()
        assert view["refused"] == "bad_input"
        (entry,) = rig.entries
        assert entry.line is not None and len(entry.line) == LONGEST_OVER_LINK + 2
        rejected = events.DECODER.decode(entry.event)
        assert rejected == events.LineRejected(
            f"The line has more than {LONGEST_OVER_LINK} bytes: over the link no more are right."
        )
        assert connection.ask(OPEN)["accepted"]


def test_a_break_at_every_byte_loses_nothing_and_takes_nothing_twice(far: Far) -> None:
    """Whole lines have been taken, half a line is gone; a server that goes by the view is right."""
    talk = OPEN + b"\r\n" + CLOSED + b"\n" + VIEW + b"\n"
    for cut in range(len(talk) + 1):
        with linked(far.url) as rig:
            connection = far.accept()
            connection.greeting()
            connection.end.sendall(talk[:cut])
            connection.finish()
            rig.taken_over_the_link(talk[:cut].count(b"\n"))
            mark = rig.taken(REMARK).entry
            again = far.accept()
            again.line()
            state = next(view for view in iter(again.line, None) if view["entry"] == mark)
            if state["phase"] == "betting" and state["bets"] != "open":
                state = again.ask(OPEN)
            if state["bets"] == "open":
                state = again.ask(CLOSED)
            assert state["phase"] == "dealing"
            kinds = [(entry.kind, entry.refused) for entry in rig.entries if entry.kind != "remarked"]
            assert kinds == [("bets_opened", None), ("bets_closed", None)], f"cut at {cut}"


def test_a_server_that_breaks_off_at_any_byte_receives_the_whole_view_again(far: Far) -> None:
    with linked(far.url) as rig:
        whole = as_sent(rig.driven.session.view())
        for cut in range(1, 440, 3):
            connection = far.accept()
            assert len(connection.some(cut)) == cut
            connection.reset()
        assert far.accept().greeting() == whole
        assert rig.entries == []


def test_a_server_that_repeats_a_line_after_a_break_is_out_of_turn(far: Far) -> None:
    with linked(far.url) as rig:
        first = far.accept()
        first.greeting()
        first.say(OPEN)
        rig.taken_over_the_link(1)
        first.reset()
        again = far.accept()
        assert again.greeting()["bets"] == "open"
        assert again.ask(OPEN)["refused"] == "out_of_turn"
        assert accepted_count(rig, "bets_opened") == 1


def test_views_come_in_the_order_in_which_lines_were_taken_wherever_they_came_from(far: Far) -> None:
    chance = random.Random(4)
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()

        def others() -> None:
            for number in range(300):
                if chance.random() < 0.5:
                    rig.station.submit(b'{"do":"say","by":"D1","text":"%d"}' % number)
                else:
                    rig.station.receive(DeviceRole.SHOE, card_frame(str(number % 10), "player", 1, "9H"))

        person = threading.Thread(target=others)
        person.start()
        for number in range(300):
            connection.say((OPEN, CLOSED, VIEW)[number % 3])
        rig.taken_over_the_link(300)
        person.join()
        rig.taken(b'{"do":"say","by":"D1","text":"the end"}')
        assert [connection.line() for _ in rig.views] == list(map(as_sent, rig.views))


def test_while_no_server_hears_nothing_waits_for_it(far: Far) -> None:
    outgoing = Outgoing()
    with linked(far.url, outgoing) as rig:
        connection = far.accept()
        connection.greeting()
        address = ("127.0.0.1", far.port)
        far.close()
        while rig.health() is not Health.RECONNECTING:
            pass
        for _ in range(500):
            view = rig.taken(REMARK)
        assert outgoing.next_view() is None
        with socket.create_server(address) as back:
            back.settimeout(SOON)
            connection = Heard(back.accept()[0])
            assert connection.greeting()["entry"] == view.entry == 500
            connection.close()


@pytest.mark.sweep
def test_a_flood_waits_in_the_network_and_every_line_is_taken_once(far: Far) -> None:
    """While the table is held up the server has to wait; the console's memory does not grow."""
    go, flood, waiting = threading.Event(), 3_000, []
    line = VIEW + b" " * 8_000
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        take, rig.keeps = rig.driven.session.take, False

        def held(line: bytes, **how: bool) -> View:
            assert go.wait(SOON)
            waiting.append(rig.station._jobs.qsize())
            return take(line, **how)

        rig.driven.session.take = held  # type: ignore[method-assign]

        def all_of_it() -> None:
            for _ in range(flood):
                connection.say(line)

        server = threading.Thread(target=all_of_it)
        tracemalloc.start()
        try:
            server.start()
            while rig.station._jobs.qsize() < LINKED_AT_MOST - 1:
                assert server.is_alive()
            go.set()
            for _ in range(flood):
                assert connection.line()["accepted"]
            assert tracemalloc.get_traced_memory()[1] < 12_000_000 < flood * len(line) / 2
        finally:
            tracemalloc.stop()
        server.join()
        rig.keeps = True
        rig.taken(REMARK)
        assert len(waiting) == flood + 1
        assert max(waiting) <= LINKED_AT_MOST


def test_a_server_that_does_not_read_delays_no_line_and_is_reconnected() -> None:
    far = Far(room=4096)
    with linked(far.url, Outgoing(at_most=8), patience=0) as rig:
        deaf = far.accept()
        assert rig.health() is Health.SILENT
        entry = 0
        while not far.is_called:
            entry = rig.taken(b'{"do":"say","by":"D1","text":"%s"}' % (b"x" * 1000)).entry
        view = far.accept().greeting()
        assert view["entry"] <= entry
        assert [rig.health(), rig.health()] == [Health.LOST, Health.RECONNECTING]
        assert deaf.line()["hello"] == "dealer-console"
        assert deaf.line()["entry"] == 0
    far.close()


def test_a_break_is_reported_once_and_logged_once_without_the_token(
    far: Far, caplog: pytest.LogCaptureFixture, token: Path
) -> None:
    with caplog.at_level(logging.DEBUG), linked(server_at(far.url, table="T1", token_file=token)) as rig:
        connection = far.accept()
        assert connection.line()["token"] == "geheimnis-7"
        connection.ask(VIEW)
        assert rig.health() is Health.CONNECTED
        connection.reset()
        assert [rig.health(), rig.health()] == [Health.LOST, Health.RECONNECTING]
        again = far.accept()
        again.greeting()
        again.ask(VIEW)
        assert rig.health() is Health.CONNECTED
        rig.taken_over_the_link(1)
        entries = repr(rig.entries)
    (record,) = caplog.records
    assert far.url in record.getMessage()
    assert "geheimnis" not in caplog.text + entries


def test_a_lost_server_says_why_until_it_is_back(far: Far) -> None:
    with linked(far.url) as rig:
        far.accept().close()
        assert rig.health() is Health.LOST and rig.link.reason is LossReason.HUNG_UP
        again = far.accept()
        again.greeting()
        again.ask(VIEW)
        while rig.health() is not Health.CONNECTED:
            pass
        assert rig.link.reason is None
        far.close()
        again.close()
        while rig.link.reason is not LossReason.NO_PROGRAM:
            rig.health()


@pytest.mark.parametrize(
    ("loss", "reason"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), LossReason.NO_SUCH_NAME),
        (TimeoutError("timed out"), LossReason.NO_HOST),
        (OSError(errno.EHOSTUNREACH, "No route to host"), LossReason.NO_HOST),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), LossReason.NO_HOST),
        (ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), LossReason.HUNG_UP),
        (ServerReadsNothing("it does not read the lines sent to it"), LossReason.UNREAD),
        (OSError(errno.EMFILE, "Too many open files"), None),
    ],
)
def test_what_the_system_says_of_a_loss_has_a_reason(loss: OSError, reason: LossReason | None) -> None:
    assert reason_of(loss) is reason


def test_a_server_that_hangs_up_on_the_hello_is_never_called_connected(far: Far) -> None:
    healths: list[Health] = []
    link = GameServerLink(
        server_at(far.url, table="T1"),
        lambda _: True,
        lambda _: b"",
        healths.append,
        lambda _: None,
        journal=JOURNAL,
    )
    link.start()
    for _ in range(5):
        connection = far.accept()
        connection.line()
        connection.close()
    far.accept().line()
    link.stop()
    assert healths == [Health.LOST, Health.RECONNECTING]


def test_a_server_that_says_a_word_and_hangs_up_is_called_ever_more_seldom(
    far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It refuses the table, such as for a second console of this name: one loss stands for all of them."""
    monkeypatch.undo()  # the pauses and the second that a connection has to last are the question here
    clock, waits, told = [100.0], list[float](), queue.Queue[Health]()
    monkeypatch.setattr("console.table.link.client.time", SimpleNamespace(monotonic=lambda: clock[0]))
    server = server_at(far.url, table="T1")
    link = GameServerLink(server, lambda _: True, encoded_view, told.put, lambda _: None, journal=JOURNAL)
    monkeypatch.setattr(link._stopping, "wait", waits.append)
    link.start()
    for _ in range(9):
        connection = far.accept()
        connection.line()
        connection.say(b'{"error":"T1 is connected already"}')
        connection.close()
    stays = far.accept()
    stays.line()
    stays.say(VIEW)
    assert [told.get(timeout=SOON) for _ in range(3)] == [Health.CONNECTED, Health.LOST, Health.RECONNECTING]
    assert told.empty() and waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
    clock[0] += 1.0
    stays.say(VIEW)
    assert told.get(timeout=SOON) is Health.CONNECTED
    link.stop()


def test_no_connection_stays_open_for_a_table_that_does_not_answer(far: Far) -> None:
    """The link's own thread lives, and would be taken for the table's life."""
    hold, holds = threading.Event(), threading.Event()

    def stand() -> None:
        holds.set()
        hold.wait(SOON)

    with linked(far.url) as rig:
        first = far.accept()
        first.greeting()
        first.ask(VIEW)
        assert rig.health() is Health.CONNECTED
        rig.taken_over_the_link(1)
        rig.station.look(stand)
        assert holds.wait(SOON)
        answered = rig.station._answered
        assert answered is not None
        rig.station._answered = answered - NOT_RESPONDING
        first.rest()
        assert rig.health() is Health.LOST
        hold.set()
        again = far.accept()
        again.greeting()
        again.ask(VIEW)
        assert rig.health() is Health.RECONNECTING and rig.health() is Health.CONNECTED


class Stop:
    """An event that does not wait, and is set after the ninth wait."""

    def __init__(self) -> None:
        self.waits = list[float]()

    def is_set(self) -> bool:
        return len(self.waits) == 9

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)


def test_each_try_to_connect_again_waits_longer_up_to_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the pauses that `at_once` took away are the question here
    told, failed = list[Health](), list[Exception]()
    server = server_at("tcp://127.0.0.1:1", table="T1")
    link = GameServerLink(server, bool, encoded_view, told.append, failed.append, journal=JOURNAL)
    link._stopping = stop = Stop()  # type: ignore[assignment]
    link._run()
    assert stop.waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0] and not failed


@pytest.mark.parametrize(
    ("came", "unsent", "waits"),
    [(b"", 65_535, [10.0, 6.0, 2.0, LOOK_AGAIN]), (b"{}\n", 65_536, [10.0, 0.1, 0.1, 0.1])],
)
def test_a_mute_server_is_silent_after_ten_seconds_and_a_busy_table_is_asked_again(
    came: bytes, unsent: int, waits: list[float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No further view is sent while 64 KiB are on their way."""
    told, turns, sent, clock = list[tuple[Health, float]](), list[float | None](), list[bytes](), [100.0]
    failed, joined = list[Exception](), list[float]()

    def turn(seconds: float | None, *, reading: bool) -> bytes:
        turns.append(seconds)
        clock[0] += 4.0
        if len(turns) == 4:
            link.stop()
        return came if len(turns) == 1 else b""

    monkeypatch.setattr("console.table.link.client.time", SimpleNamespace(monotonic=lambda: clock[0]))
    link = GameServerLink(
        server_at("tcp://127.0.0.1:1", table="T1"),
        lambda _: False,
        lambda _: b"view",
        lambda health: told.append((health, clock[0])),
        failed.append,
        journal=JOURNAL,
    )
    link._thread = cast(Any, SimpleNamespace(ident=1, is_alive=lambda: True, join=joined.append))
    table = Driven("sv")
    link.show(ShownTable(table.session.view(), table.table, None))
    link._serve(cast(Stream, SimpleNamespace(turn=turn, send=sent.append, unsent=unsent, close=lambda: None)))
    link._wake.close()
    assert joined == [1.0], "a stop waits no longer for the thread"
    assert turns == waits and sent[1:] == [b"view\n"] * (unsent < 65_536)
    assert not failed and told == [(Health.CONNECTED, 104.0) if came else (Health.SILENT, 112.0)]


def test_a_server_that_never_answers_the_hello_is_silent_until_it_speaks(far: Far) -> None:
    """A process that hangs: the system takes the connection and the bytes, and nobody reads them."""
    with linked(far.url, patience=0) as rig:
        assert rig.health() is Health.SILENT
        hangs = far.accept()
        hangs.greeting()
        hangs.ask(VIEW)
        assert rig.health() is Health.CONNECTED
        hangs.reset()
        assert [rig.health(), rig.health(), rig.health()] == [Health.LOST, Health.RECONNECTING, Health.SILENT]


def test_a_server_is_not_called_connected_before_it_has_answered(far: Far) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        rig.taken(REMARK)
        connection.line()
        assert rig.told.empty() and not rig.link.is_connected
        connection.ask(VIEW)
        assert rig.health() is Health.CONNECTED and rig.link.is_connected


def test_an_unforeseen_error_is_reported_and_the_link_goes_on(far: Far) -> None:
    failed: list[Exception] = []
    calls = iter([ValueError("a bug")])

    def offer(line: bytes) -> bool:
        for error in calls:
            raise error
        return True

    link = GameServerLink(
        server_at(far.url, table="T1"),
        offer,
        lambda _: b"",
        lambda _: None,
        failed.append,
        journal=JOURNAL,
        patience=0,
    )
    link.start()
    connection = far.accept()
    connection.say(VIEW)
    connection.rest()
    assert far.accept().line()["hello"] == "dealer-console"
    link.stop()
    assert [str(error) for error in failed] == ["a bug"]


def test_a_stop_is_no_loss_and_hangs_up(far: Far) -> None:
    with linked(far.url) as rig:
        connection = far.accept()
        connection.greeting()
        connection.ask(VIEW)
        assert rig.health() is Health.CONNECTED
        rig.link.stop()
        assert connection.rest() == b""
        assert rig.told.empty()


def test_a_link_that_was_never_started_can_be_stopped(far: Far) -> None:
    link = GameServerLink(
        server_at(far.url, table="T1"),
        lambda _: True,
        lambda _: b"",
        lambda _: None,
        lambda _: None,
        journal=JOURNAL,
    )
    link.stop()
