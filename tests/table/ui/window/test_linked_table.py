"""A table with a game server, in its real window: it opens and closes, and hears every line's view."""

from __future__ import annotations

import functools
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console import cli
from console.app import start
from console.app.console_at_table import Console
from console.app.start import with_link as with_link
from console.table.config import STAND_IN, ConfigError, DeviceConfig, LinkConfig, training_config
from console.table.core import Mode, SetClock
from console.table.devices import DeviceRole
from console.table.devices.simulation.wire import PtyWire
from console.table.game import load_rulebook
from console.table.link import LinkError, StandIn
from tests.table import played
from tests.table.link.far import Far, Heard
from tests.table.link.rig import CLOSED, OPEN, VIEW
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.window.test_table_window import lamp, play_to


def accepted(work: AtWork, far: Far) -> Heard:
    """The console's connection, once it has come; the window lives on meanwhile."""
    work.until(lambda: far.is_called)
    return far.accept()


def tell_bets(work: AtWork, peer: Heard, bets: bytes) -> None:
    """The server opens or closes the bets, and the window shows it."""
    peer.say(bets)
    work.until(lambda: work.view.bets == ("open" if bets == OPEN else "closed"))


def test_a_device_not_plugged_in_stops_no_other_and_no_game_server(
    qtbot: QtBot, tmp_path: Path, far: Far
) -> None:
    """A port by ``hwgrep://`` is looked for before it is opened."""
    reader = PtyWire()
    shoe = DeviceConfig.usual(DeviceRole.SHOE, "hwgrep://no-such-device-is-plugged-in")
    devices = (shoe, DeviceConfig.usual(DeviceRole.READER, reader.url))
    link = LinkConfig(far.url)
    try:
        with at_work(qtbot, tmp_path, device=False, devices=devices, link=link) as work:
            accepted(work, far).say(VIEW)
            work.until(lambda: reader.listening)
            work.until(lambda: lamp(work, "link") is None and lamp(work, "reader") is None)
            assert lamp(work, "shoe") in ("reconnecting", "lost")
    finally:
        reader.close()


def test_only_the_server_opens_and_closes_the_bets(
    qtbot: QtBot, tmp_path: Path, far: Far, token: Path
) -> None:
    link = LinkConfig(far.url, token_file=token, table="B7")
    with at_work(qtbot, tmp_path, link=link, ready=True) as work:
        assert lamp(work, "link") == "reconnecting"
        peer = accepted(work, far)
        hello = peer.line()
        assert (hello["table"], hello["token"]) == ("B7", "geheimnis-7")
        peer.say(VIEW)
        work.until(lambda: lamp(work, "link") is None)
        play_to(work, "betting", "await_bets")
        work.let_pass(600)
        assert work.view.prompt.action == "await_bets", "no clock of the table's opens them"
        assert work.view.held_back == ("locked",), "the dealer is away"
        work.sign_in("D1")
        assert work.view.held_back is None
        tell_bets(work, peer, OPEN)
        assert work.window.people_here.view is not None
        assert work.window.people_here.view.countdown.seconds_left == 3600
        work.let_pass(3601)
        assert work.view.bets == "open", "no clock of the table's closes them"
        tell_bets(work, peer, CLOSED)
        while work.view.phase == "dealing":
            work.draw()
        peer.say(b'{"do":"card","card":"9H"}')
        work.until(lambda: work.view.refused == "not_authorised")
        result = work.view
        views = [peer.line()]
        while views[-1]["refused"] != "not_authorised":
            views.append(peer.line())
        entries = [view["entry"] for view in views]
        assert entries == sorted(entries) and entries[-1] == result.entry
        assert [view["phase"] for view in views if view["phase"] == "result"], "cards came over the pty"
        peer.reset()
        work.until(lambda: lamp(work, "link") is not None)
        again = accepted(work, far)
        assert again.line()["hello"] == "dealer-console"
        present = again.line()
        assert (present["phase"], present["accepted"]) == ("result", True)
        assert present["entry"] >= result.entry, "the break itself is recorded too"
    for file in tmp_path.glob("journal.db*"):
        assert b"geheimnis" not in file.read_bytes()


def test_the_lamp_is_never_silent_while_a_card_is_due(qtbot: QtBot, tmp_path: Path, far: Far) -> None:
    with at_work(qtbot, tmp_path, link=LinkConfig(far.url), ready=True) as work:
        peer = accepted(work, far)
        play_to(work, "betting", "await_bets")
        tell_bets(work, peer, OPEN)
        tell_bets(work, peer, CLOSED)
        work.let_pass(work.console.config.silence + 1)
        assert (lamp(work, "shoe"), lamp(work, "link")) == ("silent", None)


@pytest.mark.sweep
def test_a_simulated_table_is_led_by_its_own_game_server(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.link.stand_in.StandIn", functools.partial(StandIn, pace=0))
    with at_work(qtbot, tmp_path, link=LinkConfig(STAND_IN)) as work:
        play_to(work, "shoe", "load")
        work.follow()
        begun = set[str]()
        while len(begun) < 3:  # two were played to their end; its server may open the next before it is seen
            work.until(lambda: work.view.phase in ("dealing", "result", "collecting"))
            if work.view.round is not None:
                begun.add(work.view.round.id)
            work.follow()


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["--link", "tcp://192.0.2.7:7000"], "tcp://192.0.2.7:7000"),
        (["--link", "tls://192.0.2.7:7000", "--token", "TOKEN"], "--ca FILE"),
        (["--link", "tls://127.0.0.1:7000", "--ca", "TOKEN"], "token"),
        (["--link", "7000"], "tls://host:port"),
    ],
)
def test_a_link_that_may_not_be_is_refused_in_one_line_before_anything_opens(
    qapp: QApplication, token: Path, given: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [argument.replace("TOKEN", str(token)) for argument in given]
    assert start.main(cli.window_options(["--lang", "en", *arguments])) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert printed.err.startswith("dealer-console: ") and named in printed.err


def test_a_live_table_says_itself_whether_plain_is_good(tmp_path: Path, qapp: QApplication) -> None:
    options = cli.window_options(["--table", "t.toml", "--link", "tcp://192.0.2.7:7000", "--token", "t"])
    config = training_config("baccarat", "sv", "en")
    plain = replace(config, link=LinkConfig("tls://x:1", table="B7", plain_ok=True))
    assert with_link(config, options).link == LinkConfig("tcp://192.0.2.7:7000", None, Path("t"))
    linked = with_link(plain, options).link
    assert linked == LinkConfig("tcp://192.0.2.7:7000", None, Path("t"), "B7", True)


def test_a_live_table_has_no_stand_in(qapp: QApplication, tmp_path: Path) -> None:
    config = replace(
        training_config("baccarat", "sv", "en"),
        mode=Mode.LIVE,
        journal=tmp_path / "journal.db",
        link=LinkConfig(STAND_IN),
    )
    with ExitStack() as stack, pytest.raises(LinkError, match=r"link\.url"):
        Console(config, load_rulebook("sv"), SetClock(), stack)
    assert not config.journal.exists()


def test_a_live_blackjack_without_a_link_is_refused_but_for_the_round_that_is_open(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Its bets opened, and every round had to be made void, since no player could answer."""
    config = replace(
        training_config("blackjack", "sv", "en"),
        mode=Mode.LIVE,
        name="T7",
        journal=tmp_path / "journal.db",
        link=None,
    )
    with ExitStack() as stack, pytest.raises(ConfigError, match="T7: link: missing"):
        Console(config, load_rulebook("sv"), SetClock(), stack)
    config = replace(config, journal=tmp_path / "open.db")
    seats = {"do": "seats", "seats": [1]}
    played.written(config.journal, played.OPEN, seats, played.CLOSED, code="sv", game="blackjack")
    with ExitStack() as stack:
        console = Console(config, load_rulebook("sv"), SetClock(), stack)
        assert console.session.table.open_round


def test_no_port_listens_unless_a_link_was_configured(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listened: list[object] = []
    monkeypatch.setattr(socket.socket, "listen", lambda *given: listened.append(given))
    with at_work(qtbot, tmp_path) as work:
        play_to(work, "shoe", "load")
    assert listened == []
