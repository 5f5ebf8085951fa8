"""The wheel, its numbers and fields in words, on the screen and for who hears it.

Pure functions of what is shown; columns and dozens have the names that the market's casino hands use.
"""

from __future__ import annotations

from PySide6.QtGui import QFont

from console.game.roulette import pocket
from console.ui.lettering import advance, sentence
from console.ui.wheel.fields import CHANCES, Field
from console.ui.wheel.shown import Middle, WheelShown
from console.words import Words
from console.words.names import said_of

DOT = "  ·  "


def colour_word(words: Words, number: int) -> str:
    """``red``."""
    return words.text(f"say.colour.{pocket(number).colour}")


def number_name(words: Words, number: int) -> str:
    """``27, red``."""
    return words.text("wheel.number", number=number, colour=colour_word(words, number))


def parts_of(words: Words, number: int) -> tuple[str, ...]:
    """``27``, ``red``, ``odd``, ``high``, ``3rd dozen``, ``3rd column``; of zero only what it is."""
    told = pocket(number)
    parts = [str(number), colour_word(words, number)]
    if told.parity is not None:
        parts += [words.text(f"say.parity.{told.parity}"), words.text(f"say.half.{told.half}")]
        parts += [words.text(f"wheel.dozen.{told.dozen}"), words.text(f"wheel.column.{told.column}")]
    return tuple(parts)


def field_label(words: Words, field: Field) -> str:
    """A field as it is printed on the layout."""
    name, at = field
    match name:
        case "column":
            return "2:1"
        case "dozen":
            return words.text(f"wheel.field.dozen.{at}")
        case "low" | "high":
            return words.text(f"wheel.field.{name}")
        case "red" | "black":
            return sentence(words.text(f"say.colour.{name}"))
        case _:
            return sentence(words.text(f"say.parity.{name}"))


def field_name(words: Words, field: Field) -> str:
    """A field's full name: ``3rd column``, ``red``."""
    name, at = field
    if name in ("column", "dozen"):
        return words.text(f"wheel.{name}.{at}")
    assert name in CHANCES
    return field_label(words, field)


def state_text(words: Words, shown: WheelShown) -> str:
    """The wheel's state in words; what is wrong where its reader is not heard."""
    if not shown.has_reader:
        return words.text("wheel.no_reader")
    if shown.silent or shown.state is None:
        return words.text("lamp.wheel")
    return words.text(f"wheel.state.{shown.state}")


def turns_text(words: Words, shown: WheelShown) -> str:
    """The ball's run as it was confirmed, else as it is asked for."""
    if shown.turns is None or shown.direction is None:
        return words.text("wheel.turns.asked", turns=shown.asked)
    return words.text(f"wheel.turns.{shown.direction}", turns=shown.turns)


def turning_text(words: Words, shown: WheelShown) -> str:
    """The wheel's direction and its speed, in the reader's own unit."""
    if shown.turning is None:
        return "–"
    turning = words.text(f"wheel.turning.{shown.turning}")
    return turning if shown.speed is None else f"{turning} · {shown.speed}"


def filled(parts: tuple[str, ...], width: float, face: QFont) -> tuple[str, ...]:
    """Parts put side by side with dots between them, as many to a line as fit; none is broken."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{DOT}{part}" if lines else part
        if lines and advance(longer, face) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return tuple(lines)


def wheel_heard(words: Words, shown: WheelShown) -> list[str]:
    """The wheel as sentences, for who hears the table."""
    said = [_middle_heard(words, shown)]
    if shown.waits:
        said.append(words.text("wheel.waits"))
    if shown.has_reader:
        said.append(said_of(words, words.text("wheel.heading"), state_text(words, shown)))
        if shown.turning is not None and not shown.silent:
            said.append(turning_text(words, shown))
    else:
        said.append(words.text("wheel.no_reader"))
    said.append(said_of(words, words.text("wheel.turns"), turns_text(words, shown)))
    return [each for each in said if each]


def _middle_heard(words: Words, shown: WheelShown) -> str:
    between = words.text("access.list")
    match shown.middle:
        case Middle.NUMBER | Middle.CONFIRM if shown.number is not None:
            return between.join(parts_of(words, shown.number))
        case Middle.LAST if shown.number is not None:
            return said_of(words, words.text("wheel.last"), number_name(words, shown.number))
        case Middle.AGAIN if shown.number is not None:
            return said_of(words, words.text("wheel.again_from"), number_name(words, shown.number))
        case Middle.DIFFERS if shown.second is not None:
            numbers = [number for number in (shown.number, shown.second) if number is not None]
            named = between.join(number_name(words, number) for number in numbers)
            return f"{said_of(words, words.text('wheel.differs'), named)}. {words.text('wheel.differs.note')}"
        case Middle.VOID:
            return words.text("wheel.void")
        case _:
            return ""
