"""The lines of a wheel's in-rim sensor (Cammegh family): a decoder as a value, and such a wheel's messages.

It knows lines, states, warning bits and the wheel's own count of its games. It never knows whether a number
is due, or how the table reacts to a fault.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, Self

from msgspec.structs import replace

from console.table.devices.line_format import NONE, Format
from console.table.devices.model import DeviceRole, WheelDecoder, WheelModel
from console.table.devices.readings import (
    BallInTrack,
    LaunchRepeated,
    NoMoreBets,
    Nothing,
    NumberChanged,
    Reading,
    Rotor,
    WheelFault,
    WheelFaultMeaning,
    WheelNumber,
)
from console.table.devices.transport import understood
from console.table.devices.wheel_status import (
    BALL,
    BALL_REMOVED,
    CLOSED,
    FAILURE,
    NO_MORE_BETS,
    NOT_SEEN,
    PLACE_BETS,
    SAME_DIRECTION,
    START,
    VOID_GAME,
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
    rb"\*X;([1-7]);([0-9]{3});( [ 0-9]|[0-9]{2}|0{3,4});([0-9A-Fa-f]);([0-9]{3});([01])"
)
_OTHER_POCKET: Final = re.compile(rb"0[0-9]|0{3,4}|3[7-9]|[4-9][0-9]")
"""The numbers of a wheel that is set for other pockets: its zeros beside the single one, or over 36."""
_UP_TO_1_2: Final = re.compile(rb"[ 0-2][0-9]|3[0-6]")
_BARE: Final = re.compile(rb"[ 0-9]{1,4}")
_NO_LINE: Final = b"?"
"""The beginning of a line that is none, so that its end is not taken for a number alone."""
_DIRECTIONS: Final[tuple[Direction, Direction]] = ("clockwise", "anticlockwise")

_IN_GAME: Final = (PLACE_BETS, BALL, NO_MORE_BETS, WINNING_NUMBER)
_STEPS: Final = frozenset({(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (5, 1)})
_STEPS_NOT_SEEN: Final = frozenset({(3, 7), (4, 7), (7, 3), (7, 4), (7, 5)})
_BACK: Final = frozenset({(BALL, PLACE_BETS), (BALL, START)})
"""The steps of a launch that failed, and that the wheel repeats in the same game."""
_ANY: Final = (START, PLACE_BETS, BALL, NO_MORE_BETS, WINNING_NUMBER, CLOSED, NOT_SEEN)
_ONE_TURN: Final = 10
"""The rotor's speed of a revolution a minute."""
EXCUSED: Final = 6
"""Lines after one with a failed launch in which the wheel may step back: three seconds."""


class _Warns(NamedTuple):
    """A fault by its bit, in states in which its maker means one, once it has lasted for longer than some
    unbroken lines: those with ``counted`` in these states, or whose rotor ``stands``. ``bit`` 0 is of the
    state alone; ``meaning`` None is no fault of its own.
    """

    meaning: WheelFaultMeaning | None
    bit: int
    states: tuple[int, ...]
    after: int = 0
    counted: int = 0
    stands: bool = False

    def counts(self, status: WheelStatus) -> bool:
        is_slow = status.speed is not None and status.speed < _ONE_TURN
        counted = status.bits & self.counted == self.counted and (is_slow or not self.stands)
        return counted and status.state in self.states


_WARNS: Final = (
    _Warns(WheelFaultMeaning.SAME_DIRECTION, SAME_DIRECTION, (BALL,)),
    _Warns(WheelFaultMeaning.FAILURE, FAILURE, _ANY),
    _Warns(WheelFaultMeaning.LAUNCH_FAILED, VOID_GAME, (NO_MORE_BETS, WINNING_NUMBER, CLOSED, NOT_SEEN)),
    _Warns(WheelFaultMeaning.LAUNCH_FAILED, VOID_GAME, (BALL,), 7),
    _Warns(WheelFaultMeaning.LAUNCH_FAILED, VOID_GAME, (START, PLACE_BETS, BALL), 121, VOID_GAME),
    _Warns(WheelFaultMeaning.NO_BALL, BALL_REMOVED, (NO_MORE_BETS,), 11, BALL_REMOVED),
    _Warns(WheelFaultMeaning.BALL_NOT_SEEN, 0, (NOT_SEEN,), 11),
    _STOPPED := _Warns(None, 0, (BALL, NO_MORE_BETS), 7, stands=True),
    _STANDS := _Warns(None, 0, (START, PLACE_BETS), 11, stands=True),
)
"""A wheel's faults: its lines are half a second apart, so that 3, 5 and 60 s are 7, 11 and 121 of them."""
_NO_NUMBER: Final = FAILURE | VOID_GAME
"""The bits with which a number is none."""


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
    blanks: bool = False
    """Whether a number field is read by the maker's guide: up to 1.2 blanks were no line, and 00 was zero."""
    states: bool = False
    """Whether warnings are read by their states, and state 7 is one: up to 1.2 each bit warned anywhere."""
    beats: bool = False
    """Whether its lines are counted, which are half a second apart; up to 1.2 nothing lasted."""
    lasted: tuple[int, ...] = ()
    """The unbroken lines for which each of the faults above has had its state, and the bit that counts."""
    repeated: bool = False
    """Whether a launch failed, and the wheel repeats it."""
    excused: int = 0
    """The further lines in which the step back of a launch that failed is none."""
    sent: Direction | None = None
    """The rotor's direction as the ball was last sent."""
    rotor: Rotor = ""
    """The reason in the rotor's turning since by which it is no spin; standing comes before the direction."""
    course = _IN_GAME

    def by_guide(self, *, blanks: bool, states: bool, beats: bool, words: bool) -> Self:
        alike = (self.blanks, self.states, self.beats) == (blanks, states, beats)
        return self if alike else replace(self, blanks=blanks, states=states, beats=beats)

    @property
    def warnings(self) -> tuple[WheelFaultMeaning, ...]:
        return self.faults

    @property
    def retries(self) -> bool:
        return self.repeated and self.states

    @property
    def has_beat(self) -> bool:
        return self.beats

    @property
    def is_off(self) -> bool:
        return self.beats and self.last is not None and (self.last.state == CLOSED or self._is(_STANDS))

    def _is(self, row: _Warns) -> bool:
        """Whether a state of the table above has lasted for longer than its lines."""
        return bool(self.lasted) and self.lasted[_WARNS.index(row)] > row.after

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
        pieces, begun = self._pieces(data)
        for piece in pieces:
            if status := self.status_of(piece):
                decoder, found = decoder._after_status(status)
                readings += found
            elif self.blanks and _OTHER_POCKET.fullmatch(piece):
                readings.append(WheelFault(WheelFaultMeaning.POCKETS, decoder.games))
        return replace(decoder, begun=begun), tuple(readings)

    def one_by_one(self, data: bytes) -> tuple[bytes, ...]:
        """Parted after each line's end, and where one that lost its end is followed by the next one."""
        return tuple(piece for piece in _ONE_BY_ONE.split(data) if piece)

    def status_of(self, line: bytes) -> WheelStatus | None:
        status = status_of(line, blanks=self.blanks)
        return None if status is None or (status.state == NOT_SEEN and not self.states) else status

    def lines(self, data: bytes) -> tuple[bytes, ...]:
        """The lines that these bytes end and that began as status lines, whole or not, without their ends."""
        return tuple(piece for piece in self._pieces(data)[0] if piece.startswith(b"*X"))

    def cut_off(self) -> CammeghDecoder:
        return replace(self, begun=b"", before=None, lasted=(), excused=0)

    def _pieces(self, data: bytes) -> tuple[list[bytes], bytes]:
        """The lines that these bytes end, and the beginning of the next one."""
        *pieces, rest = _ENDS.split(self.begun + data)
        if rest.startswith(b"*X") and len(rest) <= LONGEST:
            return pieces, rest
        star = b"*" if rest.endswith(b"*") else b""
        if not self.blanks or rest in (b"", b"*"):
            return pieces, star
        return pieces, rest if _BARE.fullmatch(rest) else _NO_LINE + star

    def _after_status(self, status: WheelStatus) -> tuple[CammeghDecoder, list[Reading]]:
        """The decoder and the readings after a whole line; an impossible step is a fault of the last game."""
        spoiled = self._counts_on_in_mid_game(status)
        wrong = WheelFaultMeaning.ILLEGAL_STEP if spoiled else self._wrong_step(status)
        broke_off = [WheelFault(wrong, self.games)] if wrong else []
        game = self._in_game_of(status, spoiled)
        counted = game._counted(status) if self.beats else game
        faults = counted._faults_of(status)
        warned = [WheelFault(new, game.games) for new in faults if new not in game.faults]
        now, found = counted._number_or_state(status, begins=game is not self)
        after = replace(now, last=status, before=status.state, faults=faults)
        begun = [LaunchRepeated()] if after.retries and not self.retries else []
        return after, [*warned, *broke_off, *begun, *found]

    def _counted(self, status: WheelStatus) -> CammeghDecoder:
        """The decoder with the lines for which states and bits have lasted, and a repeated launch."""
        lasted = tuple(
            before + 1 if row.counts(status) else 0
            for row, before in zip(_WARNS, self.lasted or (0,) * len(_WARNS), strict=True)
        )
        failed, state = bool(status.bits & VOID_GAME), status.state
        now = replace(self, lasted=lasted, excused=EXCUSED if failed else max(0, self.excused - 1))
        if state == BALL and (now.sent is None or self.before not in (BALL, NOT_SEEN)):
            now = replace(now, sent=status.direction, rotor="")
        elif state in (BALL, NO_MORE_BETS, NOT_SEEN, WINNING_NUMBER):
            turned = now.rotor or ("wrong_direction" if now.sent not in (None, status.direction) else "")
            now = replace(now, rotor="wheel_stopped" if now._is(_STOPPED) else turned)
        if state in (WINNING_NUMBER, CLOSED) or (state == BALL and not failed):
            return replace(now, repeated=False)
        is_fault = WheelFaultMeaning.LAUNCH_FAILED in now._faults_of(status)
        return replace(now, repeated=True) if failed and not is_fault else now

    def _faults_of(self, status: WheelStatus) -> tuple[WheelFaultMeaning, ...]:
        """The faults that a line reports: by its bits alone, or by the table above."""
        pocket = self.blanks and status.is_other_pocket and status.state == WINNING_NUMBER
        others = (WheelFaultMeaning.POCKETS,) if pocket else ()
        if not self.states:
            return (*status.warnings, *others)
        lasted = self.lasted or (0,) * len(_WARNS)
        found = (
            row.meaning
            for row, lines in zip(_WARNS, lasted, strict=True)
            if row.meaning is not None and status.state in row.states
            if status.bits & row.bit == row.bit and lines > row.after
        )
        return tuple(dict.fromkeys((*found, *others)))

    def _wrong_step(self, status: WheelStatus) -> WheelFaultMeaning | None:
        """The fault of the step to this line, or None."""
        before, state = self.before, status.state
        if before is None or before == state or (before, state) in _STEPS:
            return None
        if not self.states:
            in_game = before in (PLACE_BETS, BALL, NO_MORE_BETS)
        else:
            if (before, state) in _STEPS_NOT_SEEN or self._steps_back(status):
                return None
            if before == NOT_SEEN and state != CLOSED:
                return WheelFaultMeaning.BALL_NOT_SEEN
            in_game = before != WINNING_NUMBER
        if state != CLOSED:
            return WheelFaultMeaning.ILLEGAL_STEP
        if self.repeated:
            return WheelFaultMeaning.LAUNCH_FAILED
        return WheelFaultMeaning.CLOSED_IN_GAME if in_game else None

    def _steps_back(self, status: WheelStatus) -> bool:
        """Whether the wheel goes back from a launch that failed, to repeat it."""
        failed = self.excused > 0 or bool(status.bits & VOID_GAME)
        return self.states and failed and (self.before, status.state) in _BACK

    def _counts_on_in_mid_game(self, status: WheelStatus) -> bool:
        """Whether the counter changed within a game; the step from a number to place bets begins one."""
        step = (self.before, status.state)
        in_game = all(state in _IN_GAME or state == NOT_SEEN for state in step)
        in_game = in_game and step != (WINNING_NUMBER, PLACE_BETS)
        return in_game and self.last is not None and self.last.game != status.game

    def _in_game_of(self, status: WheelStatus, spoiled: bool) -> CammeghDecoder:
        step = (self.before, status.state)
        follows = self.before == status.state or step == (START, PLACE_BETS) or self._steps_back(status)
        begins = status.state in (START, PLACE_BETS) and not follows
        if not begins and self.last is not None and self.last.game == status.game:
            return self
        games = self.games if self.last is None else self.games + 1
        return replace(
            self, number=None, changed=False, faults=(), games=games, spoiled=spoiled, sent=None, rotor=""
        )

    def _number_or_state(self, status: WheelStatus, *, begins: bool) -> tuple[CammeghDecoder, list[Reading]]:
        none = status.bits & _NO_NUMBER if self.states else status.warnings
        if status.state == WINNING_NUMBER and status.number is not None and not none and not self.spoiled:
            if self.number is None:
                return replace(self, number=status.number), [WheelNumber(status.number, self.rotor)]
            if self.number != status.number and not self.changed:
                return replace(self, changed=True), [NumberChanged(status.number)]
        if status.state == self.before and not (begins and status.state == BALL):
            return self, []  # a running ball is reported again in each game
        if (self.before, status.state) == (NOT_SEEN, BALL):
            return self, []  # the same ball is seen again
        if status.state == NO_MORE_BETS:
            return self, [NoMoreBets()]
        return self, [BallInTrack() if status.state == BALL else Nothing(f"state_{status.state}")]


def status_of(line: bytes, *, blanks: bool = True) -> WheelStatus | None:
    """A status line without its end; None if it is not whole, or is another line. Up to 1.2 (not ``blanks``)
    a number field was a number with any two digits.
    """
    found = understood(line, _STATUS.fullmatch)
    if found is None:
        return None
    state, game, number, bits, speed, direction = found.groups()
    if not blanks and not _UP_TO_1_2.fullmatch(number):
        return None
    is_other = blanks and _OTHER_POCKET.fullmatch(number) is not None
    return WheelStatus(
        int(state),
        int(game),
        None if is_other or not number.strip() else int(number),
        int(bits, 16),
        int(speed),
        _DIRECTIONS[int(direction)],
        is_other,
    )


def status_line(status: WheelStatus) -> bytes:
    direction = 0 if status.direction is None else _DIRECTIONS.index(status.direction)
    speed, bits = status.speed or 0, f"{status.bits:X}"
    number = "" if status.number is None else status.number
    line = f"*X;{status.state};{status.game:03};{number:>2};{bits};{speed:03};{direction}\r\n"
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
        number = number_line(status.number) if comes and status.number is not None else b""
        return number + status_line(status)

    def truncated_line(self, line: bytes) -> bytes:
        """Without the last field."""
        return line[: line.rindex(b";")] + b"\r\n"


MODEL: Final = WheelModel(
    roles=frozenset((DeviceRole.WHEEL,)),
    decoder=lambda _: CammeghDecoder(blanks=True, states=True, beats=True),
    kind=CammeghDecoder,
    voice=WheelLines,
    never_quiet=2.0,
)
