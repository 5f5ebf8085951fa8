"""The newest seal of a journal is kept beside the key: an older copy that is put back is noticed."""

from contextlib import closing
from pathlib import Path

import pytest

from console.table.core import SetClock
from console.table.journal import DamagedJournal, sibling
from console.table.journal.file.connection import reading
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.keys import SealKey
from console.table.journal.proof.newest_seal import NewestSeals
from console.table.journal.proof.seals import LacksSeal, seal
from console.table.journal.proof.verification import verify
from tests.table.journal.entries import by_another_program, drawn, opened
from tests.table.journal.sealing import key_in, sealed


@pytest.fixture
def key(tmp_path: Path) -> SealKey:
    return key_in(tmp_path / "keys")


@pytest.fixture
def kept(key: SealKey) -> NewestSeals:
    return NewestSeals(key.folder)


@pytest.fixture
def path(tmp_path: Path, key: SealKey) -> Path:
    """A journal with its second seal, and its older copy with the first."""
    path = tmp_path / "table.journal"
    sealed(path, key, 3)
    for ending in ("", ".lock"):
        sibling(tmp_path / "older", ending).write_bytes(sibling(path, ending).read_bytes())
    with opened(path) as journal:
        journal.append([drawn(7)])
        seal(journal, key, SetClock())
    return path


def put_back(path: Path) -> None:
    """Put the older copy in the journal's place, with its lock."""
    for ending in ("", ".lock"):
        sibling(path, ending).write_bytes(sibling(path.with_name("older"), ending).read_bytes())


def test_the_journal_that_was_sealed_last_is_good_and_goes_on(
    path: Path, key: SealKey, kept: NewestSeals
) -> None:
    assert verify(path, newest_seals=kept).good
    (record,) = (key.folder / "newest").iterdir()
    assert record.read_bytes().endswith(b"}\n"), "a text, whose last line ends"
    with opened(path) as journal:
        journal.append([drawn(8)])
        assert seal(journal, key, SetClock()).content.number == 3  # type: ignore[union-attr]
    assert verify(path, newest_seals=kept).good


def test_an_older_copy_in_its_place_is_found_by_verify(path: Path, kept: NewestSeals) -> None:
    put_back(path)
    assert verify(path).good, "nothing in the file shows it"
    verdict = verify(path, newest_seals=kept)
    assert verdict.flaw is Flaw.OLDER and verdict.name is not None and verdict.name.startswith("2, ")


def test_a_copy_elsewhere_may_be_older(path: Path, kept: NewestSeals) -> None:
    assert verify(path.with_name("older"), newest_seals=kept).good


def test_no_second_seal_of_the_same_number_is_made_over_another_history(path: Path, key: SealKey) -> None:
    put_back(path)
    with opened(path) as journal:
        journal.append([drawn(9)])
        with pytest.raises(LacksSeal):
            seal(journal, key, SetClock())
    assert verify(path).sealing.seals == 1


def test_no_seal_is_made_over_an_entry_that_was_changed_since_the_last_one(path: Path, key: SealKey) -> None:
    with opened(path) as journal:
        journal.append([drawn(8)])
        journal.append([drawn(9)])
    changed = verify(path).entries - 1
    by_another_program(path, f"UPDATE entry SET person = 'P9' WHERE number = {changed}")
    with opened(path) as journal, pytest.raises(DamagedJournal) as refused:
        seal(journal, key, SetClock())
    assert refused.value.slots["entry"] == str(changed)


def test_a_seal_that_was_changed_is_not_the_one_that_was_made(
    path: Path, key: SealKey, kept: NewestSeals, tmp_path: Path
) -> None:
    put_back(path)
    with opened(path) as journal:  # done like a thief who has the key but not its folder
        journal.append([drawn(9)])
        (thief := tmp_path / "thief").mkdir(mode=0o700)
        seal(journal, SealKey(key._key, thief), SetClock())
    assert verify(path, [key.public]).sealing.seals == 2
    assert verify(path, [key.public], newest_seals=kept).flaw is Flaw.OLDER


def test_an_older_copy_goes_on_once_its_lost_seal_is_forgotten(
    path: Path, key: SealKey, kept: NewestSeals
) -> None:
    put_back(path)
    with closing(reading(path)) as connection:
        lost = kept.lost_in(connection)
    assert lost is not None and lost.number == 2 and lost.file == str(path)
    kept.forget(lost)
    with opened(path) as journal:
        journal.append([drawn(9)])
        seal(journal, key, SetClock())
    assert verify(path, newest_seals=kept).good


@pytest.mark.sweep
def test_a_kept_seal_that_went_bad_accuses_no_journal(path: Path, key: SealKey, kept: NewestSeals) -> None:
    (file,) = (key.folder / "newest").iterdir()
    whole = file.read_bytes()
    end = whole.index(b'"file"')
    for byte in range(0, end, 5):
        file.write_bytes(bytes([*whole[:byte], whole[byte] ^ 1, *whole[byte + 1 :]]))
        assert verify(path, newest_seals=kept).good, byte
