"""Files that are not what they are taken for: journals, people, tokens, keys, proofs; refused by name."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.config import ConfigError, load_config
from console.drive import drive
from console.journal import Identity, JournalError
from console.journal.keys import public_key
from console.journal.log import Log
from console.journal.proofs import proof_file
from console.journal.reviewing import review
from console.journal.statement import seal_file
from console.journal.verify import verify
from console.link.errors import LinkError
from console.link.token import read_token
from console.opening import open_session
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.table.clock import SystemClock
from console.table.entries import NotRecorded
from tests.inputs.values import HOSTILE, VALUES, replaced
from tests.people.kept import PIN, people_in, studio
from tests.table.tables import book, words
from tests.test_config import PLAIN, _toml

IDENTITY = Identity("T1", "baccarat", "sv")
STRANGE: dict[str, bytes] = {
    "nothing": b"",
    "one byte": b"S",
    "text": b"minutes of a meeting\n" * 200,
    "noise": random.Random(1).randbytes(20_000),
    "only SQLite's name": b"SQLite format 3\0",
    "SQLite's name and noise": b"SQLite format 3\0" + random.Random(2).randbytes(9_000),
    "a zip": b"PK\x03\x04" + b"\0" * 500,
    "zeros": b"\0" * 8192,
    "JSON": b'{"version":1}',
    "deep JSON": b"[" * 100_000,
}


def journal_in(folder: Path) -> bytes:
    """A journal of a short round, closed."""
    path = folder / "whole.db"
    sent = [
        b'{"do":"bets","state":"open"}',
        b'{"do":"bets","state":"closed"}',
        *[b'{"do":"card","card":"9H"}'] * 4,
    ]
    with ExitStack() as stack:
        opened = open_session(path, IDENTITY, book("sv"), SystemClock(), stack, made_ready=True)
        drive(opened.session, words("en"), words("sv"), io.BytesIO(b"\n".join(sent)), io.BytesIO())
    return path.read_bytes()


def opened(path: Path) -> None:
    with ExitStack() as stack:
        open_session(path, IDENTITY, book("sv"), SystemClock(), stack)


def reviewed(path: Path) -> None:
    with review(path) as found:
        assert all(entry.number for entry in found.entries(0))


def searched(path: Path) -> None:
    log = Log([path])
    try:
        assert log.newest(limit=5) is not None
    finally:
        log.close()


WAYS: tuple[Callable[[Path], object], ...] = (opened, reviewed, searched, verify)


def survives(path: Path, content: bytes) -> None:
    """Each way to read it takes it or refuses it by name; what is only read stays as it was."""
    for way in (reviewed, searched, verify, opened):
        for beside in path.parent.glob(f"{path.name}*"):
            beside.unlink()
        path.write_bytes(content)
        try:
            way(path)
        except (JournalError, NotRecorded) as error:
            assert str(error)
        if way in (reviewed, verify):
            assert path.read_bytes() == content


@pytest.mark.parametrize("name", STRANGE)
def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    survives(tmp_path / "journal.db", STRANGE[name])


def test_a_journal_cut_off_anywhere_is_refused_or_read_as_far_as_it_is_whole(tmp_path: Path) -> None:
    whole = journal_in(tmp_path)
    for length in {0, 1, 99, 100, 101, *range(512, len(whole), 2_731), len(whole) - 1}:
        survives(tmp_path / "journal.db", whole[:length])


def test_a_journal_with_any_bytes_changed_is_refused_or_read(tmp_path: Path) -> None:
    whole, chance = journal_in(tmp_path), random.Random(3)
    for _ in range(60):
        content = bytearray(whole)
        for _ in range(chance.choice((1, 1, 4, 200))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        survives(tmp_path / "journal.db", bytes(content))


def test_pages_of_a_journal_in_another_order_are_refused_or_read(tmp_path: Path) -> None:
    whole, chance = journal_in(tmp_path), random.Random(4)
    pages = [whole[at : at + 4096] for at in range(0, len(whole), 4096)]
    for _ in range(20):
        chance.shuffle(pages)
        survives(tmp_path / "journal.db", b"".join(pages))


def test_a_folder_and_a_missing_file_are_no_journals(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for way in (reviewed, verify, searched):
        for name in ("folder", "missing", "missing/deeper"):
            with pytest.raises(JournalError):
                way(tmp_path / name)


# --- people ----------------------------------------------------------------------------------------


def asked(people: PeopleFile) -> None:
    """Everything that reads the file."""
    try:
        assert all(record.name.isprintable() for record in people.people)
        people.verify("D-114", PIN)
    except PeopleError as error:
        assert str(error)


@given(
    st.sampled_from(["id", "name", "role", "language", "pin", "disabled", "badge", "wrong", "unheard_of"]),
    VALUES,
)
@settings(max_examples=150)
def test_any_value_in_the_file_of_people(key: str, value: object) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        people = studio(Path(folder))
        path = Path(folder) / "kept" / "people.json"
        kept = msgspec.json.decode(path.read_bytes())
        path.write_bytes(msgspec.json.encode(replaced(kept, ("people", 0, key), value)))
        asked(people)


@pytest.mark.parametrize("name", STRANGE)
def test_a_file_that_holds_no_people_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "people.json"
    path.write_bytes(STRANGE[name])
    path.chmod(0o600)
    with pytest.raises(PeopleError):
        _ = people_in(path).people
    assert path.read_bytes() == STRANGE[name]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_id_or_a_name_of_any_kind_is_refused_or_kept_as_one_line(tmp_path: Path, text: str) -> None:
    people = studio(tmp_path)
    from console.table.roles import Role
    from console.table.views import Person

    for person in (Person(text, "Anna", Role.DEALER, "sv"), Person("D-9", text, Role.DEALER, "sv")):
        try:
            kept = people.add(person, PIN)
            assert kept.name.isprintable() and len(kept.name) <= 40 and "\u202e" not in kept.name
        except PeopleError as error:
            assert "\n" not in str(error) and len(str(error)) < 200
    assert people.verify("S-1", text) is not None, "no text at all is an error as a PIN"


# --- small files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STRANGE)
def test_keys_seals_proofs_and_tokens_of_any_content_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(STRANGE[name])
    path.chmod(0o600)
    for read in (public_key, seal_file, proof_file, read_token):
        try:
            read(path)
        except (JournalError, LinkError) as error:
            assert str(error)


@pytest.mark.parametrize("key", ["journal", "people"])
def test_a_home_that_nobody_has_is_said_by_its_key(tmp_path: Path, key: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(_toml({**PLAIN, key: "~nobody-has-this-name/x"}), "utf-8")
    with pytest.raises(ConfigError, match=rf"^table\.toml: {key}: "):
        load_config(file)
