"""The choices at the wall: the views, and the acts on the chosen alarm or table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class WallView(StrEnum):
    """A view of the wall; all but the certificates have a key."""

    WALL = "wall"
    LIST = "list"
    MINE = "mine"
    SHELVED = "shelved"
    REVIEW = "review"
    SEARCH = "search"
    CERTIFICATES = "certificates"


class WallAct(StrEnum):
    """An act on the chosen alarm or table, in the order of its keys."""

    TAKE = "take"
    OPEN = "open"
    QUIET = "quiet"
    SHELVE = "shelve"


VIEW_KEYS: Final = {
    WallView.WALL: "F1",
    WallView.LIST: "F2",
    WallView.MINE: "F3",
    WallView.SHELVED: "F4",
    WallView.REVIEW: "F5",
    WallView.SEARCH: "/",
}
"""The views with a key, and its label."""
ACT_KEYS: Final = {WallAct.TAKE: "T", WallAct.OPEN: "Enter", WallAct.QUIET: "A", WallAct.SHELVE: "H"}
