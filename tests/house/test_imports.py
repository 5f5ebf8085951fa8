"""Imports point down: between parts, between the rooms of a part, the layers of the core and the screens."""

from __future__ import annotations

import pytest

from tests.house.floors import BELOW, PANELS, ROOMS, TABLE_LAYERS, UI_SEES
from tests.house.modules import imported_in_tests, imports, loaded_with, modules, part_of, under


def room_of(module: str) -> str:
    """The name of the room of its part in which a module stands; empty for the part's own."""
    rest = module.split(".")[2:]
    named = {room for line in ROOMS[part_of(module)] for room in line}
    return rest[0] if rest and rest[0] in named else ""


@pytest.mark.parametrize("part", BELOW)
def test_a_part_imports_those_below_it_alone(part: str) -> None:
    assert not {
        f"{module} imports {name}"
        for module in modules()
        if part_of(module) == part
        for name in imports(module)
        if part_of(name) not in ("", part, *BELOW[part])
    }


@pytest.mark.parametrize("part", [part for part in BELOW if part != "app"])
def test_the_tests_of_a_part_reach_no_part_above_it(part: str) -> None:
    """Nor does what they share with others, as instruments; what puts the parts together is always there."""
    above = {*BELOW} - {part, "app", *BELOW[part]}
    waiting = {module for module in imported_in_tests() if part_of(module) == part}
    seen, upward = set[str](), set[str]()
    while waiting:
        seen |= waiting
        pairs = [(module, name) for module in waiting for name in imported_in_tests()[module]]
        upward |= {f"{module} imports {name}" for module, name in pairs if part_of(name) in above}
        shared = {name for _, name in pairs if name in imported_in_tests() and part_of(name) not in BELOW}
        waiting = shared - seen
    assert not upward


@pytest.mark.parametrize("part", BELOW)
def test_a_room_imports_rooms_of_the_lines_below_its_own(part: str) -> None:
    line = {room: number for number, rooms in enumerate(ROOMS[part]) for room in rooms}
    slots = {f"console.{part}", f"console.{part}.part", f"console.{part}.door"}
    upward = {
        f"{module} imports {name}"
        for module in modules().keys() - slots
        if part_of(module) == part
        for name in imports(module) - slots
        if part_of(name) == part and room_of(name) != room_of(module)
        if line[room_of(name)] >= line[room_of(module)]
    }
    assert not upward


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
        if under(module, f"console.table.core.{TABLE_LAYERS[number]}")
        for name in imports(module)
        if any(under(name, f"console.table.core.{layer}") for layer in above)
    }
    assert not upward


def test_every_room_of_the_core_is_a_layer_of_it() -> None:
    core = {name.split(".")[3] for name in modules() if name.startswith("console.table.core.")}
    assert core == {*TABLE_LAYERS}


def test_each_room_of_the_screens_sees_those_beneath_it_alone() -> None:
    rooms = {name.split(".")[3] for name in modules() if name.startswith("console.table.ui.")}
    assert rooms == UI_SEES.keys()
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
