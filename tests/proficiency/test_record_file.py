"""The file of rehearsals: whole at any moment, the user's alone, chained; and somebody who is taken out."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from console.people.file import PeopleFile
from console.proficiency import record_file
from console.proficiency.matrix import matrix
from console.proficiency.record_file import FORMER, RecordsError, RehearsalRecords, place_beside
from tests.proficiency.rehearsed import START, rehearsed

ROOT = Path(__file__).parents[2]
GONE = START + timedelta(days=90)


@pytest.fixture
def records(tmp_path: Path) -> RehearsalRecords:
    return RehearsalRecords(place_beside(tmp_path / "people.json"))


def test_it_lies_beside_the_people_and_is_made_by_the_first_rehearsal(records: RehearsalRecords) -> None:
    assert records.path.name == "people.rehearsals"
    assert (records.results, records.head, records.path.exists()) == ((), "", False)
    assert records.keep(rehearsed())
    assert stat.S_IMODE(records.path.stat().st_mode) == 0o600


def test_what_was_kept_comes_back_without_its_seconds(records: RehearsalRecords) -> None:
    first, second = (
        rehearsed(),
        rehearsed("P1", "no_spin", game="roulette", days=1, passed=False, said="respin"),
    )
    records.keep(first)
    records.keep(second)
    assert records.results == tuple(msgspec.structs.replace(each, course=()) for each in (first, second))
    assert b"course" not in records.path.read_bytes().replace(b'"course":[]', b"")


def test_one_in_which_nothing_went_wrong_yet_is_not_kept(records: RehearsalRecords) -> None:
    assert not records.keep(msgspec.structs.replace(rehearsed(), lines=()))
    assert not records.path.exists()


@pytest.mark.parametrize("harm", ["changed", "left out", "swapped", "cut in a line", "another heading"])
def test_a_line_that_is_not_as_it_was_written_is_named_and_nothing_is_added(
    records: RehearsalRecords, harm: str
) -> None:
    for day in range(4):
        records.keep(rehearsed(days=day, score=60 + day, passed=day > 0))
    lines = records.path.read_bytes().splitlines(keepends=True)
    match harm:
        case "changed":
            lines[2] = lines[2].replace(b'"passed":true', b'"passed":false')
        case "left out":
            del lines[2]
        case "swapped":
            lines[2], lines[3] = lines[3], lines[2]
        case "cut in a line":
            lines[3:] = [lines[3][:-9]]
        case _:
            lines[0] = b'{"rehearsals":1,"id":"00"}\n'
    harmed = b"".join(lines)
    records.path.write_bytes(harmed)
    with pytest.raises(RecordsError) as refused:
        records.results  # noqa: B018
    assert refused.value.key == "rehearsal.record.damaged"
    named = {"cut in a line": "4", "another heading": "2"}.get(harm, "3")
    assert refused.value.slots == {"file": str(records.path), "line": named}
    with pytest.raises(RecordsError):
        records.keep(rehearsed())
    assert records.path.read_bytes() == harmed


def test_the_file_is_whole_where_the_disk_fails_in_the_middle(
    records: RehearsalRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    records.keep(rehearsed())
    before = records.path.read_bytes()

    def full(place: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record_file, "put_whole", full)
    with pytest.raises(RecordsError) as refused:
        records.keep(rehearsed(days=1))
    assert refused.value.slots["reason"] == "No space left on device"
    assert records.path.read_bytes() == before


KEEPS = """
import sys
from pathlib import Path
from console.proficiency.record_file import RehearsalRecords
from tests.proficiency.rehearsed import rehearsed
for day in range(8):
    RehearsalRecords(Path(sys.argv[1])).keep(rehearsed(sys.argv[2], days=day))
"""


def test_two_programs_that_keep_at_once_lose_nothing(records: RehearsalRecords) -> None:
    both = [
        subprocess.Popen([sys.executable, "-c", KEEPS, str(records.path), who], cwd=ROOT)
        for who in ("D1", "P1")
    ]
    assert [each.wait(60) for each in both] == [0, 0]
    kept = [(who, each.began) for each in records.results for who in each.people.values()]
    assert sorted(kept) == [(who, START + timedelta(days=day)) for who in ("D1", "P1") for day in range(8)]


def test_a_plain_copy_of_both_files_is_a_backup_and_putting_it_back_a_restore(
    records: RehearsalRecords, tmp_path: Path
) -> None:
    people = PeopleFile(tmp_path / "people.json")
    records.keep(rehearsed())
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copyfile(records.path, copy / records.path.name)
    records.keep(rehearsed(days=1))
    (copy / records.path.name).chmod(0o644)
    back = RehearsalRecords(place_beside(copy / people.path.name))
    assert back.results == records.results[:1]
    assert stat.S_IMODE(back.path.stat().st_mode) == 0o600
    assert back.keep(rehearsed(days=2))


# --- somebody leaves -------------------------------------------------------------------------------


def test_nothing_names_who_was_taken_out_and_the_figures_of_the_house_stay(records: RehearsalRecords) -> None:
    records.keep(rehearsed("D1", days=0))
    records.keep(rehearsed("D2", days=1, passed=False, said="go_on"))
    records.keep(rehearsed("d1", "no_burn", days=2, pit_boss="P1"))
    before, head = matrix(records.results, (), GONE), records.head
    assert records.forget("D1", GONE) == 2
    written = records.path.read_bytes()
    assert b'"D1"' not in written
    assert b'"d1"' not in written
    after = matrix(records.results, (), GONE)
    assert after.house == before.house
    assert after.former == 1
    assert {row.person.id for row in after.rows} == {"D2", "P1"}
    names = [who for each in records.results for who in each.people.values() if who.startswith(FORMER)]
    assert len(names) == 2
    assert len(set(names)) == 1
    assert [each.began.hour for each in records.results] == [0, START.hour, 0]
    assert head.encode() in written  # what the chain was before stands in the line that says so
    assert records.forget("D1", GONE) == 0
    assert records.path.read_bytes() == written
    assert records.keep(rehearsed("D2", days=3))


def test_two_who_left_are_two_people_and_no_name_tells_whose_it_was(records: RehearsalRecords) -> None:
    for who in ("D1", "D2"):
        records.keep(rehearsed(who))
    for who in ("D1", "D2"):
        assert records.forget(who, datetime(2026, 12, 1, tzinfo=UTC)) == 1
    assert matrix(records.results, (), GONE).former == 2
    other = RehearsalRecords(records.path.with_name("other.rehearsals"))
    other.keep(rehearsed("D1"))
    other.forget("D1", GONE)
    assert other.results[0].people != records.results[0].people
