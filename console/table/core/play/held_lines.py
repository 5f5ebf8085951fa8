"""A wheel's lines that were held back on the way, by a serial server or since nobody read them.

They come faster than the wheel sends them. Its own beat is their clock, and their number is of the round that
was open when its ball was sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from console.table.core.play.decoders import Given
from console.table.core.state import events
from console.table.core.state.phases import RoundStatus
from console.table.core.state.table import LinesAfterSilence, Round, Table
from console.table.devices.model import Decoder, DeviceRole, WheelDecoder
from console.table.devices.wheel_status import BALL, NO_MORE_BETS, NOT_SEEN, WINNING_NUMBER

BEAT: Final = 500
"""Milliseconds between two lines of a wheel."""
_TOO_MANY: Final = 2
_OF_BALL: Final = (BALL, NO_MORE_BETS, WINNING_NUMBER, NOT_SEEN)


class Held:
    """Goes through lines that were held back, and says of what round the events of each are."""

    def __init__(self, lines: LinesAfterSilence, many: int, *, runs: bool) -> None:
        """``many`` lines; ``runs``: whether a ball was sent before them."""
        self._lines, self._left = lines, many
        self._sent = lines.heard if runs else None
        """When the ball of the present game was sent."""
        self._is_told = False

    @staticmethod
    def of(decoder: Decoder, given: Given) -> Held | None:
        """None if the bytes are of now."""
        lines = given.lines
        if lines is None or not isinstance(decoder, WheelDecoder):
            return None
        many = len(decoder.lines(given.received))
        runs = decoder.last is not None and decoder.last.state in _OF_BALL
        return Held(lines, many, runs=runs) if many > lines.ms // BEAT + 1 + _TOO_MANY else None

    def told(
        self, table: Table, before: Decoder, decoder: Decoder, read: list[events.AnyEvent]
    ) -> Iterator[events.AnyEvent]:
        """The events of a line: of a ball of the open round as they are, of another its number alone."""
        if not self._is_told:
            self._is_told = True
            yield events.DeviceNoted(DeviceRole.WHEEL, events.HELD_BACK)
        assert isinstance(before, WheelDecoder) and isinstance(decoder, WheelDecoder), "it is a wheel"
        status = decoder.last
        if status is None or status is before.last:
            return
        self._left -= 1
        now = self._lines.at - timedelta(milliseconds=BEAT * max(0, self._left))
        is_new = before.last is None or decoder.games != before.games
        if status.state == BALL and (is_new or before.last is None or before.last.state != BALL):
            self._sent = now
        elif is_new:
            self._sent = None
        round = self._round(table, self._sent if status.state in _OF_BALL else now)
        is_ours = round is not None and round is table.round and table.open_round
        for event in read:
            match event:
                case events.NumberRead(last=True):
                    yield event
                case events.NumberRead() if not is_ours:
                    yield replace(event, held=True, of_round="" if round is None else round.id)
                case events.BallSent() | events.NumberRead() if is_ours:
                    yield replace(event, held=True)
                case _ if is_ours:
                    yield event

    def _round(self, table: Table, at: datetime | None) -> Round | None:
        """The round that was open then; None if none was."""
        heard, last = self._lines.heard, table.last_round
        for round in (table.round, None if last is None else last.round):
            if at is None or round is None:
                return None
            if round.opened <= at or (heard is not None and round.opened <= heard):
                return None if _was_over(table, round, at) else round
        return None


def _was_over(table: Table, round: Round, at: datetime) -> bool:
    """Whether the number of the round was known before."""
    if round.status == RoundStatus.VOID:
        return False
    last = table.wheel.last_numbered
    known = table.wheel.number_at if round is table.round else None
    if last is not None and last.round == round.id:
        known = last.at
    return known is not None and known < at
