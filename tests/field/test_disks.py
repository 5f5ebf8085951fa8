"""Media that can't do what a Linux disk can: each call refused that CIFS, exFAT or 9p lacks."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from console.journal.file.links import whole_file_of
from console.journal.rescue.recovery import put_aside
from console.whole_file import add_name, name_new, put_new, put_whole


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
