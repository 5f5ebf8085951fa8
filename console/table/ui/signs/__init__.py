"""The signs of all screens: SVG files in one colour, and which sign stands for what."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.signs.incident_signs import kind_sign, outcome_sign, step_sign
    from console.table.ui.signs.sign import Sign
    from console.table.ui.signs.suits import draw_suit

__getattr__ = door(__name__)
