"""The choices that a wall keeps between two starts: each person's rooms, and its windows' places. Pure values
and their JSON. Unreadable preferences count as none: the wall opens all the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from console.base.system import read_json

log = logging.getLogger(__name__)

NOBODY = ""
"""The owner of rooms chosen while nobody was signed in."""


class WindowPlace(msgspec.Struct, frozen=True):
    """A window's place: its screen, and pixels there; ``full``: it filled the screen."""

    screen: str
    left: int
    top: int
    wide: int
    high: int
    full: bool = False


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    rooms: Mapping[str, tuple[str, ...]] = {}
    """Rooms by the id of a person; an empty tuple means all rooms."""
    last: str = NOBODY
    """The last person whose rooms were watched; the next start watches them until somebody signs in."""
    places: Mapping[str, WindowPlace] = {}
    """The windows' places, by the window's name."""
    second: bool = False
    """Whether the second window was open."""

    def with_rooms(self, who: str, rooms: Iterable[str]) -> Preferences:
        return replace(self, rooms={**self.rooms, who: tuple(sorted(rooms))}, last=who)

    def with_place(self, window: str, place: WindowPlace) -> Preferences:
        return replace(self, places={**self.places, window: place})

    @property
    def watched(self) -> tuple[str, ...]:
        """The rooms to begin with."""
        return self.rooms.get(self.last, ())


class StoredPreferences:
    """The present choice; each change is stored for the next start, if possible."""

    def __init__(self, preferences: Preferences, keep: Callable[[Preferences], object]) -> None:
        self.now, self.keep = preferences, keep
        self._failed = False

    def change(self, chosen: Preferences) -> None:
        """Change the choice. It holds for this window even if it can't be stored, which is logged once."""
        if chosen == self.now:
            return
        self.now = chosen
        try:
            self.keep(chosen)
        except OSError as error:
            if not self._failed:
                log.warning("the wall's choices are not kept: %s", error)
            self._failed = True
        else:
            self._failed = False


def encoded(preferences: Preferences) -> bytes:
    return msgspec.json.encode(preferences)


def decoded(stored: bytes) -> Preferences:
    """The stored preferences; empty ones if they can't be read."""
    with suppress(msgspec.DecodeError):
        return read_json(stored, type=Preferences)
    return Preferences()
