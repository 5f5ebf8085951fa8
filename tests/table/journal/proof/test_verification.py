"""Whatever is changed in a journal is found, and the first bad entry named."""

import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.base.words import LANGUAGES
from console.table.core import Entry
from console.table.custody.verdict import main
from console.table.journal import NotAJournal, Row, chain, sibling
from console.table.journal.file.high_water_mark import forget
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.verification import verify
from tests.examples import examples
from tests.table.journal.entries import any_entry, by_another_program, drawn, opened, written

CHANGES = {
    "kind": "'card_unread'",
    "event": "replace(event, '9H', '8H')",
    "refused": "'out_of_turn'",
    "at": "'2026-03-01T05:59:30.000000+00:00'",
    "monotonic": "monotonic + 1",
    "person": "NULL",
    "shift": "'2026-03-01T14'",
    "shoe": "shoe + 1",
    "round": "'1-2'",
    "prompt": "replace(prompt, 'banker', 'player')",
    "clauses": "'[]'",
    "line": "NULL",
    "raw": "NULL",
    "state": "zeroblob(31)",
    "digest": "zeroblob(32)",
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("whole") / "table.journal", 6, checkpoints=(2, 4))


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "table.journal"))


def good(path: Path) -> tuple[int, bytes]:
    """The number of entries and the chain of a journal, which must be sound."""
    verdict = verify(path)
    assert verdict.flaw is None
    return verdict.entries, verdict.head


def first_flaw(path: Path) -> tuple[Flaw | None, int]:
    verdict = verify(path)
    return verdict.flaw, verdict.entry


def test_a_journal_as_it_was_written_is_good(path: Path) -> None:
    before = path.read_bytes()
    with opened(path) as journal:
        head = journal.head
    assert good(path) == (6, head)
    assert path.read_bytes() == before
    assert not path.with_name(path.name + "-wal").exists(), "reading left a log behind"


def test_a_journal_in_use_can_be_verified(path: Path) -> None:
    with opened(path) as journal:
        journal.append([drawn(7)])
        assert good(path) == (7, journal.head)
        assert journal.append([drawn(8)]) == 8


def test_every_column_is_tried() -> None:
    assert {*chain.FIELDS, "digest"} - {"number"} == {*CHANGES}


@pytest.mark.sweep(30)
@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("column", CHANGES)
def test_a_change_in_any_column_of_any_entry_is_found(path: Path, column: str, number: int) -> None:
    by_another_program(path, f"UPDATE entry SET {column} = {CHANGES[column]} WHERE number = {number}")
    assert first_flaw(path) == (Flaw.ALTERED, number)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_changed_link_is_found(path: Path, number: int) -> None:
    by_another_program(path, f"UPDATE entry SET chain = zeroblob(32) WHERE number = {number}")
    assert first_flaw(path) == (Flaw.CHAIN, number)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_removed_entry_is_missed(path: Path, number: int) -> None:
    by_another_program(path, f"DELETE FROM entry WHERE number = {number}")
    assert first_flaw(path) == (Flaw.MISSING, number)


@pytest.mark.parametrize("number", [-3, 0, 99])
def test_an_entry_with_another_number_is_missed_where_it_was(path: Path, number: int) -> None:
    by_another_program(path, f"UPDATE entry SET number = {number} WHERE number = 3")
    assert first_flaw(path) == (Flaw.MISSING, 3)


def test_an_entry_before_the_first_is_found(path: Path) -> None:
    columns = ", ".join((*chain.FIELDS[1:], "digest", "chain"))
    copied = f"INSERT INTO entry (number, {columns}) SELECT -1, {columns} FROM entry WHERE number = 1"
    by_another_program(path, copied)
    assert verify(path).flaw is Flaw.FILE


@pytest.mark.parametrize(("more", "beside"), [(b"x", ""), (bytes(700), ""), (b"x", "-wal")])
def test_bytes_after_the_last_page_are_named_and_no_entry_is(path: Path, more: bytes, beside: str) -> None:
    """The file 'can't be read from entry 1 on', and SQLite reads every entry of it. An empty log has none."""
    with path.open("ab") as file:
        file.write(more)
    sibling(path, beside).touch()
    assert (verify(path).flaw, verify(path).entry) == (Flaw.LONGER, 0)


def test_two_entries_that_changed_places_are_found(path: Path) -> None:
    by_another_program(
        path,
        "UPDATE entry SET number = 99 WHERE number = 3",
        "UPDATE entry SET number = 3 WHERE number = 4",
        "UPDATE entry SET number = 4 WHERE number = 99",
    )
    assert first_flaw(path) == (Flaw.ALTERED, 3)


def test_an_entry_with_a_digest_of_its_own_does_not_fit_the_chain(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        fields = connection.execute(
            f"SELECT {', '.join(chain.FIELDS)} FROM entry WHERE number = 3"
        ).fetchone()
    forged = chain.digest((*fields[:6], "P9", *fields[7:])).hex()
    by_another_program(path, f"UPDATE entry SET person = 'P9', digest = x'{forged}' WHERE number = 3")
    assert first_flaw(path) == (Flaw.CHAIN, 3)


def test_text_that_no_console_wrote_is_found(path: Path) -> None:
    by_another_program(path, "UPDATE entry SET line = CAST(x'ff' AS TEXT) WHERE number = 2")
    assert first_flaw(path) == (Flaw.ALTERED, 2)


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ("UPDATE checkpoint SET state = x'7b7d' WHERE number = 4", 4),
        ("UPDATE checkpoint SET digest = zeroblob(32) WHERE number = 2", 2),
        ("UPDATE checkpoint SET number = 3 WHERE number = 2", 2),
        ("UPDATE checkpoint SET number = 77 WHERE number = 4", 4),
        ("UPDATE checkpoint SET number = 0 WHERE number = 4", 0),
    ],
)
def test_a_changed_checkpoint_is_found(path: Path, change: str, number: int) -> None:
    by_another_program(path, change)
    assert first_flaw(path) == (Flaw.CHECKPOINT, number)


def test_the_end_cut_off_is_found_by_a_checkpoint_that_lay_there(path: Path) -> None:
    by_another_program(path, "DELETE FROM entry WHERE number > 3")
    assert first_flaw(path) == (Flaw.CHECKPOINT, 4)


@pytest.mark.parametrize("column", ["table_name", "game", "rules", "created", "version", "id"])
def test_a_change_of_the_journals_identity_is_found(path: Path, column: str) -> None:
    value = "7" if column == "id" else "'x'"
    by_another_program(path, f"UPDATE meta SET {column} = {value}")
    assert verify(path).flaw is Flaw.IDENTITY


def test_another_beginning_does_not_fit_the_chain(path: Path) -> None:
    forged = chain.head("Baccarat 1", "baccarat", "lt", "then", "0").hex()
    by_another_program(
        path, f"UPDATE meta SET rules = 'lt', created = 'then', version = '0', digest = x'{forged}'"
    )
    assert first_flaw(path) == (Flaw.CHAIN, 1)


def test_a_file_with_a_broken_page_is_found(path: Path) -> None:
    content = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(content)
    assert first_flaw(path) == (Flaw.FILE, 1)


@settings(max_examples=examples(60, at_night=1200), deadline=None)
@given(st.data())
def test_a_changed_byte_is_found_or_stands_for_nothing(whole: Path, data: st.DataObject) -> None:
    content = bytearray(whole.read_bytes())
    at = data.draw(st.integers(100, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    with TemporaryDirectory() as place:
        changed = Path(place) / "table.journal"
        changed.write_bytes(content)
        if verify(changed).flaw is None:
            assert rows(changed) == rows(whole)


@settings(max_examples=examples(20, at_night=400), deadline=None)
@given(st.lists(any_entry, min_size=1, max_size=5), st.data())
def test_any_prefix_of_a_journal_is_a_journal(entries: list[object], data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, len(entries)))
    with TemporaryDirectory() as place:
        path = Path(place) / "table.journal"
        with opened(path) as journal:
            heads = [journal.head]
            for entry in entries:
                journal.append([entry])  # type: ignore[list-item]
                heads.append(journal.head)
        by_another_program(
            path, *(f"DELETE FROM {each} WHERE number > {kept}" for each in ("entry", "stretch"))
        )
        forget(sibling(path, ".lock"))
        assert good(path) == (kept, heads[kept])


def test_a_missing_file_or_one_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAJournal):
        verify(tmp_path / "nothing")
    other = tmp_path / "other"
    other.write_bytes(b"no journal")
    with pytest.raises(NotAJournal):
        verify(other)


def test_a_digest_can_be_computed_by_other_means_than_ours(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute(
            f"SELECT {', '.join(chain.FIELDS[:-1])}, digest FROM entry WHERE number = 1"
        ).fetchone()
    assert sha256(b"\x9e" + b"".join(map(packed, row[:-1]))).digest() == row[-1]


@given(st.lists(st.none() | st.text() | st.binary() | st.integers(-(2**63), 2**63 - 1), max_size=5))
def test_two_rows_never_give_the_same_bytes_to_digest(values: list[str | bytes | int | None]) -> None:
    encoded = msgspec.msgpack.encode(tuple(values))
    assert msgspec.msgpack.decode(encoded) == values


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_is_printed_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    path = written(tmp_path / "plain.journal", 6)
    assert main([path], language) == 0
    assert str(path) in capsys.readouterr().out
    by_another_program(path, "UPDATE entry SET person = 'P9' WHERE number = 5")
    assert main([path], language) == 1
    assert "5" in capsys.readouterr().out.removeprefix(str(path))
    assert main([tmp_path / "nothing"], language) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1


def packed(value: str | bytes | int | None) -> bytes:
    """MessagePack of short values, from its specification."""
    match value:
        case None:
            return b"\xc0"
        case int() if value < 128:
            return bytes((value,))
        case int():
            return b"\xce" + struct.pack(">I", value)
        case bytes():
            return b"\xc4" + bytes((len(value),)) + value
        case str():
            text = value.encode()
            return (bytes((0xA0 | len(text),)) if len(text) < 32 else b"\xd9" + bytes((len(text),))) + text


def rows(path: Path) -> list[tuple[object, ...]]:
    """All that a journal says."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return [
            row
            for table in ("meta", "entry", "checkpoint")
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1")
        ]


class BrokenReplay:
    """A replayer that meets an entry which it can't apply, or of which it can't make the entry again."""

    def __init__(self, error: type[Exception], *, at_end: bool) -> None:
        self.error, self.at_end = error, at_end

    def state_after(self, state: bytes | None, rows: Iterable[Row]) -> bytes:
        if not self.at_end:
            raise self.error
        return b"{}" if [*rows] else b""

    def agreed(self, stored_state: bytes, computed: bytes) -> bytes | None:
        return computed

    def entries_again(self, state: bytes | None, rows: Iterator[Row]) -> Iterator[Entry] | None:
        def made() -> Iterator[Entry]:
            yield from ()
            raise self.error

        return made()


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize(
    "error",
    [msgspec.DecodeError, RecursionError, ValueError, AssertionError, KeyError, AttributeError, TypeError,
     RuntimeError],
)  # fmt: skip
def test_an_entry_that_no_console_can_have_written_is_a_flaw_and_no_crash(
    tmp_path: Path, error: type[Exception], at_end: bool
) -> None:
    path = tmp_path / "table.journal"
    with opened(path) as journal:
        journal.append([drawn(1), drawn(2)])
    verdict = verify(path, replayers=lambda _: BrokenReplay(error, at_end=at_end))
    assert verdict.flaw is Flaw.TOLD
