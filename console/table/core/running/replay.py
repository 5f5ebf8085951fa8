"""A part of a journal replayed moment by moment, so that a screen can show the table as it stood at each.

The state is computed by the same function as in play, and so is each view. The replay also shows which
entries name a card that nobody has been shown yet: a card that lies face down, or apart while play stands
still, or waits for the next round. This module knows entries and the state to begin from, never where they
are kept nor who reads them; only the requested moments are held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Final, Literal, Protocol

import msgspec
from msgspec.structs import replace

from console.table.core.games.game import Game
from console.table.core.incident.onset import Onset, OnsetFold
from console.table.core.incident.outcome_effects import is_about_last_number
from console.table.core.judging.checkpoints import table_of
from console.table.core.judging.transition import advance_kept
from console.table.core.play.course import card_laid, may_be_put_right
from console.table.core.play.decoders import begin_bytes, read_on
from console.table.core.play.halts import is_only_recorded
from console.table.core.play.typed_cards import exchanges
from console.table.core.running.came_in import with_report
from console.table.core.showing.dealer_view import Situation, dealer_view, view_of
from console.table.core.showing.screen_values import CameIn, ConsoleHealth, DealerView, Lamp, LampFault
from console.table.core.state import events
from console.table.core.state.contradictions import Contradiction, ContradictionKind
from console.table.core.state.entries import KeptEntry
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.roles import Actor
from console.table.core.state.table import Table
from console.table.core.state.views import Prompt
from console.table.devices.health import Health
from console.table.devices.model import DeviceRole
from console.table.game.blackjack.hands import DEALER, Face, HandPlace
from console.table.game.blackjack.round import Round as Hands21
from console.table.game.cards import Card

MOST: Final = 4_000
"""Moments of one replay at most: a round has some thirty, and the longest incident some hundreds."""

_WATCHED: Final[tuple[Literal["shoe", "reader", "wheel", "link"], ...]] = ("shoe", "reader", "wheel", "link")
_ENDS_AFTER: Final = (Phase.RESULT, Phase.COLLECTING)


class EntryRow(KeptEntry, Protocol):
    @property
    def person(self) -> str | None:
        """The person who did it, or whom it is about; None for a device or the server."""

    @property
    def line(self) -> str | None:
        """The protocol's line to the letter, if there was one."""


class ReplayMoment(msgspec.Struct, frozen=True):
    """An entry of the journal, the table after it, and the bytes of a device from which it was read."""

    number: int
    at: datetime
    event: events.AnyEvent
    refused: str | None
    person: str | None
    before: Table
    after: Table
    raw: bytes
    lamps: tuple[Lamp, ...]
    """The devices, and the game server, that were lost or silent."""
    at_once: bool
    """Whether no view came out between the moment before and this one."""
    onset: Onset | None
    """The onset of the incident that is open."""
    came_in: tuple[CameIn, ...]
    """The devices' reports since play stands still."""


def is_at_once(event: events.AnyEvent, line: str | None) -> bool:
    """Whether an entry shares its view with the one before: a reading, a press's report, a contradiction."""
    if line is not None or isinstance(event, events.BytesReceived):
        return False
    of_press = isinstance(event, (events.IncidentReported, events.ContradictionFound))
    of_press = of_press or (isinstance(event, events.ContradictionAnswered) and not event.reason)
    return event.device is not None or of_press


class ReplayPart(msgspec.Struct, frozen=True):
    """The entries from ``first`` to ``last``; a round goes to its end, with later corrections (LT-ROU-33)."""

    first: int
    last: int
    round: str | None = None


def moments_of(
    game: Game, checkpoint: bytes | None, rows: Iterable[EntryRow], part: ReplayPart
) -> tuple[ReplayMoment, ...]:
    """The moments of a part; ``rows`` are all entries after the checkpoint (None: a closed table), in order.
    A device's bytes are no moment of their own if a reading follows: they stand with the reading.
    """
    table, found, raw = table_of(checkpoint), list[ReplayMoment](), b""
    onset, came_in = OnsetFold(), tuple[CameIn, ...]()
    later: CorrectionsAfter | None = None
    for row in rows:
        if row.number > part.last or len(found) == MOST:
            break
        event, before = events.DECODER.decode(row.event), table
        if type(event) is events.BytesReceived and row.refused is None:
            table, raw = begin_bytes(table), event.received
            if event.device is DeviceRole.WHEEL:  # only the wheel's decoder has a state that is shown
                table = read_on(table, event, row.at)
            continue
        table = advance_kept(game, table, event, row.refused, row.at)
        onset.follow(event, row.refused, row.at, before, table)
        came_in = with_report(came_in, before, event, row.refused, table, row.at)
        if row.number >= part.first and (part.round is None or later or _is_of(table, part.round)):
            received = raw if event.device is not None else b""
            entry = (row.number, row.at, event, row.refused, row.person)
            follows = bool(found) and found[-1].number == row.number - 1  # otherwise its bytes came earlier
            at_once = follows and is_at_once(event, row.line)
            shown = _lamps(table), at_once, onset.of_open(table), came_in
            moment = ReplayMoment(*entry, before, table, received, *shown)
            found.extend((moment,) if later is None else later.follow(moment))
            if later is not None and not may_be_put_right(table, later.round):
                break
            if later is None and part.round is not None and _is_over(table, part.round):
                later = CorrectionsAfter(part.round)
        raw = b"" if event.device is None else raw
    return tuple(found)


class CorrectionsAfter:
    """The moments after a round's end in which its number was put right, be it in the next bet time."""

    def __init__(self, round_id: str) -> None:
        self.round = round_id
        self._reported: list[ReplayMoment] = []
        """The moments of a report that does not say yet that it is about the round's number."""

    def follow(self, moment: ReplayMoment) -> tuple[ReplayMoment, ...]:
        """The moments that belong to the round, with this one."""
        incidents = moment.after.changed_incidents
        self._reported = [*self._reported, moment] if incidents else []
        if not any(is_about_last_number(each.report.kind) and each.round == self.round for each in incidents):
            return ()
        found, self._reported = tuple(self._reported), []
        return found


def _lamps(table: Table) -> tuple[Lamp, ...]:
    """The lamps of lost and silent devices; a connected device that owed something counts as silent."""
    found, overdue = table.console.ailing, table.overdue
    if overdue is not None:
        late = (*overdue.devices, "link") if overdue.server else overdue.devices
        found = dict.fromkeys(late, Health.SILENT) | found
    return tuple(Lamp(device, LampFault(found[device].value)) for device in _WATCHED if device in found)


def _is_of(table: Table, round_id: str) -> bool:
    return table.round is not None and table.round.id == round_id


def _is_over(table: Table, round_id: str) -> bool:
    """Whether a round is decided, its cards are collected, and nothing about it is open."""
    lying = table.round
    ended = lying is not None and lying.id == round_id and lying.status != RoundStatus.OPEN
    return ended and not table.halted and table.phase not in _ENDS_AFTER


def shown_at(
    game: Game, moment: ReplayMoment, situation: Situation, at: datetime | None = None
) -> DealerView:
    """The table as its screen showed it after a moment; ``at`` is a later time with no event in between. Of
    the two people at the table it names the one whose prompt it was.
    """
    table = moment.after
    view = view_of(game, table, moment.number)
    left = _seconds_left(view.prompt, table, at or moment.at)
    console, came_in = ConsoleHealth(moment.lamps), moment.came_in
    situation = replace(situation, seconds_left=left, console=console, onset=moment.onset, came_in=came_in)
    shown = dealer_view(view, table, situation)
    return shown if view.prompt.actor is Actor.PIT_BOSS else replace(shown, pit_boss=None)


def _seconds_left(prompt: Prompt, table: Table, at: datetime) -> int | None:
    """Whole seconds of bet time or of a player's time to answer that were left, rounded up."""
    since = table.answers.since
    if table.round is not None and table.bet_time:
        left = table.round.lasts - table.round.passed(at)
    elif since is not None:
        assert prompt.seconds is not None, "a player is asked"
        left = prompt.seconds - (at - since) / timedelta(seconds=1)
    else:
        return None
    return max(0, ceil(left))


def waits(moments: Iterable[ReplayMoment]) -> tuple[tuple[int, int | None], ...]:
    """When play stood still, by the first and the last moment; None for a halt that lasts to the end."""
    found: list[tuple[int, int | None]] = []
    for at, moment in enumerate(moments):
        if moment.after.halted and not moment.before.halted:
            found.append((at, None))
        elif found and found[-1][1] is None and not moment.after.halted:
            found[-1] = (found[-1][0], at)
    return tuple(found)


_READ: Final = (events.CardDrawn, events.CardUnread, events.CutCardDrawn)
_DRAWN: Final = (events.CardDrawn, events.CardUnread, events.BytesReceived)


class Unseen:
    """A table that follows its entries, and the numbers of the entries whose card must not be shown yet."""

    def __init__(self, game: Game, checkpoint: bytes | None, number: int = 0) -> None:
        """``checkpoint`` is the state as entry ``number`` left it; None: a closed table."""
        self.last_entry = number
        self._game, self.table = game, table_of(checkpoint)
        self._numbers: set[int] = set()
        self._untaken: dict[int, Table] = {}
        """The entries of readings that had no effect, with the table that each one met."""
        self._to_come: dict[int, Card] = {}
        """Those of them whose card no hand has got since: the next round may begin with it."""
        self._halted_from = 0
        """The first entry of the readings that halted play last: a void counts them as drawn."""
        self._laid = set[Card]()
        """The cards that the round's hands have got: in manual mode a person may be ahead of the reader."""
        self._bytes: list[int] = []
        """The entries of a device's bytes since it read a card: some may be of the card to come."""
        self._last_bytes = 0

    @property
    def numbers(self) -> frozenset[int]:
        """The entries of unseen cards, and of the bytes in which they came."""
        return frozenset((*self._numbers, *self._untaken))

    @property
    def held_back(self) -> frozenset[int]:
        """The entries of unseen cards, and in an open round the bytes since the last: maybe half a card."""
        return self.numbers.union(self._bytes) if self.table.open_round else self.numbers

    @property
    def open_round(self) -> bool:
        return self.table.open_round

    @property
    def plays(self) -> bool:
        """Whether a card may come that belongs to the open round."""
        return self.table.playing

    @property
    def shows_all(self) -> bool:
        """Whether the table holds no card, up to here, that it has not shown."""
        return not (hides_card(self.table) or _has_read_ahead(self.table))

    def follow_entry(self, row: KeptEntry) -> None:
        event, before = events.DECODER.decode(row.event), self.table
        self.last_entry = row.number
        self.table = after = advance_kept(self._game, before, event, row.refused, row.at)
        if isinstance(event, events.BytesReceived) and self._game.cards is not None:
            self._bytes.append(row.number)
            self._last_bytes = row.number
        # Bytes may hold several cards: the last read of them may be the first that is not shown.
        last = [self._last_bytes] if self._last_bytes and event.device is not None else []
        bytes_ = {*self._bytes, *last}
        found = {row.number, *bytes_}
        if is_untaken(event, row.refused, before, after):
            self._untaken |= dict.fromkeys(found, before)
            if type(event) is events.CardDrawn and not (before.manual and event.card in self._laid):
                self._to_come |= dict.fromkeys(found, event.card)
        elif is_unseen(event, before, after):
            self._numbers |= found
        elif is_secret_unread(event, before):
            self._untaken |= dict.fromkeys(bytes_, before)
        if isinstance(event, _READ):
            self._bytes = last if self._begins_next(event) else []
        self._follow_cards(event, before, after, found)
        # Only then is the table asked, which takes as long as everything else here.
        if (self._numbers or self._untaken) and self.shows_all:
            self._numbers.clear()
            self._untaken = {
                at: read
                for at, read in self._untaken.items()
                if may_still_count(read, after, to_come=at in self._to_come)
            }
            self._to_come = {at: card for at, card in self._to_come.items() if at in self._untaken}

    def _follow_cards(self, event: events.AnyEvent, before: Table, after: Table, found: set[int]) -> None:
        """Find which of the readings without effect were of a card that is out by now; ``found`` are the
        entry and the bytes that it was read from.
        """
        if after.halted and not before.halted:
            self._halted_from = min(found)
        if after.round is not before.round:
            if _is_void(after) and not _is_void(before):
                self._to_come = {at: card for at, card in self._to_come.items() if at < self._halted_from}
            if after.round_number != before.round_number:
                self._laid.clear()
        if after.play is not before.play and (laid := card_laid(before, after)) is not None:
            face = event.card if isinstance(event, events.CardDrawn) else laid.face
            if isinstance(face, Card):
                self._laid.add(face)
            if self._to_come:
                self._to_come = {at: card for at, card in self._to_come.items() if card != face}

    def _begins_next(self, event: events.AnyEvent) -> bool:
        """Whether the bytes of a reading end with a part of what the device says next."""
        decoder = self.table.decoders.get(event.device) if event.device is not None else None
        return decoder is not None and bool(decoder.remainder)


def unseen_from(game: Game, kept: Callable[[int], tuple[int, bytes | None]], entry: int) -> Unseen:
    """Begins at the last state, at this entry or earlier, that hides no card. Nor may a reading that had no
    effect be of a card still to come, since nobody knows which entry has that card. So it is a state of two
    rounds ago: a card that was read in one round may be the first of the next.

    ``kept`` gives the newest kept state at an entry or before it, and its entry; at 0 the journal begins.
    """
    number, state = kept(entry)
    unseen = Unseen(game, state, number)
    newest = unseen.table.round_number - 2
    while number and not (unseen.table.round_number <= newest and unseen.shows_all):
        number, state = kept(number - 1)
        unseen = Unseen(game, state, number)
    return unseen


def last_shown(unseen: Unseen, rows: Iterable[EntryRow], found: int) -> int:
    """The last entry, at least ``found``, up to which rounds are over and every card was shown.

    ``rows`` are the entries after those of ``unseen``. A round that ends with a card face down does not
    count, nor one with a refused card: that may come once more. What comes after its announcement is due
    waits for the next round, too, and so may a card that was read in manual mode and dealt to no hand.
    """
    astray = False
    for row in rows:
        was_open, was_played = unseen.open_round, unseen.plays
        unseen.follow_entry(row)
        if row.number <= found or (unseen.open_round and not was_open):
            astray = False
        if isinstance(events.DECODER.decode(row.event), _DRAWN):
            astray = astray or row.refused is not None or not was_played
        if was_open and not unseen.open_round:
            astray = astray or _is_face_down(unseen.table)
        if row.number > found and not (astray or unseen.open_round or unseen.numbers) and unseen.shows_all:
            found = row.number
    return found


def is_unseen(event: events.AnyEvent, table_before: Table, table: Table) -> bool:
    """Whether an entry names a card that its table did not show."""
    match event:
        case events.CardDrawn():
            if (laid := card_laid(table_before, table)) is not None:
                return not isinstance(laid.face, Card)
            shown = None if table.halt is None else table.halt.visible_card
            return shown is None or table.halt == table_before.halt
        case events.CardCorrected(hand=hand, card=card):
            return table.play.lies_face_down(hand, card)
        case _:
            return False


def is_untaken(event: events.AnyEvent, refused: str | None, table_before: Table, table: Table) -> bool:
    """Whether a card's reading was not taken: it may name a later card, as may a contradiction about it."""
    if isinstance(event, events.ContradictionFound):
        return event.contradiction.kind is ContradictionKind.CARD
    if type(event) is events.CardCorrected:
        return refused is not None
    if type(event) is not events.CardDrawn or (refused is None and not is_only_recorded(table_before, event)):
        return False
    return is_unseen(event, table_before, table)


def is_secret_unread(event: events.AnyEvent, table_before: Table) -> bool:
    """Whether an unread card lies face down, or may: its damaged bytes may name it all the same."""
    is_secret = table_before.manual is not None or hides_card(table_before)
    return type(event) is events.CardUnread and is_secret


def may_still_count(read: Table, now: Table, *, to_come: bool) -> bool:
    """Whether a card whose reading met the table ``read``, and had no effect, may be one by which somebody
    has still to act: of the round that was open, else of the next one.

    ``to_come``: no hand has got such a card since. A card that was not drawn is still in the shoe, so that
    the next round may begin with it.
    """
    is_same_round = now.round_number == read.round_number
    if read.open_round and is_same_round and may_act(now):  # even if the shoe changes within it
        return True
    if read.open_round and not to_come:
        return False
    if now.phase is Phase.CLOSED or now.shoe_in_play.number != read.shoe_in_play.number:
        return not read.open_round and now.round_number == read.round_number + 1 and may_act(now)
    return is_same_round or (now.round_number == read.round_number + 1 and may_act(now))


def _is_void(table: Table) -> bool:
    return table.round is not None and table.round.status is RoundStatus.VOID


def may_act(table: Table) -> bool:
    """Whether bets may come, or players decide while the hole card is not shown."""
    if not table.open_round or table.bet_time:
        return table.open_round
    if not isinstance(table.play, Hands21):
        return False
    dealers = [face for place, face in table.play.in_view if place.name == DEALER]
    return len(dealers) < 2 or not all(isinstance(face, Card) for face in dealers)


def hides_faces(table: Table, found: Contradiction) -> bool:
    """Whether a contradiction names a card by which somebody has still to act, or may name one."""
    is_of_round = table.round is not None and table.round.id == found.round
    return found.kind is ContradictionKind.CARD and is_of_round and may_act(table)


def hides_card(table: Table) -> bool:
    """Whether the table may hold a card that it has not shown, or the next one is laid face down: a reading
    that was not taken may have named it.
    """
    return holds_card(table) or _awaits_face_down(table)


def _has_read_ahead(table: Table) -> bool:
    """Whether a card was read in manual mode that no hand of the round has got, and that may be of a place to
    come: its own has no card yet, two were read for it, or it has none and no typed card was read so instead.
    """
    read = () if table.manual is None or table.phase is Phase.CLOSED else table.manual.read
    if not read:
        return False
    places = [(each.hand, each.card) for each in read]
    exchanged = {each.read for each in exchanges(table)}
    dealt = {(place.name, place.card) for place, _ in table.play.placed_cards}
    return any(
        each.face not in table.play.cards
        and (place not in dealt or places.count(place) > 1 if each.hand else each not in exchanged)
        for each, place in zip(read, places, strict=True)
    )


def holds_card(table: Table) -> bool:
    return _waits(table) or (table.open_round and _is_face_down(table))


def _awaits_face_down(table: Table) -> bool:
    due = table.card_due
    return isinstance(due, HandPlace) and due.face is Face.DOWN


def _waits(table: Table) -> bool:
    """Whether play stands still at a card, or one that was drawn is yet to be dealt."""
    strays = table.incident is not None and bool(table.incident.strays)
    return table.halt is not None or strays or bool(table.aside.waiting)


def _is_face_down(table: Table) -> bool:
    return any(not isinstance(face, Card) for _, face in table.play.in_view)
