"""The operator panel: screen, second screen, signs, touch, keyboard, sound, as a person found them.

Values alone. The table's window draws, plays and takes presses; without a window each proof is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final

import msgspec

from console.base.words import LANGUAGES
from console.supervisor.records import Phrase, Proof, ProofText, Section, Slots, left_out, proof_of
from console.table.people import QUICK, BadgeForm

LEAST: Final = (1280, 800)
"""Pixels that a screen has at least, so that everything on it can be read."""
MOST_OFF: Final = 24.0
"""Units by which a touch may miss: half of the smallest key, so that it still lands on the key."""
HOLDS: Final = 5
"""The number of times that a badge is held to the reader."""


class TouchPoint(StrEnum):
    """A point of the screen to touch; ``commissioning.place.NAME`` says it."""

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
    """The display's size as the panel reports it; zeros if it reports none."""

    @property
    def size(self) -> str:
        """``1920 × 1080``."""
        return f"{self.wide} × {self.high}"  # the sign of a screen's size


class TouchSample(msgspec.Struct, frozen=True):
    """A touch: where its mark was drawn and where it landed, both in pixels of the panel."""

    place: TouchPoint
    drawn: tuple[int, int]
    landed: tuple[int, int]
    by_finger: bool
    most: float
    """Pixels by which it may miss: :data:`MOST_OFF` units."""

    @property
    def off(self) -> float:
        """Pixels between both."""
        return math.dist(self.drawn, self.landed)


_tried, _left_out = partial(proof_of, Section.MACHINE), partial(left_out, Section.MACHINE)


def display_proof(display: Display, *, edges_seen: bool) -> Proof:
    """The table's own screen: large enough, and no part of it lies under its frame."""
    slots: Slots = {"size": display.size, "scale": float(display.scale)}
    found = Phrase(f"commissioning.display.{'seen' if edges_seen else 'cut'}", slots)
    good = edges_seen and display.wide >= LEAST[0] and display.high >= LEAST[1]
    figures = {"wide_mm": float(display.millimetres[0]), "high_mm": float(display.millimetres[1])}
    measured = figures if any(display.millimetres) else None
    return _tried("display", *_display(), found, good, measured)


def second_proof(others: Sequence[Display], *, seen: bool) -> Proof:
    """Every other screen of this computer."""
    sizes = "\n".join(each.size for each in others)
    found = Phrase(f"commissioning.second.{'seen' if seen else 'unseen'}", {"size_list": sizes})
    return _tried("second screen", *_second(), found, seen)


def signs_proof(count: int, lacking: str, wrong: Sequence[str]) -> Proof:
    """The proof whether this screen shows the signs of all languages.

    ``lacking`` have no form in any font. ``wrong`` are the languages, by their own names, whose signs a
    person found missing, cut or wrong.
    """
    slots: Slots = {"count": count, "languages_list": "\n".join(wrong), "lacking": lacking or "–"}
    key = "wrong" if wrong or lacking else "right"
    return _tried("signs", *_signs(), Phrase(f"commissioning.signs.{key}", slots), key == "right")


def touch_proof(touched: TouchSample) -> Proof:
    """The proof of one touch point; for a touch that landed elsewhere it names both places."""
    slots: Slots = {
        "landed": f"{touched.landed[0]}, {touched.landed[1]}",
        "drawn": f"{touched.drawn[0]}, {touched.drawn[1]}",
        "by_key": f"commissioning.touch.{'finger' if touched.by_finger else 'mouse'}",
    }
    good = touched.off <= touched.most
    found = Phrase(f"commissioning.touch.{'near' if good else 'elsewhere'}", slots)
    return _tried(
        f"touch {touched.place}", *_touch(touched.place), found, good, {"off_px": round(touched.off, 1)}
    )


def keyboard_proof(keys: Sequence[str], silent: Sequence[str]) -> Proof:
    """The keys that the console uses; ``silent`` are the keys whose press did not arrive.

    A key is the sign on it, or the phrase of its name if keyboards differ.
    """
    slots: Slots = {"count": len(keys) - len(silent), "keys_caps": "\n".join(silent)}
    found = Phrase(f"commissioning.keyboard.{'silent' if silent else 'pressed'}", slots)
    return _tried("keyboard", *_keyboard(), found, not silent)


def badges_proof(held: Sequence[BadgeForm], form: BadgeForm | None) -> Proof:
    """The badge reader as it typed each badge; ``form`` is the one that the table's file names.

    It holds if all came in one form, and the console takes a badge in that form wherever it arrives: without
    a form in the file, bare digits at a reader's pace. The badges' numbers are never kept.
    """
    pace = max(each.pace for each in held)
    first = held[0]
    slots: Slots = {
        "digits_list": "\n".join(dict.fromkeys(str(each.digits) for each in held)),
        "pace": pace,
        "before_list": "\n".join(dict.fromkeys(each.prefix or "–" for each in held)),
        "behind_list": "\n".join(dict.fromkeys(each.suffix or "–" for each in held)),
    }
    wanted = BadgeForm(first.digits, QUICK) if form is None else form
    good = all(each.is_typed_as(wanted) for each in held)
    found = Phrase(f"commissioning.badges.{'measured' if good else 'otherwise'}", slots)
    return _tried("badges", *_badges(), found, good, {"pace_ms": float(pace)})


def not_measured() -> Proof:
    """The badge reader, which nobody measured."""
    return _left_out("badges", *_badges(), Phrase("commissioning.badges.not_measured"))


def sound_proof(*, heard: bool) -> Proof:
    """A tone of the kind with which the console calls."""
    return _tried("sound", *_sound(), Phrase(f"commissioning.sound.{'heard' if heard else 'unheard'}"), heard)


def one_screen() -> Proof:
    """The proof of a second screen that the computer lacks."""
    return _left_out("second screen", *_second(), Phrase("commissioning.second.none"))


def no_touch() -> Iterator[Proof]:
    """The touch points, if the screen takes no touch."""
    for place in TouchPoint:
        yield _left_out(f"touch {place}", *_touch(place), Phrase("commissioning.touch.none"))


def no_keyboard() -> Proof:
    """The proof of a keyboard that the computer lacks."""
    return _left_out("keyboard", *_keyboard(), Phrase("commissioning.keyboard.none"))


def not_looked_at() -> Iterator[Proof]:
    """All proofs of the panel, if no window of the table is open."""
    why = Phrase("commissioning.screen.why")
    yield _left_out("display", *_display(), why)
    yield _left_out("second screen", *_second(), why)
    yield _left_out("signs", *_signs(), why)
    for place in TouchPoint:
        yield _left_out(f"touch {place}", *_touch(place), why)
    yield _left_out("keyboard", *_keyboard(), why)
    yield not_measured()
    yield _left_out("sound", *_sound(), why)


def _display() -> tuple[ProofText, ProofText]:
    """The phrases for what is tried and what is expected; so for each of these."""
    size = f"{LEAST[0]} × {LEAST[1]}"  # the sign of a screen's size
    return Phrase("commissioning.display"), Phrase("commissioning.display.expected", {"size": size})


def _second() -> tuple[ProofText, ProofText]:
    return Phrase("commissioning.second"), Phrase("commissioning.second.expected")


def _signs() -> tuple[ProofText, ProofText]:
    expected = Phrase("commissioning.signs.expected", {"languages": len(LANGUAGES)})
    return Phrase("commissioning.signs"), expected


def _touch(place: TouchPoint) -> tuple[ProofText, ProofText]:
    what = Phrase("commissioning.touch", {"place_key": f"commissioning.place.{place}"})
    return what, Phrase("commissioning.touch.expected")


def _keyboard() -> tuple[ProofText, ProofText]:
    return Phrase("commissioning.keyboard"), Phrase("commissioning.keyboard.expected")


def _badges() -> tuple[ProofText, ProofText]:
    return Phrase("commissioning.badges"), Phrase("commissioning.badges.expected", {"times": HOLDS})


def _sound() -> tuple[ProofText, ProofText]:
    return Phrase("commissioning.sound"), Phrase("commissioning.sound.expected")
