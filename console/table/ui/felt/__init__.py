"""The table as the dealer sees it, and how each game's round lies on it."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.felt.card_faces import draw_back, draw_face
    from console.table.ui.felt.condition import cards_out
    from console.table.ui.felt.felt import Felt
    from console.table.ui.felt.games import on_screen
    from console.table.ui.felt.wheel.number_pad import NumberPick
    from console.table.ui.felt.wheel.pockets import colour_of, pocket_shape

__getattr__ = door(__name__)
