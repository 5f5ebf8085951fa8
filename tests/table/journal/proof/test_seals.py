"""At the end of a shift the journal is sealed; what was sealed can't be changed unseen."""

import json
import sqlite3
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from console.table.core import NotRecorded, SetClock, events
from console.table.custody import open_session
from console.table.journal import DamagedJournal, Identity
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.keys import SealKey
from console.table.journal.proof.seals import NothingToSeal, both_signed, last_seal, seal
from console.table.journal.proof.statement import NotASeal, Seal, seal_file
from console.table.journal.proof.tree import BLOCK, GrowingTree
from console.table.journal.proof.verification import verify
from tests.table.core.tables import book
from tests.table.journal.entries import by_another_program, drawn, opened
from tests.table.journal.sealing import key_in, sealed
from tests.table.played import ROUND


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return key_in(tmp_path_factory.mktemp("keys") / "seal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def column(path: Path, name: str, table: str = "entry") -> list[object]:
    with closing(sqlite3.connect(path)) as connection:
        return [value for (value,) in connection.execute(f"SELECT {name} FROM {table} ORDER BY number")]


def test_a_seal_says_whose_journal_it_is_how_long_and_what_its_chain_and_tree_are(
    path: Path, key: SealKey
) -> None:
    (made,) = sealed(path, key, 3)
    statement = made.content
    assert statement is not None
    assert (statement.table, statement.game, statement.rules) == ("Baccarat 1", "baccarat", "sv")
    assert (statement.number, statement.entries, statement.shift, statement.by) == (
        1,
        4,
        "2026-03-01T06",
        "S1",
    )
    assert statement.at == "2026-01-01T20:00:00.000000+00:00"
    assert [bytes.fromhex(statement.chain)] == column(path, "chain")[-1:]
    tree = GrowingTree()
    for digest in column(path, "digest"):
        assert isinstance(digest, bytes)
        tree.add(digest)
    assert statement.tree == tree.root.hex()
    assert statement.key == sha256(key.public.raw).hexdigest()
    assert statement.previous is None


def test_the_signature_is_ed25519_over_the_statement_as_it_stands_there(path: Path, key: SealKey) -> None:
    (made,) = sealed(path, key, 1)
    public = Ed25519PublicKey.from_public_bytes(made.public_key)
    public.verify(made.signature, made.statement.encode())
    assert json.loads(made.statement)["what"] == "journal seal 1"


@pytest.mark.parametrize(("apart", "is_found"), [(99_999, True), (100_000, False)])
def test_the_other_signature_is_searched_in_the_last_hundred_thousand_entries(
    apart: int, is_found: bool, path: Path
) -> None:
    signed = (events.HandoverSigned("D1", "S", "outgoing"), events.HandoverSigned("D2", "S", "incoming"))
    with opened(path) as journal:
        journal.append([drawn(kind="handover_signed", event=events.ENCODER.encode(each)) for each in signed])
    by_another_program(path, f"UPDATE entry SET number = {1 + apart} WHERE number = 2")
    assert both_signed(path) == (("S", "D2") if is_found else None)


def test_the_note_of_a_seal_is_the_last_entry_under_it(path: Path, key: SealKey) -> None:
    sealed(path, key, 2, 1)
    noted = [msgspec.json.decode(str(each), type=events.AnyEvent) for each in column(path, "event")[2::2]]
    assert noted == [
        events.Noted("journal_sealed", "S1", "1"),
        events.Noted("journal_sealed", "S1", "2"),
    ]
    assert column(path, "entries", "seal") == [3, 5]
    assert column(path, "prompt")[2] == column(path, "prompt")[1], "what is due stays due"


def test_each_seal_names_the_one_before_it(path: Path, key: SealKey) -> None:
    first, second = sealed(path, key, 2, 2)
    assert second.content is not None
    assert second.content.previous == first.digest
    assert last_seal(path) == second


def test_nothing_is_sealed_twice(path: Path, key: SealKey) -> None:
    (made,) = sealed(path, key, 2)
    with opened(path) as journal:
        assert seal(journal, key, SetClock()) == made
        assert journal.last == 3


def test_a_strangers_seal_is_sealed_over_and_never_taken_for_an_own_one(
    path: Path, key: SealKey, tmp_path: Path
) -> None:
    (theirs,) = sealed(path, key_in(tmp_path / "stranger"), 2)
    with opened(path) as journal:
        made = seal(journal, key, SetClock())
        assert seal(journal, key, SetClock()) == made
    assert made.key == key.public and made.content is not None
    assert (made.content.number, made.content.entries, made.content.previous) == (2, 4, theirs.digest)


def test_an_empty_journal_is_not_sealed(path: Path, key: SealKey) -> None:
    with opened(path) as journal, pytest.raises(NothingToSeal, match="no entry"):
        seal(journal, key, SetClock())
    assert last_seal(path) is None


def test_the_table_plays_on_after_it(path: Path, key: SealKey) -> None:
    sealed(path, key, 2, tail=2)
    assert column(path, "number") == [1, 2, 3, 4, 5]


def test_a_seal_that_cannot_be_kept_leaves_no_entry_about_it(path: Path, key: SealKey) -> None:
    sealed(path, key, 2)
    with closing(sqlite3.connect(path)) as other, opened(path) as journal:
        journal.append([drawn(4)])
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotRecorded):
            seal(journal, key, SetClock())
        other.rollback()
        assert journal.last == 4
        again = seal(journal, key, SetClock())
        assert again.content is not None
        assert again.content.entries == 5


def test_a_journal_whose_last_seal_was_changed_is_not_sealed_on(path: Path, key: SealKey) -> None:
    sealed(path, key, 2, tail=1)
    by_another_program(path, "UPDATE seal SET signature = zeroblob(64)")
    with opened(path) as journal, pytest.raises(DamagedJournal):
        seal(journal, key, SetClock())


@pytest.mark.sweep(2)
@pytest.mark.parametrize("size", [1, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK - 1, 2 * BLOCK + 5])
def test_the_root_is_that_over_all_entries_whatever_was_kept_of_it_before(
    path: Path, key: SealKey, size: int
) -> None:
    made = sealed(path, key, size, 3, BLOCK)
    tree, roots = GrowingTree(), {}
    for number, digest in enumerate(column(path, "digest"), 1):
        assert isinstance(digest, bytes)
        tree.add(digest)
        roots[number] = tree.root.hex()
    for statement in (each.content for each in made):
        assert statement is not None
        assert statement.tree == roots[statement.entries]
    assert column(path, "number", "subtree") == list(range(1, tree.size // BLOCK + 1))


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("missing", "flaw"),
    [("number = 1", Flaw.TREE), ("number = 2", None), ("number > 0", None)],
)
def test_a_kept_block_that_is_gone_does_not_stop_the_next_seal(
    path: Path, key: SealKey, missing: str, flaw: Flaw | None
) -> None:
    sealed(path, key, 2 * BLOCK)
    by_another_program(path, f"DELETE FROM subtree WHERE {missing}")
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(BLOCK)])
        made = seal(journal, key, SetClock()).content
    tree = GrowingTree()
    for digest in column(path, "digest"):
        assert isinstance(digest, bytes)
        tree.add(digest)
    assert made is not None
    assert made.tree == tree.root.hex()
    assert verify(path).flaw is flaw


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seal SET statement = ''",
        "DELETE FROM seal",
        "UPDATE subtree SET root = zeroblob(32)",
        "DELETE FROM subtree",
        "INSERT INTO seal VALUES (1, 1, '', x'', x'')",
        "INSERT OR REPLACE INTO seal VALUES (1, 1, '', x'', x'')",
        "INSERT INTO seal VALUES (7, 1, '', x'', x'')",
        "INSERT OR REPLACE INTO subtree VALUES (1, x'')",
    ],
)
def test_seals_and_blocks_are_append_only(path: Path, key: SealKey, change: str) -> None:
    sealed(path, key, BLOCK)
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(change)


def test_a_seal_is_written_to_a_file_and_read_again(path: Path, key: SealKey, tmp_path: Path) -> None:
    (made,) = sealed(path, key, 2)
    file = tmp_path / "seal.json"
    file.write_bytes(msgspec.json.encode(made))
    assert seal_file(file) == made


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff", b'{"statement":"{}","signature":"","public_key":""}']
)
def test_a_file_that_is_no_seal_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "seal.json"
    file.write_bytes(content)
    with pytest.raises(NotASeal):
        seal_file(file)


def test_no_byte_of_a_seal_can_be_changed(path: Path, key: SealKey) -> None:
    (made,) = sealed(path, key, 2)
    for at in range(len(made.statement)):
        changed = made.statement[:at] + chr(ord(made.statement[at]) ^ 1) + made.statement[at + 1 :]
        assert Seal(changed, made.signature, made.public_key).content is None
    for at in range(64):
        broken = made.signature[:at] + bytes((made.signature[at] ^ 1,)) + made.signature[at + 1 :]
        assert Seal(made.statement, broken, made.public_key).content is None
    for raw in (b"", bytes(32), b"x" * 31):
        assert Seal(made.statement, made.signature, raw).content is None


def test_a_statement_that_is_signed_but_not_written_as_ours_says_nothing(path: Path, key: SealKey) -> None:
    (made,) = sealed(path, key, 2)
    for other in (f" {made.statement}", made.statement.replace('"number":1', '"number":1,"number":1')):
        assert Seal(other, key.sign(other.encode()), made.public_key).content is None


def test_a_seal_in_the_middle_of_a_round_leaves_the_table_as_it_stood(path: Path, key: SealKey) -> None:
    clock, identity = SetClock(), Identity("T7", "baccarat", "lt")
    halves = ROUND[:4], ROUND[4:]
    with ExitStack() as stack:
        opened = open_session(path, identity, book("lt"), clock, stack, is_ready=True)
        for line in halves[0]:
            assert opened.session.take(msgspec.json.encode(line)).accepted
        before = opened.session.table
        assert seal(opened.journal, key, clock, "P1", shift="night").content is not None
        assert opened.session.table == before
    with ExitStack() as stack:
        again = open_session(path, identity, book("lt"), clock, stack)
        assert again.session.table == before
        for line in halves[1]:
            assert again.session.take(msgspec.json.encode(line)).accepted
        seal(again.journal, key, clock)
    verdict = verify(path, [key.public])
    assert (verdict.flaw, verdict.sealing.seals, verdict.sealing.entries) == (None, 2, verdict.entries)
