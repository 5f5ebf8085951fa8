"""The ball's run and its number at a table, and what stops a wheel.

A number counts only after a valid run; one that comes sooner waits as recorded, or halts the table. Halts of
cards are in :mod:`console.table.core.play.halts`, an incident's effects on a spin in
:mod:`console.table.core.incident.outcome_effects`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, TypeGuard

from msgspec.structs import replace

from console.table.core.games.game import Game, of_wheel
from console.table.core.games.roulette import standing_number
from console.table.core.play.course import close_bets, last_number_round, move_on
from console.table.core.play.decoders import wheel_of
from console.table.core.state import editions, events
from console.table.core.state.open_incident import Past
from console.table.core.state.phases import KeptNumber, Phase
from console.table.core.state.reasons import HALT_REASONS, HaltReason, Refusal
from console.table.core.state.table import BallSaidOut, Halt, NumberedRound, SpunGame, Table, WheelAtTable
from console.table.devices.catalogue import Decoder
from console.table.devices.model import DeviceRole, WheelDecoder
from console.table.devices.readings import WheelFaultMeaning
from console.table.devices.wheel_status import (
    BALL,
    NO_MORE_BETS,
    NOT_SEEN,
    PLACE_BETS,
    START,
    WheelStatus,
)
from console.table.game.incident_cases import Result
from console.table.game.roulette.spin import BallRun, EarlyNumber, Spin
from console.table.game.rule_values import Preparing
from console.table.incidents.known_kinds import IN_POCKET, ON_TRACK, Kind

OF_A_SPIN: Final = frozenset(
    (WheelFaultMeaning.SAME_DIRECTION, WheelFaultMeaning.VOID_GAME, WheelFaultMeaning.BALL_NOT_SEEN)
)
"""The warnings by which it is no spin: the ball's direction, a void game, a ball that is not seen."""

_FAILURE: Final = WheelFaultMeaning.FAILURE
BALL_FELL: Final = "ball_fell"
"""The cause of a halt by the number of a ball that was said to be out of the wheel."""


def spin_of(table: Table) -> Spin:
    """The round's spin; an empty one before the first round."""
    return table.play if isinstance(table.play, Spin) else Spin()


def take_run(game: Game, table: Table, event: events.BallRan, at: datetime) -> Table:
    """A valid run, or no spin, which halts (ROU-3.1.1, LT-ROU-25, LT-ROU-26)."""
    run = BallRun(event.turns, event.direction)
    cause = of_wheel(game).rules.no_spin(run)
    table = replace(table, wheel=replace(table.wheel, ball_out=False, fell_in_bet_time=False))
    table = tell_of_ball(table)
    if cause is not None:
        return replace(table, halt=Halt(HaltReason.NO_SPIN, at, cause=cause, by=event.by))
    spin = spin_of(table).ran(run)
    if table.holds(editions.KNOWN, of=table.round):
        spin = replace(spin, run_at=at, run_by=event.by)
    return move_on(game, replace(table, play=spin))


def take_number(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, at: datetime
) -> Table:
    """The number of reader or dealer came in time (ROU-3.1.2); a removed ball's belongs to no spin."""
    if fell_after_all(table, event):
        return _take_fallen(game, table, event.number, at)
    if is_of_no_round(table, event):
        return table
    spin = spin_of(table)
    if isinstance(event, events.NumberSaid):
        entered = replace(table, play=spin.with_entry(event.number))
        return table if table.wheel.ball_out else move_on(game, entered)
    if table.wheel.ball_out and not is_of_next_spin(table, event):
        return table
    if event.rotor and spin.number is None and table.open_round and table.holds(editions.ROTOR):
        kept = replace(table, play=_of_game(table, replace(spin, recorded=event.number), event))
        return _halt_for_rotor(kept, event.rotor, at)
    return move_on(game, replace(table, play=_of_game(table, spin.with_reading(event.number), event)))


def _halt_for_rotor(table: Table, rotor: str, at: datetime) -> Table:
    """The table halted by the number of a game in which the wheel made no spin of it (LT-ROU-26)."""
    halt = Halt(HaltReason.NO_SPIN, at, rotor=rotor)
    return replace(table, halt=halt, wheel=replace(table.wheel, rotor=""))


def keep_early(before: Table, after: Table, event: events.NumberRead, at: datetime) -> Table:
    """The table after an accepted number that belongs to no spin: of a reader without states it is kept as
    such.
    """
    if is_of_another_round(event) and not (event.last and event.of_round == ""):
        return after
    is_nobodys = before.wheel.ball_out and before.open_round and event.game is None
    if not event.last and not (is_nobodys and before.holds(editions.EARLY)):
        return after
    spin = spin_of(after)
    early = EarlyNumber(event.number, event.at_entry, at, "last" if event.last else None)
    return replace(after, play=replace(spin, nobodys=(*spin.nobodys, early)))


def is_of_next_spin(table: Table, event: events.AnyEvent) -> bool:
    """Whether the number is of a game of the wheel's that no person has said to be over."""
    is_counted = isinstance(event, events.NumberRead) and event.game not in (None, table.wheel.spent)
    return is_counted and table.open_round and table.holds(editions.GAME)


def is_of_another_round(event: events.AnyEvent) -> TypeGuard[events.NumberRead]:
    """True of a number of an earlier round's ball, or of a ball of no round."""
    return type(event) is events.NumberRead and event.of_round is not None


def told_of(table: Table, round: str) -> NumberedRound | None:
    """The number of a round that is over, with who gave it, if it is one of the last two and has one."""
    last, before = last_number_round(table), table.wheel.last_numbered
    found = next((each for each in (last, before) if each is not None and each.round == round), None)
    is_open = table.open_round and table.round is not None and table.round.id == round
    return None if is_open else found


def voided_by(table: Table, round: str) -> Past | None:
    """The report that no number was read, or of a fault, after which a round is void; None without one."""
    found = (each for each in table.incidents.past if each.round == round and each.kind in _UNREAD)
    is_over = not (table.open_round and table.round is not None and table.round.id == round)
    return next((each for each in found if each.outcome == Result.VOID), None) if is_over else None


_UNREAD: Final = (Kind.NOT_READ, Kind.TECHNICAL_FAULT)


def differs(table: Table, event: events.NumberRead) -> bool:
    """Whether it is another number than that of its round, and the first such."""
    round = event.of_round
    if not round or table.wheel.differed == round:
        return False
    told = told_of(table, round)
    if told is None:
        return not event.last and voided_by(table, round) is not None
    spin = told.play
    known = {spin.number, spin.mistaken, *spin.earlier} | ({spin.recorded} if event.last else set())
    return event.number not in known


def with_differing(table: Table, event: events.NumberRead) -> Table:
    """The table once another number than that of an earlier round was told: nothing else changes."""
    if not differs(table, event):
        return table
    return replace(table, wheel=replace(table.wheel, differed=event.of_round))


def waits_for_next_spin(table: Table) -> bool:
    """Whether the recorded number is of such a game, and no ball that was taken out takes it away."""
    spin = spin_of(table)
    return spin.recorded is not None and spin.of_game not in (None, table.wheel.spent)


def _of_game(table: Table, spin: Spin, event: events.NumberRead) -> Spin:
    """The spin with the game of its recorded number."""
    return replace(spin, of_game=event.game) if table.holds(editions.GAME) else spin


def heed_wheel(table: Table, event: events.AnyEvent) -> Table:
    """The table after the wheel has told of a ball or a number: in which of its games that was."""
    if isinstance(event, events.BallSent | events.NumberRead) and event.game is not None:
        if event.counter is not None and table.holds(editions.LATE_NUMBER):
            round = "" if table.round is None or not table.open_round else table.round.id
            sent = SpunGame(round, event.game, event.counter)
            table = replace(table, wheel=replace(table.wheel, sent=sent))
        table = _heed_game(tell_of_ball(table), event) if table.holds(editions.GAME) else tell_of_ball(table)
    elif isinstance(event, events.DeviceNoted) and event.kind == events.NO_MORE_BETS:
        table = tell_of_ball(table)
    return table


def _heed_game(table: Table, event: events.BallSent | events.NumberRead) -> Table:
    """A ball that is sent again in a game is another ball: nobody has said of it that it is out."""
    wheel, game = table.wheel, event.game
    if isinstance(event, events.BallSent) and not event.runs:
        said = wheel.said_out
        is_other = said is not None and said.game == game and said.fell is None
        spent = None if wheel.spent == game else wheel.spent
        wheel = replace(wheel, spent=spent, said_out=None if is_other else said)
    return replace(table, wheel=replace(wheel, heard=game))


def note_signal(game: Game, table: Table, event: events.DeviceNoted, at: datetime) -> Table:
    """The table once its wheel has said 'no more bets' while bets are open."""
    is_signal = event.kind == events.NO_MORE_BETS and table.bet_time and table.wheel.signal_at is None
    if not is_signal or not table.holds(editions.LATE_CLOSE):
        return table
    allowed = of_wheel(game).rules.bets_after_signal
    return replace(table, wheel=replace(table.wheel, signal_at=at, signal_allows=allowed))


def tell_of_ball(table: Table) -> Table:
    """The table once somebody has told of a ball in this spin."""
    spin = table.play
    if not isinstance(spin, Spin) or spin.is_told or not table.open_round:
        return table
    if not table.holds(editions.KNOWN, of=table.round):
        return table
    return replace(table, play=replace(spin, is_told=True))


def time_number(before: Table, after: Table, event: events.AnyEvent, at: datetime) -> Table:
    """The table with the time when its round's number was first known, and who gave it (LT-ROU-33)."""
    spin = after.play
    if not isinstance(spin, Spin) or spin.number is None or spin_of(before).number is not None:
        return after
    if after.wheel.number_at is not None:
        return after
    by = event.by if isinstance(event, events.NumberSaid) else None
    sent, round = after.wheel.sent, after.round
    spun = sent if sent is not None and round is not None and sent.round == round.id else None
    return replace(after, wheel=replace(after.wheel, number_at=at, number_by=by, spun=spun))


def _late(table: Table, event: events.NumberRead) -> events.NumberRead:
    """A number of a round that is over is of that round; one with no spin due is of none."""
    spun = table.wheel.spun
    is_its = spun is not None and event.game == spun.games and told_of(table, spun.round) is not None
    if spun is not None and is_its and (event.changed or not table.open_round):
        return replace(event, of_round=spun.round)
    is_due = table.phase not in (Phase.BETTING, Phase.CLOSED, Phase.WHEEL) or table.open_round
    is_run = table.preparation is not None and table.preparation.due == Preparing.CHECK_RUN
    said = table.wheel.said_out
    is_said = said is not None and said.game == event.game
    if is_due or is_run or is_said or event.changed or not table.holds(editions.OUTSIDE):
        return event
    return replace(event, of_round="")


def _last_named(table: Table, before: WheelDecoder, decoder: WheelDecoder) -> events.NumberRead | None:
    """The last number that the wheel names in its next game, if it is another than that of its round, or if
    no line of that game had it; None else.
    """
    last, spun, status = before.last, table.wheel.spun, decoder.last
    if status is None or status.number is None or status.state not in _NAMES_LAST or status is last:
        return None
    if not table.holds(editions.LATE_NUMBER):
        return None
    read = events.NumberRead(status.number, DeviceRole.WHEEL, last=True)
    if spun is not None and decoder.games == spun.games + 1 and status.game == spun.counter % _GAMES + 1:
        late = replace(read, game=spun.games, of_round=spun.round)
        return late if differs(table, late) else None
    spin, is_next = spin_of(table), last is not None and decoder.games == before.games + 1
    if last is None or not is_next or status.game != last.game % _GAMES + 1 or not table.open_round:
        return None
    sent, round = table.wheel.sent, table.round
    is_ours = sent is not None and round is not None and (sent.round, sent.games) == (round.id, before.games)
    is_lost = is_ours and spin.number is None and spin.recorded is None
    is_its = is_lost and last.state in _UNFALLEN and table.wheel.spent != before.games
    return replace(read, game=before.games, of_round="") if is_its else None


_NAMES_LAST: Final = (START, PLACE_BETS, BALL, NO_MORE_BETS)
_UNFALLEN: Final = (BALL, NO_MORE_BETS, NOT_SEEN)
_GAMES: Final = 256
"""The highest value of a wheel's counter of its games: 1 comes after it."""


def after_halt(game: Game, table: Table, at: datetime) -> Table:
    """After a halt: the number recorded during it wins if the ball had a valid run.

    A number of bet time that came under a report halts now, and so does one that differs from the dealer's:
    of two numbers neither is the result. A number of a ball that was said to be out halts, too, unless it is
    the result.
    """
    spin, said = spin_of(table), table.wheel.said_out
    if said is not None and _is_to_ask(table, said) and spin.number != said.fell:
        return _halt_for_fallen(table, said, at)
    if table.wheel.number_kept is KeptNumber.REPORT:
        return note_fallen_number(replace(table, halt=Halt(HaltReason.BETS_OPEN, at)))
    if table.wheel.rotor and spin.recorded is not None and spin.number is None:
        return _halt_for_rotor(table, table.wheel.rotor, at)
    dealers = spin.said if spin.number is None else spin.number
    if spin.recorded is None or dealers in (None, spin.recorded):
        return table if spin.recorded is None else _use_recorded_number(game, table, spin.recorded)
    if table.wheel.number_kept is None:
        return table
    return replace(table, halt=Halt(HaltReason.NUMBER_DIFFERS, at, number=spin.recorded))


def _use_recorded_number(game: Game, table: Table, recorded: int) -> Table:
    """The recorded number is the winning one, if none is known yet."""
    spin = spin_of(table)
    return (
        table if spin.number is not None else move_on(game, replace(table, play=spin.with_reading(recorded)))
    )


def note_fallen_number(table: Table) -> Table:
    """The halt with a number of bet time that came under a report, which has ended without using it."""
    assert table.halt is not None, "the table is halted by it"
    halt = replace(table.halt, in_bet_time=True, cause=IN_POCKET)
    return replace(table, halt=halt, wheel=replace(table.wheel, number_kept=KeptNumber.BET_TIME))


# --- what stops it -------------------------------------------------------------------------------


def refuse_number(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, refused: str, at: datetime
) -> Table:
    """A number that must not come: it closes open bets, a reader's is kept as recorded, play stops. In a halt
    the last one is kept until the number is known; of two that differ the first one stands.
    """
    if not table.open_round or refused not in (Refusal.BETS_OPEN, Refusal.HALTED, Refusal.OUT_OF_TURN):
        return table
    if fell_after_all(table, event):
        return _take_fallen(game, table, event.number, at)
    if isinstance(event, events.NumberSaid):
        after = _stop_play(game, table, event, refused, at)
        if event.kept and counts_as_of_bet_time(table) and not table.halted:
            after = replace(after, wheel=replace(after.wheel, number_kept=KeptNumber.BET_TIME))
        return after
    if event.changed and standing_number(spin_of(table)) is None:
        return table  # the report is about the spin before this one
    after = _stop_play(game, table, event, refused, at)
    if event.kept:
        after = replace(after, wheel=replace(after.wheel, number_kept=_time_of_coming(table)))
    if event.rotor != table.wheel.rotor and table.holds(editions.ROTOR):
        after = _with_rotor(table, after, event.rotor)
    spin = spin_of(after)
    stands = spin.number is not None or refused == Refusal.OUT_OF_TURN
    if spin.recorded == event.number or (stands and spin.recorded is not None):
        return after
    return replace(after, play=_of_game(table, replace(spin, recorded=event.number), event))


def _with_rotor(before: Table, table: Table, rotor: str) -> Table:
    """The table with what the rotor did: of the halt that its number begins in bet time, else kept until
    play would go on.
    """
    if rotor and table.halt is not None and before.halt is None and table.halt.in_bet_time:
        return replace(table, halt=replace(table.halt, rotor=rotor))
    return replace(table, wheel=replace(table.wheel, rotor=rotor))


def _time_of_coming(table: Table) -> KeptNumber:
    """When a number that is kept came: in bet time, under a report, or in a halt. Under a report of a ball
    that fell in bet time it is that ball's, though the report has closed the bets.
    """
    incident = table.incident
    of_bet_time = counts_as_of_bet_time(table)
    if incident is not None and (of_bet_time or incident.ball_fell):
        return KeptNumber.REPORT
    return KeptNumber.BET_TIME if of_bet_time else table.wheel.number_kept or KeptNumber.HALT


def counts_as_of_bet_time(table: Table) -> bool:
    """Whether a number counts as one of bet time: bets are open, or a report closed them before the spin."""
    waits = table.phase is Phase.SPINNING and table.open_round and spin_of(table).run is None
    return table.bet_time or (waits and table.wheel.fell_in_bet_time)


def withdraw_reading(table: Table) -> Table:
    """The number that halted the table, and that an outcome does not use, counts as withdrawn."""
    halt, spin = table.halt, spin_of(table)
    if halt is None or table.wheel.number_kept is None:
        return table
    wheel = replace(table.wheel, number_kept=None)
    if halt.fell:
        return replace(table, play=_without_fallen(table, halt), wheel=wheel)
    if halt.cause == IN_POCKET:
        wheel = replace(wheel, ball_out=True, spent=wheel.heard)
        return replace(table, play=replace(spin, recorded=None), wheel=wheel)
    if halt.reason == HaltReason.NUMBER_DIFFERS and spin.number is None:
        return replace(table, play=replace(spin, recorded=halt.recorded), wheel=wheel)
    return table


def _without_fallen(table: Table, halt: Halt) -> Spin:
    """The spin without the number of a ball said to be out; another one that came since stays."""
    spin, said = spin_of(table), table.wheel.said_out
    is_other = said is not None and spin.recorded != said.fell and table.holds(editions.SMALLER)
    return spin if is_other else replace(spin, recorded=halt.recorded)


def number_to_void(table: Table) -> int | None:
    """The number that a withdrawn halt makes void: one read in bet time, or the later of two that differ."""
    halt = table.halt
    if halt is None:
        return None
    if halt.fell and table.wheel.said_out is not None:
        return table.wheel.said_out.fell
    return spin_of(table).recorded if halt.cause == IN_POCKET else halt.number


def number_left(table: Table) -> int | None:
    """The first of two numbers that halt the table: it stands if the later one is withdrawn."""
    halt = table.halt
    if halt is None or halt.reason != HaltReason.NUMBER_DIFFERS:
        return None
    return standing_number(replace(spin_of(table), recorded=halt.recorded))


def withdraw_number(table: Table, event: events.HaltWithdrawn) -> Table:
    """The halt is taken back: a number that becomes void by it no longer counts.

    A number of bet time means that the ball fell then: until the ball is spun again, no number counts. Of two
    that differ the first one stands. With the number of a ball that was said to be out nothing else changes,
    and with a halt in which that was said the word is taken back.
    """
    spin, halt = spin_of(table), table.halt
    if halt is not None and halt.fell:
        wheel = replace(table.wheel, number_kept=None)
        return replace(table, play=_without_fallen(table, halt), wheel=wheel)
    if halt is not None and halt.ball_out:
        # A false alarm: the ball still runs.
        table = replace(table, wheel=replace(table.wheel, said_out=None, ball_out=False))
    if halt is not None and halt.reason == HaltReason.NUMBER_DIFFERS and spin.recorded != halt.recorded:
        table = replace(table, play=replace(spin, recorded=halt.recorded))
    elif event.number is not None and spin.recorded == event.number and halt and halt.cause == IN_POCKET:
        table = replace(table, play=replace(spin, recorded=None))
    of_bet_time = halt is not None and halt.cause == IN_POCKET and event.reason is not None
    wheel = replace(table.wheel, number_kept=None)
    if of_bet_time:
        is_out = spin.run is None
        wheel = replace(wheel, spent=wheel.heard) if is_out else wheel
        return replace(table, wheel=replace(wheel, ball_out=is_out))
    differed = halt is not None and halt.reason == HaltReason.NUMBER_DIFFERS
    return replace(table, wheel=wheel) if differed else table


def wheel_game(table: Table) -> int | None:
    """The wheel's game by its own count; None if no wheel with states is heard, or no ball was sent yet."""
    wheel = wheel_of(table)
    if wheel is None or wheel.last is None:
        return None
    return None if wheel.last.state in (START, PLACE_BETS) else wheel.games


def remove_ball(table: Table, press: events.StepDone, at: datetime) -> Table:
    """The dealer has taken the ball out at once; the report of it follows."""
    assert table.halt is not None, "the table is halted by it"
    wheel = say_ball_out(table, press, at, in_bet_time=table.halt.cause == ON_TRACK)
    return replace(table, halt=replace(table.halt, ball_out=True), wheel=wheel)


def say_ball_out(
    table: Table, press: events.StepDone | None, at: datetime, *, in_bet_time: bool
) -> WheelAtTable:
    """The wheel whose ball a person says to be out. A wheel that counts its games can contradict it."""
    wheel, before = replace(table.wheel, ball_out=True), table.wheel.said_out
    game = None if press is None else press.game
    if table.holds(editions.GAME):
        # A game that began since the respin was decided is the next spin's: the word is of the one before.
        is_next = wheel.replaced is not None and wheel.heard != wheel.spent
        game = wheel.spent if is_next else wheel.heard if game is None else game
        wheel = replace(wheel, spent=game)
    if press is None or (game is None and not table.holds(editions.EARLY)):
        return wheel
    if game is None and before is not None and before.fell is not None and not before.asked:
        return wheel
    round = table.round.id if table.round is not None else None
    said = BallSaidOut(game, press.by, at, round, in_bet_time)
    if before is not None and before.game == game is not None:  # a number halts the table only once
        fell_in = before.fell_in if table.holds(editions.GAME) else None
        said = replace(said, fell=before.fell, asked=before.asked, fell_in=fell_in)
    return replace(wheel, said_out=said)


def fell_after_all(table: Table, event: events.AnyEvent) -> bool:
    """Whether the event is the number of an open round's wheel game in which the ball was said to be out."""
    said = table.wheel.said_out
    return (
        said is not None
        and isinstance(event, events.NumberRead)
        and said.game is not None
        and event.game == said.game
        and said.fell is None
        and table.open_round
    )


def is_of_no_round(table: Table, event: events.AnyEvent) -> bool:
    """Whether the event is the number of such a game, and no round is open that it could be of."""
    said, game = table.wheel.said_out, event.game if isinstance(event, events.NumberRead) else None
    is_said = said is not None and game is not None and said.game == game
    return is_said and not table.open_round and table.holds(editions.SMALLER)


def _is_to_ask(table: Table, said: BallSaidOut) -> bool:
    """Whether the number of a ball said to be out came in this round, and has not halted the table."""
    came = said.fell is not None and table.round is not None and said.fell_in == table.round.id
    return came and table.open_round and not said.asked


def _take_fallen(game: Game, table: Table, number: int, at: datetime) -> Table:
    """Take the number of a ball said to be out: keep it, close bets, and halt the table now or later."""
    said, spin = table.wheel.said_out, spin_of(table)
    assert said is not None and table.round is not None, "a round is open, and the ball was said to be out"
    of_bet_time, before = counts_as_of_bet_time(table), spin.recorded
    early = of_bet_time or (said.in_bet_time and said.round == table.round.id)
    said = replace(said, fell=number, fell_in=table.round.id, in_bet_time=early)
    table = close_bets(game, table) if table.bet_time else table
    halt = table.halt
    if halt is not None and of_bet_time and table.incident is None and table.holds(editions.GAME):
        return _halt_for_fallen(table, said, at)
    if table.halted:
        kept = spin if spin.number is not None and before is not None else replace(spin, recorded=number)
        return replace(table, play=kept, wheel=replace(table.wheel, said_out=said))
    return _halt_for_fallen(table, said, at)


def _halt_for_fallen(table: Table, said: BallSaidOut, at: datetime) -> Table:
    """The table halted by such a number: one of bet time if the ball was spun then, else one of no spin. A
    halt of the same bet time keeps its reason.
    """
    spin = spin_of(table)
    reason, cause = (HaltReason.BETS_OPEN, IN_POCKET) if said.in_bet_time else (HaltReason.NO_SPIN, BALL_FELL)
    before = None if spin.recorded == said.fell else spin.recorded
    halt = table.halt or Halt(reason, at)
    halt = replace(halt, in_bet_time=said.in_bet_time, cause=cause, recorded=before, fell=True)
    wheel = replace(table.wheel, said_out=replace(said, asked=True), number_kept=KeptNumber.HALT)
    kept = spin if spin.number is not None and before is not None else replace(spin, recorded=said.fell)
    return replace(table, halt=halt, play=kept, wheel=wheel)


def _stop_play(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, refused: str, at: datetime
) -> Table:
    is_read = isinstance(event, events.NumberRead)
    if counts_as_of_bet_time(table) and (is_read or not table.halted):
        is_kept = isinstance(event, events.NumberRead) and event.kept
        return _close_bets_and_halt(game, table, refused, at, is_kept=is_kept)
    stands = standing_number(spin_of(table))
    if table.halted or stands is None or stands == event.number:
        return table
    differs = Halt(HaltReason.NUMBER_DIFFERS, at, number=event.number, recorded=spin_of(table).recorded)
    return replace(table, halt=differs)


def _close_bets_and_halt(game: Game, table: Table, refused: str, at: datetime, *, is_kept: bool) -> Table:
    """The ball fell while bets were open: they are closed; a halt beneath an incident stays as it is."""
    closed = close_bets(game, table) if table.bet_time else table
    if table.incident is not None and (table.halt is None or is_kept):
        return closed
    halt = table.halt or Halt(HALT_REASONS[refused], at)
    return replace(closed, halt=replace(halt, in_bet_time=True, cause=IN_POCKET))


def send_ball(game: Game, table: Table, event: events.BallSent, at: datetime) -> Table:
    """The ball runs. In bet time that halts the table, unless the rulebook allows it (ROU-2.1.3, LT-ROU-31a).

    One launch halts the table once; a wheel that repeats one does so in the same game. While another warning
    halts it, the running ball is offered as a report, once a report that lies over that halt is taken back.
    """
    if not _is_too_soon(game, table) or not _can_say_more(table):
        return table
    is_same = event.runs or not table.holds(editions.WARNING)
    if table.halt is None and is_same and event.game is not None and _is_ball_reported(table, event.game):
        return table
    halt = table.halt or Halt(HaltReason.DEVICE, at, in_bet_time=True)
    reported_in = table.round.id if table.round else None
    wheel = replace(table.wheel, early_ball_round=reported_in, early_ball_game=event.game)
    return replace(table, wheel=wheel, halt=replace(halt, cause=ON_TRACK))


def _is_ball_reported(table: Table, game: int) -> bool:
    """Whether the wheel has reported its running ball in this bet time, in the wheel's present game."""
    wheel, round = table.wheel, table.round
    return round is not None and (wheel.early_ball_round, wheel.early_ball_game) == (round.id, game)


def _can_say_more(table: Table) -> bool:
    """Whether the running ball halts the table, or is a better reason than the warning that halts it now."""
    halt = table.halt
    if halt is None:
        return table.incident is None
    return halt.reason == HaltReason.DEVICE and not halt.ball_out


def _is_too_soon(game: Game, table: Table) -> bool:
    return table.bet_time and not of_wheel(game).rules.ball_in_bet_time.allowed


def runs_on(game: Game, table: Table, decoder: Decoder, fed_decoder: Decoder) -> bool:
    """Whether a line reports for the first time in this bet time that a ball sent earlier still runs."""
    last = _new_status(decoder, fed_decoder)
    runs = last is not None and last.state == BALL and _is_too_soon(game, table)
    return runs and not _is_ball_reported(table, _games(fed_decoder)) and _can_say_more(table)


def _games(decoder: Decoder) -> int:
    return decoder.games if isinstance(decoder, WheelDecoder) else 0


def still_warned_of(table: Table, decoder: Decoder, fed_decoder: Decoder) -> tuple[WheelFaultMeaning, ...]:
    """A line's warnings that would halt this round, and came when they could halt nothing."""
    last = _new_status(decoder, fed_decoder)
    if last is None or table.halted or not table.open_round:
        return ()
    warnings = fed_decoder.warnings if isinstance(fed_decoder, WheelDecoder) else ()
    return tuple(each for each in warnings if table.wheel.warnings.get(each) != _games(fed_decoder))


def wheel_events(
    game: Game, table: Table, decoder: Decoder, fed_decoder: Decoder, readings: list[events.AnyEvent]
) -> list[events.AnyEvent]:
    """The events of a line, in the order of importance; ``readings`` are its new ones.

    First the warnings, new or reported with no round open; then an impossible step of the wheel; then the
    rest. ``fed_decoder`` is the decoder after the line.
    """
    still = still_warned_of(table, decoder, fed_decoder)
    status = _new_status(decoder, fed_decoder)
    if not isinstance(fed_decoder, WheelDecoder):
        return readings
    games = _games(fed_decoder)
    new = {event.meaning: event for event in readings if isinstance(event, events.WheelFaulted)}
    bits = dict.fromkeys(meaning for meaning in fed_decoder.warnings if meaning in new or meaning in still)
    faults = [
        replace(new.get(meaning) or events.WheelFaulted(meaning, game=games), in_play=not table.halted)
        for meaning in (*bits, *(meaning for meaning in new if meaning not in bits))
    ]
    # A wheel that does not report its ball has no games: each number that it gives begins one.
    has_games = fed_decoder.reports_ball or not table.holds(editions.GAME)
    rest: list[events.AnyEvent] = []
    counter = None if fed_decoder.last is None else fed_decoder.last.game
    for event in readings:
        if has_games and isinstance(event, events.NumberRead):
            rest.append(_late(table, replace(event, game=games, counter=counter)))
        elif isinstance(event, events.BallSent):
            rest.append(replace(event, game=games, counter=counter))
        elif not isinstance(event, events.WheelFaulted):
            rest.append(event)
    if isinstance(decoder, WheelDecoder) and (named := _last_named(table, decoder, fed_decoder)):
        rest.append(named)
    is_sent = any(isinstance(event, events.BallSent) for event in rest)
    of_ball = status is not None and status.state == BALL
    warned_too = bool(faults) and of_ball and _is_too_soon(game, table)
    if not is_sent and (warned_too or runs_on(game, table, decoder, fed_decoder)):
        rest.append(events.BallSent(game=games, runs=True))
    return [*faults, *rest]


def _new_status(decoder: Decoder, fed_decoder: Decoder) -> WheelStatus | None:
    """The status in the last line of these bytes; None if no line was whole, or the device is no wheel."""
    if not isinstance(decoder, WheelDecoder) or not isinstance(fed_decoder, WheelDecoder):
        return None
    return None if fed_decoder.last is decoder.last else fed_decoder.last


def has_warned(table: Table, event: events.WheelFaulted) -> bool:
    return event.game is not None and table.wheel.warnings.get(event.meaning) == event.game


def halt_for_warning(table: Table, event: events.WheelFaulted, at: datetime) -> Table:
    """Halt for a wheel's warning: once for each meaning in each of its games, even one from before the round.
    All warnings of a line that halts the table count; a warning during a halt halts once play goes on.
    """
    if not table.open_round or has_warned(table, event):
        return table
    follows = event.meaning is WheelFaultMeaning.CLOSED_IN_GAME and table.holds(editions.WARNING)
    if follows and event.game is not None and table.wheel.warnings.get(_FAILURE) == event.game:
        return table  # the wheel closes itself for the failure that has halted the table
    if event.game is not None and event.in_play:
        warnings = {**table.wheel.warnings, event.meaning: event.game}
        table = replace(table, wheel=replace(table.wheel, warnings=warnings))
    if table.halted:
        return _with_fault(table, event)
    cause = event.meaning.value if event.meaning in OF_A_SPIN else None
    halt = Halt(HaltReason.DEVICE, at, in_bet_time=table.bet_time, cause=cause, fault=event.meaning.value)
    return replace(table, halt=halt)


def _with_fault(table: Table, event: events.WheelFaulted) -> Table:
    """The table whose halt has another fault of the line that began it."""
    halt = table.halt
    if halt is None or not halt.fault or not event.in_play or not table.holds(editions.SMALLER):
        return table
    return replace(table, halt=replace(halt, more_faults=(*halt.more_faults, event.meaning.value)))
