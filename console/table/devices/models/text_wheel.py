"""A wheel of any make that sends lines of text: the table's file gives their format.

The groups of its patterns: ``number``, the winning one; ``ball``, that it runs in its track; ``game``, the
wheel's own count of its spins; ``error``; ``battery``, in per cent.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.table.devices.line_format import NONE, Format, Lines, is_set, percent, split, text_of, usable
from console.table.devices.line_pattern import LONGEST
from console.table.devices.model import Decoder, DeviceRole, WheelDecoder, WheelModel
from console.table.devices.readings import (
    BallInTrack,
    BatteryLevel,
    Nothing,
    NumberChanged,
    Reading,
    WheelFault,
    WheelFaultMeaning,
    WheelNumber,
)
from console.table.devices.transport import understood
from console.table.devices.wheel_status import BALL, FAILURE, PLACE_BETS, WINNING_NUMBER, WheelStatus

GROUPS: Final = frozenset(("number", "ball", "game", "error", "battery"))
HIGHEST: Final = 36
GARBLED: Final = Nothing("garbled")
"""A line that matches no pattern, or has a number that no wheel has; reported once until one that matches."""


class TextWheel(WheelDecoder, frozen=True, tag="text_wheel"):
    """The decoder of a wheel whose lines are text; part of the table's state.

    A number is reported once a game. A game of the wheel's begins when its counter changes, or if no line
    counts with the ball; for a wheel that reports neither, every line with a number is another spin's.
    """

    format: Format = NONE
    begun: bytes = b""
    last: WheelStatus | None = None
    games: int = 0
    game: str | None = None
    """The wheel's own count of this game."""
    number: int | None = None
    """The number that this game has reported."""
    changed: bool = False
    """Whether this game has reported another one since."""
    error: str = ""
    gap: bool = False
    """Whether the wheel could not be heard since its last line: a ball that was sent then was not seen."""
    garbled: bool = False
    power: int | None = None

    @property
    def remainder(self) -> bytes:
        return self.begun

    @property
    def course(self) -> tuple[int, ...]:
        return (BALL, WINNING_NUMBER) if self.reports_ball else (WINNING_NUMBER,)

    def feed(self, data: bytes) -> tuple[TextWheel, tuple[Reading, ...]]:
        """Take bytes, split anyhow; returns the next decoder and the readings of every line that ended. A
        line that matches no pattern changes nothing. No bytes raise an error.
        """
        lines, begun = split(self.begun, data)
        decoder, readings = self, list[Reading]()
        known = usable(self.format, GROUPS)
        for line in lines if known is not None else ():
            decoder, found = decoder._after_line(known, line) if known is not None else (decoder, [])
            readings += found
        return replace(decoder, begun=begun), tuple(readings)

    def reads_as(self, other: Decoder) -> bool:
        return isinstance(other, TextWheel) and other.format == self.format

    def cut_off(self) -> TextWheel:
        """The decoder after the wheel could not be heard for a while."""
        return replace(self, begun=b"", gap=True)

    def lines(self, data: bytes) -> tuple[bytes, ...]:
        return tuple(split(self.begun, data)[0])

    def status_of(self, line: bytes) -> WheelStatus | None:
        """The content of a line by itself; None if it matches nothing."""
        known = usable(self.format, GROUPS)
        groups = _groups(known, line) if known is not None else None
        return None if groups is None else _status(groups, self.games, self.number or 0)

    @property
    def reports_ball(self) -> bool:
        known = usable(self.format, GROUPS)
        return known is not None and any("ball" in each.groups for each in known.patterns)

    def _after_line(self, known: Lines, line: bytes) -> tuple[TextWheel, list[Reading]]:
        groups = _groups(known, line)
        if groups is None:
            return replace(self, garbled=True), [] if self.garbled else [GARBLED]
        counted = frozenset().union(*(each.groups for each in known.patterns))
        now = self._in_game_of(groups, counted)
        readings = list[Reading]()
        number = _number(groups)
        if is_set(groups, "ball") and (self.last is None or self.last.state != BALL or now is not self):
            readings.append(BallInTrack())
        if number is not None:
            if now.number is None:
                now = replace(now, number=number)
                readings.append(WheelNumber(number))
            elif now.number != number and not now.changed:
                now = replace(now, changed=True)
                readings.append(NumberChanged(number))
        error = groups["error"] if is_set(groups, "error") else "" if "error" in groups else self.error
        if error and error != self.error:
            readings.append(WheelFault(WheelFaultMeaning.FAILURE, now.games))
        power = percent(groups.get("battery"), self.power)
        if power is not None and power != self.power:
            readings.append(BatteryLevel(power))
        last = _status({**groups, "error": error}, now.games, now.number or 0)
        return replace(now, last=last, error=error, power=power, gap=False, garbled=False), readings

    def _in_game_of(self, groups: dict[str, str], counted: frozenset[str]) -> TextWheel:
        if not self._begins(groups, counted):
            return self
        games = self.games if self.last is None else self.games + 1
        return replace(self, game=groups.get("game", self.game), number=None, changed=False, games=games)

    def _begins(self, groups: dict[str, str], counted: frozenset[str]) -> bool:
        if "game" in groups:
            return groups["game"] != self.game
        if "game" in counted:
            return False
        if "ball" not in counted:
            return "number" in groups
        if is_set(groups, "ball"):
            return self.last is None or self.last.state != BALL
        # A ball was sent while nobody listened: another number than the last one is another spin's.
        return self.gap and "number" in groups and _number(groups) != self.number


def _groups(known: Lines, line: bytes) -> dict[str, str] | None:
    """The groups of a line; None if it matches nothing, or its number is on no wheel."""
    return understood(line, lambda each: _possible(known, each)) if len(line) <= LONGEST else None


def _possible(known: Lines, line: bytes) -> dict[str, str] | None:
    groups = known.groups_of(text_of(line))
    return None if groups is None or ("number" in groups and _number(groups) is None) else groups


def _number(groups: dict[str, str]) -> int | None:
    digits = groups.get("number", "").strip()
    if not digits.isascii() or not digits.isdecimal() or int(digits[-9:]) > HIGHEST or len(digits) > 9:
        return None
    return int(digits)


def _status(groups: dict[str, str], game: int, number: int) -> WheelStatus:
    state = BALL if is_set(groups, "ball") else WINNING_NUMBER if "number" in groups else PLACE_BETS
    read = _number(groups)
    bits = FAILURE if is_set(groups, "error") and groups["error"] else 0
    return WheelStatus(state, game, number if read is None else read, bits, None, None)


class TextWheelVoice:
    """The messages of a simulated wheel: a line for the running ball, one for the number, one for a fault."""

    def __init__(self, format: Format = NONE) -> None:
        self._known = usable(format, GROUPS)

    def says(self, status: WheelStatus, *, begins: bool) -> bytes:
        """A line at the beginning of a state, if the patterns have one for it."""
        if self._known is None or not begins:
            return b""
        game = {"game": str(status.game)}
        if status.bits & FAILURE:
            return self._line({"error": None}, game)
        if status.state == BALL:
            return self._line({"ball": None}, game)
        if status.state == WINNING_NUMBER and not status.bits:
            return self._line({"number": str(status.number)}, game) or self._line(
                {"number": f"{status.number:02}"}, game
            )
        return b""

    def truncated_line(self, line: bytes) -> bytes:
        """Without the characters before its end."""
        return line[:-4] + b"\r\n" if len(line) > 4 else b""

    def _line(self, groups: dict[str, str | None], game: dict[str, str]) -> bytes:
        assert self._known is not None
        for more in ({}, game, {name: f"{int(text):03}" for name, text in game.items()}):
            if (line := self._known.line_of({**groups, **more})) is not None:
                return line.encode() + b"\r\n"
        return b""


MODEL: Final = WheelModel(
    roles=frozenset((DeviceRole.WHEEL,)),
    decoder=lambda format: TextWheel(format),
    kind=TextWheel,
    voice=TextWheelVoice,
    groups=GROUPS,
)
