"""The lines of a wheel's in-rim sensor (Cammegh family): a decoder as a value, and such a wheel's messages.

It knows lines, states, warning bits and the wheel's own count of its games. It never knows whether a number
is due, or how the table reacts to a fault.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from console.table.devices.line_format import NONE, Format
from console.table.devices.model import DeviceRole, WheelDecoder, WheelModel
from console.table.devices.readings import (
    BallInTrack,
    NoMoreBets,
    Nothing,
    NumberChanged,
    Reading,
    WheelFault,
    WheelFaultMeaning,
    WheelNumber,
)
from console.table.devices.transport import understood
from console.table.devices.wheel_status import (
    BALL,
    CLOSED,
    NO_MORE_BETS,
    PLACE_BETS,
    START,
    WINNING_NUMBER,
    Direction,
    WheelStatus,
)

LONGEST: Final = 24
"""The most bytes of a status line before its end; more bytes are no status line."""

# A line that lost its end is followed by the next one's beginning at the latest.
_ENDS: Final = re.compile(rb"[\r\n]+|(?=\*X)")
_ONE_BY_ONE: Final = re.compile(rb"(?<=[\r\n])(?![\r\n])|(?=\*X)")
# No check byte guards a line: every field must have its full width, or a lost character makes 7 of 27.
_STATUS: Final = re.compile(
    rb"\*X;([1-6]);([0-9]{3});((?:[ 0-2][0-9])|3[0-6]);([0-9A-Fa-f]);([0-9]{3});([01])"
)
_DIRECTIONS: Final[tuple[Direction, Direction]] = ("clockwise", "anticlockwise")

_IN_GAME: Final = (PLACE_BETS, BALL, NO_MORE_BETS, WINNING_NUMBER)
_STEPS: Final = frozenset({(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (5, 1)})


class CammeghDecoder(WheelDecoder, frozen=True, tag="wheel"):
    """The position in a wheel's lines; part of the table's state.

    A game of the wheel's begins when its state comes back to 1 or 2 from another, by an illegal step too, and
    when its counter changes. The capture has both at once (the counter goes up on the step from 5), but
    either may be lost: the step in a gap of lines, the counter in three digits that begin again. A counter
    that changes anywhere else in states 2 to 5 is an illegal step, and the number that follows is no spin's:
    a wheel that stays in state 5 while a ball is spun has not seen that ball.
    """

    begun: bytes = b""
    """The beginning of a line that has not ended."""
    last: WheelStatus | None = None
    """The last whole line, for those who show it."""
    before: int | None = None
    """The state that the next line steps from; None after connecting, when any may come."""
    number: int | None = None
    """The number that this game has reported."""
    changed: bool = False
    """Whether this game has reported another one since."""
    faults: tuple[WheelFaultMeaning, ...] = ()
    """The warnings of this game's last line."""
    games: int = 0
    """The number of games that were heard before this one."""
    spoiled: bool = False
    """Whether the counter of this game changed in the middle of it: no number of it counts."""
    course = _IN_GAME

    @property
    def remainder(self) -> bytes:
        return self.begun

    def feed(self, data: bytes) -> tuple[CammeghDecoder, tuple[Reading, ...]]:
        """Take bytes, split anyhow; returns the next decoder and the readings of every line that ended.

        An incomplete line is ignored. A line that repeats the state before it, warns of nothing new and
        brings no number gives no reading. The first line in state 5 after connecting is the number of its
        game, unless it was reported before the break. No bytes raise an error.
        """
        decoder, readings = self, list[Reading]()
        pieces, begun = _pieces(self.begun, data)
        for piece in pieces:
            if status := status_of(piece):
                decoder, found = decoder._after_status(status)
                readings += found
        return replace(decoder, begun=begun), tuple(readings)

    def one_by_one(self, data: bytes) -> tuple[bytes, ...]:
        """Parted after each line's end, and where one that lost its end is followed by the next one."""
        return tuple(piece for piece in _ONE_BY_ONE.split(data) if piece)

    def status_of(self, line: bytes) -> WheelStatus | None:
        return status_of(line)

    def lines(self, data: bytes) -> tuple[bytes, ...]:
        """The lines that these bytes end and that began as status lines, whole or not, without their ends."""
        return tuple(piece for piece in _pieces(self.begun, data)[0] if piece.startswith(b"*X"))

    def cut_off(self) -> CammeghDecoder:
        return replace(self, begun=b"", before=None)

    def _after_status(self, status: WheelStatus) -> tuple[CammeghDecoder, list[Reading]]:
        """The decoder and the readings after a whole line; an impossible step is a fault of the last game."""
        spoiled = self._counts_on_in_mid_game(status)
        wrong = WheelFaultMeaning.ILLEGAL_STEP if spoiled else _wrong_step(self.before, status.state)
        broke_off = [WheelFault(wrong, self.games)] if wrong else []
        game = self._in_game_of(status, spoiled)
        warned = [WheelFault(new, game.games) for new in status.warnings if new not in game.faults]
        now, found = game._number_or_state(status, begins=game is not self)
        after = replace(now, last=status, before=status.state, faults=status.warnings)
        return after, [*warned, *broke_off, *found]

    def _counts_on_in_mid_game(self, status: WheelStatus) -> bool:
        """Whether the counter changed within a game; the step from a number to place bets begins one."""
        step = (self.before, status.state)
        in_game = all(state in _IN_GAME for state in step) and step != (WINNING_NUMBER, PLACE_BETS)
        return in_game and self.last is not None and self.last.game != status.game

    def _in_game_of(self, status: WheelStatus, spoiled: bool) -> CammeghDecoder:
        follows = self.before == status.state or (self.before, status.state) == (START, PLACE_BETS)
        begins = status.state in (START, PLACE_BETS) and not follows
        if not begins and self.last is not None and self.last.game == status.game:
            return self
        games = self.games if self.last is None else self.games + 1
        return replace(self, number=None, changed=False, faults=(), games=games, spoiled=spoiled)

    def _number_or_state(self, status: WheelStatus, *, begins: bool) -> tuple[CammeghDecoder, list[Reading]]:
        if status.state == WINNING_NUMBER and not status.warnings and not self.spoiled:
            if self.number is None:
                return replace(self, number=status.number), [WheelNumber(status.number)]
            if self.number != status.number and not self.changed:
                return replace(self, changed=True), [NumberChanged(status.number)]
        if status.state == self.before and not (begins and status.state == BALL):
            return self, []  # a running ball is reported again in each game
        if status.state == NO_MORE_BETS:
            return self, [NoMoreBets()]
        return self, [BallInTrack() if status.state == BALL else Nothing(f"state_{status.state}")]


def _pieces(partial_line: bytes, data: bytes) -> tuple[list[bytes], bytes]:
    *pieces, rest = _ENDS.split(partial_line + data)
    if not rest.startswith(b"*X") or len(rest) > LONGEST:
        rest = b"*" if rest.endswith(b"*") else b""
    return pieces, rest


def _wrong_step(before: int | None, state: int) -> WheelFaultMeaning | None:
    if before is None or before == state or (before, state) in _STEPS:
        return None
    if state != CLOSED:
        return WheelFaultMeaning.ILLEGAL_STEP
    return WheelFaultMeaning.CLOSED_IN_GAME if before in (PLACE_BETS, BALL, NO_MORE_BETS) else None


def status_of(line: bytes) -> WheelStatus | None:
    """A status line without its end; None if it is not whole, or is another line."""
    found = understood(line, _STATUS.fullmatch)
    if found is None:
        return None
    state, game, number, bits, speed, direction = found.groups()
    return WheelStatus(
        int(state), int(game), int(number), int(bits, 16), int(speed), _DIRECTIONS[int(direction)]
    )


def status_line(status: WheelStatus) -> bytes:
    direction = 0 if status.direction is None else _DIRECTIONS.index(status.direction)
    speed, bits = status.speed or 0, f"{status.bits:X}"
    line = f"*X;{status.state};{status.game:03};{status.number:2};{bits};{speed:03};{direction}\r\n"
    return line.encode()


def number_line(number: int) -> bytes:
    """The bare line before a game's first line in state 5; it is evidence, and never read."""
    return f"{number:2}\r\n".encode()


class WheelLines:
    """The messages of a simulated wheel: a status line, and before a game's first line with its number the
    number alone.
    """

    def __init__(self, format: Format = NONE) -> None:
        """No format but its own."""

    def says(self, status: WheelStatus, *, begins: bool) -> bytes:
        """The status line, sent twice a second in any state; first, once, the line of the number."""
        comes = status.state == WINNING_NUMBER and begins and not status.bits
        return (number_line(status.number) if comes else b"") + status_line(status)

    def truncated_line(self, line: bytes) -> bytes:
        """Without the last field."""
        return line[: line.rindex(b";")] + b"\r\n"


MODEL: Final = WheelModel(
    roles=frozenset((DeviceRole.WHEEL,)),
    decoder=lambda _: CammeghDecoder(),
    kind=CammeghDecoder,
    voice=WheelLines,
    never_quiet=2.0,
)
