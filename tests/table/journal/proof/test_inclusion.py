"""Entries are shown to be a journal's without the rest of it, and nothing else passes for one."""

import hashlib
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core import SetClock
from console.table.journal import DamagedJournal, NotAJournal, chain
from console.table.journal.proof.inclusion import (
    ChangedProof,
    ContextParts,
    Doubt,
    Inclusion,
    NotAProof,
    NotSealed,
    chain_at,
    check,
    covered_entries,
    inclusion,
    proof_file,
)
from console.table.journal.proof.keys import SealKey
from console.table.journal.proof.seals import seal
from console.table.journal.proof.tree import BLOCK
from tests.examples import examples
from tests.table.journal.entries import by_another_program, drawn, opened
from tests.table.journal.sealing import key_in, rechained, sealed

SIZE = BLOCK + 40


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return key_in(tmp_path_factory.mktemp("keys") / "seal")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, key: SealKey) -> Path:
    path = tmp_path_factory.mktemp("whole") / "table.journal"
    sealed(path, key, SIZE, 2 * BLOCK, tail=3)
    return path


@pytest.fixture(scope="module")
def proof(path: Path) -> Inclusion:
    return inclusion(path, [3, 4, 5, BLOCK, BLOCK + 1])


def test_entries_are_proven_by_the_first_seal_over_them_all(
    path: Path, proof: Inclusion, key: SealKey
) -> None:
    held = check(proof, [key.public])
    assert (held.doubt, held.entries) == (None, 5)
    assert held.statement is not None
    assert (held.statement.number, held.statement.entries) == (1, SIZE + 1)
    later = check(inclusion(path, [3, SIZE + 2])).statement
    assert later is not None
    assert later.number == 2


def test_a_proof_holds_the_entries_columns(proof: Inclusion) -> None:
    columns = proof.entries[0].columns
    assert columns is not None
    assert (columns["number"], columns["kind"], columns["person"]) == (3, "card_drawn", "D1")
    assert columns["raw"] == drawn().raw


@settings(deadline=None, max_examples=examples(20, at_night=400))
@given(st.data())
def test_any_entry_is_proven(path: Path, data: st.DataObject) -> None:
    wanted = data.draw(st.sets(st.integers(1, SIZE + 2 * BLOCK + 2), min_size=1, max_size=6))
    made = inclusion(path, wanted)
    assert [each.number for each in made.entries] == sorted(wanted)
    assert check(made).doubt is None


def test_a_proof_goes_through_json_and_through_other_hands(proof: Inclusion) -> None:
    written = msgspec.json.encode(proof)
    assert msgspec.json.decode(written, type=Inclusion) == proof
    plain = msgspec.json.decode(written)
    assert plain["what"] == "journal inclusion 1"
    assert by_other_means_than_ours(proof), "a few lines with hashlib and RFC 6962 in hand"


def by_other_means_than_ours(proof: Inclusion) -> bool:
    """The verification as somebody else would write it: recursive, from the definition of a path."""
    statement = msgspec.json.decode(proof.seal.statement)
    Ed25519PublicKey.from_public_bytes(proof.seal.public_key).verify(
        proof.seal.signature, proof.seal.statement.encode()
    )

    def above(index: int, size: int, path: list[bytes], hashed: bytes) -> bytes:
        if size == 1:
            assert not path
            return hashed
        *rest, beside = path
        left = 1 << (size - 1).bit_length() - 1
        if index < left:
            return hashlib.sha256(b"\1" + above(index, left, rest, hashed) + beside).digest()
        return hashlib.sha256(b"\1" + beside + above(index - left, size - left, rest, hashed)).digest()

    return all(
        above(
            msgspec.msgpack.decode(each.fields)[0] - 1,
            statement["entries"],
            list(each.path),
            hashlib.sha256(b"\0" + hashlib.sha256(each.fields).digest()).digest(),
        ).hex()
        == statement["tree"]
        for each in proof.entries
    )


@settings(deadline=None, max_examples=examples(50, at_night=1000))
@given(st.data())
def test_no_byte_of_it_can_be_changed(proof: Inclusion, data: st.DataObject) -> None:
    written = msgspec.json.encode(_changed(msgspec.json.decode(msgspec.json.encode(proof)), data))
    try:
        broken = msgspec.json.decode(written, type=Inclusion)
    except msgspec.ValidationError:
        return
    assert broken == proof or check(broken).doubt is not None


def _changed(value: Any, data: st.DataObject) -> Any:
    """The same with one character or number of it changed, however deep inside."""
    match value:
        case dict():
            key = data.draw(st.sampled_from(sorted(value)))
            return {**value, key: _changed(value[key], data)}
        case list():
            at = data.draw(st.integers(0, len(value) - 1))
            return [*value[:at], _changed(value[at], data), *value[at + 1 :]]
        case str():
            at = data.draw(st.integers(0, len(value) - 1))
            return value[:at] + chr(ord(value[at]) ^ data.draw(st.integers(1, 31))) + value[at + 1 :]
        case _:
            return value + data.draw(st.sampled_from([-1, 1, 2**40]))


def test_each_part_that_does_not_hold_is_named(proof: Inclusion, key: SealKey, tmp_path: Path) -> None:
    replace = msgspec.structs.replace
    first, second, *rest = proof.entries
    swapped = replace(first, fields=second.fields)
    renumbered = replace(first, number=4)
    moved = replace(first, path=second.path)
    forged = replace(first, fields=b"\x90", digest=hashlib.sha256(b"\x90").digest())
    for entry, doubt in (
        (swapped, Doubt.ENTRY),
        (renumbered, Doubt.ENTRY),
        (forged, Doubt.ENTRY),
        (moved, Doubt.PATH),
    ):
        held = check(replace(proof, entries=(second, entry, *rest)))
        assert (held.doubt, held.entry, held.entries) == (doubt, entry.number, 1)
    stranger = key_in(tmp_path / "seal")
    assert check(proof, [stranger.public]).doubt is Doubt.KEY
    unsigned = replace(proof.seal, signature=bytes(64))
    assert check(replace(proof, seal=unsigned)).doubt is Doubt.SEAL
    assert check(replace(proof, entries=())).doubt is Doubt.SEAL


def test_a_changed_or_cut_file_of_a_proof_is_told_from_a_file_without_one(
    proof: Inclusion, tmp_path: Path
) -> None:
    """Two exchanged lines of a round's file: it 'contains no proof', and another file was asked for."""
    written = msgspec.json.format(msgspec.json.encode({"subject": "T1-1", "proof": proof}), indent=1)
    lines, path = written.splitlines(keepends=True), tmp_path / "r.json"
    number = next(at for at, line in enumerate(lines) if line.strip().startswith(b'"entries"'))
    exchanged = b"".join((*lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :]))
    typed = written.replace(b'"number": 3', b'"number": "three"')
    for content, where in (
        (exchanged, "$.proof.entries[0]"),
        (written.replace(b'"subject": ', b"", 1), "r.json:2"),
        (written[: len(written) // 2], "r.json:"),
        (typed, "$.proof.entries[0].number"),
    ):
        path.write_bytes(content)
        with pytest.raises(ChangedProof) as changed:
            proof_file(path)
        assert changed.value.slots["where"].startswith(where)
    for other in (b"{}", b"[1]", b"{", b'{"proof": 1'[:5]):
        path.write_bytes(other)
        with pytest.raises(NotAProof) as found:
            proof_file(path)
        assert not isinstance(found.value, ChangedProof)


@pytest.mark.parametrize(("begin", "state"), [(0, None), (10, b"{}")])
def test_a_chained_context_is_all_entries_from_its_beginning_and_no_others(
    tmp_path: Path, key: SealKey, begin: int, state: bytes | None
) -> None:
    """Each with the chain at it; a digest more or less is no part of the sealed journal."""
    path, last, first = tmp_path / "table.journal", begin + 3, max(1, begin)
    with opened(path) as journal:
        journal.append([drawn(number) for number in range(1, 11)], b"{}")
        journal.append([drawn(number) for number in range(11, 21)])
        seal(journal, key, SetClock(), None)
    with closing(sqlite3.connect(path)) as connection:
        asked = f"SELECT {', '.join(chain.FIELDS)}, chain FROM entry WHERE number BETWEEN ? AND ?"
        kept = connection.execute(asked, (first, last)).fetchall()
    made = inclusion(path, [last], ContextParts(begin, state, last, (last + 1,), chained=True))
    statement, context = made.seal.content, made.context
    assert statement is not None and context is not None
    assert covered_entries(context, statement) == tuple(chain.pack(row[:-1]) for row in kept)
    assert [chain_at(context, first + at) for at in range(-1, len(kept) + 1)] == [
        None, *(row[-1].hex() for row in kept), None
    ]  # fmt: skip
    for digests in (context.digests[32:], context.digests[:-32], context.digests + bytes(32)):
        assert covered_entries(replace(context, digests=digests), statement) is None


def test_an_entry_that_was_forged_with_its_digest_is_not_below_the_root(proof: Inclusion) -> None:
    first = proof.entries[0]
    values = msgspec.msgpack.decode(first.fields)
    values[6] = "P9"
    fields = msgspec.msgpack.encode(values)
    forged = msgspec.structs.replace(first, fields=fields, digest=hashlib.sha256(fields).digest())
    assert check(msgspec.structs.replace(proof, entries=(forged,))).doubt is Doubt.PATH


def test_an_entry_after_the_last_seal_is_not_proven_yet(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotSealed, match="seal it first"):
        inclusion(path, [SIZE + 2 * BLOCK + 3])
    with opened(tmp_path / "new.journal") as journal:
        journal.append([drawn(1)])
    with pytest.raises(NotSealed):
        inclusion(tmp_path / "new.journal", [1])


@pytest.mark.parametrize("numbers", [[], [0], [-1, 3]])
def test_a_proof_of_entries_that_do_not_exist_is_refused(path: Path, numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="entries"):
        inclusion(path, numbers)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("missing", ["number = 1", "number = 2", "number = 3", "number > 1", "number > 0"])
def test_without_a_kept_block_an_entry_is_proven_from_the_entries(
    path: Path, tmp_path: Path, missing: str
) -> None:
    harmed = Path(shutil.copyfile(path, tmp_path / "table.journal"))
    by_another_program(harmed, f"DELETE FROM subtree WHERE {missing}")
    for wanted in (1, BLOCK, BLOCK + 1, SIZE + BLOCK, SIZE + 2 * BLOCK + 2):
        assert inclusion(harmed, [wanted]) == inclusion(path, [wanted])


def test_a_changed_journal_gives_no_proof(tmp_path: Path, key: SealKey) -> None:
    path = tmp_path / "table.journal"
    sealed(path, key, 8)
    rechained(path, 4, person="P9")
    for wanted in (4, 6):
        with pytest.raises(DamagedJournal):
            inclusion(path, [wanted])
    by_another_program(path, "UPDATE seal SET signature = zeroblob(64)")
    with pytest.raises(DamagedJournal):
        inclusion(path, [6])
    with pytest.raises(NotAJournal):
        inclusion(tmp_path / "nothing", [1])


def test_a_journal_in_use_gives_proofs(tmp_path: Path, key: SealKey) -> None:
    path = tmp_path / "table.journal"
    sealed(path, key, 3)
    with opened(path) as journal:
        journal.append([drawn(5)])
        assert check(inclusion(path, [2])).doubt is None
