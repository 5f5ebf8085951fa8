"""A little of the floor's failure matrix: `python3 -m tests harm floor` does all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.floor.conftest import floor, lasting, server  # noqa: F401
from tests.floor.studio_server import FloorServer
from tests.instruments.harm.floor_changes import beside_readings
from tests.instruments.harm.floor_faces import every_name, kept, own
from tests.instruments.harm.floor_tables import full
from tests.instruments.harm.floors import cut_at_bytes, forged, secrets, swallowed
from tests.instruments.processes.hostile_table import FACES, REPORTED


def test_a_line_cut_at_any_byte_loses_nothing_and_doubles_nothing(floor: FloorServer, tmp_path: Path) -> None:  # noqa: F811
    assert cut_at_bytes(floor, tmp_path, 1_499).lost == []


@pytest.mark.sweep
def test_a_table_without_room_on_its_disk_ships_what_was_acknowledged(
    floor: FloorServer,  # noqa: F811
    tmp_path: Path,
) -> None:
    harm = full(floor, tmp_path, 1)
    if harm.note.startswith("not done"):
        pytest.skip(harm.note)
    assert harm.lost == [] and harm.checked >= 30


def test_an_entry_that_was_swallowed_and_comes_late_is_no_dispute(floor: FloorServer, tmp_path: Path) -> None:  # noqa: F811
    assert swallowed(floor, tmp_path, 1).lost == []


def test_every_forgery_is_named_to_the_entry(floor: FloorServer, tmp_path: Path) -> None:  # noqa: F811
    assert forged(floor, tmp_path, 6).lost == []


def test_the_floor_holds_the_same_for_any_hole_card(floor: FloorServer, tmp_path: Path) -> None:  # noqa: F811
    assert secrets(floor, tmp_path, 1).lost == []


@pytest.mark.sweep
def test_the_changes_after_a_hint_equal_a_full_reading(
    floor: FloorServer,  # noqa: F811
    tmp_path: Path,
) -> None:
    harm = beside_readings(floor, tmp_path, 12, seed=3)
    assert harm.lost == [] and harm.checked >= 8


def test_each_face_has_six_attacks_of_our_own_and_what_was_kept_was_withstood() -> None:
    assert set(REPORTED) <= set(every_name())
    assert [face for face in FACES if len(own(face)) < 6] == []
    assert {each.name for each in kept()} <= set(every_name())
    assert [each.name for each in kept() if each.lost] == []
