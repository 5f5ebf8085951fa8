"""A pipe or folder in the place of a small file is neither read nor waited for, and it is named."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from console.base.software import manifest
from console.base.system import MOST, TooLarge, content_of
from console.base.system.whole_file import NotPlain
from console.base.words import Words
from console.cli import main
from console.floor.errors import FloorError
from console.floor.table_side.account import password_in
from console.floor.witness.memory import SeenHeads
from console.floor.witness.receipts import Receipts, place_of
from console.supervisor.records.accounts.round_check import parsed_file
from console.table.config import ConfigError, file_language, load_config
from console.table.game import NotToml, text_of
from console.table.journal import JournalError, checkpoint, inclusion, public_key, seal_key
from console.table.journal.proof.keys import FILE
from console.table.journal.proof.statement import seal_file
from console.table.link import LinkError, read_token
from console.table.people import PeopleError, PeopleFile


def _sparse(place: Path) -> None:
    place.touch()
    os.truncate(place, 1 << 40)
    place.chmod(0o600)


def _socket(place: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(os.path.relpath(place))


LAID: Final[dict[str, Callable[[Path], None]]] = {
    "a pipe": lambda place: os.mkfifo(place, 0o600),
    "a folder": lambda place: place.mkdir(0o700),
    "a file of a terabyte": _sparse,
}
READERS: Final[dict[str, Callable[[Path], object]]] = {
    "people": lambda place: PeopleFile(place).people,
    "seal's key": lambda place: seal_key(place.parent, place.name),
    "public key": public_key,
    "seal": seal_file,
    "note": lambda place: checkpoint.note_file(place, ()),
    "proof": inclusion.proof_file,
}
"""Readers of small files whose words name what lies there."""
OTHERS: Final[dict[str, Callable[[Path], object]]] = {
    "table": load_config,
    "rulebook": text_of,
    "token": read_token,
    "password": password_in,
    "memory": lambda place: SeenHeads(place),
    "manifest": lambda place: manifest.read_manifest(place.parents[manifest.MANIFEST.count("/")]),
}
"""Who says that it can't be read, and names it."""


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("what", LAID)
def test_each_reader_names_the_file_that_it_cannot_read(tmp_path: Path, what: str, reader: str) -> None:
    LAID[what](place := tmp_path / FILE)
    with pytest.raises((JournalError, PeopleError)) as found:
        READERS[reader](place)
    assert isinstance(found.value, JournalError | PeopleError)
    large = what == "a file of a terabyte"
    assert found.value.key == ("file.too_large" if large else "file.not_plain")
    text = Words("en").text(found.value.key, **found.value.slots)
    assert str(place) in text
    assert ("64 MiB" if large else "a pipe") in text


@pytest.mark.parametrize("reader", OTHERS)
@pytest.mark.parametrize("what", LAID)
def test_no_reader_waits_for_a_pipe_or_another_unreadable_file(
    tmp_path: Path, what: str, reader: str
) -> None:
    place = tmp_path / manifest.MANIFEST
    place.parent.mkdir(parents=True)
    LAID[what](place)
    with pytest.raises((ConfigError, NotToml, LinkError, FloorError, manifest.NoManifest, OSError)):
        OTHERS[reader](place)
    assert parsed_file(place) is None
    assert file_language(place) is None
    assert not inclusion.is_json(place)


@pytest.mark.parametrize("what", LAID)
def test_a_table_plays_on_where_the_floors_receipt_can_not_be_read(tmp_path: Path, what: str) -> None:
    LAID[what](place_of(tmp_path / "journal.db"))
    assert Receipts(tmp_path / "journal.db").last is None


@pytest.mark.parametrize("option", ["--head", "--key"])
def test_verify_names_a_pipe_that_it_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    assert main(["journal", "verify", str(tmp_path / "t.db"), option, str(pipe), "--lang", "en"]) == 2
    assert Words("en").text("file.not_plain", file=str(pipe)) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("device", "named"), [("/dev/zero", "device"), ("/dev", "folder"), ("socket", "socket")]
)
def test_a_device_folder_or_socket_is_refused_as_a_file_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _socket(tmp_path / "socket")
    with pytest.raises(OSError, match=named if named != "socket" else None):
        content_of(Path(device))


def test_a_file_of_the_largest_size_is_read_and_no_larger_one(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_bytes(b"12345678")
    assert content_of(place, 8) == b"12345678"
    with pytest.raises(TooLarge, match="more than 7 bytes"):
        content_of(place, 7)
    assert content_of(Path("/proc/self/stat")), "a file of the system's says that it has no bytes"
    with pytest.raises(NotPlain):
        content_of(tmp_path)
    assert MOST > 1 << 20
