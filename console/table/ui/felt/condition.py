"""The parts of a view that the felt shows: the round's cards, the next place, the card in no hand. Pure
functions of the view; other modules know the places on the felt, and their looks.
"""

from __future__ import annotations

from typing import Final

from console.base.words import Words
from console.table.core.showing.screen_values import DealerView, HaltView, Lamp, LampFault, Mode
from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets, Phase, RoundStatus
from console.table.core.state.roles import Actor
from console.table.core.state.views import HandsView
from console.table.game.cards import Card
from console.table.game.incident_cases import Result
from console.table.ui.felt.card_faces import LaidThing, MarkedFor, PlaceFace
from console.table.words.names import card_name
from console.table.words.speech import ENDING_SECONDS, no_hand_text

RUNNING_OUT: Final = "blink_running_out"
"""The signal for the end of bet time that makes the timer red in its last seconds (BAC-3.4.2)."""


def lies_on_table(view: DealerView) -> bool:
    """Whether the round's cards lie on the table. The view alone decides it: after a restart, and in a
    replay, no earlier view is known.
    """
    state = view.view
    if state.round is None:
        return False
    is_open = state.round.status == RoundStatus.OPEN
    if is_open or state.phase in (Phase.RESULT, Phase.COLLECTING) or view.cards.collecting:
        return True
    incident = state.incident
    made_void = incident is not None and incident.open and incident.outcome == Result.VOID
    return made_void and incident is not None and incident.round == state.round.id


def deals_first_cards(view: DealerView) -> bool:
    """Whether blackjack's first deal is not over: its hole card is the last card of it."""
    lying = view.view.round
    return isinstance(lying, HandsView) and lying.status == RoundStatus.OPEN and len(lying.dealer.cards) < 2


def cards_out(view: DealerView) -> int | None:
    """The number of the round's cards on the table, face down or not; None before the first round."""
    lying = view.view.round
    return None if lying is None else lying.cards_out


def is_counting(view: DealerView) -> bool:
    """Whether a time is shown that runs down: bet time, or a player's time to answer."""
    if view.server.silence is not None:
        return False
    running = view.view.bets == Bets.OPEN or view.view.prompt.action == Action.AWAIT_DECISION
    return view.countdown.seconds_left is not None and running


def shows_halt(view: DealerView) -> bool:
    """Whether the table itself shows the halt; an open incident shows it in its own way."""
    if view.view.phase != Phase.HALTED:
        return False
    incident = view.view.incident
    return incident is None or not incident.open


def is_unwritable(view: DealerView) -> bool:
    """Whether the journal can't be written now: play waits, because only what is recorded counts."""
    return any(lamp.device == "journal" and lamp.fault is LampFault.FAILED for lamp in view.console.lamps)


def play_waits(view: DealerView) -> bool:
    """Whether an unwritable journal holds the prompt back: not without a dealer, nor in a halt."""
    return (
        is_unwritable(view) and view.view.phase != Phase.HALTED and view.view.prompt.action != Action.SIGN_IN
    )


def play_waits_for(view: DealerView, lamp: Lamp) -> bool:
    """Whether play waits because of this fault, so that the pit boss must act now."""
    if lamp.fault is None:
        return False
    asked = lamp.device == "dealer" or (view.outage is not None and lamp.device == view.outage.device)
    return asked or lamp.fault is LampFault.FAILED or lamp == _unread_by(view)


def unheard(view: DealerView) -> Lamp | None:
    """The device for the next reading, if it can't be heard; None in manual mode and in a halt."""
    return None if view.view.phase == Phase.HALTED else _unread_by(view)


def _unread_by(view: DealerView) -> Lamp | None:
    return None if view.view.manual else view.console.fault_of(*view.view.prompt.read_by)


def removes_ball(view: DealerView) -> bool:
    """Whether the dealer must take the ball out at once, without being asked (LT-ROU-31a, LT-ROU-27a)."""
    prompt = view.view.prompt
    return prompt.action == Action.REMOVE_BALL and prompt.step is None


def cut_off(view: DealerView) -> bool:
    """Whether nothing may be dealt or sent as no device would read it; a working wheel is never silent."""
    return _is_lost(unheard(view))


def step_unread(view: DealerView) -> bool:
    """Whether a halt's step waits for a card that no device would read."""
    return view.view.phase == Phase.HALTED and _is_lost(_unread_by(view))


def _is_lost(lamp: Lamp | None) -> bool:
    return lamp is not None and (lamp.device == "wheel" or not lamp.is_silent)


def awaits_ball(view: DealerView) -> bool:
    """Whether the ball's turns can't be confirmed yet: a working sensor has not reported the ball."""
    wheel, prompt = view.wheel, view.view.prompt
    due = prompt.action == Action.SPIN and prompt.step is None
    return due and wheel is not None and wheel.ball is False and unheard(view) is None


def cards_to_lay_out(view: DealerView, hand: str) -> tuple[Card, ...]:
    """The cards of a hand that must be laid out again, by their positions."""
    places = [place for place in view.view.prompt.places or () if place.hand == hand]
    return tuple(Card(place.face) for place in sorted(places, key=lambda place: place.card))


def next_place_of(view: DealerView) -> tuple[str, int] | None:
    """The place of the next card; None if no card comes next."""
    prompt = view.view.prompt
    due = prompt.awaits_card
    return (prompt.hand, prompt.card) if due and isinstance(prompt.hand, str) and prompt.card else None


def laid_aside(view: DealerView) -> bool:
    """Whether the coup began with cards drawn earlier: bets have just closed, and cards are in a hand. Nobody
    has laid them on the table yet (LT-BAC-24a, LT-BAC-25a, LT-BJ-2.3.10a).
    """
    say = view.view.say
    just_closed = say is not None and say.key == "no_more_bets" and view.view.phase != Phase.HALTED
    return just_closed and bool(cards_out(view))


def marked_for(view: DealerView) -> MarkedFor:
    """The person for whom cards are marked that are to be laid out, again or for the first time."""
    if laid_aside(view):
        return MarkedFor.NOW
    if not view.view.prompt.places:
        return MarkedFor.NOT
    return MarkedFor.PIT_BOSS if view.view.prompt.actor is Actor.PIT_BOSS else MarkedFor.NOW


def held_card(halt: HaltView) -> PlaceFace:
    face, backs = (halt.held.face, halt.held.cards - 1) if halt.held else (None, 0)
    return PlaceFace(LaidThing.BACK if face is None else LaidThing.FACE, face, held=True, backs=backs)


def held_name(halt: HaltView, words: Words) -> str:
    """The card in no hand in words; with its face only if people may see it."""
    held = halt.held
    if held is None or (held.face is None and held.cards == 1):
        return words.text("access.held")
    face = () if held.face is None else (card_name(words, held.face),)
    return words.text("access.list").join((*face, no_hand_text(words, held.cards)))


def bet_time_left(view: DealerView) -> int | None:
    """The seconds that are left of bet time; None outside bet time."""
    runs = view.view.prompt.action == Action.WAIT and view.server.silence is None
    return view.countdown.seconds_left if runs else None


def ending(view: DealerView) -> bool:
    left = bet_time_left(view)
    return left is not None and left <= ENDING_SECONDS


def red_ending(view: DealerView) -> bool:
    """Whether those seconds are shown in red: if the timer's red marks the end of bet time (BAC-3.4.2)."""
    return ending(view) and view.countdown.end_signal == RUNNING_OUT


def blinking(view: DealerView) -> bool:
    """Whether that red blinks; in a replay it does not."""
    return red_ending(view) and view.mode is not Mode.REPLAY
