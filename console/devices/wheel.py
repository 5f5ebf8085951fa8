"""The lines of a wheel's in-rim sensor (Cammegh family): a decoder as a value, and what such a wheel sends.

It knows lines, states, warning bits and the wheel's own count of its games. It never knows whether a number
is due, or what the table does about a fault.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from console.devices.readings import (
    BallInTrack,
    Nothing,
    NumberChanged,
    Reading,
    WheelFault,
    WheelFaultMeaning,
    WheelNumber,
)

Direction: TypeAlias = Literal["clockwise", "anticlockwise"]

LONGEST: Final = 24
"""Bytes that a status line may have without its end; more are none."""
BALL_REMOVED: Final = 1
"""The bit of a ball that is out or not sensed: between two spins it is so, and no fault."""

# A line that lost its end is followed by the next one's beginning at the latest.
_ENDS: Final = re.compile(rb"[\r\n]+|(?=\*X)")
# No check byte guards a line: every field must have its full width, or a lost character makes 7 of 27.
_STATUS: Final = re.compile(
    rb"\*X;([1-6]);([0-9]{3});((?:[ 0-2][0-9])|3[0-6]);([0-9A-Fa-f]);([0-9]{3});([01])"
)
_DIRECTIONS: Final[tuple[Direction, Direction]] = ("clockwise", "anticlockwise")

START, PLACE_BETS, BALL, NO_MORE_BETS, WINNING_NUMBER, CLOSED = range(1, 7)

_STEPS: Final = frozenset({(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (5, 1)})
_WARNINGS: Final = {
    2: WheelFaultMeaning.SAME_DIRECTION,
    4: WheelFaultMeaning.FAILURE,
    8: WheelFaultMeaning.VOID_GAME,
}


class WheelStatus(msgspec.Struct, frozen=True):
    """A whole status line."""

    state: int
    """1 game start, 2 place bets, 3 ball in track, 4 no more bets, 5 winning number, 6 closed."""
    game: int
    """The wheel's counter of its spins."""
    number: int
    """The winning number in state 5, else that of the game before."""
    bits: int
    """1 ball removed, 2 same direction, 4 failure, 8 void game."""
    speed: int
    """The rotor's, in a unit that is not published."""
    direction: Direction

    @property
    def warnings(self) -> tuple[WheelFaultMeaning, ...]:
        """What its bits warn of."""
        return tuple(meaning for bit, meaning in _WARNINGS.items() if self.bits & bit)


class Wheel(msgspec.Struct, frozen=True, tag="wheel"):
    """Where the reading of a wheel's lines stands; part of the table's state.

    A game of the wheel's begins when its state comes to 1 or 2 from 5 or 6, and when its counter changes. The
    capture has both at once (the counter goes up on the step from 5), but either may be lost: the step in a
    gap of lines, the counter in three digits that begin again. A number that is told twice is harmless, for
    the table knows its own rounds; one never told would void a valid spin (LT-ROU-28). A state that goes back
    to 1 or 2 in the middle of a game is an illegal step, and no new game.
    """

    begun: bytes = b""
    """What may be a line that has not ended."""
    last: WheelStatus | None = None
    """The last whole line, for those who show it."""
    before: int | None = None
    """The state that the next line steps from; None after connecting, when any may come."""
    number: int | None = None
    """The number that this game has told."""
    changed: bool = False
    """Whether this game has told another one since."""
    faults: tuple[WheelFaultMeaning, ...] = ()
    """What the last line of this game warned of."""
    games: int = 0
    """How many games have been heard before this one."""
    spoiled: bool = False
    """Whether the counter of this game changed in the middle of it: no number of it counts."""

    def feed(self, data: bytes) -> tuple[Wheel, tuple[Reading, ...]]:
        """Take bytes, split anyhow; give the next decoder and the readings of every line that ended.

        A line that is not whole is none. A line that repeats the state before it, warns of nothing new and
        brings no number gives no reading. The first line in state 5 after connecting is the number of its
        game, unless that was told before the break. No bytes raise anything.
        """
        decoder, readings = self, list[Reading]()
        pieces, begun = _pieces(self.begun, data)
        for piece in pieces:
            if status := status_of(piece):
                decoder, found = decoder._heard(status)
                readings += found
        return replace(decoder, begun=begun), tuple(readings)

    def after(self, data: bytes) -> Wheel:
        """The next decoder alone, as :meth:`feed` gives it: for bytes whose readings are known already."""
        return self.feed(data)[0]

    def broken(self, data: bytes) -> int:
        """How many lines of these bytes began as a status line and are none: cut short, or garbled."""
        return sum(not status_of(line) for line in self.lines(data))

    def lines(self, data: bytes) -> tuple[bytes, ...]:
        """The lines that these bytes end and that began as status lines, whole or not, without their ends."""
        return tuple(piece for piece in _pieces(self.begun, data)[0] if piece.startswith(b"*X"))

    def cut_off(self) -> Wheel:
        """The decoder after the wheel could not be heard for a while: no step is judged over the gap."""
        return replace(self, begun=b"", before=None)

    def _heard(self, status: WheelStatus) -> tuple[Wheel, list[Reading]]:
        """A whole line. A step that can't be belongs to the game that it leaves."""
        spoiled = self._counts_on_in_mid_game(status)
        wrong = WheelFaultMeaning.ILLEGAL_STEP if spoiled else _wrong_step(self.before, status.state)
        broke_off = [WheelFault(wrong, self.games)] if wrong else []
        game = self._in_game_of(status, spoiled)
        warned = [WheelFault(new, game.games) for new in status.warnings if new not in game.faults]
        now, found = game._read(status, begins=game is not self)
        after = replace(now, last=status, before=status.state, faults=status.warnings)
        return after, [*warned, *broke_off, *found]

    def _counts_on_in_mid_game(self, status: WheelStatus) -> bool:
        """Whether the counter changed between place bets and the number, where it stays what it is."""
        began = self.before in (PLACE_BETS, BALL, NO_MORE_BETS)
        in_game = began and PLACE_BETS <= status.state <= WINNING_NUMBER
        return in_game and self.last is not None and self.last.game != status.game

    def _in_game_of(self, status: WheelStatus, spoiled: bool) -> Wheel:
        begins = status.state in (START, PLACE_BETS) and self.before in (None, WINNING_NUMBER, CLOSED)
        if not begins and self.last is not None and self.last.game == status.game:
            return self
        games = self.games if self.last is None else self.games + 1
        return replace(self, number=None, changed=False, faults=(), games=games, spoiled=spoiled)

    def _read(self, status: WheelStatus, *, begins: bool) -> tuple[Wheel, list[Reading]]:
        if status.state == WINNING_NUMBER and not status.warnings and not self.spoiled:
            if self.number is None:
                return replace(self, number=status.number), [WheelNumber(status.number)]
            if self.number != status.number and not self.changed:
                return replace(self, changed=True), [NumberChanged(status.number)]
        if status.state == self.before and not (begins and status.state == BALL):
            return self, []  # a ball that runs is told of each game
        return self, [BallInTrack() if status.state == BALL else Nothing(f"state_{status.state}")]


def _pieces(begun: bytes, data: bytes) -> tuple[list[bytes], bytes]:
    """The lines that have ended, and what may be one that has not."""
    *pieces, rest = _ENDS.split(begun + data)
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
    found = _STATUS.fullmatch(line)
    if found is None:
        return None
    state, game, number, bits, speed, direction = found.groups()
    return WheelStatus(
        int(state), int(game), int(number), int(bits, 16), int(speed), _DIRECTIONS[int(direction)]
    )


def status_line(status: WheelStatus) -> bytes:
    """A status line with its end."""
    direction = _DIRECTIONS.index(status.direction)
    return (
        f"*X;{status.state};{status.game:03};{status.number:2};{status.bits:X};{status.speed:03};{direction}\r\n"
    ).encode()


def number_line(number: int) -> bytes:
    """The bare line before a game's first line in state 5; it is evidence, and never read."""
    return f"{number:2}\r\n".encode()
