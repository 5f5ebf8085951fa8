"""The effect of an incident's decided outcome on the round, the hands and the shoe, or on a spin.

Afterwards the state is one that could have been dealt or spun. Steps and permissions are in other modules,
and so is what stops a wheel.
"""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards, of_wheel
from console.table.core.incident.outcome_steps import lies_apart, outcome_of, plays_card, told_card
from console.table.core.play.course import (
    announce_last_hand,
    finish_round,
    is_card_out,
    lay_card,
    move_on,
    void_bets,
)
from console.table.core.play.wheel_run import say_ball_out, spin_of, waits_for_next_spin, withdraw_reading
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import Incident
from console.table.core.state.phases import PLAYED, Bets, KeptNumber, OrderedShuffle, Phase, RoundStatus
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import Halt, ReplacedRun, Table
from console.table.core.state.views import Say
from console.table.game.cards import Card
from console.table.game.incident_cases import Result
from console.table.game.roulette.spin import Spin
from console.table.game.shoe import Shoe
from console.table.incidents.known_kinds import BURNED, WRONG_BURNS, Kind


def implies_card(incident: Incident) -> bool:
    """Whether the incident itself means that a card is out: one of bet time, or one to be scanned."""
    to_scan = any(step.action == Action.SCAN_CARD for step in incident.steps)
    return to_scan or incident.report.kind == Kind.EARLY_DEAL


def without_second_reading(game: Game, table: Table) -> Table:
    """Of the two equal cards that came last one after the other, the second was no card (LT-BJ-2.3.18). It is
    not counted as drawn. If nothing was dealt after it, it lies in no hand, and its place is due again.
    """
    dealt, apart = table.play.cards, table.lying_apart
    again = _second_reading([*dealt, *apart])
    if again is None:
        return table
    if again >= len(dealt):
        left = again - len(dealt) - (1 if table.is_unread_out else 0)
        halt = table.halt
        assert halt is not None, "a card that was read lies apart where it halts the table"
        if halt.card_out and left == 0:
            return replace(table, halt=replace(halt, card_out=False, card=None, in_turn=False))
        at = left - (1 if halt.card_out else 0)
        besides = (*halt.besides[:at], *halt.besides[at + 1 :])
        return replace(table, halt=replace(halt, besides=besides))
    in_play = table.shoe_in_play
    if again >= in_play.first_cards_of_last_shoe:
        table = replace(table, shoe=table.shoe.put_back(dealt[again]))
    if again < len(dealt) - 1:
        return table
    play = of_cards(game).without_last(table.play)
    answered = table.play_at_last_answer
    in_play = replace(in_play, first_cards_of_last_shoe=min(in_play.first_cards_of_last_shoe, again))
    return replace(
        table,
        play=play,
        play_at_last_answer=play if answered.card_count > play.card_count else answered,
        shoe_in_play=in_play,
    )


def void_round_of(game: Game, table: Table, incident: Incident) -> Table:
    """The round is void; a card that the incident names is out, even if no device has read it."""
    # This looks at the halt's card, which the lines below take away.
    unread = lies_apart(table, incident) or (implies_card(incident) and not is_card_out(table))
    unread = unread and told_card(table, incident) is None
    if lies_apart(table, incident) and table.halt is not None and table.halt.in_turn:
        halt = replace(table.halt, card_out=False, card=None, in_turn=False)
        table = replace(table, halt=halt, tries=0)  # the card was read in its turn, so it is the same card
    if incident.report.kind == Kind.DOUBLE_SCAN:
        table = without_second_reading(game, table)
    if table.halt is not None and table.halt.reason is HaltReason.RESCAN and table.holds(editions.TRIES):
        # The card that is read directly after the failed tries is the one that was tried.
        table = replace(table, tries=0) if any(incident.strays[:1]) else table
    table = replace(table, shoe=table.shoe.draw_all(incident.strays))
    after = void_bets(table, unread=1 if unread else 0)
    return _with_no_last_hand(after) if incident.changes_shoe else after


def with_readings(game: Game, table: Table, incident: Incident) -> tuple[Table, Incident]:
    """The table and its incident after an outcome other than a void has used the first of several readings.

    The other readings, and those that came under the report, halt the table once it has ended, but for those
    of cards that are burned. So does the first of those that came under a report before this one.
    """
    halt = table.halt
    is_kept = halt is not None and halt.of_waiting and not _uses_first(table, incident)
    steps = () if incident.case is None else incident.case.steps
    told = told_card(table, incident)
    if told is not None and any(step.action == Action.SCAN_CARD for step in steps):
        # It is placed as a card is that halts the table in its turn.
        strays, of_bet_time = incident.strays[1:], incident.strays_of_bet_time
        halt = Halt(HaltReason.OUT_OF_TURN, incident.opened, card_out=True, card=told, in_turn=True)
        table = replace(table, halt=halt)
        incident = replace(incident, strays=()).with_strays(strays, of_bet_time=of_bet_time)
    is_double_scan = incident.report.kind == Kind.DOUBLE_SCAN and incident.outcome == Result.GO_ON
    if halt is not None and (halt.besides or is_kept):
        after = without_second_reading(game, table).halt if is_double_scan else halt
        others = halt.cards if is_kept else () if after is None else after.besides
        came = replace(incident, strays=()).with_strays(others, of_bet_time=halt.in_bet_time)
        incident = came.with_strays(incident.strays, of_bet_time=incident.strays_of_bet_time)
        left = None if is_kept else replace(halt, besides=())
        table = table if is_double_scan else replace(table, halt=left)
    if incident.outcome not in (Result.CARRY_CARD, Result.BURN_CARD) or table.preparation is not None:
        return table, incident
    if (halt is None or not halt.card_out) and incident.strays:
        taken = Halt(HaltReason.OUT_OF_TURN, incident.opened, card_out=True, card=incident.strays[0])
        table, incident = replace(table, halt=taken), replace(incident, strays=incident.strays[1:])
    if incident.outcome == Result.BURN_CARD:
        to_clear = len(incident.strays) + (0 if table.halt is None else len(table.halt.cards))
        table = replace(table, shoe=table.shoe.draw_all(incident.strays))
        incident = replace(incident, strays=(), to_clear=to_clear)
    return table, incident


def _uses_first(table: Table, incident: Incident) -> bool:
    """Whether an outcome uses the first card of the halt beneath its report, and decides about it."""
    if incident.outcome in (Result.CARRY_CARD, Result.BURN_CARD, Result.REMOVE_LAST):
        return True
    is_double_scan = incident.report.kind == Kind.DOUBLE_SCAN
    scans = incident.case is not None and any(step.action == Action.SCAN_CARD for step in incident.case.steps)
    return is_double_scan or (scans and plays_card(table))


def cards_left(game: Game, table: Table, incident: Incident) -> int:
    """How many cards in no hand the outcome leaves: they halt the table once its steps are done."""
    if incident.case is None or table.manual or table.phase not in PLAYED:
        return 0
    steps = {step.action for step in incident.steps if not step.is_done}
    outcome = incident.outcome or outcome_of(incident)
    if outcome == Result.VOID or steps & {Action.CHANGE_SHOE, Action.REPLACE_DECKS}:
        return 0
    if incident.outcome is None:
        _, incident = with_readings(game, table, replace(incident, outcome=outcome))
    return max(0, len(incident.strays) - (1 if Action.SCAN_CARD in steps else 0))


def go_on(game: Game, table: Table, incident: Incident, *, is_scanned: bool) -> Table:
    """Play goes on, bets taken stand; a card that halted the table is used, or counts as not drawn.
    ``is_scanned``: that card is the card that the rules have scanned, and it need not be scanned again.
    """
    halted = table.halt is not None
    table = withdraw_reading(table) if game.wheel else table
    table = _apply_outcome(game, _with_standing_bets(table), incident, is_scanned=is_scanned)
    return replace(table, halt=None, tries=0 if halted else table.tries)


def _with_standing_bets(table: Table) -> Table:
    if not table.open_round:
        return table
    return replace(table, bets=Bets.STAND) if table.bets is Bets.CLOSED else table


def _apply_outcome(game: Game, table: Table, incident: Incident, *, is_scanned: bool) -> Table:
    """The table after what only this outcome does to the cards, the hands or the shoe."""
    held = table.halt.card if table.halt is not None else None
    kind = incident.report.kind
    if incident.set_is_gone:
        return table  # the shoe was replaced while the report waited
    match incident.outcome:
        case Result.REMOVE_LAST:
            return _remove_cards(game, table, incident)
        case Result.CARRY_CARD | Result.BURN_CARD if table.lacks_shoe_of(incident.report.moment):
            return table  # the card went with its shoe
        case Result.CARRY_CARD if held is not None:
            aside = replace(table.aside, carried_over=(*table.aside.carried_over, held))
            return replace(table, shoe=table.shoe.draw(held), aside=aside)
        case Result.CARRY_CARD if table.preparation is None:
            return replace(table, aside=replace(table.aside, unread=True))
        case Result.BURN_CARD if table.preparation is None:
            return replace(table, shoe=table.shoe.draw(held) if held else table.shoe.draw_unseen())
        case Result.CHANGE_SHOE:
            return _with_no_last_hand(table)
        case Result.CHANGE_SHOE_AFTER:
            return replace(table, shoe_in_play=replace(table.shoe_in_play, changed_after_hand=True))
        case Result.RESHUFFLE_AFTER if not table.last_hand:
            shoe = replace(table.shoe_in_play, reshuffle=OrderedShuffle.SAME_CARDS)
            ordered = replace(table, shoe_in_play=shoe)
            return ordered if table.phase is Phase.RESULT else announce_last_hand(game, ordered)
        case Result.GO_ON if held is not None and kind == Kind.MISREAD and _lies_as_read(table):
            return play_card(game, table, held)
        case Result.GO_ON if kind in WRONG_BURNS and table.holds(editions.BURNED):
            return _burned_wrong(table, incident)
        case Result.GO_ON if kind == Kind.DOUBLE_SCAN and table.open_round:
            after = without_second_reading(game, table)
            if after.play is table.play:
                return after
            return replace(after, phase=game.phase(after.play))
        case Result.REFUND_HAND:
            return _refund_hand(game, table, incident)
        case Result.SHUFFLE_AGAIN | Result.REPLACE_DECKS if table.is_being_closed:
            return table  # the shuffling is over
        case Result.SHUFFLE_AGAIN | Result.REPLACE_DECKS:
            return replace(table, say=Say("shuffle_again"))
        case _ if held is not None and is_scanned:
            return play_card(game, table, held)
        case _:
            return table


def _burned_wrong(table: Table, incident: Incident) -> Table:
    """The table with the cards counted that were burned too many and laid away, too few or not at all."""
    cards, shoe = int(incident.facts.get(BURNED, 0)), table.shoe
    if incident.report.kind != Kind.OVER_BURN:
        return replace(table, shoe=Shoe(shoe.seen, max(0, shoe.unseen - cards)))
    match incident.facts.get("extras"):
        case "aside":
            return replace(table, aside=replace(table.aside, burned=cards or 1))
        case "shown" | "discarded" if cards:
            return replace(table, shoe=shoe.draw_unseen(cards))
    return table


def _lies_as_read(table: Table) -> bool:
    """Whether a misread card that halted the table lies in its place; one out of turn counts as withdrawn."""
    return table.card_due is not None and table.halt is not None and table.halt.in_turn


def _with_no_last_hand(table: Table) -> Table:
    """The table without an order for the shoe's end: another shoe is put into play (LT-BAC-22a)."""
    shoe = replace(table.shoe_in_play, reshuffle=None, changed_after_hand=False, last_hand_announced=False)
    return replace(table, shoe_in_play=shoe)


def _refund_hand(game: Game, table: Table, incident: Incident) -> Table:
    """The hand is out of the round, which goes on without it (LT-BJ-2.3.8); with no seat left it is void."""
    seat, hand = int(incident.facts["seat"]), int(incident.facts["hand"])
    only = game.known_fact(table, "hand", {"seat": incident.facts["seat"]})
    is_void = table.round is not None and table.round.status == RoundStatus.VOID
    cards = of_cards(game)
    table = replace(
        table,
        play=cards.without_hand(
            table.play, seat, hand, void=is_void, first_alone=table.holds(editions.SMALLER)
        ),
        say=Say(
            "hand_refunded",
            seats=(seat,),
            hand=hand if only is None else None,
            over=not table.open_round,
        ),
    )
    if table.open_round and cards.is_refunded(table.play):
        return void_bets(table)
    if not table.open_round or not table.playing:
        return table
    if table.tries and table.card_due is None:
        table = replace(table, shoe=table.shoe.draw_unseen(), tries=0)  # the unread card is not waited for
    return move_on(game, table)


def play_card(game: Game, table: Table, card: Card) -> Table:
    """A card that was drawn goes to the place that is due, or waits until one is."""
    shoe = table.shoe.draw(card)
    if table.card_due is None:
        aside = replace(table.aside, of_bet_time=(*table.aside.of_bet_time, card))
        return replace(table, shoe=shoe, aside=aside)
    return lay_card(game, table, shoe, card)


def _remove_cards(game: Game, table: Table, incident: Incident) -> Table:
    """Take the last ``count`` cards out of the hands, in the order drawn (LT-BAC-30a).

    A card that was not read yet counts as the last dealt, the card that halts the table as the last of all.
    At a double scan the second reading of the same card was no card, be it among these or not.
    """
    count = int(incident.facts["cards_to_remove"])
    is_double_scan = incident.report.kind == Kind.DOUBLE_SCAN
    shoe, in_play, apart = table.shoe, table.shoe_in_play, table.lying_apart
    faces: list[Card | None] = [*table.play.cards, *apart]
    first_removed = len(faces) - count
    for face in apart[max(0, len(apart) - count) :]:
        shoe = shoe.draw(face) if face is not None else shoe.draw_unseen()
    again = _second_reading(faces) if is_double_scan else None
    if again is not None and first_removed > again >= len(table.play.cards):
        again = None  # the card is in no hand and was not counted
    if (
        again is not None
        and again >= in_play.first_cards_of_last_shoe
        and (no_card := faces[again]) is not None
    ):
        shoe = shoe.put_back(no_card)
    kept = tuple(face for face in faces[:first_removed] if face is not None)
    if again is not None and again == len(kept) - 1 == len(table.play.cards) - 1:
        kept = kept[:-1]
    play = of_cards(game).redealt(kept)
    in_play = replace(in_play, first_cards_of_last_shoe=min(in_play.first_cards_of_last_shoe, len(kept)))
    tries = table.tries if len(apart) > count else 0
    return replace(table, phase=game.phase(play), shoe=shoe, shoe_in_play=in_play, play=play, tries=tries)


def _second_reading(faces: list[Card | None]) -> int | None:
    """The position in the order dealt of a card's second reading; None if no card was read twice."""
    for position in range(len(faces) - 1, 0, -1):
        if faces[position] is not None and faces[position] is faces[position - 1]:
            return position
    return None


def is_about_last_number(kind: str | None) -> bool:
    """Whether an incident of this kind is about the last number, whatever round is open (LT-ROU-33)."""
    return kind == Kind.WRONG_NUMBER_RECORDED


def spin_again(table: Table) -> Table:
    """The bets stand, the ball is spun again, nothing is recorded (LT-ROU-27a, LT-ROU-27c, LT-ROU-29)."""
    again = replace(table, phase=Phase.SPINNING, halt=None, bets=Bets.STAND, say=Say("no_spin"))
    wheel = again.wheel
    if not wheel.ball_out:
        again = replace(again, wheel=replace(wheel, spent=wheel.heard))
    return drop_reading(again)


def drop_reading(table: Table) -> Table:
    """The ball is to be spun again: a number that was read while the ball was taken out is not recorded."""
    wheel, spin = replace(table.wheel, number_kept=None, replaced=None), spin_of(table)
    again = spin.next_run()
    if waits_for_next_spin(table):
        again = replace(again, recorded=spin.recorded, of_game=spin.of_game, is_told=spin.is_told)
    return replace(table, play=again, wheel=wheel)


def keep_replaced_run(before: Table, table: Table) -> Table:
    """The table after a respin was decided, with what it replaced until the ball is out of the wheel."""
    return replace(table, wheel=replace(table.wheel, replaced=ReplacedRun(spin_of(before), before.halt)))


def restore_replaced_run(table: Table) -> Table:
    """The table after a respin's decision was taken back: the number is that of the run that it replaced."""
    replaced = table.wheel.replaced
    if replaced is None:
        return table
    now = spin_of(table)
    spin = replace(replaced.spin, recorded=now.recorded, of_game=now.of_game, nobodys=now.nobodys)
    return replace(table, play=spin, halt=replaced.halt, wheel=replace(table.wheel, replaced=None))


def take_ball_out(table: Table, incident: Incident, press: events.StepDone | None, at: datetime) -> Table:
    """The ball was taken out of the wheel: from here on a number belongs to no spin (LT-ROU-31a, LT-ROU-27).

    A number that was read before, while the steps of a respin were due, goes with it. One that came in the
    bet time of a ball that still ran halts the table once the report has ended.
    """
    early = incident.report.kind == Kind.SPUN_IN_BET_TIME
    spin, wheel = spin_of(table), say_ball_out(table, press, at, in_bet_time=early)
    match incident.outcome:
        case Result.RESPIN if waits_for_next_spin(replace(table, wheel=wheel)):
            pass
        case Result.RESPIN:
            spin, wheel = replace(spin, recorded=None), replace(wheel, number_kept=None)
        case Result.GO_ON if wheel.number_kept is not KeptNumber.REPORT:
            spin = replace(spin, recorded=None)
    return replace(table, play=spin, wheel=wheel)


def finish_in_error(table: Table) -> Table:
    """The spin counts as finished by the number that was recorded; else it is entered (LT-ROU-31c)."""
    if table.phase is Phase.RESULT:
        return replace(table, halt=None)
    spin, open_still = spin_of(table), table.bet_time
    known = spin if spin.recorded is None else spin.with_video_number(spin.recorded)
    announced = Say("no_more_bets") if open_still else table.say
    wheel = replace(table.wheel, number_kept=None)
    return replace(
        table, phase=Phase.SPINNING, play=known, halt=None, bets=Bets.CLOSED, say=announced, wheel=wheel
    )


def enter_number(game: Game, table: Table, event: events.NumberRead | events.NumberSaid) -> Table:
    """The table with the number in the wheel, for which a step asks.

    The dealer's number waits until the same comes again, as in a round. A reader's number that differs from
    the dealer's is asked of the dealer, who alone confirms it; if the dealer enters another twice, the
    reader's halts the table later. The reader's is the result if no dealer's number counts (LT-ROU-28).
    """
    spin = spin_of(table)
    if isinstance(event, events.NumberRead):
        was, spin = spin, replace(spin, recorded=event.number)
        agrees = was.said is None or (was.said == event.number and was.recorded != event.number)
        if not agrees and of_wheel(game).rules.dealers_number.allowed:
            return replace(table, play=replace(spin, said=event.number))
    elif event.number != spin.said:
        return replace(table, play=spin.with_entry(event.number))
    known = spin.with_video_number(event.number)
    if known.recorded not in (None, known.number):
        table = replace(table, wheel=replace(table.wheel, number_kept=KeptNumber.HALT))
    return replace(table, play=known)


def settle_by_hand(game: Game, table: Table, incident: Incident) -> Table:
    """The number is the one in the video; the round is settled by it (LT-ROU-30b, LT-ROU-33)."""
    actual = int(incident.facts["actual"])
    round = table.round
    table = withdraw_reading(table)
    if round is None or incident.round != round.id:
        return _settle_last_number(replace(table, halt=None), actual)
    announced = _number_announcement(spin_of(table), actual)
    mended = spin_of(table).with_video_number(actual, paid=not table.open_round)
    table = replace(table, halt=None, say=announced, play=mended)
    return finish_round(game, table) if table.open_round else _with_last_result(table, actual)


def _number_announcement(spin: Spin, actual: int) -> Say:
    """The right number's announcement, as a correction if another was announced; ``spin`` is the old one."""
    others = {spin.number, spin.mistaken, *spin.earlier} - {None, actual}
    return Say("number_corrected" if others else "number", number=actual)


def _settle_last_number(table: Table, actual: int) -> Table:
    """The number of an earlier round is settled by hand."""
    last = table.wheel.last_numbered
    assert last is not None, "the number of an earlier round was known"
    table = replace(table, say=_number_announcement(last.play, actual))
    mended = replace(last, play=last.play.with_video_number(actual, paid=True))
    wheel = replace(table.wheel, last_numbered=mended)
    is_followed = table.round is not None and table.round.status is RoundStatus.FINISHED
    return _with_last_result(replace(table, wheel=wheel), actual, after=1 if is_followed else 0)


def _with_last_result(table: Table, actual: int, *, after: int = 0) -> Table:
    """The table with another last result, or the one with so many ``after`` it."""
    at = len(table.results) - 1 - after
    return replace(table, results=(*table.results[:at], str(actual), *table.results[at + 1 :]))
