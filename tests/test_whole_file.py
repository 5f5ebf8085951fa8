"""Whatever fails on the way, the file is as it was or as it was to be, and nothing else lies beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from console.whole_file import put_first, put_whole


def test_what_is_put_is_there_whole_and_the_users_alone(tmp_path: Path) -> None:
    place = tmp_path / "people.json"
    place.write_bytes(b"as it was")
    place.chmod(0o644)
    put_whole(place, b"as it is to be")
    assert place.read_bytes() == b"as it is to be"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["people.json"]


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


def test_of_two_that_begin_at_once_the_first_ones_stays(tmp_path: Path) -> None:
    place = tmp_path / "seal.pem"
    put_first(place, b"the first one's")
    put_first(place, b"the second one's")
    assert place.read_bytes() == b"the first one's"
    assert os.listdir(tmp_path) == ["seal.pem"]
