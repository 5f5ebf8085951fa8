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

from console.table.commands.drive import drive
from console.table.config import ConfigError, load_config
from console.table.core import NotRecorded, SystemClock
from console.table.custody import open_session
from console.table.journal import Identity, JournalError, Log, inclusion, public_key, review, verify
from console.table.journal.proof.statement import seal_file
from console.table.link import LinkError, read_token
from console.table.people import PeopleError, PeopleFile
from tests.examples import examples
from tests.inputs.values import HOSTILE, VALUES, replaced
from tests.sweep import times
from tests.table.config.table_files import PLAIN, toml_of
from tests.table.core.tables import book, words
from tests.table.people.kept import PIN, people_in, studio

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
        opened = open_session(path, IDENTITY, book("sv"), SystemClock(), stack, is_ready=True)
        drive(opened.session, words("en"), words("sv"), io.BytesIO(b"\n".join(sent)), io.BytesIO())
    return path.read_bytes()


def open_journal(path: Path) -> None:
    with ExitStack() as stack:
        open_session(path, IDENTITY, book("sv"), SystemClock(), stack)


def review_journal(path: Path) -> None:
    with review(path) as found:
        assert all(entry.number for entry in found.entries(0))


def search_journal(path: Path) -> None:
    log = Log([path])
    try:
        assert log.newest(limit=5) is not None
    finally:
        log.close()


WAYS: tuple[Callable[[Path], object], ...] = (open_journal, review_journal, search_journal, verify)


def survives(path: Path, content: bytes) -> set[Callable[[Path], object]]:
    """Each way to read it takes it or refuses it by name; what is only read stays as it was. Who refused."""
    refused: set[Callable[[Path], object]] = set()
    for way in (review_journal, search_journal, verify, open_journal):
        for beside in path.parent.glob(f"{path.name}*"):
            beside.unlink()
        path.write_bytes(content)
        try:
            if getattr(way(path), "flaw", None):
                refused.add(way)
        except (JournalError, NotRecorded) as error:
            assert str(error)
            refused.add(way)
        if way in (review_journal, verify):
            assert path.read_bytes() == content
    return refused


@pytest.mark.parametrize("name", STRANGE)
def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    path = tmp_path / "journal.db"
    for way in WAYS:
        path.write_bytes(STRANGE[name])
        if way is open_journal and not STRANGE[name]:
            continue  # an empty file is what SQLite leaves where nothing was written: a journal may begin
        with pytest.raises((JournalError, NotRecorded)) as refused:
            way(path)
        assert str(refused.value)
        assert path.read_bytes() == STRANGE[name]


@pytest.mark.sweep
def test_a_journal_cut_off_anywhere_is_refused_or_read_as_far_as_it_is_whole(tmp_path: Path) -> None:
    """Reading may go as far as the file is whole; verifying never calls it good."""
    whole = journal_in(tmp_path)
    for length in {0, 1, 99, 100, 101, *range(512, len(whole), times(2_731, 8_191)), len(whole) - 1}:
        assert verify in survives(tmp_path / "journal.db", whole[:length]), length


def test_a_journal_with_any_bytes_changed_is_refused_or_read(tmp_path: Path) -> None:
    """One byte may lie where nothing is written; of two hundred some never do."""
    whole, chance = journal_in(tmp_path), random.Random(3)
    for _ in range(times(60, 10)):
        content = bytearray(whole)
        changed = chance.choice((1, 1, 4, 200))
        for _ in range(changed):
            content[chance.randrange(len(content))] = chance.randrange(256)
        refused = survives(tmp_path / "journal.db", bytes(content))
        assert verify in refused or changed < 200


def test_pages_of_a_journal_in_another_order_are_refused_or_read(tmp_path: Path) -> None:
    whole, chance = journal_in(tmp_path), random.Random(4)
    pages = [whole[at : at + 4096] for at in range(0, len(whole), 4096)]
    for _ in range(times(20, 6)):
        chance.shuffle(pages)
        assert verify in survives(tmp_path / "journal.db", b"".join(pages)) or b"".join(pages) == whole


def test_a_folder_and_a_missing_file_are_no_journals(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for way in (review_journal, verify, search_journal):
        for name in ("folder", "missing", "missing/deeper"):
            with pytest.raises(JournalError):
                way(tmp_path / name)


# --- people ----------------------------------------------------------------------------------------


def read_people(people: PeopleFile) -> None:
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
@settings(max_examples=examples(15, at_night=600))
def test_any_value_in_the_file_of_people(key: str, value: object) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        people = studio(Path(folder))
        path = Path(folder) / "kept" / "people.json"
        kept = msgspec.json.decode(path.read_bytes())
        path.write_bytes(msgspec.json.encode(replaced(kept, ("people", 0, key), value)))
        read_people(people)


@pytest.mark.parametrize("name", STRANGE)
def test_a_file_that_holds_no_people_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "people.json"
    path.write_bytes(STRANGE[name])
    path.chmod(0o600)
    with pytest.raises(PeopleError):
        _ = people_in(path).people
    assert path.read_bytes() == STRANGE[name]


@pytest.mark.sweep(10)
@pytest.mark.parametrize("text", HOSTILE)
def test_an_id_or_a_name_of_any_kind_is_refused_or_kept_as_one_line(tmp_path: Path, text: str) -> None:
    people = studio(tmp_path)
    from console.table.core import Person, Role

    for person in (Person(text, "Anna", Role.DEALER, "sv"), Person("D-9", text, Role.DEALER, "sv")):
        try:
            kept = people.add(person, PIN)
            assert kept.name.isprintable() and len(kept.name) <= 40 and "\u202e" not in kept.name
        except PeopleError as error:
            assert "\n" not in str(error) and len(str(error)) < 200
    assert people.verify("S-1", text) is not None, "no text at all is an error as a PIN"


# --- small files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STRANGE)
def test_keys_seals_proofs_and_tokens_of_strange_content_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(STRANGE[name])
    path.chmod(0o600)
    readers: list[Callable[[Path], object]] = [public_key, seal_file, inclusion.proof_file]
    if name in ("one byte", "JSON"):
        assert read_token(path).text == STRANGE[name].decode(), "any one line is a token"
    else:
        readers.append(read_token)
    for read in readers:
        with pytest.raises((JournalError, LinkError)) as refused:
            read(path)
        assert str(refused.value)


@pytest.mark.parametrize("key", ["journal", "people"])
def test_a_home_folder_of_an_unknown_user_is_refused_by_its_key(tmp_path: Path, key: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(toml_of({**PLAIN, key: "~nobody-has-this-name/x"}), "utf-8")
    with pytest.raises(ConfigError, match=rf"^table\.toml: {key}: "):
        load_config(file)
