"""The devices' readings around an intervention: their bytes, and the card of each reading. While a card that
was read may still come from the shoe, neither its face nor its bytes are shown: nobody may know the content
of the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain, tee
from typing import Final

from msgspec.structs import replace

from console.supervisor.history.attribution import own_round
from console.supervisor.history.timeline import Moment
from console.supervisor.records.accounts.record import UNREAD, EnteredCard, Meaning, ReadBytes
from console.supervisor.records.accounts.spans import Span
from console.supervisor.records.accounts.spin_account import reader_lines
from console.table.core import READINGS, Phase, Table, card_laid, events, exchanges, replay
from console.table.devices import DeviceRole
from console.table.game import Card
from console.table.game.roulette import Spin

AROUND: Final = timedelta(seconds=10)
"""Readings within this time before and after an intervention belong to it, even outside its round."""

_DRAWN: Final = "card_drawn"
_READ: Final = (*READINGS, events.DeviceNoted)
_OF_A_RESULT: Final = (events.CardDrawn, events.CutCardDrawn, events.NumberRead)


def nearby(moments: Iterable[Moment], span: Span, put_right: str | None = None) -> tuple[Moment, ...]:
    """The moments of a span, of its round, of the round ``put_right`` up to its end, and of the seconds
    around it in the same file, without later rounds.
    """
    first, last = span.first, span.last
    opened = first.before.round if first.before.open_round else None
    rounds = {put_right, opened.id if opened is not None else put_right} - {None}
    return tuple(
        each
        for each in moments
        if first.place <= each.place <= last.place
        or (each.place < first.place and (own_round(each) in rounds or _is_around(each, first)))
        or (each.place > last.place and _is_around(last, each) and _is_of_no_later_round(last, each))
    )


def _is_of_no_later_round(last: Moment, later: Moment) -> bool:
    """Whether no round has begun since a span ended: the next one's readings belong to that alone."""
    return own_round(later) in (own_round(last), None)


def _is_around(one: Moment, later: Moment) -> bool:
    """Whether two moments are within seconds, by any clock, in one file: a proof holds entries of one."""
    passed = round(later.seconds - one.seconds, 3)
    return passed <= AROUND.total_seconds() and later.place - later.row.number == one.place - one.row.number


def readings_of(near: Iterable[Moment], last: Table) -> tuple[ReadBytes, ...]:
    """The devices' readings and cards' lines in these moments, without any card that lies face down."""
    near = tuple(near)
    readings = tuple(_readings(near, last))
    goes_on = bool(near) and near[-1].after.round_number == last.round_number and replay.may_act(last)
    return _without_pieces(readings) if goes_on else readings


def _without_pieces(readings: tuple[ReadBytes, ...]) -> tuple[ReadBytes, ...]:
    """The readings; bytes of the last card and after it are hidden: they may begin the next card."""
    shown, goes_on = list[ReadBytes](), True
    for reading in reversed(readings):
        shown.append(_hidden(reading) if goes_on and reading.device != DeviceRole.WHEEL else reading)
        goes_on = goes_on and not reading.said
    return tuple(reversed(shown))


def _readings(near: tuple[Moment, ...], last: Table) -> Iterator[ReadBytes]:
    reading: ReadBytes | None = None
    for moment in near:
        row, event = moment.row, moment.event
        if isinstance(event, events.BytesReceived):
            yield from _given(reading)
            lines = reader_lines(moment.before, event.received) if event.device == "wheel" else ()
            reading = ReadBytes(row.number, row.at, event.device, event.received.hex(" "), lines=lines)
        elif isinstance(event, _READ):
            face = None if _is_face_down(moment, last, near) else _face(event)
            meaning = Meaning(events.kind_of(event), face, row.refused)
            if row.refused is not None and _is_taken(moment, near):
                meaning = replace(meaning, counts=True)
            elif _changes_nothing(moment):
                meaning = replace(meaning, counts=False)
            if reading is not None and (reading.device, reading.at) == (event.device, row.at):
                if _is_secret_unread(moment, last):
                    reading = _hidden(reading)
                reading = replace(reading, said=(*reading.said, meaning))
            else:
                yield from _given(reading)
                form = EnteredCard if moment.event.by is not None else ReadBytes
                reading = form(row.number, row.at, event.device, None, (meaning,))
    yield from _given(reading)


def _changes_nothing(moment: Moment) -> bool:
    """Whether an accepted card or number is no part of play: of a removed ball, in manual mode or a test."""
    return isinstance(moment.event, _OF_A_RESULT) and moment.was_without_effect


def _is_taken(moment: Moment, near: Sequence[Moment]) -> bool:
    """Whether a refused number was recorded, or a refused card lies in a hand since, and is no second one."""
    match moment.event:
        case events.NumberRead(number=number):
            play = moment.after.play
            return isinstance(play, Spin) and play.recorded == number
        case events.CardDrawn(card=card):
            same = [each for each in near if own_round(each) == own_round(moment)]
            read = [
                each for each in same if isinstance(each.event, events.CardDrawn) and each.event.card is card
            ]
            laid = [
                each
                for each in same
                if each.place > moment.place
                and (place := card_laid(each.before, each.after)) is not None
                and place.face is card
                and (each not in read or each.before.incident is not None)
            ]
            return sum(each.row.refused is not None for each in read) == len(laid) == 1
        case _:
            return False


def _given(reading: ReadBytes | None) -> Iterator[ReadBytes]:
    if reading is not None:
        yield reading


def _face(event: events.AnyEvent) -> str | None:
    if isinstance(event, events.CardDrawn):
        return event.card.value
    if isinstance(event, events.WheelFaulted):
        return event.meaning.value
    if isinstance(event, events.DeviceFaulted):
        return str(event.code)
    return str(event.number) if isinstance(event, events.NumberRead) else None


def _is_face_down(moment: Moment, last: Table, near: tuple[Moment, ...] = ()) -> bool:
    """Whether a card was laid face down here and not turned since, or was read without effect and may still
    be laid, or be the face-down one that a pit boss enters by hand. ``near``: the moments in which a hand may
    have got that card; without them it is no card to come once its round is over.
    """
    laid = card_laid(moment.before, moment.after)
    if laid is None:
        untaken = replay.is_untaken(moment.event, moment.row.refused, moment.before, moment.after)
        if not untaken or not moment.is_accepted:
            return False
        return replay.may_still_count(moment.before, last, to_come=_is_to_come(moment, near))
    return laid.face == UNREAD and _lies_face_down(laid, moment, last)


def _is_to_come(moment: Moment, near: tuple[Moment, ...]) -> bool:
    """Whether no hand of the round got the card that was read without effect, nor one typed in its place."""
    read = moment.event
    if not isinstance(read, events.CardDrawn) or not near:
        return False
    same = [each for each in near if each.before.round_number == moment.before.round_number]
    laid = (
        each.event.card
        for each in same
        if isinstance(each.event, events.CardDrawn) and card_laid(each.before, each.after) is not None
    )
    exchanged = (each.read.face for entry in same for each in exchanges(entry.after))
    return read.card not in chain(laid, exchanged)


def _is_secret_unread(moment: Moment, last: Table) -> bool:
    """Whether damaged bytes may name a card that nobody may see."""
    return replay.is_secret_unread(moment.event, moment.before) and replay.may_still_count(
        moment.before, last, to_come=False
    )


def _lies_face_down(laid: tuple[str, int, str], moment: Moment, last: Table) -> bool:
    """Whether a card lies at a place of the moment's round with its back up for everybody."""
    if last.round_number != moment.after.round_number:
        return False
    return any((place.name, place.card, face) == laid for place, face in last.play.in_view)


def names_covered_card(moment: Moment, last: Table) -> bool:
    """Whether a press gives the face of a card that was not taken, or that still lies face down."""
    match moment.event:
        case events.CardDrawn() | events.CardCorrected() if moment.row.refused is not None:
            return True
        case events.CardDrawn():
            return _is_face_down(moment, last)
        case events.CardCorrected(hand=hand, card=position):
            return _lies_face_down((hand, position, UNREAD), moment, last)
    return False


def has_sealed_card(moments: Sequence[Moment], near: tuple[Moment, ...]) -> bool:
    """Whether a card that is not in play was read: it may still come from the shoe, or lies face down."""
    if any(_is_face_down(moment, moments[-1].after) for moment in near):
        return True
    return _may_still_come(near, moments)


def hides_a_card(moments: Sequence[Moment], beyond: Iterable[Moment]) -> bool:
    """Whether a card read in these moments may still come, or lies face down; ``beyond`` follows them."""
    down = [moment for moment in moments if _is_face_down(moment, moments[-1].after)]
    until_turned, later = tee(beyond)
    if down and all(any(_is_face_down(each, further.after) for each in down) for further in until_turned):
        return True
    return _may_still_come(moments, chain(moments, later))


def _may_still_come(near: Iterable[Moment], later: Iterable[Moment]) -> bool:
    """Whether a card read here and not taken may still come: until a round that began later is over, the shoe
    is replaced, or the table closes.
    """
    near = tuple(near)
    taken = {
        each.event.card
        for each in near
        if isinstance(each.event, events.CardDrawn) and each.row.refused is not None and _is_taken(each, near)
    }
    loose = [moment for moment in near if _loose_cards(moment) - taken]
    if not loose:
        return False
    end = loose[-1]
    return not any(moment.place > end.place and _is_over(end, moment) for moment in later)


def _loose_cards(moment: Moment) -> set[Card | None]:
    """The cards that lie in no hand after a moment, and the one that was refused then."""
    after, event = moment.after, moment.event
    refused = event.card if isinstance(event, events.CardDrawn) and moment.row.refused is not None else None
    return {refused, *after.aside.waiting, None if after.halt is None else after.halt.card} - {None}


def _is_over(end: Moment, later: Moment) -> bool:
    then, now = end.after, later.after
    next_round = now.round_number > then.round_number and not now.open_round
    return next_round or now.shoe_in_play.number != then.shoe_in_play.number or now.phase is Phase.CLOSED


def without_faces(readings: tuple[ReadBytes, ...]) -> tuple[ReadBytes, ...]:
    """The readings without face and bytes of any card not taken, and without the bytes before it that may
    hold part of it.
    """
    pieces, shown = False, []
    for reading in reversed(readings):
        secret = any(
            meaning.event == _DRAWN and (_is_untaken(meaning) or not meaning.card) for meaning in reading.said
        )
        is_last = bool(reading.said) and reading.hex is not None
        shown.append(_hidden(reading) if secret or pieces else reading)
        pieces = secret or (pieces and not is_last)
    return tuple(reversed(shown))


def _hidden(reading: ReadBytes) -> ReadBytes:
    meanings = tuple(replace(each, card=None) if _is_untaken(each) else each for each in reading.said)
    return replace(reading, hex=None if reading.hex is None else "", said=meanings)


def _is_untaken(meaning: Meaning) -> bool:
    return meaning.refused is not None and meaning.counts is not True
