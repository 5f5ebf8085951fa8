"""Where a game server may be, what must be so first, its token; and one that connects by itself."""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.base.words import LANGUAGES, Words
from console.table.core.state.editions import EDITION
from console.table.link.errors import LinkError
from console.table.link.server import InboundServer, Token, _parted, read_token, server_at
from tests.table.link.certificates import Certificates
from tests.table.link.far import Far
from tests.table.link.rig import linked


def refusal_of(url: str, ca: Path | None = None, token: Path | None = None) -> str:
    with pytest.raises(LinkError) as error:
        server_at(url, table="T1", ca=ca, token_file=token)
    for language in LANGUAGES:
        message = Words(language).text(error.value.key, **error.value.slots)
        assert "\n" not in message and "{" not in message
    return error.value.key


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.8.9.1", "[::1]", "localhost", "LOCALHOST"),
        *("127.1", "localhost.", "[::ffff:127.0.0.1]", "[::1%25lo]"),
    ],
)
def test_on_the_loopback_plain_tcp_is_good(host: str) -> None:
    server = server_at(f"tcp://{host}:7000", table="T1")
    assert server.tls is None and server.token is None and server.only_here


@pytest.mark.parametrize(
    "host", ["192.0.2.7", "game.example", "[2001:db8::7]", "localhost.example", "0.0.0.0"]
)
def test_plain_tcp_off_the_loopback_is_refused_unless_allowed(host: str, token: Path) -> None:
    assert refusal_of(f"tcp://{host}:7000", token=token) == "link.plain"
    server = server_at(f"tcp://{host}:7000", table="T1", token_file=token, plain_ok=True)
    assert server.tls is None and not server.only_here


def test_off_the_loopback_it_takes_a_ca_and_a_token(certificates: Certificates, token: Path) -> None:
    assert refusal_of("tls://game.example:7000", token=token) == "link.ca.missing"
    assert refusal_of("tls://game.example:7000", ca=certificates.ca) == "link.token.missing"
    assert server_at("tls://game.example:7000", table="T1", ca=certificates.ca, token_file=token).tls


def test_a_file_without_a_certificate_is_named(tmp_path: Path, token: Path) -> None:
    assert refusal_of("tls://127.0.0.1:7000", ca=tmp_path / "none") == "link.ca.none"
    assert refusal_of("tls://127.0.0.1:7000", ca=token) == "link.ca.unusable"
    os.mkfifo(tmp_path / "pipe")  # it would be waited for
    assert refusal_of("tls://127.0.0.1:7000", ca=tmp_path / "pipe") == "link.ca.unusable"


@pytest.mark.parametrize(
    "url",
    [
        *("", "7000", "127.0.0.1:7000", "http://127.0.0.1:7000", "tcp://", "tcp://127.0.0.1", "tcp://:7000"),
        *("tcp://127.0.0.1:0", "tcp://127.0.0.1:70000", "tcp://127.0.0.1:x", "tcp://127.0.0.1:7000/table"),
        *(
            "tls://127.0.0.1:7000?x",
            "tcp://[::1:7000",
            "tcp://a..b:7000",
            f"tcp://{'a' * 70}:7000",
            "stand-in",
        ),
    ],
)
def test_a_malformed_server_address_is_refused(url: str) -> None:
    assert refusal_of(url) == "link.url"


def test_the_refusal_of_an_address_does_not_repeat_its_password() -> None:
    with pytest.raises(LinkError) as error:
        server_at("tls://table:geheim@game.example:7000", table="T1")
    assert error.value.key == "link.url" and "geheim" not in str(error.value)


def test_a_name_of_this_machine_that_leads_elsewhere_hears_nothing(
    far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_at(f"tcp://localhost:{far.port}", table="T1")
    monkeypatch.setattr("console.table.link.server._is_here", lambda host: False)
    with pytest.raises(ConnectionAbortedError):
        server.connect()
    assert far.accept().rest() == b""


def test_the_connection_has_keepalive_for_a_server_that_vanishes(far: Far) -> None:
    with server_at(far.url, table="T1").connect() as end:
        assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if sys.platform == "linux":
            assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 10
            assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 25_000


def test_a_server_that_is_silent_in_the_handshake_is_given_up(
    far: Far, certificates: Certificates, token: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.link.server.PATIENCE", 0.05)
    server = server_at(f"tls://127.0.0.1:{far.port}", table="T1", ca=certificates.ca, token_file=token)
    with pytest.raises(TimeoutError):
        server.connect()
    assert b"T1" not in far.accept().rest()


def test_a_server_may_take_five_seconds_and_one_that_connects_by_itself_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits = list[float]()

    def waited(_: object, seconds: float) -> None:
        waits.append(seconds)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", waited)
    monkeypatch.setattr(socket.socket, "settimeout", waited)
    with socket.socket() as listening:
        for server in (server_at("tcp://127.0.0.1:1", table="T1"), InboundServer(listening, "T1", None)):
            with pytest.raises(TimeoutError):
                server.connect()
    assert waits == [5.0, 60.0]


def test_a_table_says_what_the_server_calls_it(far: Far) -> None:
    with linked(far.url) as rig:
        assert far.accept().line() == {
            "v": 1,
            "hello": "dealer-console",
            "edition": EDITION,
            "table": "T1",
            "journal": rig.driven.journal_id,
            "token": None,
        }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "token"
    made.write_text("geheimnis-7\n", "utf-8")
    made.chmod(0o600)
    return made


@pytest.mark.parametrize("text", ["geheimnis-7", "x" * 4096])
def test_the_token_is_the_one_line_of_its_file(file: Path, text: str) -> None:
    file.write_text(f"{text}\n", "utf-8")
    assert read_token(file).text == text


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610, 0o601])
def test_a_file_that_others_may_touch_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(LinkError) as refused:
        read_token(file)
    assert (refused.value.key, refused.value.slots) == ("link.token.open", {"file": str(file)})


@pytest.mark.parametrize("content", [b"", b"\n \n", b"two\nlines", b"\xff\xfe", b"nul\0", b"x" * 4097])
def test_a_token_file_that_is_not_one_line_of_text_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(LinkError) as refused:
        read_token(file)
    assert refused.value.key == "link.token.unreadable"


def test_a_missing_token_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LinkError) as refused:
        read_token(tmp_path / "none")
    assert refused.value.slots == {"file": str(tmp_path / "none")}


def test_the_token_is_in_the_hello_and_in_no_other_text(file: Path) -> None:
    server = server_at("tcp://127.0.0.1:7000", table="T1", token_file=file)
    assert b'"token":"geheimnis-7"' in server.hello("8b1c6c1e")
    assert "geheimnis" not in f"{server!r} {server} {server.token!r} {Token('geheimnis')}"


@pytest.mark.parametrize("host", ["[fe80::1%25lo]", "[fe80::1%lo]"])
def test_the_scope_of_an_address_is_written_with_or_without_its_code(host: str) -> None:
    assert _parted(f"tls://{host}:7700") == ("tls", "fe80::1%lo", 7700)


AT_ONCE = struct.pack("ii", 1, 0)
"""Closed by a reset, as by a process that was killed with bytes unread."""


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def connected(listening: socket.socket) -> socket.socket:
    return socket.create_connection(listening.getsockname()[:2])


def test_connections_that_ended_while_they_waited_are_passed_over(listening: socket.socket) -> None:
    connected(listening).close()
    reset = connected(listening)
    reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    reset.close()
    with connected(listening) as alive, InboundServer(listening, "T1", None).connect() as end:
        assert end.getpeername() == alive.getsockname()
        alive.sendall(b'{"do":"view"}\n')
        assert end.recv(100) == b'{"do":"view"}\n'


def test_each_connection_is_taken_once_and_in_order(listening: socket.socket) -> None:
    server = InboundServer(listening, "T1", None)
    with connected(listening) as first, connected(listening) as second, server.connect() as taken:
        assert taken.getpeername() == first.getsockname()
        with server.connect() as other:
            assert other.getpeername() == second.getsockname()
