"""The operator panel: screen, second screen, signs, touch, keyboard, sound, as a person found them.

Values alone. What is drawn, pressed and played is the table's window's; without it each is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final

import msgspec

from console.commissioning.proof import Proof, Said, Section, Slots, Told, left_out, tried
from console.words.locales import LANGUAGES

LEAST: Final = (1280, 800)
"""Pixels that a screen has at least, so that everything on it can be read."""
MOST_OFF: Final = 24.0
"""Units by which a touch may miss: half of the smallest key, so that it still lands on the key."""


class Place(StrEnum):
    """Where a touch point is drawn; ``commissioning.place.NAME`` says it."""

    UPPER_LEFT = "upper_left"
    UPPER_RIGHT = "upper_right"
    MIDDLE = "middle"
    LOWER_LEFT = "lower_left"
    LOWER_RIGHT = "lower_right"


class Display(msgspec.Struct, frozen=True):
    """A screen: pixels of the panel itself, and how many of them a unit of the desktop takes."""

    wide: int
    high: int
    scale: float
    millimetres: tuple[int, int] = (0, 0)
    """Its size as the panel tells it; zeros where it tells none."""

    @property
    def size(self) -> str:
        """``1920 × 1080``."""
        return f"{self.wide} × {self.high}"  # the sign of a screen's size


class Touched(msgspec.Struct, frozen=True):
    """A touch: where its mark was drawn, where it landed, both in pixels of the panel."""

    place: Place
    drawn: tuple[int, int]
    landed: tuple[int, int]
    by_finger: bool
    most: float
    """Pixels by which it may miss: :data:`MOST_OFF` units."""

    @property
    def off(self) -> float:
        """Pixels between both."""
        return math.dist(self.drawn, self.landed)


_tried, _left_out = partial(tried, Section.MACHINE), partial(left_out, Section.MACHINE)


def display_proof(display: Display, *, edges_seen: bool) -> Proof:
    """The table's own screen: large enough, and nothing of it lies under its frame."""
    told: Slots = {"size": display.size, "scale": float(display.scale)}
    found = Said(f"commissioning.display.{'seen' if edges_seen else 'cut'}", told)
    good = edges_seen and display.wide >= LEAST[0] and display.high >= LEAST[1]
    figures = {"wide_mm": float(display.millimetres[0]), "high_mm": float(display.millimetres[1])}
    measured = figures if any(display.millimetres) else None
    return _tried("display", *_display(), found, good, measured)


def second_proof(others: Sequence[Display], *, seen: bool) -> Proof:
    """Every other screen of this computer."""
    sizes = "\n".join(each.size for each in others)
    found = Said(f"commissioning.second.{'seen' if seen else 'unseen'}", {"size_list": sizes})
    return _tried("second screen", *_second(), found, seen)


def signs_proof(count: int, lacking: str, wrong: Sequence[str]) -> Proof:
    """The signs of all languages: ``lacking`` have no form in any font, ``wrong`` are the languages whose
    signs a person found missing, cut or wrong, by their own names.
    """
    told: Slots = {"count": count, "languages_list": "\n".join(wrong), "lacking": lacking or "–"}
    key = "wrong" if wrong or lacking else "right"
    return _tried("signs", *_signs(), Said(f"commissioning.signs.{key}", told), key == "right")


def touch_proof(touched: Touched) -> Proof:
    """One touch point; a touch that landed elsewhere is told with both places."""
    told: Slots = {
        "landed": f"{touched.landed[0]}, {touched.landed[1]}",
        "drawn": f"{touched.drawn[0]}, {touched.drawn[1]}",
        "by_key": f"commissioning.touch.{'finger' if touched.by_finger else 'mouse'}",
    }
    good = touched.off <= touched.most
    found = Said(f"commissioning.touch.{'near' if good else 'elsewhere'}", told)
    return _tried(
        f"touch {touched.place}", *_touch(touched.place), found, good, {"off_px": round(touched.off, 1)}
    )


def keyboard_proof(keys: Sequence[str], silent: Sequence[str]) -> Proof:
    """The keys that the console uses; ``silent`` are those of which no press came."""
    told: Slots = {"count": len(keys) - len(silent), "keys_list": "\n".join(silent)}
    found = Said(f"commissioning.keyboard.{'silent' if silent else 'pressed'}", told)
    return _tried("keyboard", *_keyboard(), found, not silent)


def sound_proof(*, heard: bool) -> Proof:
    """A tone of the kind by which the console calls."""
    return _tried("sound", *_sound(), Said(f"commissioning.sound.{'heard' if heard else 'unheard'}"), heard)


def one_screen() -> Proof:
    """The second screen, where there is none."""
    return _left_out("second screen", *_second(), Said("commissioning.second.none"))


def no_touch() -> Iterator[Proof]:
    """The touch points, where the screen takes no touch."""
    for place in Place:
        yield _left_out(f"touch {place}", *_touch(place), Said("commissioning.touch.none"))


def no_keyboard() -> Proof:
    """The keyboard, where there is none."""
    return _left_out("keyboard", *_keyboard(), Said("commissioning.keyboard.none"))


def not_looked_at() -> Iterator[Proof]:
    """All of it, where no window of the table is open."""
    why = Said("commissioning.screen.why")
    yield _left_out("display", *_display(), why)
    yield _left_out("second screen", *_second(), why)
    yield _left_out("signs", *_signs(), why)
    for place in Place:
        yield _left_out(f"touch {place}", *_touch(place), why)
    yield _left_out("keyboard", *_keyboard(), why)
    yield _left_out("sound", *_sound(), why)


def _display() -> tuple[Told, Told]:
    """What it is, and what is expected of it; so for each of these."""
    size = f"{LEAST[0]} × {LEAST[1]}"  # the sign of a screen's size
    return Said("commissioning.display"), Said("commissioning.display.expected", {"size": size})


def _second() -> tuple[Told, Told]:
    return Said("commissioning.second"), Said("commissioning.second.expected")


def _signs() -> tuple[Told, Told]:
    expected = Said("commissioning.signs.expected", {"languages": len(LANGUAGES)})
    return Said("commissioning.signs"), expected


def _touch(place: Place) -> tuple[Told, Told]:
    what = Said("commissioning.touch", {"place_key": f"commissioning.place.{place}"})
    return what, Said("commissioning.touch.expected")


def _keyboard() -> tuple[Told, Told]:
    return Said("commissioning.keyboard"), Said("commissioning.keyboard.expected")


def _sound() -> tuple[Told, Told]:
    return Said("commissioning.sound"), Said("commissioning.sound.expected")
