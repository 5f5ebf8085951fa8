"""The course of a report: it opens or waits, its facts are given, its outcome is decided, its steps are done.

One incident is open at a time. The effect of an outcome on the table is in
:mod:`console.table.core.incident.outcome_effects`; why a line is refused, in the refusals.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards
from console.table.core.incident import known_facts, outcome_effects, outcome_steps
from console.table.core.incident.guidance import authorise_needs_reason, leads_on, next_of
from console.table.core.incident.held_against import held_against
from console.table.core.incident.outcome_effects import go_on, implies_card, void_round_of, with_readings
from console.table.core.play import course
from console.table.core.play.card_set_watch import rounds_of_set
from console.table.core.play.halts import halt_for_strays, restore_halt_beneath, resume_play
from console.table.core.play.preparation import change_shoe, replace_decks, shuffle_again
from console.table.core.play.wheel_run import after_halt, note_fallen_number, spin_of, waits_for_next_spin
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import (
    Confirmation,
    Incident,
    IncidentState,
    IncidentStep,
    InTime,
    Past,
    Report,
    StepEnd,
    WholeReport,
)
from console.table.core.state.phases import KeptNumber, Phase, RoundStatus
from console.table.core.state.roles import Role
from console.table.core.state.table import Incidents, Table
from console.table.game.incident_cases import Result
from console.table.game.shoe import Shoe
from console.table.incidents.decision import Ruling
from console.table.incidents.known_kinds import DRAWN, IN_TIME, UNASKED, Kind
from console.table.incidents.moments import Moment

PAST: Final = 20
"""The number of past incidents that a table remembers."""

# --- a report and its facts ----------------------------------------------------------------------


def open_report(
    game: Game, table: Table, event: events.IncidentReported, at: datetime, *, voids: bool = False
) -> Table:
    """A report opens at once, or waits behind the open one. ``voids``: a press that voids a round made it."""
    role = table.role_of(event.by)
    assert role is not None, "who reports is signed in"
    report = Report(
        event.id,
        event.by,
        role,
        at,
        event.kind,
        event.facts,
        event.ball_out,
        table.edition,
        event.meant,
        of_set=rounds_of_set(table) if game.cards is not None else None,
        set_in_play=table.sets.in_play,
        moment=known_facts.current_moment(game, table),
        counted=event.counted,
        in_time=InTime(event.by, at) if IN_TIME in event.facts else None,
        entry=event.at_entry,
        voids=voids,
    )
    if table.holds(editions.UNSEEN, of=table):
        report = replace(report, whole=_whole(game, table, _incident_from(game, table, report, at)))
    incidents = replace(table.incidents, reported=table.incidents.reported + 1)
    if table.incident is not None:
        if report.ball_fell and table.bet_time:
            table, report = _closed_by(game, table, report)
        return replace(table, incidents=replace(incidents, waiting=(*incidents.waiting, report)))
    table = replace(table, incidents=incidents)
    if table.halt is not None and table.halt.of_waiting:  # it is what this report can be about
        table = replace(table, halt=replace(table.halt, of_waiting=False))
    return _open_incident(game, table, _incident_from(game, table, report, at), at)


def _closed_by(game: Game, table: Table, report: Report) -> tuple[Table, Report]:
    """The table whose bets a report has closed, since players see the number (LT-ROU-31b); and the report."""
    closed = course.close_bets(game, table)
    wheel = replace(closed.wheel, fell_in_bet_time=True)
    return replace(closed, wheel=wheel), replace(report, closed_bets=True)


def _incident_from(game: Game, table: Table, report: Report, at: datetime) -> Incident:
    """The incident of a report that opens now."""
    moments = (report.moment or known_facts.current_moment(game, table)).letters
    round = None if table.round is None else table.round.id
    return Incident(report, round, moments, at, changed=report.is_deferred)


def _whole(game: Game, table: Table, incident: Incident) -> WholeReport | None:
    """The decision that a report leads to now; None if it lacks a fact, or nothing can be decided."""
    incident = weighed_incident(game, table, incident)
    with_it = replace(table, incident=incident)
    if incident.report.kind is None or not leads_on(game, with_it, incident, incident.report):
        return None
    answer = next_of(game, table, incident)
    if not isinstance(answer, Ruling):
        return None
    case = answer.case()
    numbered = course.last_number_round(table)
    number = numbered.play.number if numbered is not None and numbered.round == incident.round else None
    return WholeReport(case.clause, case.outcome.value, incident.facts, table.play.cards, number)


def _open_incident(game: Game, table: Table, incident: Incident, at: datetime) -> Table:
    is_whole = not incident.report.is_deferred
    return _find_case(game, replace(table, incident=incident, shoe_in_step=False), at, opening=is_whole)


def take_facts(game: Game, table: Table, event: events.IncidentAnswered, at: datetime) -> Table:
    """Take or change an answer of the report; the facts that the table knows are filled in again."""
    incident = _incident_of(table)
    report = incident.report.with_answers(event.facts)
    if IN_TIME in event.facts:
        report = replace(report, in_time=InTime(event.by, at))
    by_pit_boss = incident.answered_by_pit_boss or table.role_of(event.by) is Role.PIT_BOSS
    table = replace(table, incident=replace(incident, answered_by_pit_boss=by_pit_boss))
    incident = replace(_incident_of(table), report=report, changed=incident.changed or event.changed)
    return _find_case(game, replace(table, incident=incident), at)


def take_reading(game: Game, before: Table, table: Table, at: datetime) -> Table:
    """Fill in the facts that follow from a number recorded while a report is open.

    If that changes a fact, the rows are sought again and a pit boss confirms the outcome. A number of a ball
    that is still to be taken out takes a respin's decision back (LT-ROU-27b); of a ball that was said to be
    out in time the question is asked again (LT-ROU-32a). A number that belongs to no spin is held against the
    report.
    """
    incident = table.incident
    if incident is None or spin_of(table).recorded == spin_of(before).recorded:
        return table if incident is None else _with_held_against(game, table, incident)
    if incident.state == IncidentState.STEPS:
        is_in_time = incident.facts.get(IN_TIME) is True
        if not _takes_decision_back(before, table, incident, is_in_time=is_in_time):
            return table
        report = _taken_back(table, incident)
        report = report.with_answers({IN_TIME: None}) if is_in_time else report
        again = Incident(report, incident.round, incident.moments, incident.opened, contradicted=is_in_time)
        incident = replace(again, answered_by_pit_boss=incident.answered_by_pit_boss)
        table = outcome_effects.restore_replaced_run(table)
    elif weighed_incident(game, table, incident).weighed == incident.weighed and leads_on(
        game, table, incident, incident.report
    ):
        return table
    return _find_case(game, replace(table, incident=replace(incident, changed=True)), at)


def count_readings(game: Game, before: Table, table: Table, at: datetime) -> Table:
    """Recount the cards that several readings were, once another came under an undecided report."""
    incident = table.incident
    if incident is None or incident.state not in (IncidentState.FACTS, IncidentState.AWAITING):
        return table
    was = None if before.incident is None else (before.incident.strays, before.incident.again)
    is_same = was == (incident.strays, incident.again) and table.halt is before.halt
    if is_same or not table.holds(editions.TRIES):
        return table
    weighed = weighed_incident(game, table, incident).weighed
    return table if weighed == incident.weighed else _find_case(game, table, at)


def _takes_decision_back(before: Table, table: Table, incident: Incident, *, is_in_time: bool) -> bool:
    """Whether a number is of the ball that a decided respin has taken out, and that still runs: not of a ball
    that somebody said to be out, nor of the wheel's next game.
    """
    due = None if incident.step is None else incident.step.action
    is_told = table.wheel.said_out != before.wheel.said_out or waits_for_next_spin(table)
    if is_told and table.holds(editions.GAME):
        return False
    if is_in_time:
        return due == Action.REMOVE_BALL
    is_respun = incident.outcome == Result.RESPIN and table.holds(editions.RECORDED, of=incident.report)
    return is_respun and due in (Action.REMOVE_BALL, Action.PICK_UP_BALL)


def _with_held_against(game: Game, table: Table, incident: Incident) -> Table:
    """The table with what it knows now against its open report, if that awaits a pit boss."""
    if incident.state != IncidentState.AWAITING:
        return table
    against = held_against(game, table, incident)
    if against == incident.against:
        return table
    return replace(table, incident=replace(incident, against=against))


def weighed_incident(game: Game, table: Table, incident: Incident) -> Incident:
    """The incident with the facts that its report gives and that the table knows now, and nothing decided."""
    bare = replace(
        incident, state=IncidentState.FACTS, facts={}, weighed={}, answer=None, steps=(), against=None
    )
    kind = incident.report.kind
    if kind is None:
        return bare
    moment = known_facts.moment_of(game, table, incident)
    weighed = known_facts.filled_in(game, table, kind, incident.report.facts, moment)
    facts = known_facts.asked_for(game, table, kind, weighed, moment)
    is_of_number = moment.numbered is not None and outcome_effects.is_about_last_number(kind)
    return replace(
        bare, facts=facts, weighed=weighed, round=moment.numbered if is_of_number else moment.round
    )


def _find_case(game: Game, table: Table, at: datetime, *, opening: bool = False) -> Table:
    """The table with the incident's case, once its facts lead to one; decided without a pit boss if the
    rules leave it to the dealer.

    A ball that is known to lie in a pocket closes the bets at once (LT-ROU-31b).
    A pit boss's own report that lacks no fact and no reason is also its confirmation. Once an answer was
    changed, the outcome is shown before anybody confirms it.
    """
    incident = weighed_incident(game, table, _incident_of(table))
    report = incident.report
    if incident.ball_fell and table.bet_time:
        table, report = _closed_by(game, table, report)
        incident = replace(incident, report=report)
    if report.kind is None or not leads_on(game, replace(table, incident=incident), incident, report):
        # No fact counts as used, since no row is reached that asks for one.
        return replace(table, incident=replace(incident, facts={}))
    answer = next_of(game, table, incident)
    if not isinstance(answer, Ruling):
        return replace(table, incident=incident)
    case = answer.case()
    incident = replace(incident, state=IncidentState.AWAITING, answer=answer)
    table = replace(table, incident=replace(incident, steps=outcome_steps.planned_steps(table, incident)))
    if (against := held_against(game, table, incident)) is not None:
        return replace(table, incident=replace(_incident_of(table), against=against))
    is_own = opening and report.role is Role.PIT_BOSS and not case.choices
    is_counted = DRAWN in incident.facts and DRAWN not in report.facts
    is_own = is_own and not authorise_needs_reason(table, incident) and not is_counted
    if is_own and table.holds(editions.UNSEEN):
        is_own = report.whole is not None and report.whole == _whole(game, table, incident)
    if (case.authority == "dealer" and not incident.changed and not is_counted) or is_own:
        by_report = Confirmation(report.by, at, entry=report.entry) if is_own else Confirmation(None, at)
        return _decide_outcome(game, table, by_report, None, at)
    return table


# --- the outcome ---------------------------------------------------------------------------------


def confirm_outcome(game: Game, table: Table, event: events.OutcomeAuthorised, at: datetime) -> Table:
    choices = outcome_steps.possible_choices(table, _incident_of(table))
    choice = event.choice or (choices[0] if choices else None)
    confirmed = Confirmation(event.by, at, event.reason, event.at_entry)
    return _decide_outcome(game, table, confirmed, choice, at)


def _decide_outcome(
    game: Game, table: Table, confirmation: Confirmation, choice: str | None, at: datetime
) -> Table:
    """The outcome is decided: it takes effect, and its first step is due."""
    incident = replace(_incident_of(table), state=IncidentState.STEPS, authorised=confirmation, choice=choice)
    # Planned once more: the choice decides which steps there are.
    steps, outcome = outcome_steps.planned_steps(table, incident), outcome_steps.outcome_of(incident)
    incident = replace(incident, outcome=outcome, steps=steps)
    table, incident = known_facts.with_drawn(table, incident)
    if outcome in _SETTLING and (no_spin := _no_spin_before(table, incident)) is not None:
        # The report of no spin is decided first; then this one opens again, to be confirmed once more.
        deferred = replace(_taken_back(table, incident), is_deferred=True)
        others = (each for each in table.incidents.waiting if each is not no_spin)
        incidents = replace(table.incidents, waiting=(no_spin, deferred, *others))
        return _next_report(game, replace(table, incident=None, incidents=incidents), at)
    if incident.set_is_gone and table.holds(editions.SMALLER):
        return _proceed(game, replace(table, incident=incident), at)  # nothing is left to do with it
    if outcome == Result.VOID and not table.open_round:
        # The round has ended already: only the outcome's steps are left.
        incident = replace(incident, nothing_out=table.phase is Phase.BETTING)
        return _proceed(game, replace(table, incident=incident), at)
    if outcome == Result.VOID:
        card_out = (
            implies_card(incident) or outcome_steps.lies_apart(table, incident) or course.is_card_out(table)
        )
        incident = replace(incident, nothing_out=not (card_out or incident.strays))
        void = void_round_of(game, table, incident)
        clears = any(step.action == Action.DISCARD for step in steps)
        to_clear = table.cards_apart if clears else 0
        # The void counted the stray cards as drawn: kept in the incident, they would be counted again.
        return _proceed(game, replace(void, incident=replace(incident, strays=(), to_clear=to_clear)), at)
    after_spin = _after_wheel_outcome(game, table, incident)
    if after_spin is not None:
        return _proceed(game, replace(after_spin, incident=incident), at)
    scans = incident.case is not None and any(step.action == Action.SCAN_CARD for step in incident.case.steps)
    was_open = table.open_round
    table, incident = with_readings(game, table, incident)
    if is_of_dealer(incident):
        table = replace(table, incidents=replace(table.incidents, halt_beneath=table.halt))
    table = go_on(game, table, incident, is_scanned=scans and outcome_steps.plays_card(table))
    if was_open and table.round is not None and table.round.status is RoundStatus.VOID:
        # A refund left no hand, so the round is void: the cards that came under the report count as drawn.
        table = replace(table, shoe=table.shoe.draw_all(incident.strays))
        incident = replace(incident, strays=())
    return _proceed(game, replace(table, incident=incident), at)


def _taken_back(table: Table, incident: Incident) -> Report:
    """The report of an incident whose decision is taken back, with who had authorised it."""
    report, was = incident.report, incident.authorised
    if was is None or was.by is None or not table.holds(editions.UNSEEN, of=report):
        return report
    return replace(report, authorised=was)


_SETTLING: Final = (Result.SETTLE_BY_HAND, Result.FINISH)
"""The outcomes by which a round is settled."""


def _no_spin_before(table: Table, incident: Incident) -> Report | None:
    """The waiting report of no spin, if it is about the spin by which this incident settles its round. It is
    decided first: nothing is paid for a spin that was none (LT-ROU-27b).
    """
    is_finished = incident.outcome == Result.FINISH and not table.holds(editions.SETTLED, of=incident.report)
    if not table.open_round or is_finished:
        return None
    return next(
        (
            each
            for each in table.incidents.waiting
            if each.kind == Kind.NO_SPIN
            and each.moment is not None
            and each.moment.round == incident.round
            and each.moment.respun_after is None
        ),
        None,
    )


def is_of_dealer(incident: Incident) -> bool:
    return incident.case is not None and incident.case.authority == "dealer"


_ANNOUNCED: Final = frozenset((Result.RESPIN, Result.FINISH, Result.VOID))
"""Outcomes after which no announcement says that play goes on: the decision's own says more."""


def _after_wheel_outcome(game: Game, table: Table, incident: Incident) -> Table | None:
    """The table after an outcome that only roulette has; None for every other outcome."""
    match incident.outcome:
        case Result.RESPIN:
            again = outcome_effects.spin_again(table)
            is_new = table.holds(editions.RECORDED, of=incident.report) or table.holds(editions.GAME)
            can_be_taken_back = incident.facts.get(IN_TIME) is True or is_new
            return outcome_effects.keep_replaced_run(table, again) if can_be_taken_back else again
        case Result.FINISH:
            return outcome_effects.finish_in_error(table)
        case Result.SETTLE_BY_HAND:
            return outcome_effects.settle_by_hand(game, table, incident)
        case _:
            return None


# --- its steps -----------------------------------------------------------------------------------


def end_step(
    game: Game,
    table: Table,
    at: datetime,
    *,
    skipped: bool = False,
    press: events.StepDone | None = None,
    read: bool = False,
    damaged: bool | None = None,
) -> Table:
    """The step that was due is done, or the pit boss has ``skipped`` it, or a device has ``read`` the card.

    A shoe that is not changed is dealt on: a cut card that came makes this hand its last. For a ball that is
    said to be ``damaged`` another is brought, even if its check was skipped (LT-ROU-29).
    """
    incident = _incident_of(table)
    step = incident.step
    assert step is not None, "a step is due"
    table = _end_due_step(table, at, StepEnd.SKIPPED if skipped else StepEnd.READ if read else StepEnd.DONE)
    if step.action == Action.CHECK_BALL and (damaged is not None or not skipped):
        table = replace(table, incident=_with_checked_ball(_incident_of(table), damaged=bool(damaged)))
    match step.action:
        case Action.LEAVE_IN_VIEW if not skipped:
            table = replace(table, aside=replace(table.aside, in_view=True))
        case Action.CHANGE_SHOE if not skipped:
            table = change_shoe(game, table)
            if incident.strays:  # the stray cards left with the old shoe
                table = replace(table, incident=replace(_incident_of(table), strays=()))
        case Action.CHANGE_SHOE if table.shoe_in_play.cut_card_out:
            table = course.announce_last_hand(game, table)
        case Action.SCAN_CUT_CARD if incident.report.kind != Kind.CUT_CARD_NOT_SCANNED:
            table = take_cut_card(game, table)
        case Action.REMOVE_BALL | Action.PICK_UP_BALL:
            table = outcome_effects.take_ball_out(table, incident, press, at)
    return _proceed(game, table, at)


def _with_checked_ball(incident: Incident, *, damaged: bool) -> Incident:
    """The incident with what the check of the ball said; a report that it is damaged stands."""
    if UNASKED in incident.facts:
        found = damaged or incident.facts[UNASKED]
        report = incident.report.with_answers({UNASKED: found})
        incident = replace(incident, report=report, facts=incident.facts | {UNASKED: found})
    return _with_another_ball(incident) if damaged else incident


def _with_another_ball(incident: Incident) -> Incident:
    """The incident with the step by which another ball is brought, if it is not there yet."""
    if any(step.action == Action.REPLACE_BALL for step in incident.steps):
        return incident
    checked = [step.action for step in incident.steps].index(Action.CHECK_BALL) + 1
    another = IncidentStep(Action.REPLACE_BALL, "pit_boss")
    return replace(incident, steps=(*incident.steps[:checked], another, *incident.steps[checked:]))


def take_scan(game: Game, table: Table, event: events.CardDrawn, at: datetime) -> Table:
    """The card that a step asks for was read: it is the card that is due, or was out of a void round."""
    card, end = event.card, StepEnd.READ if event.by is None else StepEnd.DONE
    incident = _incident_of(table)
    strays = list(incident.strays)
    if strays and strays[-1] is None and table.holds(editions.TRIES, of=incident.report):
        strays.pop()  # the draw directly before it, which was not read, was a try at this card
    if card in strays:
        strays.remove(card)
    table = replace(table, incident=replace(incident, strays=tuple(strays)))
    if not table.open_round:
        shoe = Shoe(table.shoe.seen, max(0, table.shoe.unseen - 1))
        return _proceed(game, _end_due_step(replace(table, shoe=shoe.draw(card)), at, end), at)
    table = course.lay_card(game, table, table.shoe.draw(card), card)
    return _proceed(game, _end_due_step(table, at, end), at)


def enter_number(
    game: Game, table: Table, event: events.NumberRead | events.NumberSaid, at: datetime
) -> Table:
    """The table with the number for which a step asks; the dealer's ends the step once it came twice."""
    after = outcome_effects.enter_number(game, table, event)
    if spin_of(after).number is None:
        return after
    end = StepEnd.READ if isinstance(event, events.NumberRead) else StepEnd.DONE
    return _proceed(game, _end_due_step(after, at, end), at)


def take_cut_card(game: Game, table: Table) -> Table:
    """The cut card has come: it ends this shoe, unless the shoe is changed at once."""
    came = replace(table, shoe_in_play=replace(table.shoe_in_play, cut_card_out=True))
    return came if table.changes_shoe else course.announce_last_hand(game, came)


def _end_due_step(table: Table, at: datetime, end: StepEnd) -> Table:
    incident = _incident_of(table)
    due = incident.step
    steps = tuple(replace(step, done_at=at, end=end) if step is due else step for step in incident.steps)
    incident = replace(incident, steps=steps, passed=(), last_passed=None)
    return replace(table, incident=incident)


def _proceed(game: Game, table: Table, at: datetime) -> Table:
    """The next step is due; after the last one the incident ends."""
    incident = _incident_of(table)
    step, case = incident.step, incident.case
    if step is None:
        return _end_incident(game, table, at)
    if (
        step.action == Action.SCAN_CUT_CARD
        and case is not None
        and outcome_steps.is_left_out(table, incident, case, step.action)
    ):
        steps = tuple(each for each in incident.steps if each is not step)
        return _proceed(game, replace(table, incident=replace(incident, steps=steps)), at)
    return table


# --- its end -------------------------------------------------------------------------------------


def _end_incident(game: Game, table: Table, at: datetime) -> Table:
    """End the incident: play goes on as the outcome requires, and the next report opens."""
    incident = replace(_incident_of(table), state=IncidentState.CLOSED)
    # Closed before all that follows: the next report opens only if no incident is open.
    table = replace(table, incident=None, incidents=_with_ended(table, incident))
    if is_of_dealer(incident):
        table = halt_for_strays(restore_halt_beneath(table, incident, at), incident, at)
    elif incident.outcome == Result.VOID:
        table = replace(table, shoe=table.shoe.draw_all(incident.strays))
    else:
        table = halt_for_strays(table, incident, at)
    # A card that came meanwhile halts the table again: play does not go on, and nothing says that it does.
    if table.halt is not None:
        return _next_report(game, _with_what_is_gone(table, incident), at)
    ends_alone = incident.set_is_gone and table.holds(editions.SMALLER, of=incident.report)
    outcome = None if ends_alone else incident.outcome
    match outcome:
        case Result.SHUFFLE_AGAIN if not table.is_being_closed:
            table = resume_play(game, shuffle_again(of_cards(game), table), at)
        case Result.REPLACE_DECKS if not incident.set_is_gone:
            table = resume_play(game, replace_decks(of_cards(game), table), at)
        case Result.VOID:
            nothing_out = incident.nothing_out and not incident.strays
            table = course.await_next_round(game, table) if nothing_out else table
        case Result.RESPIN:
            table = resume_play(game, outcome_effects.drop_reading(table), at)
        case Result.FINISH:
            said, kept = table.say, table.wheel.number_kept is not None
            is_known = table.phase is Phase.RESULT  # the result was announced as it became known
            table = table if is_known else course.move_on(game, table)
            table = after_halt(game, replace(table, say=said), at) if kept else table
        case Result.SETTLE_BY_HAND:
            ended = table.phase is Phase.COLLECTING
            table = course.await_next_round(game, table) if ended else resume_play(game, table, at)
        case _:
            table = resume_play(game, table, at)
    # The next report opens first: if it does, nobody announces that play goes on.
    table = _next_report(game, _with_what_is_gone(table, incident), at)
    return table if outcome in _ANNOUNCED else course.announce_resumption(game, table)


def _with_what_is_gone(table: Table, ended: Incident) -> Table:
    """Remove from waiting reports what is gone after an incident: their round, a respun ball, old cards."""
    if not table.incidents.waiting:
        return table
    waiting = tuple(_without_what_is_gone(table, each, ended) for each in table.incidents.waiting)
    return replace(table, incidents=replace(table.incidents, waiting=waiting))


def _without_what_is_gone(table: Table, report: Report, ended: Incident) -> Report:
    moment, id = report.moment, ended.report.id
    if moment is None:
        return report
    was_in_round = not {Moment.BET_TIME, Moment.ROUND}.isdisjoint(moment.letters)
    if was_in_round and not table.open_round and moment.round_over_after is None:
        moment = replace(moment, round_over_after=id)
    if moment.halted is not None:
        halted = _without_what_is_gone(table, replace(report, moment=moment.halted), ended).moment
        moment = replace(moment, halted=halted)
    if ended.outcome == Result.RESPIN and moment.respun_after is None:
        moment = replace(moment, respun_after=id)
        if ended.report.kind == Kind.NO_SPIN and table.holds(editions.SETTLED, of=ended.report):
            moment = replace(moment, no_spin_after=id)
    has_new_decks = ended.outcome == Result.REPLACE_DECKS and not ended.set_is_gone
    if moment.set_gone_after is None and (has_new_decks or table.card_set.since != moment.set):
        moment = replace(moment, set_gone_after=id)
    return replace(report, moment=moment)


def withdraw_report(game: Game, table: Table, event: events.ReportWithdrawn, at: datetime) -> Table:
    """The open report is taken back if its outcome is not decided yet, else the last report that waits."""
    incident = _incident_of(table)
    if incident.state == IncidentState.STEPS:
        last = table.incidents.waiting[-1]
        dropped = Incident(last, None, (), at, state=IncidentState.CLOSED, outcome=Result.RECORD_ONLY.value)
        incidents = _with_ended(table, dropped, event)
        return replace(table, incidents=replace(incidents, waiting=incidents.waiting[:-1]))
    dropped = replace(incident, state=IncidentState.CLOSED, outcome=Result.RECORD_ONLY.value, steps=())
    table = replace(table, incident=None, incidents=_with_ended(table, dropped, event))
    table = halt_for_strays(table, incident, at)
    if table.halt is None:
        table = resume_play(game, table, at)
    elif table.wheel.number_kept is KeptNumber.REPORT:
        table = note_fallen_number(table)
    return course.announce_resumption(game, _next_report(game, _with_what_is_gone(table, dropped), at))


def _next_report(game: Game, table: Table, at: datetime) -> Table:
    """Open the first waiting report that has something left to decide; the others are only recorded."""
    while table.incidents.waiting and table.incident is None:
        # Taken out of the queue before it opens: if it is decided at once, it ends here and opens the next.
        report, *rest = table.incidents.waiting
        table = replace(table, incidents=replace(table.incidents, waiting=tuple(rest)))
        incident = _incident_from(game, table, report, at)
        if known_facts.opens(game, table, incident):
            table = _open_incident(game, table, incident, at)
        else:
            dropped = Incident(
                report, None, (), at, state=IncidentState.CLOSED, outcome=Result.RECORD_ONLY.value
            )
            ahead = table.incidents.past[0].id if table.incidents.past else None
            after = known_facts.overtaken_by(game, table, report) or ahead
            table = replace(table, incidents=_with_past(table, dropped, overtaken=after))
    return table


def _with_ended(
    table: Table, incident: Incident, withdrawal: events.ReportWithdrawn | None = None
) -> Incidents:
    """The table's incidents with this one as the last that this line ended."""
    incidents = _with_past(table, incident, withdrawal)
    return replace(incidents, ended=incident, ended_before=table.ended_incidents)


def _with_past(
    table: Table,
    incident: Incident,
    withdrawal: events.ReportWithdrawn | None = None,
    *,
    overtaken: str | None = None,
) -> Incidents:
    """Move the incident to the past: ``withdrawal`` took it back, or ``overtaken`` left nothing to decide."""
    clause = incident.case.clause if incident.case else None
    report = incident.report
    by, reason = (withdrawal.by, withdrawal.reason) if withdrawal is not None else (None, None)
    role = table.role_of(by) if by is not None else None
    outcome = incident.outcome or ""
    past = Past(report.id, report.named_kind, report.at, outcome, clause, by, reason, role, overtaken)
    past = replace(past, round=incident.round)
    return replace(table.incidents, past=(past, *table.incidents.past)[:PAST])


def _incident_of(table: Table) -> Incident:
    assert table.incident is not None, "an incident is open"
    return table.incident
