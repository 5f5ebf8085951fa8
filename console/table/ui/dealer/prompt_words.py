"""The words of the prompt on this screen, and its primary press: values made from a DealerView and words.

The functions are pure, though they stand in ui: they know whose words come first and which colour a state
has; they never draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import msgspec

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, Lamp, LampFault, PreparationView, StepState
from console.table.core.state.actions import Action
from console.table.core.state.commissioning_state import Drift
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.reasons import HaltReason
from console.table.core.state.roles import Actor
from console.table.core.state.table import UNTIMED
from console.table.core.state.views import HandsView, Say, SpinView, View
from console.table.devices.health import LossReason
from console.table.devices.model import DeviceRole
from console.table.game.roulette.rules import RouletteRules
from console.table.game.rule_values import Preparing
from console.table.game.rulebook import load_rulebook
from console.table.ui.felt import condition
from console.table.ui.felt.seats import shown_seats
from console.table.ui.felt.wheel.shown_wheel import dealer_enters
from console.table.ui.incident.incident_words import ends_halt, two_numbers
from console.table.ui.incident.outcome_words import came_text
from console.table.ui.incident.stage import enters_by_hand
from console.table.ui.kit.lettering import sentence
from console.table.ui.kit.prompt_parts import PromptColour, PromptText
from console.table.ui.kit.times import clock_time
from console.table.words import speech
from console.table.words.incident_phrases import CHECKED_AGAIN
from console.table.words.names import hand_name, lamp_text, place_name, role_name

_PRESSED_ELSEWHERE: Final = frozenset((Action.ANSWER, Action.AUTHORISE, Action.SCAN_CUT_CARD))
"""Prompts that are answered on the incident's own screens, and the cut card, which a device sees."""


class Primary(StrEnum):
    """The press at the lower right; NONE if a card, a number or the time moves play on."""

    NONE = "none"
    DONE = "done"
    SIGN_IN = "sign_in"
    PIT_BOSS_HERE = "pit_boss_here"
    RESOLVE = "resolve"
    TAKE = "take"
    """Take the card that was keyed in."""
    NUMBER = "number"
    """Take the number that was typed, or confirm it."""
    COUNT = "count"
    """Take the number of cards that was typed."""
    UNANSWERED = "unanswered"
    """Go on without the player's answer, if the game server is silent."""
    CUT_CARD = "cut_card"
    """Report the cut card, which no device at this table can see."""
    BETS = "bets"
    """Open the bets of a wheel that can't be heard, whose numbers the dealer enters."""
    FAULT = "fault"
    """Report a technical fault, if the game server is silent and no player is asked."""


def prompt_of(view: DealerView, person: Words, market: Words) -> PromptText:
    """The prompt of this view, in the person's words and the market's."""
    note = _note(view, person, market)
    say = None if note is not None and _note_comes_first(view) else _due_to_say(view, note)
    spoken = gloss = None
    if say is not None:
        spoken = speech.words_to_say(market, view.view, say, quoted=True)
        gloss = None if person.language == market.language else speech.words_to_say(person, view.view, say)
    if spoken is not None and note is not None and condition.laid_aside(view):
        gloss = note
    if say is not None and say.key == "last_hand_before_shuffle" and view.cards.cut_card_out:
        gloss = "  ·  ".join(filter(None, (gloss, person.text("note.cut_card_out"))))  # BAC-3.5.4
    quiet = note is None and say is None and view.mode.is_simulated
    return PromptText(
        colour=prompt_colour(view),
        actor=f"{role_name(person, actor_at_screen(view))}  ·  {_manner(view, person)}".upper(),
        headline=headline(view, person),
        clauses=(view.behind or view.view.prompt).clauses,
        say=spoken,
        gloss=gloss,
        note=person.text(f"mode.{view.mode}.note") if quiet else None if spoken else note,
        marked=view.mode if quiet else None,
        urgent=view.view.phase == Phase.HALTED
        or condition.ending(view)
        or view.server.silence is not None
        or view.outage is not None,
        saving=person.text("lamp.saving") if view.console.saving else None,
    )


def _due_to_say(view: DealerView, note: str | None) -> Say | None:
    """The announcement that is due; 'place your bets' while bets are taken after a pit boss's order."""
    if view.view.say is None and note is None and view.view.prompt.action == Action.WAIT:
        return Say("place_your_bets")
    return view.view.say


def waiting(view: DealerView, person: Words) -> PromptText:
    """The prompt while nothing can be recorded: the action is held back, and comes again by itself."""
    headline = person.text("prompt.unrecorded.ball" if view.wheel else "prompt.unrecorded.cards")
    note = person.text("band.not_recorded.note")
    if view.console.unanswered:
        headline, note = person.text("band.no_answer"), person.text("band.no_answer.note")
    return PromptText(
        colour=PromptColour.WAIT,
        actor=f"{role_name(person, Actor.DEALER)}  ·  {person.text('actor.wait')}".upper(),
        headline=headline,
        note=note,
        urgent=True,
    )


def headline(view: DealerView, person: Words) -> str:
    for_dealer = view.pit_boss is None and not _asks_sign_in(view)
    if (lamp := condition.unheard(view)) is not None:
        state = "silent" if lamp.is_silent else "lost"
        state = LampFault.SHARED if lamp.fault is LampFault.SHARED else state
        return person.text(f"prompt.unheard.{lamp.device}.{state}")
    if view.outage is not None:
        return person.text(f"prompt.outage.{view.outage.device}.{view.outage.fault}")
    if misses_ball(view):
        return person.text("prompt.no_ball")
    if view.server.silence is not None:
        return person.text("prompt.silent")
    if view.preparation.check_again:
        return person.text("prompt.load.new_day")
    if view.cards.set_aside and view.view.prompt.action == Action.DEAL:
        return person.count("prompt.lay_aside", view.cards.set_aside)
    if condition.laid_aside(view):
        return person.count("prompt.lay_aside", condition.cards_out(view) or 1)
    if (chose := chosen_text(view, person)) is not None and view.view.phase != Phase.HALTED:
        return chose
    if _names_stood(view) and (stood := _stood_text(view, person)) is not None:
        return stood
    return speech.prompt_text(
        person, view.view, for_dealer=for_dealer, seconds_left=condition.bet_time_left(view)
    )


def chosen_text(view: DealerView, person: Words) -> str | None:
    """The choice of the player who gets the next card, in one word to be read from afar: ``Seat 3: HIT``."""
    choice, prompt, lying = shown_seats.last_choice(view), view.view.prompt, view.view.round
    if choice is None or prompt.seat is None or not isinstance(lying, HandsView):
        return None
    name = _hand_name(person, lying, prompt.seat, prompt.hand)
    return person.label(name, shown_seats.choice_word(person, choice).upper())


def _stood_text(view: DealerView, person: Words) -> str | None:
    """The player who stands, while the next one decides or the hole card comes next: ``Seat 3: STANDS``."""
    due = view.view.prompt.action
    if due not in (Action.AWAIT_DECISION, Action.TURN_HOLE):
        return None
    answer, lying = shown_seats.last_answer(view), view.view.round
    if answer is None or not isinstance(lying, HandsView) or view.view.phase == Phase.HALTED:
        return None
    name = _hand_name(person, lying, answer.seat, answer.hand)
    return person.label(name, shown_seats.stood_word(person, answer).upper())


def _names_stood(view: DealerView) -> bool:
    """Whether the headline names the player who stands: not in the next player's last seconds."""
    asked = view.view.prompt.action == Action.AWAIT_DECISION and view.server.silence is None
    return asked and (
        view.countdown.seconds_left is None or view.countdown.seconds_left > speech.ENDING_SECONDS
    )


def _hand_name(person: Words, lying: HandsView, seat: int, hand: object) -> str:
    split = len(lying.seats.get(str(seat), ())) > 1
    return sentence(hand_name(person, f"{seat}.{hand}")) if split else shown_seats.seat_name(person, seat)


def _asks_sign_in(view: DealerView) -> bool:
    return view.view.prompt.action == Action.SIGN_IN and view.view.prompt.actor is Actor.DEALER


def misses_ball(view: DealerView) -> bool:
    """Whether a number is awaited and the wheel has not seen the ball; False if the wheel is silent."""
    no_ball = view.wheel is not None and view.wheel.no_ball
    return no_ball and view.view.prompt.action == Action.AWAIT_NUMBER and not _wheel_quiet(view)


def _wheel_quiet(view: DealerView) -> bool:
    return view.console.fault_of("wheel") is not None


def prompt_colour(view: DealerView) -> PromptColour:
    """The colour that says whose turn it is: the dealer's, nobody's yet, the pit boss's; red: play stands."""
    prompt = view.view.prompt
    if condition.removes_ball(view):
        return PromptColour.NOW
    if view.view.phase == Phase.HALTED:
        return PromptColour.RED if view.pit_boss is None else PromptColour.PIT_BOSS
    if view.server.silence is not None or view.outage is not None:
        return PromptColour.PIT_BOSS
    if condition.red_ending(view):
        return PromptColour.RED
    if condition.cut_off(view):
        return PromptColour.WAIT
    if misses_ball(view):
        return PromptColour.NOW
    if view.view.manual and prompt.ends_by_card_alone:
        return PromptColour.PIT_BOSS
    match prompt.actor:
        case Actor.PIT_BOSS:
            return PromptColour.PIT_BOSS
        case Actor.SYSTEM:
            return PromptColour.WAIT
        case _:
            return PromptColour.NOW


def actor_at_screen(view: DealerView) -> Actor:
    """The person who acts at the table's screen: at a halt the dealer, until a pit boss has signed in."""
    actor = view.view.prompt.actor
    if view.server.silence is not None and view.pit_boss is not None:
        return Actor.PIT_BOSS
    if view.view.manual and view.view.prompt.ends_by_card_alone:
        return Actor.PIT_BOSS
    if actor is Actor.SYSTEM or (view.view.phase == Phase.HALTED and view.pit_boss is None):
        return Actor.DEALER
    return actor


def _manner(view: DealerView, person: Words) -> str:
    prompt = view.view.prompt
    if condition.removes_ball(view):
        return person.text("actor.at_once")
    if view.view.phase == Phase.HALTED:
        return person.text("phase.halted")
    if misses_ball(view):
        return person.text("actor.now")
    if view.server.silence is not None and view.pit_boss is not None:
        return person.text("actor.choose")
    if prompt.actor is Actor.SYSTEM or condition.cut_off(view):
        return person.text("actor.wait")
    if prompt.action == Action.ANNOUNCE:
        return person.text("actor.say")
    step = step_number(view.preparation)
    if step is None:
        return person.text("actor.now")
    return person.text("actor.step", step=step, count=len(view.preparation.steps))


def step_number(preparation: PreparationView) -> int | None:
    """The number of the preparation's current step, from 1; None outside the preparation."""
    for number, step in enumerate(preparation.steps, 1):
        if step.state is StepState.NOW:
            return number
    return None


def _note(view: DealerView, person: Words, market: Words) -> str | None:
    if view.view.phase == Phase.HALTED and not condition.removes_ball(view):
        return person.locale.gap.join(_halt_notes(view, person))
    if condition.removes_ball(view) and (faults := list(_fault_notes(view, person))):
        return person.locale.gap.join((*faults, speech.note_text(person, view.view) or ""))
    if (lamp := condition.unheard(view)) is not None:
        return _unheard_note(view, lamp, person)
    if view.outage is not None:
        todo = person.text("note.outage.by_hand" if opens_by_hand(view) else "note.outage")
        if (fault := view.view.device_fault) is not None:
            name = speech.device_fault_text(person, fault) + person.locale.stop
            return person.locale.gap.join((name, speech.remedy_text(person, fault), todo))
        parts, lamp = [todo], view.console.fault_of(view.outage.device)
        if view.outage.since is not None:
            parts.insert(0, person.text("note.outage.since", time=clock_time(view.outage.since, person)))
        if lamp is not None and lamp.fault in tuple(LossReason):
            parts.insert(0, lamp_text(person, lamp) + person.locale.stop)
        return person.locale.gap.join(parts)
    if view.server.silence is not None:
        return silence_note(view, person)
    if condition.laid_aside(view):
        return person.text("note.then", order=sentence(speech.prompt_text(person, view.view)))
    if view.console.recovered is not None and view.view.prompt.action in (Action.DEAL, Action.AWAIT_DECISION):
        out = condition.cards_out(view)
        differs = person.text("mode.recovered.differs")
        return None if out is None else person.side_by_side((person.count("count.cards_out", out), differs))
    if view.view.prompt.action == Action.SPIN and view.wheel is not None:
        return person.count("note.spin", view.wheel.turns_asked)
    if dealer_enters(view):
        return person.text("wheel.touch")
    if view.console.recovered is not None and view.view.bets == Bets.OPEN:
        return person.text("mode.recovered")
    if condition.ending(view):
        no_more = market.quote(market.text("say.no_more_bets"))
        return person.text(_before_what(view), said=no_more)
    if view.view.prompt.action == Action.AWAIT_NUMBER and _wheel_quiet(view):
        return person.text("note.unheard.wheel")
    if misses_ball(view):
        return person.text("note.no_ball")
    if view.preparation.check_again:
        return person.text("note.load.new_day")
    if view.commissioning.uncommissioned and (view.behind or view.view.prompt).action == Action.OPEN_TABLE:
        choice = person.quote(person.text("menu.commission"))
        return person.text("note.open_table.no_certificate", choice=choice)
    if view.commissioning.newer and (view.behind or view.view.prompt).action == Action.OPEN_TABLE:
        what = person.list_of(person.text(f"commissioning.stale.{each}") for each in view.commissioning.newer)
        choice = person.quote(person.text("menu.commission"))
        return person.text("note.open_table.old_certificate", what=what, choice=choice)
    if view.licence is not None and view.licence.is_gone and _asks_sign_in(view):
        return person.text("band.licence.over", name=view.licence.name, what=view.licence.until)
    if view.behind is not None and view.behind.actor is Actor.PIT_BOSS:
        return person.text("note.then", order=sentence(speech.prompt_text(person, view_after_sign_in(view))))
    if view.view.prompt.action == Action.COLLECT and view.cards.in_view:
        return person.text("note.collect.in_view")
    note = _note_of_the_rules(view, person)
    if view.cards.set_aside and view.view.phase == Phase.SHOE:
        how = note or speech.note_text(person, view.view)
        return person.locale.gap.join(filter(None, (how, person.text("note.with_aside"))))
    if note is not None:
        return note
    if chosen_text(view, person) is not None:
        return sentence(speech.prompt_text(person, view.view))
    if _names_stood(view) and _stood_text(view, person) is not None:
        order, choices = sentence(speech.prompt_text(person, view.view)), speech.note_text(person, view.view)
        return person.locale.gap.join(filter(None, (f"{order}{person.locale.stop}", choices)))
    return speech.note_text(person, view.view) or _stood_text(view, person)


def view_after_sign_in(view: DealerView) -> View:
    """The view as it will be once the person who is asked for has signed in."""
    return msgspec.structs.replace(view.view, prompt=view.behind or view.view.prompt)


def _before_what(view: DealerView) -> str:
    """The phrase key of when 'no more bets' is said: before the ball drops, if bets may be laid while it
    runs, else before it is sent (ROU-2.1.3); at a card table before the first card (BAC-2.1.6, BJ-2.1.3).
    """
    if not isinstance(view.view.round, SpinView):
        return "note.wait"
    runs = load_rulebook(view.rules).of(RouletteRules).ball_in_bet_time.allowed
    return "note.wait.ball" if runs else "note.wait.ball.sent"


_LOOKED_AT: Final = {Preparing.CHECK_SHOE: False, Preparing.CHECK_WHEEL: True}
"""The steps of an opening that look at a device, and whether it is the wheel."""


def _drifts_of(drifts: tuple[Drift, ...], step: str) -> Drift | None:
    """The first drift of the device that a step of the opening looks at; None if it has none."""
    wheel = _LOOKED_AT.get(Preparing(step)) if step in {*Preparing} else None
    return next((each for each in drifts if (each.device == DeviceRole.WHEEL) is wheel), None)


def _note_of_the_rules(view: DealerView, person: Words) -> str | None:
    """How a step of the preparation is done, if the market's rules say it in words of their own."""
    prompt = view.view.prompt
    if speech.due_step(prompt, view.preparation) is None:
        return None
    if (drift := _drifts_of(view.commissioning.drifts, prompt.action)) is not None:
        from console.table.words.drift_words import (
            drift_text,  # imported here: hardly any table has a drift at its start
        )

        return person.text("drift.opening", what=drift_text(person, drift))
    if prompt.action == Preparing.CHECK_LEVEL and view.commissioning.level_found is not None:
        who, at = view.commissioning.level_found
        level = person.text("commissioning.level.opening", when=at.astimezone().date(), who=who)
        return person.locale.gap.join(filter(None, (speech.note_text(person, view.view), level)))
    return speech.note_by_rules(person, prompt, view.preparation)


def _halt_notes(view: DealerView, person: Words) -> Iterator[str]:
    """The device's fault, what is to be done, and for a pit boss the readings since, which the halt holds."""
    yield from _fault_notes(view, person)
    if view.view.device_fault is not None and view.pit_boss is not None:
        yield speech.remedy_text(person, view.view.device_fault)
    yield _halt_note(view, person)
    if view.pit_boss is not None and (came := came_text(view.halt, person)):
        yield person.label(person.text("fact.name.came"), came) + person.locale.stop


def _fault_notes(view: DealerView, person: Words) -> Iterator[str]:
    if halt_reason(view) in (HaltReason.DEVICE, UNTIMED):
        for fault in view.halt.faults:
            yield speech.fault_text(person, fault) + person.locale.stop


def _halt_note(view: DealerView, person: Words) -> str:
    if view.halt.finding is not None and view.pit_boss is not None:
        return speech.finding_text(person, view.halt.finding)
    if (
        view.view.prompt.action == Action.RESOLVE
        and view.pit_boss is not None
        and view.view.offer is not None
    ):
        return person.text("halt.decide")
    if view.view.prompt.action == Action.RESOLVE and view.pit_boss is not None:
        lying = view.view.round
        is_open = lying is not None and lying.status == RoundStatus.OPEN
        if view.view.prompt.reason == HaltReason.CARD_DIFFERS:
            choose = person.text("halt.choose.typed")
            return person.locale.gap.join((*_place_that_differs(view, person), choose))
        if numbers := two_numbers(view):
            return person.text("halt.choose.two_numbers", **numbers)
        return person.text("halt.choose" if is_open else "halt.choose.no_round")
    due, reason = view.behind or view.view.prompt, halt_reason(view)
    is_dealers = due.actor is Actor.DEALER and due.action != Action.SIGN_IN
    if reason is None and is_dealers and (view.screen.locked or view.console.recovered is not None):
        # The lock covers the question that an incident puts to the dealer.
        return person.text("note.sign_in" if view.screen.locked else "mode.recovered")
    if reason is None:
        return speech.note_text(person, view.view) or person.text("refusal.halted")
    face = view.halt.held.face if view.halt.held else due.shown
    return speech.halted_text(person, view.view, reason, face, pit_boss=view.pit_boss is not None)


def _place_that_differs(view: DealerView, person: Words) -> Iterator[str]:
    due = view.view.prompt
    if due.hand is not None and due.card is not None:
        yield sentence(place_name(person, str(due.hand), due.card)) + person.locale.stop


def halt_reason(view: DealerView) -> str | None:
    """The reason why play is halted, even under a sign-in; None if the prompt or an incident says it."""
    if UNTIMED in view.halt.faults:
        return UNTIMED  # no device has reported a fault
    due = view.behind or view.view.prompt
    reason = due.reason or (HaltReason.RESCAN if view.behind and due.action == Action.RESCAN else None)
    reason = reason or (view.halt.held.reason if view.halt.held else None)
    return reason or (view.wheel.halted if view.wheel else None)


_TELLING: Final = frozenset((*LossReason, "shared", "unended"))
"""The faults whose cause is known: the note says it."""


def _unheard_note(view: DealerView, lamp: Lamp, person: Words) -> str:
    """The advice about a silent device; it may be silent because nobody has drawn the card it waits for."""
    if lamp.fault is LampFault.EXCHANGED:
        told, todo = person.text(f"exchanged.{lamp.about}"), person.text("note.silent.call")
        return told + person.locale.gap + todo
    if lamp.fault in _TELLING:
        told, todo = person.text(f"unheard.{lamp.fault}"), person.text("note.silent.call")
        return told + person.locale.gap + todo
    if lamp.fault is not LampFault.SILENT:
        return person.text("note.unheard")
    if lamp.device == "wheel":
        return person.text("note.unheard.wheel")
    return person.text("note.unheard.silent", order=sentence(speech.prompt_text(person, view.view)))


def opens_by_hand(view: DealerView) -> bool:
    """Whether the dealer may open the bets of a wheel that can't be heard, and enter the numbers: not if a
    game server opens them, or if the rulebook takes no number of the dealer's (LT-ROU-28).
    """
    if view.outage is None or view.outage.device != "wheel" or view.outage.fault in ("failing", "off"):
        return False
    is_linked = any(lamp.device == "link" for lamp in view.console.lamps)
    return not is_linked and load_rulebook(view.rules).of(RouletteRules).dealers_number.allowed


def bets_left(view: DealerView, words: Words) -> str | None:
    """``Bets open  ·  12 s left`` while play stands still in bet time, which no halt stops; else None."""
    if view.view.phase != Phase.HALTED or view.view.bets != Bets.OPEN:
        return None
    seconds = view.countdown.seconds_left
    left = None if seconds is None else words.text("decision.left", seconds=seconds)
    return words.side_by_side((words.text("bets.open"), left))


def order_phrase(view: DealerView) -> str | None:
    """The phrase key of the order that takes effect after this round."""
    if view.orders.close_ordered:
        return "rail.next.close" if view.view.phase == Phase.COLLECTING else "rail.close_ordered"
    if view.orders.decks_ordered:
        return "rail.new_decks_ordered"
    return "rail.reshuffle_ordered" if view.orders.reshuffle_ordered else None


def silence_note(view: DealerView, person: Words) -> str:
    """The missing answer, and what to do: at the pit boss's screen a choice, else to call the pit boss."""
    prompt = view.view.prompt
    seats = (prompt.seat,) if prompt.seat is not None else prompt.seats or ()
    named = person.text("access.list").join(map(str, seats))
    what = {Action.WAIT: "bets", Action.AWAIT_SEATS: "seats"}.get(Action(prompt.action), "decision")
    todo = "note.silent.call" if view.pit_boss is None else "note.silent.decide"
    return person.text(f"note.silent.{what}", seats=named) + person.locale.gap + person.text(todo)


def unanswered_label(view: DealerView, person: Words) -> str:
    """The outcome of going on without an answer, with its clause."""
    prompt = view.view.prompt
    clause = person.list_of(view.server.silence.goes_on) if view.server.silence is not None else ""
    if prompt.stage is not None:
        return person.text("button.unanswered.insurance", clause=clause)
    return person.text("button.unanswered", seat=prompt.seat, clause=clause)


def _note_comes_first(view: DealerView) -> bool:
    halted, say, lamp = view.view.phase == Phase.HALTED, view.view.say, condition.unheard(view)
    if view.server.silence is not None:
        return True
    if condition.ending(view):
        return say is not None and say.key == "place_your_bets"
    silent = lamp is not None and lamp.fault in (LampFault.SILENT, LampFault.EXCHANGED, *_TELLING)
    return halted or silent or view.console.recovered is not None or view.view.prompt.action == Action.RESCAN


def primary(view: DealerView) -> Primary:
    prompt = view.view.prompt
    if view.screen.locked:
        return Primary.SIGN_IN
    if condition.play_waits(view):
        return Primary.NONE
    if prompt.action == Action.SIGN_IN and prompt.actor is Actor.DEALER:
        return Primary.SIGN_IN
    # Until the table has accepted the sign-in, a pit boss whose PIN was right is here, but not yet signed in.
    if prompt.actor is Actor.PIT_BOSS and (view.pit_boss is None or prompt.action == Action.SIGN_IN):
        return Primary.PIT_BOSS_HERE
    if condition.awaits_ball(view):
        return Primary.NONE
    if view.server.silence is not None:
        if view.pit_boss is None:
            return Primary.PIT_BOSS_HERE
        if view.server.silence.goes_on:
            return Primary.UNANSWERED
        return Primary.FAULT if view.server.silence.void else Primary.NONE
    if opens_by_hand(view):
        return Primary.BETS
    if prompt.action == Action.SCAN_CUT_CARD and view.cards.cut_card_by_hand:
        return Primary.CUT_CARD
    if enters_by_hand(view):
        return Primary.TAKE
    if dealer_enters(view):
        return Primary.NUMBER
    if counts_cards(view):
        return Primary.COUNT
    if view.view.manual and prompt.ends_by_card_alone:
        return Primary.PIT_BOSS_HERE
    if ends_halt(view):
        return Primary.RESOLVE
    if prompt.actor is Actor.SYSTEM or prompt.ends_by_card_alone or prompt.action in _PRESSED_ELSEWHERE:
        return Primary.NONE
    return Primary.DONE


def counts_cards(view: DealerView) -> bool:
    """Whether the inspection that is due ends by the number of cards counted."""
    return view.preparation.count is not None and view.view.prompt.action == Preparing.INSPECT


def done_word(view: DealerView, person: Words) -> str:
    prompt = view.view.prompt
    if prompt.action == Action.SPIN and prompt.step is None:
        seen = view.wheel is not None and view.wheel.ball and condition.unheard(view) is None
        turns = view.wheel.turns_asked if view.wheel is not None else 3
        return person.count("button.spin" if seen else "button.spin.after", turns)
    if view.preparation.check_again:
        return person.text(CHECKED_AGAIN)
    at_wheel = isinstance(view.view.round, SpinView)
    return speech.press_text(person, prompt.action, step=prompt.step is not None, at_wheel=at_wheel)


def no_press_text(view: DealerView, person: Words) -> str:
    """The event that ends the wait if nothing has to be pressed, such as a card from the shoe."""
    if condition.play_waits(view):  # Of a table that does not answer nobody knows whether it ever goes on.
        return "" if view.console.unanswered else person.text("button.no_press.unrecorded")
    if condition.cut_off(view) or condition.step_unread(view):
        lamp = view.console.fault_of(*view.view.prompt.read_by)
        shared = lamp is not None and lamp.fault is LampFault.SHARED
        return person.text("button.no_press.shared" if shared else "button.no_press.unheard")
    if view.outage is not None:
        return person.text("button.no_press.outage")
    if condition.awaits_ball(view):
        return person.text("button.no_press.ball")
    match view.view.prompt.action:
        case Action.WAIT | Action.AWAIT_BETS | Action.AWAIT_SEATS | Action.AWAIT_DECISION as action:
            return speech.moved_on_text(person, action)
        case _ if dealer_enters(view):
            return person.text("button.no_press.number")
        case _ if counts_cards(view):
            return person.text("button.no_press.count")
        case action if action != Action.AWAIT_NUMBER and enters_by_hand(view):
            return person.text("manual.choose")
        case action:
            return speech.moved_on_text(person, action)
