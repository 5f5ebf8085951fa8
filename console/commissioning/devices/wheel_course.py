"""The course of each spin: direction and state sequence, against what the sensor's model describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from console.commissioning.proof import Proof, Said, Section, Slots, left_out, tried
from console.devices.model import WheelDecoder
from console.devices.wheel_status import BALL, WINNING_NUMBER, Direction, WheelStatus

_DIRECTIONS: Final[tuple[Direction, Direction]] = ("clockwise", "anticlockwise")


def course_proofs(lines: Sequence[WheelStatus], model: WheelDecoder) -> Iterator[Proof]:
    """A proof for each spin, and one for both directions. A model that tells numbers alone is left out."""
    if model.course == (WINNING_NUMBER,):
        what, expected = Said("commissioning.course"), Said("commissioning.course.any")
        why = Said("commissioning.course.numbers_alone")
        yield left_out(Section.DEVICES, "course", what, expected, why)
        return
    expected = Said("commissioning.course.expected", {"states": _written(model.course)})
    directions: list[Direction] = []
    for at, spin in enumerate(spins(lines, model.course), start=1):
        states = tuple(line.state for line in spin)
        direction = next((line.direction for line in reversed(spin) if line.state == BALL), None)
        named: Slots = {"states": _written(states)}
        if direction is not None:
            directions.append(direction)
            named["direction_key"] = f"wheel.turning.{direction}"
        key = "untold" if direction is None else "found"
        yield tried(
            Section.DEVICES,
            f"spin {at}",
            Said("commissioning.course.spin", {"at": at, "number": spin[-1].number}),
            expected,
            Said(f"commissioning.course.{key}", named),
            states == model.course,
        )
    if directions:
        counted: Slots = {each: directions.count(each) for each in _DIRECTIONS}
        yield tried(
            Section.DEVICES,
            "directions",
            Said("commissioning.directions"),
            Said("commissioning.directions.expected"),
            Said("commissioning.directions.found", counted),
            len(set(directions)) == len(_DIRECTIONS),
        )


def spins(lines: Sequence[WheelStatus], course: Sequence[int]) -> Iterator[tuple[WheelStatus, ...]]:
    """The lines of each spin that came to its number: the last line of each of its states."""
    spin: list[WheelStatus] = []
    for line in (line for line in lines if line.state in course):
        if spin and spin[-1].state == line.state:
            spin[-1] = line
            continue
        if spin and spin[-1].state == WINNING_NUMBER:
            yield tuple(spin)
            spin = []
        spin.append(line)
    if spin and spin[-1].state == WINNING_NUMBER:
        yield tuple(spin)


def _written(states: Sequence[int]) -> str:
    return "-".join(map(str, states))
