"""A sealed journal is verified after each change that shows, and after those that can't show."""

import shutil
import sqlite3
from base64 import b64encode
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.core import SetClock
from console.table.journal import chain
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.keys import PublicKey, SealKey
from console.table.journal.proof.seals import seal
from console.table.journal.proof.statement import Seal
from console.table.journal.proof.tree import BLOCK
from console.table.journal.proof.verification import verify
from console.table.journal.proof.walk import WorkStopped
from tests.examples import examples
from tests.table.journal.entries import by_another_program, drawn, opened, without_triggers
from tests.table.journal.sealing import key_in, rechain, rechained, sealed

FIRST, SECOND, LAST = 5, 9, 11
"""The last entries under the two seals, and the last of all."""
CHANGED: dict[str, str | bytes] = {
    "kind": "card_unread",
    "event": "{}",
    "refused": "out_of_turn",
    "at": "2026-03-01T05:59:30.000000+00:00",
    "monotonic": "7",
    "person": "P9",
    "shift": "2026-03-01T14",
    "shoe": "9",
    "round": "1-2",
    "prompt": "{}",
    "clauses": "[]",
    "line": "x",
    "raw": b"x",
}


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return key_in(tmp_path_factory.mktemp("keys") / "seal")


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return key_in(tmp_path_factory.mktemp("strangers") / "seal")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, key: SealKey) -> Path:
    path = tmp_path_factory.mktemp("whole") / "table.journal"
    sealed(path, key, 4, 3, tail=2)
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "table.journal"))


def seals_of(path: Path) -> list[Seal]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT statement, signature, public_key FROM seal ORDER BY number")
        return [Seal(*row) for row in rows]


def flaw_and_count(
    path: Path, keys: Collection[PublicKey] = (), head: Seal | None = None
) -> tuple[Flaw | None, int, int]:
    """The flaw, the entry where it shows, and the number of entries under a seal that holds."""
    verdict = verify(path, keys, head)
    return verdict.flaw, verdict.entry, verdict.sealing.entries


def test_a_sealed_journal_is_good_and_the_verdict_says_how_far_it_is_sealed(path: Path, key: SealKey) -> None:
    verdict = verify(path, [key.public], seals_of(path)[0])
    assert (verdict.flaw, verdict.entries) == (None, LAST)
    assert (verdict.sealing.seals, verdict.sealing.entries) == (2, SECOND)
    assert verdict.sealing.keys == (key.public,)


def test_a_journal_without_a_seal_is_chained_only(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    with opened(path) as journal:
        journal.append([drawn(1)])
    assert flaw_and_count(path) == (None, 0, 0)


@pytest.mark.sweep(10)
@pytest.mark.parametrize("number", [1, 4, FIRST])
@pytest.mark.parametrize("column", CHANGED)
def test_a_rechained_change_is_shown_by_the_seal(path: Path, column: str, number: int) -> None:
    rechained(path, number, **{column: CHANGED[column]})
    assert flaw_and_count(path) == (Flaw.SEALED, FIRST, 0)


def test_every_column_is_tried() -> None:
    assert {*chain.FIELDS} - {"number", "state"} == {*CHANGED}


def test_a_rechained_entry_that_names_a_missing_state_is_found(path: Path) -> None:
    rechained(path, 4, state=b"x")
    assert flaw_and_count(path)[:2] == (Flaw.CHECKPOINT, 4)


def test_a_change_between_two_seals_shows_at_the_second(path: Path) -> None:
    rechained(path, 7, person="P9")
    assert flaw_and_count(path) == (Flaw.SEALED, SECOND, FIRST)


def test_a_rechained_change_after_the_last_seal_can_not_be_seen(path: Path) -> None:
    rechained(path, 10, person="P9")
    assert flaw_and_count(path) == (None, 0, SECOND)


def test_a_removed_last_seal_is_found_with_a_copy_kept_elsewhere(path: Path, key: SealKey) -> None:
    with opened(path) as journal:
        later = seal(journal, key, SetClock())
    by_another_program(
        path,
        "DELETE FROM seal WHERE number = 3",
        "DELETE FROM entry WHERE number = 12",
        "DELETE FROM stretch WHERE number = 12",
    )
    rechained(path, 10, person="P9")
    assert flaw_and_count(path) == (None, 0, SECOND)
    assert flaw_and_count(path, head=later) == (Flaw.HEAD, 12, SECOND)


def test_a_rechained_entry_put_in_between_is_shown(path: Path) -> None:
    by_another_program(
        path, *(f"UPDATE entry SET number = {n + 1} WHERE number = {n}" for n in (11, 10, 9, 8))
    )
    columns = ", ".join((*chain.FIELDS[1:], "digest", "chain"))
    with without_triggers(path) as connection:
        copied = f"SELECT 8, {columns} FROM entry WHERE number = 7"
        connection.execute(f"INSERT INTO entry (number, {columns}) {copied}")
        rechain(connection, 8)
    assert flaw_and_count(path) == (Flaw.SEALED, SECOND, FIRST)


def test_a_rechained_removal_of_an_entry_is_shown(path: Path) -> None:
    by_another_program(
        path,
        "DELETE FROM entry WHERE number = 2",
        *(f"UPDATE entry SET number = {n - 1} WHERE number = {n}" for n in range(3, LAST + 1)),
    )
    with without_triggers(path) as connection:
        rechain(connection, 2)
    flaw, entry, held = flaw_and_count(path)
    assert (flaw, held) == (Flaw.LOST, 0), "the entry that records the seal stands elsewhere now"
    assert entry == FIRST - 1


def test_two_rechained_entries_that_changed_places_are_shown(path: Path) -> None:
    by_another_program(
        path,
        "UPDATE entry SET number = 99 WHERE number = 7",
        "UPDATE entry SET number = 7 WHERE number = 8",
        "UPDATE entry SET number = 8 WHERE number = 99",
    )
    with without_triggers(path) as connection:
        rechain(connection, 7)
    assert flaw_and_count(path) == (Flaw.SEALED, SECOND, FIRST)


@pytest.mark.parametrize("kept", range(FIRST, SECOND))
def test_an_end_cut_off_before_a_seal_is_found_by_the_seal(path: Path, kept: int) -> None:
    by_another_program(path, f"DELETE FROM entry WHERE number > {kept}")
    assert flaw_and_count(path) == (Flaw.CUT, kept + 1, FIRST)


def test_an_end_cut_off_after_the_last_seal_can_not_be_seen(path: Path) -> None:
    by_another_program(path, f"DELETE FROM entry WHERE number > {SECOND}")
    assert flaw_and_count(path) == (None, 0, SECOND)


def test_a_journal_cut_back_to_an_earlier_seal_is_only_shown_by_a_later_one(path: Path, key: SealKey) -> None:
    later = seals_of(path)[1]
    by_another_program(
        path,
        *(f"DELETE FROM {each} WHERE number > {FIRST}" for each in ("entry", "stretch")),
        "DELETE FROM seal WHERE number = 2",
    )
    assert flaw_and_count(path, [key.public]) == (None, 0, FIRST)
    assert flaw_and_count(path, [key.public], later) == (Flaw.HEAD, FIRST + 1, FIRST)


@pytest.mark.parametrize(
    ("change", "entry", "held"),
    [
        ("DELETE FROM seal", FIRST, 0),
        ("DELETE FROM seal WHERE number = 1", FIRST, 0),
        ("DELETE FROM seal WHERE number = 2", SECOND, FIRST),
    ],
)
def test_a_seal_that_was_taken_away_is_missed(path: Path, change: str, entry: int, held: int) -> None:
    by_another_program(path, change)
    assert flaw_and_count(path) == (Flaw.LOST, entry, held)


@pytest.mark.parametrize(
    "change",
    [
        "signature = zeroblob(64)",
        "public_key = zeroblob(32)",
        'statement = replace(statement, \'"by":"S1"\', \'"by":"S2"\')',
        "statement = CAST(x'ff' AS TEXT)",
        "signature = (SELECT signature FROM seal WHERE number = 1)",
        "number = 3",
    ],
)
def test_a_seal_that_was_changed_is_found(path: Path, change: str) -> None:
    by_another_program(path, f"UPDATE seal SET {change} WHERE number = 2")
    assert flaw_and_count(path) == (Flaw.SEAL, SECOND, FIRST)


def test_a_seal_moved_to_another_entry_is_found(path: Path) -> None:
    by_another_program(path, "UPDATE seal SET entries = 8 WHERE number = 2")
    assert flaw_and_count(path) == (Flaw.SEAL, 8, FIRST)


def test_a_seal_table_with_a_wrong_schema_is_found(path: Path) -> None:
    by_another_program(
        path,
        "DROP TABLE seal",
        "CREATE TABLE seal AS SELECT 1 number, 'x' entries, 2 statement, 3 signature, 4 public_key",
    )
    assert verify(path).flaw is Flaw.SCHEMA


def test_text_in_the_place_of_a_signatures_bytes_is_found_though_it_says_the_same(path: Path) -> None:
    signature = b64encode(seals_of(path)[1].signature).decode()
    by_another_program(
        path,
        "CREATE TABLE other AS SELECT * FROM seal",
        "DROP TABLE seal",
        "ALTER TABLE other RENAME TO seal",
        f"UPDATE seal SET signature = '{signature}' WHERE number = 2",
    )
    assert flaw_and_count(path) == (Flaw.SCHEMA, 0, 0)


def test_a_kept_state_that_is_no_text_any_more_is_found(path: Path) -> None:
    by_another_program(
        path,
        "DROP TABLE checkpoint",
        "CREATE TABLE checkpoint AS SELECT 3 number, CAST(x'ff' AS TEXT) state, zeroblob(32) digest",
    )
    assert verify(path).flaw is Flaw.SCHEMA


def test_seals_replaced_with_another_key_are_shown_by_the_public_key_alone(
    path: Path, tmp_path: Path, key: SealKey, stranger: SealKey
) -> None:
    forged = tmp_path / "forged.journal"
    sealed(forged, stranger, 4, 3, tail=2)
    assert flaw_and_count(forged) == (None, 0, SECOND)
    assert verify(forged).sealing.keys == (stranger.public,)
    assert flaw_and_count(forged, [key.public]) == (Flaw.KEY, FIRST, 0)
    assert flaw_and_count(forged, [key.public, stranger.public]) == (None, 0, SECOND)


def test_another_journal_in_its_place_is_shown_by_the_seal_kept_elsewhere(
    path: Path, tmp_path: Path, key: SealKey
) -> None:
    other = tmp_path / "other.journal"
    with opened(other) as journal:
        journal.append([drawn(each) for each in range(20)])
        seal(journal, key, SetClock())
    assert flaw_and_count(other, [key.public])[0] is None
    assert flaw_and_count(other, [key.public], seals_of(path)[0])[0] is Flaw.OTHER


def test_a_journal_without_seals_in_its_place_is_shown_by_the_key_that_was_asked_for(
    tmp_path: Path, key: SealKey
) -> None:
    path = tmp_path / "table.journal"
    with opened(path) as journal:
        journal.append([drawn(1)])
    assert flaw_and_count(path, [key.public])[0] is Flaw.BARE


def test_a_seal_kept_elsewhere_by_a_strange_key_proves_nothing(
    path: Path, key: SealKey, stranger: SealKey
) -> None:
    statement = seals_of(path)[0].content
    assert statement is not None
    written = msgspec.json.encode(msgspec.structs.replace(statement, key=stranger.public.id))
    forged = Seal(written.decode(), stranger.sign(written), stranger.public.raw)
    assert flaw_and_count(path, [key.public], forged) == (Flaw.KEY, FIRST, SECOND)


def test_the_first_of_two_flaws_is_named(path: Path) -> None:
    rechained(path, 2, person="P9")
    by_another_program(path, "UPDATE entry SET person = 'P9' WHERE number = 8")
    assert flaw_and_count(path) == (Flaw.SEALED, FIRST, 0)
    by_another_program(path, "UPDATE entry SET person = 'P8' WHERE number = 1")
    assert flaw_and_count(path) == (Flaw.ALTERED, 1, 0)


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        ("UPDATE subtree SET root = zeroblob(32) WHERE number = 2", 2 * BLOCK),
        ("UPDATE subtree SET number = 9 WHERE number = 2", 9 * BLOCK),
        ("DELETE FROM subtree WHERE number = 1", BLOCK),
        ("INSERT INTO subtree VALUES (0, x'00')", BLOCK),
    ],
)
def test_a_changed_hash_of_the_tree_is_found(tmp_path: Path, key: SealKey, change: str, entry: int) -> None:
    path = tmp_path / "table.journal"
    sealed(path, key, 2 * BLOCK + 3)
    assert verify(path).flaw is None
    by_another_program(path, change)
    assert flaw_and_count(path) == (Flaw.TREE, entry, 2 * BLOCK + 4)


def test_verifying_says_how_far_it_is_and_can_be_stopped(tmp_path: Path, key: SealKey) -> None:
    path = tmp_path / "table.journal"
    sealed(path, key, 3 * BLOCK)
    seen: list[tuple[int, int]] = []

    def two_looks(done: int, of: int) -> bool:
        seen.append((done, of))
        return len(seen) < 2

    with pytest.raises(WorkStopped):
        verify(path, progress=two_looks)
    assert seen == [(BLOCK, 3 * BLOCK + 1), (2 * BLOCK, 3 * BLOCK + 1)]


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
            assert everything(changed) == everything(whole)


def everything(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return [
            row
            for table in ("meta", "entry", "checkpoint", "seal", "subtree")
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1")
        ]


def test_the_entry_table_has_exactly_the_sealed_columns(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(entry)")]
    assert {*columns} == {*chain.FIELDS, "digest", "chain"}
