"""The words of scenes for roulette: the ball's run, its number, the wheel's own lines, and what is seen.

``spin D1 3 against``, ``number 17`` (the reader's) and ``number 17 by D1`` are lines in, and so is what the
wheel sends: ``wheel *X;5;011;27;0;136;1``, several lines parted by ``+``. A spin is seen as ``number 17 black
odd low 2 2`` (dozen and column last), ``number 0 green`` or ``number null``, and ``recorded 17``.
"""

from __future__ import annotations

from typing import Any

from console.scenes.scene_file import SceneError, hold
from console.scenes.table_in_memory import Seen


def spin_fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line of roulette alone, in short words."""
    match do, parts:
        case "spin", [by, turns, direction]:
            return {"do": "spin", "turns": int(turns), "direction": direction, "by": by}
        case "number", [number, "by", by]:
            return {"do": "number", "number": int(number), "source": "dealer", "by": by}
        case "number", [number]:
            return {"do": "number", "number": int(number), "source": "reader"}
    raise SceneError(f"{do} {parts} stands for no line")


def wheel_lines(text: str) -> Seen:
    """The wheel's own lines, each with its end."""
    sent = "".join(f"{line}\r\n" for line in text.split(" + "))
    return {"do": "device", "name": "wheel", "hex": sent.encode().hex()}


def actual_spin(round: Seen) -> Seen:
    """The terms of a round of roulette that a scene can name."""
    if "recorded" not in round:
        return {"number": None, "recorded": None}
    names = ("id", "status", "number", "recorded", "colour", "parity", "half", "dozen", "column")
    hold(tuple(round) == names, f"a round of {tuple(round)}")
    terms = [str(round[name]) for name in ("number", *names[4:]) if round[name] is not None]
    return {"number": " ".join(terms) or None, "recorded": round["recorded"]}


def named_spin(item: str) -> Seen | None:
    """A number that a scene names; None if it names none."""
    match item.split():
        case ["number", *words]:
            return {"number": None if words == ["null"] else " ".join(words)}
        case ["recorded", number]:
            return {"recorded": None if number == "null" else int(number)}
    return None
