"""The file of rehearsals: whole at any moment, the user's alone, chained; and somebody who is taken out."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec.structs import replace

from console.base.system import MOST, clear
from console.rehearsals.at_play.rehearsed_table import FOLDERS
from console.rehearsals.proficiency import record_file
from console.rehearsals.proficiency.due import standings
from console.rehearsals.proficiency.matrix import matrix
from console.rehearsals.proficiency.record_file import (
    FORMER,
    RecordHeading,
    RecordsError,
    RehearsalRecords,
    place_beside,
)
from console.table.core import Role
from console.table.people import PeopleFile
from tests.rehearsals.proficiency.rehearsal_lines import START, rehearsed

ROOT = Path(__file__).parents[3]
GONE = START + timedelta(days=90)


@pytest.fixture
def records(tmp_path: Path) -> RehearsalRecords:
    return RehearsalRecords(place_beside(tmp_path / "people.json"))


def test_the_record_file_lies_beside_the_people_and_is_made_by_the_first_rehearsal(
    records: RehearsalRecords,
) -> None:
    assert records.path.name == "people.rehearsals"
    assert (records.results, records.head, records.path.exists()) == ((), "", False)
    assert records.keep(rehearsed())
    assert stat.S_IMODE(records.path.stat().st_mode) == 0o600


def test_a_kept_result_comes_back_without_its_course(records: RehearsalRecords) -> None:
    first, second = (
        rehearsed(),
        rehearsed("P1", "no_spin", game="roulette", days=1, passed=False, mistaken="respin"),
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
            lines[0] = b'{"rehearsals":2,"id":"00"}\n'
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


@pytest.mark.sweep
def test_the_records_of_a_large_studio_are_read_after_years(records: RehearsalRecords) -> None:
    """Some 600 bytes a rehearsal: three hundred a day come to more than any other file may have."""
    assert records.keep(rehearsed(kind="x" * MOST))
    assert records.path.stat().st_size > MOST
    assert len(records.results) == 1


def test_records_too_large_to_be_read_are_not_written(
    records: RehearsalRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    records.keep(rehearsed())
    monkeypatch.setattr(record_file, "LARGEST", records.path.stat().st_size + 10)
    with pytest.raises(RecordsError, match="unwritable"):
        records.keep(rehearsed(days=1))
    assert len(records.results) == 1


KEEPS = """
import sys
from pathlib import Path
from console.rehearsals.proficiency.record_file import RehearsalRecords
from console.base.system.open_folder import clear
from console.rehearsals.at_play.rehearsed_table import FOLDERS
from console.table.core.state.roles import Role
from console.base.system.whole_file import MOST
from tests.rehearsals.proficiency.rehearsal_lines import rehearsed
for day in range(8):
    RehearsalRecords(Path(sys.argv[1])).keep(rehearsed(sys.argv[2], days=day))
"""


@pytest.mark.sweep
def test_two_programs_that_keep_at_once_lose_nothing(records: RehearsalRecords) -> None:
    both = [
        subprocess.Popen([sys.executable, "-c", KEEPS, str(records.path), who], cwd=ROOT)
        for who in ("D1", "P1")
    ]
    assert [each.wait(60) for each in both] == [0, 0]
    kept = [(who, each.began) for each in records.results for who in each.people.values()]
    assert sorted(kept) == [(who, START + timedelta(days=day)) for who in ("D1", "P1") for day in range(8)]


def test_a_file_that_is_no_record_keeps_its_rights(tmp_path: Path) -> None:
    others = tmp_path / "passwd"
    others.write_text("root:x:0:0\n")
    others.chmod(0o644)
    with pytest.raises(RecordsError):
        RehearsalRecords(others).results  # noqa: B018
    assert stat.S_IMODE(others.stat().st_mode) == 0o644


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
    records.keep(rehearsed("D2", days=1, passed=False, mistaken="go_on"))
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


def test_two_forgotten_people_stay_two_people_without_their_names(records: RehearsalRecords) -> None:
    for who in ("D1", "D2"):
        records.keep(rehearsed(who))
    for who in ("D1", "D2"):
        assert records.forget(who, datetime(2026, 12, 1, tzinfo=UTC)) == 1
    assert matrix(records.results, (), GONE).former == 2
    other = RehearsalRecords(records.path.with_name("other.rehearsals"))
    other.keep(rehearsed("D1"))
    other.forget("D1", GONE)
    assert other.results[0].people != records.results[0].people


# --- who vouches for it ----------------------------------------------------------------------------


def lines_of(records: RehearsalRecords) -> list[bytes]:
    return records.path.read_bytes().splitlines(keepends=True)


def test_results_that_this_console_kept_are_signed_by_its_key(records: RehearsalRecords) -> None:
    records.keep(rehearsed())
    records.keep(rehearsed("P1", days=1))
    assert records.signed_results == records.results
    # Signatures of years ago must still be good, and none of another file may be taken for one of these.
    heading, *_, last = map(msgspec.json.decode, records.path.read_bytes().splitlines())
    (seal,) = last["seals"]
    covered = msgspec.json.encode((heading["id"], seal["first"], seal["count"], seal["chain"]))
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal["key"]))
    key.verify(bytes.fromhex(seal["signed"]), b"dealer-console rehearsals\n" + covered)


@pytest.mark.parametrize(
    "cut", ["its seals", "its last line", "the last rehearsal", "the last two", "a newline"]
)
def test_a_last_line_that_is_missing_is_named(records: RehearsalRecords, cut: str) -> None:
    for day in range(3):
        records.keep(rehearsed(days=day))
    lines = lines_of(records)
    kept = {
        "its seals": lines[:-1],
        "its last line": [*lines[:-1], lines[-1][:-40]],
        "the last rehearsal": [*lines[:-2], lines[-1]],
        "the last two": lines[:-2],
        "a newline": [*lines[:-1], lines[-1][:-1]],
    }[cut]
    records.path.write_bytes(b"".join(kept))
    with pytest.raises(RecordsError) as refused:
        records.results  # noqa: B018
    assert refused.value.key in ("rehearsal.record.cut", "rehearsal.record.damaged")
    assert refused.value.slots["line"] == str(4 if cut.startswith("the last") else 5)


def forged(records: RehearsalRecords, heading: RecordHeading | None = None) -> None:
    """Every rehearsal is set to passed, and the chain recomputed, as one can without the key."""
    first, *rows, last = lines_of(records)
    heading = heading or msgspec.json.decode(first, type=RecordHeading)
    results = [msgspec.json.decode(each, type=record_file.RecordLine).result for each in rows]
    lines = record_file._chain(heading, [replace(each, passed=True) for each in results if each])
    seals = msgspec.json.decode(last, type=record_file.Seals).seals
    same = tuple(replace(each, chain=lines[each.count - 1].chain) for each in seals)
    records.path.write_bytes(record_file._record_bytes(heading, lines, same))


def test_a_chain_recomputed_without_the_key_is_no_certificate(records: RehearsalRecords) -> None:
    for day in range(3):
        records.keep(rehearsed(days=day, passed=False, score=30))
    forged(records)
    assert all(each.passed for each in records.results), "who forges it can be read"
    with pytest.raises(RecordsError) as refused:
        records.signed_results  # noqa: B018
    assert refused.value.key == "rehearsal.record.not_signed"
    records.keep(rehearsed("D2", days=9))
    assert records.signed_results == records.results[-1:], "the next rehearsal vouches for none before it"


def test_another_s_key_vouches_for_nothing_here(records: RehearsalRecords, tmp_path: Path) -> None:
    other = RehearsalRecords(records.path, tmp_path / "keys")
    other.keep(rehearsed("D1"))
    records.keep(rehearsed("D2", days=1))
    other.keep(rehearsed("D3", days=2))
    assert [tuple(each.people.values()) for each in records.signed_results] == [("D2",)]
    assert [tuple(each.people.values()) for each in other.signed_results] == [("D1",), ("D3",)]
    assert records.forget("D3", GONE) == 1
    assert [tuple(each.people.values()) for each in records.signed_results] == [("D2",)]


def test_records_of_0_3_are_refused_and_stay_as_they_are(records: RehearsalRecords) -> None:
    heading = RecordHeading(1, "00" * 16)
    records.path.write_bytes(written := msgspec.json.encode(heading) + b"\n")
    with pytest.raises(RecordsError, match="unreadable"):
        records.keep(rehearsed())
    assert records.path.read_bytes() == written


def test_a_rehearsal_is_kept_even_without_a_key(records: RehearsalRecords, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    (keys / "seal.pem").write_text("no key", "utf-8")
    (keys / "seal.pem").chmod(0o600)
    without = RehearsalRecords(records.path, keys)
    assert without.keep(rehearsed())
    assert len(records.results) == 1
    assert without.keep(rehearsed(days=1))
    assert records.keep(rehearsed(days=2)) and len(records.signed_results) == 1


def test_a_rehearsal_left_before_its_slip_is_kept_and_is_no_failure(
    records: RehearsalRecords,
) -> None:
    left = replace(rehearsed(passed=False, score=0), lines=(), ended="left")
    assert records.keep(left)
    assert [each.ended for each in records.results] == ["left"]
    assert standings(records.results, "D1", UTC) == {}


# --- killed ----------------------------------------------------------------------------------------

BEGINS = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from console.table.game.rulebook import load_rulebook
from console.rehearsals.proficiency.record_file import RehearsalRecords
from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.script import built_in_rehearsals
from console.table.core.running.clock import SystemClock
from console.table.core.state.roles import Role
with ExitStack() as stack:
    people = {Role.PIT_BOSS: "P1"}
    run = RehearsalRun(built_in_rehearsals()[0], load_rulebook("lt"), SystemClock(), stack, people=people)
    mark = RehearsalRecords(Path(sys.argv[1])).begin(run.abandoned_result)
    print(run.journal.parent, flush=True)
    time.sleep(60)
"""


@pytest.mark.sweep
def test_a_killed_rehearsal_is_kept_as_left_and_its_folder_is_removed(
    records: RehearsalRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `kill -9`, in the middle; while it lasts it is nobody's to clear."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", BEGINS, str(records.path)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        folder = Path(playing.stdout.readline().strip())
        assert folder.parent == tmp_path and folder.is_dir()
        assert (clear(FOLDERS), records.settle()) == (0, 0)
        playing.kill()
    assert folder.is_dir(), "nobody could take it away"
    assert (clear(FOLDERS), records.settle()) == (1, 1)
    assert not folder.exists() and not list(tmp_path.glob("dealer-console-*"))
    (left,) = records.results
    assert (left.ended, left.passed, left.people[Role.PIT_BOSS]) == ("left", False, "P1")
    assert left.lasted == 0, "nobody knows"
    assert (clear(FOLDERS), records.settle(), len(records.results)) == (0, 0, 1)


@pytest.mark.parametrize("how", ["bare", "signed by another", "changed"])
def test_a_result_planted_among_the_unfinished_ones_is_not_signed(
    records: RehearsalRecords, tmp_path: Path, how: str
) -> None:
    """A person who can write beside the people's list has no key: else the console would sign forged ones."""
    records.keep(rehearsed("D2"))
    failed, passed = (replace(rehearsed(passed=each, days=3), course=()) for each in (False, True))
    begun = RehearsalRecords(records.path, tmp_path / "keys" if how == "signed by another" else None)
    mark = begun.begin(failed if how == "changed" else passed)
    assert mark is not None
    (planted,) = records.path.with_suffix(".begun").iterdir()
    written = planted.read_bytes()
    mark.end()
    planted.parent.mkdir(exist_ok=True)
    match how:
        case "bare":
            written = msgspec.json.encode(passed)
        case "changed":
            assert b'"passed":false' in written
            written = written.replace(b'"passed":false', b'"passed":true')
    planted.write_bytes(written)
    assert records.settle() == 0
    assert [tuple(each.people.values()) for each in records.signed_results] == [("D2",)]


def test_a_result_that_the_disk_refused_is_recorded_at_the_next_start(
    records: RehearsalRecords, tmp_path: Path
) -> None:
    """Other files beside it do no harm."""
    mark = records.begin(replace(rehearsed(passed=False, days=3), course=()))
    assert mark is not None
    folder = records.path.with_suffix(".begun")
    os.mkfifo(folder / "0.json")
    (folder / "1.json").mkdir()
    (folder / "2.json").symlink_to(tmp_path / "elsewhere")
    mark.finish(rehearsed(days=3))
    assert records.settle() == 0, "its program still runs"
    os.close(mark._file)
    assert records.settle() == 1
    assert [each.passed for each in records.signed_results] == [True]
    assert sorted(each.name for each in folder.iterdir()) == ["1.json", "2.json"]
