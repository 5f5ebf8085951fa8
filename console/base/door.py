"""The door of a room: its ``__init__`` names what other parts may use; a name is loaded when it is asked for.
The names are imports under ``if TYPE_CHECKING:``, where type checkers and readers look. At run time
:func:`door` reads the same lines from the room's source, so that no start loads what it does not use.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final

_IMPORT: Final = re.compile(r"^    from (\S+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


@cache
def names_at(room: str) -> dict[str, str]:
    """The public names of a loaded room, each with its module."""
    source = sys.modules[room].__file__
    assert source is not None, room
    with open(source, encoding="utf-8") as file:
        found = _IMPORT.findall(file.read().partition("__getattr__")[0])
    return {
        name.strip(): module
        for module, several, one in found
        for name in (several or one).split(",")
        if name.strip()
    }


def door(room: str) -> Callable[[str], object]:
    """A room's ``__getattr__``: imports the module of a public name, and returns the name's value."""

    def open_door(name: str) -> object:
        module = None if name.startswith("__") else names_at(room).get(name)
        if module is None:
            raise AttributeError(f"{room} has no public name {name!r}")
        if module != room:
            found = sys.modules.get(module)
            if found is None or not hasattr(found, name):  # another thread may be loading it: this one waits
                found = import_module(module)
            if hasattr(found, name):
                value: object = getattr(found, name)
                return value  # It is not cached: the module may have another value later.
        return import_module(f"{module}.{name}")

    return open_door
