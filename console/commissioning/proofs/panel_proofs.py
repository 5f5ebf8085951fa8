"""The operator panel: screen, second screen, signs, touch, keyboard, sound, as a person found them. The
table's window draws, plays and takes presses; without a window each proof is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final

import msgspec

from console.base.words import LANGUAGES
from console.supervisor.records import Finding, Proof, Section, Slots, Subject, left_out, tried
from console.table.people import QUICK, BadgeForm

LEAST: Final = (1280, 800)
"""The least pixels of a screen on which everything is legible."""
MOST_OFF: Final = 24.0
"""Units by which a touch may miss: half of the smallest key, so that it still hits the key."""
HOLDS: Final = 5
"""How often a badge is held to the reader."""


class TouchPoint(StrEnum):
    """A point of the screen to touch, ``commissioning.place.NAME``."""

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
    """The display's size as the panel reports it, or zeros."""

    @property
    def size(self) -> str:
        """``1920 × 1080``."""
        return f"{self.wide} × {self.high}"


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
        return math.dist(self.drawn, self.landed)


_subject = partial(Subject, Section.MACHINE)
_DISPLAY: Final = _subject("machine display", size=f"{LEAST[0]} × {LEAST[1]}")
_SECOND: Final = _subject("machine second screen", "second")
_SIGNS: Final = _subject("machine signs", languages=len(LANGUAGES))
_TOUCH: Final = {
    place: _subject(f"machine touch {place}", "touch", about={"place_key": f"commissioning.place.{place}"})
    for place in TouchPoint
}
_KEYBOARD: Final = _subject("machine keyboard")
_BADGES: Final = _subject("machine badges", times=HOLDS)
_SOUND: Final = _subject("machine sound")


@_DISPLAY.proof
def display_proof(display: Display, *, edges_seen: bool) -> Finding:
    """The table's own screen: large enough, and no part of it lies under its frame."""
    good = edges_seen and display.wide >= LEAST[0] and display.high >= LEAST[1]
    wide, high = map(float, display.millimetres)
    figures = {"wide_mm": wide, "high_mm": high} if wide or high else None
    key = "display.seen" if edges_seen else "display.cut"
    return tried(key, good, figures, size=display.size, scale=float(display.scale))


@_SECOND.proof
def second_proof(others: Sequence[Display], *, seen: bool) -> Finding:
    """Every other screen of this computer."""
    sizes = "\n".join(each.size for each in others)
    return tried("second.seen" if seen else "second.unseen", seen, size_list=sizes)


@_SIGNS.proof
def signs_proof(count: int, lacking: str, wrong: Sequence[str]) -> Finding:
    """The proof whether this screen shows the signs of all languages. ``lacking`` have no form in any font;
    ``wrong`` are the languages, by their own names, whose signs a person found missing, cut or wrong.
    """
    slots: Slots = {"count": count, "languages_list": "\n".join(wrong), "lacking": lacking or "–"}
    good = not wrong and not lacking
    return tried("signs.right" if good else "signs.wrong", good, **slots)


def touch_proof(touched: TouchSample) -> Proof:
    """The proof of one touch point; a touch elsewhere names both places."""
    slots: Slots = {
        "landed": f"{touched.landed[0]}, {touched.landed[1]}",
        "drawn": f"{touched.drawn[0]}, {touched.drawn[1]}",
        "by_key": f"commissioning.touch.{'finger' if touched.by_finger else 'mouse'}",
    }
    good = touched.off <= touched.most
    finding = tried(
        "touch.near" if good else "touch.elsewhere", good, {"off_px": round(touched.off, 1)}, **slots
    )
    return _TOUCH[touched.place].with_finding(finding)


@_KEYBOARD.proof
def keyboard_proof(keys: Sequence[str], silent: Sequence[str]) -> Finding:
    """The keys that the console uses, each by its sign or the phrase of its name; the presses of ``silent``
    ones did not arrive.
    """
    slots: Slots = {"count": len(keys) - len(silent), "keys_caps": "\n".join(silent)}
    return tried("keyboard.silent" if silent else "keyboard.pressed", not silent, **slots)


@_BADGES.proof
def badges_proof(held: Sequence[BadgeForm], form: BadgeForm | None) -> Finding:
    """The badge reader as it typed each badge; ``form`` is the table's file's. It is good if all came in one
    form, which the console takes everywhere: without a form in the file, bare digits at a reader's pace. The
    badges' numbers are never kept.
    """
    pace = max(each.pace for each in held)
    slots: Slots = {
        "digits_list": "\n".join(dict.fromkeys(str(each.digits) for each in held)),
        "pace": pace,
        "before_list": "\n".join(dict.fromkeys(each.prefix or "–" for each in held)),
        "behind_list": "\n".join(dict.fromkeys(each.suffix or "–" for each in held)),
    }
    wanted = BadgeForm(held[0].digits, QUICK) if form is None else form
    good = all(each.is_typed_as(wanted) for each in held)
    key = "badges.measured" if good else "badges.otherwise"
    return tried(key, good, {"pace_ms": float(pace)}, **slots)


def not_measured() -> Proof:
    return _BADGES.with_finding(left_out("badges.not_measured"))


@_SOUND.proof
def sound_proof(*, heard: bool) -> Finding:
    """A tone of the kind with which the console calls."""
    return tried("sound.heard" if heard else "sound.unheard", heard)


def one_screen() -> Proof:
    return _SECOND.with_finding(left_out("second.none"))


def no_touch() -> Iterator[Proof]:
    """The touch points, if the screen takes no touch."""
    return (each.with_finding(left_out("touch.none")) for each in _TOUCH.values())


def no_keyboard() -> Proof:
    return _KEYBOARD.with_finding(left_out("keyboard.none"))


def not_looked_at() -> Iterator[Proof]:
    """All proofs of the panel, if no window of the table is open."""
    why = left_out("screen.why")
    yield from (each.with_finding(why) for each in (_DISPLAY, _SECOND, _SIGNS, *_TOUCH.values(), _KEYBOARD))
    yield not_measured()
    yield _SOUND.with_finding(why)
