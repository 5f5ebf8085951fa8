"""One process at a time holds a file; who waits too long, and who finds a link, is refused."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from console.base.system.lock import held


def test_a_second_holder_is_refused_after_its_seconds(tmp_path: Path) -> None:
    place = tmp_path / "people.json.lock"
    with held(place, 0), pytest.raises(BlockingIOError), held(place, 0):
        pytest.fail("held twice")
    with held(place, 0):
        pass  # what was let go of can be held again


def test_a_second_holder_waits_until_the_first_lets_go(tmp_path: Path) -> None:
    place, order = tmp_path / "people.json.lock", []

    def second() -> None:
        with held(place, 60):
            order.append("second")

    with ThreadPoolExecutor() as beside:
        with held(place, 0):
            waiting = beside.submit(second)
            order.append("first")
        waiting.result()
    assert order == ["first", "second"]


def test_the_file_is_its_owners_alone_and_stays(tmp_path: Path) -> None:
    place = tmp_path / "people.json.lock"
    with held(place, 0):
        pass
    assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_a_link_is_held_by_nobody_and_its_file_is_as_it_was(tmp_path: Path) -> None:
    place, other = tmp_path / "people.json.lock", tmp_path / "other"
    other.write_text("mine")
    place.symlink_to(other)
    with pytest.raises(OSError, match="symbolic"), held(place, 0):
        pytest.fail("a link was held")
    assert other.read_text() == "mine"
