"""Libraries with one place in the console: devices' ports, PINs, signatures, workbooks, folders, practice."""

from __future__ import annotations

import io
import os
import pty
import socket
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import argon2
import pytest
import serial
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID
from fsrs import Card, Rating, Scheduler
from platformdirs import user_data_path
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from xlsxwriter import Workbook


@pytest.fixture
def port() -> Iterator[tuple[int, str]]:
    """The far end of a serial line, and the name of the near one."""
    far, near = pty.openpty()
    try:
        yield far, os.ttyname(near)
    finally:
        os.close(near)


def test_a_port_is_another_readers_too_unless_both_ask_for_it_alone(port: tuple[int, str]) -> None:
    """ModemManager and a terminal do not ask: the console shows a warning if bytes go to another program."""
    far, name = port
    with serial.serial_for_url(name, exclusive=True):
        with pytest.raises(serial.SerialException):
            serial.serial_for_url(name, exclusive=True)
        serial.serial_for_url(name).close()
    os.close(far)


def test_every_byte_passes_a_port_unchanged(port: tuple[int, str]) -> None:
    far, name = port
    every = bytes(range(256))
    with serial.serial_for_url(name, exclusive=True, timeout=5) as near:
        os.write(far, every)
        assert near.read(256) == every
    os.close(far)


def test_a_pulled_cable_is_an_error_of_the_next_read(port: tuple[int, str]) -> None:
    far, name = port
    with serial.serial_for_url(name, exclusive=True, timeout=5) as near:
        os.close(far)
        with pytest.raises(serial.SerialException, match="returned no data"):
            near.read(1)


def test_over_a_socket_one_byte_is_said_to_wait_however_many_do() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        with serial.serial_for_url(url, timeout=5) as near, closing(server.accept()[0]) as far:
            far.sendall(b"x" * 100)
            assert near.read(1) == b"x"
            assert near.in_waiting == 1
            assert near.read(99) == b"x" * 99


def test_a_hash_names_its_own_costs_and_is_compared_by_them() -> None:
    cheap = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("1234")
    assert cheap.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    dear = argon2.PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    assert dear.verify(cheap, "1234")
    assert dear.check_needs_rehash(cheap)


def test_a_wrong_pin_and_a_broken_hash_are_errors_of_two_families() -> None:
    hasher = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.raises(argon2.exceptions.VerifyMismatchError):
        hasher.verify(hasher.hash("1234"), "1235")
    with pytest.raises(argon2.exceptions.InvalidHashError) as raised:
        hasher.verify("not a hash", "1234")
    assert not isinstance(raised.value, argon2.exceptions.Argon2Error)


def test_a_signature_is_the_same_each_time_and_that_of_the_standard() -> None:
    """The first example of RFC 8032, 7.1."""
    key = Ed25519PrivateKey.from_private_bytes(
        bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    )
    signed = bytes.fromhex(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert key.sign(b"") == key.sign(b"") == signed
    key.public_key().verify(signed, b"")
    with pytest.raises(InvalidSignature):
        key.public_key().verify(signed, b"0")


def test_the_name_in_a_certificate_has_64_bytes_and_not_letters() -> None:
    assert x509.NameAttribute(NameOID.COMMON_NAME, "東" * 21).value == "東" * 21
    with pytest.raises(ValueError, match="64"):
        x509.NameAttribute(NameOID.COMMON_NAME, "東" * 22)


def sheet_of(**options: object) -> tuple[Workbook, io.BytesIO]:
    written = io.BytesIO()
    return Workbook(written, {"in_memory": True, **options}), written


def test_a_text_with_an_equals_sign_is_a_formula_unless_written_as_text() -> None:
    book, written = sheet_of()
    sheet = book.add_worksheet()
    sheet.write(0, 0, "=1+1")
    sheet.write_string(1, 0, "=1+1")
    book.close()
    xml = zipfile.ZipFile(written).read("xl/worksheets/sheet1.xml").decode()
    assert xml.count("<f>1+1</f>") == 1 and '<c r="A2" t="s">' in xml


def test_a_text_longer_than_a_cell_is_left_out_without_an_exception() -> None:
    book, _ = sheet_of()
    sheet = book.add_worksheet()
    assert sheet.write_string(0, 0, "x" * 32_767) == 0
    assert sheet.write_string(1, 0, "x" * 32_768) == -2
    book.close()


def test_a_number_is_written_with_sixteen_digits() -> None:
    book, written = sheet_of()
    book.add_worksheet().write_number(0, 0, 0.1 + 0.2)
    book.close()
    assert "<v>0.3</v>" in zipfile.ZipFile(written).read("xl/worksheets/sheet1.xml").decode()


def test_a_folder_named_by_xdg_is_taken_if_its_path_is_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative one is taken by 4.3 and passed over by 4.14: nothing of ours may name one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert user_data_path("dealer-console") == tmp_path / "dealer-console"


def waits(*, minutes: int) -> list[int]:
    """The days until the next review, failed once and then good each day, that many minutes later."""
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, now, found = Card(card_id=1), datetime(2026, 1, 1, 12, tzinfo=UTC), []
    for rating in (Rating.Again, Rating.Good, Rating.Good, Rating.Good, Rating.Good):
        card, _ = scheduler.review_card(card, rating, now)
        found.append((card.due - now).days)
        now += timedelta(days=1, minutes=minutes)
    return found


def test_a_review_a_day_later_counts_only_after_whole_24_hours() -> None:
    assert waits(minutes=-5) == [1, 1, 1, 1, 1]
    assert waits(minutes=5)[-1] > 5


def test_a_review_before_the_last_one_turns_the_cards_clock_back() -> None:
    now = datetime(2026, 1, 10, tzinfo=UTC)
    card, _ = Scheduler().review_card(Card(card_id=1), Rating.Good, now)
    card, _ = Scheduler().review_card(card, Rating.Good, now - timedelta(days=3))
    assert card.last_review == now - timedelta(days=3)


def test_a_metrics_line_escapes_what_a_tables_name_may_hold() -> None:
    registry = CollectorRegistry()
    Gauge("up", "whether it plays", ["table"], registry=registry).labels('T "1"\n\\').set(1)
    assert b'up{table="T \\"1\\"\\n\\\\"} 1.0\n' in generate_latest(registry)
