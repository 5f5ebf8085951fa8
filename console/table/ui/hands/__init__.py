"""Presses before they have an effect: their times, their devices, and whether they count."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.hands.deferred_call import call_later
    from console.table.ui.hands.guard import ENTERS, PressGuard, PressRefusal
    from console.table.ui.hands.held_keys import HeldKeys
    from console.table.ui.hands.key_places import digit_of, key_of, text_of, us_sign

__getattr__ = door(__name__)
