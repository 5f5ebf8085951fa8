"""The views of a table's state: the same call for play, a language switch, replay and review."""

from __future__ import annotations

from datetime import datetime, timedelta
from operator import attrgetter
from typing import Final

import msgspec

from console.table.core.games.game import Game, WheelGame
from console.table.core.games.registry import game_of
from console.table.core.incident import guidance, known_facts
from console.table.core.incident.observations import noticed_at_report, offer_of, offered_clauses, too_late
from console.table.core.incident.onset import Onset
from console.table.core.incident.outcome_effects import cards_left
from console.table.core.incident.outcome_steps import brought_in
from console.table.core.judging.prompts import prompt_due, prompt_for_anybody
from console.table.core.play.corrections import can_correct_a_card, can_end_by_correction
from console.table.core.play.course import takes_close_orders, takes_shuffle_orders
from console.table.core.play.decoders import wheel_of
from console.table.core.play.outage import device_fault, held_back, outage
from console.table.core.play.preparation import asked_count, step_of
from console.table.core.play.set_numbers import wrong_set
from console.table.core.play.wheel_run import number_left, spin_of
from console.table.core.showing import screen_values
from console.table.core.showing.incident_view import (
    Named,
    courses,
    decided_view,
    ended_steps,
    incident_view,
    open_kinds,
    past_incidents,
    queued_views,
    reported_view,
)
from console.table.core.state import editions, views
from console.table.core.state.actions import Action
from console.table.core.state.commissioning_state import Equipment
from console.table.core.state.contradictions import Contradiction
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import PLAYED, OrderedShuffle, Phase
from console.table.core.state.probed_video import VIDEO_LEAD
from console.table.core.state.reasons import HaltReason, Refusal
from console.table.core.state.roles import Actor, Role
from console.table.core.state.table import UNTIMED, Preparation, Table
from console.table.devices.model import WheelDecoder
from console.table.devices.wheel_status import WINNING_NUMBER
from console.table.game.cards import Card
from console.table.game.incident_cases import Result
from console.table.game.rule_values import Preparing
from console.table.game.rulebook import Rulebook
from console.table.incidents.known_kinds import DRAWN, IN_POCKET, ON_TRACK, Kind


def view_of(
    game: Game,
    table: Table,
    entry: int,
    refused: Refusal | None = None,
    fact: str | None = None,
    prompt: views.Prompt | None = None,
    reason: str | None = None,
    *,
    previous: views.PreviousRound | None = None,
    journal: str = "",
) -> views.View:
    """The protocol's view after a line that was accepted, or ``refused`` for this reason.

    ``fact`` is the fact that a refused line lacked, ``prompt`` the due prompt if known, ``reason`` the
    refusal in a sentence. For a game server alone, ``previous`` is the round before, by
    :func:`console.table.core.showing.previous_round.previous_round`, and ``journal`` the journal's id.
    """
    prompt = prompt or prompt_due(game, table)
    return views.View(
        accepted=refused is None,
        refused=refused,
        fact=fact,
        entry=entry,
        phase=table.shown_phase,
        prompt=prompt,
        say=table.say,
        bets=table.bets,
        shoe=views.ShoeView(table.shoe.left, table.last_hand) if game.cards else None,
        round=game.view(table) if table.round is not None else None,
        call=table.called is not None,
        incident=incident_view(table),
        ended=table.incidents.ended.report.id if table.incidents.ended else None,
        offer=offer_of(game, table),
        notice=notice_of(table, prompt),
        wheel_signal="no_more_bets" if table.bet_time and table.wheel.signal_at is not None else None,
        device_fault=device_fault(table),
        stops=table.halted and guidance.stops_play(game, table),
        held_back=(held_back(table) or None) if table.holds(editions.READY) else None,
        cards_apart=_cards_to_clear(table),
        faults=_several_faults(table),
        why=reason,
        manual=table.manual is not None,
        previous=previous,
        journal=journal,
        edition=table.edition,
    )


def _several_faults(table: Table) -> tuple[str, ...]:
    """The faults of a line that told several things, a ball of bet time among them."""
    halt = table.halt
    if halt is None or not table.holds(editions.SMALLER, of=halt):
        return ()
    is_alone = len(halt.faults) == 1 and halt.cause not in (ON_TRACK, IN_POCKET)
    return () if is_alone else halt.faults


def notice_of(table: Table, prompt: views.Prompt) -> views.Notice | None:
    """The lasting message to players, whether a round is open or not (LT-BAC-12, LT-BJ-16, LT-ROU-24)."""
    if table.halted or (table.open_round and table.holds(editions.WAIT) and _stands_still(table, prompt)):
        return views.Notice.PLEASE_WAIT
    if (wheel := wheel_of(table)) is not None and wheel.retries:
        return views.Notice.WHEEL_RETRIES
    return None if table.manual is None else views.Notice.MANUAL_MODE


def _stands_still(table: Table, prompt: views.Prompt) -> bool:
    """Whether the round waits for a device or server that does not answer, or for a pit boss whom the dealer
    called with bets closed.
    """
    overdue = table.overdue
    if overdue is not None and (overdue.server or overdue.devices):
        return True
    if table.manual is None and any(each in table.console.ailing for each in prompt.read_by):
        return True
    return table.called_by is Role.DEALER and not table.bet_time


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a screen's view that is not in the table's state."""

    mode: screen_values.Mode
    name: str
    game: str
    rulebook: Rulebook
    persons: dict[str, screen_values.Person]
    """The people that the console knows, by id."""
    seconds_left: int | None = None
    console: screen_values.ConsoleHealth = screen_values.ConsoleHealth()
    screen: screen_values.ScreenState = screen_values.ScreenState()
    banker_left: bool = True
    derived_roads: bool = False
    reporting: bool = False
    """Whether a kind is being chosen: only then is it worked out which can be."""
    video_lead: timedelta = timedelta(seconds=VIDEO_LEAD)
    """How long before a report the video is to be looked at."""
    sees_cut_card: bool = True
    """Whether a device at the table reports the cut card: a shoe does, a reader does not."""
    now: datetime | None = None
    """In UTC, if it is live: a new day may have begun."""
    wheel_heard: datetime | None = None
    """The time when the wheel's reader was last heard, in UTC."""
    has_wheel_reader: bool = True
    came_in: tuple[screen_values.CameIn, ...] = ()
    """The devices' reports since play stands still."""
    onset: Onset | None = None
    """The onset of the open incident."""
    ball_seen: bool | None = None
    """Whether the wheel's reader has reported this spin's ball on the track; None in a review."""
    wheel_serial: str | None = None
    """The configured serial, for a wheel whose serial nobody noted at its check."""
    pressed_at: datetime | None = None
    """When a person last moved the table."""
    awaited_since: datetime | None = None
    """Since when the present prompt is shown."""
    licence: screen_values.LicenceEnd | None = None
    """The dealer's licence, on its last day and once it is over."""
    installed: Equipment | None = None
    """The equipment at work at a LIVE table; None until it is known."""


BALL_SEEN: Final = frozenset((3, 4, 5))
"""The states of a wheel whose reader has seen the ball: on its track, no more bets, the number."""


def dealer_view(view: views.View, table: Table, situation: Situation) -> screen_values.DealerView:
    """All that the dealer's screen shows of a table in this situation."""
    game = game_of(situation.rulebook, situation.game)
    overdue = table.overdue

    def named(who: str, role: Role) -> screen_values.Person:
        return _person_of(who, role, situation.persons)

    manual = table.manual
    beside = next((person.beside for person in table.people if person.beside is not None), None)
    return screen_values.DealerView(
        view=view,
        mode=situation.mode,
        table=situation.name,
        game=situation.game,
        rules=situation.rulebook.id,
        limits=game.rules.with_limits(table.limits).limits,
        banker_left=situation.banker_left,
        derived_roads=situation.derived_roads or situation.mode is screen_values.Mode.REPLAY,
        dealer=_person(table, Role.DEALER, situation.persons),
        beside=None if beside is None else named(beside, Role.DEALER),
        beside_left=any(person.left for person in table.people),
        pit_boss=_person(table, Role.PIT_BOSS, situation.persons),
        round_number=table.round_number,
        shoe_number=table.shoe_in_play.number,
        results=table.results,
        behind=prompt_for_anybody(game, table) if view.prompt.action == Action.SIGN_IN else None,
        manual=None
        if manual is None
        else screen_values.Manual(manual.since, named(manual.by, Role.PIT_BOSS), manual.cards),
        known_sets=tuple(filter(None, (table.sets.in_play, table.sets.before))),
        contradictions=tuple(
            each
            for each in table.contradictions.open
            if _is_of_the_present(table, each)
            if each.card is None or not table.play.lies_face_down(each.hand, each.card)
        ),
        held_since=min(table.console.ailing_since.values(), default=None),
        pressed_at=situation.pressed_at,
        awaited_since=situation.awaited_since,
        wheel=_wheel(game.wheel, table, situation) if game.wheel else None,
        outage=outage(table) if view.prompt.action == Action.AWAIT_BETS else None,
        commissioning=_commissioning(table, situation),
        preparation=_preparation(game, table, situation.now),
        cards=_cards(game, table, situation),
        countdown=screen_values.CountdownView(
            bet_seconds=table.round.lasts if table.bet_time and table.round else None,
            seconds_left=situation.seconds_left,
            end_signal=game.rules.end_signal.shows,
            end_sound=game.rules.end_signal.sound,
            end_sign=game.rules.end_signal.sign,
        ),
        orders=screen_values.OrdersView(
            close_ordered=table.close_ordered,
            takes_close_orders=takes_close_orders(table),
            reshuffle_ordered=table.shoe_in_play.reshuffle is not None,
            decks_ordered=table.shoe_in_play.reshuffle is OrderedShuffle.NEW_DECKS,
            takes_shuffle_orders=game.cards is not None and takes_shuffle_orders(table),
        ),
        server=screen_values.ServerView(
            overdue=overdue is not None and overdue.server,
            silence=_silence(game, table, view)
            if overdue is not None and overdue.server and view.prompt.action != Action.AWAIT_BETS
            else None,
            answers=table.answers.given if isinstance(view.round, views.HandsView) else (),
            answer_since=table.answers.since,
        ),
        call=screen_values.CallView(
            called_at=table.called,
            called_for=_seconds_since(table.called, situation.now),
            coming=_coming(table, named, situation.now),
        ),
        licence=situation.licence,
        halt=screen_values.HaltView(
            held=_held_card(table),
            came_in=situation.came_in,
            cards_left=0 if table.incident is None else cards_left(game, table, table.incident),
            maybe_cut_card=_is_cut_card_by_hand(game, table, situation) and _is_unread_halt(table),
            number_in_bet_time=table.halt is not None
            and (table.halt.fell or (table.halt.in_bet_time and table.halt.cause == IN_POCKET)),
            finding=None if table.halt is None else table.halt.finding,
            needs_reason=guidance.withdraw_needs_reason(table),
            corrects=game.cards is not None and can_end_by_correction(game, table),
            faults=() if table.halt is None else table.halt.faults,
            number_stands=number_left(table) if game.wheel else None,
        ),
        reporting=_reporting(game, table, view, every_kind=situation.reporting),
        incident=screen_values.OpenIncidentView(
            reported=reported_view(game, table, named, situation.video_lead, situation.onset),
            decided=decided_view(table, named),
            brought_in=brought_in(game, table.incident) if table.incident is not None else None,
            read_since=_read_since(table, situation, view.prompt),
            wrong_set=wrong_set(table),
            courses=courses(table),
            ended_steps=ended_steps(table),
            ways=guidance.ways(game, table),
            queue=queued_views(table, named),
            past=past_incidents(table, named),
        ),
        offices=tuple(
            screen_values.OfficeDue(
                each.incident, each.whom, each.until, situation.now is not None and each.until < situation.now
            )
            for each in sorted(table.notifications, key=attrgetter("until"))
        ),
        console=situation.console,
        screen=situation.screen,
    )


def _is_of_the_present(table: Table, found: Contradiction) -> bool:
    """Whether somebody can still act on a contradiction: one of this round, until the next begins; of no
    round, while cards or wheel are prepared.
    """
    if found.round is None:
        return table.preparation is not None
    return table.round is not None and found.round == table.round.id and table.preparation is None


def _commissioning(table: Table, situation: Situation) -> screen_values.CommissioningView:
    found = table.commissioned
    if found is None:
        return screen_values.CommissioningView(uncommissioned=situation.mode is screen_values.Mode.LIVE)
    level, installed = found.level, situation.installed
    known = None if level is None else situation.persons.get(level.by)
    return screen_values.CommissioningView(
        drifts=found.drifts,
        level_found=None if level is None else (level.by if known is None else known.name, level.at),
        newer=() if installed is None else found.older_than(installed.with_wheel(table.wheel.serial)),
    )


def _preparation(game: Game, table: Table, now: datetime | None) -> screen_values.PreparationView:
    if game.cards is None:
        return screen_values.PreparationView(_steps(game, table.preparation))
    cut_card = game.cards.rules.cut_card
    return screen_values.PreparationView(
        steps=_steps(game, table.preparation),
        check_again=_is_another_day(game, table, now),
        cut_card_from_end=cut_card.from_end,
        cut_cards=cut_card.pieces,
        count=asked_count(game, table),
        shuffle_step=known_facts.shuffle_step(game.cards, table.preparation),
    )


def _cards(game: Game, table: Table, situation: Situation) -> screen_values.CardsView:
    step = guidance.step_due(table)
    back = table.play.in_view if step is not None and step.action == Action.PUT_BACK else ()
    return screen_values.CardsView(
        cut_card_out=table.shoe_in_play.cut_card_out,
        cut_card_by_hand=_is_cut_card_by_hand(game, table, situation),
        in_view=table.aside.in_view,
        collecting=table.phase is Phase.COLLECTING,
        set_aside=0 if _is_laid_aside_next(table) else table.aside.count,
        last_card=_last_card(table),
        cards_out=known_facts.cards_out(table) if game.cards else None,
        due_to=None if table.card_due is None else table.card_due.name,
        unread=table.is_unread_out,
        can_correct=game.cards is not None and can_correct_a_card(table),
        put_back=tuple((place.name, place.card) for place, _ in back),
    )


def _reporting(
    game: Game, table: Table, view: views.View, *, every_kind: bool
) -> screen_values.ReportingView:
    kinds = open_kinds(game, table) if every_kind else ()
    reported = table.incident if every_kind else None
    return screen_values.ReportingView(
        can_report=known_facts.can_be(game, table, None, {}),
        kinds=kinds,
        every_kind=tuple(game.rules.incidents.kinds) if every_kind else (),
        report_kinds=()
        if reported is None
        else known_facts.kinds_that_can_be(game, table, known_facts.moment_of(game, table, reported)),
        noticed=None if reported is None else noticed_at_report(game, table),
        offered=offered_clauses(game, table, view.offer),
        too_late=too_late(game, table),
        hands=_hands(game, table, view.round),
    )


def _hands(game: Game, table: Table, round: views.RoundView | None) -> tuple[str, ...]:
    """The hands that may have had no chance to act, while that is reported (LT-BJ-2.3.8)."""
    kind, incident = Kind.NO_CHANCE_TO_ACT, table.incident
    if not isinstance(round, views.HandsView) or incident is None or incident.report.kind != kind:
        return ()
    moment = known_facts.moment_of(game, table, incident)
    return tuple(
        f"{seat}.{number}"
        for seat, hands in round.seats.items()
        for number in range(1, len(hands) + 1)
        if known_facts.has_case(game, table, kind, {"seat": int(seat), "hand": number}, moment)
    )


def _is_cut_card_by_hand(game: Game, table: Table, situation: Situation) -> bool:
    """Whether no device reports the cut card, and it may come now: once for each shoe, or if a step asks."""
    if situation.sees_cut_card or game.cards is None or table.shoe_in_play.number == 0:
        return False
    return guidance.asks_for_cut_card(table) or (
        table.phase in PLAYED and not table.shoe_in_play.cut_card_out
    )


def _is_unread_halt(table: Table) -> bool:
    """Whether an unreadable card or number halts the table, without an incident of it."""
    halt = table.halt
    if halt is None or table.incident is not None:
        return False
    return halt.reason == HaltReason.RESCAN or (halt.card_out and halt.card is None)


def _silence(game: Game, table: Table, view: views.View) -> screen_values.Silence:
    """The house's options while the game server is silent."""
    fault = views.Offer(Kind.TECHNICAL_FAULT, {})
    void = offered_clauses(game, table, fault) if known_facts.can_be(game, table, fault.kind, {}) else ()
    asked = view.prompt.action == Action.AWAIT_DECISION
    return screen_values.Silence(game.rules.no_answer_clauses if asked else (), void)


def _person(
    table: Table, role: Role, persons: dict[str, screen_values.Person]
) -> screen_values.Person | None:
    who = next((person.who for person in table.people if person.role is role), None)
    return None if who is None else _person_of(who, role, persons)


def _person_of(who: str, role: Role, persons: dict[str, screen_values.Person]) -> screen_values.Person:
    """The person, in the role of that time: the same person may have had another role since."""
    person = persons.get(who, screen_values.Person(who, who, role, ""))
    return person if person.role is role else msgspec.structs.replace(person, role=role)


def _seconds_since(at: datetime | None, now: datetime | None) -> int | None:
    return None if at is None or now is None else max(0, int((now - at).total_seconds()))


def _coming(table: Table, name_of: Named, now: datetime | None) -> screen_values.OnTheWay | None:
    """The pit boss who is on the way, and how long players have waited: since play stopped in their round."""
    coming, stood = table.coming, table.stood_since
    if coming is None:
        return None
    waited = _seconds_since(stood, now) if table.halted else None
    return screen_values.OnTheWay(name_of(coming.who, Role.PIT_BOSS), coming.since, waited)


def _is_another_day(game: Game, table: Table, now: datetime | None) -> bool:
    """Whether a shoe that is inspected daily (by the rulebook) was not yet today, by local time (BJ-1.4)."""
    checked, preparation = table.shoe_in_play.inspected, table.preparation
    check = step_of(game, Preparing.CHECK_SHOE)
    if checked is None or now is None or preparation is None or check is None:
        return False
    loads = not preparation.closing and preparation.burn is None and preparation.due == Preparing.LOAD
    return loads and check.daily and checked.astimezone().date() < now.astimezone().date()


def _steps(game: Game, preparation: Preparation | None) -> tuple[screen_values.StepView, ...]:
    if preparation is None:
        return ()
    done = len(preparation.done)
    steps = []
    for number, action in enumerate(preparation.steps):
        step = step_of(game, action)
        state = (
            screen_values.StepState.DONE
            if number < done
            else screen_values.StepState.NOW
            if number == done
            else screen_values.StepState.TO_COME
        )
        at = preparation.done[number] if number < done else None
        actor, faces, how = (Actor(step.actor), step.faces, step.how) if step else (Actor.DEALER, None, None)
        steps.append(screen_values.StepView(action, actor, state, at, faces, how))
    return tuple(steps)


def _held_card(table: Table) -> screen_values.HeldCard | None:
    halt, incident, cards = table.halt, table.incident, table.cards_apart
    if not cards:
        return screen_values.HeldCard(None, None, table.aside.count) if _is_laid_aside_next(table) else None
    if halt is None:
        assert incident is not None, "cards in no hand are a halt's or a report's"
        came = HaltReason.BETS_OPEN if incident.strays_of_bet_time else HaltReason.OUT_OF_TURN
        return screen_values.HeldCard(None, None if incident.to_clear else came, cards)
    reason = UNTIMED if UNTIMED in halt.faults else str(halt.reason)
    return screen_values.HeldCard(
        halt.visible_card, reason, cards, halt.at, unread=halt.cards.count(None) == cards
    )


def _is_laid_aside_next(table: Table) -> bool:
    """Whether the cards of the next round still lie where they came: the step that sets them aside is due."""
    step = guidance.step_due(table)
    return step is not None and step.action == Action.SET_ASIDE and table.aside.count > 0


def _cards_to_clear(table: Table) -> int:
    """The cards in no hand, as many as a report says; of a burn's steps those that are to be burned, and none
    that came since.
    """
    incident = table.incident
    if incident is not None and incident.state == IncidentState.AWAITING and DRAWN in incident.facts:
        return int(incident.facts[DRAWN])
    if incident is not None and incident.to_clear and incident.outcome == Result.BURN_CARD:
        return incident.to_clear
    return table.cards_apart


def wheel_state(table: Table) -> int | None:
    """The last state of its game that the wheel's reader reported: 3 is the ball in its track, 5 a number."""
    wheel = wheel_of(table)
    return wheel.last.state if wheel is not None and wheel.last is not None else None


def _wheel(game: WheelGame, table: Table, situation: Situation) -> screen_values.WheelView:
    """The last report of the wheel's reader, and the ball's run as the dealer confirmed it."""
    decoder, run = table.decoders.get("wheel"), spin_of(table).run
    last = decoder.last if isinstance(decoder, WheelDecoder) else None
    return screen_values.WheelView(
        state=last.state if last else None,
        speed=last.speed if last else None,
        turning=last.direction if last else None,
        heard=situation.wheel_heard,
        serial=table.wheel.serial or situation.wheel_serial,
        turns=run.turns if run else None,
        direction=run.direction if run else None,
        ran=spin_of(table).run_at,
        turns_asked=game.rules.turns.least,
        has_reader=situation.has_wheel_reader,
        ball=_ball_seen(table, decoder, situation),
        halted=table.halt.reason if table.halt else None,
        differs=table.halt.number if table.halt else None,
        of_no_spin=_number_of_no_spin(table, decoder),
        no_ball=table.overdue is not None and table.overdue.ball and wheel_state(table) not in BALL_SEEN,
    )


def _number_of_no_spin(table: Table, decoder: object) -> int | None:
    early, last = spin_of(table).early, decoder.last if isinstance(decoder, WheelDecoder) else None
    if early:
        return early[-1].number
    is_spent = isinstance(decoder, WheelDecoder) and decoder.games == table.wheel.spent
    return last.number if last is not None and last.state == WINNING_NUMBER and is_spent else None


def _ball_seen(table: Table, decoder: object, situation: Situation) -> bool | None:
    """Whether the ball of this spin has been seen; a waiting number was read from it."""
    reports = isinstance(decoder, WheelDecoder) and decoder.last is not None and decoder.reports_ball
    if situation.ball_seen is None or not situation.has_wheel_reader or not reports:
        return None
    return situation.ball_seen or spin_of(table).recorded is not None


def _read_since(table: Table, situation: Situation, prompt: views.Prompt) -> screen_values.CameIn | None:
    """The number that took back the decision on the open incident, or for which its kind is asked again."""
    incident = table.incident
    is_kind_again = incident is not None and incident.report.kind is not None and prompt.asks_kind
    if incident is None or not (incident.contradicted or is_kind_again):
        return None
    return next((each for each in reversed(situation.came_in) if each.number is not None), None)


def _last_card(table: Table) -> tuple[Card, str, int] | None:
    """The last card laid; None if it may not be seen."""
    last = table.play.last_in_view
    if last is None:
        return None
    place, face = last
    return (face, place.name, place.card) if isinstance(face, Card) else None
