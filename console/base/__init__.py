"""The base of every part: what knows no casino and could stand beneath any desktop program."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.part import Command, Part, imported

__getattr__ = door(__name__)
