"""A table's files are missed where others still name them, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.table.core import Person, Role
from console.table.custody.belongings import Belonging, FileTrouble, Missing
from console.table.people import PeopleFile
from tests.table.journal.entries import opened


@pytest.fixture
def people(tmp_path: Path) -> PeopleFile:
    made = PeopleFile(tmp_path / "people.json", pepper=tmp_path / "pepper")
    made.add(Person("S1", "Lukas B.", Role.SUPERVISOR, "en"), "839201")
    return made


@pytest.mark.parametrize(
    ("beside", "is_missed"),
    [
        ("hall-2.db", False),
        ("hall-damaged.db", False),
        ("hall-20260301-20260331.db", True),
        ("hall-20260301-20260331-2.db", True),
        ("hall-damaged-20260301T060000Z.db", True),
        ("hall-recovered-20260301T060000Z-2.db", True),
    ],
)
def test_a_new_table_misses_no_journal_because_of_another_tables(
    tmp_path: Path, people: PeopleFile, beside: str, is_missed: bool
) -> None:
    with opened(tmp_path / beside):
        pass
    missing = list(Belonging(tmp_path / "hall.db", people, "Hall").missing())
    assert [(each.gone, each.slots["known"]) for each in missing] == (
        [(FileTrouble.JOURNAL, beside)] if is_missed else []
    )


def test_nothing_is_missed_of_a_table_whose_folder_is_yet_to_be_made(
    tmp_path: Path, people: PeopleFile
) -> None:
    assert not list(Belonging(tmp_path / "none" / "hall.db", people, "Hall").missing())


def test_a_record_of_files_with_one_flipped_bit_is_none_whatever_the_bit(
    tmp_path: Path, people: PeopleFile
) -> None:
    """A letter that is no UTF-8 any more stopped each start of a table."""
    belonging = Belonging(tmp_path / "hall.db", people, "Hall")
    belonging.record.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    sound = b'{"journal":"T1.db"}'
    for at in range(len(sound)):
        belonging.record.write_bytes(sound[:at] + bytes((sound[at] ^ 0x80,)) + sound[at + 1 :])
        belonging.record.chmod(0o600)
        assert belonging.recorded_files() is None


def test_the_record_of_files_is_a_text_whose_last_line_ends(tmp_path: Path, people: PeopleFile) -> None:
    with opened(tmp_path / "hall.db"):
        belonging = Belonging(tmp_path / "hall.db", people, "Hall")
        belonging.keep()
    assert belonging.record.read_bytes().endswith(b"}\n")


def test_a_supervisors_pin_passes_no_lost_or_other_list_of_people() -> None:
    """In an older list the PINs of people who left are valid; without the secret none can be checked."""
    refused = {
        each.value for each in FileTrouble if not Missing(each, Path("people.json"), "T1.db.lock").by_pin
    }
    assert refused == {"people", "other_people", "older_people", "secret"}
