"""Whatever fails on the way, the file is as it was or as it was to be, and nothing else lies beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from console.base.system.whole_file import others_write, put_first, put_new, put_whole


def test_a_written_file_is_whole_and_readable_by_its_user_alone(tmp_path: Path) -> None:
    place = tmp_path / "people.json"
    place.write_bytes(b"as it was")
    place.chmod(0o644)
    put_whole(place, b"as it is to be")
    assert place.read_bytes() == b"as it is to be"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["people.json"]


@pytest.mark.parametrize("call", ["fsync", "link"])
def test_a_new_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    place, at_the_call = tmp_path / "head.json", list[list[str]]()

    def killed(*_: object) -> None:
        at_the_call.append([name for name in os.listdir(tmp_path) if not name.startswith(".")])
        raise KeyboardInterrupt

    monkeypatch.setattr(os, call, killed)
    with pytest.raises(KeyboardInterrupt):
        put_new(place, b"a seal")
    assert at_the_call == [[]]
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("links", [True, False], ids=["links", "a stick without links"])
def test_a_new_file_is_never_put_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", refused)
    place = tmp_path / "head.json"
    put_new(place, b"the first one's")
    with pytest.raises(FileExistsError):
        put_new(place, b"the second one's")
    (tmp_path / "hanging").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        put_new(tmp_path / "hanging", b"the third one's")
    assert place.read_bytes() == b"the first one's"
    assert sorted(os.listdir(tmp_path)) == ["hanging", "head.json"]


def test_a_new_files_name_is_on_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced, fsync = list[str](), os.fsync

    def noted(descriptor: int) -> None:
        synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    put_new(tmp_path / "head.json", b"a seal")
    assert synced[0].startswith(".head.json.")
    assert synced[1] == tmp_path.name


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_what_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    place = tmp_path / "people.json"
    put_whole(place, b"as it was")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space left"):
        put_whole(place, b"as it is to be")
    assert place.read_bytes() == b"as it was"
    assert os.listdir(tmp_path) == ["people.json"]


def test_a_second_first_write_leaves_the_first_ones_content(tmp_path: Path) -> None:
    place = tmp_path / "seal.pem"
    put_first(place, b"the first one's")
    put_first(place, b"the second one's")
    assert place.read_bytes() == b"the first one's"
    assert os.listdir(tmp_path) == ["seal.pem"]


@pytest.mark.parametrize(
    ("mode", "group", "shared"),
    [(0o755, 50, False), (0o775, 1000, False), (0o775, 50, True), (0o757, 1000, True)],
)
def test_the_owners_own_group_is_nobody_else(mode: int, group: int, shared: bool) -> None:
    """A folder that a user of Debian 13 makes has the mode 775 and that group."""
    assert others_write(os.stat_result((mode, 0, 0, 1, 1000, group, 0, 0, 0, 0))) is shared
