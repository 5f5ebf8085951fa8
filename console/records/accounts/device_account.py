"""The devices' readings around an intervention: their bytes, and the card of each reading.

While a card that was read may still come from the shoe, neither its face nor its bytes are shown: nobody may
know the content of the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain, tee
from typing import Final

from msgspec.structs import replace

from console.records.accounts.passages import Passage, Span
from console.records.accounts.record import UNREAD, EnteredCard, Meaning, ReadBytes
from console.records.accounts.spin_account import reader_lines
from console.table.state import events
from console.table.state.event_kinds import READINGS
from console.table.state.phases import Phase
from console.table.state.table import Table

AROUND: Final = timedelta(seconds=10)
"""Readings within this time before and after an intervention belong to it, even outside its round."""

_DRAWN: Final = "card_drawn"
_READ: Final = (*READINGS, events.DeviceNoted)


def nearby(
    passages: Iterable[Passage], span: Span, round_id: str | None = None, *, older: bool = False
) -> tuple[Passage, ...]:
    """The passages of the span, of its round and of the round ``round_id``, and of the seconds around it.

    A round's passages end with the round, although later entries bear its id until the next one opens: how
    many of those are read depends on who asks. ``older``: with those, as consoles up to 1.0 told it.
    """
    first, last = span.first.row.at - AROUND, span.last.row.at + AROUND
    opened = span.first.before.round if span.first.before.open_round else None
    rounds = {round_id, opened.id if opened is not None else round_id} - {None}
    return tuple(
        passage
        for passage in passages
        if first <= passage.row.at <= last
        or (passage.row.round in rounds and (older or passage.before.open_round or passage.after.open_round))
        or (not older and span.first.place <= passage.place <= span.last.place)
    )


def readings_of(near: Iterable[Passage], last: Table, *, older: bool = False) -> tuple[ReadBytes, ...]:
    """The readings of devices and lines of cards in these passages, without any card that still lies face
    down; ``older``: without the codes of faults, as consoles up to 1.0 told them.
    """
    return tuple(_readings(near, last, older=older))


def _readings(near: Iterable[Passage], last: Table, *, older: bool) -> Iterator[ReadBytes]:
    reading: ReadBytes | None = None
    for passage in near:
        row, event = passage.row, passage.event
        if isinstance(event, events.BytesReceived):
            yield from _given(reading)
            lines = reader_lines(passage.before, event.received) if event.device == "wheel" else ()
            reading = ReadBytes(row.number, row.at, event.device, event.received.hex(" "), lines=lines)
        elif isinstance(event, _READ):
            face = None if _is_face_down(passage, last) else _face(event, older=older)
            meaning = Meaning(events.kind_of(event), face, row.refused)
            if reading is not None and (reading.device, reading.at) == (event.device, row.at):
                reading = replace(reading, said=(*reading.said, meaning))
            else:
                yield from _given(reading)
                form = EnteredCard if _is_persons(passage) else ReadBytes
                reading = form(row.number, row.at, event.device, None, (meaning,))
    yield from _given(reading)


def _is_persons(passage: Passage) -> bool:
    """Whether a person entered the card, or said that the cut card came: up to edition 1 the window sent that
    without a name.
    """
    event = passage.event
    if isinstance(event, events.CutCardDrawn) and event.device is None and passage.before.edition < 2:
        return True
    return event.by is not None


def _given(reading: ReadBytes | None) -> Iterator[ReadBytes]:
    if reading is not None:
        yield reading


def _face(event: events.AnyEvent, *, older: bool) -> str | None:
    if isinstance(event, events.CardDrawn):
        return event.card.value
    if isinstance(event, events.WheelFaulted):
        return event.meaning.value
    if isinstance(event, events.DeviceFaulted) and not older:
        return str(event.code)
    return str(event.number) if isinstance(event, events.NumberRead) else None


def _is_face_down(passage: Passage, last: Table) -> bool:
    """Whether a card was laid face down here and has not been turned since."""
    laid = (
        passage.after.play.in_view if passage.after.play.card_count > passage.before.play.card_count else ()
    )
    if not laid or laid[-1][1] != UNREAD:
        return False
    return last.round_number == passage.after.round_number and laid[-1] in last.play.in_view


def has_sealed_card(passages: Sequence[Passage], near: tuple[Passage, ...]) -> bool:
    """Whether a card was read that is not in play: it may still come from the shoe, or it lies face down."""
    if any(_is_face_down(passage, passages[-1].after) for passage in near):
        return True
    return _may_still_come(near, passages)


def hides_a_card(passages: Sequence[Passage], beyond: Iterable[Passage]) -> bool:
    """Whether a card that was read in these passages may still come, or lies face down.

    ``beyond`` are the passages after them, read only as far as needed.
    """
    down = [passage for passage in passages if _is_face_down(passage, passages[-1].after)]
    until_turned, later = tee(beyond)
    if down and all(any(_is_face_down(each, further.after) for each in down) for further in until_turned):
        return True
    return _may_still_come(passages, chain(passages, later))


def _may_still_come(near: Iterable[Passage], later: Iterable[Passage]) -> bool:
    """Whether a card that was read here and not taken may still come: until a round that began later is over,
    the shoe was replaced, or the table was closed.
    """
    loose = [passage for passage in near if _is_loose(passage)]
    if not loose:
        return False
    end = loose[-1]
    return not any(passage.place > end.place and _is_over(end, passage) for passage in later)


def _is_loose(passage: Passage) -> bool:
    if isinstance(passage.event, events.CardDrawn) and passage.row.refused is not None:
        return True
    after = passage.after
    return bool(after.aside.waiting) or (after.halt is not None and after.halt.card is not None)


def _is_over(end: Passage, later: Passage) -> bool:
    then, now = end.after, later.after
    next_round = now.round_number > then.round_number and not now.open_round
    return next_round or now.shoe_in_play.number != then.shoe_in_play.number or now.phase is Phase.CLOSED


def without_faces(readings: tuple[ReadBytes, ...]) -> tuple[ReadBytes, ...]:
    """The readings without face and bytes of any card that was not taken, nor the pieces before it."""
    hidden, shown = False, []
    for reading in reversed(readings):
        secret = any(
            meaning.event == _DRAWN and (meaning.refused or not meaning.card) for meaning in reading.said
        )
        hidden = secret or (hidden and not reading.said)
        shown.append(_hidden(reading) if hidden else reading)
    return tuple(reversed(shown))


def _hidden(reading: ReadBytes) -> ReadBytes:
    meanings = tuple(replace(each, card=None) if each.refused else each for each in reading.said)
    return replace(reading, hex=None if reading.hex is None else "", said=meanings)
