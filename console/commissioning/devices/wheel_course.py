"""The course of each spin: direction and state sequence, compared with the sensor's description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from console.supervisor.records import Proof, Section, Slots, Subject, left_out, tried
from console.table.devices import WheelDecoder, wheel_status

_DIRECTIONS: Final[tuple[wheel_status.Direction, wheel_status.Direction]] = ("clockwise", "anticlockwise")


def course_proofs(lines: Sequence[wheel_status.WheelStatus], model: WheelDecoder) -> Iterator[Proof]:
    """A proof for each spin, and one for both directions; left out if the model sends only numbers."""
    if model.course == (wheel_status.WINNING_NUMBER,):
        subject = Subject(Section.DEVICES, "device course", expected="course.any")
        yield subject.with_finding(left_out("course.numbers_alone"))
        return
    directions: list[wheel_status.Direction] = []
    for at, spin in enumerate(spins(lines, model.course), start=1):
        states = tuple(line.state for line in spin)
        direction = next((line.direction for line in reversed(spin) if line.state == wheel_status.BALL), None)
        named: Slots = {"states": _joined_states(states)}
        if direction is not None:
            directions.append(direction)
            named["direction_key"] = f"wheel.turning.{direction}"
        subject = Subject(
            Section.DEVICES,
            f"device spin {at}",
            "course.spin",
            "course.expected",
            about={"at": at, "number": spin[-1].number or 0},
            states=_joined_states(model.course),
        )
        key = "course.untold" if direction is None else "course.found"
        yield subject.with_finding(tried(key, states == model.course, **named))
    if directions:
        counted: Slots = {each: directions.count(each) for each in _DIRECTIONS}
        finding = tried("directions.found", len(set(directions)) == len(_DIRECTIONS), **counted)
        yield Subject(Section.DEVICES, "device directions").with_finding(finding)


def spins(
    lines: Sequence[wheel_status.WheelStatus], course: Sequence[int]
) -> Iterator[tuple[wheel_status.WheelStatus, ...]]:
    """The lines of each spin that reached its number: the last line of each state."""
    spin: list[wheel_status.WheelStatus] = []
    for line in (line for line in lines if line.state in course):
        if line.state == wheel_status.WINNING_NUMBER and line.number is None:
            continue
        if spin and spin[-1].state == line.state:
            spin[-1] = line
            continue
        if spin and spin[-1].state == wheel_status.WINNING_NUMBER:
            yield tuple(spin)
            spin = []
        spin.append(line)
    if spin and spin[-1].state == wheel_status.WINNING_NUMBER:
        yield tuple(spin)


def _joined_states(states: Sequence[int]) -> str:
    return "-".join(map(str, states))
