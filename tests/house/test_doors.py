"""Doors: another part imports a room's public names from its ``__init__``, and from nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house.modules import door_names, modules, part_of, tree
from tests.sources import nodes

REACHED_INSIDE = {
    "console.base.door": "each room's own door is made by it",
}
"""Modules that other parts import past a door, each with the reason. The table only shrinks."""


def own_names(room: str) -> set[str]:
    """The names that a room's ``__init__`` defines itself, or has always loaded."""
    found = set[str]()
    for node in tree(room).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.ImportFrom(names=names):
                found |= {name.name for name in names}
            case ast.Assign(targets=targets):
                found |= {each.id for of in targets for each in ast.walk(of) if isinstance(each, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def from_other_parts() -> Iterator[tuple[str, str, str]]:
    """Each import of a name of another part: the module, where it imports from, and the name."""
    for module, file in modules().items():
        for node in nodes(file):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if part_of(node.module) not in ("", part_of(module)) and node.module != "console":
                yield from ((module, node.module, name.name) for name in node.names)


def test_another_part_comes_through_the_door() -> None:
    past = {
        f"{module} imports {name} from {place}"
        for module, place, name in from_other_parts()
        if (place not in REACHED_INSIDE and name not in door_names(place).keys() | own_names(place))
        or (modules()[place].name != "__init__.py" and place not in REACHED_INSIDE)
    }
    assert not past


def test_only_public_names_of_a_module_that_a_door_names_are_used_through_it() -> None:
    past = set[str]()
    for module, file in modules().items():
        named = {
            name.asname or name.name: f"{node.module}.{name.name}"
            for node in nodes(file)
            if isinstance(node, ast.ImportFrom) and node.module and door_names(node.module)
            for name in node.names
            if f"{node.module}.{name.name}" in modules()
        }
        past |= {
            f"{module}: {place}.{node.attr}"
            for node in nodes(file)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if (place := named.get(node.value.id)) and part_of(place) != part_of(module)
            if node.attr.startswith("_") or node.attr not in own_names(place)
        }
    assert not past


def test_each_name_of_a_door_is_imported_by_another_part() -> None:
    wanted = {(place, name) for _, place, name in from_other_parts()}
    idle = {
        f"{room}: {name}"
        for room in modules()
        for name in door_names(room)
        if (room, name) not in wanted and not _inside(room, name)
    }
    assert not idle


def _inside(room: str, name: str) -> bool:
    """Whether another room of the same part imports a name from this door."""
    return any(
        isinstance(node, ast.ImportFrom) and node.module == room and name in {of.name for of in node.names}
        for module, file in modules().items()
        if part_of(module) == part_of(room) and module != room
        for node in nodes(file)
    )


def test_each_class_and_function_of_a_door_is_described() -> None:
    bare = set[str]()
    for room in modules():
        for name, place in door_names(room).items():
            for node in tree(place).body:
                match node:
                    case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef() if node.name == name:
                        is_overload = any(ast.unparse(each) == "overload" for each in node.decorator_list)
                        bare |= set() if is_overload or ast.get_docstring(node) else {f"{room}: {name}"}
    assert not bare


def test_a_door_reads_the_names_that_type_checkers_read() -> None:
    from importlib import import_module

    from console.base.door import names_at

    for room in modules():
        if names := door_names(room):
            import_module(room)
            assert names_at(room) == names, room
