"""Media that can't do what a Linux disk can: each call refused that CIFS, exFAT or 9p lacks."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path

import pytest

from console.base.setup import InstalledVersion
from console.base.setup.stamp import only_run
from console.base.system import add_name, name_new, put_new, put_whole
from console.base.words import Words
from console.floor.monitoring.own_health import write_metrics
from console.table.core import Person, Role
from console.table.journal.file.errors import NoLocks
from console.table.journal.file.links import whole_file_of
from console.table.journal.rescue.recovery import put_aside
from console.table.people import PeopleError, PeopleFile
from tests.table.journal.entries import START, opened


def without_links(monkeypatch: pytest.MonkeyPatch, code: int = errno.EPERM) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", refused)


def without_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder can be brought to the disk, as on CIFS."""
    true = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        true(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)


MEDIA = {"links": without_links, "folders": without_folders}


@pytest.fixture(params=[("links",), ("folders",), ("links", "folders")], ids=" and ".join)
def medium(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in request.param:
        MEDIA[each](monkeypatch)


@pytest.mark.usefixtures("medium")
def test_a_damaged_journal_is_put_aside_with_its_log(tmp_path: Path) -> None:
    journal, damaged = tmp_path / "t7.db", tmp_path / "t7-damaged-1.db"
    journal.write_bytes(b"damaged")
    (tmp_path / "t7.db-wal").write_bytes(b"its log")
    put_aside(journal, damaged)
    assert damaged.read_bytes() == b"damaged" and journal.exists()
    assert (tmp_path / "t7-damaged-1.db-wal").read_bytes() == b"its log"
    assert not (tmp_path / "t7.db-wal").exists()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.usefixtures("medium")
def test_a_file_gets_its_name_and_takes_nobody_elses(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_bytes(b"there before")
    put_new(tmp_path / "first", b"whole")
    put_whole(tmp_path / "first", b"over it")
    assert (tmp_path / "first").read_bytes() == b"over it"
    new = tmp_path / "new"
    new.write_bytes(b"new")
    with pytest.raises(FileExistsError):
        put_new(taken, b"x")
    with pytest.raises(FileExistsError):
        name_new(new, taken)
    with pytest.raises(FileExistsError):
        add_name(new, taken, whole_file_of)
    assert taken.read_bytes() == b"there before" and new.read_bytes() == b"new"


def test_a_copy_in_place_of_a_second_name_is_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_links(monkeypatch, errno.EOPNOTSUPP)
    (tmp_path / "whole").write_bytes(b"whole")
    add_name(tmp_path / "whole", tmp_path / "second", whole_file_of)
    assert stat.S_IMODE((tmp_path / "second").stat().st_mode) == 0o600


def test_where_no_name_can_be_replaced_the_old_file_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    place = tmp_path / "kept"
    put_whole(place, b"old")
    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(PermissionError):
        put_whole(place, b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("kept", b"old")]


def without_locks(monkeypatch: pytest.MonkeyPatch, *, of: str = "") -> None:
    """No file whose name ends so can be locked, as on a share that keeps its locks to itself."""

    def flock(descriptor: int, operation: int) -> None:
        if os.readlink(f"/proc/self/fd/{descriptor}").endswith(of):
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
        true(descriptor, operation)

    true = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", flock)


@pytest.mark.parametrize("of", [".lock", ".db"])
def test_a_journal_that_nothing_can_lock_is_refused_with_file_and_remedy(
    of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two consoles would write one journal: of these calls it is the one without a way round."""
    path = tmp_path / "t7.db"
    opened(path).close()
    before = path.read_bytes()
    without_locks(monkeypatch, of=of)
    with pytest.raises(NoLocks) as refused:
        opened(path)
    told = Words("en").text(refused.value.key, **refused.value.slots)
    assert str(path) in told and "a disk of this computer" in told
    assert path.read_bytes() == before


def test_a_checkout_on_such_a_medium_is_set_up_without_waiting_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_locks(monkeypatch)
    waited: list[bool] = []
    with only_run(tmp_path, lambda: waited.append(True)):
        assert not waited


def without_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file has rights of its own, as on exFAT."""

    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    for call in ("chmod", "fchmod"):
        monkeypatch.setattr(os, call, refused)


def test_what_others_may_read_is_written_on_a_medium_without_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_rights(monkeypatch)
    version = InstalledVersion(tmp_path, "1.2.0", "digest", 10, 120)
    version.record()
    assert InstalledVersion.at(tmp_path) == version
    write_metrics(tmp_path / "table.prom", [], START)
    assert b"dealer_console_version" in (tmp_path / "table.prom").read_bytes()


def test_pins_that_others_may_read_are_not_used_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = tmp_path / "people.json"
    PeopleFile(people).add(Person("P1", "Rasa K.", Role.SUPERVISOR, "en"), "481516")
    people.chmod(0o755)
    without_rights(monkeypatch)
    with pytest.raises(PeopleError) as refused:
        list(PeopleFile(people).people)
    assert str(people) in Words("en").text(refused.value.key, **refused.value.slots)
