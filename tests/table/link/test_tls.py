"""TLS over real sockets: the server proves who it is by the studio's CA, or it hears no token."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from console.table.devices import Health, LossReason
from console.table.link.client import Outgoing
from console.table.link.server import Server, server_at
from tests.table.link.certificates import Certificates
from tests.table.link.far import Far
from tests.table.link.rig import CLOSED, OPEN, VIEW, linked

pytestmark = pytest.mark.usefixtures("at_once")
HERE = ("IP:127.0.0.1", "DNS:localhost")


@contextmanager
def serving(tls: ssl.SSLContext, room: int | None = None) -> Iterator[Far]:
    far = Far(tls, room)
    yield far
    far.close()


def by_tls(far: Far, ca: Path, token: Path) -> Server:
    return server_at(far.url, table="T1", ca=ca, token_file=token)


def test_a_server_of_the_named_ca_hears_the_token_and_every_view(
    certificates: Certificates, token: Path
) -> None:
    with (
        serving(certificates.server(*HERE)) as far,
        linked(by_tls(far, certificates.ca, token)) as rig,
    ):
        connection = far.accept()
        assert connection.line()["token"] == "geheimnis-7"
        assert connection.line()["phase"] == "betting"
        assert connection.ask(OPEN)["bets"] == "open"
        assert rig.health() is Health.CONNECTED
        connection.say(CLOSED, VIEW, VIEW)
        assert [connection.line()["phase"] for _ in range(3)] == ["dealing"] * 3
        assert "geheimnis" not in repr(rig.entries)


@pytest.mark.parametrize(
    ("names", "signed", "named", "why", "reason"),
    [
        (HERE, "stranger", "ca", "certificate verify failed", LossReason.CERTIFICATE_AUTHORITY),
        (HERE, "ca", "stranger", "certificate verify failed", LossReason.CERTIFICATE_AUTHORITY),
        (("DNS:game.example",), "ca", "ca", "IP address mismatch", LossReason.CERTIFICATE_HOST),
        (("IP:127.0.0.2",), "ca", "ca", "IP address mismatch", LossReason.CERTIFICATE_HOST),
    ],
    ids=["strange-server", "wrong-ca", "wrong-name", "wrong-address"],
)
def test_a_server_that_does_not_prove_itself_hears_nothing(
    certificates: Certificates,
    token: Path,
    caplog: pytest.LogCaptureFixture,
    names: tuple[str, ...],
    signed: str,
    named: str,
    why: str,
    reason: LossReason,
) -> None:
    context = certificates.server(*names, ca=getattr(certificates, signed))
    with (
        caplog.at_level(logging.WARNING),
        serving(context) as far,
        linked(by_tls(far, getattr(certificates, named), token)) as rig,
    ):
        url = far.url
        for _ in range(3):
            assert "alert" in str(far.refuse()).lower()
        assert [rig.health(), rig.health()] == [Health.LOST, Health.RECONNECTING]
        assert rig.told.empty()
        assert rig.link.reason is reason
    first = caplog.records[0].getMessage()
    assert why in first and url in first
    assert sum(why in record.getMessage() for record in caplog.records) == 1, "it is said once"


def test_a_server_of_the_wrong_host_name_hears_nothing(certificates: Certificates, token: Path) -> None:
    with serving(certificates.server("DNS:game.example")) as far:
        server = server_at(f"tls://localhost:{far.port}", table="T1", ca=certificates.ca, token_file=token)
        with linked(server) as rig:
            assert "alert" in str(far.refuse()).lower()
            assert rig.health() is Health.LOST
            assert rig.link.reason is LossReason.CERTIFICATE_HOST


@pytest.mark.parametrize(
    ("days", "reason"),
    [((-9, -1), LossReason.CERTIFICATE_EXPIRED), ((1, 9), LossReason.CERTIFICATE_EARLY)],
)
def test_a_certificate_that_is_over_or_not_yet_valid_is_told_as_such(
    certificates: Certificates, token: Path, days: tuple[int, int], reason: LossReason
) -> None:
    with (
        serving(certificates.server(*HERE, days=days)) as far,
        linked(by_tls(far, certificates.ca, token)) as rig,
    ):
        far.refuse()
        assert rig.health() is Health.LOST
        assert rig.link.reason is reason


def test_a_server_without_tls_hears_no_token(certificates: Certificates, token: Path, far: Far) -> None:
    url, heard_all = f"tls://127.0.0.1:{far.port}", bytearray()
    with linked(server_at(url, table="T1", ca=certificates.ca, token_file=token)) as rig:
        connection = far.accept()
        connection.say(OPEN)
        with pytest.raises(ConnectionError):
            while received := connection.some(1):
                heard_all.extend(received)
            raise ConnectionError
        assert rig.health() is Health.LOST
        assert rig.link.reason is LossReason.NO_TLS
    assert heard_all and b"geheimnis" not in heard_all


def test_a_break_at_every_byte_over_tls_too(certificates: Certificates, token: Path) -> None:
    talk = OPEN + b"\n" + CLOSED + b"\n"
    with serving(certificates.server(*HERE)) as far:
        for cut in range(0, len(talk) + 1, 4):
            with linked(by_tls(far, certificates.ca, token)) as rig:
                connection = far.accept()
                connection.greeting()
                connection.end.sendall(talk[:cut])
                connection.finish()
                rig.taken_over_the_link(whole := talk[:cut].count(b"\n"))
                assert len(rig.entries) == whole
                assert far.accept().greeting()["v"] == 1


@pytest.mark.sweep
def test_a_server_that_does_not_read_is_reconnected_over_tls_too(
    certificates: Certificates, token: Path
) -> None:
    with (
        serving(certificates.server(*HERE), room=4096) as far,
        linked(by_tls(far, certificates.ca, token), Outgoing(at_most=8), patience=0) as rig,
    ):
        far.accept()
        assert rig.health() is Health.SILENT
        while not far.is_called:
            rig.taken(b'{"do":"say","by":"D1","text":"%s"}' % (b"x" * 1000))
        assert far.accept().greeting()["accepted"]


@pytest.mark.sweep
def test_much_in_both_directions_at_once_stays_whole(certificates: Certificates, token: Path) -> None:
    with serving(certificates.server(*HERE)) as far, linked(by_tls(far, certificates.ca, token)):
        connection = far.accept()
        connection.greeting()
        for _ in range(20):
            connection.say(*[VIEW + b" " * 7_000] * 50)
            assert all(connection.line()["accepted"] for _ in range(50))
