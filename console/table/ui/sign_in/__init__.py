"""The sign-in: id and PIN, by touch, by a keyboard or by a badge reader."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.sign_in.badge_reader import MEASURES, BadgeReader, IgnoredBadges
    from console.table.ui.sign_in.purpose import Purpose
    from console.table.ui.sign_in.sign_in_screen import SignInScreen

__getattr__ = door(__name__)
