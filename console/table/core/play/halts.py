"""Halts, how a halt ends without becoming an incident, and manual mode. In manual mode a pit boss enters the
cards that are dealt, and devices' readings are only recorded.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards
from console.table.core.play import course
from console.table.core.play.card_set_watch import said_after
from console.table.core.play.preparation import begin_closing
from console.table.core.play.wheel_run import after_halt, refuse_number, withdraw_number
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import Incident, IncidentState
from console.table.core.state.phases import PLAYED, Bets, Phase, RoundStatus
from console.table.core.state.reasons import HALT_REASONS, HaltReason, Refusal
from console.table.core.state.table import UNTIMED, Halt, Manual, PlacedCard, ShoesResult, Table
from console.table.devices.model import DeviceRole
from console.table.game.cards import Card
from console.table.game.shoe import TRIES, is_tried_again
from console.table.incidents.moments import Moment


def halt_for_refusal(game: Game, table: Table, event: events.AnyEvent, refused: str, at: datetime) -> Table:
    """The table after a refused line: a card or number out of time halts play; any other changes nothing."""
    if isinstance(event, (events.NumberRead, events.NumberSaid)):
        return refuse_number(game, table, event, refused, at)
    if not isinstance(event, (events.CardDrawn, events.CardUnread)):
        return table
    if table.halted and refused in (Refusal.HALTED, Refusal.NOT_SIGNED_IN):
        return _keep_card(table, event, refused)
    return halt_by_card(table, event, refused, at)


def _keep_card(table: Table, event: events.CardDrawn | events.CardUnread, refused: str) -> Table:
    """A card that came in a halt belongs to that halt, as the first one does; a card that came under a report
    halts the table once the report is over.
    """
    if table.manual or table.phase not in PLAYED:
        return table
    card = event.card if isinstance(event, events.CardDrawn) else None
    halt, incident = table.halt, table.incident
    if incident is not None:
        step = incident.step if incident.state == IncidentState.STEPS else None
        if step is not None and step.action == Action.SCAN_CARD and not table.takes_no_card_yet:
            return table
        if (passing := incident.with_passing(card)) is not None:
            return replace(table, incident=passing)
        incident = replace(incident, last_passed=None) if incident.last_passed else incident
        if table.holds(editions.TRIES) and (tried := _tried_again(table, incident, card)) is not None:
            return tried
        return replace(table, incident=incident.with_strays((card,), of_bet_time=table.bet_time))
    # A reading after three failed tries is of the same card.
    if halt is None or halt.reason is HaltReason.RESCAN:
        return table
    if halt.cards and table.holds(editions.TRIES) and is_tried_again(halt.cards[-1], card):
        return replace(table, halt=halt.tried(card))
    if halt.card_out:
        return replace(table, halt=replace(halt, besides=(*halt.besides, card)))
    return replace(table, halt=replace(halt, card_out=True, card=card))


def _tried_again(table: Table, incident: Incident, read: Card | None) -> Table | None:
    """The table if a reading under a report is of the card before it tried again: of the last that came under
    the report, else of the last that halted the table beneath it; else None.
    """
    halt = table.halt
    if incident.strays:
        tried = is_tried_again(incident.strays[-1], read)
        return replace(table, incident=incident.tried(read)) if tried else None
    if halt is not None and halt.cards:
        return replace(table, halt=halt.tried(read)) if is_tried_again(halt.cards[-1], read) else None
    if read is not None or halt is None or halt.reason is not HaltReason.RESCAN:
        return None
    # The third failed try has halted the table: this is a fourth of the card that is due.
    return replace(table, incident=replace(incident, again=(*incident.again, read)))


def halt_for_strays(table: Table, incident: Incident, at: datetime) -> Table:
    """The table halted by cards that came under an incident which has ended without a decision about them. A
    halt beneath it keeps its reason. In manual mode they halt once that ends in their round. In a void round
    they count as drawn, and are collected.
    """
    is_kept = table.holds(editions.KEPT, of=incident.report)
    if is_kept and _is_void_since(table, incident):
        is_out = bool(incident.strays) and table.phase is Phase.BETTING
        phase = Phase.COLLECTING if is_out else table.phase
        return replace(table, shoe=table.shoe.draw_all(incident.strays), phase=phase)
    if table.manual is not None and incident.strays:
        if not table.open_round:
            return replace(table, shoe=table.shoe.draw_all(incident.strays))
        loose = replace(table.aside, loose=(*table.aside.loose, *incident.strays))
        return replace(table, aside=loose)
    if not _halts_by_strays(table, incident):
        return table
    if table.halt is not None:
        besides = (*table.halt.besides, *incident.strays)
        return replace(table, halt=replace(table.halt, besides=besides, under_report=True))
    table = halt_for_cards(table, incident.strays, at, of_bet_time=incident.strays_of_bet_time)
    assert table.halt is not None, "the cards halt the table"
    return replace(table, halt=replace(table.halt, of_waiting=is_kept and bool(table.incidents.waiting)))


def _is_void_since(table: Table, incident: Incident) -> bool:
    """Whether the round of a report is void, and its cards lie there to be collected, if it had any."""
    round, moment = table.round, incident.report.moment
    if round is None or round.status != RoundStatus.VOID:
        return False
    is_of_round = moment is not None and moment.round == round.id
    in_round = moment is not None and not {Moment.BET_TIME, Moment.ROUND}.isdisjoint(moment.letters)
    return table.phase is Phase.COLLECTING or (is_of_round and in_round)


def halt_for_cards(
    table: Table, cards: tuple[Card | None, ...], at: datetime, *, of_bet_time: bool = False
) -> Table:
    """The table halted by cards that lie in no hand, since they came under a report."""
    reason = HaltReason.BETS_OPEN if of_bet_time else HaltReason.OUT_OF_TURN
    halt = Halt(reason, at, card_out=True, card=cards[0], besides=cards[1:], in_bet_time=of_bet_time)
    return replace(table, halt=replace(halt, under_report=True))


def _halts_by_strays(table: Table, incident: Incident) -> bool:
    return bool(incident.strays) and not table.manual and table.phase in PLAYED


def restore_halt_beneath(table: Table, incident: Incident, at: datetime) -> Table:
    """Restore the halt beneath a dealer's own incident if only a pit boss may end it: by cards or the set."""
    halt = table.incidents.halt_beneath
    if halt is None:
        return table
    table = replace(table, incidents=replace(table.incidents, halt_beneath=None))
    is_pit_bosss = halt.under_report or halt.finding is not None
    if not (is_pit_bosss or _halts_by_strays(table, incident)):
        return table
    tries = TRIES if halt.reason is HaltReason.RESCAN else table.tries
    return replace(table, halt=replace(halt, at=at), tries=tries)


def halt_by_card(table: Table, event: events.AnyEvent, refused: str, at: datetime) -> Table:
    """The table halted by a card that came when it must not. The halt has the card: it is not dealt."""
    reason = HALT_REASONS.get(refused)
    if reason is None or table.halted or table.manual or table.phase not in PLAYED:
        return table
    if isinstance(event, events.CardDrawn | events.CardUnread) and event.untimed:
        card = event.card if isinstance(event, events.CardDrawn) else None
        halt = Halt(HaltReason.DEVICE, at, card_out=True, card=card, fault=UNTIMED)
        return replace(table, halt=replace(halt, in_bet_time=event.in_bet_time))
    match event:
        case events.CardDrawn():
            in_turn = refused == Refusal.IMPOSSIBLE_CARD or (
                refused == Refusal.NOT_SIGNED_IN and is_due(table, event)
            )
            halt = Halt(
                reason,
                at,
                card_out=True,
                card=event.card,
                in_turn=in_turn,
                in_bet_time=table.bet_time,
                face_down=in_turn and table.card_due is not None and table.card_due.face_down,
            )
            return replace(_with_ninth(table, halt), halt=halt)
        case events.CardUnread():
            halt = Halt(reason, at, card_out=True, in_bet_time=table.bet_time)
            return replace(table, halt=halt)
        case _:
            return table


def _with_ninth(table: Table, halt: Halt) -> Table:
    """The table whose set had a ninth of the card that halts it."""
    if halt.reason is not HaltReason.IMPOSSIBLE_CARD or halt.card is None:
        return table
    in_shoe = table.holds(editions.COPIES, of=table)
    return replace(table, card_set=table.card_set.came_as_ninth(halt.card, in_shoe=in_shoe))


def is_due(table: Table, event: events.CardDrawn | events.CardUnread) -> bool:
    """Whether the table waits for a card now, and the shoe names the same place for it as the table."""
    if table.preparation is not None:
        return table.preparation.due in (Action.BURN_CARD, Action.BURN) and not event.outside
    place = table.card_due
    if place is None or isinstance(event, events.CardUnread):
        return place is not None and not event.outside
    counted = event.target is None or not table.shoe_in_step or event.target == (place.name, place.card)
    return counted and not event.outside


def halt_for_fault(table: Table, at: datetime, fault: str = "") -> Table:
    """A device's own fault halts a table in play."""
    if table.halted or table.phase not in PLAYED:
        return table
    return replace(table, halt=Halt(HaltReason.DEVICE, at, in_bet_time=table.bet_time, fault=fault))


def check_shoe_result(game: Game, table: Table, event: events.ShoeResulted, at: datetime) -> Table:
    """The shoe's result is a check: one that agrees announces, one that differs halts."""
    if table.halted or not table.open_round:
        return table
    if of_cards(game).agrees(table.play, event):
        return course.announce_result(game, replace(table, shoe_in_step=True))
    return halt_for_fault(table, at) if table.shoe_in_step else table


def withdraw_halt(game: Game, table: Table, event: events.HaltWithdrawn, at: datetime) -> Table:
    """The table without its halt: play goes on with the bets as they are; waiting orders take effect."""
    table, halt = withdraw_number(table, event) if game.wheel else table, table.halt
    if halt is not None and halt.reason is HaltReason.IMPOSSIBLE_CARD and halt.card is not None:
        table = replace(table, card_set=table.card_set.without_ninth(halt.card))
    resumed = resume_play(game, replace(table, halt=None, tries=0, shoe_in_step=False), at)
    return course.announce_resumption(game, said_after(resumed, halt))


def resume_play(game: Game, table: Table, at: datetime) -> Table:
    """Play goes on from its present phase. A shuffle or closing that was ordered during the halt begins."""
    if table.phase in (Phase.SHOE, Phase.WHEEL):
        return begin_closing(game, table) if table.close_ordered else table
    if game.wheel is not None and table.phase in (Phase.SPINNING, Phase.RESULT):
        return after_halt(game, table, at)
    if table.playing and table.open_round and table.play.is_empty:
        return course.void_without_bets(game, table)
    idle = table.phase is Phase.BETTING and not table.open_round
    return course.await_next_round(game, table) if idle else table


def void_round(game: Game, table: Table) -> Table:
    """The round of a halted table is void: next its cards are collected, or the next bets if none is out."""
    after = course.void_bets(table)
    return after if course.is_card_out(table) else course.await_next_round(game, after)


def is_only_recorded(table: Table, event: events.AnyEvent) -> bool:
    """Whether the event is a device's while cards are entered by hand: it is accepted and changes nothing."""
    if table.manual is None:
        return False
    match event:
        case events.CardDrawn():
            return event.by is None
        case events.CutCardDrawn():
            return event.device is not None
        case events.CardUnread() | events.ShoeResulted() | events.DeviceFaulted():
            return True
        case _:
            return False


def set_manual_mode(table: Table, event: events.ManualSet, at: datetime) -> Table:
    """Begin or end manual mode: the shoe's count is compared no more; cards kept under a report halt."""
    manual = (table.manual or Manual(event.by, at, counts_alike=table.shoe_in_step)) if event.on else None
    table, loose = replace(table, manual=manual, shoe_in_step=False), table.aside.loose
    if manual is not None or not loose:
        return table
    table = replace(table, aside=replace(table.aside, loose=()))
    if table.incident is not None:
        return replace(table, incident=table.incident.with_strays(loose, of_bet_time=False))
    if table.halt is not None:
        besides = (*table.halt.besides, *loose)
        return replace(table, halt=replace(table.halt, besides=besides, under_report=True))
    return halt_for_cards(table, loose, at)


def enter_card(table: Table, event: events.CardDrawn, at: datetime) -> Table:
    manual, due = table.manual, table.card_due
    if manual is None:
        return table
    typed = manual.typed
    if due is not None:
        typed = (*typed, PlacedCard(due.name, due.card, event.card, at, event.by))
    return replace(table, manual=replace(manual, cards=manual.cards + 1, typed=typed))


def keep_devices_reading(table: Table, event: events.AnyEvent, at: datetime) -> Table:
    """The table with a card or a result that a device reports while cards are entered by hand: it plays no
    part, and is compared with what is typed. If it names no place, its card is taken to be of the place that
    is due, unless that card was typed before it was read.
    """
    manual, in_order = table.manual, table.holds(editions.TYPED)
    was_announced = in_order and table.phase is Phase.COLLECTING and table.bets is Bets.SETTLED
    if manual is None or not (table.open_round or was_announced) or table.bet_time:
        return table
    differs = table.halt is not None and table.halt.reason is HaltReason.CARD_DIFFERS
    if differs and not isinstance(event, events.ShoeResulted):
        return table  # The card is looked at again: what is read then is no other card.
    match event:
        case events.CardDrawn(target=(hand, card)) if manual.counts_alike and not event.outside:
            return _with_read(table, manual, PlacedCard(hand, card, event.card, at))
        case events.CardDrawn() | events.CardUnread() if in_order:
            if event.outside:
                return table
            face = event.card if isinstance(event, events.CardDrawn) else None
            return _with_read(table, manual, PlacedCard("", 0, face, at, device=_reader_of(event)))
        case events.CardDrawn(target=None) if not event.outside and (due := table.card_due) is not None:
            if not _is_read_late(manual, event.card):
                placed = PlacedCard(due.name, due.card, event.card, at, device=_reader_of(event))
                return _with_read(table, manual, placed)
            return table
        case events.ShoeResulted(winner=str(winner)):
            pairs = (event.player_pair, event.banker_pair) if in_order else (False, False)
            return replace(table, manual=replace(manual, result=ShoesResult(winner, at, *pairs)))
        case _:
            return table


def _reader_of(event: events.CardDrawn | events.CardUnread) -> DeviceRole:
    return DeviceRole.SHOE if event.device == DeviceRole.SHOE else DeviceRole.READER


def _with_read(table: Table, manual: Manual, placed: PlacedCard) -> Table:
    return replace(table, manual=replace(manual, read=(*manual.read, placed)))


def _is_read_late(manual: Manual, face: Card) -> bool:
    """Whether a card that was typed, and was not read before, has this face."""
    read = {(each.hand, each.card) for each in manual.read}
    return any(each.face == face and (each.hand, each.card) not in read for each in manual.typed)


def begin_round_by_hand(table: Table) -> Table:
    """The table at the beginning of a round: with its result the shoe has ended its own count of the last."""
    manual = table.manual
    if manual is None:
        return table
    alike = manual.counts_alike or manual.result is not None
    manual = replace(manual, counts_alike=alike, typed=(), read=(), result=None)
    return replace(table, manual=replace(manual, kept=(), result_kept=False))
