"""Imports point down: a room imports what stands on a floor beneath its own."""

from __future__ import annotations

import pytest

from tests.house.floors import PANELS, SEES, TABLE_LAYERS, UI_SEES
from tests.house.modules import imports, loaded_with, modules, under


@pytest.mark.parametrize("part", SEES)
def test_imports_point_down(part: str) -> None:
    seen = (*SEES[part], part)
    upward = {
        f"{module} imports {name}"
        for module in modules()
        if under(module, part)
        for name in imports(module)
        if under(name, "console") and name != "console"
        if not any(under(name, one) for one in seen)
    }
    assert not upward


def test_every_part_of_the_house_has_its_place() -> None:
    twice = [part for part, seen in SEES.items() if len(set(seen)) < len(seen)]
    assert twice == [], "a room stands there twice"
    placed = (*SEES, "console.__main__", "console.app", "console.cli")
    assert not {
        module for module in modules() if module != "console" if not any(under(module, one) for one in placed)
    }


def test_no_imports_go_in_a_circle() -> None:
    """No circle goes through imports inside functions or for types alone, either."""
    left = {name: imports(name) & modules().keys() - {name} for name in modules()}
    while ends := {name for name, needed in left.items() if not needed & left.keys()}:
        for name in ends:
            del left[name]
    assert not left


@pytest.mark.parametrize("number", range(len(TABLE_LAYERS)), ids=TABLE_LAYERS)
def test_each_layer_of_the_core_sees_those_beneath_it_alone(number: int) -> None:
    above = TABLE_LAYERS[number + 1 :]
    upward = {
        f"{module} imports {name}"
        for module in modules()
        if under(module, f"console.table.{TABLE_LAYERS[number]}")
        for name in imports(module)
        if any(under(name, f"console.table.{layer}") for layer in above)
    }
    assert not upward


def test_every_room_of_the_core_is_a_layer_of_it() -> None:
    rooms = {name.split(".")[2] for name in modules() if name.startswith("console.table.")} - {"part"}
    assert rooms == {*TABLE_LAYERS}


def test_each_room_of_the_screens_sees_those_beneath_it_alone() -> None:
    assert {name.split(".")[2] for name in modules() if name.startswith("console.table.ui.")} == UI_SEES.keys()
    upward = {
        f"{module} imports {name}"
        for room, seen in UI_SEES.items()
        for module in modules()
        if under(module, f"console.table.ui.{room}")
        for name in loaded_with(module)
        if under(name, "console.table.ui")
        if not any(under(name, f"console.table.ui.{one}") for one in (*seen, room))
    }
    assert not upward
    idle = {f"{room} sees no {one}" for room, seen in UI_SEES.items() for one in seen if not _sees(room, one)}
    assert not idle


def _sees(room: str, one: str) -> bool:
    inside = [module for module in modules() if under(module, f"console.table.ui.{room}")]
    return any(under(name, f"console.table.ui.{one}") for module in inside for name in loaded_with(module))


def test_nothing_of_the_dealers_screen_is_loaded_with_the_incidents_panels() -> None:
    """They come with the first incident; no start waits for what it does not show."""
    rooms_before = [f"console.table.ui.{room}" for room in ("felt", "dealer", "kit")]
    early = {
        f"{module} imports {name}"
        for module in modules()
        if any(under(module, room) for room in rooms_before)
        for name in loaded_with(module)
        if under(name, PANELS)
    }
    assert not early
